"""Whom one has met: the keys of those at tables whose table check was compared."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from acquire_client.storage import places
from acquire_client.storage.private import read_key, write_private

MOST: Final = 1024
"""Keys that are remembered; whoever was met first is forgotten first."""


class Met:
    """The keys that one profile has met, in a file of their own: one to a line, newest last.

    Only whoever holds the profile adds to it.
    """

    def __init__(self, profile: str) -> None:
        self._path: Path = places.profiles() / f"{profile}.met"

    def knows(self, keys: Iterable[bytes]) -> bool:
        """Whether all of these were met."""
        return set(keys) <= set(self._load())

    def add(self, keys: Iterable[bytes]) -> None:
        """Remembers keys, for good before this returns."""
        met, fresh = self._load(), dict.fromkeys(keys)
        now = ([key for key in met if key not in fresh] + [*fresh])[-MOST:]
        if now != met:
            write_private(self._path, b"".join(key.hex().encode() + b"\n" for key in now))

    def _load(self) -> list[bytes]:
        data = self._path.read_bytes() if self._path.exists() else b""
        return [key for line in data.splitlines() if (key := read_key(line))]
