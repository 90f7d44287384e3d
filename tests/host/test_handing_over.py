"""A player's connection is gone, and the table decides what becomes of the seat."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.bots import LEVELS
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.party import Files, LocalParty, SeatParty
from acquire_client.voices import SilentVoice
from acquire_host.hosting import Hosting
from acquire_net.audit import Status, audit
from acquire_net.author import Secrets
from acquire_net.errors import Refused
from acquire_net.ledger import file
from acquire_net.wire.updates import Notice, NoticeKind
from tests.tables import NAMES, secrets_of
from tests.wire.network import SEED, make_hosting, run

GONE = 1


class Hall:
    """A table of three bots, of which one can be sent away and called back."""

    def __init__(self) -> None:
        self.hosting: Hosting = make_hosting(3)
        self.hosting.seat_bot = self._seat_bot
        self.parties = [LocalParty(NAMES[seat], secrets_of(SEED, seat)) for seat in range(3)]
        self.players: dict[int, asyncio.Task[Outcome]] = {}
        self.robots: dict[int, Robot] = {}
        self.stand_in: LocalParty | None = None
        self.held = asyncio.Event()

    def arrive(self, seat: int) -> None:
        party = self.parties[seat]
        self.play(seat, party, secrets_of(SEED, seat).public_identity)

    def play(self, seat: int, party: LocalParty | SeatParty, key: bytes) -> None:
        robot = Robot(
            SilentVoice(), LEVELS["random"], random.Random(seat), pace=1.0, sleep=self._pause
        )
        game = Playing(MemoryLink(self.hosting, key), party, robot, patience=0)
        robot.consent = game.consent
        self.robots[seat] = robot
        self.players[seat] = asyncio.ensure_future(game.run())

    async def _pause(self, _: float) -> None:
        await asyncio.sleep(0)

    def _seat_bot(self, seat: int) -> Secrets:
        assert self.hosting.table is not None
        bot = Secrets.made_of(bytes(32))
        line = self.hosting.table.replica.header_line
        session = Session(line, bot, NAMES[seat], substitute=seat)
        self.stand_in = LocalParty(NAMES[seat], session=session)
        self.play(10 + seat, self.stand_in, bot.public_identity)
        return bot

    async def leave(self, seat: int) -> None:
        self.players[seat].cancel()
        await asyncio.gather(self.players[seat], return_exceptions=True)

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():  # noqa: ASYNC110  # the condition is not ours to signal
            await asyncio.sleep(0)

    def host_asks(self) -> None:
        host = secrets_of(SEED, 0).public_identity
        self.hosting.substitute(host, GONE)
        consent = self.robots[0].consent
        assert consent is not None
        consent(GONE)

    async def to_the_end(self) -> tuple[str, ...]:
        await self.until(lambda: bool(self.hosting.table and self.hosting.table.complete))
        await asyncio.gather(*self.players.values(), return_exceptions=True)
        table = self.hosting.table
        assert table is not None
        lines = [table.replica.header_line + b"\n", *map(file.entry_line, table.entries)]
        verdict = audit(b"".join(lines))
        assert verdict.status is Status.VERIFIED, verdict
        return verdict.notes


async def started() -> Hall:
    hall = Hall()
    for seat in range(3):
        hall.arrive(seat)
        await asyncio.sleep(0)
    await hall.until(lambda: bool(hall.hosting.table and hall.hosting.table.published > 40))
    return hall


def test_the_game_goes_on_with_a_bot_and_then_with_the_owner_again() -> None:
    async def test() -> None:
        hall = await started()
        await hall.leave(GONE)
        hall.host_asks()
        await hall.until(lambda: hall.stand_in is not None)
        table = hall.hosting.table
        assert table is not None
        reached = table.published + 20
        await hall.until(lambda: table.published >= reached)
        assert GONE in table.replica.substituted
        hall.arrive(GONE)
        notes = await hall.to_the_end()

        assert GONE not in table.replica.substituted
        assert any("a bot held the seat of Bo" in note for note in notes)

    run(test())


def test_a_player_who_is_here_is_never_handed_over() -> None:
    async def test() -> None:
        hall = await started()
        with pytest.raises(Refused, match="away"):
            hall.host_asks()
        await hall.to_the_end()

    run(test())


def test_nobody_is_asked_again_for_what_all_have_agreed_to() -> None:
    async def test() -> None:
        hall = await started()
        await hall.leave(GONE)
        for seat in (0, 2):  # a host that was asking crashed, and is back
            consent = hall.robots[seat].consent
            assert consent is not None
            consent(GONE)
        table = hall.hosting.table
        assert table is not None
        await hall.until(lambda: not table.replica.missing_consents(GONE))
        notices: list[Notice] = []
        hall.robots[2].notice = notices.append  # type: ignore[assignment,method-assign]
        hall.hosting.substitute(secrets_of(SEED, 0).public_identity, GONE)
        await hall.until(lambda: bool(notices))

        assert notices[0].kind is NoticeKind.SUBSTITUTED
        hall.arrive(GONE)
        await hall.to_the_end()

    run(test())


def test_the_host_alone_cannot_take_the_seat_of_a_player_it_dropped() -> None:
    async def test() -> None:
        hall = await started()
        await hall.leave(GONE)
        hall.robots[2].consent = None  # the other player does not agree
        hall.host_asks()
        table = hall.hosting.table
        assert table is not None
        for _ in range(200):
            await asyncio.sleep(0)
        assert hall.stand_in is None
        assert GONE not in table.replica.substituted
        hall.arrive(GONE)
        assert not any("a bot held" in note for note in await hall.to_the_end())

    run(test())


def test_only_the_hosting_player_can_ask() -> None:
    async def test() -> None:
        hall = await started()
        await hall.leave(GONE)
        with pytest.raises(Refused, match="hosting player"):
            hall.hosting.substitute(secrets_of(SEED, 2).public_identity, GONE)
        hall.arrive(GONE)
        await hall.to_the_end()

    run(test())


def test_a_player_whose_disk_was_lost_comes_back_with_the_key_of_the_profile(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        hall = Hall()
        own = secrets_of(SEED, GONE)

        def seat_party(folder: str, secrets: Secrets) -> SeatParty:
            return SeatParty(
                NAMES[GONE], own.identity, Files(tmp_path / folder, "today"), lambda: secrets
            )

        first = seat_party("first", own)
        hall.arrive(0)
        await asyncio.sleep(0)
        hall.play(GONE, first, own.public_identity)
        await asyncio.sleep(0)
        hall.arrive(2)
        await hall.until(lambda: bool(hall.hosting.table and hall.hosting.table.published > 60))
        await hall.leave(GONE)
        first.close()
        anew = Secrets.made_of(bytes(32), own.identity)
        second = seat_party("second", anew)
        hall.play(GONE, second, own.public_identity)
        await hall.to_the_end()
        second.close()

        assert hall.hosting.table is not None
        assert hall.hosting.table.replica.bag.recipients[GONE] == anew.public_table
        assert second.ledger_path is not None
        assert audit(second.ledger_path.read_bytes()).status is Status.VERIFIED

    run(test())
