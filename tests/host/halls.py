"""A table of people and bots of this process, which play over links, go away and come back."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from acquire_client.bots import LEVELS
from acquire_client.link import Link
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.question import Question
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.party import LocalParty
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.audit import Verdict, audit
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Goodbye, Notice, Presence
from tests.tables import NAMES, no_journal, secrets_of
from tests.wire.network import SEED, ledger

ANN, BO, CY = range(3)


class Person(Teller):
    """Somebody who plays at random, but thinks about some questions; remembers what was told."""

    def __init__(self, seat: int) -> None:
        super().__init__(SilentVoice())
        self.rng = random.Random(seat)
        self.goes_on = asyncio.Event()
        self.asked: Question | None = None
        """What this player thinks about."""
        self.ponders: Callable[[Question], bool] = lambda _: True
        self.notices: list[Notice] = []
        self.abandoning: tuple[int, ...] = ()
        self.seconds_away: dict[int, int] = {}
        self.bye: Goodbye | None = None

    async def choose(self, question: Question) -> Action:
        while self.ponders(question):
            self.asked = question
            await self.goes_on.wait()
            self.goes_on.clear()
        self.asked = None
        await asyncio.sleep(0)
        return self.rng.choice(question.options)

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Says nothing."""

    def notice(self, notice: Notice) -> None:
        self.notices.append(notice)

    def presence(self, presence: Presence) -> None:
        self.abandoning = presence.abandoning
        self.seconds_away = {one.seat: one.seconds for one in presence.away}

    @property
    def away(self) -> tuple[int, ...]:
        return tuple(self.seconds_away)

    def goodbye(self, goodbye: Goodbye) -> None:
        self.bye = goodbye


class Hall:
    """A table of people and bots of this process, which can leave and come back."""

    def __init__(self, people: int = 3, bots: int = 0) -> None:
        self.time = 0.0
        self.hosting = Hosting(
            "Ann's table",
            Seating(CLASSIC, people + bots),
            secrets_of(SEED, REFEREE),
            bytes(32),
            lambda _: no_journal,
            player=secrets_of(SEED, ANN).public_identity,
            now=lambda: self.time,
        )
        self.links: dict[int, Link] = {}
        self.people: dict[int, Person] = {}
        self.games: dict[int, Playing] = {}
        self.tasks: dict[int, asyncio.Task[Outcome]] = {}
        self.count = people + bots
        self.bots = range(people, people + bots)
        self.parties = {
            seat: LocalParty(NAMES[seat], secrets_of(SEED, seat), bot=seat in self.bots)
            for seat in range(self.count)
        }

    async def arrive(self, seat: int, link: Link | None = None) -> None:
        """A player comes, or comes back."""
        key = secrets_of(SEED, seat).public_identity
        self.links[seat] = link or self.links.get(seat) or MemoryLink(self.hosting, key)
        player: Teller
        if seat in self.bots:
            player = Robot(SilentVoice(), LEVELS["random"], random.Random(seat))
        else:
            player = self.people[seat] = Person(seat)
        self.games[seat] = Playing(self.links[seat], self.parties[seat], player, patience=0)
        self.tasks[seat] = asyncio.create_task(self.games[seat].run())
        await self.until(lambda: seat in self.connected or self.tasks[seat].done())

    async def leave(self, seat: int) -> None:
        self.tasks[seat].cancel()
        await asyncio.gather(self.tasks[seat], return_exceptions=True)
        await self.until(lambda: seat not in self.connected)

    @property
    def connected(self) -> list[int]:
        seats = self.hosting.lobby().seats
        return [NAMES.index(seat.name) for seat in seats if seat.connected]

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():  # noqa: ASYNC110  # the host's memory gives no signal
            await asyncio.sleep(0)

    async def playing(self, entries: int = 60) -> None:
        """Everybody sits and plays, until the people think about what comes next."""
        for seat in range(self.count):
            await self.arrive(seat)
        await self.until(lambda: self.entries > 0)
        self.ponder(lambda _: False)
        await self.until(lambda: self.entries > entries)
        self.ponder(lambda _: True)

    def ponder(self, about: Callable[[Question], bool]) -> None:
        """Has all people think about such questions, and answer all others."""
        for person in self.people.values():
            person.ponders = about
            person.goes_on.set()

    @property
    def entries(self) -> int:
        return self.hosting.table.published if self.hosting.table else 0

    def session(self, seat: int) -> Session:
        session = self.parties[seat].session
        assert isinstance(session, Session)
        return session

    async def vote(self, seat: int, *, agree: bool = True) -> None:
        await self.games[seat].abandon(agree=agree)

    @property
    def stopped(self) -> bool:
        return self.hosting.table is not None and self.hosting.table.replica.stopped is not None

    async def verdict(self) -> Verdict:
        """What the ledger says once the host waits for nobody any more."""
        await self.hosting.settled()
        table = self.hosting.table
        assert table is not None
        return audit(ledger(table.replica.header_line, table.entries))

    async def outcomes(self) -> list[Outcome]:
        return list(await asyncio.gather(*self.tasks.values()))

    async def close(self) -> None:
        self.hosting.close("The test is over.")
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


@asynccontextmanager
async def hall(people: int = 3, bots: int = 0) -> AsyncGenerator[Hall, None]:
    """A hall in which a game is being played."""
    made = Hall(people, bots)
    try:
        await made.playing()
        yield made
    finally:
        await made.close()
