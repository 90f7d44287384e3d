"""A game is ended as it stands: who must agree, who signs, and who is never waited for."""

import asyncio

import pytest

from acquire_client.session import Session
from acquire_client.teller import Teller
from acquire_host.abandoning import SIGNING_TIME
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.agreement import rulebook_hash
from acquire_net.errors import Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.editions import CLASSIC
from acquire_net.wire.updates import GoodbyeReason, Notice, NoticeKind
from tests.host.halls import ANN, BO, CY, Hall, hall
from tests.tables import no_journal, secrets_of
from tests.wire.network import SEED, run, served


def test_a_game_that_all_agree_to_end_is_counted_and_signed_by_all() -> None:
    async def test() -> None:
        async with hall() as room:
            for seat in (ANN, BO, CY):
                assert not room.stopped
                await room.vote(seat)
            verdict = await room.verdict()

            assert verdict.headline.startswith("ABANDONED by Ann, Bo and Cy: counted as it stands")
            assert verdict.exit_code == 2
            assert all(outcome.complete for outcome in await room.outcomes())

    run(test())


def test_everybody_hears_who_wants_to_end_it_and_who_thinks_again() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.vote(BO)
            await room.vote(BO)
            await room.until(lambda: room.people[CY].abandoning == (BO,))
            await room.vote(BO, agree=False)
            await room.until(lambda: len(room.people[CY].notices) == 2)

            assert room.people[CY].notices == [
                Notice(NoticeKind.ABANDON, "Bo", BO, "Bo"),
                Notice(NoticeKind.PLAY_ON, "Bo", BO, "Bo"),
            ]
            await room.until(lambda: room.people[CY].abandoning == ())

    run(test())


def test_one_who_wants_to_play_on_is_enough() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.vote(ANN)
            await room.vote(BO)
            await room.vote(ANN, agree=False)
            await room.vote(CY)

            assert not room.stopped

    run(test())


def test_a_lost_connection_ends_no_game_but_the_next_vote_does() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.vote(ANN)
            await room.vote(BO)
            await room.leave(CY)
            assert not room.stopped

            await room.vote(ANN)
            assert room.stopped

    run(test())


def test_who_is_away_is_not_waited_for_and_is_named_as_not_having_signed() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.leave(CY)
            await room.vote(ANN)
            await room.vote(BO)
            verdict = await room.verdict()

            assert verdict.headline.startswith("ABANDONED by Ann and Bo: ")
            assert "not countersigned by Cy" in verdict.notes
            del room.tasks[CY]
            assert all(outcome.complete for outcome in await room.outcomes())

    run(test())


def test_who_comes_back_later_may_still_sign() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.leave(CY)
            await room.vote(ANN)
            await room.vote(BO)
            await room.verdict()
            await room.arrive(CY)
            await room.until(lambda: room.session(CY).asked_to_stop)
            await room.vote(CY)

            assert all(outcome.complete for outcome in await room.outcomes())
            assert (await room.verdict()).headline.startswith("ABANDONED by Ann, Bo and Cy: ")

    run(test())


def test_who_comes_back_and_does_not_agree_is_let_go_after_a_while() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.leave(CY)
            await room.vote(ANN)
            await room.vote(BO)
            await room.verdict()
            await room.arrive(CY)
            await room.until(lambda: room.session(CY).asked_to_stop)
            room.time += SIGNING_TIME
            room.hosting.say(secrets_of(SEED, ANN).public_identity, "Bye.")
            await room.until(lambda: room.tasks[CY].done())

            bye = room.people[CY].bye
            assert bye is not None
            assert bye.reason is GoodbyeReason.GAME_OVER
            assert (await room.verdict()).headline.startswith("ABANDONED by Ann and Bo: ")

    run(test())


def test_a_host_started_again_still_lets_the_absent_sign() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.leave(CY)
            await room.vote(ANN)
            await room.vote(BO)
            await room.verdict()
            await asyncio.gather(room.tasks[ANN], room.tasks[BO])
            before = room.hosting.table
            assert before is not None
            room.hosting = Hosting(
                "Ann's table",
                Seating(CLASSIC, 3),
                secrets_of(SEED, REFEREE),
                bytes(32),
                lambda _: no_journal,
            )
            room.hosting.resume(before.replica.header_line, before.entries, no_journal)
            room.links.clear()
            await room.arrive(CY)
            await room.until(lambda: room.people[CY].abandoning == (ANN, BO))
            await room.vote(CY)
            await room.tasks[CY]

            assert (await room.verdict()).headline.startswith("ABANDONED by Ann, Bo and Cy: ")

    run(test())


def test_one_who_agreed_and_never_signs_is_not_waited_for_for_ever() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.vote(ANN)
            await room.vote(BO)
            await room.links[CY].abandon(True)  # but its program has not been told
            assert room.hosting.table is not None
            finals = room.hosting.table.replica.finals
            await room.until(lambda: room.session(CY).asked_to_stop and finals == {ANN, BO})
            assert not room.hosting.over
            room.time += SIGNING_TIME

            verdict = await room.verdict()
            assert verdict.headline.startswith("ABANDONED by Ann and Bo: ")

    run(test())


def test_bots_follow_the_people() -> None:
    async def test() -> None:
        async with hall(people=1, bots=2) as room:
            await room.vote(ANN)
            assert room.stopped
            verdict = await room.verdict()

            assert verdict.headline.startswith("ABANDONED by Ann, Bo and Cy: ")

    run(test())


def test_everybody_knows_who_is_a_bot_when_the_game_begins() -> None:
    async def test() -> None:
        async with hall(people=1, bots=2) as room:
            for game in room.games.values():
                assert isinstance(game.player, Teller)
                assert game.player.names is not None
                assert game.player.names.bots == {BO, CY}

    run(test())


def test_a_host_that_ends_the_game_alone_gets_no_signatures() -> None:
    async def test() -> None:
        async with hall() as room:
            await room.vote(BO)
            room.hosting.stop(secrets_of(SEED, ANN).public_identity, "game abandoned", None)
            await room.until(lambda: room.session(CY).asked_to_stop)
            verdict = await room.verdict()

            assert verdict.headline.startswith("ABANDONED by Bo: ")
            assert "not countersigned by Ann and Cy" in verdict.notes

    run(test())


def test_a_set_up_that_somebody_left_is_abandoned_too() -> None:
    async def test() -> None:
        room = Hall()
        for seat in (ANN, BO):
            await room.arrive(seat)
        identity = secrets_of(SEED, CY).public_identity
        room.hosting.sit(identity, "Cy", secrets_of(SEED, CY).public_table)
        room.hosting.ready(identity, rulebook_hash(CLASSIC))
        await room.until(lambda: room.entries > 2)
        await room.until(lambda: isinstance(room.parties[BO].session, Session))
        await room.vote(ANN)
        await room.vote(BO)

        assert room.hosting.table is not None
        await room.hosting.settled()
        replica = room.hosting.table.replica
        assert replica.stopped is not None
        assert replica.stopped.why == "set-up abandoned"
        await room.close()

    run(test())


def test_nothing_is_abandoned_before_the_game_or_after_it() -> None:
    async def test() -> None:
        room = Hall(2)
        ann = secrets_of(SEED, ANN).public_identity
        with pytest.raises(Refused, match="not started"):
            room.hosting.abandon(ann, True)
        async with hall(people=1, bots=1) as room:
            room.ponder(lambda _: False)
            await room.until(lambda: bool(room.hosting.table and room.hosting.table.complete))
            with pytest.raises(Refused, match="nothing to abandon"):
                room.hosting.abandon(ann, True)

    run(test())


def test_who_only_watches_does_not_vote() -> None:
    async def test() -> None:
        async with hall() as room:
            with pytest.raises(Refused, match="no seat"):
                room.hosting.abandon(secrets_of(SEED, 9).public_identity, True)

    run(test())


def test_a_game_is_abandoned_over_the_network_with_one_player_away() -> None:
    async def test() -> None:
        room = Hall()
        async with served(room.hosting) as network:
            room.links = {seat: await network.link(seat) for seat in range(3)}
            await room.playing()
            await room.leave(CY)
            await room.vote(ANN)
            await room.vote(BO)
            verdict = await room.verdict()
            del room.tasks[CY]

            assert all(outcome.complete for outcome in await room.outcomes())
            assert verdict.headline.startswith("ABANDONED by Ann and Bo: ")
            assert "not countersigned by Cy" in verdict.notes

    run(test())
