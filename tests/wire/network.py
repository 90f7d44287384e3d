"""A table on a free port of this computer, and players who really go through gRPC to reach it."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any

from acquire_client.link import Link
from acquire_client.links.grpc import GrpcLink
from acquire_client.session import Session
from acquire_host.certificate import ENTROPY, Certificate, make_certificate
from acquire_host.hosting import Hosting
from acquire_host.pairing import Pairing
from acquire_host.seating import Seating
from acquire_host.service import Server, serve
from acquire_net.agreement import rulebook_hash
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import Replica
from acquire_net.rules.editions import CLASSIC
from acquire_net.wire.updates import Entries, Goodbye, HeaderLine, Role, Update
from tests.tables import NAMES, at_random, no_journal, secrets_of

BOUND = 30.0
"""Seconds after which a test has hung."""
SEED = 1
STRANGER = 100
"""The author number from whose secrets those without a seat make their keys."""


@cache
def certificate(number: int) -> Certificate:
    """A certificate that holds now; the same number is the same one."""
    return make_certificate(datetime.now(UTC), random.Random(number).randbytes(ENTROPY))


CERTIFICATE = certificate(0)
"""What the hosts of these tests are known by."""


def run(test: Coroutine[Any, Any, None]) -> None:
    """Runs a test on a loop of its own; fails when it hangs or leaves a task behind."""

    async def bounded() -> None:
        async with asyncio.timeout(BOUND):
            await test
        left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}
        if left:  # gRPC's own end a moment after the server that they served
            _, left = await asyncio.wait(left, timeout=1.0)
        assert not left, f"still running: {left}"

    asyncio.run(bounded())


def make_hosting(
    seats: int = 3,
    open_journal: Callable[[bytes], Callable[[Sequence[Entry]], None]] = lambda _: no_journal,
) -> Hosting:
    """A table whose hosting player is seat 0's."""
    return Hosting(
        "Ann's table",
        Seating(CLASSIC, seats),
        secrets_of(SEED, REFEREE),
        random.Random(SEED).randbytes(32),
        open_journal,
        player=secrets_of(SEED, 0).public_identity,
        program="0.1",
    )


@dataclass
class Network:
    """A served table and every link made to it."""

    hosting: Hosting
    server: Server
    links: list[GrpcLink] = field(default_factory=list)

    async def link(self, author: int) -> GrpcLink:
        """A connection of the identity with that number; seats come first."""
        identity = secrets_of(SEED, author).identity
        made = await GrpcLink.connect(self.server.address, identity, program="0.1")
        self.links.append(made)
        return made

    async def sat(self, seats: int) -> list[GrpcLink]:
        """So many players who have sat down."""
        made = [await self.link(seat) for seat in range(seats)]
        for seat, link in enumerate(made):
            await link.sit(NAMES[seat], secrets_of(SEED, seat).public_table, bot=False)
        return made

    async def started(self, seats: int) -> list[GrpcLink]:
        """So many players whose game has a log."""
        made = await self.sat(seats)
        for link in made:
            await link.ready(rulebook_hash(CLASSIC))
        return made


@asynccontextmanager
async def served(
    hosting: Hosting | None = None, pairing: Pairing | None = None, **options: Any
) -> AsyncGenerator[Network, None]:
    """A table on a free port, open unless it has a pairing; closed with all its links at the end."""
    hosting = hosting or make_hosting()
    server = await serve(hosting, CERTIFICATE, 0, "localhost", pairing=pairing, **options)
    network = Network(hosting, server)
    try:
        yield network
    finally:
        for link in network.links:
            await link.close()
        await server.stop()


@dataclass
class Follower:
    """Whoever watches, and keeps the ledger of what came; with a seat it plays at random."""

    link: Link
    author: int
    role: Role = Role.SEAT
    header: bytes = b""
    entries: list[Entry] = field(default_factory=list)
    others: list[Update] = field(default_factory=list)
    goodbye: Goodbye | None = None
    session: Session | None = None
    sent: Statement | None = None

    async def follow(self, until: Callable[["Follower"], bool] = lambda _: False) -> "Follower":
        """Follows to the goodbye, or until a condition holds."""
        async with aclosing(self.link.watch(self.role, 0, b"")) as updates:
            async for update in updates:
                self.take(update)
                await self.speak()
                if until(self):
                    break
        return self

    def take(self, update: Update) -> None:
        match update:
            case HeaderLine(line):
                self.header = line
                if self.role is Role.SEAT:
                    secrets = secrets_of(SEED, self.author)
                    self.session = Session(line, secrets, NAMES[self.author], CLASSIC)
            case Entries(entries):
                self.entries.extend(entries)
                for entry in entries if self.session else ():
                    self.session.receive(entry)  # type: ignore[union-attr]  # just asked
            case Goodbye():
                self.goodbye = update
            case _:
                self.others.append(update)

    async def speak(self) -> None:
        """Sends what is due from this seat, decisions included."""
        if self.session is None:
            return
        statement = self.session.statement()
        if statement is None and (question := self.session.question()) is not None:
            statement = self.session.answer(at_random(question, random.Random(len(self.entries))))
        if statement is not None and statement != self.sent:
            self.sent = statement
            await self.link.submit(statement)

    @property
    def ledger(self) -> bytes:
        return ledger(self.header, self.entries)

    @property
    def replica(self) -> Replica:
        """The table as this follower's ledger alone shows it."""
        replica = Replica(self.header)
        for entry in self.entries:
            replica.fold(entry)
        return replica


def ledger(header: bytes, entries: Sequence[Entry]) -> bytes:
    return header + b"\n" + b"".join(map(file.entry_line, entries))
