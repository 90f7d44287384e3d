"""How many ways there are to play on from small fixed positions: golden numbers by depth.

Every option of every decision is followed, on a bag in a fixed order. A change of any number is a
change of the rules.
"""

from dataclasses import replace

import pytest

from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand
from tests.pictures import Table, table

SMALL = replace(
    CLASSIC,
    chains=tuple(chain for chain in CLASSIC.chains if chain.name in ("Luxor", "American")),
    columns=4,
    rows=3,
    hand_size=2,
    buy_limit=2,
    start_cash=1000,
    shares=3,
    safe_size=4,
    end_size=7,
    two_player_bank=False,
)


def count(state: State, order: list[int], depth: int) -> int:
    """The sequences of `depth` answers from here; a game that is over ends a sequence early."""
    if not depth or state.over:
        return 1
    seat = state.asking[0]
    hand: Hand = {position: order[position] for position in state.hands[seat]}
    total = 0
    for action in state.options(seat, hand):
        after = state.copy()
        after.carry_out(seat, action)
        total += count(after, order, depth - 1)
    return total


def opening() -> Table:
    """Two loose tiles, and a bag of ten."""
    return table(
        loose="1A 3B",
        hands=["2A 4C", "1C 3A"],
        bag="2B 4A 1B 3C 2C 4B",
        cash=1000,
        rulebook=SMALL,
    )


def four_chains() -> Table:
    """4C would merge four chains of one size."""
    return table(
        imperial="5C-6C",
        luxor="2C-3C",
        tower="4D-4E",
        festival="4A-4B",
        hands=["4C 9I", "9G 9E"],
        bag="9C 9A 11A",
        shares={0: "Luxor 2, Tower 1, Festival 2, Imperial 1", 1: "Luxor 2, Tower 1, Imperial 23"},
        cash=[900, 0],
        rulebook=replace(CLASSIC, two_player_bank=False),
    )


def dead_tiles() -> Table:
    """Two safe chains: dead tiles to exchange, and the end to declare."""
    return table(
        tower="1A-11A",
        luxor="1C-11C",
        hands=["6B 7B 9I", "8B 9G 9E"],
        bag="5B 9H 4B 9F 9D",
        shares={0: "Luxor 24", 1: "Tower 24"},
        cash=[1500, 0],
        rulebook=replace(CLASSIC, two_player_bank=False, dead_tiles="until_none"),
    )


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (opening(), [2, 4, 10, 22, 62, 126, 292, 533, 1122, 1819]),
        (four_chains(), [2, 33, 70, 268, 2397, 3991, 15_766]),
        (dead_tiles(), [1, 8, 68, 272, 580, 1004, 1772, 3060, 6828]),
    ],
    ids=["opening", "four_chains", "dead_tiles"],
)
def test_the_number_of_ways_to_play_on(game: Table, counts: list[int]) -> None:
    assert [count(game.state, game.order, depth) for depth in range(1, len(counts) + 1)] == counts
