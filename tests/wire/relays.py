"""What a stranger puts between a player and a host: a relay that decrypts, and one that switches."""

import asyncio
import ssl
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from acquire_host.certificate import Certificate

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Relay:
    """Where it listens, and all that it read of what was meant for the host alone."""

    port: int = 0
    read: bytearray = field(default_factory=bytearray)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


@asynccontextmanager
async def man_in_the_middle(
    host_port: int, certificate: Certificate, port: int = 0
) -> AsyncGenerator[Relay, None]:
    """Ends the player's encryption with its own certificate, and speaks to the host in clear text
    for itself: every byte is read, and passed on unchanged."""
    relay = Relay()
    server_side, client_side = _server_context(certificate), _blind_context()

    async def onwards(streams: Streams) -> None:
        host = await asyncio.open_connection(
            "127.0.0.1", host_port, ssl=client_side, server_hostname="acquire.invalid"
        )
        await _join(streams, host, relay.read)

    async with _listening(onwards, port, server_side) as relay.port:
        yield relay


@asynccontextmanager
async def switch(ports: Sequence[int]) -> AsyncGenerator[Relay, None]:
    """Passes the first connection to the first port, the next to the next, the rest to the last."""
    relay, count = Relay(), 0

    async def onwards(streams: Streams) -> None:
        nonlocal count
        port = ports[min(count, len(ports) - 1)]
        count += 1
        await _join(streams, await asyncio.open_connection("127.0.0.1", port), relay.read)

    async with _listening(onwards) as relay.port:
        yield relay


@asynccontextmanager
async def _listening(
    onwards: Callable[[Streams], Awaitable[None]],
    port: int = 0,
    context: ssl.SSLContext | None = None,
) -> AsyncGenerator[int, None]:
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await onwards((reader, writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            tasks.discard(task)
            writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", port, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


async def _join(one: Streams, other: Streams, read: bytearray) -> None:
    """Passes everything on both ways, until one side ends."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            read.extend(data)
            writer.write(data)
            await writer.drain()

    ways = [
        asyncio.ensure_future(pump(one[0], other[1])),
        asyncio.ensure_future(pump(other[0], one[1])),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        other[1].transport.abort()


def _server_context(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile() as file:
        file.write(certificate.pem)
        file.flush()
        context.load_cert_chain(file.name)
    context.set_alpn_protocols(["h2"])
    return context


def _blind_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    return context
