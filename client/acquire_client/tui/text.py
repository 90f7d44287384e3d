"""Text measured in columns of a terminal: cut, padded, wrapped and pasted side by side.

A wide character takes two columns, a combining one none; a line is cut between characters only.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from wcwidth import wcwidth

from acquire_client.tui.choosing.intents import Intent

Fragment = tuple[str, str]
"""A style, by its class names, and a text."""
Line = tuple[Fragment, ...]

CUT = "~"
"""Ends what was cut short."""


@dataclass(frozen=True, slots=True)
class Target:
    """Columns `start` to `stop` of a row, where a click asks for something."""

    row: int
    start: int
    stop: int
    intent: Intent


@dataclass(frozen=True, slots=True)
class Block:
    """A picture of lines that are all `width` columns wide, with the focused cell if it has it."""

    lines: tuple[Line, ...]
    width: int
    cursor: tuple[int, int] | None = None
    """Row and column of the focused cell."""
    targets: tuple[Target, ...] = ()

    @property
    def height(self) -> int:
        """Lines."""
        return len(self.lines)


_FLAGS: Final = {0x1F1E6 + letter: 0xFF21 + letter for letter in range(26)}
"""The letters that flags are made of, as wide Latin ones."""
_TONES: Final = {0x1F3FB + tone: 0x3000 for tone in range(5)}
"""Of skins; each as a wide space."""
_UNSTEADY: Final = {**_FLAGS, **_TONES, 0xFE0E: None, 0xFE0F: None}


def steady(text: str) -> str:
    """The text in as many columns, without what terminals disagree about how wide it is.

    Where characters melt into one picture, or one says how another looks, a terminal may draw
    fewer or more columns than `columns` counts, and push the rest of its line away.
    """
    return text if text.isascii() else text.translate(_UNSTEADY)


def columns(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() else sum(max(0, wcwidth(mark)) for mark in text)


def line_width(line: Line) -> int:
    """How many columns a line takes."""
    return sum(columns(text) for _, text in line)


def cut(text: str, width: int) -> str:
    """The text in at most so many columns; `~` ends one that was cut short."""
    if columns(text) <= width:
        return text
    if width < 1:
        return ""
    kept, used = [], 0
    for mark in text:
        wide = columns(mark)
        if used + wide > width - 1:
            break
        kept.append(mark)
        used += wide
    return "".join(kept) + CUT


def left(text: str, width: int) -> str:
    """The text in exactly so many columns, padded behind."""
    text = cut(text, width)
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """The text in exactly so many columns, padded before."""
    text = cut(text, width)
    return " " * (width - columns(text)) + text


def centre(text: str, width: int) -> str:
    """The text in exactly so many columns, padded on both sides, the odd one behind."""
    text = cut(text, width)
    return left(" " * ((width - columns(text)) // 2) + text, width)


def fit(line: Line, width: int, style: str = "") -> Line:
    """The line in exactly so many columns, padded in a style or cut."""
    used = line_width(line)
    if used == width:
        return line
    if used < width:
        return (*line, (style, " " * (width - used)))
    kept: list[Fragment] = []
    room = width
    for one, text in line:
        part = cut(text, room)
        kept.append((one, part))
        room -= columns(part)
        if part != text or room <= 0:
            break
    return (*kept, (style, " " * room)) if room > 0 else tuple(kept)


def block(
    lines: Iterable[Line],
    width: int,
    height: int | None = None,
    cursor: tuple[int, int] | None = None,
    targets: Iterable[Target] = (),
) -> Block:
    """Lines as a block of exactly that size; of lines that are too many the last are left out."""
    fitted = [fit(line, width) for line in lines]
    if height is not None:
        fitted = fitted[:height] + [(("", " " * width),)] * (height - len(fitted))
    seen = cursor if cursor and cursor[0] < len(fitted) and cursor[1] < width else None
    within = tuple(
        replace(target, stop=min(target.stop, width))
        for target in targets
        if target.row < len(fitted) and target.start < width
    )
    return Block(tuple(fitted), width, seen, within)


def stacked(blocks: Sequence[Block]) -> Block:
    """Blocks of one width, one below the other."""
    lines: list[Line] = []
    cursor, targets = None, list[Target]()
    for one in blocks:
        below = len(lines)
        if one.cursor is not None:
            cursor = (one.cursor[0] + below, one.cursor[1])
        targets += (replace(target, row=target.row + below) for target in one.targets)
        lines += one.lines
    return Block(tuple(lines), blocks[0].width if blocks else 0, cursor, tuple(targets))


def beside(first: Block, second: Block, between: Fragment = ("", " ")) -> Block:
    """Two blocks side by side with something between; the lower one is padded."""
    height, gap = max(first.height, second.height), columns(between[1])
    shift = first.width + gap
    lines = tuple(
        (*one, between, *other)
        for one, other in zip(_padded(first, height), _padded(second, height), strict=True)
    )
    cursor = first.cursor
    if second.cursor is not None:
        cursor = (second.cursor[0], second.cursor[1] + shift)
    moved = (
        replace(target, start=target.start + shift, stop=target.stop + shift)
        for target in second.targets
    )
    return Block(lines, shift + second.width, cursor, (*first.targets, *moved))


def _padded(one: Block, height: int) -> tuple[Line, ...]:
    return one.lines + ((("", " " * one.width),),) * (height - one.height)


@lru_cache(maxsize=4096)
def wrapped(text: str, width: int, indent: int = 0) -> tuple[str, ...]:
    """The text in lines of at most so many columns; all but the first are indented.

    Words longer than a line are cut in pieces.
    """
    width = max(width, indent + 2, 2)
    lines, used = [""], 0
    for word in _words(text, width - indent):
        wide = columns(word)
        space = 1 if used > (indent if len(lines) > 1 else 0) else 0
        if used + space + wide > width:
            lines.append(" " * indent)
            used, space = indent, 0
        lines[-1] += " " * space + word
        used += space + wide
    return tuple(lines)


def _words(text: str, longest: int) -> Iterator[str]:
    for word in text.split():
        if columns(word) <= longest:
            yield word
            continue
        piece = ""
        for mark in word:
            if columns(piece + mark) > longest:
                yield piece
                piece = ""
            piece += mark
        yield piece


def rule(width: int, horizontal: str, *, title: str = "", style: str = "class:rule") -> Line:
    """A line across, with a title near its beginning."""
    if not title:
        return ((style, horizontal * width),)
    shown = f" {cut(title, width - 6)} "
    rest = width - 2 - columns(shown)
    return ((style, horizontal * 2), ("class:title", shown), (style, horizontal * rest))
