"""What every choice has in common: numbered rows, a cursor, and what a key does to them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from acquire_client.tui.choosing.intents import (
    ChainLetter,
    Deed,
    Digit,
    Intent,
    Mode,
    RowAt,
    TileAt,
)
from acquire_net.language import _
from acquire_net.rules.actions import Action


@dataclass(frozen=True, slots=True)
class Row:
    """A numbered line of a choice: what it is about, what is chosen of it so far, and why not."""

    label: str
    value: str = ""
    note: str = ""
    """Whole sentences."""
    enabled: bool = True
    """Whether it can be chosen; the note tells why not."""


class Rows(ABC):
    """A choice in the making; only `press` changes it, and everything can be changed back.

    A digit and the arrows move the cursor; what else a key does is for each kind to say. What
    means nothing here is ignored, what is not possible is told by the summary until the next key.
    """

    mode: ClassVar[Mode]
    """Which keys apply."""

    def __init__(self) -> None:
        self.cursor = 0
        """The row in focus, from 0."""
        self._said = ""

    @property
    @abstractmethod
    def title(self) -> str:
        """What is to be chosen, in a few words."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """The rows, numbered from 1."""

    @property
    def summary(self) -> str:
        """What Enter would do; after a key that could do nothing, why not."""
        return self._said or self._told()

    @property
    def focus(self) -> int | None:
        """The tile that the board marks as focused; None where the choice is not about tiles."""
        return None

    def press(self, intent: Intent) -> None:
        """Does what a key or a click asks for; Enter is not pressed but asked for by `ready`."""
        self._said = ""
        match intent:
            case Digit(number=number):
                self._number(number)
            case RowAt(row=row):
                self._click(row)
            case TileAt(tile=tile):
                self._tile(tile)
            case ChainLetter(chain=chain):
                self._chain(chain)
            case Deed():
                self._do(intent)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Deed.UP:
                self._move(-1)
            case Deed.DOWN:
                self._move(1)
            case Deed.LEFT | Deed.LESS:
                self._change(-1)
            case Deed.RIGHT | Deed.MORE:
                self._change(1)
            case Deed.LEAST:
                self._least()
            case Deed.MOST:
                self._most()
            case Deed.CLEAR:
                self._clear()
            case _:
                pass

    def _told(self) -> str:
        rows = self.rows
        return rows[self.cursor].note if rows else ""

    def _number(self, number: int) -> None:
        count = len(self.rows)
        if 1 <= number <= count:
            self.cursor = number - 1
        elif count:
            self._said = _("Choose a number from 1 to {last}.").format(last=count)

    def _move(self, by: int) -> None:
        """From the last row on to the first, and back."""
        if count := len(self.rows):
            self.cursor = (self.cursor + by) % count

    def _change(self, by: int) -> None:
        self._move(by)

    def _least(self) -> None:
        self.cursor = 0

    def _most(self) -> None:
        self.cursor = max(0, len(self.rows) - 1)

    def _clear(self) -> None:
        self.cursor = 0

    def _click(self, row: int) -> None:
        if 0 <= row < len(self.rows):
            self.cursor = row

    def _tile(self, tile: int) -> None:  # noqa: B027  # not every choice is about tiles
        """A click on a square."""

    def _chain(self, chain: int) -> None:  # noqa: B027  # nor about chains
        """A chain's letter."""


class Chooser(Rows):
    """An answer to the rules in the making."""

    @abstractmethod
    def ready(self) -> Action | str:
        """What Enter commits now; or why it cannot, as a sentence."""

    @property
    def twice(self) -> bool:
        """Whether Enter asks once more: of what cannot be taken back and changes much."""
        return False


class Menu(Rows):
    """One of a list: a menu, a vote, who may be told. `ready` has the row, or why not that one."""

    mode = Mode.MENU

    def __init__(self, title: str, rows: Sequence[Row], cursor: int = 0) -> None:
        super().__init__()
        self._title, self._rows, self.cursor = title, tuple(rows), cursor

    @property
    def title(self) -> str:
        """As it was given."""
        return self._title

    @property
    def rows(self) -> Sequence[Row]:
        """As they were given."""
        return self._rows

    def ready(self) -> int | str:
        """The row that Enter chooses, from 0; or why it cannot be chosen."""
        if not self._rows:
            return _("There is nothing to choose.")
        row = self._rows[self.cursor]
        return self.cursor if row.enabled else row.note
