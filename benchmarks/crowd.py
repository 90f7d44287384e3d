"""The programs around a loaded host: itself, players, and people who look on; each ends with JSON.

Times of receipt and of publication are of the system's one monotonic clock, in nanoseconds.
"""

import asyncio
import json
import random
import resource
import secrets
import sys
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from acquire_client.bots import LEVELS
from acquire_client.links.grpc import GrpcLink
from acquire_client.playing import Playing
from acquire_client.question import Question
from acquire_client.robot import Robot
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.party import LocalParty
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice
from acquire_host.certificate import ENTROPY, make_certificate
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_host.service import Server, serve
from acquire_host.table import Journal
from acquire_net.author import Secrets
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC
from acquire_net.wire.updates import Entries, Lobby, Role
from tests.tables import NAMES

LEVEL = "greedy"
"""How all bots play."""
SPECTATORS = 1000
"""The seed of the first spectator's keys; each has one of its own."""
AT_ONCE = 8
"""Spectators who come in at the same time."""

Result = dict[str, Any]


# -- the host ------------------------------------------------------------------------------------


async def host(tables: str, seats: str, folder: str) -> Result:
    """Some tables in one process, each on a port of its own; to the end of all their games."""
    base = _memory()
    published: list[list[int]] = [[] for _ in range(int(tables))]
    hostings = [
        Hosting(
            f"Table {number}",
            Seating(CLASSIC, int(seats)),
            Secrets.seeded(number, REFEREE),
            random.Random(number).randbytes(32),
            _stamped(Path(folder, f"{number}.acquire.jsonl"), times),
        )
        for number, times in enumerate(published)
    ]
    certificate = make_certificate(datetime.now(UTC), secrets.token_bytes(ENTROPY))
    servers: list[Server] = [
        await serve(one, certificate, 0, "127.0.0.1", pairing=None, tables=len(hostings))
        for one in hostings
    ]
    start = time.process_time()
    _say({"addresses": [server.address for server in servers]})
    for one in hostings:
        await one.settled()
        await one.empty()
    spent, full = time.process_time() - start, _memory()
    for server in servers:
        await server.stop()
    return {"cpu": spent, "base": base, "full": full, "published": published}


def _stamped(path: Path, times: list[int]) -> Callable[[bytes], Journal]:
    """A ledger on disk that notes when each entry was stored, which is when it is published."""

    def open_journal(header: bytes) -> Journal:
        ledger = LedgerFile.create(path, header)

        def journal(entries: Sequence[Entry]) -> None:
            ledger.journal(entries)
            times.extend([time.monotonic_ns()] * len(entries))

        return journal

    return open_journal


# -- its guests ----------------------------------------------------------------------------------


class Clocked(LocalParty):
    """A party that notes when each entry came."""

    def __init__(self, name: str, keys: Secrets | None = None) -> None:
        super().__init__(name, keys, bot=True)
        self.times: list[int] = []

    def took(self, entry: Entry) -> None:
        self.times.append(time.monotonic_ns())


@asynccontextmanager
async def _linked(address: str, keys: Secrets) -> AsyncGenerator[GrpcLink, None]:
    link = await GrpcLink.connect(address, keys.identity)
    try:
        yield link
    finally:
        await link.close()


class Thinker(Robot):
    """A bot that takes a while for every decision."""

    def __init__(self, seconds: float, rng: random.Random) -> None:
        super().__init__(SilentVoice(), LEVELS[LEVEL], rng)
        self._seconds = seconds

    async def choose(self, question: Question) -> Action:
        await asyncio.sleep(self._seconds)
        return await super().choose(question)


async def players(seats: str, pause: str, *addresses: str) -> Result:
    """The bots of some tables; each takes so many seconds for a decision."""

    async def play(table: int, seat: int) -> list[int]:
        keys = Secrets.seeded(table, seat)
        party = Clocked(NAMES[seat], keys)
        robot = Thinker(float(pause), random.Random(seat))
        async with _linked(addresses[table], keys) as link:
            await Playing(link, party, robot).run()
        return party.times

    start = time.process_time()
    tables = range(len(addresses))
    games = [asyncio.gather(*(play(table, seat) for seat in range(int(seats)))) for table in tables]
    received = await asyncio.gather(*games)
    return {"cpu": time.process_time() - start, "received": received}


async def watchers(address: str, first: str, light: str, whole: str) -> Result:
    """Spectators: light ones, who only note what comes, and whole ones, who check everything."""
    queue = asyncio.Semaphore(AT_ONCE)
    here = set[int]()

    def came(number: int) -> None:
        here.add(number)
        queue.release()
        if len(here) == int(light) + int(whole):
            _say({"all are": "present"})

    async def look_on(number: int) -> list[int]:
        times: list[int] = []
        await queue.acquire()
        async with _linked(address, Secrets.seeded(SPECTATORS + int(first) + number, 0)) as link:
            async for update in link.watch(Role.SPECTATOR, 0, b""):
                match update:
                    case Lobby() if number not in here:
                        came(number)
                    case Entries(entries):
                        times.extend([time.monotonic_ns()] * len(entries))
                    case _:
                        pass
        return times

    async def check(number: int) -> list[int]:
        party = Clocked("Onlooker")
        await queue.acquire()
        async with _linked(address, Secrets.seeded(SPECTATORS + int(first) + number, 0)) as link:
            came(number)
            await Playing(link, party, Teller(SilentVoice())).run()
        return party.times

    start = time.process_time()
    lights = [look_on(number) for number in range(int(light))]
    checks = [check(int(light) + number) for number in range(int(whole))]
    received = await asyncio.gather(*lights, *checks)
    return {"cpu": time.process_time() - start, "received": [received]}


def _memory() -> int:
    """The most memory that this process ever had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _say(result: Result) -> None:
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    part, *arguments = sys.argv[1:]
    parts: dict[str, Callable[..., Coroutine[Any, Any, Result]]] = {
        "host": host,
        "players": players,
        "watchers": watchers,
    }
    _say({"result": asyncio.run(parts[part](*arguments))})
