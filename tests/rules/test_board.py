"""The grid: names, what touches what, and what a tile would do."""

import pytest

from acquire_net.errors import Unreadable
from acquire_net.rules.board import Fate, grid
from acquire_net.rules.editions import CLASSIC
from tests.pictures import spans, table

GRID = CLASSIC.grid


def test_tiles_are_named_by_column_and_row_and_read_back() -> None:
    names = [GRID.name(tile) for tile in range(GRID.size)]

    assert (names[0], names[11], names[12], names[107]) == ("1A", "12A", "1B", "12I")
    assert [GRID.tile(name) for name in names] == list(range(108))


@pytest.mark.parametrize("name", ["3c", "C3", " 3C "])
def test_a_tile_is_read_in_either_order_and_case(name: str) -> None:
    assert GRID.name(GRID.tile(name)) == "3C"


@pytest.mark.parametrize("name", ["", "13A", "0A", "1J", "A", "12", "1AA", "\u0663C", "-1A"])
def test_what_is_no_tile_is_refused_with_the_range(name: str) -> None:
    with pytest.raises(Unreadable, match="1A to 12I"):
        GRID.tile(name)


@pytest.mark.parametrize(
    ("tile", "beside"),
    [
        ("5E", "5D 4E 6E 5F"),
        ("1A", "2A 1B"),
        ("12A", "11A 12B"),
        ("1B", "1A 2B 1C"),
        ("1I", "1H 2I"),
        ("12I", "12H 11I"),
    ],
)
def test_neighbours_share_a_side_and_never_go_around_an_edge(tile: str, beside: str) -> None:
    cells = set(GRID.neighbours[GRID.tile(tile)]) - {GRID.size}

    assert cells == set(spans(beside))


def test_12a_does_not_touch_1b() -> None:
    board = table(luxor="11A-12A", hands=["1B", "", ""])

    assert board.fate("1B") is Fate.LONE


@pytest.mark.parametrize(
    ("tile", "fate"),
    [
        ("9I", Fate.LONE),
        ("4I", Fate.FOUND),  # beside the loose 5I
        ("2B", Fate.LONE),  # only a corner touches Luxor
        ("5A", Fate.GROW),  # beside Luxor
        ("2C", Fate.MERGE),  # Tower, safe, and American, small
        ("6D", Fate.DEAD),  # Tower and Festival, both safe
        ("3D", Fate.DEAD),  # both safe ones, and the small American too
    ],
)
def test_a_tile_says_what_it_would_do(tile: str, fate: Fate) -> None:
    board = table(
        luxor="3A-4A",
        tower="3C-11C 12C 11B",
        american="1D-2D",
        festival="3E-11E 12E 11F",
        loose="5I",
    )

    assert board.fate(tile) is fate


def test_grids_of_other_sizes_work_and_absurd_ones_are_refused() -> None:
    ten = grid(10, 10)

    assert (ten.size, ten.name(99), ten.tile("10J")) == (100, "10J", 99)
    with pytest.raises(ValueError, match="out of range"):
        grid(100, 9)
    with pytest.raises(ValueError, match="out of range"):
        grid(20, 20)
