"""The open question: numbered rows, each with what is chosen of it."""

from acquire_client.tui.choosing.intents import RowAt
from acquire_client.tui.text import (
    Block,
    Line,
    Target,
    block,
    columns,
    fit,
    left,
    right,
    stacked,
    wrapped,
)
from acquire_client.tui.view import Asked


def titled(asked: Asked, width: int, height: int) -> Block:
    """The rows under their title, where it has no other place."""
    title = [(("class:title", piece),) for piece in wrapped(asked.title, width)]
    title = title[: max(0, height - len(asked.rows))] or title[: min(1, height - 1)]
    rows = draw(asked, width, height - len(title))
    return stacked([block(title, width), rows])


def draw(asked: Asked, width: int, height: int) -> Block:
    """The rows around the cursor; their notes where they fit, else the message tells one of them."""
    rows = asked.rows
    first = max(0, min(asked.cursor - height + 1, len(rows) - height)) if height < len(rows) else 0
    first = min(first, max(0, len(rows) - height))
    label = max((columns(row.label) for row in rows), default=0)
    value = max((columns(row.value) for row in rows), default=0)
    label = min(label, max(6, width - 6 - value))
    room = width - label - value - 7
    lines: list[Line] = []
    targets = []
    cursor = None if rows else (0, 0)
    for at, row in enumerate(rows[first : first + height], first):
        focused = at == asked.cursor
        text = f"{'>' if focused else ' '}{right(str(at + 1), 2)} {left(row.label, label)}"
        style = "" if row.enabled else "class:off"
        shade = " class:cursor" if focused else ""
        line: Line = (
            (style + shade, text + " "),
            ("class:sum" + shade, right(row.value, value)),
            (style + shade, f"  {row.note}" if columns(row.note) <= room else ""),
        )
        if focused:
            cursor = (len(lines), 0)
        targets.append(Target(len(lines), 0, width, RowAt(at)))
        lines.append(fit(line, width, shade.strip()))
    return block(lines, width, height, cursor, targets)
