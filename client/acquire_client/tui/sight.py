"""What one reader has seen of a running game, kept so that a view of it can be made at any time."""

from collections.abc import Mapping
from datetime import datetime

from acquire_client.session import Onlooker, Session
from acquire_client.tui import view as views
from acquire_client.tui.chronicle import Chronicle
from acquire_client.tui.deciding import deciding
from acquire_client.tui.view import Asked, Desk, Status, View
from acquire_client.words.names import Names
from acquire_net.rules.events import Event, TilePlaced


class Sight:
    """A session with its log in sentences, the board before the last tile, and who is away."""

    def __init__(
        self, session: Session | Onlooker, names: Names, table: str, now: datetime
    ) -> None:
        self.session = session
        self.names = names
        self.table = table
        self.chat: list[tuple[str, str]] = []
        self.away: Mapping[int, str] = {}
        """Since when players are away, a time of the day."""
        self.connection = ""
        self.check = ""
        self.hint = ""
        """Of the keyboard."""
        self._chronicle = Chronicle(names)
        for event in session.past:
            self._chronicle.add(event, session.hand)
        self._board = list(session.replica.state.board)
        self._before = self._board
        self._news = 0
        self._asking: object = None
        self._since = ""
        self.seen(now)

    def happened(self, events: tuple[Event, ...], now: datetime) -> None:
        """Takes in what happened; the session is already past it."""
        for event in events:
            if isinstance(event, TilePlaced):
                self._before = self._board
            self._chronicle.add(event, self.session.hand)
        self.seen(now)

    def said(self, line: str) -> None:
        """Takes in what somebody said, or what there is to know beside the game."""
        self.chat.append(("", line))
        self._chronicle.say(line)

    def seen(self, now: datetime) -> None:
        """Notes since when somebody decides."""
        state = self.session.replica.state
        if events_changed := self._board != state.board:
            self._board = list(state.board)
        asking = (state.turn, state.step, state.asking)
        if asking != self._asking or events_changed:
            self._asking, self._since = asking, f"{now:%H:%M}"

    def decided(self) -> None:
        """Notes that the reader decided: what was told so far is no news any more."""
        self._news = len(self._chronicle.told)

    def view(self, asked: Asked | None, desk: Desk) -> View:
        """The game as it is now."""
        state, names = self.session.replica.state, self.names
        hand = list(self.session.hand.values())
        before = self._before
        return views.table(
            state,
            names,
            hand,
            self._status(),
            log=self._chronicle.told,
            news=self._chronicle.of_turns_before if names.me is None else self._news,
            chat=tuple(self.chat),
            fresh=frozenset(t for t, cell in enumerate(state.board) if cell != before[t]),
            away=self.away,
            asked=asked,
            desk=desk,
        )

    def _status(self) -> Status:
        state, names = self.session.replica.state, self.names
        return Status(
            self.table,
            state.turn,
            state.bag_size - state.next_position,
            deciding(state, names),
            names.me in state.asking and not state.over,
            "" if state.over or not state.asking else self._since,
            tuple(names.players[seat] for seat in self.away),
            " ".join(part for part in (self.hint, self.connection) if part),
            self.check,
        )
