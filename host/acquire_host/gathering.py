"""A table as those see it who watch: its lobby, its log as it grows, and who else is here.

A watcher is a cursor on the log and on the notices: there is no queue per watcher, so a slow reader
only lags.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from typing import Final, Generic, TypeVar

from acquire_host import keeping
from acquire_host.abandoning import Abandoning
from acquire_host.attendance import Attendance, Watcher
from acquire_host.keeping import KeptLobby
from acquire_host.notices import Notices
from acquire_host.seating import Seating
from acquire_host.table import Table
from acquire_net.author import Secrets
from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.rules.editions import SEMANTICS, canonical
from acquire_net.wire.updates import (
    PROTOCOL,
    Away,
    Entries,
    Glance,
    Goodbye,
    GoodbyeReason,
    HeaderLine,
    Heartbeat,
    Lobby,
    Phase,
    Presence,
    Role,
    SeatInfo,
    Update,
)

_LOG: Final = logging.getLogger(__name__)
_UpdateT = TypeVar("_UpdateT", bound=Update)

HEARTBEAT = 5.0
"""Seconds of silence after which a watcher gets a sign of life."""
BATCH = 64
"""The most entries in one update."""


class Gathering:
    """One table and all who watch it; `Hosting` adds what can be done there.

    `role` holds the host's secrets in all its roles, `player` the hosting player's identity key,
    empty when nobody plays at the host. `now` tells the time in seconds.
    """

    def __init__(
        self,
        name: str,
        seating: Seating,
        role: Secrets,
        table_id: bytes,
        *,
        player: bytes,
        program: str,
        now: Callable[[], float],
    ) -> None:
        self.name = name
        self.seating = seating
        self.role = role
        self.table_id = table_id
        self.player = player
        self.program = program
        self.table: Table | None = None
        self.on_change: Callable[[], None] | None = None
        """Called when the lobby, the phase or who is here changed."""
        self.on_lobby: Callable[[dict[str, object]], None] | None = None
        """Stores the lobby, before the game, whenever it changed; see `kept_lobby`."""
        self._levels: dict[bytes, str] = {}
        """The levels of the bots that this host runs in the lobby, by their keys."""
        self._stored: dict[str, object] = {}
        """The lobby as it was stored last."""
        self._here = Attendance(now)
        self._notices = Notices()
        self._abandoning = Abandoning(now)
        self._served: set[bytes] = set()
        """Who has the whole log, once it was complete: who asked for what comes after it."""
        self._closing: Goodbye | None = None
        self._lobby_version = 0
        self._presence_version = 0
        self._lobby_shown = _Shown(self.lobby)
        self._presence_shown = _Shown(self._presence)
        self._bell = asyncio.Event()

    # -- what anybody may ask ----------------------------------------------------------------

    def lobby(self) -> Lobby:
        """The table outside of its log."""
        connected = self._here.seated
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
            self._here.spectators,
            self.player,
            self.table_id,
            self.table.replica.header.attempt if self.table else 0,
            self.role.public_identity,
            self.seating.capacity,
        )

    def glance(self, nonce: bytes = b"") -> Glance:
        """The table at a glance; a service puts a one-use nonce in."""
        self._give_up_seats()
        length = self.table.published if self.table else 0
        head = self.table.replica.heads[length] if self.table else b""
        return Glance(self.lobby(), PROTOCOL, SEMANTICS, self.program, nonce, length, head)

    def _phase(self) -> Phase:
        if self.table is None:
            return Phase.LOBBY
        return Phase.OVER if self.over else Phase.PLAYING

    def kept_lobby(self) -> dict[str, object]:
        """The lobby as JSON can write it, all that is needed to make it again; not who was ready."""
        return keeping.plain(KeptLobby(self.name, self.table_id, self.seating, self._levels))

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
            self._here.leave(watcher)
            self._left(watcher)
            self._presence_changed()

    def _left(self, watcher: Watcher) -> None:
        """Before the game a seat is kept only for who is there, or the game would wait for ever.

        The hosting player's is kept while he hosts on, but he has agreed to nothing.
        """
        if self.table is not None or watcher.role is not Role.SEAT:
            return
        gone = watcher.caller not in self._here.seated
        if not gone or self.seating.seat_of(watcher.caller) is None:
            return
        if watcher.caller == self.player:
            self.seating.ready(watcher.caller, None)
        else:
            self.seating.leave(watcher.caller)

    def _give_up_seats(self) -> None:
        """Before the game, empties the seats that were kept long enough for who is not there."""
        if self.table is not None:
            return
        late = [key for key in self._here.overdue() if self.seating.seat_of(key) is not None]
        for key in late:
            self.seating.leave(key)
        if late:
            self._lobby_changed()

    def _enter(self, caller: bytes, role: Role, after_seq: int, after_head: bytes) -> Watcher:
        if role is Role.SEAT:
            self.seating.required_seat(caller)
        if after_seq or after_head:
            heads = self.table.replica.heads[: self.table.published + 1] if self.table else []
            if after_seq >= len(heads):
                raise Refused(
                    "AHEAD",
                    _("This host has only {count} entries.").format(count=max(len(heads) - 1, 0)),
                )
            if heads[after_seq] != after_head:
                raise Refused("OTHER_HISTORY", _("That is not the history of this table."))
            if self.over and after_seq == len(heads) - 1:
                self._served.add(caller)
        watcher = self._here.enter(caller, role)
        self._presence_changed()
        return watcher

    async def _updates(self, watcher: Watcher, cursor: int) -> AsyncGenerator[Update, None]:
        lobby = presence = -1
        notices = self._notices.count
        header_due = cursor == 0
        while True:
            bell = self._bell
            waits = self.table is None or header_due  # who sat down last is seen before the game
            if waits and lobby != self._lobby_version:
                lobby = self._lobby_version
                yield self._lobby_shown.at(lobby)
            if self.table is not None:
                if header_due:
                    header_due = False
                    yield HeaderLine(self.table.replica.header_line)
                while cursor < self.table.published:
                    batch = self.table.entries[cursor : min(self.table.published, cursor + BATCH)]
                    cursor += len(batch)
                    yield Entries(tuple(batch))
                if presence != self._presence_version:
                    presence = self._presence_version
                    yield self._presence_shown.at(presence)
            for notice in self._notices.after(notices):
                yield notice
            notices = self._notices.count
            if (goodbye := self._goodbye(watcher, cursor)) is not None:
                yield goodbye
                return
            if bell is self._bell and not await _rings(bell, HEARTBEAT):
                self._give_up_seats()
                yield Heartbeat(cursor)

    def _goodbye(self, watcher: Watcher, cursor: int) -> Goodbye | None:
        if watcher.goodbye:
            return watcher.goodbye
        if self.table is not None and cursor == self.table.published:
            if self.over and not self._may_sign(watcher):
                return Goodbye(
                    GoodbyeReason.GAME_OVER, _("The game is over and its ledger complete.")
                )
            if self.table.stopped:
                return Goodbye(GoodbyeReason.TABLE_STOPPED, self.table.stopped)
        return self._closing

    def _may_sign(self, watcher: Watcher) -> bool:
        """Whether a watcher may still agree that the game was abandoned, and has time for that."""
        seat = self.seating.seat_of(watcher.caller)
        if self.table is None or seat is None or watcher.role is not Role.SEAT:
            return False
        replica = self.table.replica
        unsigned = replica.abandoned and seat not in replica.finals
        return unsigned and self._abandoning.in_time(watcher.since)

    def _presence(self) -> Presence:
        here, sitters = self._here.seated, [*enumerate(self.seating.sitters)]
        signed = self.table.replica.finals if self.table and self.table.replica.abandoned else set()
        return Presence(
            tuple(seat for seat, one in sitters if one.identity in here),
            self._here.spectators,
            tuple(
                Away(seat, self._here.seconds_away(one.identity))
                for seat, one in sitters
                if one.identity not in here
            ),
            tuple(sorted(self._abandoning.agreed | signed)),
        )

    # -- closing -----------------------------------------------------------------------------

    def close(self, text: str) -> None:
        """Says goodbye to everybody; every watch ends."""
        _LOG.info("closing: %s", text)
        self._closing = Goodbye(GoodbyeReason.SHUTTING_DOWN, text)
        self._ring()

    async def settled(self) -> None:
        """Waits until the log is complete, or can grow no more."""
        while not self._settled():
            await _rings(self._bell, HEARTBEAT)  # those who are to sign have only so much time

    def _settled(self) -> bool:
        return self.over or self.stopped is not None

    @property
    def over(self) -> bool:
        """Whether the log is complete, or the game was stopped and all who will sign have signed.

        Of a stopped game nobody waits for who is away, or does not agree; they may still sign.
        """
        table = self.table
        if table is None or table.published != len(table.entries):
            return False
        if table.complete:
            return True
        if table.replica.stopped is None:
            return False
        sitters, callers = self.seating.sitters, self._here.callers
        keys, handed_on = table.replica.keys, table.replica.substituted
        here = {seat for seat in range(len(sitters)) if keys[seat] in callers}
        bots = {seat for seat in here if sitters[seat].bot or seat in handed_on}
        return self._abandoning.signed(table.replica, here, bots)

    @property
    def stopped(self) -> str | None:
        """Why the game cannot go on here, in a sentence; None while it can."""
        if self.table is None:
            return self._closing.text if self._closing else None
        return self.table.stopped

    async def empty(self) -> None:
        """Waits until nobody watches, and every seat has the end of the game: see `watch`."""
        while self._here or self._unserved():
            await self._bell.wait()

    def _unserved(self) -> bool:
        """Whether some seat's client, perhaps just starting again, has still to fetch the end."""
        if self.table is None or not self.over:
            return False
        return any(one.identity not in self._served for one in self.seating.sitters)

    def _lobby_changed(self) -> None:
        self._lobby_version += 1
        self._ring()
        self._keep_lobby()
        if self.on_change is not None:
            self.on_change()

    def _keep_lobby(self) -> None:
        """Has the lobby stored, before anybody is told of what changed in it."""
        if self.on_lobby is not None and self.table is None:
            kept = self.kept_lobby()
            if kept != self._stored:
                self._stored = kept
                self.on_lobby(kept)

    def _presence_changed(self) -> None:
        self._presence_version += 1
        self._lobby_changed()

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()


class _Shown(Generic[_UpdateT]):
    """What all watchers are told of a version, made once for each."""

    def __init__(self, make: Callable[[], _UpdateT]) -> None:
        self._make = make
        self._made: tuple[int, _UpdateT] | None = None

    def at(self, version: int) -> _UpdateT:
        if self._made is None or self._made[0] != version:
            self._made = version, self._make()
        return self._made[1]


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
