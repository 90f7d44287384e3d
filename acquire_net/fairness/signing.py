"""Who said it: raw Ed25519 keys, and a domain for everything that is signed.

What is signed is the domain followed by the message, so a signature of one kind never passes for
another.
"""

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from acquire_net.fairness.hashing import PREFIX

AUTHOR_DOMAIN: Final = PREFIX + b"author"
"""For the author of a statement."""

HOST_DOMAIN: Final = PREFIX + b"host"
"""For the host, who gives an entry its place in the log."""

CALL_DOMAIN: Final = PREFIX + b"call"
"""For calls to the host that are not statements: sitting down, leaving, controls."""


def public_key(private: bytes) -> bytes:
    """Returns the 32-byte public key of a 32-byte secret; ValueError for another length."""
    return _signer(private).public_key().public_bytes_raw()


def sign(private: bytes, domain: bytes, message: bytes) -> bytes:
    """Signs `message` under `domain`: 64 bytes, the same every time."""
    return _signer(private).sign(domain + message)


def verify(public: bytes, domain: bytes, message: bytes, signature: bytes) -> bool:
    """Tells whether `public` signed `message` under `domain`; malformed input has not.

    Nor do keys of low order count, for which one signature fits many messages: their owner could
    deny whatever it said.
    """
    try:
        _verifier(public).verify(signature, domain + message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Few keys make thousands of signatures, and reading a key costs a good part of checking one.
@lru_cache(maxsize=64)
def _signer(private: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(private)


@lru_cache(maxsize=256)
def _verifier(public: bytes) -> Ed25519PublicKey:
    y = int.from_bytes(public, "little") % (1 << 255) % _P  # the topmost bit is the sign of x
    if y in _LOW_ORDER:
        raise ValueError("a key of low order signs nothing")
    return Ed25519PublicKey.from_public_bytes(public)


# The y of the eight points of edwards25519 whose order divides 8: one of order 1, of order 2, the
# two of order 4, and the four of order 8, where d*y^4 + 2*y^2 = 1.
_P = 2**255 - 19
_Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_LOW_ORDER = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})
