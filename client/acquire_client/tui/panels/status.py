"""The line at the top, where one is and who decides what; the bar at the bottom, the keys."""

from acquire_client.tui import keyhelp
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.text import Block, Fragment, Target, block, columns, cut, fit
from acquire_client.tui.view import View
from acquire_net.language import _
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook


def draw(view: View, width: int) -> Block:
    """One line: the table, the turn, the tiles left, whose decision and which, the connection."""
    status = view.status
    style = "class:bar.mine" if status.mine else "class:bar"
    deciding = status.deciding
    if status.since and not status.mine:
        deciding = _("{who}, since {time}").format(who=deciding, time=status.since)
    ends = [text for text in (_check(status.check), *_away(view), status.connection) if text]
    tail = "  ".join(ends)
    facts = [
        status.table,
        _("turn {turn}").format(turn=status.turn) if status.turn else "",
        _("{count} tiles left").format(count=status.left) if status.turn else "",
    ]
    room = width - 2 - columns(deciding) - columns(tail) - 4
    head = ""
    for fact in [fact for fact in facts if fact]:
        longer = f"{head}   {fact}" if head else fact
        if columns(longer) > room:
            break
        head = longer
    gap = width - 2 - columns(head) - columns(deciding) - columns(tail)
    before = max(2, gap // 2) if head else 0
    text = f" {head}{' ' * before}"
    rest = max(1, width - columns(text) - columns(deciding) - columns(tail) - 1)
    line = fit(((style, cut(f"{text}{deciding}{' ' * rest}{tail}", width)),), width, style)
    return block([line], width)


def _check(digits: str) -> str:
    return _("check {digits}").format(digits=digits) if digits else ""


def _away(view: View) -> list[str]:
    return [_("{name} away").format(name=name) for name in view.status.away]


def bar(mode: Mode, width: int, rulebook: Rulebook = CLASSIC) -> Block:
    """One line of the keys that do something now, as many as fit."""
    line: list[Fragment] = []
    targets = []
    used = 1
    before = " " * used
    for item in keyhelp.bar(mode, width, rulebook):
        text = f"{item.keys} {item.label}"
        if item.click is not None:
            targets.append(Target(0, used, used + columns(text), item.click))
        line += [("class:bar", before), ("class:bar class:bar.key", item.keys)]
        line.append(("class:bar", f" {item.label}"))
        before = " " * keyhelp.GAP
        used += columns(text) + keyhelp.GAP
    return block([fit(tuple(line), width, "class:bar")], width, targets=targets)
