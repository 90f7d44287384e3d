"""People who type at one table in memory: the real host, consoles as at terminals, no clocks."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress

from acquire_client.console import Console
from acquire_client.lines import LineReader
from acquire_client.links.memory import MemoryLink
from acquire_client.person import Left
from acquire_client.playing import Outcome, Playing
from acquire_client.storage.party import LocalParty
from acquire_client.voices import PlainVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.rulebook import Rulebook
from tests.short import SHORT
from tests.tables import NAMES, no_journal

TURNS = 4000
"""How often the loop goes round before a wait has failed; nothing here waits for a clock."""


class Keyboard(LineReader):
    """Lines that a test types while the person plays."""

    def __init__(self) -> None:
        super().__init__()
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()

    async def next(self) -> str | None:
        return await self.typed.get()


class Somebody:
    """A person at the table, with what was said to him."""

    def __init__(self, hosting: Hosting, seat: int) -> None:
        self.out = io.StringIO()
        self.keyboard = Keyboard()
        self.secrets = Secrets.seeded(3, seat)
        self.console = Console(PlainVoice(self.out), self.keyboard, interactive=True)
        link = MemoryLink(hosting, self.secrets.public_identity)
        party = LocalParty(NAMES[seat], self.secrets)
        self.game = self.console.game = Playing(link, party, self.console, agree=False, patience=0)
        self.playing: asyncio.Future[Outcome] | None = None
        self.listening: asyncio.Future[None] | None = None

    @property
    def said(self) -> list[str]:
        return self.out.getvalue().splitlines()

    def sit(self) -> None:
        self.playing = asyncio.ensure_future(self.game.run())
        self.listening = asyncio.ensure_future(self.console.listen())

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self.keyboard.typed.put_nowait(line)

    async def hears(self, text: str) -> str:
        """The first line with that in it, once it is said; it and all before are forgotten."""
        await until(lambda: any(text in line for line in self.said), lambda: (text, self.said))
        at = next(number for number, line in enumerate(self.said) if text in line)
        line, rest = self.said[at], self.said[at + 1 :]
        self.out.seek(0)
        self.out.truncate()
        self.out.write("".join(f"{one}\n" for one in rest))
        return line

    async def leaves(self) -> str:
        """How he leaves, once he does."""
        assert self.listening is not None
        await until(self.listening.done, lambda: self.said)
        try:
            self.listening.result()
        except Left as left:
            await self.goes()
            return left.wish
        raise AssertionError(self.said)

    async def goes(self) -> None:
        """Ends whatever he does."""
        for task in (self.playing, self.listening):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError, AcquireError):
                    await task


async def until(true: Callable[[], bool], what: Callable[[], object]) -> None:
    """Lets the others go on until something is true."""
    for _ in range(TURNS):
        if true():
            return
        await asyncio.sleep(0)
    raise AssertionError(what())


def hosting_for(
    seats: int = 3, *, player: int | None = 0, rulebook: Rulebook = SHORT, now: float = 0.0
) -> Hosting:
    """A table whose hosting player is the first to sit."""
    key = Secrets.seeded(3, player).public_identity if player is not None else b""
    return Hosting(
        "Ann's table",
        Seating(rulebook, seats),
        Secrets.seeded(3, REFEREE),
        bytes(32),
        lambda _: no_journal,
        player=key,
    )


@asynccontextmanager
async def people(hosting: Hosting, seats: Iterable[int]) -> AsyncIterator[list[Somebody]]:
    """People who sit down one after another, and are gone in the end."""
    here = [Somebody(hosting, seat) for seat in seats]
    try:
        for one in here:
            one.sit()
            await one.hears("At the table")
        yield here
    finally:
        for one in here:
            await one.goes()


def run(test: Coroutine[object, object, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await test

    asyncio.run(bounded())
