"""A person at a real terminal: weighty answers take a second Enter, and lines come at any time."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.cli.programs import PATIENCE, ROOT, Computer, Player

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

SHORT = tuple(
    word
    for rule in ("columns=6", "rows=5", "hand_size=2", "safe_size=5", "end_size=12")
    for word in ("--rule", rule)
)


class Terminal:
    """A command at a terminal of its own, echo off; `player` answers the questions.

    `confirm` is what is typed when a second Enter is wanted.
    """

    def __init__(
        self,
        computer: Computer,
        *arguments: str,
        player: Player | None = None,
        confirm: Callable[[str], str] = lambda _: "",
    ) -> None:
        import termios

        self._master, slave = pty.openpty()
        modes = termios.tcgetattr(slave)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        self.process = subprocess.Popen(
            [*computer.there, sys.executable, "-m", "acquire_client", *arguments],
            env=computer.environment,
            cwd=ROOT,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.lines: list[str] = []
        self.confirmed: list[str] = []
        self._player = player
        self._confirm = confirm
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                data = os.read(self._master, 4096)
            except OSError:
                data = b""
            if not data:
                break
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                self._heard(line.decode("utf-8", "replace").rstrip("\r"))
        with self._changed:
            self._changed.notify_all()

    def _heard(self, line: str) -> None:
        with self._changed:
            self.lines.append(line)
            self._changed.notify_all()
        if "Enter to do it; or type another answer." in line:
            self.confirmed.append(line)
            self.type(self._confirm(line))
        elif self._player is not None and (reply := self._player(line)) is not None:
            self.type(reply)

    def type(self, line: str) -> None:
        with suppress(OSError):
            os.write(self._master, line.encode() + b"\n")

    def wait_for(self, pattern: str, start: int = 0) -> int:
        """The number of lines up to the first, from `start`, that matches."""
        deadline = time.monotonic() + PATIENCE
        with self._changed:
            while True:
                for number, line in enumerate(self.lines[start:], start + 1):
                    if re.search(pattern, line):
                        return number
                left = deadline - time.monotonic()
                assert left > 0, f"{pattern!r} was never said:\n" + "\n".join(self.lines)
                self._changed.wait(left)

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        return code

    def put_out(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        with suppress(OSError):
            os.close(self._master)


@contextmanager
def terminal(
    computer: Computer,
    *arguments: str,
    player: Player | None = None,
    confirm: Callable[[str], str] = lambda _: "",
) -> Iterator[Terminal]:
    command = ("play", "--pace", "0", "--name", "Ann", *arguments)
    one = Terminal(computer, *command, player=player, confirm=confirm)
    try:
        yield one
    finally:
        one.put_out()


def test_weighty_answers_take_a_second_enter(computer: Computer) -> None:
    with terminal(computer, "--bots", "2", "--seed", "6", player=Player()) as game:
        assert game.end() == 0, game.lines
    for order in ("Found ", "Buy ", "Place .*merges", "(Sell|Keep|Trade) "):
        assert any(re.match(order, line) for line in game.confirmed), order
    assert not any(re.match(r"Place .*: (lies alone|grows)", line) for line in game.confirmed)


def test_without_confirmation_an_answer_is_done_at_once(computer: Computer) -> None:
    options = ("--bots", "2", "--seed", "6", "--no-confirm", *SHORT)
    with terminal(computer, *options, player=Player()) as game:
        assert game.end() == 0
        assert game.confirmed == []


def test_an_answer_may_be_changed_before_the_second_enter(computer: Computer) -> None:
    changed = lambda order: "none" if order.startswith("Buy ") else ""  # noqa: E731
    options = ("--bots", "2", "--seed", "6", *SHORT)
    with terminal(computer, *options, player=Player(ends=False), confirm=changed) as game:
        assert game.end() == 0, game.lines
    assert any(order.startswith("Buy ") for order in game.confirmed)
    assert not any(re.match("You bought [1-3]", line) for line in game.lines)


def test_lines_are_read_while_others_play(computer: Computer) -> None:
    with terminal(computer, "--pace", "5", "--seed", "6") as game:
        seen = game.wait_for("^Type |^Turn ")
        game.type("1")
        game.type("chains")
        game.wait_for("board|chain", seen)
        game.type("adjourn")
        assert game.end() == 0
        assert game.lines[-1].startswith("Go on with: acquire play --resume ")


def test_the_end_of_input_ends_the_game_and_keeps_it(computer: Computer) -> None:
    with terminal(computer) as game:
        game.wait_for("YOUR TURN")
        game.type("\x04")  # end of input
        assert game.end() == 1
        assert any(line.startswith("The game is kept in ") for line in game.lines)
