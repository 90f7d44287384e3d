"""A real host in a process of its own, a game at its table, and what a stranger brings along."""

import asyncio
import os
import random
import socket
import ssl
import struct
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from acquire_client.bots import LEVELS
from acquire_client.links.grpc import GrpcLink
from acquire_client.playing import Outcome, Playing
from acquire_client.question import Question
from acquire_client.robot import Robot
from acquire_client.storage.party import LocalParty
from acquire_client.voices import SilentVoice
from acquire_net.audit import Status, audit
from acquire_net.author import Secrets
from acquire_net.rules.actions import Action
from tests.cli.programs import Computer
from tests.tables import NAMES

SEED: Final = 5
SEATS: Final = 3
ELSEWHERE: Final = "127.0.0.66"
"""Where strangers call from, since this computer has more addresses than one."""
MB: Final = 2**20


class Fortress:
    """A host of the real program, without a player of its own, and how much memory it takes."""

    def __init__(self, computer: Computer, *options: str) -> None:
        where = ("--bind", "127.0.0.1", "--port", "0", "--allow-sleep")
        self.program = computer.start(
            "host", "--no-player", "--seats", str(SEATS), *where, *options
        )
        self.address = self.program.address()
        self.port = int(self.address.rpartition(":")[2])
        self.code = ""
        if "--open" not in options:
            self.code = self.program.wait_for("^Join code: ").partition(": ")[2]
        self._computer = computer

    async def link(self, keys: Secrets) -> GrpcLink:
        """A connection of somebody who knows the code."""
        link = await GrpcLink.connect(self.address, keys.identity)
        if self.code:
            await link.pair(self.code.replace(" ", ""))
        return link

    @property
    def memory(self) -> int:
        """What it has now, in bytes."""
        pages = Path(f"/proc/{self.program._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @contextmanager
    def bounded(self, most: int, what: str) -> Iterator[None]:
        """What is done meanwhile may take so many bytes of the host, and prints how many it took."""
        before = self.memory
        yield
        after = self.memory
        print(f"{what}: {before / MB:.0f} MB before, {after / MB:.0f} MB after")  # noqa: T201
        assert after <= before + most

    def verified(self) -> bool:
        """Whether the host's ledger holds a whole game in which everything was right."""
        (path,) = self._computer.ledgers()
        return audit(path.read_bytes()).status is Status.VERIFIED


class Waiting(Robot):
    """A bot that decides nothing before it may."""

    def __init__(self, gate: asyncio.Event, seat: int) -> None:
        super().__init__(SilentVoice(), LEVELS["random"], random.Random(seat))
        self.asked = asyncio.Event()
        self._gate = gate

    async def choose(self, question: Question) -> Action:
        self.asked.set()
        await self._gate.wait()
        return await super().choose(question)


class Beside:
    """A game at the besieged table: `begun` waits at its first decision, `over` plays it on."""

    def __init__(self, fortress: Fortress) -> None:
        self.keys = [Secrets.seeded(SEED, seat) for seat in range(SEATS)]
        self.links: list[GrpcLink] = []
        self._fortress = fortress
        self._gate = asyncio.Event()
        self._robots = [Waiting(self._gate, seat) for seat in range(SEATS)]
        self._games: list[asyncio.Task[Outcome]] = []

    async def begun(self) -> "Beside":
        for seat, keys in enumerate(self.keys):
            self.links.append(await self._fortress.link(keys))
            party = LocalParty(NAMES[seat], keys, bot=True)
            game = Playing(self.links[seat], party, self._robots[seat], patience=30.0)
            self._games.append(asyncio.ensure_future(game.run()))
        asked = [asyncio.ensure_future(robot.asked.wait()) for robot in self._robots]
        await asyncio.wait([*asked, *self._games], return_when=asyncio.FIRST_COMPLETED)
        for task in asked:
            task.cancel()
        return self

    async def over(self) -> None:
        """Plays to the end; everybody must have seen the whole of a true game."""
        self._gate.set()
        async with asyncio.timeout(60):
            outcomes = await asyncio.gather(*self._games)
        assert all(outcome.complete for outcome in outcomes)
        self._fortress.program.ended()
        assert self._fortress.verified()

    async def end(self) -> None:
        for game in self._games:
            game.cancel()
        await asyncio.gather(*self._games, return_exceptions=True)
        for link in self.links:
            await link.close()


@asynccontextmanager
async def besieged(fortress: Fortress) -> AsyncGenerator[Beside, None]:
    """A game that waits at its first decision, for strangers to come; it ends after them."""
    game = Beside(fortress)
    try:
        yield await game.begun()
        await game.over()
    finally:
        await game.end()


# -- strangers -----------------------------------------------------------------------------------

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 4, 6, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4
INITIAL_WINDOW: Final = 4


class Stranger:
    """An HTTP/2 connection without gRPC's manners: it has room for so many bytes of each answer.

    It stays alive whatever it does: pings are answered.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, room: int = 0
    ) -> None:
        self.ended = 0
        """How many of its calls the host has ended."""
        self._reader = reader
        self._writer = writer
        self._calls = 0
        self._changed = asyncio.Event()
        self._task = asyncio.ensure_future(self._read())
        settings = struct.pack(">HI", INITIAL_WINDOW, room)
        writer.write(PREFACE + _frame(SETTINGS, 0, 0, settings))

    def call(self, path: str, message: bytes | None) -> None:
        """Makes a call, and leaves its message out where there is none."""
        stream = 2 * self._calls + 1
        self._calls += 1
        self._writer.write(_frame(HEADERS, END_HEADERS, stream, _headers(path)))
        if message is not None:
            prefixed = struct.pack(">BI", 0, len(message)) + message
            self._writer.write(_frame(DATA, END_STREAM, stream, prefixed))

    @property
    def gone(self) -> bool:
        """Whether the connection has ended."""
        return self._task.done()

    async def all_ended(self, but: int = 0) -> None:
        """Waits until the host has ended all calls but so many, or the connection."""
        while self._calls - self.ended > but and not self.gone:
            self._changed.clear()
            await self._changed.wait()

    async def hung_up_on(self) -> None:
        """Waits until the host ends the connection."""
        await self._task

    async def hang_up(self) -> None:
        self._writer.transport.abort()
        await self._task

    async def _read(self) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = await self._reader.readexactly(9)
                payload = await self._reader.readexactly(int.from_bytes(head[:3], "big"))
                self._take(head[3], head[4], payload)
        self._changed.set()

    def _take(self, kind: int, flags: int, payload: bytes) -> None:
        if kind == HEADERS and flags & END_STREAM:
            self.ended += 1
            self._changed.set()
        elif kind == DATA and payload:
            more = struct.pack(">I", len(payload))
            self._writer.write(_frame(WINDOW_UPDATE, 0, 0, more))
        elif kind in (SETTINGS, PING) and not flags & ACK:
            echo = payload if kind == PING else b""
            self._writer.write(_frame(kind, ACK, 0, echo))


def _frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def _headers(path: str) -> bytes:
    """A header block in which nothing is compressed."""
    fields = {
        ":method": "POST",
        ":scheme": "https",
        ":path": path,
        ":authority": "acquire.invalid",
        "te": "trailers",
        "content-type": "application/grpc",
    }
    return b"".join(
        b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
        for name, value in fields.items()
    )


async def connected(
    port: int, *, encrypted: bool = True, protocol: str = "h2", source: str = ELSEWHERE
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stranger's connection; OSError where the host hangs up."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    try:
        return await asyncio.open_connection(
            "127.0.0.1", port, ssl=context if encrypted else None, local_addr=(source, 0)
        )
    except ssl.SSLError as error:
        raise OSError(str(error)) from error


def need_linux() -> None:
    """Skips a test that looks into a process, or calls from another address, where neither can be."""
    try:
        with socket.socket() as probe:
            probe.bind((ELSEWHERE, 0))
        Path("/proc/self/statm").read_bytes()
    except OSError as error:
        reason = f"skipped: this system is no Linux ({error})"
        print(reason)  # noqa: T201
        pytest.skip(reason)
