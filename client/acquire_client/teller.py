"""Tells a table's course to whoever plays or looks on: the half of a player that only listens."""

from collections.abc import Mapping, Sequence
from typing import Literal

from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_client.voices import Voice
from acquire_client.words import events as event_words
from acquire_client.words import rulebook as rulebook_words
from acquire_client.words.names import Names
from acquire_net.agreement import rulebook_of
from acquire_net.errors import AcquireError
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event, PositionsGiven, TurnBegan
from acquire_net.wire.updates import (
    Glance,
    Goodbye,
    GoodbyeReason,
    Lobby,
    Notice,
    NoticeKind,
    Presence,
)

Announce = Literal["all", "mine", "hold"]
"""Which events are told as they happen: all, those of one's own turn, or none before one asks."""


class Teller:
    """Tells everything as it happens, through a voice; subclasses answer questions.

    `practice` leaves out what only matters among people on several computers.
    """

    def __init__(self, voice: Voice, *, practice: bool = False) -> None:
        self.voice = voice
        self.practice = practice
        self.session: Session | Onlooker | None = None
        self.names: Names | None = None
        self.log: list[Event] = []
        """Every event of the game, oldest first."""
        self._drawn: PositionsGiven | None = None
        self._checked = False
        self._present: tuple[int, ...] | None = None
        self._waiting: tuple[str, ...] = ()

    # -- the table ---------------------------------------------------------------------------

    def table(self, glance: Glance) -> None:
        """Tells where one is, and the rules."""
        if self.practice:
            return
        lobby = glance.lobby
        self.voice.tell([f"{lobby.name}, {len(lobby.seats)} of {lobby.capacity} seats taken."])
        self.voice.tell(rulebook_words.in_force(rulebook_of(lobby.rulebook)), "rules")

    def lobby(self, lobby: Lobby) -> None:
        """Tells who sits here, when that changed."""
        if self.practice:
            return
        here = tuple(seat.name + (" (bot)" if seat.bot else "") for seat in lobby.seats)
        if here != self._waiting:
            self._waiting = here
            missing = lobby.capacity - len(here)
            rest = f"; waiting for {missing} more." if missing else "."
            self.voice.tell([f"At the table: {', '.join(here) or 'nobody yet'}{rest}"], "lobby")

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """Tells that the game begins, or goes on."""
        self.session, replica = session, session.replica
        self.log = [*session.past]
        players = tuple(replica.names[one] for one in range(replica.seats))
        self.names = Names(replica.rulebook, players, session.seat, bots)
        self._checked = self.practice or replica.playing
        if replica.length:
            self.voice.tell(["The game goes on where it was."], "begin")
        else:
            order = ", ".join(self.names.title(one) for one in range(replica.seats))
            self.voice.tell([f"The game begins. In order of play: {order}."], "begin")
        if replica.header.attempt:
            self.voice.tell([f"This is set-up attempt {replica.header.attempt + 1}."], "begin")
        if replica.header.seeded:
            self.voice.tell(["This game is reproducible by its seed, so it proves nothing."])

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Tells what happened; what this seat drew, once it is delivered."""
        self._table_check()
        self._deal(entry)
        for event in events:
            self.log.append(event)
            if isinstance(event, PositionsGiven) and event.seat == self.seat:
                self._drawn = event
            elif self.names is not None:
                self.announce(event, event_words.lines(event, self.names, self.hand()))

    def announce(self, event: Event, lines: Sequence[str]) -> None:
        """Tells one event; that others drew, or that one's own turn began, is no news."""
        mine = isinstance(event, TurnBegan) and event.seat == self.seat
        if not mine and not isinstance(event, PositionsGiven):
            self.voice.event(event, lines)

    def _deal(self, entry: Entry) -> None:
        drawn, hand = self._drawn, self.hand()
        if drawn is None or entry.statement.kind not in ("deal", "answer"):
            return
        if all(position in hand for position in drawn.positions):
            self._drawn = None
            if self.names is not None:
                self.voice.event(drawn, event_words.lines(drawn, self.names, hand))

    def _table_check(self) -> None:
        if self._checked or self.session is None:
            return
        if not (digits := self.session.replica.table_check):
            return
        self._checked = True
        line = f"Table check {digits[:3]} {digits[3:6]}: read it aloud; all must see the same."
        self.voice.tell([line], "check")

    @property
    def seat(self) -> int | None:
        """The seat told about as `you`; None for an onlooker."""
        return self.session.seat if self.session else None

    def hand(self) -> Mapping[int, int]:
        """The tiles this seat knows, by position; none for an onlooker."""
        return self.session.hand if self.session else {}

    # -- around the game -----------------------------------------------------------------------

    def notice(self, notice: Notice) -> None:
        """Tells chat and the like."""
        match notice.kind:
            case NoticeKind.SAY:
                text = f"{notice.sender} says: {notice.text}"
            case NoticeKind.CONFIRM:
                text = f"{notice.sender} compared the table check."
            case NoticeKind.NUDGE:
                text = f"{notice.sender} rings for {notice.text}."
            case _:
                text = notice.text
        self.voice.tell([text], "notice")

    def presence(self, presence: Presence) -> None:
        """Tells who went away or came back."""
        before, now = self._present, presence.connected
        self._present = now
        if self.names is None or before is None or self.practice:
            return
        for seat, name in enumerate(self.names.players):
            if seat != self.seat and (seat in before) != (seat in now):
                told = f"{name} is back." if seat in now else f"{name} is away."
                self.voice.tell([told], "presence")

    def refused(self, error: AcquireError) -> None:
        """Tells why an answer was not taken."""
        self.voice.tell([str(error)], "refused")

    def lost(self, error: AcquireError) -> None:
        """Tells that the host is away."""
        self.voice.tell([f"{error} Nothing is lost; trying again."], "lost")

    def found(self) -> None:
        """Tells that the host is back."""
        self.voice.tell(["Connected again."], "found")

    def goodbye(self, goodbye: Goodbye) -> None:
        """Tells why the host ended the connection."""
        if goodbye.reason is not GoodbyeReason.GAME_OVER:
            self.voice.tell([goodbye.text], "goodbye")

    async def choose(self, question: Question) -> Action:
        """Never asked: an onlooker has no seat."""
        raise NotImplementedError
