"""The hand: every tile with what it would do, in a line each where there is room."""

from acquire_client.tui.choosing.intents import TileAt
from acquire_client.tui.text import Block, Fragment, Line, Target, block, fit, left
from acquire_client.tui.view import HandTile, View
from acquire_net.language import _
from acquire_net.rules.board import Fate

LEAST = 60
"""Columns from which a tile that has a line of its own is told in full."""


def draw(view: View, width: int, height: int) -> Block:
    """The tiles in as many columns as the height asks for; what cannot be placed is dim."""
    if not view.hand:
        asked = view.asked is not None and view.asked.over_hand
        none = (("class:dim", _("You hold no tiles.")),)
        return block([none], width, height, (0, 0) if asked else None)
    across = -(-len(view.hand) // max(1, height))
    room = width // across
    lines: list[Line] = []
    targets: list[Target] = []
    cursor = None
    for first in range(0, len(view.hand), across):
        row: list[Fragment] = []
        for at, tile in enumerate(view.hand[first : first + across]):
            focused = tile.tile == view.focus
            if focused:
                cursor = (len(lines), at * room)
            targets.append(Target(len(lines), at * room, (at + 1) * room, TileAt(tile.tile)))
            full = across == 1 and width >= LEAST
            row += _cell(tile, room - 1, full=full, focused=focused)
        lines.append(tuple(row))
    return block(lines, width, height, cursor, targets)


def _cell(tile: HandTile, room: int, *, full: bool, focused: bool) -> Line:
    what = tile.effect.long if full else tile.effect.short
    style = "" if tile.effect.fate.playable else "class:off"
    if tile.effect.fate in (Fate.MERGE, Fate.FOUND):
        style = "class:sum"
    cursor = " class:cursor" if focused else ""
    mark = ">" if focused else " "
    line: Line = (
        ("class:own" + cursor, f"{mark}{tile.number} {left(tile.name, 3)} "),
        (style + cursor, what),
    )
    return (*fit(line, room, cursor.strip()), ("", " "))
