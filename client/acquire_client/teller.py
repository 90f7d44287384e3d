"""Tells a table's course to whoever plays or looks on: the half of a player that only listens."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_client.voices import Voice
from acquire_client.words import events as event_words
from acquire_client.words import lobby as lobby_words
from acquire_client.words import rulebook as rulebook_words
from acquire_client.words.names import Names
from acquire_net.agreement import rulebook_of
from acquire_net.errors import AcquireError
from acquire_net.language import _
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

ARRIVAL: Final = 10
"""Seconds that a player has to arrive at a game that begins, before he counts as away."""


class Teller:
    """Tells everything as it happens, through a voice; subclasses answer questions.

    `practice` leaves out what only matters among people on several computers. `now` tells the
    time in seconds.
    """

    def __init__(
        self,
        voice: Voice,
        *,
        practice: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.voice = voice
        self.practice = practice
        self.session: Session | Onlooker | None = None
        self.names: Names | None = None
        self.log: list[Event] = []
        """Every event of the game, oldest first."""
        self.room: Lobby | None = None
        """The lobby as it was told last; None before one is at a table."""
        self.present: Presence | None = None
        """Who is here, as it was told last; None before the game."""
        self._present_at = 0.0
        self._now = now
        self._away: set[int] = set()
        """Who was told to be away."""
        self._resumed = False
        self._drawn: PositionsGiven | None = None
        self._checked = False
        self._seated = False

    # -- the table ---------------------------------------------------------------------------

    def table(self, glance: Glance, *, known: bool = False) -> None:
        """Tells where one is, and the rules: in full, unless they are known from before.

        Whatever was of an earlier game is over.
        """
        rules = glance.lobby.rulebook
        known = known or (self.room is not None and self.room.rulebook == rules)
        self.session = self.names = self.present = self._drawn = None
        self.log, self._away, self._checked, self._seated = [], set(), False, False
        self.room = glance.lobby
        if self.practice:
            return
        self.voice.tell([lobby_words.found(glance.lobby)], "lobby")
        rulebook = rulebook_of(rules)
        if known:
            self.voice.tell([lobby_words.rules_in_short(rulebook)], "rules")
        else:
            self.voice.tell(rulebook_words.in_force(rulebook), "rules")

    def lobby(self, lobby: Lobby) -> None:
        """Tells who sits here, and what changed."""
        before, self.room = self.room, lobby
        if self.practice:
            return
        if before is None or not self._seated:
            self._seated = True
            self.voice.tell([lobby_words.seated(lobby)], "lobby")
        elif told := lobby_words.changes(before, lobby, self.key):
            self.voice.tell(told, "lobby")

    @property
    def key(self) -> bytes:
        """The key under which the one who is told this sits at tables; empty for an onlooker."""
        return b""

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """Tells that the game begins, or goes on."""
        self.session, replica = session, session.replica
        self.log = [*session.past]
        players = tuple(replica.names[one] for one in range(replica.seats))
        self.names = Names(replica.rulebook, players, session.seat, bots)
        self._resumed = replica.length > 0
        self._checked = self.practice or replica.playing
        if replica.length:
            self.voice.tell([_("The game goes on where it was.")], "begin")
        else:
            order = ", ".join(self.names.title(one) for one in range(replica.seats))
            text = _("The game begins. In order of play: {order}.")
            self.voice.tell([text.format(order=order)], "begin")
        if replica.header.attempt:
            text = _("This is set-up attempt {number}.")
            self.voice.tell([text.format(number=replica.header.attempt + 1)], "begin")
        if replica.header.seeded:
            text = _("This game is reproducible by its seed, so it proves nothing.")
            self.voice.tell([text])

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
        if entry.statement.kind == "stop" and self.session is not None and self.names is not None:
            state = self.session.replica.state
            self.voice.tell(lobby_words.as_it_stands(state, self.names), "stopped")

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
        if digits := self.digits:
            self._checked = True
            self.table_check(digits)

    @property
    def digits(self) -> str:
        """The table check's six digits, `123 456`; empty before the players have fixed it."""
        digits = self.session.replica.table_check if self.session is not None else ""
        return digits and f"{digits[:3]} {digits[3:6]}"

    def table_check(self, digits: str) -> None:
        """Tells the table check, as soon as it is known."""
        text = _("Table check {digits}: read it aloud; all must see the same.")
        self.voice.tell([text.format(digits=digits)], "check")

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
        text = lobby_words.notice(notice)
        if notice.kind is NoticeKind.CONFIRM and self._other_digits(notice.text):
            text = lobby_words.another_check(notice)
        self.voice.tell([text], "notice")

    def _other_digits(self, said: str) -> bool:
        """Whether somebody read a table check that is not this one: there are two tables."""
        return bool(self.digits) and said.replace(" ", "") != self.digits.replace(" ", "")

    def presence(self, presence: Presence) -> None:
        """Tells who went away or came back, and once a game goes on, who is away.

        Of a game that was stopped nobody need stay.
        """
        before, self.present, self._present_at = self.present, presence, self._now()
        if self.names is None or self.practice or self._was_stopped():
            return
        since = {one.seat: one.seconds for one in presence.away}
        for seat, name in enumerate(self.names.players):
            if seat == self.seat:
                continue
            if seat in presence.connected:
                if seat in self._away:
                    self.voice.tell([_("{name} is back.").format(name=name)], "presence")
                self._away.discard(seat)
            elif seat not in self._away:
                was_here = before is not None and seat in before.connected
                gone = was_here or self._resumed or since.get(seat, 0) >= ARRIVAL
                if gone:
                    self._away.add(seat)
                    self.went_away(seat)

    def _was_stopped(self) -> bool:
        return self.session is not None and self.session.replica.stopped is not None

    def went_away(self, seat: int) -> None:
        """Tells that the player of a seat is away."""
        assert self.names is not None
        name = self.names.players[seat]
        told = [_("{name} is away.").format(name=name)]
        if self._awaited(seat):
            told.append(_("The game waits for {name}.").format(name=name))
        self.voice.tell(told, "presence")

    def absent(self) -> list[str]:
        """Who is away and for how long by now, a line each; whom the game waits for first."""
        if self.present is None or self.names is None or self.practice:
            return []
        passed = int(self._now() - self._present_at)
        rows = [
            (not self._awaited(one.seat), one.seat, one.seconds + passed)
            for one in self.present.away
            if one.seat != self.seat and one.seat < len(self.names.players)
        ]
        return [
            lobby_words.away(self.names.players[seat], seconds, awaited=not freely)
            for freely, seat, seconds in sorted(rows)
        ]

    def _awaited(self, seat: int) -> bool:
        """Whether the log can only go on with a statement of that seat."""
        return self.session is not None and self.session.replica.owed_by(seat) is not None

    def refused(self, error: AcquireError) -> None:
        """Tells why an answer was not taken."""
        self.voice.tell([str(error)], "refused")

    def lost(self, error: AcquireError) -> None:
        """Tells that the host is away."""
        text = _("{why} Nothing is lost; trying again.")
        self.voice.tell([text.format(why=error)], "lost")

    def found(self) -> None:
        """Tells that the host is back."""
        self.voice.tell([_("Connected again.")], "found")

    def goodbye(self, goodbye: Goodbye) -> None:
        """Tells why the host ended the connection."""
        if goodbye.reason is not GoodbyeReason.GAME_OVER:
            self.voice.tell([goodbye.text], "goodbye")

    async def choose(self, question: Question) -> Action:
        """Never asked: an onlooker has no seat."""
        raise NotImplementedError
