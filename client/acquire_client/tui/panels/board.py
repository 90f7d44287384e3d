"""The board: a cell of 3x1, 5x1 or 5x2 for every square."""

from acquire_client.tui.choosing.intents import TileAt
from acquire_client.tui.text import Block, Fragment, Line, Target, block, centre
from acquire_client.tui.view import View
from acquire_net.rules.board import BITS, CHAINS, EMPTY, LOOSE

LABEL = 2
"""Columns of the rows' letters."""


def size(view: View, cell: int, lines: int) -> tuple[int, int]:
    """Columns and lines that a board takes."""
    return LABEL + cell * view.rulebook.columns, 1 + lines * view.rulebook.rows


def draw(view: View, cell: int, lines: int) -> Block:
    """The board with cells of so many columns and lines."""
    columns, rows = view.rulebook.columns, view.rulebook.rows
    heads = "".join(centre(str(column + 1), cell) for column in range(columns))
    drawn: list[Line] = [(("class:head", " " * LABEL + heads),)]
    targets = []
    for row in range(rows):
        for part in range(lines):
            label = chr(ord("A") + row) if part == 0 else " "
            tiles = range(row * columns, (row + 1) * columns)
            drawn.append(
                (
                    ("class:head", label + " " * (LABEL - 1)),
                    *(_cell(view, tile, cell, part) for tile in tiles),
                )
            )
            targets += [
                Target(len(drawn) - 1, LABEL + cell * at, LABEL + cell * (at + 1), TileAt(tile))
                for at, tile in enumerate(tiles)
                if tile in view.own
            ]
    return block(drawn, LABEL + cell * columns, targets=targets)


def _cell(view: View, tile: int, width: int, part: int) -> Fragment:
    style, mark = _content(view, tile)
    if part:
        # only what is coloured goes on in a cell's second line
        chain = style.split()[0]
        return (chain if chain.startswith("class:chain") else "", " " * width)
    return (style, centre(mark, width))


def _content(view: View, tile: int) -> Fragment:
    cell, number = view.board[tile], view.own.get(tile)
    if number is not None and cell == EMPTY:
        style = "class:own class:cursor" if tile == view.focus else "class:own"
        return style, f"[{number if number < 10 else '+'}]"
    fresh = " class:fresh" if tile in view.fresh else ""
    if cell == EMPTY:
        return "class:empty", "."
    if cell == LOOSE:
        style, mark = "class:loose", "#"
    else:
        chain = BITS[cell & CHAINS][0]
        style, mark = f"class:chain{chain}", view.chains[chain].letter
    return style + fresh, f"({mark})" if tile == view.last else mark
