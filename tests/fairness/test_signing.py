"""A signature is one author's, for one message of one kind."""

from itertools import permutations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from acquire_net.fairness.signing import (
    AUTHOR_DOMAIN,
    CALL_DOMAIN,
    HOST_DOMAIN,
    public_key,
    sign,
    verify,
)

SECRET = b"\x03" * 32
PUBLIC = public_key(SECRET)
MESSAGE = b"\x04" * 32
SIGNATURE = sign(SECRET, AUTHOR_DOMAIN, MESSAGE)

P = 2**255 - 19


def low_order_keys() -> list[bytes]:
    """All encodings of the points whose order divides 8, computed from the curve's equation.

    Order 8: doubling gives y = 0, so x^2 = -y^2 and -x^2 + y^2 = 1 + d x^2 y^2 becomes
    d y^4 + 2 y^2 - 1 = 0.
    """
    d = -121665 * pow(121666, -1, P) % P
    squares = {(root - 1) * pow(d, -1, P) % P for root in _roots(1 + d)}
    eighth = {y for square in squares for y in _roots(square)}
    assert len(eighth) == 2
    ys = [0, 1, P - 1, P, P + 1, *sorted(eighth)]
    return [(y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1)]


def _roots(square: int) -> set[int]:
    candidate = pow(square, (P + 3) // 8, P)
    for root in (candidate, candidate * pow(2, (P - 1) // 4, P) % P):
        if root * root % P == square % P:
            return {root, P - root}
    return set()


def accepted_by_library(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, AUTHOR_DOMAIN + message)
    except InvalidSignature:
        return False
    return True


def test_author_is_known_by_its_signature() -> None:
    assert verify(PUBLIC, AUTHOR_DOMAIN, MESSAGE, SIGNATURE)


def test_signature_of_one_kind_does_not_pass_for_another() -> None:
    for signed, claimed in permutations((AUTHOR_DOMAIN, HOST_DOMAIN, CALL_DOMAIN, b""), 2):
        assert not verify(PUBLIC, claimed, MESSAGE, sign(SECRET, signed, MESSAGE))


def test_calls_to_the_host_are_signed_under_their_own_name() -> None:
    assert sign(SECRET, CALL_DOMAIN, MESSAGE) == sign(SECRET, b"", b"acq-fair/1/call" + MESSAGE)


def test_signature_of_another_message_or_author_is_false() -> None:
    assert not verify(PUBLIC, AUTHOR_DOMAIN, MESSAGE[:-1] + b"\x05", SIGNATURE)
    assert not verify(public_key(MESSAGE), AUTHOR_DOMAIN, MESSAGE, SIGNATURE)


def test_signature_with_any_byte_changed_is_false() -> None:
    for index in range(len(SIGNATURE)):
        changed = bytearray(SIGNATURE)
        changed[index] ^= 1
        assert not verify(PUBLIC, AUTHOR_DOMAIN, MESSAGE, bytes(changed))


@pytest.mark.parametrize("signature", [b"", SIGNATURE[:-1], SIGNATURE + b"\x00"])
def test_malformed_signature_is_false(signature: bytes) -> None:
    assert not verify(PUBLIC, AUTHOR_DOMAIN, MESSAGE, signature)


@pytest.mark.parametrize("public", [b"", PUBLIC[:-1], PUBLIC + b"\x00", b"\x02" + bytes(31)])
def test_malformed_key_signs_nothing(public: bytes) -> None:
    assert not verify(public, AUTHOR_DOMAIN, MESSAGE, SIGNATURE)


def test_key_of_low_order_signs_nothing() -> None:
    """Its owner could show one signature for many messages, and the library alone lets it."""
    messages = [bytes([number]) * 32 for number in range(200)]
    forged = [
        (key, (1).to_bytes(32, "little") + bytes(32), message)
        for key in low_order_keys()
        for message in messages
    ]
    fooled = [forgery for forgery in forged if accepted_by_library(*forgery)]

    assert len({key for key, _, _ in fooled}) >= 8
    assert not any(verify(key, AUTHOR_DOMAIN, text, signature) for key, signature, text in fooled)
