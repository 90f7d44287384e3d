"""How a turn hands over to the next, and how the game ends and is counted."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.rules.board import BITS
from acquire_net.rules.events import EndedBy
from acquire_net.rules.paying import bank_toss, pay
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Task, Toss


@dataclass(frozen=True, slots=True)
class EndTurn(Task):
    """Ends a turn: the game itself when nothing can ever happen again, else the next turn."""

    seat: Seat

    def run(self, state: State) -> None:
        """Tests the stalemate (RULES 5) and goes on."""
        state.end_turn()
        if not any(state.hands) and state.rulebook.stalemate_end:
            state.push(FinalCount("all_tiles_played"))
        elif state.idle >= state.seats and state.rulebook.stalemate_end:
            state.push(FinalCount("no_tile_playable_for_a_round"))
        else:
            state.begin_turn(Seat((self.seat + 1) % state.seats))


@dataclass(frozen=True, slots=True)
class FinalCount(Task):
    """Ends the game: announced at once, counted when the coin, if one is needed, has fallen."""

    how: EndedBy

    def run(self, state: State) -> None:
        """Announces the end."""
        state.agenda.clear()
        state.begin_count(self.how)
        state.push(PayOut())


@dataclass(frozen=True, slots=True)
class PayOut(Task):
    """Pays every chain's bonuses, then sells all shares of chains on the board."""

    def waits(self, state: State) -> Toss | None:
        """The coin, where the bank's holdings are drawn."""
        return bank_toss(state, BITS[state.active])

    def run(self, state: State) -> None:
        """Counts without the bank."""
        self.deliver(state, ())

    def deliver(self, state: State, tiles: Sequence[int]) -> None:
        """Counts; `tiles` draw the bank's holdings."""
        pay(state, BITS[state.active], tiles, final=True)
        for chain in BITS[state.active]:
            state.sell_out(chain)
        state.finish()
