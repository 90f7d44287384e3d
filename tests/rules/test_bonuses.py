"""Majority and minority bonus, as the printed card has them; ties rounded up to $100."""

import pytest

from acquire_net.rules.bonuses import classic
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.rulebook import Seat
from tests.pictures import table


@pytest.mark.parametrize(
    ("holdings", "price", "paid"),
    [
        ([5, 3, 1], 800, (8000, 4000, 0)),  # Worldwide at 12
        ([5, 3, 0], 200, (2000, 1000, 0)),
        ([4, 0, 0], 300, (4500, 0, 0)),  # a lone holder takes both
        ([4, 4, 1], 300, (2300, 2300, 0)),  # $2,250 each, rounded up; no minority
        ([4, 4, 4], 200, (1000, 1000, 1000)),
        ([4, 4, 4], 400, (2000, 2000, 2000)),
        ([3, 3, 3, 3], 300, (1200, 1200, 1200, 1200)),  # $1,125, not the nearest hundred
        ([6, 2, 2, 1], 300, (3000, 800, 800, 0)),  # $750 each
        ([6, 2, 2, 2], 400, (4000, 700, 700, 700)),  # $666.67 each
        ([0, 1, 0], 1200, (0, 18000, 0)),
        ([0, 0, 0], 500, (0, 0, 0)),
        ([1, 13, 12], 1000, (0, 10000, 5000)),
        ([2, 2], 700, (5300, 5300)),  # $5,250 each
        ([1, 1, 1, 1, 1, 1], 200, (500,) * 6),
    ],
)
def test_a_chains_bonuses(holdings: list[int], price: int, paid: tuple[int, ...]) -> None:
    assert classic(holdings, price) == paid


def test_a_former_holder_is_paid_nothing() -> None:
    game = table(
        luxor="1A-2A",
        tower="4A-6A",
        hands=["3A", "", ""],
        shares={0: "Tower 5", 1: "Luxor 1"},
    )

    game.place("3A")

    assert game.cash() == [6000, 6000 + 3000, 6000]


def test_holders_of_the_survivor_get_no_bonus() -> None:
    game = table(
        luxor="1A-2A", tower="4A-6A", hands=["3A", "", ""], shares={2: "Tower 9", 1: "Luxor 2"}
    )

    game.place("3A")

    assert game.cash()[2] == 6000


def test_nothing_is_paid_when_nobody_holds_a_share() -> None:
    game = table(luxor="1A-2A", tower="4A-6A", hands=["3A", "", ""])

    game.place("3A")

    assert game.cash() == [6000] * 3
    assert game.chains() == {"Tower"}


def test_bonuses_use_the_size_before_the_merging_tile() -> None:
    game = table(
        american="1A-2A",
        tower="4A-6A",
        loose="3B 3C",
        hands=["3A", "", ""],
        shares={0: "American 3", 1: "American 1"},
    )

    game.place("3A")

    assert game.cash() == [6000 + 3000, 6000 + 1500, 6000]
    assert BonusPaid(2, 2, 300, (3, 1, 0), None, (3000, 1500, 0), final=False) in game.events
    assert game.asked == (Seat(0), "DisposeShares")
