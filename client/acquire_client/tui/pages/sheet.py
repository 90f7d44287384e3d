"""A page of text with a title, which scrolls, and numbered answers below it."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.tui.choosing.rows import Rows
from acquire_client.tui.panels import asking
from acquire_client.tui.text import Block, Line, block, fit, rule, stacked, wrapped
from acquire_client.tui.theme import LINES, Borders
from acquire_client.tui.view import asked
from acquire_net.language import _

Paragraph = str | Line
"""Words, to be wrapped; or a line as it is."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a page says. A title on top, paragraphs, and what the reader may answer."""

    title: str
    body: Sequence[Paragraph] = ()
    grave: bool = False
    """Whether something is wrong."""


def draw(
    sheet: Sheet,
    width: int,
    height: int,
    *,
    menu: Rows | None = None,
    back: int = 0,
    message: str = "",
    lines: Borders = LINES,
) -> Block:
    """The page, exactly that wide and high; `back` lines of the text are scrolled away."""
    style = "class:bar.mine" if sheet.grave or menu else "class:bar"
    top = block([fit(((style, f" {sheet.title}"),), width, style)], width)
    answers = _answers(menu, width, height, message, lines)
    room = max(0, height - 1 - answers.height)
    return stacked([top, _body(sheet, width, room, back, menu), answers])


def most_back(sheet: Sheet, width: int, height: int, menu: Rows | None) -> int:
    """How many lines of the text can be scrolled away."""
    answers = _answers(menu, width, height, "", LINES)
    return max(0, len(_text(sheet, width)) - (height - 1 - answers.height))


def _text(sheet: Sheet, width: int) -> list[Line]:
    """The text in lines, with a margin of two columns."""
    told: list[Line] = []
    for paragraph in sheet.body:
        if isinstance(paragraph, str):
            pieces = wrapped(paragraph, width - 4, 2) if paragraph else ("",)
            told += [(("", f"  {piece}"),) for piece in pieces]
        else:
            told.append((("", "  "), *paragraph))
    return told


def _body(sheet: Sheet, width: int, height: int, back: int, menu: Rows | None) -> Block:
    told = _text(sheet, width)
    back = max(0, min(back, len(told) - height))
    shown = told[back : back + height]
    left = len(told) - back - height
    if left > 0 and shown:
        more = _("-- {count} lines more: PgDn --") if menu else _("-- {count} lines more: Down --")
        shown[-1] = (("class:dim", f"  {more.format(count=left + 1)}"),)
    return block(shown, width, height)


def _answers(menu: Rows | None, width: int, height: int, message: str, lines: Borders) -> Block:
    """The numbered answers, under a line with their title; then the message."""
    parts = []
    if menu is not None and menu.rows:
        shown = min(len(menu.rows), max(1, height // 2))
        parts.append(block([rule(width, lines.across, title=menu.title)], width))
        parts.append(asking.draw(asked(menu, again=False), width, shown))
        message = message or menu.summary
    told = [(("class:sum", f" {line}"),) for line in wrapped(message, width - 1)]
    return stacked([*parts, block(told, width, 1)])


def heading(text: str) -> Line:
    """A line above a part of the text."""
    return (("class:title", text),)
