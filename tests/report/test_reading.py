"""The page in a real browser: opened from a file, stepped through by keyboard, looked at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire_client.report import board
from acquire_client.report.log import lines
from acquire_client.report.page import page
from acquire_client.report.story import Story, story
from acquire_client.words.names import Names
from tests.report import games
from tests.report.browser import Browser, browser, installed

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not installed(), reason="there is no Chromium on this computer"),
]

LETTERS = "LTAFWCI"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Story:
    """A game of people whose names would like to be scripts."""
    return story(games.hostile(monkeypatch))


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Browser]:
    with browser(tmp_path / "profile") as one:
        yield one


@pytest.fixture
def file(tmp_path: Path, told: Story) -> Path:
    path = tmp_path / "report.html"
    path.write_text(page(told), "utf-8")
    return path


def shown(reader: Browser) -> str:
    """The board on the page, as the report writes one down."""
    squares = reader.value(
        "[...document.querySelectorAll('.board tbody td')]"
        ".map((one) => [one.className.split(' ')[0], one.firstChild.textContent])"
    )
    marks = {"empty": ".", "loose": "+"}
    for kind, text in squares:
        assert kind in marks or text == LETTERS[int(kind[1:])]
    return "".join(marks.get(kind, kind[1:]) for kind, _ in squares)


def check(reader: Browser, told: Story, at: int) -> None:
    """The page shows that move, from 1: board, words, numbers, log, slider and last tile."""
    move = told.moves[at - 1]
    names = Names(told.rulebook, told.players)
    assert shown(reader) == board.marks(move.table.board)
    said = reader.value("document.getElementById('said').textContent")
    assert said.startswith(f"Move {at} of {len(told.moves)}. ")
    assert said.endswith(" ".join(lines(move, names)))
    texts = board.texts(told, move.table, names)
    for key in ("cash-0", "held-1-3", "worth-3", "size-1", "bank-6", "hand-2"):
        text = reader.value(f"document.querySelector('[data-k={key}]').textContent")
        assert text == texts[key], key
    assert reader.value("document.querySelector('[aria-current]').hash") == f"#move-{at}"
    assert reader.value("document.getElementById('slider').value") == str(at)
    last = reader.value("document.querySelector('.last')?.closest('tr').cells.length ?? 0")
    assert bool(last) == (move.table.last_tile >= 0)


def test_a_reader_steps_through_the_game_by_keyboard(
    reader: Browser, file: Path, told: Story, tmp_path: Path
) -> None:
    count = len(told.moves)
    reader.open(file)
    check(reader, told, count)

    reader.press("ArrowLeft")  # wherever the reader is
    check(reader, told, count - 1)
    reader.value("document.getElementById('slider').focus()")
    reader.press("Home")
    check(reader, told, 1)
    for at in range(2, 12):
        reader.press("ArrowRight")
        check(reader, told, at)
    reader.press("ArrowLeft")
    check(reader, told, 10)
    reader.press("End")
    check(reader, told, count)

    reader.value("document.querySelector('[href=\"#move-30\"]').click()")
    check(reader, told, 30)
    reader.value("document.getElementById('on').click()")
    check(reader, told, 31)
    assert reader.value("location.hash") == "#move-31"
    reader.value("location.hash = '#move-20'")
    check(reader, told, 20)

    playing = "document.getElementById('play').getAttribute('aria-pressed')"
    reader.value("document.getElementById('play').click()")
    assert reader.value(playing) == "true"
    reader.press("ArrowRight")  # whoever steps has taken over
    assert reader.value(playing) == "false"

    picture = reader.screenshot()
    (tmp_path / "report.png").write_bytes(picture)
    blank = tmp_path / "blank.html"
    blank.write_text("<!doctype html><title>nothing</title>")
    assert reader.requests == [file.as_uri()]
    assert reader.complaints == []
    assert reader.value("window.p === undefined") is True
    reader.open(blank)
    assert len(picture) > 20 * len(reader.screenshot())


def test_a_narrow_window_needs_no_scrolling_sideways(
    tmp_path: Path, file: Path, told: Story
) -> None:
    with browser(tmp_path / "narrow", 360, 700) as reader:
        reader.open(file)
        assert reader.value("document.documentElement.scrollWidth") <= 360
        check(reader, told, len(told.moves))


@pytest.mark.parametrize("data", [games.unfinished, games.stopped, games.abandoned, games.false])
def test_a_page_of_no_whole_game_works_as_well(
    reader: Browser, tmp_path: Path, data: object
) -> None:
    assert callable(data)
    path = tmp_path / "half.html"
    path.write_text(page(story(data())), "utf-8")
    reader.open(path)
    reader.press("ArrowLeft")

    assert reader.value("document.querySelector('h1').textContent")
    assert reader.complaints == []
    assert reader.requests == [path.as_uri()]
