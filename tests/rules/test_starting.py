"""Who starts, what the start tiles do, and which positions can be played from."""

from dataclasses import replace

import pytest

from acquire_net.rules.board import LOOSE
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.starting import Position, from_position, new_game
from acquire_net.rules.task import Lay
from tests.pictures import holdings, position, spans, table


@pytest.mark.parametrize(
    ("rulebook", "tiles", "starter"),
    [
        (CLASSIC, "2B 1C 1A", 2),  # 1A before 1C before 2B
        (CLASSIC, "2E 3A 2B", 2),  # 2B before 2E and 3A
        (CLASSIC, "9A 1B 12I", 1),
        (EDITION_1999, "1B 9A 2A", 2),
        (EDITION_1999, "1B 9A 1C", 1),  # 9A before 1B
        (replace(CLASSIC, start_order="letter_first"), "1B 9A 1C", 1),
        (CLASSIC, "10A 9A 11A", 1),  # as numbers, not as words
    ],
)
def test_the_smallest_start_tile_starts(rulebook: Rulebook, tiles: str, starter: int) -> None:
    game = new_game(rulebook, 3)

    game.deliver(spans(tiles))

    assert game.mover == starter
    assert game.asking == (starter,)


def test_play_passes_to_the_next_seat_from_the_starter() -> None:
    game = new_game(replace(CLASSIC, ask_always=True), 3)
    order = list(range(108))
    game.deliver([30, 20, 0])
    order[:3] = [30, 20, 0]
    movers = []
    for _ in range(4):
        movers.append(game.mover)
        seat = game.mover
        while game.mover == seat:
            game.act(seat, game.options(seat, {p: p + 50 for p in game.hands[seat]})[0])

    assert movers == [2, 0, 1, 2]


def test_the_first_positions_are_the_start_tiles_and_then_the_hands_in_seat_order() -> None:
    game = new_game(CLASSIC, 3)

    assert game.waits() == Lay((0, 1, 2))
    assert game.hands == [tuple(range(3, 9)), tuple(range(9, 15)), tuple(range(15, 21))]
    assert game.next_position == 21
    assert game.cash == [6000] * 3
    assert game.asking == ()


def test_adjacent_start_tiles_form_no_chain_until_a_tile_joins_them() -> None:
    game = new_game(CLASSIC, 3)
    game.deliver(spans("1A 2A 3A"))

    assert game.active == 0
    assert game.board[:3] == [LOOSE] * 3

    later = table(loose="1A 2A 3A", hands=["4A", "", ""])
    later.place("4A")
    later.found("Luxor")
    assert later.size("Luxor") == 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_play(seats: int) -> None:
    game = new_game(CLASSIC, seats)

    assert game.seats == seats
    assert game.next_position == 7 * seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 8])
def test_one_and_seven_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        new_game(CLASSIC, seats)


def test_a_bag_too_large_is_refused_and_a_small_one_deals_what_it_has() -> None:
    with pytest.raises(ValueError, match="more tiles than the grid"):
        new_game(CLASSIC, 2, bag_size=109)

    assert new_game(CLASSIC, 2, bag_size=9).hands == [(2, 3, 4, 5, 6, 7), (8,)]


def test_only_what_is_waited_for_can_be_delivered() -> None:
    game = new_game(CLASSIC, 3)

    with pytest.raises(ValueError, match="2 tiles delivered where 3"):
        game.deliver([1, 2])
    game.deliver([1, 2, 3])
    with pytest.raises(ValueError, match="where 0"):
        game.deliver([4])


GOOD = position(luxor="1A-2A", loose="9I", shares={0: "Luxor 3"})


def test_a_position_is_played_from_with_the_first_seat_asked() -> None:
    game = from_position(CLASSIC, replace(GOOD, first=Seat(1)))

    assert game.asking == (1,)
    assert game.bag_size == 105
    assert game.bank[0] == 22
    assert game.prices[0] == 200


@pytest.mark.parametrize(
    "bad",
    [
        replace(GOOD, chains=((0,), (), (), (), (), (), ())),
        replace(GOOD, chains=((0, 1),)),
        replace(GOOD, chains=((0, 108), (), (), (), (), (), ())),
        replace(GOOD, loose=(0,)),
        replace(GOOD, cash=(6000, 6000)),
        replace(GOOD, cash=(6000, -100, 6000)),
        replace(GOOD, first=Seat(3)),
        replace(GOOD, shares=(holdings("Luxor 13"), holdings("Luxor 13"), holdings(""))),
        replace(GOOD, shares=((-1, 0, 0, 0, 0, 0, 0), holdings("Luxor 1"), holdings(""))),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(bad: Position) -> None:
    with pytest.raises(ValueError, match="no game could reach"):
        from_position(CLASSIC, bad)
