"""A link to a table in this very process: no sockets, no encoding, no gRPC."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Protocol

from acquire_net.agreement import rulebook_of
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.rulebook import Rulebook
from acquire_net.wire.updates import Glance, Role, Update


class LocalTable(Protocol):
    """What this link needs of a table; the host's `Hosting` is one."""

    def glance(self) -> Glance:
        """The table at a glance."""

    def sit(self, caller: bytes, name: str, x25519: bytes, *, bot: bool) -> int:
        """Takes a seat."""

    def leave(self, caller: bytes) -> None:
        """Gives a seat up."""

    def ready(self, caller: bytes, rules: bytes | None) -> None:
        """Agrees to the rules."""

    def set_rules(self, caller: bytes, rulebook: Rulebook, capacity: int | None) -> None:
        """Changes the rules, and perhaps the number of seats."""

    def add_bot(self, caller: bytes, level: str) -> int:
        """Seats a bot."""

    def remove_seat(self, caller: bytes, seat: int) -> None:
        """Empties a seat."""

    def arrange(self, caller: bytes, order: tuple[int, ...]) -> None:
        """Puts the seats into another order."""

    def start(self, caller: bytes) -> None:
        """Starts the game."""

    def submit(self, statement: Statement) -> int:
        """Puts a statement into the log."""

    def substitute(self, caller: bytes, seat: int) -> None:
        """Asks all whether a bot may hold a seat."""

    def abandon(self, caller: bytes, agree: bool) -> None:
        """Counts a vote for ending the game as it stands."""

    def stop(self, caller: bytes, why: str, author: int | None) -> int:
        """Ends the game."""

    def restore(self, entries: tuple[Entry, ...]) -> int:
        """Takes lost entries back."""

    def say(self, caller: bytes, text: str) -> None:
        """Passes chat on."""

    def nudge(self, caller: bytes, seat: int) -> None:
        """Rings a seat."""

    def confirm(self, caller: bytes, digits: str) -> None:
        """Passes on that the table check was compared."""

    def watch(
        self, caller: bytes, role: Role, after_seq: int, after_head: bytes
    ) -> AsyncGenerator[Update, None]:
        """Everything after a cursor, then what happens."""


class MemoryLink:
    """A link of `caller`, an Ed25519 public key, which this process vouches for."""

    def __init__(self, table: LocalTable, caller: bytes) -> None:
        self._table = table
        self._caller = caller
        self.host_key = b""
        """Nobody needs to vouch for a host in the same process."""

    async def glance(self) -> Glance:
        """The table at a glance."""
        return self._table.glance()

    async def sit(self, name: str, x25519: bytes, *, bot: bool) -> int:
        """Takes a seat."""
        return self._table.sit(self._caller, name, x25519, bot=bot)

    async def leave(self) -> None:
        """Gives the seat up."""
        self._table.leave(self._caller)

    async def ready(self, rules: bytes | None) -> None:
        """Agrees to the rules."""
        self._table.ready(self._caller, rules)

    async def set_rules(self, rulebook: str, capacity: int | None = None) -> None:
        """Changes the rules, and perhaps the number of seats."""
        self._table.set_rules(self._caller, rulebook_of(rulebook), capacity)

    async def add_bot(self, level: str) -> int:
        """Seats a bot."""
        return self._table.add_bot(self._caller, level)

    async def remove_seat(self, seat: int) -> None:
        """Empties a seat."""
        self._table.remove_seat(self._caller, seat)

    async def arrange(self, order: tuple[int, ...]) -> None:
        """Puts the seats into another order."""
        self._table.arrange(self._caller, order)

    async def start(self) -> None:
        """Starts the game."""
        self._table.start(self._caller)

    async def submit(self, statement: Statement) -> int:
        """Puts a statement into the log, and lets others have their turn."""
        seq = self._table.submit(statement)
        await asyncio.sleep(0)
        return seq

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        """Gives lost entries back."""
        return self._table.restore(entries)

    async def substitute(self, seat: int) -> None:
        """Asks all whether a bot may hold a seat."""
        self._table.substitute(self._caller, seat)

    async def abandon(self, agree: bool) -> None:
        """Votes on ending the game as it stands."""
        self._table.abandon(self._caller, agree)

    async def stop(self, why: str, author: int | None = None) -> int:
        """Ends the game."""
        return self._table.stop(self._caller, why, author)

    async def say(self, text: str) -> None:
        """Says something to all."""
        self._table.say(self._caller, text)

    async def nudge(self, seat: int) -> None:
        """Rings a seat."""
        self._table.nudge(self._caller, seat)

    async def confirm(self, digits: str) -> None:
        """Tells the others that the table check was compared."""
        self._table.confirm(self._caller, digits)

    def watch(self, role: Role, after_seq: int, after_head: bytes) -> AsyncGenerator[Update, None]:
        """Everything after a cursor, then what happens."""
        return self._table.watch(self._caller, role, after_seq, after_head)

    async def close(self) -> None:
        """Nothing to end."""
