"""What dealer and drawer can and cannot make of a published deck."""

from dataclasses import replace

import pytest

from acquire_net.errors import Unreadable
from acquire_net.fairness.deck import Deck, Opening, leaf
from tests.fairness.values import CTX, EVERYWHERE

SECRETS = [bytes([number]) * 32 for number in range(6)]
DEALER_R, DEALER_COMMIT, *SEATS = SECRETS
COMMITS, REVEALS = SEATS[:2], SEATS[2:]


def dealt(
    reveals: list[bytes] = REVEALS,
    dealer_r: bytes = DEALER_R,
    ctx: bytes = CTX,
    tiles: range = range(108),
) -> Deck:
    return Deck.derive(ctx, DEALER_COMMIT, COMMITS, dealer_r, reveals, tiles)


def test_every_tile_lies_at_exactly_one_position() -> None:
    assert sorted(dealt().order) == list(range(108))


def test_bag_holds_only_the_tiles_it_was_given() -> None:
    assert sorted(dealt(tiles=range(20, 256, 3)).order) == list(range(20, 256, 3))
    assert dealt(tiles=range(0)).order == ()


def test_everybody_has_a_hand_in_the_order() -> None:
    orders = [
        dealt(),
        dealt(reveals=[EVERYWHERE, REVEALS[1]]),
        dealt(reveals=[REVEALS[0], EVERYWHERE]),
        dealt(dealer_r=EVERYWHERE),
        dealt(ctx=EVERYWHERE),
    ]

    assert len({deck.order for deck in orders}) == len(orders)


def test_opening_fits_its_own_leaf_only() -> None:
    deck = dealt()
    true = deck.opening(3)

    assert leaf(CTX, true) == deck.leaves[3]
    for lie in (
        replace(true, tile=(true.tile + 1) % 108),
        replace(true, position=4),
        replace(true, salt=deck.salts[4]),
    ):
        assert leaf(CTX, lie) not in deck.leaves
    assert leaf(EVERYWHERE, true) != deck.leaves[3]


@pytest.mark.parametrize("position", [-1, 108])
def test_position_outside_the_bag_has_no_opening(position: int) -> None:
    with pytest.raises(IndexError):
        dealt().opening(position)


@pytest.mark.parametrize(
    ("position", "tile", "salt"),
    [
        (-1, 0, bytes(32)),
        (1 << 16, 0, bytes(32)),
        (0, -1, bytes(32)),
        (0, 256, bytes(32)),
        (0, 0, bytes(31)),
        (0, 0, b""),
    ],
)
def test_opening_of_nonsense_is_unreadable(position: int, tile: int, salt: bytes) -> None:
    with pytest.raises(Unreadable):
        Opening(position, tile, salt)


@pytest.mark.parametrize("tiles", [(1, 0), (0, 0), (0, 256), (-1, 0)])
def test_deck_of_other_than_ascending_tiles_is_an_error(tiles: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ascending"):
        Deck.derive(CTX, DEALER_COMMIT, COMMITS, DEALER_R, REVEALS, tiles)


def test_printing_a_deck_shows_nothing_secret() -> None:
    deck = dealt()

    assert repr(deck) == f"Deck(root={deck.root!r})"
