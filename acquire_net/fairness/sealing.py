"""How a tile travels to its drawer through a public log: a box that only one seat can open.

Boxes are sealed without fresh randomness, so that the audit, which then knows the dealer's secret,
recomputes each one byte for byte.
"""

from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from acquire_net.errors import Unreadable
from acquire_net.fairness.hashing import PREFIX, hkdf_expand, hkdf_extract, u8, u16

_KEY = 32
_SIZE = _KEY + 1 + 32 + 16  # ephemeral key, tile, salt, tag
_NONCE = bytes(12)  # each key seals exactly one box


@dataclass(frozen=True, slots=True)
class Box:
    """The sealed opening of one position: `box` is the ephemeral key E, then the ciphertext."""

    position: int
    box: bytes


def seal(
    prk: bytes, ctx: bytes, position: int, seat: int, recipient_key: bytes, tile: int, salt: bytes
) -> bytes:
    """Seals tile and salt of `position` for `seat`, whose X25519 key is `recipient_key`.

    The same arguments give the same 81 bytes. ValueError if that key is not `usable_x25519`.
    """
    where = u16(position) + u8(seat)
    private = X25519PrivateKey.from_private_bytes(
        hkdf_expand(prk, PREFIX + b"seal" + where + recipient_key, _KEY)
    )
    ephemeral = private.public_key().public_bytes_raw()
    shared = private.exchange(X25519PublicKey.from_public_bytes(recipient_key))
    cipher = _cipher(shared, ctx, ephemeral, recipient_key, where)
    return ephemeral + cipher.encrypt(_NONCE, u8(tile) + salt, ctx + where)


def unseal(
    private_key: bytes, ctx: bytes, position: int, seat: int, box: bytes
) -> tuple[int, bytes]:
    """Opens a box to the tile id and salt in it; whether they are true, the leaf tells.

    Unreadable if it was not sealed for this key, table, position and seat, or was altered;
    ValueError if `private_key`, which is one's own, is not 32 bytes long.
    """
    if len(box) != _SIZE:
        raise Unreadable(f"a box is {_SIZE} bytes long, not {len(box)}")
    where = u16(position) + u8(seat)
    ephemeral = box[:_KEY]
    private = X25519PrivateKey.from_private_bytes(private_key)
    recipient_key = private.public_key().public_bytes_raw()
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(ephemeral))
        cipher = _cipher(shared, ctx, ephemeral, recipient_key, where)
        plain = cipher.decrypt(_NONCE, box[_KEY:], ctx + where)
    except (InvalidTag, ValueError):  # ValueError: E forces an all-zero secret
        raise Unreadable(f"the box for position {position} does not open") from None
    return plain[0], plain[1:]


def x25519_public(private: bytes) -> bytes:
    """Returns the public key of a 32-byte X25519 secret; ValueError for another length."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def usable_x25519(public: bytes) -> bool:
    """Tells whether secrets can be shared with `public`: 32 bytes, and not of low order.

    A point of low order gives everybody the shared secret zero, so anyone could open its boxes.
    """
    try:
        _PROBE.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


# Every secret is clamped to a multiple of 8, which is why one stands for all: the shared secret is
# zero for points of low order and for no others.
_PROBE = X25519PrivateKey.from_private_bytes(bytes(range(32)))


def _cipher(
    shared: bytes, ctx: bytes, ephemeral: bytes, recipient_key: bytes, where: bytes
) -> ChaCha20Poly1305:
    info = PREFIX + b"box" + ephemeral + recipient_key + where
    return ChaCha20Poly1305(hkdf_expand(hkdf_extract(ctx, shared), info, _KEY))
