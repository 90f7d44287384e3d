"""Where everything is: the board first, whole at every size; the log and the chat give way.

Three forms: the table side by side with its players below it from 80x24, everything in columns
from about 120x36, and a short one down to 60x16. Below that there is a notice.
"""

from dataclasses import dataclass

from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.panels import asking, board, chains, hand, log, players, prices, status
from acquire_client.tui.text import (
    CUT,
    Block,
    Fragment,
    Line,
    beside,
    block,
    columns,
    left,
    rule,
    stacked,
    wrapped,
)
from acquire_client.tui.theme import LINES, Borders
from acquire_client.tui.view import Asked, View
from acquire_net.language import _

LEAST_WIDTH, LEAST_HEIGHT = 60, 16
SMALL_CELL, LARGE_CELL = 3, 5
SIDE = 45
"""The least columns beside a board of large cells."""
SIDE_BY_SIDE = 80
"""Columns from which the players have their shares below the board."""
MESSAGE = 3
"""The most lines of the message."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How many lines each part below the board gets."""

    band: int
    hand: int
    hand_title: bool
    message: int


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a screen is divided: a square's columns and lines, the board's, and what is below."""

    cell: int
    tall: int
    wide: int
    high: int
    at_side: bool
    """Whether the players are beside the board."""
    plan: _Plan
    split: int
    """Columns of the left panel below the board."""


def draw(view: View, width: int, height: int, lines: Borders = LINES) -> Block:
    """The whole screen, exactly that wide and high."""
    least_width, least_height = least(view)
    if width < least_width or height < least_height:
        return _too_small(width, height, least_width, least_height)
    shape = _shape(view, width, height)
    side = _side(view, width - shape.wide - 1, shape)
    top = beside(board.draw(view, shape.cell, shape.tall), side, ("", " "))
    below = _below(view, shape, width, lines)
    bar = status.bar(view.desk.mode, width, view.rulebook)
    return stacked([status.draw(view, width), top, *below, bar])


def most_back(view: View, width: int, height: int) -> int:
    """How many lines the log can be scrolled back on a screen of that size."""
    least_width, least_height = least(view)
    if width < least_width or height < least_height:
        return 0
    shape = _shape(view, width, height)
    room = shape.split if shape.at_side else width - shape.split - 1
    return log.most_back(view, room, shape.plan.band - 1)


def _shape(view: View, width: int, height: int) -> _Shape:
    cell, tall = _cells(view, width, height)
    wide, high = board.size(view, cell, tall)
    at_side = high >= len(view.chains) + 3 + len(view.players) + 1
    plan = _plan(view, height - 1 - high - 1, with_players=not at_side)
    split = wide if at_side else min(players.least(view) + 4, width // 2 + 4)
    if width < SIDE_BY_SIDE and not at_side:
        split = width // 2 - 2
    return _Shape(cell, tall, wide, high, at_side, plan, split)


def least(view: View) -> tuple[int, int]:
    """The least columns and lines that hold the board and what must be with it."""
    wide, high = board.size(view, SMALL_CELL, 1)
    return max(LEAST_WIDTH, wide + 22), max(LEAST_HEIGHT, high + 6)


def _cells(view: View, width: int, height: int) -> tuple[int, int]:
    """Columns and lines of a square."""
    wide = board.size(view, LARGE_CELL, 1)[0]
    if width < wide + 1 + SIDE:
        return SMALL_CELL, 1
    tall = board.size(view, LARGE_CELL, 2)[1]
    return LARGE_CELL, 2 if height >= tall + 17 else 1


def _side(view: View, width: int, shape: _Shape) -> Block:
    if not shape.at_side:
        return chains.draw(view, width, shape.high)
    above = len(view.chains) + 3
    heads = block([players.heads(view, width)], width)
    below = players.draw(view, width, shape.high - above - 1)
    return stacked([chains.draw(view, width, above), heads, below])


def _plan(view: View, room: int, *, with_players: bool) -> _Plan:
    """Shares the lines below the board out: question and hand first, the log gets the rest."""
    asked = _question(view) is not None
    rows = len(view.asked.rows) + 1 if view.asked and asked else 0
    room -= 1  # the message
    if view.desk.mode is Mode.REVIEW:  # nobody's hand is told
        return _Plan(room - 1, 0, hand_title=False, message=2)
    if not any(player.me for player in view.players):
        return _Plan(room, 0, hand_title=False, message=1)
    if room < 5:
        return _Plan(room, 0, hand_title=False, message=1) if asked else _Plan(0, room, False, 1)
    title = room >= 9
    full = room >= 16
    tiles = max(len(view.hand), view.rulebook.hand_size) if full else 2
    hand_lines = tiles + title
    band = room - hand_lines
    need = 1 + max(len(view.players) if with_players else 4, rows)
    extra = max(0, min(MESSAGE - 1, band - need))
    return _Plan(band - extra, hand_lines - title, title, 1 + extra)


def _question(view: View) -> Asked | None:
    """What is asked in rows of its own; None while the reader looks at the log instead."""
    asked = view.asked
    return None if asked is None or asked.over_hand or view.desk.panel == "log" else asked


def _below(view: View, shape: _Shape, width: int, lines: Borders) -> list[Block]:
    plan = shape.plan
    parts: list[Block] = []
    if plan.band:
        parts.append(_band(view, shape, width, lines))
    if plan.hand:
        asked = view.asked if view.asked and view.asked.over_hand else None
        if plan.hand_title:
            title = asked.title if asked else _("Your hand")
            parts.append(block([rule(width, lines.across, title=title)], width))
        parts.append(hand.draw(view, width, plan.hand))
    parts.append(_message(view, width, plan.message))
    return parts


def _band(view: View, shape: _Shape, width: int, lines: Borders) -> Block:
    """Two panels below the board: players or the log, and the log, the chat or the question."""
    plan, split = shape.plan, shape.split
    height, rest = plan.band - 1, width - split - 1
    asked = _question(view)
    if asked and plan.hand == 0:
        return asking.titled(asked, width, plan.band)
    if shape.at_side:
        first = log.draw(view, split, height)
        head = rule(split, lines.across, title=log.title(view, split, height))
    else:
        first, head = players.draw(view, split, height), players.heads(view, split)
    second, name = _right(view, rest, height, at_side=shape.at_side)
    bar: Fragment = ("class:rule", lines.down)
    meets: Fragment = ("class:rule", lines.meets_below)
    titles: Line = (*head, meets, *rule(rest, lines.across, title=name))
    return stacked([block([titles], width), beside(first, second, bar)])


def _right(view: View, width: int, height: int, *, at_side: bool) -> tuple[Block, str]:
    """The panel at the right, and its title: the question, if there is one."""
    asked = _question(view)
    if asked is not None:
        if columns(asked.title) > width - 6:
            return asking.titled(asked, width, height), ""
        return asking.draw(asked, width, height), asked.title
    if at_side:
        return _prices_and_chat(view, width, height)
    return log.draw(view, width, height), log.title(view, width, height)


def _prices_and_chat(view: View, width: int, height: int) -> tuple[Block, str]:
    """The price card with the chat below it, as far as there is room for both; and their title."""
    card = prices.height(view) + 1
    if width < prices.least(view) or height < card + 2:
        return log.chat(view, width, height), _("Chat")
    gap = block([()], width)
    chat = log.chat(view, width, height - card)
    return stacked([prices.draw(view, width), gap, chat]), _("Prices and chat")


def _message(view: View, width: int, height: int) -> Block:
    """What there is to say now: an answer to a key, else what the choice comes to."""
    desk, asked = view.desk, view.asked
    style = "class:bad" if desk.bad else "class:sum"
    lines = _told(desk.message or (asked.summary if asked else ""), style, width)
    if asked and asked.rows and not desk.message:
        note = asked.rows[asked.cursor].note
        more = [] if note == asked.summary else _told(note, "class:dim", width)
        lines += more if len(lines) + len(more) <= height else []
    if len(lines) > height:  # there is more than can be told here
        style, text = lines[height - 1][0]
        lines[height - 1] = ((style, f"{left(text, width - 1)}{CUT}"),)
    return block(lines, width, height)


def _told(text: str, style: str, width: int) -> list[Line]:
    return [((style, f" {line}"),) for line in wrapped(text, width - 2, 2)] if text else []


def _too_small(width: int, height: int, least_width: int, least_height: int) -> Block:
    text = _("The screen is too small: {width}x{height}, and at least {least} is needed.").format(
        width=width, height=height, least=f"{least_width}x{least_height}"
    )
    other = _("Make it larger, or type :plain for the text mode.")
    lines = [((("", line)),) for part in (text, other) for line in wrapped(part, width)]
    return block(lines, width, height)
