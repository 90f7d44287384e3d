"""The terminal around a screen, with keys from a pipe and nothing drawn."""

import asyncio
import io
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from acquire_client.person import Left
from acquire_client.tui import terminal
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.lines import AskedLines
from acquire_client.tui.shell import Shell
from acquire_client.tui.theme import ThemeName
from tests.tui.test_screen import Seat


class Wall(DummyOutput):
    """A terminal of 100x30 that notes what is rung and named."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self.bells = 0

    def get_size(self) -> Size:
        return Size(rows=30, columns=100)

    def set_title(self, title: str) -> None:
        self.titles.append(title)

    def bell(self) -> None:
        self.bells += 1


class Desk:
    """A shell in front of a player, and the keyboard."""

    def __init__(self, keyboard: PipeInput, theme: ThemeName = "default", *, bell: bool = True):
        self.seat, self.wall, self.keyboard = Seat(), Wall(), keyboard
        self.screen = self.seat.screen
        self.shell = Shell(self.screen, theme, bell=bell, source=keyboard, output=self.wall)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not true():  # noqa: ASYNC110  # what is waited for has no event
                await asyncio.sleep(0.005)


def at_the_desk(do: Callable[[Desk], Awaitable[None]], *, bell: bool = True) -> None:
    """Runs a shell while something is done; then leaves it, unless it was left."""

    async def run() -> None:
        with create_pipe_input() as keyboard:
            desk = Desk(keyboard, bell=bell)
            running = asyncio.ensure_future(desk.shell.run())
            await desk.until(lambda: desk.shell.app.is_running)
            try:
                await do(desk)
            finally:
                desk.shell.leave()
                await running

    asyncio.run(run())


def test_keys_reach_the_screen_as_what_they_mean() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.send_text("3")
        await desk.until(lambda: desk.screen.rows is not None and desk.screen.rows.cursor == 2)
        desk.keyboard.send_text("\x1b[D")
        await desk.until(lambda: desk.screen.rows is not None and desk.screen.rows.cursor != 2)
        desk.keyboard.send_text("?")
        await desk.until(lambda: "Help" in desk.seat.shown)
        desk.keyboard.send_text("\x1b")  # alone: a key after a twentieth of a second
        await desk.until(lambda: "Continental" in desk.seat.shown)

    at_the_desk(do)


def test_hangul_means_the_same_keys_and_says_so() -> None:
    async def do(desk: Desk) -> None:
        before = desk.screen.rows.cursor if desk.screen.rows else -1
        desk.keyboard.send_text("ㅜㅜ")  # the key of n: to the first tile, and to the next
        await desk.until(lambda: desk.screen.rows is not None and desk.screen.rows.cursor != before)
        assert "한/영" in desk.seat.shown

    at_the_desk(do)


def test_letters_belong_to_the_line_while_one_is_typed() -> None:
    async def do(desk: Desk) -> None:
        assert desk.screen.rows is not None
        before = desk.screen.rows.cursor
        desk.keyboard.send_text(":n3")
        await desk.until(lambda: desk.screen.mode is Mode.TYPE)
        desk.keyboard.send_text("\x1b")
        await desk.until(lambda: desk.screen.mode is not Mode.TYPE)
        assert desk.screen.rows.cursor == before

    at_the_desk(do)


def test_a_typed_line_is_done_and_an_earlier_one_comes_back() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.send_text(":turn\r")
        await desk.until(lambda: "Turn 1" in desk.seat.shown)
        desk.keyboard.send_text("\x1b")
        await desk.until(lambda: "Turn 1" not in desk.seat.shown)
        desk.keyboard.send_text(":")
        typed = desk.shell._buffer
        await desk.until(lambda: len(typed._working_lines) > 1)  # earlier lines are loaded
        desk.keyboard.send_text("\x1b[A\r")
        await desk.until(lambda: "Turn 1" in desk.seat.shown)

    at_the_desk(do)


def test_earlier_lines_come_back_on_a_screen_that_was_left_for_plain_lines() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.send_text(":turn\r")
        await desk.until(lambda: "Turn 1" in desk.seat.shown)
        again = Shell(desk.screen, "default", bell=False, source=desk.keyboard, output=desk.wall)
        again.type(":")
        again._buffer.load_history_if_not_yet_loaded()
        await desk.until(lambda: len(again._buffer._working_lines) > 1)
        again._buffer.auto_up()
        assert again._buffer.text == "turn"

    at_the_desk(do)


@pytest.mark.parametrize("typed", ["3\r", "ㅜ\r", "\x1b[B\r", "3\r\r", "\x1b[200~3\x1b[201~\r"])
def test_an_enter_that_came_with_other_keys_answers_nothing(typed: str) -> None:
    """Nobody has seen what the keys before it did: a syllable is sent together with its Enter."""

    async def do(desk: Desk) -> None:
        question = desk.seat.session.question()
        assert question is not None
        asking = asyncio.ensure_future(desk.screen.choose(question))
        await desk.until(lambda: desk.screen.question is not None)
        desk.seat.time += 1
        desk.keyboard.send_text(f"{typed}?")
        await desk.until(lambda: "Help" in desk.seat.shown)
        assert not asking.done()
        desk.keyboard.send_text("\x1b")
        await desk.until(lambda: "Help" not in desk.seat.shown)
        desk.seat.time += 1
        desk.keyboard.send_text("\r")
        await asking

    at_the_desk(do)


def test_a_word_is_completed_by_tab() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.send_text(":stan\t\r")
        await desk.until(lambda: "Place 1" in desk.seat.shown or "hidden" in desk.seat.shown)

    at_the_desk(do)


def test_quit_leaves_with_the_wish() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.send_text(":quit\r")
        await desk.until(lambda: desk.shell.app.is_done)

    with pytest.raises(Left) as left:
        at_the_desk(do)
    assert left.value.wish == "quit"


def test_a_closed_terminal_ends_the_screen() -> None:
    async def do(desk: Desk) -> None:
        desk.keyboard.pipe.close_write()  # type: ignore[attr-defined]  # of a pipe for POSIX
        await desk.until(lambda: desk.shell.app.is_done)

    with pytest.raises(EOFError):
        at_the_desk(do)


def test_leaving_twice_is_leaving_once() -> None:
    async def do(desk: Desk) -> None:
        desk.shell.leave()
        desk.shell.leave()

    at_the_desk(do)


def test_a_mistake_of_the_program_is_a_message_and_play_goes_on() -> None:
    async def do(desk: Desk) -> None:
        def broken() -> None:
            raise ZeroDivisionError

        asyncio.get_running_loop().call_soon(broken)
        await desk.until(lambda: "Something went wrong" in desk.seat.shown)
        desk.keyboard.send_text("2")
        await desk.until(lambda: desk.screen.rows is not None and desk.screen.rows.cursor == 1)

    at_the_desk(do)


@pytest.mark.parametrize("bell", [True, False])
def test_a_question_rings_unless_told_not_to_and_always_names_the_window(bell: bool) -> None:
    async def do(desk: Desk) -> None:
        question = desk.seat.session.question()
        assert question is not None
        asking = asyncio.ensure_future(desk.screen.choose(question))
        await desk.until(lambda: any(title.startswith("*") for title in desk.wall.titles))
        assert desk.wall.bells == bell
        asking.cancel()

    at_the_desk(do, bell=bell)


def test_a_pasted_text_is_not_taken_for_keys() -> None:
    async def do(desk: Desk) -> None:
        assert desk.screen.rows is not None
        before = desk.screen.rows.cursor
        desk.keyboard.send_text("\x1b[200~3\r\x1b[201~")
        desk.keyboard.send_text("?")
        await desk.until(lambda: "Help" in desk.seat.shown)
        assert desk.screen.rows.cursor == before

    at_the_desk(do)


# -- the terminal itself -------------------------------------------------------------------------


def test_stray_output_goes_to_the_file_and_the_stream_to_the_terminal(tmp_path: Path) -> None:
    read, write = os.pipe()
    kept = os.dup(1)
    os.dup2(write, 1)
    try:
        with terminal.kept_to_ourselves(tmp_path / "stray.log") as stream:
            os.write(1, b"stray")
            os.write(2, b"error")
            stream.write("picture")
            stream.flush()
        os.write(1, b" and after")
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(write)
    shown = os.read(read, 1000)
    os.close(read)

    assert shown == b"picture and after"
    assert (tmp_path / "stray.log").read_bytes() == b"strayerror"


def test_where_no_terminal_is_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())

    assert not terminal.usable()


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.depth(24) == 1
    monkeypatch.delenv("NO_COLOR")
    assert [terminal.depth(bits) for bits in (1, 4, 8, 24)] == [1, 4, 8, 24]


def test_lines_that_are_asked_for_leave_the_rest_unread() -> None:
    read, write = os.pipe()

    async def one_line() -> str | None:
        return await AskedLines(read).next()

    os.write(write, b"first\n")
    first = asyncio.run(one_line())
    os.write(write, b"keys of a screen")

    assert first == "first"
    assert os.read(read, 100) == b"keys of a screen"
    os.close(write)
    os.close(read)


def test_a_line_that_was_given_up_is_there_for_whoever_asks_next() -> None:
    read, write = os.pipe()
    lines = AskedLines(read)

    async def asked() -> str | None:
        waiting = asyncio.ensure_future(lines.next())
        await asyncio.sleep(0)
        waiting.cancel()
        os.write(write, b"late\n")
        return await lines.next()

    assert asyncio.run(asked()) == "late"
    os.close(write)
    os.close(read)
