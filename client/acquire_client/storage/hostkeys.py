"""What a host is known by: its certificate, its identity key, and the guests it once admitted.

All belong to the user, not to a table, so that those who came once come back without a code.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock

from acquire_client.storage import places
from acquire_client.storage.private import (
    Entropy,
    check_private,
    kept_key,
    read_key,
    read_private,
    write_private,
)

MOST_GUESTS: Final = 4096
"""Guests that are remembered; whoever was admitted first is forgotten first."""


@dataclass(frozen=True, slots=True, repr=False)
class HostKeys:
    """The user's host identity: certificate with its key as PEM, and the Ed25519 secret.

    `path` is where the certificate is kept.
    """

    certificate: bytes
    identity: bytes
    path: Path


def load(entropy: Entropy, make_certificate: Callable[[], bytes]) -> HostKeys:
    """The host keys of this user, made when there are none.

    Raises Unreadable for a file that others can read, or that is damaged.
    """
    folder = _folder()
    certificate = folder / "certificate.pem"
    with FileLock(folder / "keys.lock"):
        if not certificate.exists():
            write_private(certificate, make_certificate())
        identity = kept_key(folder / "host.key", entropy)
        return HostKeys(read_private(certificate), identity, certificate)


class Guests:
    """The keys that were admitted by a join code, one to a line, the newest last."""

    def __init__(self, path: Path, keys: dict[bytes, None]) -> None:
        self.path = path
        self._keys = keys

    @classmethod
    def load(cls) -> "Guests":
        """The guests of this user's host; a line that a crash cut short admits nobody."""
        path = _folder() / "guests"
        with _guest_lock():
            check_private(path)
            kept = path.read_bytes() if path.exists() else b""
            keys = dict.fromkeys(key for line in kept.splitlines() if (key := read_key(line)))
            newest = dict.fromkeys(list(keys)[-MOST_GUESTS:])
            whole = b"".join(map(_line, newest))
            if whole != kept:
                write_private(path, whole)
        return cls(path, newest)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """Everybody admitted so far, the newest last."""
        return tuple(self._keys)

    def add(self, key: bytes) -> None:
        """Remembers a guest, for good before this returns."""
        if key in self._keys:
            return
        with _guest_lock():
            handle = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "ab") as stream:
                stream.write(_line(key))
                stream.flush()
                os.fsync(stream.fileno())
        self._keys[key] = None


def _line(key: bytes) -> bytes:
    return key.hex().encode() + b"\n"


def _guest_lock() -> FileLock:
    return FileLock(_folder() / "guests.lock")


def _folder() -> Path:
    folder = places.home() / "host"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
