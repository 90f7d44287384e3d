"""A table as its links see it: the lobby, then the game, and everybody who watches.

The async shell around `Seating` and `Table`. A watcher is a cursor on the log and on the notices:
there is no queue per watcher, so a slow reader only lags.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from acquire_host.seating import Seating
from acquire_host.table import Journal, Table
from acquire_net.agreement import rulebook_hash
from acquire_net.author import Secrets
from acquire_net.errors import BrokenPromise, Refused
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.editions import SEMANTICS, canonical
from acquire_net.rules.rulebook import Rulebook
from acquire_net.text import tame
from acquire_net.wire.updates import (
    PROTOCOL,
    Entries,
    Glance,
    Goodbye,
    GoodbyeReason,
    HeaderLine,
    Heartbeat,
    Lobby,
    Notice,
    NoticeKind,
    Phase,
    Presence,
    Role,
    SeatInfo,
    Update,
)

_LOG: Final = logging.getLogger(__name__)

HEARTBEAT = 5.0
"""Seconds of silence after which a watcher gets a sign of life."""
CHAT_LENGTH = 300
MAX_WATCHERS = 256
BATCH = 64
"""The most entries in one update."""
_NOTICES_KEPT = 200

OpenJournal = Callable[[bytes], Journal]
"""Makes the ledger of a game with that header line, stored for good."""


@dataclass(eq=False)
class _Watcher:
    caller: bytes
    role: Role
    goodbye: Goodbye | None = None


class Hosting:
    """One table at its host. All methods are for one event loop.

    `role` holds the host's secrets in all its roles, `player` the hosting player's identity key,
    empty when nobody plays at the host. The game starts by itself once every seat is taken by
    somebody who agreed to the rules.
    """

    def __init__(
        self,
        name: str,
        seating: Seating,
        role: Secrets,
        table_id: bytes,
        open_journal: OpenJournal,
        *,
        player: bytes = b"",
        program: str = "",
        seeded: bool = False,
        absence: str = "consent",
    ) -> None:
        self.name = name
        self.seating = seating
        self.role = role
        self.table_id = table_id
        self.player = player
        self.program = program
        self.seeded = seeded
        self.absence = absence
        """What becomes of the seat of a player who left: see the header."""
        self.seat_bot: Callable[[int], Secrets] | None = None
        """Makes a bot for a seat whose player left, once all others agree; its stored secrets."""
        self._leaving: set[int] = set()
        """The seats that the hosting player asked to hand to a bot."""
        self.on_change: Callable[[], None] | None = None
        """Called when the lobby, the phase or who is here changed."""
        self.table: Table | None = None
        self._open_journal = open_journal
        self._watchers: list[_Watcher] = []
        self._served: set[bytes] = set()
        """Who was sent the whole log, once it was complete."""
        self._notices: list[Notice] = []
        self._dropped_notices = 0
        self._closing: Goodbye | None = None
        self._lobby_version = 0
        self._presence_version = 0
        self._bell = asyncio.Event()

    def resume(
        self,
        header_line: bytes,
        entries: Iterable[Entry],
        journal: Journal,
        bots: Collection[int] = (),
    ) -> None:
        """Goes on with a game from its ledger; raises BrokenPromise when that is damaged.

        `bots` are the seats that bots play, which the ledger does not tell.
        """
        self.table = Table(header_line, self.role, journal, entries)
        header = self.table.replica.header
        self.table_id = header.table_id
        self.seeded = header.seeded
        self.seating = Seating(self.table.replica.rulebook, len(header.seats))
        for seat, keys in enumerate(header.seats):
            self.seating.sit(keys.name, keys.identity, keys.x25519, bot=seat in bots)
            self.seating.ready(keys.identity, rulebook_hash(self.seating.rulebook))

    # -- what anybody may ask ----------------------------------------------------------------

    def lobby(self) -> Lobby:
        """The table outside of its log."""
        connected = {one.caller for one in self._watchers if one.role is Role.SEAT}
        seats = tuple(
            SeatInfo(
                index,
                one.name,
                one.identity,
                one.x25519,
                one.ready,
                one.identity in connected,
                one.bot,
            )
            for index, one in enumerate(self.seating.sitters)
        )
        return Lobby(
            self.name,
            self._phase(),
            canonical(self.seating.rulebook).decode("ascii"),
            seats,
            self._spectators(),
            self.player,
            self.table_id,
            self.table.replica.header.attempt if self.table else 0,
            self.role.public_identity,
            self.seating.capacity,
        )

    def glance(self, nonce: bytes = b"") -> Glance:
        """The table at a glance; a service puts a one-use nonce in."""
        length = self.table.published if self.table else 0
        head = self.table.replica.heads[length] if self.table else b""
        return Glance(self.lobby(), PROTOCOL, SEMANTICS, self.program, nonce, length, head)

    def _phase(self) -> Phase:
        if self.table is None:
            return Phase.LOBBY
        return Phase.OVER if self.table.complete else Phase.PLAYING

    def _spectators(self) -> int:
        return sum(1 for one in self._watchers if one.role is Role.SPECTATOR)

    # -- the lobby ---------------------------------------------------------------------------

    def sit(self, caller: bytes, name: str, x25519: bytes, *, bot: bool = False) -> int:
        """Takes a seat; see `Seating.sit`. Once there is a log, only one's own, by its key.

        A seat whose secrets were lost comes with another table key, which its owner's `return`
        puts into the log. Raises Refused(GAME_STARTED).
        """
        if self.table is not None:
            if (seat := self.seating.seat_of(caller)) is not None:
                return seat
            raise Refused("GAME_STARTED", "The game has started; you can watch it.")
        seat = self.seating.sit(name, caller, x25519, bot=bot)
        self._lobby_changed()
        return seat

    def leave(self, caller: bytes) -> None:
        """Gives a seat up before the game starts."""
        self._before_start()
        self.seating.leave(caller)
        self._lobby_changed()

    def ready(self, caller: bytes, rules: bytes | None) -> None:
        """Agrees to the rules; starts the game when that was the last agreement missing."""
        self._before_start()
        self.seating.ready(caller, rules)
        if self.seating.full:
            self._start()
        self._lobby_changed()

    def set_rules(self, caller: bytes, rulebook: Rulebook) -> None:
        """Changes the rules; only the hosting player may."""
        self._before_start()
        self._host_only(caller)
        self.seating.set_rules(rulebook)
        self._lobby_changed()

    def remove_seat(self, caller: bytes, seat: int) -> None:
        """Empties a seat; only the hosting player may."""
        self._before_start()
        self._host_only(caller)
        if not 0 <= seat < len(self.seating.sitters):
            raise Refused("NOT_YOUR_SEAT", "Nobody sits there.")
        identity = self.seating.sitters[seat].identity
        self.seating.leave(identity)
        for watcher in self._watchers:
            if watcher.caller == identity and watcher.role is Role.SEAT:
                watcher.goodbye = Goodbye(
                    GoodbyeReason.REMOVED, "The hosting player gave your seat to nobody."
                )
        self._lobby_changed()

    def start(self, caller: bytes) -> None:
        """Starts with the seats taken so far; only the hosting player may, when all agreed."""
        self._before_start()
        self._host_only(caller)
        if not self.seating.agreed:
            raise Refused("NOT_READY", "At least two players must sit, and all be ready.")
        self.seating.capacity = len(self.seating.sitters)
        self._start()
        self._lobby_changed()

    def _start(self) -> None:
        _LOG.info("the game begins, with %d seats", len(self.seating.sitters))
        header = self.seating.header(
            self.role.public_identity, self.table_id, seeded=self.seeded, absence=self.absence
        ).encode()
        try:
            self.table = Table(header, self.role, self._open_journal(header))
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            why = f"The host cannot store the game: {error.strerror or error}{where}."
            raise self._never(why) from error
        except Refused as error:  # the same, a moment later
            raise self._never(str(error)) from error

    def _never(self, why: str) -> Refused:
        """Sends everybody home: this table's game cannot start."""
        self._closing = Goodbye(GoodbyeReason.TABLE_STOPPED, why)
        self._ring()
        return Refused("TABLE_STOPPED", why)

    def _before_start(self) -> None:
        if self.table is not None:
            raise Refused("GAME_STARTED", "The game has started.")

    def _host_only(self, caller: bytes) -> None:
        if not self.player or caller != self.player:
            raise Refused("HOST_ONLY", "Only the hosting player may do that.")

    # -- the game ----------------------------------------------------------------------------

    def submit(self, statement: Statement) -> int:
        """Puts a statement into the log; its sequence number, once it is stored."""
        if self.table is None:
            raise Refused("NOT_STARTED", "The game has not started.")
        try:
            seq = self.table.submit(statement)
            self._hand_over()
            return seq
        finally:
            self._ring()

    def substitute(self, caller: bytes, seat: int) -> None:
        """Asks all others whether a bot may hold the seat of a player who left.

        Only the hosting player may, and only for a seat that is not connected. The bot sits down
        when everybody else has said so in the log.
        """
        self._host_only(caller)
        if self.table is None or not self.table.replica.playing:
            raise Refused("NOT_STARTED", "No game is being played.")
        if not 0 <= seat < self.table.replica.seats or seat in self._presence().connected:
            raise Refused(
                "NOT_YOUR_SEAT", "Only the seat of a player who is away can be handed on."
            )
        self._leaving.add(seat)
        name = self.seating.sitters[seat].name
        self._tell(f"Shall a bot hold the seat of {name} until {name} is back? consent {name}")
        self._hand_over()

    def _hand_over(self) -> None:
        """Seats the bots that everybody agrees to."""
        if self.table is None or self.seat_bot is None:
            return
        for seat in sorted(self._leaving):
            if not self.table.replica.missing_consents(seat):
                self._leaving.discard(seat)
                self.table.substitute(seat, self.seat_bot(seat))
                self._tell(f"A bot holds the seat of {self.seating.sitters[seat].name} now.")

    def stop(self, caller: bytes, why: bodies.StopReason, author: int | None) -> int:
        """Ends the game before the rules do; only the hosting player may."""
        self._host_only(caller)
        if self.table is None:
            raise Refused("NOT_STARTED", "The game has not started.")
        try:
            return self.table.stop(why, author)
        finally:
            self._ring()

    def restore(self, entries: Iterable[Entry]) -> int:
        """Takes back entries that this host signed and lost; the number of entries then."""
        if self.table is None:
            raise Refused("NOT_STARTED", "The game has not started.")
        try:
            return self.table.restore(tuple(entries))
        except BrokenPromise as lie:
            raise Refused("OTHER_HISTORY", f"Not restored: {lie.what}.") from lie
        finally:
            self._ring()

    # -- notices -----------------------------------------------------------------------------

    def say(self, caller: bytes, text: str) -> None:
        """Passes chat on to everybody who watches."""
        if words := tame(text, CHAT_LENGTH):
            self._notify(NoticeKind.SAY, caller, words)

    def nudge(self, caller: bytes, seat: int) -> None:
        """Rings a seat."""
        if not 0 <= seat < len(self.seating.sitters):
            raise Refused("NOT_YOUR_SEAT", "Nobody sits there.")
        self._notify(NoticeKind.NUDGE, caller, self.seating.sitters[seat].name)

    def confirm(self, caller: bytes, digits: str) -> None:
        """Tells the others that a player compared the table check."""
        self._notify(NoticeKind.CONFIRM, caller, tame(digits, 12))

    def _tell(self, text: str) -> None:
        """The host itself tells everybody something."""
        self._add(Notice(NoticeKind.HOST, "", None, text))

    def _notify(self, kind: NoticeKind, caller: bytes, text: str) -> None:
        seat = self.seating.required_seat(caller)
        self._add(Notice(kind, self.seating.sitters[seat].name, seat, text))

    def _add(self, notice: Notice) -> None:
        self._notices.append(notice)
        if len(self._notices) > _NOTICES_KEPT:
            del self._notices[0]
            self._dropped_notices += 1
        self._ring()

    # -- watching ----------------------------------------------------------------------------

    async def watch(
        self, caller: bytes, role: Role, after_seq: int = 0, after_head: bytes = b""
    ) -> AsyncGenerator[Update, None]:
        """Everything after the caller's cursor, then what happens, until a goodbye.

        Raises Refused: OTHER_HISTORY when the caller's log is not this one, NOT_YOUR_SEAT for
        the role of a seat one does not have.
        """
        watcher = self._enter(caller, role, after_seq, after_head)
        try:
            async for update in self._updates(watcher, after_seq):
                yield update
        finally:
            self._watchers.remove(watcher)
            self._left(watcher)
            self._presence_changed()

    def _left(self, watcher: _Watcher) -> None:
        """Before the game a seat is kept only for who is there, or the game would wait for ever."""
        connected = {one.caller for one in self._watchers if one.role is Role.SEAT}
        if self.table is not None or watcher.role is not Role.SEAT:
            return
        if watcher.caller not in connected and self.seating.seat_of(watcher.caller) is not None:
            self.seating.leave(watcher.caller)

    def _enter(self, caller: bytes, role: Role, after_seq: int, after_head: bytes) -> _Watcher:
        if role is Role.SEAT:
            self.seating.required_seat(caller)
        if len(self._watchers) >= MAX_WATCHERS:
            raise Refused("TABLE_FULL", "Too many watch already.")
        if after_seq or after_head:
            heads = self.table.replica.heads[: self.table.published + 1] if self.table else []
            if after_seq >= len(heads):
                raise Refused("AHEAD", f"This host has only {max(len(heads) - 1, 0)} entries.")
            if heads[after_seq] != after_head:
                raise Refused("OTHER_HISTORY", "That is not the history of this table.")
        for other in self._watchers:
            if (other.caller, other.role) == (caller, role):
                other.goodbye = Goodbye(
                    GoodbyeReason.REPLACED, "You are connected from somewhere else now."
                )
        watcher = _Watcher(caller, role)
        self._watchers.append(watcher)
        self._presence_changed()
        return watcher

    async def _updates(self, watcher: _Watcher, cursor: int) -> AsyncGenerator[Update, None]:
        lobby = presence = -1
        notices = self._dropped_notices + len(self._notices)
        header_due = cursor == 0
        while True:
            bell = self._bell
            if self.table is None and lobby != self._lobby_version:
                lobby = self._lobby_version
                yield self.lobby()
            if self.table is not None:
                if header_due:
                    header_due = False
                    yield HeaderLine(self.table.replica.header_line)
                while cursor < self.table.published:
                    batch = self.table.entries[cursor : min(self.table.published, cursor + BATCH)]
                    cursor += len(batch)
                    self._sent_up_to(cursor, watcher)
                    yield Entries(tuple(batch))
                if presence != self._presence_version:
                    presence = self._presence_version
                    yield self._presence()
            while notices < self._dropped_notices + len(self._notices):
                notices = max(notices, self._dropped_notices)
                notices += 1
                yield self._notices[notices - 1 - self._dropped_notices]
            if (goodbye := self._goodbye(watcher, cursor)) is not None:
                yield goodbye
                return
            if bell is self._bell and not await _rings(bell, HEARTBEAT):
                yield Heartbeat(cursor)

    def _sent_up_to(self, cursor: int, watcher: _Watcher) -> None:
        """Remembers who has the whole log; before it is sent, since nobody need wait for more."""
        table = self.table
        if table is not None and table.complete and cursor == table.published:
            self._served.add(watcher.caller)

    def _goodbye(self, watcher: _Watcher, cursor: int) -> Goodbye | None:
        if watcher.goodbye:
            return watcher.goodbye
        if self.table is not None and cursor == self.table.published:
            if self.table.complete:
                self._sent_up_to(cursor, watcher)
                return Goodbye(GoodbyeReason.GAME_OVER, "The game is over and its ledger complete.")
            if self.table.stopped:
                return Goodbye(GoodbyeReason.TABLE_STOPPED, self.table.stopped)
        return self._closing

    def _presence(self) -> Presence:
        present = {one.caller for one in self._watchers if one.role is Role.SEAT}
        sitters = enumerate(self.seating.sitters)
        connected = tuple(seat for seat, one in sitters if one.identity in present)
        return Presence(connected, self._spectators())

    # -- closing -----------------------------------------------------------------------------

    def close(self, text: str) -> None:
        """Says goodbye to everybody; every watch ends."""
        _LOG.info("closing: %s", text)
        self._closing = Goodbye(GoodbyeReason.SHUTTING_DOWN, text)
        self._ring()

    async def settled(self) -> None:
        """Waits until the log is complete, or can grow no more."""
        while not self._settled():
            await self._bell.wait()

    def _settled(self) -> bool:
        done = self.table is not None and self.table.complete
        return done or self.stopped is not None

    @property
    def stopped(self) -> str | None:
        """Why the game cannot go on here, in a sentence; None while it can."""
        if self.table is None:
            return self._closing.text if self._closing else None
        return self.table.stopped

    async def empty(self) -> None:
        """Waits until nobody watches, and every seat was sent the end of the game."""
        while self._watchers or self._unserved():
            await self._bell.wait()

    def _unserved(self) -> bool:
        """Whether some seat's client, perhaps just starting again, has still to fetch the end."""
        if self.table is None or not self.table.complete:
            return False
        return any(one.identity not in self._served for one in self.seating.sitters)

    def _lobby_changed(self) -> None:
        self._lobby_version += 1
        self._ring()
        if self.on_change is not None:
            self.on_change()

    def _presence_changed(self) -> None:
        self._presence_version += 1
        self._lobby_changed()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()


async def _rings(bell: asyncio.Event, seconds: float) -> bool:
    """Whether the bell rings within so many seconds.

    Not with `wait_for`: before Python 3.12 that swallows a cancellation when the bell rings in
    the same moment, and the watcher would never end.
    """
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        return False
    return True
