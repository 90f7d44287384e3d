"""Founding a chain: which one, and the founder's share."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules.actions import Action, FoundChain, found
from acquire_net.rules.board import BITS
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Task, wrong_task


@dataclass(frozen=True, slots=True)
class Found(Task):
    """Asks which chain the placed tile founds; always a statement (RULES 3)."""

    seat: Seat
    tile: int

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The founder."""
        return (self.seat,)

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """Every chain that is not on the board."""
        return [found(chain) for chain in BITS[state.rulebook.all_chains & ~state.active]]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts a chain that is not on the board."""
        if not isinstance(action, FoundChain):
            raise wrong_task()
        chains = state.rulebook.chains
        if not 0 <= action.chain < len(chains):
            raise IllegalAction("CHAIN_NOT_FREE", _("There is no such chain."))
        if state.active >> action.chain & 1:
            name = chains[action.chain].name
            taken = _("{chain} is on the board already.")
            raise IllegalAction("CHAIN_NOT_FREE", taken.format(chain=name))

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Founds it."""
        assert isinstance(action, FoundChain)
        state.found(seat, action.chain, self.tile)
