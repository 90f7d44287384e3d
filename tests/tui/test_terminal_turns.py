"""Great moments of a game in a real terminal: a merger of three chains, and the end."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from tests.tui.preparing import MERGES_TWO, game_at, may_end, merges_two
from tests.tui.terminal import TMUX, Terminal, terminal

pytestmark = [
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
    pytest.mark.long,
]

MERGERS: Final = chain((62, 74, 108), range(1, 40))
"""Seeds: the first few came to such a merger when this was written."""


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(tmp_path) as one:
        yield one


def go_on(window: Terminal, title: str) -> str:
    """Goes on with the game, until the title of a question is seen, which then takes keys."""
    window.start("play", "--resume", "--pace", "0")
    return window.see(title)


def take(window: Terminal, row: str) -> None:
    """Takes a row of a menu, by its number."""
    menu = re.search(rf"([1-9]) {row}", window.see(row))
    assert menu is not None
    window.type(menu[1])
    window.enter()


def test_in_a_merger_the_larger_of_two_vanishing_chains_is_disposed_of_first(
    window: Terminal,
) -> None:
    rows = map(MERGES_TWO.search, game_at(window.home, merges_two, MERGERS))
    merger = next(row for row in rows if row is not None)
    go_on(window, "PLACE a tile")

    window.type(merger["row"])
    told = window.see(f" {merger['tile']}: merges {merger['larger']}").replace("\n  ", "")
    assert f"{merger['larger']} pays" in told
    assert f"{merger['smaller']} pays" in told
    window.enter()
    window.see("Enter once more does it")
    window.enter()

    for vanishing in (merger["larger"], merger["smaller"]):
        asked = window.see(f"SELL, TRADE or KEEP [0-9]+ {vanishing}")
        assert re.search(rf"{vanishing} +\d+-", asked), "it is marked as vanishing"
        assert f"YOU: sell, trade or keep {vanishing}" in asked
        window.type("1", "End")
        sold = window.see(f"Sell .* {vanishing} for ")
        assert re.search(r"Sell +[1-9]", sold)
        window.enter()
        window.see("Enter once more does it")
        window.enter()

    bought = window.see("BUY up to")
    for vanished in (merger["larger"], merger["smaller"]):
        assert re.search(rf"{vanished} +- ", bought), "it is off the board"
    window.type("Tab")
    window.see("Log ──")
    window.type("Home")
    window.see("start tile is")


def test_the_end_is_asked_twice_and_its_result_stays_until_it_is_left(window: Terminal) -> None:
    game_at(window.home, may_end, range(1, 9))
    go_on(window, "BUY up to")
    window.click("e end")
    window.see("End the game yes")
    window.click("e end")
    window.see("End the game no")
    window.type("e")
    assert "and end the game." in window.see("End the game yes")
    window.enter()
    window.see("end the game. Enter once more does it")
    window.enter()

    over = window.see("Checked: every draw was fixed before the game.")
    assert re.search(r"1\. .* \$[0-9,]+ +wins", over)
    assert re.search(r"You +\$[0-9,]+", over)
    window.type("NPage")
    window.see("Final bonuses for .*: majority")

    take(window, "Show the board")
    window.see("Enter goes back to the result.")
    assert "The game is over" in window.screen
    window.enter()
    take(window, "Look back")
    window.see(r"LOOKING BACK: turn (\d+) of \1")
    window.type("5")
    window.enter()
    window.see(r"LOOKING BACK: turn 5 of")
    window.type("Escape")
    take(window, "Leave")
    left = window.see(r"prompt>\s*\Z")
    assert "Checked: every draw was fixed before the game." in left
    assert not window.alternate
