"""How the players' fortunes went: a plot where there is room for one, else every tenth in words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from acquire_client.report.plots import LEAST, net_worth_lines, net_worth_plot
from acquire_client.tui.pages.sheet import Paragraph, Sheet
from acquire_client.tui.text import Fragment, Line
from acquire_net.language import _

MARGIN: Final = (4, 2)
"""Columns and lines of a page that are not the plot's."""
_COLOUR: Final = re.compile("\x1b\\[(?:38;5;)?([0-9]+)m")
_INKS: Final = ("", "red", "green", "yellow", "blue", "magenta", "cyan")


def sheet(
    points: Sequence[Sequence[int]],
    names: Sequence[str],
    width: int,
    height: int,
    *,
    colour: bool,
    ascii_only: bool,
) -> Sheet:
    """Net worth over the turns, on a page of that size; `points` has a row per player, in dollars."""
    room = width - MARGIN[0], height - MARGIN[1]
    title = _("Net worth over the turns")
    if room[0] < LEAST[0] or room[1] < LEAST[1]:
        return Sheet(title, net_worth_lines(points, names))
    drawn = net_worth_plot(points, names, *room, colour=colour, ascii_only=ascii_only)
    body: list[Paragraph] = [_line(line) for line in drawn]
    return Sheet(title, body)


def _line(text: str) -> Line:
    """A line of a plot, its escape sequences turned into styles."""
    return tuple(_fragments(text))


def _fragments(text: str) -> Iterator[Fragment]:
    style = ""
    for at, part in enumerate(_COLOUR.split(text)):
        if at % 2:  # between two pieces of text, a colour's number
            ink = int(part) % 10 % len(_INKS)
            style = f"ansi{_INKS[ink]}" if ink else ""
        elif part:
            yield style, part
