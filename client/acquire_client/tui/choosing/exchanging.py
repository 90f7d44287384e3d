"""Choosing which dead tiles are laid out and replaced."""

from collections.abc import Sequence

from acquire_client.question import Question, tile_rows
from acquire_client.tui.choosing.asked import Asked
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.choosing.rows import Row
from acquire_client.words.actions import promise
from acquire_client.words.board import tile_line
from acquire_client.words.names import Names
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import Action, ExchangeDead


class Exchanging(Asked):
    """A row for each dead tile of the hand; all of them are laid out unless one says otherwise.

    A digit goes to its tile and turns it.
    """

    mode = Mode.EXCHANGE

    def __init__(self, question: Question, names: Names) -> None:
        super().__init__(question, names)
        self.dead = tile_rows(question)
        """Positions and tiles as they are numbered."""
        self.out = set(self.dead)

    @property
    def title(self) -> str:
        """What may be laid out."""
        if not self.dead:
            return _("NO DEAD TILES in your hand")
        return ngettext(
            "LAY OUT a dead tile, or keep it", "LAY OUT dead tiles, or keep them", len(self.dead)
        )

    @property
    def rows(self) -> Sequence[Row]:
        """The dead tiles, and whether each is laid out."""
        state = self.question.state
        return [
            Row(
                self.names.tile(shown[1]),
                _("out") if shown in self.out else _("kept"),
                tile_line(state, shown[1], self.names),
            )
            for shown in self.dead
        ]

    @property
    def focus(self) -> int | None:
        """The tile of the row in focus."""
        return self.dead[self.cursor][1] if self.dead else None

    def _told(self) -> str:
        state = self.question.state
        drawn = min(len(self.out), state.bag_size - state.next_position)
        told = promise(self._action(), self.question, self.names)
        if not self.out:
            return told
        if not drawn:
            return _("{promise} The bag is empty: nothing replaces them.").format(promise=told)
        more = ngettext(
            "{promise} You draw {count} tile.", "{promise} You draw {count} tiles.", drawn
        )
        return more.format(promise=told, count=drawn)

    def _action(self) -> Action:
        return ExchangeDead(tuple(sorted(self.out)))

    def _turn(self, row: int) -> None:
        self.out ^= {self.dead[row]}

    def _change(self, by: int) -> None:
        if not self.dead:
            return
        if by > 0:
            self.out.add(self.dead[self.cursor])
        else:
            self.out.discard(self.dead[self.cursor])

    def _number(self, number: int) -> None:
        if not number:
            self.out.clear()
            return
        super()._number(number)
        if number <= len(self.dead):
            self._turn(self.cursor)

    def _click(self, row: int) -> None:
        if 0 <= row < len(self.dead):
            self.cursor = row
            self._turn(row)

    def _tile(self, tile: int) -> None:
        for row, (_position, mine) in enumerate(self.dead):
            if mine == tile:
                self._click(row)

    def _least(self) -> None:
        self.out.clear()

    def _most(self) -> None:
        self.out = set(self.dead)

    def _clear(self) -> None:
        self.out = set(self.dead)
        self.cursor = 0
