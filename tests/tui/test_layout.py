"""The screen at every size: always filled exactly, the board always whole."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from acquire_client.tui import layout
from acquire_client.tui.panels import log
from acquire_client.tui.text import Block, columns
from acquire_client.tui.theme import ASCII
from acquire_client.tui.view import Desk, View, asked, table
from tests.tui import scenes
from tests.tui.choosing.playing import choice, questions
from tests.tui.test_golden import text

WIDTHS: Final = (60, 70, 79, 80, 100, 107, 108, 120, 200)
HEIGHTS: Final = (16, 17, 19, 22, 24, 35, 36, 60)


def views() -> Iterator[View]:
    yield scenes.asked("place")
    yield scenes.asked("buyshares", "hidden", 6)
    yield scenes.asked("disposeshares")
    yield scenes.others_turn()
    yield scenes.onlooker()


def filled(block: Block, width: int, height: int) -> bool:
    wide = {sum(columns(text) for _, text in line) for line in block.lines}
    return len(block.lines) == height and wide == {width}


def plain(block: Block) -> list[str]:
    return ["".join(text for _, text in line) for line in block.lines]


@pytest.mark.parametrize(
    "size", [*product(WIDTHS, HEIGHTS)], ids=lambda size: "x".join(map(str, size))
)
def test_every_line_is_as_wide_as_the_screen_and_the_board_is_whole(size: tuple[int, int]) -> None:
    width, height = size
    for view in views():
        block = layout.draw(view, width, height)
        text = plain(block)

        assert filled(block, width, height)
        rows = [line for line in text if line[:2] in [f"{letter} " for letter in "ABCDEFGHI"]]
        assert len(rows) >= view.rulebook.rows, "every row of the board"
        side = [line[2 + 3 * view.rulebook.columns :] for line in text]
        for chain in view.chains:
            assert any(f" {chain.letter} " in line for line in side), "and the chains beside it"


def test_players_log_and_chat_of_wide_letters_keep_the_layout() -> None:
    view = scenes.asked("place")
    assert any("잘했어요" in text for _, text in view.chat)

    for width, height in ((80, 24), (120, 40), (131, 41)):
        assert filled(layout.draw(view, width, height), width, height)


@pytest.mark.parametrize("size", [(59, 24), (80, 15), (40, 10), (12, 3), (1, 1)])
def test_too_small_a_screen_says_so_and_names_plain_mode(size: tuple[int, int]) -> None:
    block = layout.draw(scenes.asked("place"), *size)

    assert filled(block, *size)
    if size[0] * size[1] > 200:
        assert ":plain" in "\n".join(plain(block))


def test_every_kind_of_question_fits_at_every_size() -> None:
    for question in questions(2):
        chooser = choice(question)
        hand = [tile for _, tile in question.hand]
        view = table(
            question.state,
            chooser.names,  # type: ignore[attr-defined]  # every choice of an answer has them
            hand,
            scenes.asked("place").status,
            asked=asked(chooser, again=False),
            desk=Desk(mode=chooser.mode),
        )
        for width, height in ((60, 16), (64, 19), (80, 24), (100, 30), (120, 40)):
            block = layout.draw(view, width, height)

            assert filled(block, width, height)
            assert block.cursor is not None, "the focused cell has the cursor"


def test_news_that_does_not_fit_is_counted_above_the_log() -> None:
    view = scenes.asked("place")
    view = replace(view, news=len(view.log) - 3)
    lines = sum(len(log._tail(replace(view, log=[told]), 36, 1)) for told in view.log[-3:])
    assert log.title(view, 36, lines) == "Log"
    assert log.title(view, 36, lines - 1) == "Log: 1 more, PgUp"
    assert "Log: " in text(layout.draw(replace(view, news=0), 80, 24))
    assert log.title(replace(view, desk=replace(view.desk, back=3)), 36, 1) == "Log"


def test_the_mark_of_a_vanishing_chain_is_told_while_there_is_one() -> None:
    assert "- vanishing" in text(layout.draw(scenes.asked("disposeshares"), 80, 24))
    assert "vanishing" not in text(layout.draw(scenes.asked("place"), 80, 24))


def test_numbers_stay_near_their_names_on_a_very_wide_screen() -> None:
    shown = text(layout.draw(scenes.asked("place"), 220, 50)).splitlines()
    for name in ("Continental", "Sky"):
        line = next(line for line in shown if f" {name}" in line)
        assert re.search(rf"{name} {{1,40}}[$0-9-]", line), line


def test_log_scrolls_back_to_the_first_tile() -> None:
    view = scenes.asked("place")
    most = log.most_back(view, 40, 8)
    first = log.draw(replace(view, desk=Desk(panel="log", back=most)), 40, 8)

    assert "start tile" in "".join(plain(first))


def test_ascii_borders_leave_nothing_but_ascii_around_the_texts() -> None:
    view = scenes.asked("buyshares")
    drawn = "\n".join(plain(layout.draw(view, 80, 24, ASCII)))

    assert drawn.isascii()
