"""A player goes away at the worst moment: nobody hangs, and the game goes on when he is back."""

from collections.abc import Callable

import pytest

from acquire_client.question import Question
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.audit import Status
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares
from acquire_net.rules.placing import Place
from acquire_net.wire.updates import Away, Presence, Role
from tests.client.test_grpc_link import taken
from tests.host.halls import BO, CY, Hall
from tests.short import SHORT, short
from tests.tables import no_journal, secrets_of
from tests.wire.network import SEED, run, served

MOMENTS: dict[str, Callable[[Question], bool]] = {
    "placing": lambda question: isinstance(question.task, Place),
    "founding": lambda question: isinstance(question.task, Found),
    "buying": lambda question: isinstance(question.task, BuyShares),
    "disposing in another's merger": lambda question: (
        isinstance(question.task, DisposeShares) and question.state.mover != question.seat
    ),
}


async def somebody_asked(room: Hall) -> int:
    """The seat that thinks about its question; the game waits for it."""
    await room.until(lambda: any(one.asked for one in room.people.values()))
    return next(seat for seat, one in room.people.items() if one.asked)


async def play_on(room: Hall) -> None:
    room.ponder(lambda _: False)
    verdict = await room.verdict()
    assert verdict.status is Status.VERIFIED, verdict
    assert all(outcome.complete for outcome in await room.outcomes())


@pytest.mark.parametrize("moment", MOMENTS)
def test_who_leaves_while_the_game_waits_for_him_finds_his_question_again(moment: str) -> None:
    async def test() -> None:
        room = Hall()
        await room.playing(20)
        room.ponder(MOMENTS[moment])
        seat = await somebody_asked(room)
        question = room.people[seat].asked
        await room.leave(seat)
        length = room.entries
        other = (seat + 1) % 3
        await room.until(lambda: room.people[other].away == (seat,))

        await room.arrive(seat)
        room.ponder(MOMENTS[moment])
        await room.until(lambda: room.people[seat].asked is not None)
        again = room.people[seat].asked

        assert room.entries == length
        assert question is not None
        assert again is not None
        assert (again.task, again.hand) == (question.task, question.hand)
        await play_on(room)

    run(test())


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_game_whose_mover_left_can_be_ended_by_the_others(moment: str) -> None:
    async def test() -> None:
        room = Hall()
        await room.playing(20)
        room.ponder(MOMENTS[moment])
        seat = await somebody_asked(room)
        await room.leave(seat)
        for other in {0, 1, 2} - {seat}:
            await room.vote(other)

        verdict = await room.verdict()
        assert verdict.headline.startswith("ABANDONED by ")
        await room.close()

    run(test())


def test_all_may_leave_at_once_and_come_back_in_any_order() -> None:
    async def test() -> None:
        room = Hall()
        await room.playing(20)
        room.ponder(MOMENTS["placing"])
        await somebody_asked(room)
        for seat in range(3):
            await room.leave(seat)
        for seat in (CY, 0, BO):
            await room.arrive(seat)
        await play_on(room)

    run(test())


def test_everybody_is_told_for_how_long_a_player_is_away() -> None:
    async def test() -> None:
        room = Hall()
        await room.playing(20)
        await room.leave(BO)
        room.time += 40
        await room.leave(CY)
        await room.until(lambda: room.people[0].seconds_away == {BO: 40, CY: 0})
        await room.close()

    run(test())


def test_a_resumed_host_tells_who_is_missing_since_it_is_back() -> None:
    async def test() -> None:
        now = 1000.0
        role = secrets_of(SEED, REFEREE)
        hosting = Hosting(
            "Table", Seating(SHORT, 3), role, bytes(32), lambda _: no_journal, now=lambda: now
        )
        now += 500
        hosting.resume(short(3).header.encode(), short(3).table.entries[:40], no_journal)
        now += 40
        watch = hosting.watch(secrets_of(SEED, 1).public_identity, Role.SEAT)
        presence = [update async for update in taken(watch, 1, Presence)]

        assert presence == [Presence((1,), 0, (Away(0, 40), Away(2, 40)))]
        await watch.aclose()

    run(test())


def test_who_leaves_over_the_network_in_his_own_turn_is_away_and_comes_back() -> None:
    async def test() -> None:
        room = Hall()
        async with served(room.hosting) as network:
            room.links = {seat: await network.link(seat) for seat in range(3)}
            await room.playing(20)
            room.ponder(MOMENTS["placing"])
            seat = await somebody_asked(room)
            await room.leave(seat)
            await room.until(lambda: room.people[(seat + 1) % 3].away == (seat,))
            await room.arrive(seat)
            await play_on(room)

    run(test())
