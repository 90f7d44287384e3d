"""Plain lines for a person who may go back to the full screen: read only when asked for."""

import asyncio
import threading
from contextlib import suppress

from acquire_client.lines import LONGEST, LineReader


class AskedLines(LineReader):
    """Lines of standard input, which is left alone while nobody waits for one.

    A `LineReader` reads ahead, and would take from a screen the keys that are meant for it.
    """

    def __init__(self, stream: int = 0) -> None:
        super().__init__(stream)
        self._rest = b""
        self._over = False
        self._read_by: asyncio.Future[None] | None = None
        """The read that is under way, perhaps for somebody who has given up waiting."""

    async def next(self) -> str | None:
        """The next line without its newline; None when no more come."""
        while b"\n" not in self._rest and not self._over:
            if self._read_by is None:
                self._read_by = self._begin_to_read()
            await asyncio.shield(self._read_by)
        if not self._rest:
            return None
        line, _newline, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    def _begin_to_read(self) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        read: asyncio.Future[None] = loop.create_future()

        def wait() -> None:
            data = self._read()
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                loop.call_soon_threadsafe(self._take, data)

        threading.Thread(target=wait, daemon=True).start()
        return read

    def _take(self, data: bytes) -> None:
        read, self._read_by = self._read_by, None
        self._over = not data
        self._rest = (self._rest + data)[-LONGEST:]
        if read is not None and not read.done():
            read.set_result(None)
