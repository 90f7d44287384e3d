"""Mergers: who survives, in which order chains vanish, and what the board then shows."""

from dataclasses import replace

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.board import Fate
from acquire_net.rules.events import BonusPaid, ChainsMerged, ChainsVanished, SharesDisposed
from acquire_net.rules.rulebook import BonusTiming, Seat
from tests.pictures import PATIENT, table


def test_the_larger_chain_survives_without_a_question() -> None:
    game = table(luxor="1A-3A", tower="5A-6A", hands=["4A", "", ""])

    game.place("4A")

    assert game.chains() == {"Luxor"}
    assert game.size("Luxor") == 6
    assert game.size("Tower") == game.price("Tower") == 0
    assert game.asked == (0, "BuyShares")


def test_a_small_expensive_chain_does_not_survive() -> None:
    game = table(imperial="1A-2A", tower="4A-6A", hands=["3A", "", ""])

    game.place("3A")

    assert game.chains() == {"Tower"}


def test_the_merger_maker_picks_the_survivor_of_a_tie_and_nobody_else_does() -> None:
    game = table(luxor="1A-2A", tower="4A-5A", imperial="3B-3C", hands=["", "3A", ""], first=1)

    game.place("3A")
    assert game.asked == (1, "Survive")
    assert game.owner("3A") is None
    game.survivor("Imperial")

    assert game.owner("3A") == game.owner("1A") == "Imperial"
    assert game.size("Imperial") == 7


def test_only_a_largest_chain_may_survive() -> None:
    game = table(luxor="1A-2A", tower="4A-6A", american="3B-3D", hands=["3A", "", ""])

    game.place("3A")
    with pytest.raises(IllegalAction, match="Tower or American") as refused:
        game.survivor("Luxor")

    assert refused.value.reason == "NOT_TIED"
    assert game.asked == (0, "Survive")


def test_loose_tiles_that_the_merging_tile_connects_join_the_survivor() -> None:
    game = table(luxor="1A-2A", tower="4A-6A", loose="3B 3C 4C 9I", hands=["3A", "", ""])

    game.place("3A")

    assert game.size("Tower") == 9
    assert game.owner("4C") == "Tower"
    assert game.owner("9I") is None


def test_a_vanishing_chain_keeps_its_size_and_price_until_the_merger_is_settled() -> None:
    game = table(american="1A-2A", tower="4A-6A", hands=["3A", "", ""], shares={0: "American 2"})

    game.place("3A")
    assert game.owner("1A") == "Tower"
    assert (game.size("Tower"), game.price("Tower")) == (6, 600)
    assert (game.size("American"), game.price("American")) == (2, 300)
    game.dispose(sell=2)

    assert game.chains() == {"Tower"}
    assert game.cash()[0] == 6000 + 4500 + 600


def test_a_safe_chain_absorbs_a_small_one_and_never_the_other_way() -> None:
    game = table(luxor="1A-11A", tower="1C-2C", hands=["2B", "", ""])

    assert game.fate("2B") is Fate.MERGE
    game.place("2B")

    assert game.chains() == {"Luxor"}
    assert game.size("Luxor") == 14


def test_vanishing_chains_go_largest_first_and_the_merger_maker_orders_equals() -> None:
    game = table(
        imperial="5B-9B",
        luxor="1B-3B",
        tower="4C-4D",
        hands=["", "", "4B"],
        first=2,
        shares={0: "Luxor 2, Tower 2", 1: "Tower 1", 2: "Luxor 1"},
    )

    game.place("4B")
    asked = []
    while game.asked and game.asked[1] == "DisposeShares":
        asked.append(game.asked[0])
        game.dispose()

    assert asked == [2, 0, 0, 1]
    assert [event.chain for event in game.events if isinstance(event, BonusPaid)] == [0, 1]


def test_the_merger_maker_picks_the_order_of_tied_vanishing_chains() -> None:
    game = table(
        imperial="5B-9B",
        luxor="2B-3B",
        tower="4C-4D",
        hands=["4B", "", ""],
        shares={0: "Luxor 1", 1: "Tower 1"},
    )

    game.place("4B")
    assert game.asked == (0, "Vanish")
    with pytest.raises(IllegalAction) as refused:
        game.settle("Imperial")
    assert refused.value.reason == "NOT_TIED"
    game.settle("Tower")

    assert game.asked == (1, "DisposeShares")
    game.dispose(sell=1)
    assert game.asked == (0, "DisposeShares")


def test_each_holder_is_asked_once_per_chain_from_the_merger_maker_on() -> None:
    game = table(
        imperial="5B-9B",
        luxor="1B-3B",
        tower="4C-4D",
        hands=["", "4B", ""],
        first=1,
        shares={0: "Luxor 2, Tower 2", 1: "Luxor 1", 2: "Luxor 1, Tower 1"},
    )

    game.place("4B")
    while game.asked and game.asked[1] == "DisposeShares":
        game.dispose()

    told = [(e.seat, e.chain) for e in game.events if isinstance(e, SharesDisposed)]
    assert told == [(1, 0), (2, 0), (0, 0), (2, 1), (0, 1)]


@pytest.mark.parametrize(("timing", "paid_at_once"), [("per_chain", 1), ("all_first", 2)])
def test_bonuses_come_chain_by_chain_or_all_first(timing: BonusTiming, paid_at_once: int) -> None:
    game = table(
        imperial="5B-9B",
        luxor="1B-3B",
        tower="4C-4D",
        hands=["4B", "", ""],
        rulebook=replace(PATIENT, bonus_timing=timing),
        shares={0: "Luxor 2", 1: "Tower 1"},
    )

    game.place("4B")
    assert sum(isinstance(event, BonusPaid) for event in game.events) == paid_at_once
    game.dispose()
    game.dispose()

    assert game.cash() == [6000 + 4500, 6000 + 3000, 6000]


def test_four_chains_meet_in_one_tile() -> None:
    game = table(
        imperial="5C-9C",
        luxor="2C-3C",
        tower="4D-4E",
        festival="4A-4B",
        hands=["4C", "", ""],
        shares={0: "Luxor 1, Tower 1, Festival 1"},
    )

    game.place("4C")
    game.settle("Festival")
    game.dispose(sell=1)
    game.settle("Luxor")
    game.dispose(sell=1)
    game.dispose(sell=1)

    assert game.chains() == {"Imperial"}
    assert game.size("Imperial") == 12
    assert ChainsMerged(Seat(0), 6, 12, ((0, 2), (1, 2), (3, 2))) in game.events
    assert ChainsVanished((0, 1, 3)) in game.events
    assert game.cash()[0] == 6000 + 3 * (3000 + 200) + 1500 + 100


def test_after_a_merger_the_maker_buys_at_the_new_price() -> None:
    game = table(luxor="1A-3A", tower="5A-6A", hands=["4A", "", ""])

    game.place("4A")
    game.buy("Luxor 1")

    assert game.cash()[0] == 6000 - 600


def test_a_vanished_chain_cannot_be_bought() -> None:
    game = table(luxor="1A-3A", tower="5A-6A", hands=["4A", "", ""])

    game.place("4A")
    with pytest.raises(IllegalAction) as refused:
        game.buy("Tower 1")

    assert refused.value.reason == "CHAIN_NOT_ON_BOARD"
