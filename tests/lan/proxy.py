"""A bad network between a client and a host: a TCP proxy that delays, holds back, loses and cuts.

It runs in a thread of its own, on loopback. What it is told to do holds when the call returns.
"""

import asyncio
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, Self

Way = Literal["to the host", "to the client"]
_CHUNK = 4096


class Proxy:
    """Carries connections to a host as badly as it is told to, until the context ends.

    `delay` is how many seconds every byte takes, one way, and up to `jitter` more. Each connection
    is cut once it has carried as many bytes as `fuse` says, if it is not None.
    """

    def __init__(
        self,
        host: str,
        *,
        delay: float = 0.0,
        jitter: float = 0.0,
        fuse: Callable[[], int] | None = None,
        seed: int = 1,
    ) -> None:
        self.delay = delay
        self.jitter = jitter
        self.fuse = fuse
        self.address = ""
        """Where clients connect to, `HOST:PORT`."""
        self.accepted = 0
        """How many connections came."""
        self.rng = random.Random(seed)
        self._host = host
        self._silent = 0
        self._lines: set[_Line] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # -- what is done to those who are connected ---------------------------------------------

    def cut(self) -> None:
        """Resets every connection, whatever is on its way."""
        self._all(lambda line: line.cut())

    def hold(self) -> None:
        """Holds everything back that those connections carry from now on, until `release`."""
        self._all(lambda line: line.flows.clear())

    def release(self) -> None:
        """Lets everything go on its way that was held back, late as it is."""
        self._all(lambda line: line.flows.set())

    def swallow(self, way: Way) -> None:
        """Loses everything that those connections carry one way, and the end of it too."""
        self._all(lambda line: line.lost.add(way))

    def stay_silent(self, count: int) -> None:
        """Accepts so many of the next connections without ever carrying a byte."""
        self._all(lambda _: None, count)

    @property
    def silent(self) -> int:
        """How many connections are still to be accepted in silence."""
        return self._silent

    # -- carrying ----------------------------------------------------------------------------

    def _all(self, deed: Callable[["_Line"], None], silent: int = 0) -> None:
        async def do() -> None:
            self._silent += silent
            for line in [*self._lines]:
                deed(line)

        asyncio.run_coroutine_threadsafe(do(), self._loop).result()

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        self.address = f"{host}:{port}"

    async def _close(self) -> None:
        self._server.close()
        for task in (others := asyncio.all_tasks() - {asyncio.current_task()}):
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        if self._silent:
            self._silent -= 1
            with suppress(OSError):
                while await reader.read(_CHUNK):
                    pass
            writer.transport.abort()
            return
        host, _, port = self._host.rpartition(":")
        try:
            there, thither = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            return
        line = _Line(self, (writer, thither))
        self._lines.add(line)
        try:
            await asyncio.gather(
                line.carry(reader, thither, "to the host"),
                line.carry(there, writer, "to the client"),
            )
        finally:
            self._lines.discard(line)
            line.cut()


class _Line:
    """One connection."""

    def __init__(self, proxy: Proxy, ends: tuple[asyncio.StreamWriter, ...]) -> None:
        self.flows = asyncio.Event()
        self.flows.set()
        self.lost: set[Way] = set()
        self._proxy = proxy
        self._ends = ends
        self._left = proxy.fuse() if proxy.fuse else None

    def cut(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way
    ) -> None:
        """Carries one way; the end of the stream like its bytes."""
        bytes_due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        giving = asyncio.ensure_future(self._give(bytes_due, writer, way))
        data = b"..."
        try:
            while data:
                try:
                    data = await reader.read(_CHUNK)
                except OSError:
                    data = b""
                late = self._proxy.delay + self._proxy.rng.random() * self._proxy.jitter
                bytes_due.put_nowait((asyncio.get_running_loop().time() + late, data))
            await giving
        finally:
            giving.cancel()

    async def _give(
        self, bytes_due: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter, way: Way
    ) -> None:
        data = b"..."
        while data:
            due, data = await bytes_due.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            await self.flows.wait()
            if way not in self.lost:
                data = self._burnt(data)
                with suppress(OSError):
                    await self._write(writer, data)

    async def _write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if data:
            writer.write(data)
            await writer.drain()
            if self._left == 0:
                self.cut()
        elif writer.can_write_eof():
            writer.write_eof()

    def _burnt(self, data: bytes) -> bytes:
        """What the fuse lets through of it, perhaps not all."""
        if self._left is None:
            return data
        data = data[: self._left]
        self._left -= len(data)
        return data
