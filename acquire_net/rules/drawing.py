"""The end of a turn's hand: drawing back to a full one, and exchanging dead tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules.actions import NOTHING_EXCHANGED, Action, ExchangeDead
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Task, wrong_task


@dataclass(frozen=True, slots=True)
class Draw(Task):
    """Draws positions until the hand is full or the bag is empty."""

    seat: Seat

    def run(self, state: State) -> None:
        """Draws."""
        state.give(self.seat, state.rulebook.hand_size - len(state.hands[self.seat]))


@dataclass(frozen=True, slots=True)
class Exchange(Task):
    """Asks which dead tiles are laid out and replaced, when the seat could hold one (RULES 3)."""

    seat: Seat

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The mover, when he holds a position and some dead tile is still in the game."""
        return (self.seat,) if state.dead and state.hands[self.seat] else ()

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Any part of the dead tiles in the hand, none of them included."""
        dead = [shown for shown in hand.items() if shown[1] in state.dead]
        if not dead:
            return (NOTHING_EXCHANGED,)
        dead.sort()
        return [
            ExchangeDead(part)
            for count in range(len(dead) + 1)
            for part in combinations(dead, count)
        ]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts dead tiles of the hand, positions ascending."""
        if not isinstance(action, ExchangeDead):
            raise wrong_task()
        positions = [position for position, _ in action.shown]
        if positions != sorted(set(positions)):
            raise IllegalAction("MALFORMED", _("Name each tile once."))
        state.check_shown(seat, action.shown)
        for _position, tile in action.shown:
            if tile not in state.dead:
                name = state.rulebook.grid.name(tile)
                alive = _("{tile} is not dead: only dead tiles go.")
                raise IllegalAction("TILE_NOT_DEAD", alive.format(tile=name))

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Sets the tiles aside and draws as many; with `until_none` asks again."""
        assert isinstance(action, ExchangeDead)
        if not action.shown:
            return
        state.set_aside(seat, action.shown)
        state.give(seat, len(action.shown))
        if state.rulebook.dead_tiles == "until_none":
            state.push(self)
