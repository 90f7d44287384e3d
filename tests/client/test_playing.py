"""A party's game over links that lose, delay, refuse and lie: what it does, and never does."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace

import pytest

from acquire_client.bots import LEVELS
from acquire_client.link import LostHost
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import BACK_OFF, GIVE_UP, LOBBY_PATIENCE, Outcome, Playing
from acquire_client.question import Question
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.party import LocalParty
from acquire_client.voices import SilentVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.actions import Action, Buy, PlaceTile
from acquire_net.wire.updates import Entries, Glance, GoodbyeReason, Role, Update
from tests.short import SHORT
from tests.tables import no_journal

NAMES = ("Ann", "Bo")


class Listener(Robot):
    """A bot that remembers what it was told around the game."""

    def __init__(self, seat: int) -> None:
        super().__init__(SilentVoice(), LEVELS["random"], random.Random(seat), practice=True)
        self.told: list[str] = []
        self.asked = 0

    async def choose(self, question: Question) -> Action:
        self.asked += 1
        return await super().choose(question)

    def refused(self, error: AcquireError) -> None:
        self.told.append(f"refused: {error}")

    def lost(self, error: AcquireError) -> None:
        self.told.append("lost")

    def found(self) -> None:
        self.told.append("found")


class Party(LocalParty):
    """A party in memory that remembers what it took in and signed."""

    def __init__(self, name: str, secrets: Secrets | None = None) -> None:
        super().__init__(name, secrets)
        self.taken: list[Entry] = []
        self.signed: list[Statement] = []

    def took(self, entry: Entry) -> None:
        self.taken.append(entry)

    def sign(self, statement: Statement) -> None:
        self.signed.append(statement)

    def entries(self) -> Sequence[Entry]:
        return self.taken


class BadLink(MemoryLink):
    """A link with faults: each is a function that may raise, told how often it was called."""

    def __init__(self, hosting: Hosting, caller: bytes) -> None:
        super().__init__(hosting, caller)
        self.sent: list[Statement] = []
        self.restored = 0
        self.before: Callable[[int], None] = lambda _: None
        self.after: Callable[[int], None] = lambda _: None
        self.glances: Callable[[int], None] = lambda _: None
        self.watching: Callable[[int], None] = lambda _: None
        self.changed: Callable[[Update], Update] = lambda update: update
        self.table_id: bytes | None = None
        self.delay = 0
        """How often the loop goes round before a watch tells anything."""
        self._glanced = self._updates = 0

    async def glance(self) -> Glance:
        self._glanced += 1
        self.glances(self._glanced)
        return await super().glance()

    async def submit(self, statement: Statement) -> int:
        self.sent.append(statement)
        self.before(len(self.sent))
        seq = await super().submit(statement)
        self.after(len(self.sent))
        return seq

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        self.restored += len(entries)
        return await super().restore(entries)

    async def watch(
        self, role: Role, after_seq: int, after_head: bytes
    ) -> AsyncGenerator[Update, None]:
        for _ in range(self.delay):
            await asyncio.sleep(0)
        async for update in super().watch(role, after_seq, after_head):
            self._updates += 1
            self.watching(self._updates)
            yield self.changed(update)


@dataclass
class Side:
    """One player of the table: its link, party and player, and what plays them."""

    link: BadLink
    party: Party
    player: Listener
    playing: Playing


@dataclass
class Table:
    """A short game for two in memory."""

    hosting: Hosting
    sides: list[Side] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def side(self, seat: int | None, patience: float = 600.0) -> Side:
        secrets = None if seat is None else Secrets.seeded(3, seat)
        link = BadLink(self.hosting, secrets.public_identity if secrets else b"onlooker")
        party = Party(NAMES[seat] if seat is not None else "", secrets)
        player = Listener(seat or 0)
        playing = Playing(link, party, player, patience=patience, sleep=self.sleep)
        self.sides.append(Side(link, party, player, playing))
        return self.sides[-1]


def new_hosting(seed: int = 3) -> Hosting:
    role = Secrets.seeded(seed, REFEREE)
    seating = Seating(SHORT, 2)
    return Hosting("Table", seating, role, bytes([seed]) * 32, lambda _: no_journal)


def run(test: Coroutine[object, object, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await test

    asyncio.run(bounded())


def never_two_in_one_place(party: Party) -> None:
    """Whether nothing signed was ever followed by something else under the same number."""
    by_nonce: dict[int, Statement] = {}
    for statement in party.signed:
        assert by_nonce.setdefault(statement.nonce, statement) == statement
    assert [*by_nonce] == sorted(by_nonce)
    seen = {statement.nonce for statement in party.signed}
    inside = {e.statement.nonce for e in party.taken if e.statement in party.signed}
    assert seen == inside


async def played(table: Table) -> None:
    """Plays to the end; both have the same complete log, and signed nothing that is not in it."""
    outcomes = await asyncio.gather(*(side.playing.run() for side in table.sides))
    assert outcomes == [Outcome(complete=True)] * len(table.sides)
    assert table.hosting.table is not None
    for side in table.sides:
        assert side.party.taken == table.hosting.table.entries
        never_two_in_one_place(side.party)


def raising(error: AcquireError, when: Callable[[int], bool]) -> Callable[[int], None]:
    def fault(count: int) -> None:
        if when(count):
            raise error

    return fault


# -- what was signed is sent until the log has it ------------------------------------------------


@pytest.mark.parametrize("reason", ["RATE_LIMITED", "INTERNAL", "STALE", "NOT_DUE", "WRONG_TASK"])
def test_what_a_host_refuses_is_sent_again_and_never_replaced(reason: str) -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            link = table.side(seat).link
            link.before = raising(Refused(reason, "No."), lambda count: count % 3 == 1)
        await played(table)
        assert table.slept
        assert all("refused" not in told for side in table.sides for told in side.player.told)

    run(test())


def test_an_action_that_the_host_calls_illegal_is_not_replaced_either() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            link = table.side(seat).link
            link.before = raising(IllegalAction("TILE_DEAD", "No."), lambda count: count % 4 == 0)
        await played(table)

    run(test())


def test_a_host_that_goes_on_refusing_is_left_with_its_sentence() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann, bo = table.side(0), table.side(1)
        ann.link.before = raising(Refused("INTERNAL", "Reference 7."), lambda count: count > 5)
        other = asyncio.ensure_future(bo.playing.run())
        with pytest.raises(Refused, match=r"Reference 7\."):
            await ann.playing.run()
        other.cancel()
        assert len(set(ann.link.sent[5:])) == 1
        assert len(ann.link.sent[5:]) == GIVE_UP

    run(test())


def test_an_answer_that_got_lost_is_no_second_statement() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            link = table.side(seat).link
            link.after = raising(LostHost("Gone."), lambda count: count % 3 == 0)
        await played(table)

    run(test())


def test_an_action_the_rules_forbid_is_asked_again() -> None:
    class Stubborn(Listener):
        async def choose(self, question: Question) -> Action:
            action = await super().choose(question)
            if self.asked % 2 and isinstance(action, PlaceTile):
                return Buy(())
            return action

    async def test() -> None:
        table = Table(new_hosting())
        stubborn = table.side(0)
        stubborn.player = stubborn.playing.player = Stubborn(0)
        table.side(1)
        await played(table)
        assert any(told.startswith("refused: ") for told in stubborn.player.told)

    run(test())


def test_a_game_stopped_while_a_player_thinks_ends_without_an_answer() -> None:
    class Slow(Listener):
        async def choose(self, question: Question) -> Action:
            if self.asked == 2 and table.hosting.table is not None:
                table.hosting.table.stop("stuck", self.seat)
                table.hosting._ring()
                for _ in range(20):  # until the others' entries are here
                    await asyncio.sleep(0)
                assert self.session is not None
                assert self.session.replica.stopped is not None
            return await super().choose(question)

    table = Table(new_hosting())

    async def test() -> None:
        slow = table.side(0)
        slow.player = slow.playing.player = Slow(0)
        table.side(1)
        outcomes = await asyncio.gather(*(side.playing.run() for side in table.sides))
        assert all(outcome.complete for outcome in outcomes)
        never_two_in_one_place(slow.party)

    run(test())


# -- a host that is lost, and found again --------------------------------------------------------


def test_a_stream_that_breaks_again_and_again_loses_nothing() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            link = table.side(seat).link
            link.watching = raising(LostHost("Gone."), lambda count: count % 7 == 0)
        await played(table)
        for side in table.sides:
            told = side.player.told
            assert told[:2] == ["lost", "found"]
            assert told == ["lost", "found"] * (len(told) // 2)

    run(test())


def test_a_host_that_is_away_is_tried_ever_more_slowly_and_told_about_once() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        table.side(1)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 9)
        ann.link.glances = raising(LostHost("Gone."), lambda count: 2 <= count <= 6)
        await played(table)
        assert ann.player.told == ["lost", "found"]
        assert table.slept == [*BACK_OFF, BACK_OFF[-1], BACK_OFF[-1]]

    run(test())


def test_a_lost_host_is_looked_for_elsewhere_without_being_tried_any_later() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        table.side(1)
        looking = asyncio.Event()

        async def sleep(seconds: float) -> None:
            if seconds > BACK_OFF[0]:  # a pause long enough to look elsewhere in it
                await looking.wait()

        async def look() -> None:
            looking.set()

        ann.playing = Playing(ann.link, ann.party, ann.player, elsewhere=look, sleep=sleep)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 9)
        ann.link.glances = raising(LostHost("Gone."), lambda count: 2 <= count <= 3)
        await played(table)
        assert looking.is_set()

    run(test())


def test_a_host_does_not_leave_a_player_whose_stream_broke_in_the_last_message() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann, bo = table.side(0), table.side(1)
        other = asyncio.ensure_future(bo.playing.run())
        breaks = iter([True])

        def fault(_: int) -> None:
            game = table.hosting.table
            if game is not None and game.complete and next(breaks, False):
                raise LostHost("Gone.")

        async def until_all_others_left(_: float) -> None:
            await asyncio.wait({other})
            for _ in range(20):
                await asyncio.sleep(0)

        async def leave() -> int:
            await table.hosting.settled()
            await table.hosting.empty()
            return len(ann.party.taken)

        ann.link.watching, ann.playing._sleep = fault, until_all_others_left
        leaving = asyncio.ensure_future(leave())
        await ann.playing.run()
        assert ann.player.told == ["lost", "found"]
        assert table.hosting.table is not None
        assert await leaving == len(table.hosting.table.entries)

    run(test())


def test_patience_ends() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann, bo = table.side(0, patience=30), table.side(1)
        other = asyncio.ensure_future(bo.playing.run())
        ann.link.watching = raising(LostHost("Gone for good."), lambda count: count == 9)
        ann.link.glances = raising(LostHost("Gone for good."), lambda count: count > 1)
        with pytest.raises(LostHost, match=r"Gone for good\."):
            await ann.playing.run()
        other.cancel()
        assert 30 <= sum(table.slept) < 33

    run(test())


def test_a_lobby_is_waited_for_a_while_only() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 1)
        ann.link.glances = raising(LostHost("Gone."), lambda count: count > 1)
        with pytest.raises(LostHost):
            await ann.playing.run()
        assert LOBBY_PATIENCE <= sum(table.slept) < LOBBY_PATIENCE + 3

    run(test())


def test_a_host_that_was_never_reached_is_not_waited_for() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        ann.link.glances = raising(LostHost("Nobody."), lambda _: True)
        with pytest.raises(LostHost):
            await ann.playing.run()
        assert table.slept == []

    run(test())


def test_a_host_that_stops_while_one_comes_back_has_said_goodbye() -> None:
    async def test() -> None:
        stopping = LostHost("Closed.")
        stopping.__cause__ = Refused("SHUTTING_DOWN", "Closed.")
        table = Table(new_hosting())
        ann, bo = table.side(0), table.side(1)
        other = asyncio.ensure_future(bo.playing.run())
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 9)
        ann.link.glances = raising(stopping, lambda count: count > 1)
        outcome = await ann.playing.run()
        other.cancel()
        assert outcome.goodbye is not None
        assert outcome.goodbye.reason is GoodbyeReason.SHUTTING_DOWN

    run(test())


def test_a_host_in_trouble_is_a_host_that_is_away() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        table.side(1)
        ann.link.watching = raising(Refused("RATE_LIMITED", "Slowly."), lambda count: count == 9)
        ann.link.glances = raising(Refused("INTERNAL", "Oh."), lambda count: count == 2)
        await played(table)
        assert ann.player.told == ["lost", "found"]

    run(test())


# -- a host that lost its newest entries ---------------------------------------------------------


async def halfway(table: Table, count: int) -> None:
    """Plays until the log has so many entries, and stops everybody there."""
    stop = LostHost("Pause.")

    def paused(_: int) -> None:
        if table.hosting.table is not None and table.hosting.table.published >= count:
            raise stop

    for side in table.sides:
        side.playing.patience = 0
        side.link.watching = side.link.before = paused
    await asyncio.gather(*(side.playing.run() for side in table.sides), return_exceptions=True)


def rewound(table: Table, count: int) -> Table:
    """The same players at a host that has only the first so many entries."""
    old = table.hosting.table
    assert old is not None
    hosting = new_hosting()
    hosting.resume(old.replica.header_line, old.entries[:count], no_journal)
    again = Table(hosting)
    for seat, before in enumerate(table.sides):
        side = again.side(seat)
        side.party = side.playing.party = before.party
    return again


def test_a_host_gets_back_from_a_player_what_it_lost() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            table.side(seat)
        await halfway(table, 28)
        longest = max(len(side.party.taken) for side in table.sides)
        again = rewound(table, 21)
        assert again.hosting.table is not None
        had = again.hosting.table.published
        outcomes = await asyncio.gather(*(side.playing.run() for side in again.sides))
        assert all(outcome.complete for outcome in outcomes)
        assert sum(side.link.restored for side in again.sides) >= longest - had > 0
        for side in again.sides:
            assert side.party.taken == again.hosting.table.entries

    run(test())


def test_who_comes_back_is_asked_nothing_that_was_answered_meanwhile() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        for seat in range(2):
            table.side(seat)
        await played(table)
        assert table.hosting.table is not None
        log, header = table.hosting.table.entries, table.hosting.table.replica.header_line
        ann = table.side(0)
        decided = next(
            at
            for at, one in enumerate(log)
            if (one.statement.author, one.statement.kind) == (0, "act")
        )
        kept = Session(header, Secrets.seeded(3, 0), "Ann", entries=log[:decided])
        assert kept.question() is not None
        ann.party.session = kept
        ann.link.delay = 10
        await ann.playing.run()

        assert ann.player.asked == 0
        assert ann.link.sent == []

    run(test())


def test_an_onlooker_who_saw_more_waits_for_a_player() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann, _ = table.side(0), table.side(1)
        onlooker = table.side(None)
        fell_behind = [2, 3]
        real = onlooker.link.glance

        async def behind() -> Glance:
            glance = await real()
            if onlooker.link._glanced in fell_behind:
                return replace(glance, length=1)
            return glance

        onlooker.link.glance = behind  # type: ignore[method-assign]
        onlooker.link.watching = raising(LostHost("Gone."), lambda count: count == 5)
        await played(table)
        assert onlooker.player.told.count("lost") == 1
        assert ann.link.restored == 0

    run(test())


# -- a host that lies ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["watching", "before", "glances"])
def test_another_history_is_the_hosts_broken_promise(where: str) -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann, bo = table.side(0), table.side(1)
        other = asyncio.ensure_future(bo.playing.run())
        fault = raising(Refused("OTHER_HISTORY", "Another."), lambda count: count == 4)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count % 5 == 0)
        setattr(ann.link, where, fault)
        with pytest.raises(BrokenPromise) as lie:
            await ann.playing.run()
        other.cancel()
        assert lie.value.who == "the host"
        assert "another history" in lie.value.what

    run(test())


def test_a_false_entry_is_kept_as_evidence_and_nothing_is_signed_after_it() -> None:
    def altered(update: Update) -> Update:
        if isinstance(update, Entries) and update.entries[0].seq > 20:
            entry = update.entries[0]
            return Entries((Entry(entry.seq, entry.statement, bytes(64)),))
        return update

    async def test() -> None:
        table = Table(new_hosting())
        ann, bo = table.side(0), table.side(1)
        other = asyncio.ensure_future(bo.playing.run())
        ann.link.changed = altered
        with pytest.raises(BrokenPromise) as lie:
            await ann.playing.run()
        other.cancel()
        assert lie.value.who == "the host"
        assert ann.party.taken[-1].host_signature == bytes(64)
        assert all(one.seen_seq < len(ann.party.taken) for one in ann.party.signed)

    run(test())


# -- another table in the old one's place --------------------------------------------------------


def test_another_table_is_not_joined_instead_of_the_lobby_one_sat_in() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 1)
        real = ann.link._table
        ann.link.glances = lambda count: setattr(
            ann.link, "_table", new_hosting(4) if count > 1 else real
        )
        with pytest.raises(Refused, match="another one is open") as refused:
            await ann.playing.run()
        assert refused.value.reason == "OTHER_TABLE"

    run(test())


def test_a_player_waits_for_his_table_while_another_one_has_its_place() -> None:
    async def test() -> None:
        table = Table(new_hosting())
        ann = table.side(0)
        table.side(1)
        ann.link.watching = raising(LostHost("Gone."), lambda count: count == 9)
        real = ann.link._table
        ann.link.glances = lambda count: setattr(
            ann.link, "_table", new_hosting(4) if count in (2, 3) else real
        )
        await played(table)
        assert ann.player.told == ["lost", "found"]

    run(test())
