"""The table of keys as it is read: the bar at the bottom, the help, and the page of the documents."""

import sys
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from acquire_client.tui.choosing.intents import Deed, Intent, Mode
from acquire_client.tui.keys import Binding, Keys, table
from acquire_net.language import _
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook

GAP = 2
"""Columns between two items of the bar."""

_ON = (Deed.DOWN, Deed.MORE, Deed.RIGHT, Deed.ON, Deed.MOST)
"""Of two keys with one label, a click is the one that goes on."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that the bar tells: keys, what they do, and what a click there asks for."""

    keys: str
    label: str
    click: Intent | None
    """None where a click could be any of several keys."""


def bar(mode: Mode, width: int, rulebook: Rulebook = CLASSIC) -> tuple[Item, ...]:
    """The items that fit in so many columns with a margin of one; the least important go first."""
    rows = [row for row in table(rulebook) if mode in row.modes and row.label]
    kept: list[Binding] = []
    used = 2 - GAP
    for row in sorted(rows, key=lambda row: row.rank):
        used += GAP + _columns(f"{_shown(row.keys)} {row.label}")
        if used > width:
            break
        kept.append(row)
    return tuple(Item(_shown(row.keys), row.label, _click(row)) for row in rows if row in kept)


def _columns(text: str) -> int:
    """How many columns a label takes; it has no combining marks."""
    return sum(2 if unicodedata.east_asian_width(mark) in "FW" else 1 for mark in text)


def _click(row: Binding) -> Intent | None:
    intents = list(row.keys.values())
    if len(intents) == 1:
        return intents[0]
    return next((intent for intent in _ON if intent in intents and len(intents) == 2), None)


def _shown(keys: Iterable[str]) -> str:
    """Keys as they are told: `Up/Down`, `1-9`, `Arrows`."""
    keys = list(keys)
    digits = [key for key in keys if key.isdigit()]
    if len(digits) > 1:
        return f"{min(digits)}-{max(digits)}"
    if len(keys) == 4 and "left" in keys:
        return _("Arrows")
    names = _names()
    between = "/" if len(keys) < 3 else " "
    return between.join(names.get(key, key) for key in keys)


def _names() -> Mapping[str, str]:
    """What is printed on the keys that print nothing."""
    return {
        "up": _("Up"),
        "down": _("Down"),
        "left": _("Left"),
        "right": _("Right"),
        "home": _("Home"),
        "end": _("End"),
        "pageup": _("PgUp"),
        "pagedown": _("PgDn"),
        "enter": _("Enter"),
        "escape": _("Esc"),
        "backspace": _("Backspace"),
        "tab": _("Tab"),
        "f1": "F1",
        "f9": "F9",
        "c-c": "Ctrl-C",
        "c-l": "Ctrl-L",
    }


@dataclass(frozen=True, slots=True)
class Section:
    """The keys of one mode, or of all: each line has the keys, and what they do."""

    title: str
    lines: tuple[tuple[str, str], ...]
    mode: Mode | None = None
    """Where they mean it; None for almost everywhere."""


def sections(rulebook: Rulebook = CLASSIC) -> tuple[Section, ...]:
    """All keys by what they are for; what is the same almost everywhere stands last, once."""
    rows = table(rulebook)
    common = [row for row in rows if len(row.modes) > len(Mode) // 2]
    parts = [
        Section(title, tuple(_line(r) for r in rows if mode in r.modes and r not in common), mode)
        for mode, title in _titles().items()
    ]
    return (*parts, Section(_("Always"), tuple(map(_line, common))))


def _line(row: Binding) -> tuple[str, str]:
    shown = [_shown(row.keys)]
    others: Keys = row.also
    names = _names()
    shown += [names.get(key, key) for key in others]
    return " ".join(shown), row.told


def _titles() -> Mapping[Mode, str]:
    return {
        Mode.PLACE: _("To place a tile"),
        Mode.SHOW: _("When no tile can be placed"),
        Mode.NAME: _("To found a chain, or to choose a survivor or an order"),
        Mode.DISPOSE: _("To sell, trade or keep shares"),
        Mode.BUY: _("To buy shares"),
        Mode.EXCHANGE: _("To replace dead tiles"),
        Mode.AHEAD: _("While others decide"),
        Mode.MENU: _("In a menu or a list"),
        Mode.LOBBY: _("Before the game"),
        Mode.LOG: _("In the log"),
        Mode.REVIEW: _("Looking back"),
        Mode.TYPE: _("While typing a line"),
    }


def notes() -> tuple[str, ...]:
    """What to know of keyboards, as sentences."""
    return (
        _("Digits, arrows, + and -, Enter and Esc are enough for everything; letters are quicker."),
        _("Shift is never needed, and Caps Lock does no harm."),
        _("The digits of a Belgian keyboard work without Shift."),
        _("In the Hangul mode of a Korean keyboard the keys mean the same."),
        _("A click chooses a tile or a row, adds a share, or presses a key of the bar."),
    )


def page(rulebook: Rulebook = CLASSIC) -> str:
    """All of it as a page of the documents."""
    told = [
        "# Keys",
        "",
        "<!-- Written by python -m acquire_client.tui.keyhelp; do not edit. -->",
        "",
    ]
    told += [f"* {note}" for note in notes()]
    for section in sections(rulebook):
        told += ["", f"## {section.title}", "", "| keys | |", "|---|---|"]
        told += [f"| `{keys}` | {what} |" for keys, what in section.lines]
    return "\n".join([*told, ""])


if __name__ == "__main__":
    sys.stdout.write(page())
