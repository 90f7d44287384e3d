"""Lines that somebody types, read beside an event loop; a thread waits, since reading blocks."""

import asyncio
import os
import threading

from acquire_net.errors import AcquireError

LONGEST = 64 * 1024
"""Bytes; what is longer is cut, and then refused as too long."""


class InputEnded(AcquireError):
    """No more lines will come, and an answer is needed."""


WAITING = 50
"""Lines that wait to be read; whoever types more waits.

Each wakes the loop through a pipe in which some 270 bytes have room, and a signal must have room too.
"""


class LineReader:
    """The lines of a stream of bytes, standard input's by default. Not UTF-8 comes as U+FFFD.

    Reads the file itself and not Python's buffer, whose lock a waiting thread would hold when
    the program ends.
    """

    def __init__(self, stream: int = 0) -> None:
        self._stream = stream
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(WAITING)
        self._ahead: list[str | None] = []
        """A line that was looked at and not taken yet."""
        self._reading = asyncio.Lock()
        self._ended = False
        self._thread: threading.Thread | None = None

    async def next(self) -> str | None:
        """The next line without its newline; None when no more come."""
        if self._ended:
            return None
        async with self._reading:
            line = self._ahead.pop() if self._ahead else await self._line()
        await asyncio.sleep(0)  # a flood of lines must not keep signals and others waiting
        self._ended = line is None
        return line

    async def at_end(self) -> bool:
        """Whether no line is left, once that is known; takes none."""
        async with self._reading:
            if not self._ahead:
                self._ahead.append(await self._line())
            return self._ahead[0] is None

    async def _line(self) -> str | None:
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._pump, args=(loop,), daemon=True)
            self._thread.start()
        line = await self._lines.get()
        self._room.release()
        return line

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        def pass_on(line: str | None) -> bool:
            self._room.acquire()
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:  # the loop is closed: nobody listens any more
                return False
            return True

        rest = b""
        while data := self._read():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if not pass_on(line[:LONGEST].decode("utf-8", "replace").rstrip("\r")):
                    return
            rest = rest[:LONGEST]
        if rest:
            pass_on(rest.decode("utf-8", "replace"))
        pass_on(None)

    def _read(self) -> bytes:
        try:
            return os.read(self._stream, LONGEST)
        except OSError:  # no standard input at all, or it was closed under us
            return b""
