"""Whether the plot has everybody's line and fits, and its words have everybody's numbers."""

import re

import pytest

from acquire_client.report.plots import LEAST, net_worth_lines, net_worth_plot
from acquire_client.report.scale import ticks
from acquire_client.report.story import story
from tests.report import games

POINTS = [[6000 + 500 * seat * turn - 100 * turn for turn in range(41)] for seat in range(4)]
NAMES = ["Ann", "붉은 여우", "Cy", "Di"]


def columns(line: str) -> int:
    """How many columns a line of these names takes."""
    return len(re.sub("\x1b.*?m", "", line)) + len(re.findall("[가-힣]", line))


@pytest.mark.parametrize("size", [LEAST, (60, 12), (80, 22), (120, 40)])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_plot_fits_where_it_was_to_fit(
    size: tuple[int, int], colour: bool, ascii_only: bool
) -> None:
    width, height = size
    lines = net_worth_plot(POINTS, NAMES, width, height, colour=colour, ascii_only=ascii_only)

    assert len(lines) <= height
    assert max(map(columns, lines)) <= width
    assert any("\x1b" in line for line in lines) == colour
    if ascii_only:
        assert all(line.isascii() for line in lines[: height - 4])


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_players_digit_is_in_the_plot_and_before_the_name(ascii_only: bool) -> None:
    lines = net_worth_plot(POINTS, NAMES, 80, 22, colour=False, ascii_only=ascii_only)
    inside = "".join(re.split("[|│┤+]", line, maxsplit=1)[1] for line in lines if line[-1] in "|│")

    assert {*inside} >= {*"1234"}
    assert lines[-1] == "1 Ann $2,000   2 붉은 여우 $22,000   3 Cy $42,000   4 Di $62,000"


def test_richer_is_higher() -> None:
    lines = net_worth_plot(POINTS, NAMES, 80, 22, colour=False, ascii_only=True)
    ends = [line.rstrip("|")[-1] for line in lines if line.endswith("|")]

    assert [end for end in ends if end.isdigit()] == ["4", "3", "2", "1"]
    amounts = [found.group() for line in lines[:-1] if (found := re.search(r"\$[\d,]+", line))]
    assert amounts == [f"${thousands},000" for thousands in range(60, 0, -10)] + ["$0"]


def test_one_plot_leaves_nothing_behind_for_the_next() -> None:
    first = net_worth_plot(POINTS, NAMES, 60, 14, colour=False, ascii_only=True)
    net_worth_plot([[0, 90_000]], ["Ed"], 100, 30, colour=True, ascii_only=False)

    assert net_worth_plot(POINTS, NAMES, 60, 14, colour=False, ascii_only=True) == first


def test_a_game_of_one_turn_can_be_plotted() -> None:
    assert net_worth_plot([[6000], [6000]], NAMES[:2], 40, 10, colour=False, ascii_only=True)
    assert net_worth_lines([[6000], [6000]], NAMES[:2])[1:] == [
        "At the start: Ann $6,000, 붉은 여우 $6,000."
    ]


def test_too_little_room_or_nobody_is_an_error() -> None:
    for points, width, height in ((POINTS, 29, 20), (POINTS, 80, 7), ([], 80, 22), ([[]], 80, 22)):
        with pytest.raises(ValueError, match="no plot of"):
            net_worth_plot(points, NAMES, width, height, colour=False, ascii_only=True)


def test_in_words_every_tenth_of_the_game_has_everybodys_worth() -> None:
    lines = net_worth_lines(POINTS, NAMES)

    assert len(lines) == 12
    assert lines[1] == "At the start: Ann $6,000, 붉은 여우 $6,000, Cy $6,000, Di $6,000."
    assert lines[2] == "After turn 4: Ann $5,600, 붉은 여우 $7,600, Cy $9,600, Di $11,600."
    assert lines[11].startswith("After turn 40: Ann $2,000,")


def test_a_whole_game_ends_with_its_final_money() -> None:
    told = story(games.two())
    fortunes = told.fortunes

    assert tuple(points[-1] for points in fortunes.values()) == told.moves[-1].table.cash
    assert {points[0] for points in fortunes.values()} == {6000}


@pytest.mark.parametrize(
    ("most", "count", "marks"),
    [(0, 5, [0]), (3, 5, [0, 1, 2, 3]), (48_200, 6, [0, 10_000, 20_000, 30_000, 40_000])],
)
def test_marks_are_round_and_few(most: int, count: int, marks: list[int]) -> None:
    assert ticks(most, count) == marks


def test_marks_never_exceed_their_number() -> None:
    for most in (*range(200), 999, 1000, 1001, 123_456, 10**9):
        for count in range(1, 12):
            marks = ticks(most, count)
            assert len(marks) <= count + 1
            assert marks[-1] <= most
