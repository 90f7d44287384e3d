"""The screen in other languages: wide letters keep the layout, and no label is cut short."""

import pytest

from acquire_client.tui import layout
from acquire_client.tui.text import CUT, Block, columns
from acquire_client.tui.theme import LINES
from acquire_client.tui.view import Desk
from tests.tui.test_golden import SIZES, TABLES, text
from tests.tui.test_pages import PAGES

WIDTHS = (60, 79, 80, 100, 107, 108, 120, 200)
HEIGHTS = (16, 24, 30, 36, 40, 60)


def misfits(block: Block, width: int) -> list[str]:
    """The lines that are not exactly so many columns wide."""
    lines = ("".join(part for _style, part in line) for line in block.lines)
    return [line for line in lines if columns(line) != width]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.usefixtures("in_each_language")
def test_every_line_of_a_table_fills_the_screen(name: str) -> None:
    view = TABLES[name]()
    for width in WIDTHS:
        for height in HEIGHTS:
            block = layout.draw(view, width, height)

            assert block.height == height
            assert not misfits(block, width)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.usefixtures("in_each_language")
def test_every_line_of_a_page_fills_the_screen(name: str) -> None:
    for width, height in ((60, 15), (80, 23), (120, 39)):
        page = PAGES[name]()

        assert not misfits(page.draw(width, height, Desk(mode=page.mode), LINES), width)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.usefixtures("in_each_language")
def test_heads_titles_short_effects_and_keys_are_never_cut_short(
    name: str, size: tuple[int, int]
) -> None:
    """Only whole sentences may be: how a tile would pay where there is one line for it."""
    view = TABLES[name]()
    lines = text(layout.draw(view, *size)).splitlines()
    effects = {tile.effect.long for tile in view.hand}
    cut = [line for line in lines if CUT in line]

    assert not [line for line in cut if not any(line[7:40].strip() in one for one in effects)]


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("lobby")])
@pytest.mark.usefixtures("in_each_language")
def test_rows_of_the_lobby_are_never_cut_short(name: str) -> None:
    page = PAGES[name]()

    assert CUT not in text(page.draw(80, 23, Desk(mode=page.mode), LINES))
