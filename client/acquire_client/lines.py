"""Lines that somebody types, read beside an event loop; a thread waits, since reading blocks."""

import asyncio
import sys
import threading
from typing import BinaryIO

from acquire_net.errors import AcquireError

LONGEST = 64 * 1024
"""Bytes; what is longer is cut, and then refused as too long."""


class InputEnded(AcquireError):
    """No more lines will come, and an answer is needed."""


class LineReader:
    """The lines of a binary stream. Bytes that are not UTF-8 come as U+FFFD."""

    def __init__(self, stream: BinaryIO | None = None) -> None:
        self._stream = sys.stdin.buffer if stream is None else stream
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False
        self._thread: threading.Thread | None = None

    async def next(self) -> str | None:
        """The next line without its newline; None when no more come."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._pump, args=(loop,), daemon=True)
            self._thread.start()
        if self._ended:
            return None
        line = await self._lines.get()
        self._ended = line is None
        return line

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        def pass_on(line: str | None) -> bool:
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:  # the loop is closed: nobody listens any more
                return False
            return True

        try:
            while data := self._stream.readline(LONGEST):
                if not pass_on(data.decode("utf-8", "replace").rstrip("\r\n")):
                    return
        except (OSError, ValueError):  # the stream was closed under us
            pass
        pass_on(None)
