"""The bank as a shareholder in a two-player game: the number of a drawn tile is its holding."""

from dataclasses import replace

import pytest

from acquire_net.rules.events import BonusPaid
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.task import Toss
from tests.pictures import PATIENT, Table, spans, table


def merger(
    shares: dict[int, str], *, rulebook: Rulebook = PATIENT, bag: str = "", seats: int = 2
) -> Table:
    """Seat 0 has merged American, 2, into Tower, 3: bonuses of $3,000 and $1,500 are due."""
    game = table(
        american="1A-2A",
        tower="4A-6A",
        hands=["3A", *["9I"] * (seats > 1), *[""] * (seats - 2)],
        bag=bag,
        shares=shares,
        rulebook=rulebook,
        cash=0,
    )
    game.place("3A")
    return game


@pytest.mark.parametrize(
    ("holdings", "tile", "cash"),
    [
        ((3, 0), "2C", [3000, 0]),  # the bank is second
        ((3, 0), "7C", [1500, 0]),  # the bank is first
        ((3, 1), "7C", [1500, 0]),  # first and second are taken
        ((3, 1), "2C", [3000, 0]),
        ((3, 2), "1C", [3000, 1500]),  # the bank is third
        ((3, 1), "3C", [2300, 0]),  # a tie with the bank: $2,250 each, rounded up
        ((3, 3), "3C", [1500, 1500]),  # a tie of three
        ((3, 1), "1C", [3000, 800]),  # a tie for second: $750, rounded up
        ((3, 3), "5C", [800, 800]),  # both second behind the bank
        ((13, 12), "12C", [3000, 800]),  # more than the 25 there are
    ],
)
def test_the_bank_takes_its_place_among_the_holders(
    holdings: tuple[int, int], tile: str, cash: list[int]
) -> None:
    game = merger({seat: f"American {held}" for seat, held in enumerate(holdings) if held})

    game.toss(tile)

    assert game.cash() == cash
    bonus = next(event for event in game.events if isinstance(event, BonusPaid))
    column = int(tile[:-1])
    assert bonus.bank == (column, game.state.rulebook.grid.tile(tile))


def test_the_tile_is_drawn_from_all_that_are_not_placed_set_aside_or_known() -> None:
    game = merger({0: "American 3"}, bag="5I 6I")

    wanted = game.state.waits()

    assert isinstance(wanted, Toss)
    assert set(wanted.pool) == set(range(108)) - set(spans("1A-6A"))
    assert wanted.count == 1


def test_a_hand_that_was_shown_is_known() -> None:
    game = table(
        """
        TTTTTTTTTTT.
        ............
        LLLLLLLLLLL.
        ............
        AA..........
        ............
        FF..........
        """,
        hands=["6B", "1F"],
        shares={0: "American 1, Festival 1"},
    )
    game.place_nothing()
    game.buy()
    game.exchange()

    game.place("1F")
    game.survivor("American")
    wanted = game.state.waits()

    assert isinstance(wanted, Toss)
    assert game.state.rulebook.grid.tile("6B") not in wanted.pool
    assert game.state.rulebook.grid.tile("7B") in wanted.pool


def test_the_drawn_tile_goes_back_and_the_bag_keeps_its_order() -> None:
    game = merger({0: "American 3"}, bag="5I 6I")
    game.toss("5I")
    game.dispose()
    game.buy()

    assert game.tiles(0) == "5I 6I"


def test_no_tile_is_drawn_for_a_chain_that_neither_player_holds() -> None:
    game = merger({0: "Tower 3"})

    assert game.state.waits() is None
    assert game.asked == (0, "BuyShares")


@pytest.mark.parametrize(
    ("seats", "rulebook"), [(2, replace(PATIENT, two_player_bank=False)), (3, PATIENT)]
)
def test_with_the_option_off_or_three_players_the_bank_holds_nothing(
    seats: int, rulebook: Rulebook
) -> None:
    game = merger({0: "American 3"}, rulebook=rulebook, seats=seats)

    assert game.state.waits() is None
    assert game.cash()[0] == 4500


def test_with_all_first_the_chains_are_drawn_for_largest_first_and_ties_in_chain_order() -> None:
    game = table(
        imperial="5C-9C",
        luxor="2C-3C",
        tower="4D-4E",
        festival="4A-4B 3A",
        hands=["4C", ""],
        shares={0: "Luxor 1, Tower 1, Festival 1"},
        rulebook=replace(PATIENT, bonus_timing="all_first"),
    )

    game.place("4C")
    game.toss("1I 2I 3I")

    told = [(e.chain, e.bank and e.bank[0]) for e in game.events if isinstance(e, BonusPaid)]
    assert told == [(3, 1), (0, 2), (1, 3)]


def test_with_per_chain_a_tile_is_drawn_when_each_chain_is_paid() -> None:
    game = table(
        imperial="5C-9C",
        luxor="1C-3C",
        tower="4D-4E",
        hands=["4C", ""],
        shares={0: "Luxor 1, Tower 1"},
    )

    game.place("4C")
    game.toss("1I")
    game.dispose()
    game.toss("12I")
    game.dispose()

    told = [(e.chain, e.bank and e.bank[0]) for e in game.events if isinstance(e, BonusPaid)]
    assert told == [(0, 1), (1, 12)]


def test_the_final_count_draws_in_chain_order_for_the_chains_that_somebody_holds() -> None:
    game = table(
        imperial="1A-11A",
        tower="1C-11C",
        luxor="1E-11E",
        hands=["9I", ""],
        shares={0: "Luxor 2", 1: "Imperial 1"},
        cash=0,
    )

    game.place("9I")
    game.buy(end=True)
    assert game.state.ended_by == "declared"
    assert not game.state.over
    game.toss("1H 12H")

    assert game.state.over
    assert game.cash() == [7000 + 2 * 700, 4500 + 900]


def test_when_every_tile_is_known_the_whole_grid_is_drawn_from() -> None:
    game = table(luxor="1A-12I", hands=["", ""], shares={0: "Luxor 3"}, cash=0)

    game.place_nothing()
    game.buy(end=True)
    wanted = game.state.waits()
    assert isinstance(wanted, Toss)
    assert wanted.pool == tuple(range(108))
    game.toss("3A")

    assert game.cash()[0] == 7500 + 3 * 1000
