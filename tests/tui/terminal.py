"""A real terminal, in which somebody types and reads: tmux, on a server of its own."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from acquire_client.tui.hearing import GUARD

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 60.0
"""Seconds until something counts as never coming; a busy computer is slow."""

TMUX: Final = shutil.which("tmux")
_SHELL: Final = ("bash", "--norc") if shutil.which("bash") else ("sh",)
"""A shell that puts the terminal right when a program is stopped, if there is one."""


class Terminal:
    """A window of tmux with a shell in it."""

    def __init__(self, socket: Path, home: Path, width: int, height: int) -> None:
        self._tmux = [str(TMUX), "-S", str(socket), "-f", os.devnull]
        self.home = home
        paths = os.pathsep.join(str(ROOT / part) for part in (".", "client", "host"))
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "ACQUIRE_HOME": str(home),
            "PYTHONPATH": paths,
            "LC_ALL": "C.UTF-8",
            "PS1": "prompt> ",
        }
        set_up = [f"{name}={value}" for name, value in environment.items()]
        size = ("-x", str(width), "-y", str(height))
        self._run("new-session", "-d", *size, "env", "-i", "TERM=screen-256color", *set_up, *_SHELL)
        self._run("set-option", "-g", "remain-on-exit", "on")
        self.wait("prompt>")

    def _run(self, *words: str) -> str:
        done = subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, *keys: str) -> None:
        """Presses keys: names that tmux knows (`Enter`, `C-c`, `Down`), or texts."""
        for key in keys:
            self._run("send-keys", key)

    def write(self, text: str) -> None:
        """Types a text as it is."""
        self._run("send-keys", "-l", text)

    def start(self, *arguments: str, **environment: str) -> None:
        """Runs `acquire` in the shell, with some variables of its environment changed."""
        changed = " ".join(f"{name}={value}" for name, value in environment.items())
        self.write(f"clear; {changed} {sys.executable} -m acquire_client {' '.join(arguments)}")
        self.type("Enter")

    def enter(self) -> None:
        """Presses Enter when it would be taken: for a moment a new question wants none."""
        time.sleep(GUARD + 0.1)  # the guard is the program's own clock; no screen tells of it
        self.type("Enter")

    def command(self, line: str) -> None:
        """Types a whole line, for the shell or after a colon or a slash."""
        self.write(line)
        self.type("Enter")

    def click(self, what: str) -> None:
        """Clicks where a text is on the screen, in the code that terminals send for it (SGR)."""
        lines = self.screen.splitlines()
        row = next(at for at, line in enumerate(lines) if what in line)
        at = f"{lines[row].index(what) + 1};{row + 1}"
        self.write(f"\x1b[<0;{at}M\x1b[<0;{at}m")

    def resize(self, width: int, height: int) -> None:
        """Another size for the window."""
        self._run("resize-window", "-x", str(width), "-y", str(height))

    @property
    def screen(self) -> str:
        """What is to be seen."""
        return self._run("capture-pane", "-p")

    @property
    def alternate(self) -> bool:
        """Whether a full screen has the terminal."""
        return self._run("display-message", "-p", "#{alternate_on}").strip() == "1"

    @property
    def colours(self) -> set[str]:
        """The escape sequences for styles and colours that are on the screen."""
        return {*re.findall(r"\x1b\[([0-9;:]+)m", self._run("capture-pane", "-p", "-e"))}

    def knows(self, what: str) -> str:
        """What tmux knows of the window, by the name of one of its formats."""
        return self._run("display-message", "-p", f"#{{{what}}}").strip()

    @property
    def rang(self) -> bool:
        """Whether the bell rang."""
        return self.knows("window_bell_flag") == "1"

    @property
    def title(self) -> str:
        """The window's title."""
        return self.knows("pane_title")

    @property
    def child(self) -> int:
        """The process id of what the shell runs."""
        shell = self._run("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])

    def wait(self, what: str | Callable[[str], bool]) -> str:
        """Waits until a text is to be seen, or until something is true of the screen."""
        seen = what if callable(what) else (lambda screen: what in screen)
        deadline = time.monotonic() + PATIENCE
        while not seen(screen := self.screen):
            assert time.monotonic() < deadline, f"not seen: {what}\n{screen}"
            time.sleep(0.05)
        return screen

    def see(self, pattern: str) -> str:
        """Waits until a pattern is found on the screen, `^` and `$` being those of its lines."""
        sought = re.compile(pattern, re.MULTILINE)
        return self.wait(lambda screen: sought.search(screen) is not None)

    def close(self) -> None:
        """Ends the server and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)


@contextmanager
def terminal(
    folder: Path, width: int = 80, height: int = 24, name: str = "home"
) -> Iterator[Terminal]:
    """A terminal whose programs keep their files in a folder of that name."""
    home = folder / name
    home.mkdir(exist_ok=True)
    one = Terminal(folder / f"{name}.tmux", home, width, height)
    try:
        yield one
    finally:
        one.close()
