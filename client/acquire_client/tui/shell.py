"""The terminal around a screen: shows its pictures, and brings it keys, clicks and typed lines.

Redraws on events only. Everything that a terminal does to a program that dies, or that libraries
do to a terminal, is dealt with here.
"""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    ConditionalContainer,
    Float,
    FloatContainer,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style

from acquire_client.tui import keys as key_table
from acquire_client.tui import terminal
from acquire_client.tui.choosing.intents import Deed
from acquire_client.tui.face import NoScreen
from acquire_client.tui.keyboards import hangul
from acquire_client.tui.screen import Screen
from acquire_client.tui.text import Block
from acquire_client.tui.theme import ThemeName, styles
from acquire_client.tui.toolkit import Picture, Words
from acquire_net.language import _
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook

ESCAPE: Final = 0.05
"""Seconds after which an Escape is a key, and no beginning of another one."""
BUSY: Final = 0.02
"""The least seconds between two pictures."""


class Shell:
    """A `Face` on a terminal."""

    def __init__(
        self, screen: Screen, theme: ThemeName, *, bell: bool, source: Input, output: Output
    ) -> None:
        self.screen = screen
        self._theme = theme
        self._bell = bell
        self._output = output
        self._stopped = False
        self._prefix = ""
        """`:` or `/` while a line is typed."""
        self._keys_read = 0
        """Keys that came with the last read of the terminal, while they are pressed."""
        self._deeds: set[asyncio.Task[None]] = set()
        self._buffer = Buffer(
            completer=Words(screen),
            history=InMemoryHistory(screen.lines_typed),
            accept_handler=self._accept,
            multiline=False,
        )
        self._styled: object = None
        self._title = ""
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: screen.mouse_plays),
            input=source,
            output=output,
            min_redraw_interval=BUSY,
            max_render_postpone_time=2.5 * BUSY,
            # a window that changes its size sends a signal, but not on Windows
            terminal_size_polling_interval=None if os.name == "posix" else 0.5,
        )
        self.app.ttimeoutlen = ESCAPE
        self.app.timeoutlen = ESCAPE
        self.app.key_processor.before_key_press += lambda _: self._count_key()
        self._dress()

    async def run(self) -> None:
        """Shows the screen until it is left; raises whatever it was left for, EOFError included."""
        self.screen.face = self
        try:
            with self._back_after_a_stop(), self._mistakes_told():
                await self.app.run_async(set_exception_handler=False)
                while self._stopped:  # the terminal was somebody else's meanwhile
                    self._stopped = False
                    await self.app.run_async(set_exception_handler=False)
        finally:
            self.screen.face = None
            for task in self._deeds:
                task.cancel()
            self._output.clear_title()
            self._output.flush()

    @property
    def typing(self) -> bool:
        """Whether a line is being typed."""
        return bool(self._prefix)

    # -- a face ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Shows the picture anew, soon."""
        self.app.invalidate()
        self._name_window()

    def ring(self) -> None:
        """Rings, and marks the window's title."""
        if self._bell:
            self._output.bell()
            self._output.flush()

    def forget_keys(self) -> None:
        """Drops what was pressed and not yet done."""
        self.app.key_processor.empty_queue()

    def type(self, prefix: str) -> None:
        """Opens the line in which commands and chat are typed."""
        self._prefix = prefix
        self._buffer.reset()
        self.app.layout.focus(self._line)
        self.refresh()

    def wear(self, theme: ThemeName) -> None:
        """Takes another theme."""
        self._theme = theme
        self._dress()
        self.refresh()

    def redraw(self) -> None:
        """Paints everything anew."""
        self.app.renderer.clear()

    def leave(self, why: BaseException | None = None) -> None:
        """Closes the screen, once."""
        if self.app.is_done or not self.app.is_running:
            return
        if why is None:
            self.app.exit()
        else:
            self.app.exit(exception=why)

    @contextmanager
    def _back_after_a_stop(self) -> Iterator[None]:
        """Takes the terminal again when the program goes on after it was stopped."""
        if not hasattr(signal, "SIGCONT"):
            yield
            return
        loop = asyncio.get_running_loop()

        def again() -> None:
            self._stopped = True
            self.leave()

        loop.add_signal_handler(signal.SIGCONT, again)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGCONT)

    @contextmanager
    def _mistakes_told(self) -> Iterator[None]:
        """Keeps a mistake of the program off the screen: it goes to the log, and play goes on."""
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()

        def tell(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
            loop.default_exception_handler(context)
            self.screen.tell(_("Something went wrong; the log tells what."), bad=True)

        loop.set_exception_handler(tell)
        try:
            yield
        finally:
            loop.set_exception_handler(before)

    # -- parts ---------------------------------------------------------------------------------

    def _layout(self) -> Layout:
        self._board = Picture(self.screen, self.picture)
        whole = Window(self._board, always_hide_cursor=Condition(lambda: not self._board.focused))
        control = BufferControl(self._buffer, input_processors=[BeforeInput(lambda: self._prefix)])
        self._line = Window(control, height=1, style="class:typing")
        self._whole = whole
        typing = Condition(lambda: self.typing)
        return Layout(
            FloatContainer(
                whole,
                floats=[
                    Float(
                        ConditionalContainer(self._line, typing),
                        left=0,
                        right=0,
                        bottom=1,
                        height=1,
                    ),
                    Float(
                        CompletionsMenu(max_height=6),
                        xcursor=True,
                        bottom=2,  # above the line: below it the bar tells the keys
                        attach_to_window=self._line,
                    ),
                ],
            ),
            focused_element=whole,
        )

    def _bindings(self) -> KeyBindings:
        bound = KeyBindings()
        typing = Condition(lambda: self.typing)

        def press(event: KeyPressEvent) -> None:
            key = event.key_sequence[0]
            self._press(key.key.value if isinstance(key.key, Keys) else key.key)

        names = sorted(key_table.named_keys() - {"escape"})
        for name in names:
            bound.add(name, filter=~typing)(press)
        bound.add("escape", filter=~typing, eager=True)(press)
        bound.add(Keys.Any, filter=~typing)(press)
        bound.add("<sigint>")(lambda event: self.screen.press(Deed.LEAVE))
        bound.add(Keys.BracketedPaste, filter=~typing)(lambda event: None)

        bound.add("escape", filter=typing, eager=True)(lambda event: self._stop_typing())
        bound.add("c-c", filter=typing)(lambda event: self._stop_typing())
        bound.add("enter", filter=typing)(lambda event: self._buffer.validate_and_handle())
        bound.add("up", filter=typing)(lambda event: self._buffer.auto_up())
        bound.add("down", filter=typing)(lambda event: self._buffer.auto_down())
        bound.add("tab", filter=typing)(lambda event: self._complete())
        empty = typing & Condition(lambda: not self._buffer.text)
        bound.add("backspace", filter=empty)(lambda event: self._stop_typing())
        return bound

    @property
    def rulebook(self) -> Rulebook:
        """The table's, once it is known."""
        session = self.screen.session
        return session.replica.rulebook if session else CLASSIC

    def _count_key(self) -> None:
        """Counts the keys of one read; they are all pressed before the loop does anything else."""
        if not self._keys_read:
            asyncio.get_running_loop().call_soon(self._end_read)
        self._keys_read += 1

    def _end_read(self) -> None:
        self._keys_read = 0

    def _press(self, key: str) -> None:
        key = {"c-m": "enter", "c-i": "tab", "c-h": "backspace"}.get(key, key)
        if key == "enter" and self._keys_read > 1:
            return  # nobody has seen what the keys before it did, a composed syllable's for one
        self.screen.hangul = hangul(key)
        for intent in key_table.meant(self.screen.mode, key, self.rulebook):
            self.screen.press(intent)

    def _complete(self) -> None:
        if self._buffer.complete_state:
            self._buffer.complete_next()
        else:
            self._buffer.start_completion(select_first=True)

    def _stop_typing(self) -> None:
        self._prefix = ""
        self._buffer.reset()
        self.app.layout.focus(self._whole)

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        prefix, self._prefix = self._prefix, ""
        self.app.layout.focus(self._whole)
        if text:
            self.screen.lines_typed.append(text)
            self.do(self.screen.line(f"{prefix}{text}"))
        return False  # the line is put into the history, and emptied

    def do(self, deed: Coroutine[object, object, None]) -> None:
        """Carries a deed out beside the rest; what it raises closes the screen."""
        task = asyncio.ensure_future(deed)
        self._deeds.add(task)

        def done(task: "asyncio.Task[None]") -> None:
            self._deeds.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                self.leave(error)

        task.add_done_callback(done)

    # -- looks ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Block:
        """The picture, with the style of the chains that are in it."""
        self._dress()
        return self.screen.picture(width, height)

    def _dress(self) -> None:
        bits = {
            ColorDepth.DEPTH_1_BIT: 1,
            ColorDepth.DEPTH_4_BIT: 4,
            ColorDepth.DEPTH_8_BIT: 8,
            ColorDepth.DEPTH_24_BIT: 24,
        }[self.app.color_depth]
        wanted = (self._theme, self.rulebook.chains, terminal.depth(bits))
        if wanted == self._styled:
            return
        self._styled = wanted
        told = styles(self._theme, [one.colour for one in self.rulebook.chains], wanted[2])
        self.app.style = Style([*told.items()])

    def _name_window(self) -> None:
        if (title := self.screen.title) != self._title:
            self._title = title
            self._output.set_title(title)
            self._output.flush()


async def show(screen: Screen, theme: ThemeName, *, bell: bool, stray: Path) -> None:
    """Shows a screen on this terminal until it is left; raises whatever it was left for."""
    # What is loaded stays: to look through it for garbage again would stop the screen for 50 ms.
    gc.freeze()
    with terminal.kept_to_ourselves(stray) as stream:
        source = create_input()
        try:
            await Shell(screen, theme, bell=bell, source=source, output=_output(stream)).run()
        finally:
            source.close()


def _output(stream: TextIO) -> Output:
    if sys.platform == "win32":  # some of its terminals have no screen to draw on
        from prompt_toolkit.output.win32 import NoConsoleScreenBufferError

        try:
            return create_output(stream)
        except NoConsoleScreenBufferError as error:
            raise NoScreen(str(error)) from error
    return create_output(stream)
