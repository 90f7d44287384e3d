"""How values become hashes and keys: fixed-width integers, tagged SHA-256 and HKDF."""

import hashlib
import hmac
from functools import lru_cache
from typing import Final

PREFIX: Final = b"acq-fair/1/"
"""What every tag, label and signature domain begins with, so that no other protocol shares one."""

_DIGEST: Final = 32


def u8(value: int) -> bytes:
    """Encodes 0..255 as one byte; OverflowError outside."""
    return value.to_bytes(1, "big")


def u16(value: int) -> bytes:
    """Encodes 0..2^16-1 as two bytes, big endian; OverflowError outside."""
    return value.to_bytes(2, "big")


def u32(value: int) -> bytes:
    """Encodes 0..2^32-1 as four bytes, big endian; OverflowError outside."""
    return value.to_bytes(4, "big")


def u64(value: int) -> bytes:
    """Encodes 0..2^64-1 as eight bytes, big endian; OverflowError outside."""
    return value.to_bytes(8, "big")


def tagged_hash(tag: str, *fields: bytes) -> bytes:
    """Hashes `fields` under `tag` (without the common prefix) to 32 bytes.

    The tag and every field go in behind their lengths, so two different calls never hash the same
    bytes: H(tag, f1..fk) = SHA-256(u8(len T) || T || u32(len f1) || f1 ..), T = PREFIX || tag.
    """
    parts = [_opening(tag)]
    for field in fields:
        parts.append(len(field).to_bytes(4, "big"))
        parts.append(field)
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """Authenticates `message`: 32 bytes of HMAC-SHA-256."""
    return hmac.digest(key, message, "sha256")


def hkdf_extract(salt: bytes, ikm: bytes) -> bytes:
    """Condenses key material into a 32-byte pseudorandom key (RFC 5869, 2.2)."""
    return mac(salt, ikm)


def hkdf_expand(prk: bytes, info: bytes, length: int) -> bytes:
    """Derives `length` bytes, 1 to 8160, for the purpose `info` (RFC 5869, 2.3).

    ValueError for any other length.
    """
    if not 1 <= length <= 255 * _DIGEST:
        raise ValueError(f"HKDF derives 1 to {255 * _DIGEST} bytes, not {length}")
    out = block = b""
    for number in range(1, -(-length // _DIGEST) + 1):
        block = mac(prk, block + info + u8(number))
        out += block
    return out[:length]


@lru_cache(maxsize=64)
def _opening(tag: str) -> bytes:
    name = PREFIX + tag.encode()
    return u8(len(name)) + name
