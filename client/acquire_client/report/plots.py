"""How the players' fortunes went, in a terminal: as a plot for eyes, as lines for ears.

The plot is drawn by plotext, whose one figure is cleared before and after.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

import plotext  # type: ignore[import-untyped]  # it has no types

from acquire_client.report.scale import ticks
from acquire_client.words.numbers import money
from acquire_net.language import _

_COLOURS: Final = ("cyan", "orange", "green", "magenta", "red", "blue")
"""Of the sixteen that every terminal has; the digit of each player tells the same without."""
_INKS: Final = (36, 33, 32, 35, 31, 34)
"""The same as numbers, for the names below."""
_RESET: Final = "\x1b[0m"
_ESCAPES: Final = re.compile("\x1b\\[[0-9;]*m")
_PLAIN: Final = str.maketrans("┌┐└┘├┤┬┴┼─│", "+++++++++-|")
LEAST: Final = (30, 8)
"""Columns and lines that a plot cannot do without."""


def net_worth_plot(
    points: Sequence[Sequence[int]],
    names: Sequence[str],
    width: int,
    height: int,
    *,
    colour: bool,
    ascii_only: bool,
) -> list[str]:
    """Each player's net worth over the turns, `height` lines of at most `width` columns.

    `points` has a row per player, in dollars, from turn 0. Every line is a digit's, the one before
    the name below; `colour` adds escape sequences of colour, `ascii_only` leaves out braille and
    frames. Raises ValueError where there is less room than `LEAST`, or nothing to plot.
    """
    if width < LEAST[0] or height < LEAST[1] or not points or not points[0]:
        raise ValueError(f"no plot of {len(points)} lines fits into {width} x {height}")
    legend = _legend(points, names, width, colour=colour)
    legend = legend[: max(1, height - LEAST[1] + 1)]
    drawn = _draw(points, width, height - len(legend), dense=not ascii_only)
    lines = [line.rstrip() for line in drawn.splitlines()]
    if not colour:
        lines = [_ESCAPES.sub("", line).rstrip() for line in lines]
    if ascii_only:
        lines = [line.translate(_PLAIN) for line in lines]
    return [*lines, *legend]


def _draw(points: Sequence[Sequence[int]], width: int, height: int, *, dense: bool) -> str:
    most, turns = max(map(max, points)), len(points[0]) - 1
    least = min(0, *map(min, points))
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)
    plotext.plot_size(width, height)
    for seat, row in enumerate(points):
        digit, ink = str(seat + 1), _COLOURS[seat]
        plotext.plot([*range(len(row))], row, marker="braille" if dense else digit, color=ink)
    for seat, row in enumerate(points) if dense else ():
        for at in _marked(seat, len(row), len(points)):
            plotext.text(str(seat + 1), at, row[at], color=_COLOURS[seat])
    marks = ticks(most, max(2, height // 3))
    plotext.ylim(least, max(1, most))
    plotext.yticks(marks, [money(mark) for mark in marks])
    across = ticks(turns, max(2, width // 12))
    plotext.xlim(0, max(1, turns))
    plotext.xticks(across, [str(turn) for turn in across])
    drawn: str = plotext.build()
    plotext.clear_figure()
    return drawn


def _marked(seat: int, turns: int, seats: int) -> Iterator[int]:
    """The turns at which a player's digit stands on his line, not those of the others."""
    step = max(seats * 3, turns // 4)
    yield from range((seat + 1) * step // (seats + 1), turns - 1, step)
    yield turns - 1


def _legend(
    points: Sequence[Sequence[int]], names: Sequence[str], width: int, *, colour: bool
) -> list[str]:
    """Digit, name and last worth of each player, as many on a line as fit."""
    lines: list[list[str]] = [[]]
    room = width
    for seat, (name, row) in enumerate(zip(names, points, strict=True)):
        text = _cut(f"{seat + 1} {name} {money(row[-1])}", width)
        if lines[-1] and _columns(text) + 3 > room:
            lines.append([])
            room = width
        room -= _columns(text) + 3 * bool(lines[-1])
        lines[-1].append(f"\x1b[{_INKS[seat]}m{text}{_RESET}" if colour else text)
    return ["   ".join(line) for line in lines]


def _cut(text: str, width: int) -> str:
    while _columns(text) > width:
        text = text[:-1]
    return text


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(one) in "WF" for one in text)
    return len(text) + wide - sum(1 for one in text if unicodedata.combining(one))


def net_worth_lines(points: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Each player's net worth at every tenth of the game, in words, a line for each."""
    last = len(points[0]) - 1
    turns = sorted({round(last * tenth / 10) for tenth in range(11)})
    lines = [_("Net worth at every tenth of the game.")]
    for turn in turns:
        told = ", ".join(
            f"{name} {money(row[turn])}" for name, row in zip(names, points, strict=True)
        )
        when = _("At the start") if turn == 0 else _("After turn {turn}").format(turn=turn)
        lines.append(_("{when}: {worths}.").format(when=when, worths=told))
    return lines
