"""The log and the chat: the newest lines at the bottom, everything else by scrolling back."""

from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.text import Block, Line, block, right, wrapped
from acquire_client.tui.view import View
from acquire_net.language import _

GUTTER = 4
"""Columns of the turn's number."""


def draw(view: View, width: int, height: int) -> Block:
    """The end of the log, or what lies `back` lines before it."""
    back = view.desk.back if height > 1 else 0
    lines = _tail(view, width, height + back)
    if not lines:
        return block([(("class:dim", _("Nothing has happened yet.")),)], width, height)
    end = len(lines) - min(back, max(0, len(lines) - height))
    shown = lines[max(0, end - height) : end]
    if back and end < len(lines):
        shown[-1] = (
            ("class:dim", _("-- {count} more below, End --").format(count=len(lines) - end + 1)),
        )
    return block(shown, width, height)


def title(view: View, width: int, height: int) -> str:
    """What the panel is; and how many of its new lines lie above it, and how to come there."""
    fresh = (wrapped(told.text, width - GUTTER, 2) for told in view.log[view.news :])
    above = sum(map(len, fresh)) - height
    if above <= 0 or view.desk.back or view.desk.mode is Mode.REVIEW:  # there PgUp goes elsewhere
        return _("Log")
    return _("Log: {count} more, PgUp").format(count=above)


def most_back(view: View, width: int, height: int) -> int:
    """How many lines the log can be scrolled back."""
    return max(0, len(_tail(view, width, 1_000_000)) - height)


def _tail(view: View, width: int, wanted: int) -> list[Line]:
    """The last lines of the log, at least as many as wanted, if there are; what is old is dim."""
    log = view.log
    found: list[list[Line]] = []
    count = 0
    for at in range(len(log) - 1, -1, -1):
        told = log[at]
        begins = at == 0 or log[at - 1].turn != told.turn
        number = right(str(told.turn), GUTTER - 1) if begins and told.turn else " " * (GUTTER - 1)
        style = "" if at >= view.news else "class:dim"
        pieces = wrapped(told.text, width - GUTTER, 2)
        lines: list[Line] = [
            (("class:head", (number if not part else " " * (GUTTER - 1)) + " "), (style, piece))
            for part, piece in enumerate(pieces)
        ]
        found.append(lines)
        count += len(lines)
        if count >= wanted:
            break
    return [line for lines in reversed(found) for line in lines]


def chat(view: View, width: int, height: int) -> Block:
    """The last words of everybody."""
    lines: list[Line] = []
    for sender, text in reversed(view.chat[-height:] if height else ()):
        said = f"{sender}: {text}" if sender else text
        style = "" if sender else "class:dim"
        lines[:0] = [((style, piece),) for piece in wrapped(said, width, 2)]
    if not lines:
        lines = [(("class:dim", _("Nobody has said anything. / to talk.")),)]
    return block(lines[-height:] if height else (), width, height)
