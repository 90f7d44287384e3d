"""How the bonuses of one chain are split among its holders (RULES 4.4)."""

from collections.abc import Callable, Sequence

BonusRule = Callable[[Sequence[int], int], tuple[int, ...]]
"""(shares per holder, price in dollars) -> dollars per holder."""

MAJORITY = 10
"""The majority bonus, in share prices."""
MINORITY = 5


def classic(holdings: Sequence[int], price: int) -> tuple[int, ...]:
    """Majority and minority bonus; a tie splits what its places earn, each share rounded up.

    One holder takes both. A tie for most shares the sum of both and leaves no minority. The
    rounding is to $100. Nobody with 0 shares is a holder.
    """
    most = max(holdings)
    if most == 0:
        return (0,) * len(holdings)
    majority, minority = MAJORITY * price, MINORITY * price
    tied = holdings.count(most)
    second = max((held for held in holdings if held < most), default=0)
    if tied > 1:
        first_each, second_each = split(majority + minority, tied), 0
    elif second == 0:
        first_each, second_each = majority + minority, 0
    else:
        first_each = majority
        second_each = split(minority, sum(1 for held in holdings if held == second))
    return tuple(
        first_each if held == most else second_each if held == second and second else 0
        for held in holdings
    )


def split(dollars: int, ways: int) -> int:
    """An equal share of an amount, rounded up to $100."""
    return -(-dollars // (100 * ways)) * 100
