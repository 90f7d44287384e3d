"""What takes the whole screen instead of the board: a page of text, or a look back at the game."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from acquire_client.tui import layout
from acquire_client.tui.choosing.intents import Deed, Digit, Intent, Mode
from acquire_client.tui.choosing.rows import Menu
from acquire_client.tui.pages import lobby, review, sheet
from acquire_client.tui.pages.review import Moment
from acquire_client.tui.pages.sheet import Sheet
from acquire_client.tui.text import Block
from acquire_client.tui.theme import Borders
from acquire_client.tui.view import Desk
from acquire_client.words.names import Names
from acquire_net.language import _

PAGE: Final = 10
"""Lines of a page of the log."""


class Page(Protocol):
    """A picture of the whole screen above the bar, and what keys do to it."""

    mode: Mode

    def draw(self, width: int, height: int, desk: Desk, lines: Borders) -> Block:
        """The picture, exactly that wide and high."""

    def press(self, intent: Intent) -> bool:
        """Does what a key asks for; whether the page is done with."""


class TextPage:
    """A text that scrolls, perhaps with a menu; `closes` tells that Esc and Enter leave it."""

    def __init__(
        self,
        make: Callable[[], Sheet],
        menu: Menu | None = None,
        chosen: Callable[[int], bool] | None = None,
        *,
        closes: bool = True,
    ) -> None:
        self.mode = Mode.MENU if menu else Mode.LOG
        self.menu = menu
        self._make = make
        self._chosen = chosen
        self._closes = closes
        self._back = 0
        self._most = 0

    def draw(self, width: int, height: int, desk: Desk, lines: Borders) -> Block:
        """The text, with the menu below it."""
        made = self._make()
        self._most = sheet.most_back(made, width, height, self.menu)
        self._back = max(0, min(self._back, self._most))
        return sheet.draw(
            made,
            width,
            height,
            menu=self.menu,
            back=self._back,
            message=desk.message,
            lines=lines,
        )

    def press(self, intent: Intent) -> bool:
        """Scrolls, chooses, or closes."""
        match intent:
            case Deed.ENTER if self.menu is not None:
                row = self.menu.ready()
                return isinstance(row, int) and self._chosen is not None and self._chosen(row)
            case Deed.ENTER | Deed.CLEAR | Deed.PANEL:
                return self._closes
            case Deed.BACK:
                self._back -= PAGE
            case Deed.ON:
                self._back += PAGE
            case _ if self.menu is not None:
                self.menu.press(intent)
            case Deed.UP:
                self._back -= 1
            case Deed.DOWN:
                self._back += 1
            case Deed.LEAST:
                self._back = 0
            case Deed.MOST:
                self._back = self._most
            case _:
                pass
        return False


class LobbyPage:
    """The table before the game; every row types a line."""

    mode = Mode.LOBBY

    def __init__(
        self,
        make: Callable[[], Sheet],
        deeds: Callable[[], Sequence[lobby.Deed]],
        type_line: Callable[[str], None],
    ) -> None:
        self._make = make
        self._deeds = deeds
        self._type = type_line
        self._back = 0
        self._at = 0

    def draw(self, width: int, height: int, desk: Desk, lines: Borders) -> Block:
        """The table, with what one can do below it."""
        made, menu = self._make(), self._menu()
        self._back = max(0, min(self._back, sheet.most_back(made, width, height, menu)))
        return sheet.draw(
            made, width, height, menu=menu, back=self._back, message=desk.message, lines=lines
        )

    def _menu(self) -> Menu | None:
        rows = [deed.row for deed in self._deeds()]
        self._at = max(0, min(self._at, len(rows) - 1))
        return Menu(_("What you can do"), rows, self._at) if rows else None

    def press(self, intent: Intent) -> bool:
        """Goes over the rows, and does what one says."""
        menu, deeds = self._menu(), self._deeds()
        if menu is None:
            return False
        deed = deeds[self._at]
        match intent:
            case Deed.ENTER:
                self._type(deed.enter)
            case Deed.MORE | Deed.RIGHT:
                self._type(deed.more)
            case Deed.LESS | Deed.LEFT:
                self._type(deed.less)
            case Deed.BACK:
                self._back -= PAGE
            case Deed.ON:
                self._back += PAGE
            case _:
                menu.press(intent)
                self._at = menu.cursor
        return False


class ReviewPage:
    """The game turn by turn; digits and Enter go to a turn."""

    mode = Mode.REVIEW

    def __init__(self, moments: Sequence[Moment], names: Names) -> None:
        self._moments = moments
        self._names = names
        self._at = len(moments) - 1
        self._typed = ""

    def draw(self, width: int, height: int, desk: Desk, lines: Borders) -> Block:
        """The table as it was."""
        moment = self._moments[self._at]
        text = _("Left and Right step, Home and End go to the ends, a number and Enter to a turn.")
        if self._typed:
            text = _("Go to turn {number}: Enter").format(number=self._typed)
        view = review.picture(
            moment, self._moments[-1].turn, self._names, Desk(message=text, mode=Mode.REVIEW)
        )
        return layout.draw(view, width, height, lines)

    def press(self, intent: Intent) -> bool:
        """Steps, or goes to a turn."""
        last = len(self._moments) - 1
        match intent:
            case Digit(number=number):
                self._typed = (self._typed + str(number))[-4:]
                return False
            case Deed.ENTER if self._typed:
                self._at = int(self._typed)
            case Deed.CLEAR if not self._typed:
                return True
            case Deed.LEFT | Deed.LESS | Deed.UP:
                self._at -= 1
            case Deed.RIGHT | Deed.MORE | Deed.DOWN:
                self._at += 1
            case Deed.BACK:
                self._at -= PAGE
            case Deed.ON:
                self._at += PAGE
            case Deed.LEAST:
                self._at = 0
            case Deed.MOST:
                self._at = last
            case _:
                pass
        self._typed = ""
        self._at = max(0, min(self._at, last))
        return False
