"""What a seat is worth, as if the game were counted now."""

from collections.abc import Sequence

from acquire_net.rules.board import BITS
from acquire_net.rules.state import State


def bonuses_now(state: State, chain: int) -> tuple[int, ...]:
    """What a chain's bonuses would pay each seat now, in dollars, without a bank's holding."""
    return state.bonus_rule(state.holdings(chain), state.prices[chain])


def net_worth(state: State) -> tuple[int, ...]:
    """Each seat's cash, its shares at their price, and the bonuses of the chains on the board.

    While a merger is settled its vanishing chains count at their old price, without bonuses.
    """
    worth = list(state.cash)
    for chain in BITS[state.active | state.vanishing]:
        for seat, held in enumerate(state.holdings(chain)):
            worth[seat] += held * state.prices[chain]
    for chain in BITS[state.active]:
        for seat, bonus in enumerate(bonuses_now(state, chain)):
            worth[seat] += bonus
    return tuple(worth)


def ranking(cash: Sequence[int]) -> list[tuple[int, int]]:
    """(place, seat) by money, the most first; equal money shares a place."""
    order = sorted(range(len(cash)), key=lambda seat: (-cash[seat], seat))
    return [(1 + sum(1 for other in cash if other > cash[seat]), seat) for seat in order]
