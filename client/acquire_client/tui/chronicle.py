"""The log as the screen shows it: a line or two for each player's deeds in a turn, and what was said."""

from collections.abc import Mapping
from dataclasses import dataclass

from acquire_client.words.names import Names
from acquire_client.words.recap import condensed
from acquire_net.rules.events import Event, TurnBegan


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the log; turns count from 1, what came before is of turn 0."""

    turn: int
    text: str


class Chronicle:
    """The whole log in sentences; an event that comes changes only those of its own turn."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._told: list[Told] = []
        self._turn = 0
        self._events: list[Event] = []
        """Those of this turn."""
        self._said: list[Told] = []
        """What was said in this turn."""
        self._closed = 0
        """How many sentences are of turns before."""

    def add(self, event: Event, hand: Mapping[int, int]) -> None:
        """Takes an event in; `hand` names the tiles that the reader drew."""
        if isinstance(event, TurnBegan):
            self._turn, self._events, self._said = event.turn, [], []
            self._closed = len(self._told)
            return
        self._events.append(event)
        lines = condensed(self._events, self._names, hand)
        self._told[self._closed :] = [*(Told(self._turn, line) for line in lines), *self._said]

    def say(self, line: str) -> None:
        """Takes in what somebody said; it stays after the deeds of its turn."""
        self._said.append(Told(self._turn, line))
        self._told.append(self._said[-1])

    @property
    def of_turns_before(self) -> int:
        """How many sentences are of turns before the last one."""
        return self._closed

    @property
    def told(self) -> tuple[Told, ...]:
        """Every sentence, oldest first."""
        return tuple(self._told)
