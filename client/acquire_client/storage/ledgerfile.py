"""A ledger on disk: made whole, appended line by line, synced before anything depends on it."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from acquire_client.storage import places
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry

MAX_BYTES = 64 * 1024 * 1024
"""No game's ledger comes near; a larger file is not read."""


def read(path: Path) -> bytes:
    """The bytes of a ledger file; raises Unreadable with what to do when there is none."""
    try:
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise Unreadable(
                _("{path} is too large for a ledger ({size} MiB at most).").format(
                    path=path, size=MAX_BYTES >> 20
                )
            )
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(
            _("Cannot read {path}: {why}.").format(path=path, why=error.strerror or error)
        ) from error


@dataclass(frozen=True, slots=True)
class Kept:
    """A ledger as it was found: its header line, its entries, and whether its tail was torn."""

    header: bytes
    entries: tuple[Entry, ...]
    torn: bool


def load(path: Path) -> Kept:
    """A game to go on with; a torn tail (after the last newline) is left out.

    Raises Unreadable, with the line's number, for a damaged line.
    """
    try:
        text = file.split(read(path))
        return Kept(text.header, tuple(text.entries()), bool(text.torn))
    except Unreadable as error:
        raise Unreadable(_("{path} is damaged: {error}.").format(path=path, error=error)) from error


def create(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Makes a new file, whole and for good or not at all; raises Refused when there is one."""
    if path.exists():
        raise Refused(
            "FILE_EXISTS",
            _("{path} exists already; name another file with --ledger.").format(path=path),
        )
    places.made(path.parent)
    write_whole(path, path.with_name(f"{path.name}.new"), data, mode)


def write_whole(path: Path, draft: Path, data: bytes, mode: int) -> None:
    """Writes a file by way of a draft beside it: whoever looks finds all of it or the old one.

    It is on disk for good then. A draft that was left behind is written anew.
    """
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def check_new(path: Path) -> None:
    """Makes sure that a file can be made there later; raises Refused or OSError when not."""
    create(path, b"")
    path.unlink()


def to_disk(stream: BinaryIO) -> None:
    """Makes what was appended to a file survive a crash of the computer."""
    stream.flush()
    _sync_data(stream.fileno())


# Where there is fdatasync, it takes half as long: a file's dates need not last.
_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class LedgerFile:
    """A ledger being written. `write` may linger in the system's cache, `sync` makes it last."""

    def __init__(self, path: Path, stream: BinaryIO) -> None:
        self.path = path
        self._stream = stream
        self._dirty = False

    @classmethod
    def create(cls, path: Path, header: bytes) -> Self:
        """A new ledger with that header line, on disk for good; Refused when there is one."""
        create(path, header + b"\n")
        return cls.reopen(path)

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """An existing ledger to append to; a torn tail is cut off."""
        stream = path.open("r+b")
        data = stream.read()
        end = data.rfind(b"\n") + 1
        stream.truncate(end)
        stream.seek(end)
        return cls(path, stream)

    def write(self, entries: Sequence[Entry]) -> None:
        """Appends entries."""
        self._stream.write(b"".join(map(file.entry_line, entries)))
        self._dirty = True

    def sync(self) -> None:
        """Makes everything written so far survive a crash of the computer."""
        if self._dirty:
            to_disk(self._stream)
            self._dirty = False

    def journal(self, entries: Sequence[Entry]) -> None:
        """Appends and syncs: the host's journal."""
        self.write(entries)
        self.sync()

    def close(self) -> None:
        """Syncs and closes."""
        if not self._stream.closed:
            self.sync()
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def sync_folder(folder: Path) -> None:
    """Makes a new file's name survive a crash, where the system can (not on Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
