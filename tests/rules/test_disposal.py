"""Disposal: sell at the old price, trade two for one, hold."""

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import Dispose
from tests.pictures import Table, table


def merger(vanishing: str = "American 7", others: str = "", *, first: int = 0) -> Table:
    """3A merges American, 2, into Tower, 3."""
    return table(
        american="1A-2A",
        tower="4A-6A",
        hands=["3A" if seat == first else "" for seat in range(3)],
        first=first,
        shares={0: vanishing, 1: others},
    )


def test_any_mix_of_sell_trade_and_hold() -> None:
    game = merger()

    game.place("3A")
    paid = game.cash()[0]
    game.dispose(sell=2, trade=4)

    assert game.held(0, "American") == 1
    assert game.held(0, "Tower") == 2
    assert game.cash()[0] == paid + 2 * 300
    assert game.bank("American") == 24
    assert game.bank("Tower") == 23


def test_everything_may_be_held() -> None:
    game = merger()

    game.place("3A")
    game.dispose()

    assert game.held(0, "American") == 7


def test_trade_is_limited_by_the_survivors_bank() -> None:
    game = merger(others="Tower 24")

    game.place("3A")
    with pytest.raises(IllegalAction, match="1 Tower left") as refused:
        game.dispose(trade=4)
    assert refused.value.reason == "BANK_SHORT"
    game.dispose(trade=2)

    assert game.bank("Tower") == 0


def test_an_empty_bank_of_the_vanishing_chain_does_not_limit_trade() -> None:
    game = merger("American 13", "American 12")

    game.place("3A")
    game.dispose(trade=12)

    assert game.held(0, "Tower") == 6


def test_who_disposes_first_takes_the_survivors_last_shares() -> None:
    game = merger("American 4", "American 4, Tower 23")

    game.place("3A")
    game.dispose(trade=4)
    with pytest.raises(IllegalAction, match="0 Tower left"):
        game.dispose(trade=2)

    assert game.asked == (1, "DisposeShares")


@pytest.mark.parametrize(
    ("sell", "trade", "reason"),
    [
        (0, 3, "TRADE_ODD"),
        (0, 8, "SHARES_SHORT"),
        (4, 4, "SHARES_SHORT"),
        (8, 0, "SHARES_SHORT"),
        (-1, 2, "SHARES_SHORT"),
        (9, -2, "SHARES_SHORT"),
    ],
)
def test_a_disposal_that_does_not_add_up_is_refused(sell: int, trade: int, reason: str) -> None:
    game = merger()
    game.place("3A")
    before = game.state.copy()

    with pytest.raises(IllegalAction) as refused:
        game.dispose(sell=sell, trade=trade)

    assert refused.value.reason == reason
    assert game.state == before


def test_disposal_starts_with_the_merger_maker_and_goes_around_the_holders() -> None:
    game = table(
        american="1A-2A",
        tower="4A-6A",
        hands=["", "", "3A", ""],
        first=2,
        shares={0: "American 1", 2: "American 1", 3: "American 1"},
    )

    game.place("3A")
    asked = []
    while game.asked and game.asked[1] == "DisposeShares":
        asked.append(game.asked[0])
        game.dispose(sell=1)

    assert asked == [2, 3, 0]
    assert game.asked == (2, "BuyShares")


def test_only_the_asked_holder_may_dispose() -> None:
    game = merger(others="American 3")

    game.place("3A")
    with pytest.raises(IllegalAction) as refused:
        game.act(Dispose(1, 0), seat=1)

    assert refused.value.reason == "NOT_ASKED"


def test_the_options_are_every_split_there_is() -> None:
    game = merger("American 4")

    game.place("3A")

    assert set(game.options()) == {
        Dispose(sell, trade) for trade in (0, 2, 4) for sell in range(5 - trade)
    }
