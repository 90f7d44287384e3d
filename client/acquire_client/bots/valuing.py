"""What a position is worth to a seat, in dollars: money, shares, and the bonuses to come.

The weights say how sure a thing is: money in hand is sure, a bonus not paid yet may be lost to
somebody who buys more, a chain that can still grow makes its shares dearer.
"""

from collections.abc import Sequence

from acquire_net.rules.state import State

GROWTH = 12
"""Tiles that a chain may still gain when the whole bag is undrawn."""
HOPE = 0.4
"""How much of that growth's price is counted in a share."""
UNPAID = 0.6
"""What a bonus counts before it is paid."""
DORMANT = 0.45
"""What a share of a chain off the board counts when the whole bag is undrawn."""
RIVAL = 0.7
"""How much the strongest rival's gain counts beside the others' average."""
RESERVE = 2000
"""Dollars kept for the turns after a purchase while much can still happen."""
READY_CASH = 0.3
"""What a dollar of the reserve counts above a dollar."""


def remaining(state: State) -> float:
    """The part of the bag that is not drawn, 0 to 1."""
    return 1 - state.next_position / state.bag_size if state.bag_size else 0.0


def share_value(state: State, chain: int, left: float) -> float:
    """What one share of a chain counts, in dollars; `left` is `remaining`."""
    prices = state.rulebook.price[chain]
    size = state.sizes[chain]
    if not state.active >> chain & 1:
        return DORMANT * left * prices[state.rulebook.bands[1]]
    later = prices[min(size + round(GROWTH * left), len(prices) - 1)]
    return prices[size] + HOPE * (later - prices[size])


def bonus_values(state: State, chain: int, holdings: Sequence[int], left: float) -> list[float]:
    """What the bonuses of a chain on the board count for each seat with these holdings."""
    price = state.prices[chain]
    sure = UNPAID + (1 - UNPAID) * (1 - left) if state.bank[chain] else 1.0
    return [sure * dollars for dollars in state.bonus_rule(holdings, price)]


def ready(cash: int, left: float) -> float:
    """What cash counts: the first dollars more, while there is still much to buy."""
    return cash + READY_CASH * left * min(cash, RESERVE)


def values(state: State) -> list[float]:
    """What every seat's position counts, in dollars."""
    left = remaining(state)
    worth = [ready(cash, left) for cash in state.cash]
    for chain in range(len(state.bank)):
        holdings = state.holdings(chain)
        if not any(holdings):
            continue
        each = share_value(state, chain, left)
        for seat, held in enumerate(holdings):
            worth[seat] += held * each
        if state.active >> chain & 1:
            for seat, bonus in enumerate(bonus_values(state, chain, holdings, left)):
                worth[seat] += bonus
    return worth


def lead(worth: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the others, the strongest of them counted most."""
    others = [dollars for other, dollars in enumerate(worth) if other != seat]
    return worth[seat] - RIVAL * max(others) - (1 - RIVAL) * sum(others) / len(others)


def standing(state: State, seat: int) -> float:
    """How far the seat is ahead in the position, in dollars."""
    return lead(values(state), seat)
