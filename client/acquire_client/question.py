"""A decision that a player owes, as a value: who is asked what, where, with which tiles.

The numbers that a player types belong to the question too, so that what is read out and what is
understood cannot differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.rules.actions import Action, Dispose, PassPlacing, PlaceTile, Shown
from acquire_net.rules.board import BITS
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Task


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What one seat has to decide now; `task` tells the kind.

    `hand` has the seat's positions and tiles in the order in which they are numbered, from 1;
    `options` is every answer that the rules accept. `state` must not change while it is asked.
    """

    seat: Seat
    task: Task
    state: State
    hand: tuple[Shown, ...]
    options: Sequence[Action]

    @property
    def passes(self) -> bool:
        """Whether a tile is due and none can be placed."""
        return isinstance(self.task, Place) and all(
            isinstance(option, PassPlacing) for option in self.options
        )


def chain_rows(question: Question) -> tuple[int, ...]:
    """The chains that the question numbers, from 1; none where it is not about chains."""
    state, task = question.state, question.task
    match task:
        case Found():
            return BITS[state.rulebook.all_chains & ~state.active]
        case Survive() | Vanish():
            among = BITS[task.chains]
            most = max(state.sizes[chain] for chain in among)
            return tuple(chain for chain in among if state.sizes[chain] == most)
        case BuyShares():
            return BITS[state.active]
        case _:
            return ()


def tile_rows(question: Question) -> tuple[Shown, ...]:
    """The positions and tiles that the question numbers, from 1: the hand, or its dead tiles."""
    match question.task:
        case Place():
            return question.hand
        case Exchange():
            return tuple(shown for shown in question.hand if shown[1] in question.state.dead)
        case _:
            return ()


def choices(question: Question) -> tuple[Action, ...]:
    """The whole answers that the question numbers, from 1: for a disposal, a tile, a pass."""
    task = question.task
    if isinstance(task, DisposeShares):
        return _disposals(question, task)
    if question.passes:
        return (PassPlacing(tuple(sorted(question.hand))),)
    if isinstance(task, Place):
        return tuple(PlaceTile(*shown) for shown in question.hand)
    return ()


def _disposals(question: Question, task: DisposeShares) -> tuple[Dispose, ...]:
    """Keep all, sell all, trade all that can be traded, and the same with the rest sold."""
    state = question.state
    held = state.held(question.seat, task.chain)
    traded = 2 * min(held // 2, state.bank[task.survivor])
    likely = (Dispose(0, 0), Dispose(held, 0), Dispose(0, traded), Dispose(held - traded, traded))
    return tuple(dict.fromkeys(likely))
