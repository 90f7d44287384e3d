"""Dead tiles, which go, and blocked ones, which stay."""

from dataclasses import replace

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import ExchangeDead
from acquire_net.rules.board import Fate
from acquire_net.rules.events import DeadTilesSetAside
from acquire_net.rules.rulebook import Seat
from tests.pictures import PATIENT, spans, table

UNTIL_NONE = replace(PATIENT, dead_tiles="until_none")
SAFE = """
TTTTTTTTTTT.
............
LLLLLLLLLLL.
"""
"""Two safe chains a row apart: every tile of row B up to 11 is dead."""
BLOCKED = """
LL.TT.AA.FF.
............
WW.CC.II....
............
............
............
............
............
....o.......
"""
"""Seven chains: 4I and 6I, beside the loose 5I, would found an eighth."""


def test_a_tile_between_two_safe_chains_is_dead_and_may_not_be_placed() -> None:
    game = table(SAFE, hands=["6B 9I", "", ""])

    assert game.fate("6B") is Fate.DEAD
    with pytest.raises(IllegalAction, match="6B is dead") as refused:
        game.place("6B")

    assert refused.value.reason == "TILE_DEAD"
    assert [getattr(option, "tile", None) for option in game.options()] == [
        game.state.rulebook.grid.tile("9I")
    ]


def test_a_tile_between_a_safe_chain_and_a_smaller_one_is_not_dead() -> None:
    game = table(tower="1A-11A", luxor="1C-10C", hands=["6B", "", ""])

    assert game.fate("6B") is Fate.MERGE
    assert game.dead() == ""


def test_a_tile_between_two_safe_chains_and_a_small_one_is_dead_too() -> None:
    game = table(
        tower="1A-5A 1B-5B 1C",
        luxor="7A-12A 7B-11B",
        american="6C-6D",
        hands=["6B", "", ""],
    )

    assert game.fate("6B") is Fate.DEAD


def test_a_dead_tiles_square_is_listed_until_the_tile_goes_and_stays_empty() -> None:
    game = table(tower="1A-11A", luxor="1C-9C", loose="11C", hands=["10C 6B", "", ""], bag="9I 9H")

    assert game.dead() == ""
    game.place("10C")
    assert game.dead() == "1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B"
    game.buy()
    game.exchange("6B")

    assert "6B" not in game.dead().split()
    assert game.owner("6B") is None
    assert game.asked == (1, "Place")


def test_a_tile_laid_out_stays_gone_when_a_safe_chain_grows_beside_its_square() -> None:
    game = table(
        """
        TTTT.LLLLL
        TTTT.LLLLL
        TTT..L....
        """,
        hands=["5B 9I", "5C", ""],
    )
    assert game.dead() == "5A 5B"

    game.place("9I")
    game.buy()
    game.exchange("5B")
    game.place("5C")

    assert game.dead() == "5A 4C"


def test_a_blocked_tile_that_was_shown_may_become_dead_and_go() -> None:
    game = table(
        """
        TT..WW.CC.AA
        TTT.........
        TTT.......FF
        TTT.o.......
        ..........II
        ....o.LLL...
        ......LLL...
        ......LLL...
        ......LL....
        """,
        hands=["5E", "4D", "6F"],
    )
    assert game.fate("5E") is Fate.BLOCKED

    game.place_nothing()
    game.buy()
    game.place("4D")
    game.buy()
    game.place("6F")
    game.buy()
    assert game.dead() == "5E"
    game.place_nothing()
    game.buy()
    game.exchange("5E")

    assert game.tiles(0) == ""


def test_blocked_and_dead_are_not_the_same() -> None:
    blocked = table(BLOCKED, hands=["6I", "", ""])

    assert blocked.fate("6I") is Fate.BLOCKED
    assert blocked.dead() == ""


def test_a_blocked_tile_is_never_exchanged() -> None:
    game = table(
        tower="1A-11A",
        luxor="1C-11C",
        american="1E-2E",
        festival="4E-5E",
        worldwide="7E-8E",
        continental="10E-11E",
        imperial="1G-2G",
        loose="5I",
        hands=["6I 4B", "", ""],
        bag="9I",
    )

    game.place_nothing()
    game.buy()
    assert game.asked == (0, "Exchange")
    with pytest.raises(IllegalAction, match="6I is not dead") as refused:
        game.exchange("6I")

    assert refused.value.reason == "TILE_NOT_DEAD"


def test_after_the_draw_dead_tiles_are_replaced_from_the_bag() -> None:
    game = table(SAFE, hands=["9I 6B 7B", "", ""], bag="9H 9G 9F 9E 9D 8I")

    game.place("9I")
    game.buy()
    assert game.tiles(0) == "6B 7B 9H 9G 9F 9E"
    game.exchange("6B 7B")

    assert game.tiles(0) == "9H 9G 9F 9E 9D 8I"
    assert DeadTilesSetAside(Seat(0), tuple(spans("6B 7B"))) in game.events
    assert game.asked == (1, "Place")


def test_the_exchange_is_a_right_and_may_be_any_part() -> None:
    game = table(SAFE, hands=["9I 6B 7B", "", ""])

    game.place("9I")
    game.buy()

    six, seven = game.order.index(17), game.order.index(18)
    assert set(game.options()) == {
        ExchangeDead(()),
        ExchangeDead(((six, 17),)),
        ExchangeDead(((seven, 18),)),
        ExchangeDead(((six, 17), (seven, 18))),
    }
    game.exchange()
    assert game.tiles(0) == "6B 7B"


def test_one_exchange_a_turn_leaves_a_dead_replacement_for_the_next_turn() -> None:
    game = table(SAFE, hands=["9I 6B 9G 9F 9E 9D", "", ""], bag="9H 7B 8I")

    game.place("9I")
    game.buy()
    game.exchange("6B")

    assert game.tiles(0) == "9G 9F 9E 9D 9H 7B"
    assert game.asked == (1, "Place")


def test_with_until_none_a_dead_replacement_may_be_exchanged_too() -> None:
    game = table(SAFE, hands=["9I 6B 9G 9F 9E 9D", "", ""], bag="9H 7B 8I", rulebook=UNTIL_NONE)

    game.place("9I")
    game.buy()
    game.exchange("6B")
    assert game.asked == (0, "Exchange")
    game.exchange("7B")
    assert game.asked == (0, "Exchange")
    game.exchange()

    assert game.tiles(0) == "9G 9F 9E 9D 9H 8I"
    assert game.asked == (1, "Place")


def test_with_an_empty_bag_a_dead_tile_is_laid_out_and_not_replaced() -> None:
    game = table(SAFE, hands=["9I 6B", "", ""])

    game.place("9I")
    game.buy()
    game.exchange("6B")

    assert game.tiles(0) == ""
    assert game.asked == (1, "Place")


def test_tile_1a_can_be_dead_and_go() -> None:
    game = table(tower="2A-5A 4B-5B 4C-5C 4D-5D 4E", luxor="1B-1I 2I-4I", hands=["9I 1A", "", ""])

    assert game.dead().split()[0] == "1A"
    game.place("9I")
    game.buy()
    game.exchange("1A")

    assert game.tiles(0) == ""
    assert "1A" not in game.dead().split()


def test_nobody_is_asked_when_no_tile_is_dead() -> None:
    game = table(tower="1A-11A", hands=["9I 6B", "", ""])

    game.place("9I")
    game.buy()

    assert game.asked == (1, "Place")


def test_another_seats_dead_tile_cannot_be_exchanged() -> None:
    game = table(SAFE, hands=["9I 9H", "6B", ""])

    game.place("9I")
    game.buy()
    with pytest.raises(IllegalAction) as refused:
        game.exchange("6B")

    assert refused.value.reason == "TILE_NOT_HELD"
