"""Buying: at most three shares of chains on the board, as cash and bank allow."""

from collections.abc import Mapping, Sequence

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import Buy
from acquire_net.rules.editions import CLASSIC
from tests.pictures import Table, table


def buying(*, cash: Sequence[int] | int = 6000, shares: Mapping[int, str] | None = None) -> Table:
    """Seat 0 has placed 12I; Luxor costs $200, American $400, nothing else is on the board."""
    game = table(luxor="1A-2A", american="1C-3C", hands=["12I", "9I", ""], cash=cash, shares=shares)
    game.place("12I")
    return game


def test_up_to_three_shares_of_any_chains_on_the_board() -> None:
    game = buying()

    game.buy("Luxor 1, American 2")

    assert game.cash()[0] == 6000 - 200 - 800
    assert (game.held(0, "Luxor"), game.held(0, "American")) == (1, 2)
    assert (game.bank("Luxor"), game.bank("American")) == (24, 23)


def test_buying_nothing_is_allowed() -> None:
    game = buying()

    game.buy()

    assert game.cash()[0] == 6000


@pytest.mark.parametrize("shares", ["Luxor 4", "Luxor 2, American 2"])
def test_four_shares_are_too_many(shares: str) -> None:
    game = buying()

    with pytest.raises(IllegalAction, match="At most 3") as refused:
        game.buy(shares)

    assert refused.value.reason == "PURCHASE_LIMIT"


def test_a_chain_that_is_not_on_the_board_has_no_shares_for_sale() -> None:
    game = buying()

    with pytest.raises(IllegalAction, match="Tower is not on the board") as refused:
        game.buy("Tower 1")

    assert refused.value.reason == "CHAIN_NOT_ON_BOARD"


def test_the_last_hundred_dollars_may_be_spent() -> None:
    game = buying(cash=600)

    game.buy("Luxor 3")

    assert game.cash()[0] == 0


def test_nobody_buys_on_credit() -> None:
    game = buying(cash=500)

    with pytest.raises(IllegalAction, match=r"costs \$600; you have \$500") as refused:
        game.buy("Luxor 3")

    assert refused.value.reason == "CASH_SHORT"
    assert max(sum(n for _, n in buy.shares) for buy in game.options() if isinstance(buy, Buy)) == 2


def test_the_bank_sells_only_what_it_has() -> None:
    game = buying(shares={1: "Luxor 23"})

    with pytest.raises(IllegalAction, match="2 Luxor left") as refused:
        game.buy("Luxor 3")
    assert refused.value.reason == "BANK_SHORT"
    game.buy("Luxor 2, American 1")

    assert game.bank("Luxor") == 0


@pytest.mark.parametrize(
    "shares",
    [((0, -1),), ((0, 0),), ((2, 1), (0, 1)), ((0, 1), (0, 1)), ((7, 1),), ((-1, 1),)],
)
def test_a_garbled_purchase_is_refused(shares: tuple[tuple[int, int], ...]) -> None:
    game = buying()
    before = game.state.copy()

    with pytest.raises(IllegalAction) as refused:
        game.act(Buy(shares))

    assert refused.value.reason == "MALFORMED"
    assert game.state == before


def test_one_purchase_a_turn() -> None:
    game = buying()

    game.buy("Luxor 1")
    with pytest.raises(IllegalAction) as refused:
        game.act(Buy(((0, 1),)), seat=0)

    assert refused.value.reason == "NOT_ASKED"
    assert game.asked == (1, "Place")


def test_shares_cost_what_the_chain_is_worth_after_the_tile() -> None:
    game = table(luxor="1A-2A", hands=["3A", "", ""])

    game.place("3A")
    game.buy("Luxor 1")

    assert game.cash()[0] == 6000 - 300


def test_the_options_are_every_purchase_within_limit_cash_and_bank() -> None:
    game = buying(cash=[700, 0, 0], shares={1: "Luxor 23"})

    assert set(game.options()) == {
        Buy(()),
        Buy(((0, 1),)),
        Buy(((0, 2),)),
        Buy(((2, 1),)),
        Buy(((0, 1), (2, 1))),
    }


def test_a_purchase_is_not_asked_for_when_nothing_can_be_bought() -> None:
    game = table(hands=["12I", "9I", "9A"], rulebook=CLASSIC)

    game.place("12I")

    assert game.asked == (1, "Place")


def test_a_broke_player_whose_merger_others_settled_still_ends_his_own_turn() -> None:
    game = table(
        american="1A-2A",
        tower="4A-6A",
        hands=["3A", "9I", "9A"],
        bag="9E",
        cash=[0, 0, 0],
        shares={1: "American 2"},
        rulebook=CLASSIC,
    )

    game.place("3A")
    game.dispose(sell=2)
    assert game.asked == (0, "BuyShares")
    assert list(game.options()) == [Buy(())]
    game.buy()

    assert game.tiles(0) == "9E"


def test_who_may_not_place_may_still_buy() -> None:
    game = table(luxor="1A-2A", hands=["", "9I", ""])

    game.place_nothing()
    game.buy("Luxor 3")

    assert game.held(0, "Luxor") == 3
