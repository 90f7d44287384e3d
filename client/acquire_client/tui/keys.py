"""The one table of keys: where a key means something, what, and how it is named and explained.

Bindings, the bar and the help are made of it, so that they cannot disagree. Keys have the names
that the terminal toolkit gives them; a printing key is what it sends.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from acquire_client.tui.choosing.intents import ChainLetter, Deed, Digit, Intent, Mode
from acquire_client.tui.choosing.letters import letter_keys
from acquire_client.tui.keyboards import pressed
from acquire_net.language import _, pgettext
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook

Keys = Mapping[str, Intent]

RESERVED: Final = frozenset({"*", "f10"})
"""Keys that mean nothing: one will be for special powers, one opens the menu of some terminals."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A row of the table: what some keys mean in some modes."""

    modes: frozenset[Mode]
    keys: Keys
    label: str
    """What the keys do, for the bar; empty where the bar does not name them."""
    told: str
    """What they do, in a sentence."""
    rank: int = 9
    """The bar leaves the highest rank out first."""
    also: Keys = field(default_factory=dict)
    """Other keys with the same meaning, which the bar does not name."""


def table(rulebook: Rulebook = CLASSIC) -> tuple[Binding, ...]:
    """Every row, in the order in which the bar and the help tell them."""
    return (*_hands(), *_rows(rulebook), *_reading(), *_entering(), *_always())


def _in(*modes: Mode) -> frozenset[Mode]:
    return frozenset(modes)


_EVERY: Final = frozenset(Mode)
_CONTROL: Final = _EVERY - {Mode.TYPE}
_PAGES: Final = _in(Mode.MENU, Mode.LOBBY, Mode.REVIEW)
"""Where there is no log beside the rest."""
_AWAY: Final = _in(Mode.LOG, Mode.REVIEW)
"""Where Esc goes back to the game."""
_HANDS: Final = _in(Mode.PLACE, Mode.SHOW, Mode.AHEAD)
_LISTS: Final = _in(Mode.NAME, Mode.MENU)
_COUNTS: Final = _in(Mode.DISPOSE, Mode.BUY)

_DIGITS: Final[Keys] = {str(number): Digit(number) for number in range(1, 10)}
_NONE: Final[Keys] = {"0": Digit(0)}
_UP_DOWN: Final[Keys] = {"up": Deed.UP, "down": Deed.DOWN}
_LEFT_RIGHT: Final[Keys] = {"left": Deed.LEFT, "right": Deed.RIGHT}
_MORE_LESS: Final[Keys] = {"+": Deed.MORE, "-": Deed.LESS}
_EQUALS: Final[Keys] = {"=": Deed.MORE}
"""What the plus key sends without Shift in many countries."""
_EXTREMES: Final[Keys] = {"home": Deed.LEAST, "end": Deed.MOST}
_ENTER: Final[Keys] = {"enter": Deed.ENTER}
_ESCAPE: Final[Keys] = {"escape": Deed.CLEAR}
_BACKSPACE: Final[Keys] = {"backspace": Deed.CLEAR}


def _hands() -> Iterator[Binding]:
    """Where the rows are the tiles of a hand."""
    label = pgettext("key", "tile")
    yield Binding(_HANDS, _DIGITS, label, _("Goes to that tile of your hand."), 1)
    label, told = pgettext("key", "move"), _("Goes over your tiles as they lie on the board.")
    yield Binding(_HANDS, {**_UP_DOWN, **_LEFT_RIGHT}, label, told, 3)
    label = pgettext("key", "next")
    yield Binding(_HANDS, {"n": Deed.NEXT}, label, _("Goes to your next tile."), 4)
    yield Binding(_HANDS, _MORE_LESS, "", _("Goes on or back in your hand."), also=_EQUALS)
    yield Binding(_HANDS, _EXTREMES, "", _("Goes to your first tile, or to the last."))


def _rows(rulebook: Rulebook) -> Iterator[Binding]:
    """Where something is chosen from rows, or in rows."""
    buy, exchange, lobby = _in(Mode.BUY), _in(Mode.EXCHANGE), _in(Mode.LOBBY)
    sides = {**_EQUALS, **_LEFT_RIGHT}
    letters: Keys = {key: ChainLetter(chain) for key, chain in letter_keys(rulebook).items()}

    label, told = pgettext("key", "choose"), _("Goes to that row.")
    yield Binding(_LISTS, _DIGITS, label, told, 1)
    yield Binding(_COUNTS | lobby, _DIGITS, "", told)
    label = pgettext("key", "lay out")
    yield Binding(exchange, _DIGITS, label, _("Lays that tile out, or keeps it."), 1)

    label, told = pgettext("key", "move"), _("Goes to the row above or below.")
    yield Binding(_LISTS, _UP_DOWN, label, told, 3, {**_LEFT_RIGHT, **_MORE_LESS, **_EQUALS})
    label = pgettext("key", "row")
    yield Binding(_COUNTS | exchange | lobby, _UP_DOWN, label, told, 3)

    label, told = pgettext("key", "shares"), _("More or fewer shares of this row.")
    yield Binding(buy, _MORE_LESS, label, told, 2, sides)
    told = _("More or fewer shares in this row; a trade takes two at a time.")
    yield Binding(_in(Mode.DISPOSE), _MORE_LESS, label, told, 2, sides)
    told = _("Lays the tile of this row out, or keeps it.")
    yield Binding(exchange, _MORE_LESS, "", told, also=sides)
    label = pgettext("key", "change")
    yield Binding(lobby, _MORE_LESS, label, _("Changes what this row says."), 2, sides)

    label = pgettext("key", "none")
    yield Binding(buy, _NONE, label, _("Buys no shares."), 4)
    yield Binding(exchange, _NONE, label, _("Keeps all tiles."), 4)
    yield Binding(_in(Mode.DISPOSE), _NONE, "", _("None in this row."))
    yield Binding(_COUNTS, _EXTREMES, "", _("None in this row, or as many as can be."))
    yield Binding(exchange, _EXTREMES, "", _("Keeps all tiles, or lays all out."))
    yield Binding(_LISTS | lobby, _EXTREMES, "", _("Goes to the first row, or to the last."))

    label, told = pgettext("key", "end"), _("Ends the game with this purchase, or not.")
    yield Binding(buy, {"e": Deed.FINISH}, label, told, 4)
    yield Binding(buy, letters, "", _("One share more of the chain of that letter."))
    yield Binding(_in(Mode.NAME), letters, "", _("Goes to the chain of that letter."))


def _reading() -> Iterator[Binding]:
    """Where nothing is chosen."""
    log, review, line = _in(Mode.LOG), _in(Mode.REVIEW), _in(Mode.TYPE)
    yield Binding(log, _UP_DOWN, pgettext("key", "line"), _("A line back or on."), 1)
    label = pgettext("key", "first, last")
    yield Binding(log, _EXTREMES, label, _("To the first line, or to the newest."), 4)
    label, signs = pgettext("key", "step"), {"-": Deed.LEFT, "+": Deed.RIGHT, "=": Deed.RIGHT}
    yield Binding(review, _LEFT_RIGHT, label, _("A step back or on."), 1, signs)
    label = pgettext("key", "first, last")
    yield Binding(review, _EXTREMES, label, _("To the first step, or to the last."), 4)
    label, told = pgettext("key", "turn"), _("The number of a turn to go to.")
    yield Binding(review, {**_NONE, **_DIGITS}, label, told, 2)
    label = pgettext("key", "earlier lines")
    yield Binding(line, _UP_DOWN, label, _("What was typed before."), 4)
    label = pgettext("key", "complete")
    yield Binding(line, {"tab": Deed.COMPLETE}, label, _("Completes the word."), 3)


def _entering() -> Iterator[Binding]:
    """What Enter does."""
    for mode, label, told in (
        (Mode.PLACE, pgettext("key", "place"), _("Places the tile; a merger asks once more.")),
        (Mode.SHOW, pgettext("key", "go on"), _("Shows your tiles to everyone, and goes on.")),
        (Mode.AHEAD, "", _("Says which tile you have chosen ahead.")),
        (Mode.NAME, pgettext("key", "ok"), _("Takes that chain.")),
        (Mode.DISPOSE, pgettext("key", "ok"), _("Does it, after asking once more.")),
        (Mode.BUY, pgettext("key", "ok"), _("Buys; the end of the game asks once more.")),
        (Mode.EXCHANGE, pgettext("key", "ok"), _("Lays those tiles out.")),
        (Mode.MENU, pgettext("key", "ok"), _("Takes that row.")),
        (Mode.LOBBY, pgettext("key", "ok"), _("Does what this row says.")),
        (Mode.LOG, "", _("Goes back to the game.")),
        (Mode.REVIEW, pgettext("key", "go there"), _("Goes to the turn that was typed.")),
        (Mode.TYPE, pgettext("key", "send"), _("Does or says what was typed.")),
    ):
        yield Binding(_in(mode), _ENTER, label, told, 0)


def _always() -> Iterator[Binding]:
    """What is the same almost everywhere."""
    told = _("Clears what you have chosen.")
    yield Binding(_CONTROL - _AWAY, _ESCAPE, "", told, also=_BACKSPACE)
    label = pgettext("key", "back")
    yield Binding(_AWAY, _ESCAPE, label, _("Goes back to the game."), 1, _BACKSPACE)
    yield Binding(_in(Mode.TYPE), _ESCAPE, label, _("Leaves the line."), 1)
    label, others = pgettext("key", "command"), {".": Deed.COMMAND, ";": Deed.COMMAND}
    yield Binding(_CONTROL, {":": Deed.COMMAND}, label, _("A command, in words."), 7, others)
    label = pgettext("key", "chat")
    yield Binding(
        _CONTROL, {"/": Deed.CHAT}, label, _("A word to the others."), 6, {"<": Deed.CHAT}
    )
    label, others = pgettext("key", "help"), {",": Deed.HELP, "f1": Deed.HELP}
    yield Binding(_CONTROL, {"?": Deed.HELP}, label, _("Keys, prices and rules."), 2, others)
    label = pgettext("key", "panels")
    told = _("Goes to the log, and back.")
    yield Binding(_CONTROL - _PAGES, {"tab": Deed.PANEL}, label, told, 8)
    pages: Keys = {"pageup": Deed.BACK, "pagedown": Deed.ON}
    yield Binding(_EVERY, pages, "", _("A page of the log back or on."))
    yield Binding(_EVERY, {"f9": Deed.MOUSE}, "", _("Lets the mouse play, or select text."))
    yield Binding(_EVERY, {"c-l": Deed.REDRAW}, "", _("Draws the screen anew."))
    yield Binding(_EVERY, {"c-c": Deed.LEAVE}, "", _("Leaves the table; asks first."))


@cache
def bound(mode: Mode, rulebook: Rulebook = CLASSIC) -> Keys:
    """What each key means in a mode, by the name that it has in the table."""
    rows = [row for row in table(rulebook) if mode in row.modes]
    return {key: intent for row in rows for key, intent in (*row.keys.items(), *row.also.items())}


@cache
def named_keys() -> frozenset[str]:
    """The keys of the table that print nothing; each needs a binding of the toolkit."""
    return frozenset(key for mode in Mode for key in bound(mode) if len(key) > 1)


def meant(mode: Mode, key: str, rulebook: Rulebook = CLASSIC) -> tuple[Intent, ...]:
    """What a named key, or a text that a keyboard sent, asks for in a mode; mostly one thing.

    Nothing for what the mode has no use for. While a line is typed, all texts belong to it.
    """
    meanings = bound(mode, rulebook)
    if key in meanings:
        return (meanings[key],)
    if key in named_keys() or mode is Mode.TYPE:
        return ()
    return tuple(meanings[one] for one in pressed(key) if one in meanings)
