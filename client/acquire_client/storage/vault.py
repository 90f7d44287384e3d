"""The secrets beside a running game: a line of keys, then one for each statement that was signed.

A host's has its lobby and its bots in further lines.

Readable by its owner alone. A line is on disk before anything that depends on it is sent, so a
program killed at any moment neither loses a secret nor signs two different things in one place.
"""

import base64
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from acquire_client.storage import ledgerfile
from acquire_client.storage.private import read_private
from acquire_net.author import Secrets
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.ledger.statement import Statement

_FORMAT = "acquire-secrets/1"
_SECRET_FIELDS = tuple(field.name for field in fields(Secrets))
_STATEMENT_FIELDS = tuple(field.name for field in fields(Statement))


class Vault:
    """One secrets file. `authors` has the secrets by author number, `outbox` what was last signed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.about: dict[str, object] = {}
        """What the file is about: the table's id, the player's name."""
        self.authors: dict[int, Secrets] = {}
        self.outbox: Statement | None = None
        self.substitutes: dict[int, Secrets] = {}
        """The secrets of the bots that hold seats of players who left."""
        self.bots: dict[bytes, tuple[str, Secrets]] = {}
        """The level and secrets of the host's own bots, by their identity keys."""
        self.lobby: Mapping[str, object] | None = None
        """The lobby of a host, as it was last before the game."""
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))

    @classmethod
    def create(
        cls, path: Path, about: Mapping[str, object], authors: Mapping[int, Secrets]
    ) -> Self:
        """A new file with these secrets, on disk for good and held; Refused when there is one."""
        vault = cls(path)
        vault.about = dict(about)
        vault.authors = dict(authors)
        secrets = {str(one): _written(kept, _SECRET_FIELDS) for one, kept in authors.items()}
        first = _line({"format": _FORMAT, "about": vault.about, "authors": secrets})
        ledgerfile.create(path, first, 0o600)
        vault.hold()
        return vault

    @classmethod
    def open(cls, path: Path) -> Self:
        """An existing file to play on with: loads and holds it, without a torn last line.

        Raises Unreadable as `load` does, Refused(IN_USE) while another program holds it.
        """
        vault = cls(path)
        vault.hold()
        try:
            vault._load()
        except BaseException:
            vault.close()
            raise
        return vault

    @classmethod
    def load(cls, path: Path) -> Self:
        """An existing file, to look at; a torn last line was never acted on and is left out.

        Raises Unreadable for one that others can read, or that is damaged.
        """
        vault = cls(path)
        vault._load()
        return vault

    def hold(self) -> None:
        """Keeps other programs from playing this game; Refused(IN_USE) when one does."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise Refused(
                "IN_USE", _("Another acquire plays the game of {path}.").format(path=self.path)
            ) from None

    def close(self) -> None:
        """Lets other programs play this game."""
        if self._lock.is_locked:
            with suppress(OSError):  # Windows removes no file that is open
                Path(self._lock.lock_file).unlink()
            self._lock.release()

    def _load(self) -> None:
        path = self.path
        whole, _newline, torn = read_private(path).rpartition(b"\n")
        try:
            first, *rest = [json.loads(line) for line in whole.splitlines()]
            if first["format"] != _FORMAT:
                raise ValueError
            self.about = first["about"]
            self.authors = {int(one): _secrets(kept) for one, kept in first["authors"].items()}
            for row in rest:
                self._take(row)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Unreadable(
                _("{path} is no secrets file of this program, or damaged.").format(path=path)
            ) from None
        if torn and self._lock.is_locked:
            with path.open("r+b") as stream:
                stream.truncate(len(whole) + 1)

    def _take(self, row: Mapping[str, object]) -> None:
        match row:
            case {"substitute": seat}:
                self.substitutes[int(str(seat))] = _secrets(row)
            case {"bot": level}:
                secrets = _secrets(row)
                self.bots[secrets.public_identity] = str(level), secrets
            case {"about": dict(about)}:
                self.about |= about
            case {"lobby": dict(lobby)}:
                self.lobby = lobby
            case _:
                self.outbox = Statement(**_read(row, _STATEMENT_FIELDS))  # type: ignore[arg-type]

    def keep(self, statement: Statement) -> None:
        """Stores a signed statement before it is sent; the same one again costs nothing."""
        if statement != self.outbox:
            self._append(_written(statement, _STATEMENT_FIELDS))
            self.outbox = statement

    def keep_substitute(self, seat: int, secrets: Secrets) -> None:
        """Stores the secrets of a bot that is to hold a seat, before it does."""
        self._append({"substitute": seat} | _written(secrets, _SECRET_FIELDS))
        self.substitutes[seat] = secrets

    def keep_bot(self, level: str, secrets: Secrets) -> None:
        """Stores the secrets of a bot of the host, before it sits down."""
        self._append({"bot": level} | _written(secrets, _SECRET_FIELDS))
        self.bots[secrets.public_identity] = level, secrets

    def keep_lobby(self, lobby: Mapping[str, object]) -> None:
        """Stores how the lobby is now."""
        self._append({"lobby": lobby})
        self.lobby = lobby

    def note(self, **facts: object) -> None:
        """Adds to what the file is about, or changes it."""
        if facts.items() <= self.about.items():
            return
        self._append({"about": facts})
        self.about |= facts

    def remove(self) -> None:
        """Removes the file, whose secrets nobody needs any more, and closes it."""
        self.path.unlink(missing_ok=True)
        self.close()

    def _append(self, row: Mapping[str, object]) -> None:
        with self.path.open("ab") as stream:
            stream.write(_line(row))
            ledgerfile.to_disk(stream)


def _line(row: Mapping[str, object]) -> bytes:
    return json.dumps(row, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _written(value: object, names: tuple[str, ...]) -> dict[str, object]:
    parts = {name: getattr(value, name) for name in names}
    return {
        name: base64.b64encode(part).decode() if isinstance(part, bytes) else part
        for name, part in parts.items()
    }


def _secrets(row: Mapping[str, object]) -> Secrets:
    return Secrets(**_read(row, _SECRET_FIELDS))  # type: ignore[arg-type]


_TEXTS = ("kind",)


def _read(row: Mapping[str, object], names: tuple[str, ...]) -> dict[str, object]:
    return {
        name: base64.b64decode(part, validate=True)
        if isinstance(part := row[name], str) and name not in _TEXTS
        else part
        for name in names
    }
