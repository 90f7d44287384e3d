"""A program of ours at a terminal of its own, and when it wrote what; not on Windows."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

PATIENCE = 60.0
"""Seconds after which something will never be written."""


class Terminal:
    """A module running at a terminal of its own; what it writes is kept with the time it came."""

    def __init__(self, size: tuple[int, int], module: str, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            env=os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.written: list[tuple[int, bytes]] = []
        """Times in nanoseconds of the monotonic clock, and what came then."""
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def _read(self) -> None:
        while data := self._some():
            with self._changed:
                self.written.append((time.monotonic_ns(), data))
                self._changed.notify_all()

    def _some(self) -> bytes:
        try:
            return os.read(self._master, 65536)
        except OSError:  # everybody at the other end has gone
            return b""

    def see(self, pattern: re.Pattern[bytes]) -> None:
        """Waits until something was written."""
        with self._changed:
            seen = self._changed.wait_for(
                lambda: pattern.search(b"".join(data for _, data in self.written)), PATIENCE
            )
        if not seen:
            self.end()
            raise SystemExit(f"{pattern.pattern!r} was never written, but {self.written[-9:]}.")

    def settle(self, seconds: float) -> None:
        """Waits until nothing was written for so many seconds."""
        with self._changed:
            while self._changed.wait(seconds):
                pass

    def press(self, key: bytes) -> int:
        """Presses a key; when."""
        now = time.monotonic_ns()
        os.write(self._master, key)
        return now

    @property
    def cpu(self) -> float:
        """The CPU seconds of all its threads so far; Linux only."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def end(self) -> None:
        """Ends it, if it has not ended, and waits."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        os.close(self._master)

    def finish(self) -> None:
        """Waits for its own end."""
        if code := self._process.wait(PATIENCE):
            raise SystemExit(f"The screen ended with {code}.")
        self.end()
