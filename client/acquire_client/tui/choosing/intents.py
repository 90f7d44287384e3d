"""What a key or a click asks for, whichever keyboard it came from, and where it is asked."""

from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    """What the keys are for at the moment: each kind of question, and what else takes keys."""

    PLACE = "place"
    SHOW = "show"
    """No tile can be placed, and the hand is shown."""
    NAME = "name"
    """One chain of several: which is founded, survives, or is settled first."""
    DISPOSE = "dispose"
    BUY = "buy"
    EXCHANGE = "exchange"
    AHEAD = "ahead"
    """Somebody else's decision; the next tile may be chosen meanwhile."""
    MENU = "menu"
    """Any list: menus, votes, what a leaving host does, the end of the game."""
    LOBBY = "lobby"
    LOG = "log"
    """The log or the chat has the arrows."""
    REVIEW = "review"
    TYPE = "type"
    """A line is typed: a command, a chat, a name."""


class Deed(Enum):
    """What is asked for without saying of what."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    MORE = "more"
    LESS = "less"
    LEAST = "least"
    """None of the row; the first of a list."""
    MOST = "most"
    """All of the row; the last of a list."""
    NEXT = "next"
    """The next tile of one's own."""
    FINISH = "finish"
    """To end the game with this purchase, or not."""
    CLEAR = "clear"
    ENTER = "enter"
    # what the program does, not the choice
    HELP = "help"
    COMPLETE = "complete"
    """To complete the word that is typed."""
    COMMAND = "command"
    CHAT = "chat"
    PANEL = "panel"
    BACK = "back"
    """A page of the log back."""
    ON = "on"
    """A page of the log on."""
    REDRAW = "redraw"
    LEAVE = "leave"
    MOUSE = "mouse"
    """The mouse for the table, or for selecting text."""


@dataclass(frozen=True, slots=True)
class Digit:
    """The row of that number, from 1; 0 is none of anything."""

    number: int


@dataclass(frozen=True, slots=True)
class ChainLetter:
    """The letter of a chain."""

    chain: int


@dataclass(frozen=True, slots=True)
class TileAt:
    """A click on a square of the board, or on a tile of the hand."""

    tile: int


@dataclass(frozen=True, slots=True)
class RowAt:
    """A click on a row, from 0: one more of it, where there is a number."""

    row: int


Intent = Deed | Digit | ChainLetter | TileAt | RowAt
"""A click on the bar is the intent of the key it names."""
