"""Choosing a tile of the hand: to place now or later; and showing a hand that has none to place."""

from collections.abc import Sequence

from acquire_client.question import Question
from acquire_client.tui.choosing.asked import refusal
from acquire_client.tui.choosing.intents import Deed, Intent, Mode
from acquire_client.tui.choosing.rows import Chooser, Row
from acquire_client.tui.effects import brief
from acquire_client.words.board import tile_line
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_net.language import _
from acquire_net.rules.actions import Action, PassPlacing, PlaceTile, Shown
from acquire_net.rules.board import Fate
from acquire_net.rules.state import State


class Hand(Chooser):
    """A row for each tile of a hand, with what it would do.

    Left and Right go over the tiles column by column, Up and Down row by row, as they lie on the
    board; the other keys go through them as they are numbered.
    """

    def __init__(self, state: State, hand: Sequence[Shown], names: Names) -> None:
        super().__init__()
        self.state = state
        self.names = names
        self.hand = tuple(hand)
        """Positions and tiles as they are numbered."""

    @property
    def rows(self) -> Sequence[Row]:
        """The tiles: name, effect in short, and in a sentence."""
        return [self._row(tile) for _position, tile in self.hand]

    def _row(self, tile: int) -> Row:
        effect = brief(self.state, tile, self.names, letters(self.state.rulebook))
        line = tile_line(self.state, tile, self.names)
        return Row(self.names.tile(tile), effect.short, line, effect.fate.playable)

    @property
    def focus(self) -> int | None:
        """The tile of the row in focus."""
        return self.hand[self.cursor][1] if self.hand else None

    def _told(self) -> str:
        focus = self.focus
        return "" if focus is None else tile_line(self.state, focus, self.names)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Deed.UP | Deed.LEFT:
                self._go(deed, -1)
            case Deed.DOWN | Deed.RIGHT:
                self._go(deed, 1)
            case Deed.NEXT:
                self._move(1)
            case _:
                super()._do(deed)

    def _go(self, deed: Deed, by: int) -> None:
        """To the tile that comes next in that direction, from the last on to the first."""
        if not self.hand:
            return
        grid = self.state.rulebook.grid
        along = deed in (Deed.LEFT, Deed.RIGHT)

        def place(at: int) -> tuple[int, int]:
            tile = self.hand[at][1]
            row, column = grid.row(tile), grid.column(tile)
            return (column, row) if along else (row, column)

        order = sorted(range(len(self.hand)), key=place)
        self.cursor = order[(order.index(self.cursor) + by) % len(order)]

    def _tile(self, tile: int) -> None:
        if not self._find(tile):
            self._said = _("You do not hold {tile}.").format(tile=self.names.tile(tile))

    def _find(self, tile: int | None) -> bool:
        """Goes to a tile of the hand; whether it is there."""
        held = [at for at, (_position, mine) in enumerate(self.hand) if mine == tile]
        self.cursor = held[0] if held else self.cursor
        return bool(held)


class Placing(Hand):
    """A tile to place; begins at the tile wished for, else at the first that can be placed."""

    mode = Mode.PLACE

    def __init__(self, question: Question, names: Names, wish: int | None = None) -> None:
        super().__init__(question.state, question.hand, names)
        self.question = question
        self._clear()
        self._find(wish)

    @property
    def title(self) -> str:
        """That a tile is due."""
        return _("PLACE a tile")

    @property
    def twice(self) -> bool:
        """A merger asks once more."""
        focus = self.focus
        return focus is not None and self.state.fate(focus) is Fate.MERGE

    def ready(self) -> Action | str:
        """The tile in focus, placed; or why it cannot be."""
        action = PlaceTile(*self.hand[self.cursor])
        return refusal(self.question, action) or action

    def _clear(self) -> None:
        fates = [self.state.fate(tile) for _position, tile in self.hand]
        self.cursor = next((at for at, fate in enumerate(fates) if fate.playable), 0)


class Showing(Hand):
    """A hand without a tile that can be placed: all there is to do is to show it."""

    mode = Mode.SHOW

    def __init__(self, question: Question, names: Names) -> None:
        super().__init__(question.state, question.hand, names)
        self.question = question
        self._reading = False
        """Whether the reader goes over the tiles, to see why each cannot be placed."""

    @property
    def title(self) -> str:
        """What is the matter."""
        return _("NO TILE of yours can be placed") if self.hand else _("YOU HOLD NO TILES")

    def press(self, intent: Intent) -> None:
        """Goes over the tiles; Esc comes back to what Enter does."""
        self._reading = intent is not Deed.CLEAR
        super().press(intent)

    def _told(self) -> str:
        if not self.hand:
            return _("Enter goes on. You may still buy.")
        if self._reading:
            return super()._told()
        return _("Enter shows your tiles to everyone. You keep them and may still buy.")

    def ready(self) -> Action | str:
        """The whole hand, shown."""
        action = PassPlacing(tuple(sorted(self.hand)))
        return refusal(self.question, action) or action


class Ahead(Hand):
    """The tile to place next, chosen while somebody else decides."""

    mode = Mode.AHEAD

    def __init__(
        self, state: State, hand: Sequence[Shown], names: Names, wish: int | None = None
    ) -> None:
        super().__init__(state, hand, names)
        self._chosen = self._find(wish)

    @property
    def title(self) -> str:
        """That the tile is for later."""
        return _("YOUR NEXT TILE, chosen ahead")

    @property
    def wish(self) -> int | None:
        """The tile chosen so far, for `chooser_for`; None while there is none."""
        return super().focus if self._chosen else None

    @property
    def focus(self) -> int | None:
        """The tile chosen so far."""
        return self.wish

    def press(self, intent: Intent) -> None:
        """The first key chooses the tile in focus, unless it names one."""
        goes = isinstance(intent, Deed) and intent is not Deed.CLEAR and not self._chosen
        self._chosen = intent is not Deed.CLEAR
        if not goes:
            super().press(intent)

    def _told(self) -> str:
        if self.wish is None:
            return _("You may choose the tile of your next turn already.")
        return super()._told()

    def ready(self) -> str:
        """That it is not time yet."""
        if self.wish is None:
            return _("It is not your decision now.")
        name = self.names.tile(self.wish)
        return _("{tile} waits for your turn: Enter places it then.").format(tile=name)
