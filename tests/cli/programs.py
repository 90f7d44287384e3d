"""The real `acquire` command in processes of its own, and somebody who types at it.

Nothing here sleeps: every wait is for a line, a file or an end, and fails with everything that
was said when it takes too long.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from acquire_net.ledger import file

PATIENCE = 60.0
"""Seconds after which a wait has failed; a busy computer needs a tenth of it."""
ROOT = Path(__file__).parents[2]

Typist = Callable[[str], str | None]
"""Hears a line; what it types then, without the newline."""


def _at_home(arguments: Sequence[str]) -> tuple[str, ...]:
    """Keeps a host of these tests off the network around them."""
    hosts = "host" in arguments[:1] and "--bind" not in arguments
    return ("--bind", "127.0.0.1", "--allow-sleep") if hosts else ()


class Program:
    """One running command. What it says is read as it comes, and answered by a typist."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: dict[str, str],
        typist: Typist | None,
        there: Sequence[str] = (),
    ) -> None:
        self.arguments = [*arguments]
        self.lines: list[str] = []
        self._heard = threading.Condition()
        self._read_to = 0
        self._typist = typist
        at_home = () if there else _at_home(arguments)
        self._process = subprocess.Popen(
            [*there, sys.executable, "-m", "acquire_client", *arguments, *at_home],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._errors: list[bytes] = []
        self._threads = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(
                target=lambda stream: self._errors.extend(stream),
                args=(self._process.stderr,),
                daemon=True,
            ),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: Iterator[bytes]) -> None:
        for data in stream:
            line = data.decode("utf-8", "replace").rstrip("\r\n")
            with self._heard:
                self.lines.append(line)
                self._heard.notify_all()
            if self._typist is not None and (reply := self._typist(line)) is not None:
                self.type(reply)
        with self._heard:
            self._heard.notify_all()

    # -- what it says ------------------------------------------------------------------------

    @property
    def output(self) -> str:
        """Everything said so far."""
        return "\n".join(self.lines)

    @property
    def errors(self) -> str:
        """Everything on the error stream so far."""
        return b"".join(self._errors).decode("utf-8", "replace")

    def wait_for(self, pattern: str) -> str:
        """The next line that the pattern matches, after the one waited for before."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with self._heard:
                while self._read_to < len(self.lines):
                    self._read_to += 1
                    if re.search(pattern, self.lines[self._read_to - 1]):
                        return self.lines[self._read_to - 1]
                left = deadline - time.monotonic()
                over = not self._threads[0].is_alive() and self._read_to == len(self.lines)
                if left <= 0 or over:
                    break
                self._heard.wait(min(left, 0.1))
        raise AssertionError(f"{pattern!r} was never said.\n{self}")

    def address(self) -> str:
        """Where a host says that it is open."""
        return self.wait_for(r" is open on this computer at ").rpartition(" at ")[2].rstrip(".")

    def __str__(self) -> str:
        command = " ".join(self.arguments)
        return f"acquire {command}: code {self._process.poll()}\n{self.output}\n--\n{self.errors}"

    # -- what is done to it ------------------------------------------------------------------

    def type(self, *lines: str | bytes) -> None:
        """Types lines; one that listens no more hears none of them."""
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError, ValueError):
            for line in lines:
                stream.write((line.encode() if isinstance(line, str) else line) + b"\n")
            stream.flush()

    def hang_up(self) -> None:
        """Closes what it reads."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Ends it at once, without a word."""
        self._process.kill()
        self._process.wait(PATIENCE)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def end(self) -> int:
        """Waits for its end; its exit code."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"It does not end.\n{self}") from None
        for thread in self._threads:
            thread.join(PATIENCE)
        assert "Traceback" not in self.errors, str(self)
        return code

    def ended(self, code: int = 0) -> "Program":
        """Itself, once it ended with that exit code."""
        assert self.end() == code, str(self)
        return self

    def put_out(self) -> None:
        """Ends it, if it still runs, and closes its streams."""
        if self.running:
            self.kill()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


class Computer:
    """An account with a home of its own, where the command is run.

    `there` is the beginning of every command line, where it takes one to get to that computer.
    """

    def __init__(self, home: Path, there: Sequence[str] = ()) -> None:
        self.home = home
        self.there = there
        self._programs: list[Program] = []

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "ACQUIRE_HOME": str(self.home),
            "HOME": str(self.home),
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "client", ROOT / "host"))),
            "PYTHONIOENCODING": "utf-8",
        }

    def start(
        self, *arguments: str | Path, typist: Typist | None = None, code: str = ""
    ) -> Program:
        """Starts a command; it finds a join code in its environment."""
        environment = self.environment | ({"ACQUIRE_JOIN_CODE": code} if code else {})
        program = Program([*map(str, arguments)], environment, typist, self.there)
        self._programs.append(program)
        return program

    def run(self, *arguments: str | Path, typed: str | bytes = b"") -> Program:
        """Runs a command to its end, with all its input at once."""
        program = self.start(*arguments)
        if typed:
            program.type(typed)
        program.hang_up()
        program.end()
        return program

    def put_out(self) -> None:
        """Ends what was started here and still runs."""
        for program in self._programs:
            program.put_out()

    @property
    def games(self) -> Path:
        return self.home / "games"

    def ledgers(self) -> list[Path]:
        """The ledgers kept here, by name."""
        return sorted(self.games.glob("*.acquire.jsonl"))

    def ledger(self, part: str) -> Path:
        """The one ledger with that in its name."""
        (path,) = [path for path in self.ledgers() if part in path.name]
        return path

    @contextmanager
    def blocked(self) -> Iterator[Path]:
        """A path that no file can be made at, not even by one who may do everything."""
        stone = self.home / "stone"
        stone.write_text("no folder")
        yield stone / "games" / "game.acquire.jsonl"
        stone.unlink()


class Player:
    """Types a legal answer to every question of the plain text client.

    `ends` declares the end as soon as it may; `picks` chooses among the tiles that can be placed.
    """

    def __init__(self, *, ends: bool = True, picks: Callable[[int], int] = lambda _: 0) -> None:
        self.asked = 0
        self._ends = ends
        self._picks = picks
        self._head = ""
        self._rows: list[str] = []

    def __call__(self, line: str) -> str | None:
        if line.startswith(("YOUR TURN", "YOUR DECISION")):
            self._head, self._rows = line, []
        elif self._head:
            self._rows.append(line)
        if not self._head or not self._complete(line):
            return None
        head, self._head = self._head, ""
        self.asked += 1
        return self._answer(head)

    def _complete(self, line: str) -> bool:
        return line.startswith(("Type ", "1. pass"))

    def _numbered(self) -> list[str]:
        return [row for row in self._rows if re.match(r"[0-9]+\. ", row)]

    def _answer(self, head: str) -> str:
        rows = self._numbered()
        if "none of your tiles" in head or "you hold no tiles" in head:
            return "pass"
        if "place a tile" in head:
            legal = [row for row in rows if not re.search(r": (blocked|dead)", row)]
            return legal[self._picks(len(legal))].split(".")[0]
        if "dead tiles" in head:
            return "all"
        if "buy" in head:
            may_end = any(row.startswith("You may end the game") for row in self._rows)
            return self._purchase(rows) + (" end" if may_end and self._ends else "")
        return "1"

    def _purchase(self, rows: list[str]) -> str:
        for row in rows:
            if "more than you have" not in row and "none left" not in row:
                return row.split()[1][:3] + " 1"
        return "none"


def entries(path: Path) -> tuple[bytes, ...]:
    """The lines of a ledger, its header first."""
    text = file.split(path.read_bytes())
    return (text.header, *text.lines)


def until(true: Callable[[], bool], what: object) -> None:
    """Looks again and again until something is true; `what` tells how things are when it never is."""
    deadline, pause = time.monotonic() + PATIENCE, threading.Event()
    while not true():
        assert time.monotonic() < deadline, str(what)
        pause.wait(0.005)


INTERRUPT = signal.SIGINT
TERMINATE = signal.SIGTERM
