"""A person at a full screen: what is asked of him, and what his keys, clicks and lines do.

Knows nothing of terminals: a `Face` shows the pictures and brings what is pressed.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from acquire_client.languages.commands import english
from acquire_client.lines import LineReader
from acquire_client.person import NOT_DONE, Choice, Left
from acquire_client.question import Question
from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.intents import Deed, Intent
from acquire_client.tui.choosing.placing import Ahead
from acquire_client.tui.choosing.rows import Chooser, Menu, Row
from acquire_client.tui.face import NoScreen
from acquire_client.tui.finale import Finale
from acquire_client.tui.hearing import GUARD, HeardVoice
from acquire_client.tui.pages import helping, telling
from acquire_client.tui.pages.sheet import Sheet
from acquire_client.tui.showing import PAGE, ReviewPage, TextPage
from acquire_client.tui.theme import THEMES, ThemeName
from acquire_client.tui.view import Desk, Panel
from acquire_client.words.actions import promise
from acquire_net.language import _
from acquire_net.rules.actions import Action

WHOLE: Final = 1_000_000
"""More lines than any log has."""


class Screen(Finale):
    """A person at a full screen.

    `open_face` shows it on a terminal until it is left; None where there is none. `reader` brings
    plain lines.
    """

    open_face: Callable[["Screen"], Awaitable[None]] | None = None
    reader: LineReader | None = None
    keep_theme: Callable[[ThemeName], None] | None = None
    """Remembers the theme that was chosen."""
    mouse_plays = True
    """Whether the mouse is the table's, not the terminal's."""
    _put_at = float("-inf")
    _entered_at = float("-inf")
    """When Enter was pressed last, whether it was taken or not."""
    _warned = False
    """Whether Ctrl-C was pressed just now."""

    # -- being asked -----------------------------------------------------------------------------

    def put(self, question: Question, before: Sequence[str]) -> None:
        """Puts a question: rings, marks the title, and takes no Enter for a moment."""
        assert self.names is not None
        wish = self.rows.wish if isinstance(self.rows, Ahead) else None
        self.rows = chooser_for(question, self.names, wish)
        if self.plain:
            super().put(question, before)
            return
        self._put_at = self._clock()
        self.desk = Desk()
        if isinstance(self.page, ReviewPage):
            self.page = None
        if self.face is not None:
            self.face.forget_keys()
        self.ring()
        self.changed()

    def say(self, lines: Sequence[str], kind: str = "text") -> None:
        """Shows the answer to a command: in a line, or on a page of its own."""
        if self.plain:
            super().say(lines, kind)
            return
        self._told = list(lines)
        if kind == "rematch":
            self.show_result(rematch=True)
            return
        if len(lines) == 1:
            self.tell(lines[0])
        else:
            told = tuple(lines)
            self.show(TextPage(lambda: telling.told(_("You asked"), told)))

    def confirm(self, order: str) -> None:
        """Asks for a second Enter."""
        if self.plain:
            super().confirm(order)
        else:
            self.tell(_("{order}. Enter once more does it, Esc does not.").format(order=order))

    def offer(self, choice: Choice) -> None:
        """Shows a numbered question that is not about the game."""
        if self.plain:
            super().offer(choice)
            return
        self.choice = choice
        keys = [key for key in choice.answers if key]
        by_number = {line.partition(".")[0].strip(): line for line in choice.lines}
        rows = [Row(by_number.get(key, key).partition(".")[2].strip() or key) for key in keys]
        head = [line for line in choice.lines if line.partition(".")[0].strip() not in keys]
        if "" in choice.answers:  # here Enter takes a row, so that is one too
            keys.append("")
            rows.append(Row(_("Stay")))
            head.pop()

        def chosen(row: int) -> bool:
            self.choice = None
            try:
                choice.answers[keys[row]]()
            except NOT_DONE as error:
                self.refused(error)
            except Left as left:
                self._close(left)
            return True

        title = head[0] if head else _("Choose")
        self.show(TextPage(lambda: Sheet(title, head[1:]), Menu(_("Choose"), rows), chosen))

    # -- keys ------------------------------------------------------------------------------------

    def press(self, intent: Intent) -> None:
        """Does what a key or a click asks for; of an Enter that is held down, only the first does."""
        warned, self._warned = self._warned, False
        if intent is Deed.ENTER:
            before, self._entered_at = self._entered_at, self._clock()
            if self._entered_at - before < GUARD:
                return
        if intent is not Deed.ENTER:
            self.weighed = None
            self.hush()
        match intent:
            case Deed.LEAVE:
                self._want_to_leave(warned=warned)
            case Deed.HELP:
                self._help()
            case Deed.COMMAND | Deed.CHAT | Deed.REDRAW | Deed.MOUSE:
                self._about_the_face(intent)
            case _ if (page := self.shown_page) is not None:
                if page.press(intent):
                    self.page = self.base
            case _:
                self._play(intent)
        self.changed()

    def _play(self, intent: Intent) -> None:
        match intent:
            case Deed.PANEL | Deed.BACK | Deed.ON:
                self._browse(intent)
            case _ if self.desk.panel == "log":
                self._scroll(intent)
            case Deed.ENTER:
                self._enter()
            case _ if self.rows is not None:
                self.rows.press(intent)
            case _:
                pass

    def _want_to_leave(self, *, warned: bool) -> None:
        if self.ended:
            self.saw()
        elif warned and self.face is not None:
            self.face.do(self.typed("quit"))
        else:
            self._warned = True
            kept = _("Ctrl-C once more leaves. The game is kept, and so is your seat.")
            self.tell(kept if self.session else _("Ctrl-C once more leaves the table."))

    def _about_the_face(self, intent: Deed) -> None:
        if self.face is None:
            return
        match intent:
            case Deed.COMMAND:
                self.face.type(":")
            case Deed.CHAT:
                self.face.type("/")
            case Deed.REDRAW:
                self.face.redraw()
            case _:
                self._give_mouse(None)

    def _give_mouse(self, plays: bool | None) -> None:
        """Gives the mouse to the table or to the terminal; None: to the other one."""
        self.mouse_plays = not self.mouse_plays if plays is None else plays
        if self.mouse_plays:
            self.tell(_("The mouse plays: own tiles, rows, the bar; the wheel scrolls the log."))
        else:
            self.tell(_("The mouse selects text, as the terminal does."))

    def _enter(self) -> None:
        if self._clock() - self._put_at < GUARD:
            return
        if self.weighed is not None:
            self.settle()
            return
        if self.result is not None and self.question is None:
            self.base = self.result
            self.show(self.result)
        if isinstance(self.rows, Ahead):
            self.tell(self.rows.summary)
        if self.question is None or not isinstance(self.rows, Chooser):
            return
        action = self.rows.ready()
        if isinstance(action, str):
            self.tell(action, bad=True)
        elif self.rows.twice and self._confirms:
            assert self.names is not None
            self.weighed = action
            self.confirm(promise(action, self.question, self.names).rstrip("."))
        else:
            self._give(action)

    def _give(self, action: Action) -> None:
        self.weighed = action
        self.rows = None
        self.settle()

    def settle(self) -> None:
        """Gives the answer that was weighed, and looks on."""
        super().settle()
        if self.sight is not None:
            self.sight.decided()
        self.hush()

    def _browse(self, intent: Intent) -> None:
        if intent is Deed.PANEL:
            panel: Panel = "question" if self.desk.panel == "log" else "log"
            self.desk = Desk(panel)
        else:
            self._scroll(intent)

    def _scroll(self, intent: Intent) -> None:
        match intent:
            case Deed.UP:
                self.scroll(1)
            case Deed.DOWN:
                self.scroll(-1)
            case Deed.BACK:
                self.scroll(PAGE)
            case Deed.ON:
                self.scroll(-PAGE)
            case Deed.LEAST:
                self.scroll(WHOLE)
            case Deed.MOST:
                self.scroll(-WHOLE)
            case _:
                self.desk = Desk()

    def _help(self) -> None:
        mode = self.mode
        rulebook = self.session.replica.rulebook if self.session else None
        self.show(TextPage(lambda: helping.page(mode, rulebook)))

    # -- lines -----------------------------------------------------------------------------------

    async def line(self, text: str) -> None:
        """Does what a typed line says; `:plain` and the like are the screen's own."""
        word = _in_english(text.removeprefix(":").strip().lower())
        match word:
            case "plain":
                self._close(None)
            case "screen":
                pass
            case "mouse" | "mouse on" | "mouse off":
                self._give_mouse(None if word == "mouse" else word == "mouse on")
            case "review":
                self.look_back()
            case "plot":
                self.plot()
            case "report":
                self.report()
            case _ if word.startswith("theme"):
                self._wear(word.removeprefix("theme").strip())
            case "help" | "?":
                self._help()
            case _:
                await self.typed(text)
        self.changed()

    def _wear(self, name: str) -> None:
        """Takes another theme, and keeps it for the next time."""
        themes = {theme: theme for theme in THEMES}
        if name in themes and self.face is not None:
            self.theme = themes[name]
            self.face.wear(self.theme)
            if self.keep_theme is not None:
                self.keep_theme(self.theme)
        else:
            text = _("Name a theme, for example theme mono: {names}.")
            self.tell(text.format(names=", ".join(themes)), bad=True)

    def _close(self, why: BaseException | None) -> None:
        self.saw()
        if self.face is not None:
            self.face.leave(why)

    # -- typing -------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Shows the screen, or reads plain lines, and changes between them as often as wished."""
        while True:
            if self.plain or self.open_face is None:
                await self._read_lines()
            else:
                await self._show_face(self.open_face)
            if self._ended:
                return
            self.plain = not self.plain
            if self.plain and self.open_face is not None:
                self._lent.tell([_("Plain lines: screen brings the full screen back.")])

    async def _read_lines(self) -> None:
        """Reads lines until the screen is wished for, or no more come."""
        assert self.reader is not None
        if self.question is not None:
            await self.repeat()
        while True:
            line = await self.reader.next()
            if line is None:
                self.input_ended()
                return
            asked = _in_english(line.strip().removeprefix(":").lower())
            if asked == "screen" and self.open_face is not None:
                return
            if line.strip():
                self.lines_typed.append(line.strip().removeprefix(":"))
            await self.typed(line)

    async def _show_face(self, open_face: Callable[["Screen"], Awaitable[None]]) -> None:
        try:
            with self._lent.to(HeardVoice(self)):
                await open_face(self)
        except EOFError:
            self.input_ended()
        except NoScreen as error:
            self.open_face = None
            self._lent.tell([str(error), _("Plain lines go on instead.")])
        finally:
            self.saw()
            for lines, kind in self.to_print:
                self._lent.tell(lines, kind)
            self.to_print.clear()


def _in_english(line: str) -> str:
    """A line with its command word in English."""
    first, space, rest = line.partition(" ")
    return (english(first) or first) + space + rest
