"""A pending step of the game: whom it asks, what may be answered, what the answer does.

A turn is a stack of tasks. A task is frozen: progress is a new task pushed, never a field
changed, so that a copy of the stack is a copy of the game's future.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules.actions import Action
from acquire_net.rules.rulebook import Seat

if TYPE_CHECKING:
    from acquire_net.rules.state import State

Hand = Mapping[int, int]
"""What a seat knows besides the state: its positions and their tiles."""


@dataclass(frozen=True, slots=True)
class Lay:
    """The bag is to lay these positions face up; `deliver` takes their tiles in this order."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Toss:
    """The coin is to draw `count` tiles from `pool`, each returned; `deliver` takes them."""

    pool: tuple[int, ...]
    count: int


class Task:
    """The base of all tasks: one that asks nobody, waits for nothing and does nothing."""

    __slots__ = ()

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The seats asked now; none: the task runs by itself, or waits for the bag."""
        return ()

    def waits(self, state: State) -> Lay | Toss | None:
        """What the bag must deliver before the game goes on; only where nobody is asked."""
        return None

    def run(self, state: State) -> None:
        """Does the step that needs no answer, or the safe default where nobody is asked."""

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Every answer that `check` accepts from that seat; never empty while it is asked."""
        return ()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raises IllegalAction, with a reason a person can read, unless the answer is allowed.

        Shown tiles are taken as true; whether they are is the bag's check, made before.
        """
        raise wrong_task()

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Carries out a checked answer; the task has left the agenda."""

    def deliver(self, state: State, tiles: Sequence[int]) -> None:
        """Carries out what the bag delivered; the task has left the agenda."""


def wrong_task() -> IllegalAction:
    """The refusal of an answer to another question than the one asked."""
    return IllegalAction("WRONG_TASK", _("That is not what is asked now."))
