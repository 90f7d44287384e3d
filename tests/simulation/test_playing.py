"""The whole client over a bad link, in virtual time: killed, cut off and refused, it plays on."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from pathlib import Path
from typing import TypeVar, cast

import pytest

from acquire_client.link import LostHost
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.question import Question
from acquire_client.storage import ledgerfile
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.party import Files, SeatParty
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_host.table import Journal
from acquire_net.audit import Status, audit
from acquire_net.errors import AcquireError
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.actions import Action
from acquire_net.wire.updates import Glance, Lobby, Phase, Role, Update
from tests.short import SHORT
from tests.simulation.deciding import acts, decided, undisturbed
from tests.simulation.virtual import run
from tests.simulation.world import Killed
from tests.tables import NAMES, secrets_of

QUICK = range(10)
LONG = range(10, 110)
DEADLINE = 5.0
SILENCE = 12.5
"""Seconds after which a call, and a stream, is given up: those of the link over gRPC."""

_T = TypeVar("_T")


class Hall:
    """Where the host's program runs, and is started again when it has died."""

    def __init__(self, seats: int, seed: int, folder: Path) -> None:
        self.seed = seed
        self.rng = random.Random(f"hall {seed}")
        self.count: Counter[str] = Counter()
        self.said: dict[tuple[bytes, int], Statement] = {}
        """Every statement that ever left its author."""
        self.path = folder / "host.acquire.jsonl"
        self.hosting: Hosting | None = self._hosting(Seating(SHORT, seats))
        self.gone = asyncio.Event()
        self._file: LedgerFile | None = None
        self._restart: asyncio.Task[None] | None = None

    def _hosting(self, seating: Seating) -> Hosting:
        table_id = random.Random(self.seed).randbytes(32)
        role = secrets_of(self.seed, REFEREE)
        return Hosting("Table", seating, role, table_id, self._open_journal)

    def _open_journal(self, header_line: bytes) -> Journal:
        self._file = LedgerFile.create(self.path, header_line)
        return self._journal

    def _journal(self, entries: Sequence[Entry]) -> None:
        assert self._file is not None
        if self.rng.random() < 0.05:
            kept = self.rng.randint(0, len(entries))
            self._file.journal(entries[:kept])
            if kept < len(entries) and self.rng.random() < 0.5:
                with self.path.open("ab") as stream:
                    stream.write(file.entry_line(entries[kept])[:-9])
            raise Killed
        self._file.journal(entries)

    def die(self) -> None:
        """The program ends; what it had not written is gone."""
        if self.hosting is None or not self.path.exists():
            return  # before there is a ledger there is nothing to go on with
        self.count["host killed"] += 1
        self.hosting = None
        self.gone.set()
        self._restart = asyncio.create_task(self._start_again())

    async def _start_again(self) -> None:
        await asyncio.sleep(self.rng.random() * 4)
        kept = ledgerfile.load(self.path)
        self.count["torn"] += kept.torn
        self._file = LedgerFile.reopen(self.path)
        hosting = self._hosting(Seating(SHORT, 2))
        try:
            hosting.resume(kept.header, kept.entries, self._journal)
        except Killed:
            self._restart = asyncio.create_task(self._start_again())
            return
        self.gone = asyncio.Event()
        self.hosting = hosting


class BadLink(MemoryLink):
    """A link over which calls get lost on the way there or back, and streams break or fall silent.

    The calls of the hosting player, which nobody makes here, are as they are in memory.
    """

    def __init__(self, hall: Hall, caller: bytes, rng: random.Random) -> None:
        super().__init__(cast(Hosting, hall.hosting), caller)  # None while it is down
        self._hall = hall
        self._rng = rng

    async def _call(self, deed: Callable[[MemoryLink], Awaitable[_T]]) -> _T:
        hall, rng = self._hall, self._rng
        await asyncio.sleep(rng.random() * 0.05)
        if hall.hosting is None:
            raise LostHost("Nobody answers.")
        if rng.random() < 0.04:
            hall.count["calls lost"] += 1
            await asyncio.sleep(DEADLINE)
            raise LostHost("No answer.")
        try:
            answer = await deed(MemoryLink(hall.hosting, self._caller))
        except Killed:
            hall.die()
            raise LostHost("The host died.") from None
        await asyncio.sleep(rng.random() * 0.05)
        if rng.random() < 0.04:
            hall.count["answers lost"] += 1
            await asyncio.sleep(DEADLINE)
            raise LostHost("No answer.")
        return answer

    async def glance(self) -> Glance:
        return await self._call(lambda link: link.glance())

    async def sit(self, name: str, x25519: bytes, *, bot: bool) -> int:
        return await self._call(lambda link: link.sit(name, x25519, bot=bot))

    async def leave(self) -> None:
        await self._call(lambda link: link.leave())

    async def ready(self, rules: bytes | None) -> None:
        await self._call(lambda link: link.ready(rules))

    async def submit(self, statement: Statement) -> int:
        said = self._hall.said.setdefault((self._caller, statement.nonce), statement)
        assert said == statement, "one number, two statements"
        return await self._call(lambda link: link.submit(statement))

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        return await self._call(lambda link: link.restore(entries))

    async def say(self, text: str) -> None:
        await self._call(lambda link: link.say(text))

    async def confirm(self, digits: str) -> None:
        await self._call(lambda link: link.confirm(digits))

    async def watch(
        self, role: Role, after_seq: int, after_head: bytes
    ) -> AsyncGenerator[Update, None]:
        hall, rng = self._hall, self._rng
        gone = hall.gone
        if hall.hosting is None:
            raise LostHost("Nobody answers.")
        link = MemoryLink(hall.hosting, self._caller)
        async with aclosing(link.watch(role, after_seq, after_head)) as updates:
            while (update := await self._next(updates, gone)) is not None:
                await asyncio.sleep(rng.random() * (3.0 if rng.random() < 0.03 else 0.05))
                if gone.is_set():
                    raise LostHost("The host died.")
                fate = rng.random()
                if fate < 0.03:
                    hall.count["streams cut"] += 1
                    raise LostHost("Cut.")
                if fate < 0.05:
                    hall.count["streams silent"] += 1
                    await asyncio.sleep(SILENCE)
                    raise LostHost("Silent.")
                yield update

    async def _next(
        self, updates: AsyncGenerator[Update, None], gone: asyncio.Event
    ) -> Update | None:
        coming = asyncio.ensure_future(anext(updates, None))
        dying = asyncio.ensure_future(gone.wait())
        try:
            await asyncio.wait({coming, dying}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (coming, dying):
                if not task.done():
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
        if coming.cancelled():
            raise LostHost("The host died.")
        return coming.result()

    async def close(self) -> None:
        pass


class Quiet(Teller):
    """A player who takes his time, and decides by the position."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(SilentVoice())
        self._hall = hall
        self._decide = decided(hall.seed, to_the_last_tile=bool(hall.seed % 2))

    async def choose(self, question: Question) -> Action:
        await asyncio.sleep(self._hall.rng.random())
        return self._decide(question, self._hall.rng)

    def refused(self, error: AcquireError) -> None:
        self._hall.count["refusals"] += 1


class Seated:
    """One player through all the lives of his program, each in a folder as the last one left it."""

    def __init__(self, hall: Hall, seat: int, folder: Path) -> None:
        self.hall = hall
        self.seat = seat
        self.secrets = secrets_of(hall.seed, seat)
        self.folder = folder / NAMES[seat]
        self.folder.mkdir()
        self.lives = 1
        self.party = self._party()

    def _party(self) -> SeatParty:
        files = Files(self.folder / str(self.lives), "today")
        files.folder.mkdir(exist_ok=True)
        return SeatParty(NAMES[self.seat], self.secrets.identity, files, lambda: self.secrets)

    async def play(self) -> None:
        """Plays to the end, killed now and then."""
        rng = random.Random(f"{self.hall.seed}/{self.seat}")
        while True:
            link = BadLink(self.hall, self.secrets.public_identity, rng)
            playing = Playing(link, self.party, Quiet(self.hall), patience=10_000)
            task = asyncio.create_task(self._life(playing))
            with suppress(TimeoutError):
                async with asyncio.timeout(rng.expovariate(1 / 25)):
                    outcome = await asyncio.shield(task)
                    assert outcome.complete
                    self.party.close()
                    return
            await self._die(task)

    async def _life(self, playing: Playing) -> Outcome:
        while True:
            try:
                return await playing.run()
            except LostHost:  # it was started when the host was down
                await asyncio.sleep(1)

    async def _die(self, task: "asyncio.Task[Outcome]") -> None:
        before = self.folder / str(self.lives)
        self.lives += 1
        # Copied before anything of the old program could still be written.
        shutil.copytree(before, self.folder / str(self.lives))
        self.hall.count["client killed"] += 1
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        self.party = self._party()
        table_id = random.Random(self.hall.seed).randbytes(32)
        self.party.resume(Lobby("", Phase.PLAYING, "", (), 0, b"", table_id, 0, b"", 2))

    def ledger(self) -> bytes:
        """The file of the last life."""
        assert self.party.ledger_path is not None
        return self.party.ledger_path.read_bytes()


def assert_plays_on(seed: int, folder: Path) -> Counter[str]:
    """A bad game comes to the end of a good one; what happened in it."""
    counts: list[Counter[str]] = []

    async def game() -> None:
        hall = Hall(2 + seed % 3, seed, folder)
        players = [Seated(hall, seat, folder) for seat in range(2 + seed % 3)]
        async with asyncio.TaskGroup() as group:
            ending = group.create_task(_kill_now_and_then(hall))
            async with asyncio.TaskGroup() as playing:
                for player in players:
                    playing.create_task(player.play())
            ending.cancel()

        ledger = hall.path.read_bytes()
        assert [player.ledger() for player in players] == [ledger] * len(players)
        assert audit(ledger).status is Status.VERIFIED
        text = file.split(ledger)
        decide = decided(seed, to_the_last_tile=bool(seed % 2))
        named = {NAMES[player.seat]: player.secrets for player in players}
        calm = undisturbed(text.header, secrets_of(seed, REFEREE), named, decide)
        assert acts([*text.entries()]) == acts(calm)
        counts.append(hall.count)

    run(game())
    return counts[0]


async def _kill_now_and_then(hall: Hall) -> None:
    while True:
        await asyncio.sleep(hall.rng.expovariate(1 / 30))
        hall.die()


def test_clients_over_a_bad_link_play_the_game_they_would_have_played(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for seed in QUICK:
        folder = tmp_path / str(seed)
        folder.mkdir()
        seen += assert_plays_on(seed, folder)

    kinds = ("calls lost", "answers lost", "streams cut", "streams silent")
    for kind in (*kinds, "host killed", "client killed", "torn"):
        assert seen[kind], f"no {kind}"


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG)
def test_clients_over_any_bad_link_play_on(seed: int, tmp_path: Path) -> None:
    assert_plays_on(seed, tmp_path)
