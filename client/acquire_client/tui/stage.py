"""A person's full screen as it stands: the game, a page, what is chosen, a message; and its picture.

What happens on it is for subclasses: `hearing` what is told, `screen` what is asked and pressed.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from acquire_client.person import Person
from acquire_client.teller import Announce
from acquire_client.tui import layout
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.choosing.rows import Rows
from acquire_client.tui.completing import command_words
from acquire_client.tui.face import Face
from acquire_client.tui.pages import lobby
from acquire_client.tui.pages.sheet import Sheet
from acquire_client.tui.panels import status
from acquire_client.tui.showing import LobbyPage, Page, ReviewPage
from acquire_client.tui.sight import Sight
from acquire_client.tui.text import Block, stacked
from acquire_client.tui.theme import LINES, THEMES, Borders, ThemeName
from acquire_client.tui.view import Asked, Desk, View, asked
from acquire_client.voices import LentVoice
from acquire_net.ledger.statement import Entry
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook


class Stage(Person):
    """What a full screen shows.

    While `plain` is on it shows nothing, and the person reads and types plain lines. `clock`
    counts seconds, `daytime` tells the time of the day; `lines` are what lines are drawn with.
    """

    theme: ThemeName = "default"
    """How it looks."""

    def __init__(
        self,
        voice: LentVoice,
        *,
        confirm: bool = True,
        announce: Announce = "all",
        auto_board: bool = False,
        practice: bool = False,
        plain: bool = False,
        lines: Borders = LINES,
        clock: Callable[[], float] = time.monotonic,
        daytime: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(
            voice, confirm=confirm, announce=announce, auto_board=auto_board, practice=practice
        )
        self.plain = plain
        self.face: Face | None = None
        """Where the screen is shown; None while it is not."""
        self.sight: Sight | None = None
        self.page: Page | None = None
        """What is shown instead of the board, unless it is the lobby."""
        self.base: Page | None = None
        """What is shown again when a page is closed, instead of the board."""
        self.rows: Rows | None = None
        """What is being chosen."""
        self.desk = Desk()
        self.hangul = False
        """Whether the last key was typed in the Hangul mode of a Korean keyboard."""
        self.lines_typed: list[str] = []
        """The lines typed so far, on the screen or plain, which can be called back."""
        self.entries: list[Entry] = []
        """The whole log of this game."""
        self.findings: list[str] = []
        """What the audit of the finished game said."""
        self.to_print: list[tuple[tuple[str, ...], str]] = []
        """What stays on the terminal when the screen has gone: its lines, and of what kind."""
        self._waits: tuple[int, Page | None] = (-1, None)
        """The seat of the player that is waited for, and the page that says so."""
        self._lent = voice
        self._lines = lines
        self._clock, self._daytime = clock, daytime
        self._size = (80, 24)
        self._heard: list[str] = []
        """What was said before the game."""
        self._lobby = self._before_the_game()

    def _before_the_game(self) -> LobbyPage:
        def make() -> Sheet:
            if self.practice:  # it begins at once: a lobby would only flash up
                return Sheet("")
            ways = self.ways_in() if self.ways_in is not None else ()
            return lobby.page(self.room, self.key, ways, self._heard)

        def deeds() -> Sequence[lobby.Deed]:
            room = None if self.practice else self.room
            return lobby.deeds(room, self.key) if room is not None else ()

        return LobbyPage(make, deeds, self.type)

    # -- its picture ---------------------------------------------------------------------------

    @property
    def mode(self) -> Mode:
        """What the keys are for now."""
        if self.face is not None and self.face.typing:
            return Mode.TYPE
        if (page := self.shown_page) is not None:
            return page.mode
        return Mode.LOG if self.desk.panel == "log" or self.rows is None else self.rows.mode

    @property
    def shown_page(self) -> Page | None:
        """What is shown instead of the board: before the game, the lobby."""
        return self._lobby if self.page is None and self.sight is None else self.page

    @property
    def title(self) -> str:
        """For the window: whether something is asked, and of which table."""
        if self.question is not None and self.rows is not None:
            return f"* {self.rows.title} - Acquire"
        return self.sight.table if self.sight else "Acquire"

    @property
    def rulebook(self) -> Rulebook:
        """The table's, once there is a game."""
        return self.session.replica.rulebook if self.session else CLASSIC

    def picture(self, width: int, height: int) -> Block:
        """The whole screen, exactly that wide and high."""
        self._size = (width, height)
        page = self.shown_page
        desk = replace(self.desk, mode=self.mode)
        if page is None:
            return layout.draw(self._view(desk), width, height, self._lines)
        if isinstance(page, ReviewPage):
            return page.draw(width, height, desk, self._lines)
        drawn = page.draw(width, max(0, height - 1), desk, self._lines)
        return stacked([drawn, status.bar(desk.mode, width, self.rulebook)])

    def _view(self, desk: Desk) -> View:
        assert self.sight is not None
        self.sight.hint = "한/영" if self.hangul else ""
        self.sight.check = "" if self.practice or self.compared else self.digits
        return self.sight.view(self._asked(), desk)

    def _asked(self) -> Asked | None:
        return asked(self.rows, again=self.weighed is not None) if self.rows else None

    # -- what changes it -------------------------------------------------------------------------

    def changed(self) -> None:
        """Shows what is new."""
        if self.face is not None:
            self.face.refresh()

    def tell(self, message: str, *, bad: bool = False) -> None:
        """Shows a message until the next key."""
        self.desk = Desk(self.desk.panel, self.desk.back, message, bad)
        self.changed()

    def hush(self) -> None:
        """Takes the message away."""
        self.desk = Desk(self.desk.panel, self.desk.back)

    def show(self, page: Page | None) -> None:
        """Shows a page instead of the board, or the board again."""
        self.page = page
        self.hush()
        self.changed()

    def scroll(self, lines: int) -> None:
        """Scrolls the log so many lines back, or on, as far as it goes."""
        most = 0
        if self.sight is not None:
            most = layout.most_back(self._view(replace(self.desk, panel="log")), *self._size)
        self.desk = Desk("log", max(0, min(self.desk.back + lines, most)))

    def type(self, line: str) -> None:
        """Does what a line says, as if it had been typed; nothing for an empty one."""
        if line and self.face is not None:
            self.face.do(self.typed(line))

    def words(self, before: str) -> tuple[str, ...]:
        """The words that a typed line may go on with, after what is typed of it."""
        first, playing = " " not in before, self.session is not None
        own = ("plain", "mouse", "review", "plot", "theme") if first else tuple(THEMES)
        names = self.names.players if self.names else ()
        chains = tuple(chain.name for chain in self.rulebook.chains)
        grid = self.rulebook.grid
        tiles = tuple(grid.name(tile) for tile in self.hand().values())
        return (*command_words(first=first, playing=playing), *own, *chains, *tiles, *names)
