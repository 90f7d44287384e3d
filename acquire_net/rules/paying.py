"""Paying bonuses, with the coin that draws the bank's holding in a two-player game."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.rules.state import State
from acquire_net.rules.task import Task, Toss


def bank_toss(state: State, chains: Sequence[int]) -> Toss | None:
    """The toss that bonuses for these chains need: one tile per chain that a player holds.

    Only with two players and the `two_player_bank` option (RULES 6). The pool is every tile that
    is not placed, set aside or known; every tile of the grid when there is none.
    """
    if state.seats != 2 or not state.rulebook.two_player_bank:
        return None
    count = sum(1 for chain in chains if any(state.holdings(chain)))
    if not count:
        return None
    size = state.rulebook.grid.size
    pool = tuple(tile for tile in range(size) if not state.known[tile])
    return Toss(pool or tuple(range(size)), count)


def pay(state: State, chains: Sequence[int], tiles: Sequence[int], *, final: bool) -> None:
    """Pays the chains' bonuses in order; `tiles` draw the bank's holdings, one per held chain."""
    drawn = iter(tiles)
    for chain in chains:
        tile = next(drawn, None) if any(state.holdings(chain)) else None
        bank = None if tile is None else (state.rulebook.grid.column(tile), tile)
        state.pay_bonus(chain, bank, final)


@dataclass(frozen=True, slots=True)
class PayBonuses(Task):
    """Pays the bonuses of vanishing chains, in this order."""

    chains: tuple[int, ...]

    def waits(self, state: State) -> Toss | None:
        """The coin, where the bank's holdings are drawn."""
        return bank_toss(state, self.chains)

    def run(self, state: State) -> None:
        """Pays without the bank."""
        pay(state, self.chains, (), final=False)

    def deliver(self, state: State, tiles: Sequence[int]) -> None:
        """Pays with the bank's holdings."""
        pay(state, self.chains, tiles, final=False)
