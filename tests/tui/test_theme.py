"""Themes: seven chains stay distinct and legible, and without colours letters are enough."""

from typing import Final, get_args

import pytest
from prompt_toolkit.output.vt100 import _256_colors

from acquire_client.tui.theme import (
    ASCII,
    LINES,
    THEMES,
    Depth,
    ThemeName,
    borders,
    luminance,
    styles,
)
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.rulebook import Rulebook

COLOURED: Final = [name for name in THEMES if name != "mono"]
BOOKS: Final = (CLASSIC, EDITION_1999)


def chains(name: ThemeName, book: Rulebook, depth: Depth) -> list[str]:
    told = styles(name, [chain.colour for chain in book.chains], depth)
    return [told[f"chain{at}"] for at in range(len(book.chains))]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.preset)
@pytest.mark.parametrize("name", COLOURED)
def test_seven_chains_have_seven_backgrounds_at_every_depth(
    name: ThemeName, book: Rulebook
) -> None:
    for depth in (4, 8, 24):
        backs = [style.split()[0] for style in chains(name, book, depth)]
        assert len({*backs}) == 7, (depth, backs)
    hexes = [style.split()[0].removeprefix("bg:#") for style in chains(name, book, 8)]
    shown = {_256_colors[tuple(bytes.fromhex(one))] for one in hexes}  # type: ignore[index]
    assert len(shown) == 7, "also as a terminal of 256 colours shows them"


@pytest.mark.parametrize("name", COLOURED)
def test_letters_stand_out_from_their_background(name: ThemeName) -> None:
    for style in chains(name, CLASSIC, 24):
        back, ink = (
            luminance(part.removeprefix("bg:").removeprefix("#")) for part in style.split()
        )
        light, dark = max(back, ink), min(back, ink)

        assert (light + 0.05) / (dark + 0.05) >= 4.5, style


def test_sixteen_colours_never_need_a_bright_background() -> None:
    for name in COLOURED:
        for book in BOOKS:
            assert not any("bg:ansibright" in style for style in chains(name, book, 4))


@pytest.mark.parametrize("name", get_args(ThemeName))
def test_without_colours_no_theme_names_one(name: ThemeName) -> None:
    told = styles(name, [chain.colour for chain in CLASSIC.chains], 1)

    words = {word for style in told.values() for word in style.split()}
    assert words <= {"bold", "reverse", "underline"}


def test_every_theme_has_a_style_for_everything() -> None:
    names = {frozenset(styles(name, ["red"] * 7, 24)) - {""} for name in THEMES}

    assert len(names) == 1


@pytest.mark.parametrize(
    ("encoding", "language", "expected"),
    [
        ("utf-8", "en_GB", LINES),
        ("ascii", "en_GB", ASCII),
        ("ANSI_X3.4-1968", "", ASCII),
        (None, "", ASCII),
        ("no-such-encoding", "", ASCII),
        ("cp437", "", LINES),
        ("utf-8", "ko_KR", ASCII),
    ],
)
def test_lines_are_drawn_where_the_terminal_has_them(
    encoding: str | None, language: str, expected: object
) -> None:
    assert borders(encoding, language) is expected
