"""Somebody at a table among others: the lobby, the table check, who goes away, as it concerns him."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from acquire_client.playing import Playing
from acquire_client.session import Onlooker, Session
from acquire_client.teller import Teller
from acquire_client.voices import Voice
from acquire_client.words import lobby as lobby_words
from acquire_net.language import _
from acquire_net.ledger.statement import Entry
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Glance, Lobby, SeatInfo


class Acquaintances(Protocol):
    """The keys of those with whom this person once compared a table check."""

    def knows(self, keys: Iterable[bytes]) -> bool:
        """Whether all of these are among them."""

    def add(self, keys: Iterable[bytes]) -> None:
        """Remembers them, for good."""


class Participant(Teller):
    """Whoever has a seat, or wants one, and is told what to do about the others."""

    attended = True
    """Whether somebody is there who answers at any time, and not a script's next line."""

    def __init__(self, voice: Voice, *, practice: bool = False) -> None:
        super().__init__(voice, practice=practice)
        self.game: Playing | None = None
        """What plays this seat: the way to the table. Set before anything is told."""
        self.acquaintances: Acquaintances | None = None
        self.compared = False
        """Whether the table check was compared, now or with the same people before."""
        self.coded = False
        """Whether newcomers to this table need its join code."""
        self.ways_in: Callable[[], Sequence[str]] | None = None
        """How others join, in lines."""
        self.missed: Callable[[], bool] | None = None
        """Whether others would miss the table if this program ended; only where it hosts one."""
        self._asked_ready = False

    @property
    def key(self) -> bytes:
        """The key under which this person sits at tables."""
        return self.game.party.key if self.game is not None else b""

    def table(self, glance: Glance, *, known: bool = False) -> None:
        """Tells where one is; whatever was of an earlier table is over."""
        self.compared = self._asked_ready = False
        self.coded = glance.code
        super().table(glance, known=known)

    def lobby(self, lobby: Lobby) -> None:
        """Tells who sits here and what changed, and asks to agree to the rules."""
        before = self.room
        super().lobby(lobby)
        own = self.own_seat
        if own is None or self.game is None or self.game.agree:
            return
        other_rules = before is not None and before.rulebook != lobby.rulebook
        if not own.ready and (other_rules or not self._asked_ready):
            self._asked_ready = True
            self.voice.tell([lobby_words.asks_ready(again=other_rules)], "lobby")
        elif lobby.host_identity == self.key and not _startable(before) and _startable(lobby):
            self.voice.tell([lobby_words.waiting(lobby, self.key)], "lobby")

    @property
    def own_seat(self) -> SeatInfo | None:
        """The seat of this person in the lobby; None for one that sits nowhere."""
        seats = self.room.seats if self.room is not None else ()
        return next((seat for seat in seats if seat.identity == self.key), None)

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """Tells that the game begins, or goes on among those who may have compared the check."""
        super().begin(session, bots)
        self.compared = bool(self.digits) and self._all_met()

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Tells what happened, and asks to agree when the game was ended as it stands."""
        super().happened(entry, events)
        if entry.statement.kind == "stop" and self._asked_to_stop():
            line = _("abandon agrees to that; your signature is missing.")
            self.voice.tell([line], "stopped")

    def _asked_to_stop(self) -> bool:
        return isinstance(self.session, Session) and self.session.asked_to_stop

    def table_check(self, digits: str) -> None:
        """Tells the table check; nobody need compare it who knows all others from before."""
        self.compared = self._all_met()
        if self.compared:
            text = _("Table check {digits}. You have played with all of them before.")
            self.voice.tell([text.format(digits=digits)], "check")
            return
        super().table_check(digits)
        if self.attended:
            self.voice.tell([_("Type confirm when you have compared it.")], "check")

    def _all_met(self) -> bool:
        return self.acquaintances is not None and self.acquaintances.knows(self._keys())

    def confirmed(self) -> None:
        """Notes that the table check was compared, for the next time too."""
        self.compared = True
        if self.acquaintances is not None:
            self.acquaintances.add(self._keys())

    def _keys(self) -> list[bytes]:
        """The keys of the host and of the other people at the table; a bot's is new every time."""
        assert self.session is not None
        assert self.names is not None
        header = self.session.replica.header
        people = (s for s in range(len(header.seats)) if s not in self.names.bots)
        return [header.host_key, *(header.seats[s].identity for s in people if s != self.seat)]

    def went_away(self, seat: int) -> None:
        """Tells that a player is away, and what one can do about it."""
        super().went_away(seat)
        if self.attended and self.names is not None:
            name, seats = self.names.players[seat], len(self.names.players)
            line = lobby_words.what_now(name, seats, hosting=self.missed is not None)
            self.voice.tell([line], "presence")


def _startable(room: Lobby | None) -> bool:
    return room is not None and lobby_words.can_start(room)
