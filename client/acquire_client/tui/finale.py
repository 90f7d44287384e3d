"""The end of a game on a full screen: the result and the verdict, looking back, one game more."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from acquire_client.tui.choosing.rows import Menu, Row
from acquire_client.tui.hearing import GUARD, Hearing
from acquire_client.tui.pages import ending, review, telling
from acquire_client.tui.pages.review import Moment
from acquire_client.tui.pages.sheet import Sheet
from acquire_client.tui.showing import ReviewPage, TextPage
from acquire_client.tui.theme import ASCII
from acquire_net.errors import AcquireError, BrokenPromise
from acquire_net.language import _
from acquire_net.ledger.file import entry_line
from acquire_net.rules.worth import net_worth


class Finale(Hearing):
    """A screen that stays until the person has seen how it ended."""

    keep_report: Callable[[bytes], Path] | None = None
    """Keeps a page about the game of a ledger, where its player finds it."""
    _seen: asyncio.Future[None] | None = None

    async def finished(self) -> None:
        """Shows the result until the person has seen it."""
        if self.face is None or self.names is None or self.result is not None:
            return
        self.show_result()
        await self._until_seen()

    async def proved_false(self, lie: BrokenPromise) -> None:
        """Shows what is false and whose promise it was, until the person has seen it."""
        if self.face is None:
            return

        def leave(row: int) -> bool:
            self.saw()
            return False

        menu = Menu(_("And now?"), [Row(_("Leave"))])
        self.base = TextPage(lambda: telling.broken(lie), menu, leave, closes=False)
        self.show(self.base)
        await self._until_seen()

    async def _until_seen(self) -> None:
        self._seen = asyncio.get_running_loop().create_future()
        try:
            await self._seen
        finally:
            self._seen = None

    @property
    def ended(self) -> bool:
        """Whether only the person's own leave is waited for."""
        return self._seen is not None

    def saw(self) -> None:
        """Notes that the person has seen the end, and leaves."""
        if self._seen is not None and not self._seen.done():
            self._seen.set_result(None)

    def show_result(self, *, rematch: bool = False) -> None:
        """Shows ranking, verdict and bonuses; `rematch`: another game can be had."""
        assert self.names is not None
        names, events = self.names, tuple(self.log)
        verdict = tuple(self.findings or self.verdict())
        choices = [
            (_("Look back at the game, turn by turn"), self.look_back),
            (_("Show the board"), self._show_board),
            (_("Net worth over the turns"), self.plot),
            (_("Save a report for the browser"), self.report),
            (_("Leave"), self._leave_result),
        ]
        if rematch:
            choices.insert(4, (_("Play again with the same people"), self._play_again))
        menu = Menu(_("And now?"), [Row(label) for label, _deed in choices])
        shown_at = self._clock()

        def chosen(row: int) -> bool:
            if self._clock() - shown_at >= GUARD:
                choices[row][1]()
            return False

        page = TextPage(lambda: ending.over(events, names, verdict), menu, chosen, closes=False)
        self.result = self.base = page
        self.show(page)

    def _show_board(self) -> None:
        self.base = None
        self.show(None)
        self.tell(_("Enter goes back to the result."))

    def _leave_result(self) -> None:
        if self._again is not None and not self._again.done():
            self._again.set_result(False)
        else:
            self.saw()

    def look_back(self) -> None:
        """Shows the game turn by turn, from its end."""
        if self.names is None or not (moments := self._moments()):
            self.tell(_("The game has not begun yet."), bad=True)
        else:
            self.show(ReviewPage(moments, self.names))

    def plot(self) -> None:
        """Shows how everybody's net worth went, once the game is over."""
        if self.names is None or self.result is None:
            self.tell(_("The game is not over yet."), bad=True)
            return
        from acquire_client.tui.pages import fortunes  # it loads a library that nothing else needs

        players = self.names.players
        points = [*zip(*(net_worth(moment.state) for moment in self._moments()), strict=True)]
        colour, ascii_only = self.theme != "mono", self._lines == ASCII

        def make() -> Sheet:
            width, height = self._size
            return fortunes.sheet(
                points, players, width, height - 1, colour=colour, ascii_only=ascii_only
            )

        self.show(TextPage(make))

    def report(self) -> None:
        """Keeps the finished game as a page for the browser, and tells where."""
        if self.session is None or self.result is None or self.keep_report is None:
            self.tell(_("The game is not over yet."), bad=True)
            return
        lines = [self.session.replica.header_line + b"\n", *map(entry_line, self.entries)]
        try:
            path = self.keep_report(b"".join(lines))
        except (AcquireError, OSError) as error:
            self.tell(_("The report is not written: {reason}").format(reason=error), bad=True)
        else:
            self.tell(_("The report is written: {path}").format(path=path))

    def _moments(self) -> list[Moment]:
        """The table after every turn; none before the game."""
        if self.session is None or self.names is None:
            return []
        return [*review.moments(self.session.replica.header_line, self.entries, self.names)]
