"""What a full screen shows of what is told: the log, chat, who is away, what others want to know."""

from collections.abc import Sequence
from typing import Final

from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_client.tui.choosing import chooser_ahead
from acquire_client.tui.choosing.placing import Ahead
from acquire_client.tui.choosing.rows import Menu, Row
from acquire_client.tui.pages import offers, telling
from acquire_client.tui.pages.offers import Offer
from acquire_client.tui.showing import Page, TextPage
from acquire_client.tui.sight import Sight
from acquire_client.tui.stage import Stage
from acquire_net.errors import AcquireError
from acquire_net.language import _
from acquire_net.ledger.statement import Entry
from acquire_net.rules.events import Event, GameOver
from acquire_net.wire.updates import Glance, Lobby, Notice, NoticeKind, Presence

GUARD: Final = 0.4
"""Seconds after something new is asked in which Enter means nothing: it was meant for the old."""

LINE: Final = 140
"""Characters of a message; what is longer gets a page."""


class Hearing(Stage):
    """A stage that is told of everything.

    What a voice would have said comes to `heard`, while the voice is lent to the screen.
    """

    result: Page | None = None
    """The page of the result, once there is one."""

    def heard(self, lines: Sequence[str], kind: str) -> None:
        """Finds the place on the screen for what a voice would have said."""
        match kind:
            case "verdict" | "kept" | "evening":
                self.to_print.append((tuple(lines), kind))
                self.findings += lines
            case "refused":
                self._refuse(" ".join(lines))
            case "lobby" | "since" | "begin" | "confirm" | "choice" | "rules" | "rematch":
                pass  # the screen has its own way to show these
            case _:
                self._talk(lines)
        self.changed()

    def _refuse(self, why: str) -> None:
        """Tells in a line why something cannot be, or on a page where a line is too short."""
        if len(why) > LINE:
            self.show(TextPage(lambda: telling.refused(why)))
        else:
            self.tell(why, bad=True)

    def _talk(self, lines: Sequence[str]) -> None:
        if self.sight is not None:
            for line in lines:
                self.sight.said(line)
        else:
            self._heard += lines
            self.tell(lines[-1] if lines else "")  # on a small screen the rest is far down

    def table(self, glance: Glance, *, known: bool = False) -> None:
        """Shows the lobby; an earlier game is over."""
        self.sight = self.page = self.base = self.rows = None
        super().table(glance, known=known)
        self.changed()

    def lobby(self, lobby: Lobby) -> None:
        """Shows who is here now; what was answered before is no longer so."""
        super().lobby(lobby)
        if not self.desk.bad and self.desk.message not in self._heard:
            self.hush()
        self.changed()

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """Shows the board."""
        super().begin(session, bots)
        assert self.names is not None
        name = self.room.name if self.room else _("Practice")
        self.sight = Sight(session, self.names, name, self._daytime())
        self.sight.connection = "" if self.practice else _("live")
        self.page = self.base = None
        self.findings, self.result = [], None
        self.entries = [*self.game.party.entries()] if self.game and session.past else []
        self._look_ahead()
        self.changed()

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Shows what happened, and where the choice of the next tile stands now."""
        super().happened(entry, events)
        self.entries.append(entry)
        if self.sight is not None:
            self.sight.happened(events, self._daytime())
        if self.question is None:
            self._look_ahead()
        if any(isinstance(event, GameOver) for event in events):
            self.tell(_("The game is over. The ledger is being finished and checked."))
        self.changed()

    def presence(self, presence: Presence) -> None:
        """Marks who is away."""
        super().presence(presence)
        if self.sight is None or self.practice:
            return
        seat, page = self._waits
        if seat in presence.connected and page is not None and page is self.page:
            self.show(self.base)
        kept, now = self.sight.away, f"{self._daytime():%H:%M}"
        seats = range(len(self.sight.names.players))
        gone = [seat for seat in seats if seat not in presence.connected]
        self.sight.away = {
            seat: kept.get(seat, now) for seat in gone if seat not in self.sight.names.bots
        }
        self.changed()

    def table_check(self, digits: str) -> None:
        """Shows the table check, unless these people were compared before."""
        super().table_check(digits)
        if not self.plain and self.seat is not None and not self.compared:
            self._offer_page(offers.check(digits))

    def notice(self, notice: Notice) -> None:
        """Shows chat, and asks what others want to know."""
        super().notice(notice)
        if self.plain or notice.seat == self.seat:
            return
        match notice.kind:
            case NoticeKind.CONSENT:
                self._offer_page(offers.substitute(notice.text))
            case NoticeKind.ABANDON:
                self._offer_page(offers.abandon(notice.sender))
            case NoticeKind.NUDGE:
                self.ring()
            case _:
                pass

    def went_away(self, seat: int) -> None:
        """Asks what shall be done, if the game waits for the one who went."""
        super().went_away(seat)
        if self.plain or self.names is None or not self._awaited(seat):
            return
        name, seats = self.names.players[seat], len(self.names.players)
        hosting = self.missed is not None
        since = f"{self._daytime():%H:%M}"
        self._offer_page(offers.away(name, since, seats=seats, hosting=hosting))
        self._waits = (seat, self.page)

    def _offer_page(self, offer: Offer) -> None:
        """Shows a page that comes unasked for: what it commits to takes a second Enter."""
        rows = [Row(label) for label, _line in offer.answers]
        shown_at, weighed = self._clock(), -1

        def chosen(row: int) -> bool:
            nonlocal weighed
            if self._clock() - shown_at < GUARD:
                return False
            if row != offer.first and weighed != row:
                weighed = row
                self.tell(_("Enter once more: {answer}.").format(answer=rows[row].label))
                return False
            self.type(offer.answers[row][1])
            return True

        menu = Menu(_("Choose"), rows, offer.first)
        self.show(TextPage(lambda: offer.sheet, menu, chosen))

    def lost(self, error: AcquireError) -> None:
        """Shows that the host is away, and that nothing is lost."""
        since = f"{self._daytime():%H:%M}"
        why = str(error)
        self.show(TextPage(lambda: telling.lost(why, since), closes=False))

    def found(self) -> None:
        """Shows the table again."""
        self.show(self.base)
        self.tell(_("Connected again."))

    def _look_ahead(self) -> None:
        """Lets the next tile be chosen while others decide."""
        if self.session is None or self.names is None or self.seat is None:
            return
        wish = self.rows.wish if isinstance(self.rows, Ahead) else None
        state = self.session.replica.state
        hand = tuple(self.hand().items())
        self.rows = None if state.over else chooser_ahead(state, hand, self.names, wish)

    def ring(self) -> None:
        """Draws attention."""
        if self.face is not None:
            self.face.ring()


class HeardVoice:
    """A voice whose words find their places on a screen."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Shows the lines where they belong."""
        self._hearing.heard(lines, kind)

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Nothing: the screen keeps its own log."""

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Nothing: the screen puts questions its own way."""
