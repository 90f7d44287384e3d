"""A box opens for its drawer, at its position, as it was sealed, and for nobody else."""

import pytest

from acquire_net.errors import Unreadable
from acquire_net.fairness.sealing import seal, unseal, usable_x25519, x25519_public
from tests.fairness.values import CTX, EVERYWHERE

PRK, SALT, ANN, BO = (bytes([number]) * 32 for number in (7, 8, 9, 10))
BOX = seal(PRK, CTX, 12, 1, x25519_public(ANN), 107, SALT)

P = 2**255 - 19
ORDER_8 = 0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F
LOW_ORDER = (0, 1, P - 1, P, P + 1, ORDER_8)


def u_coordinate(u: int) -> bytes:
    return u.to_bytes(32, "little")


def test_drawer_finds_tile_and_salt_in_its_box() -> None:
    assert unseal(ANN, CTX, 12, 1, BOX) == (107, SALT)


def test_sealing_again_gives_the_same_bytes() -> None:
    assert seal(PRK, CTX, 12, 1, x25519_public(ANN), 107, SALT) == BOX


def test_box_does_not_open_with_another_key() -> None:
    with pytest.raises(Unreadable, match="does not open"):
        unseal(BO, CTX, 12, 1, BOX)


@pytest.mark.parametrize(
    ("ctx", "position", "seat"),
    [(CTX, 13, 1), (CTX, 12, 0), (EVERYWHERE, 12, 1)],
    ids=["another position", "another seat", "another table"],
)
def test_box_does_not_open_where_it_was_moved_to(ctx: bytes, position: int, seat: int) -> None:
    with pytest.raises(Unreadable, match="does not open"):
        unseal(ANN, ctx, position, seat, BOX)


def test_box_with_any_byte_changed_does_not_open() -> None:
    for index in range(len(BOX)):
        changed = bytearray(BOX)
        changed[index] ^= 1
        with pytest.raises(Unreadable, match="does not open"):
            unseal(ANN, CTX, 12, 1, bytes(changed))


@pytest.mark.parametrize("box", [b"", BOX[:-1], BOX + b"\x00"], ids=["empty", "short", "long"])
def test_box_of_another_length_is_unreadable(box: bytes) -> None:
    with pytest.raises(Unreadable, match="81 bytes"):
        unseal(ANN, CTX, 12, 1, box)


@pytest.mark.parametrize("u", LOW_ORDER)
def test_box_that_forces_a_zero_secret_is_refused(u: int) -> None:
    with pytest.raises(Unreadable, match="does not open"):
        unseal(ANN, CTX, 12, 1, u_coordinate(u) + BOX[32:])


@pytest.mark.parametrize("u", LOW_ORDER)
def test_key_of_low_order_is_not_usable(u: int) -> None:
    public = u_coordinate(u)

    assert not usable_x25519(public)
    with pytest.raises(ValueError, match=r"."):
        seal(PRK, CTX, 12, 1, public, 107, SALT)


@pytest.mark.parametrize("public", [b"", bytes(31), x25519_public(ANN) + b"\x00"])
def test_key_of_another_length_is_not_usable(public: bytes) -> None:
    assert not usable_x25519(public)


def test_ordinary_keys_are_usable() -> None:
    assert all(usable_x25519(x25519_public(bytes([number]) * 32)) for number in range(50))


def test_boxes_of_one_tile_show_nothing_in_common() -> None:
    boxes = [
        seal(PRK, CTX, 12, 1, x25519_public(ANN), 107, SALT),
        seal(PRK, CTX, 13, 1, x25519_public(ANN), 107, SALT),
        seal(PRK, CTX, 12, 0, x25519_public(ANN), 107, SALT),
        seal(PRK, CTX, 12, 1, x25519_public(BO), 107, SALT),
    ]

    assert len({box[:32] for box in boxes}) == len({box[32:] for box in boxes}) == 4


def test_ones_own_key_of_another_length_is_a_bug_not_a_bad_box() -> None:
    with pytest.raises(ValueError, match="32"):
        unseal(ANN[:31], CTX, 12, 1, BOX)
