"""People among others during a game: checks compared, votes, absence, leaving, another game."""

import asyncio
from collections.abc import Iterable

from acquire_client.participant import Acquaintances
from acquire_net.wire.updates import Away, GoodbyeReason, Notice, NoticeKind, Presence
from tests.client.people import Somebody, hosting_for, people, run, until


class Friends(Acquaintances):
    """Keys that are remembered in memory."""

    def __init__(self) -> None:
        self.keys: set[bytes] = set()

    def knows(self, keys: Iterable[bytes]) -> bool:
        return set(keys) <= self.keys

    def add(self, keys: Iterable[bytes]) -> None:
        self.keys |= set(keys)


async def begin(*everybody: Somebody) -> None:
    """Has them all agree, and waits until the first question is put."""
    for one in everybody:
        one.type("ready")
    for one in everybody:
        await one.hears("Table check ")
    await until(
        lambda: any(one.console.question is not None for one in everybody),
        lambda: [one.said for one in everybody],
    )


# -- the table check -----------------------------------------------------------------------------


def test_the_table_check_is_confirmed_once_for_each_circle_of_players() -> None:
    async def test() -> None:
        friends = Friends()
        for again in (False, True):
            async with people(hosting_for(2), (0, 1)) as (ann, bo):
                ann.console.acquaintances = friends
                if again:
                    ann.type("ready")
                    bo.type("ready")
                    await ann.hears("You have played with all of them before.")
                    assert ann.console.compared
                    return
                await begin(ann, bo)
                await ann.hears("Type confirm when you have compared it.")
                assert not ann.console.compared
                ann.type("confirm")
                await bo.hears("Ann compared the table check.")
                await ann.hears("You compared the table check, ")
                assert ann.console.compared
                await ann.goes()
                ann.sit()
                await ann.hears("The game goes on where it was.")
                assert ann.console.compared

    run(test())


def test_one_stranger_more_has_to_be_compared_again() -> None:
    async def test() -> None:
        friends = Friends()
        async with people(hosting_for(2), (0, 1)) as (ann, bo):
            ann.console.acquaintances = friends
            await begin(ann, bo)
            ann.type("confirm")
            await ann.hears("You compared")
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            ann.console.acquaintances = friends
            await begin(ann, bo, cy)
            await ann.hears("Type confirm when you have compared it.")
            assert not ann.console.compared

    run(test())


def test_another_table_check_is_an_alarm() -> None:
    async def test() -> None:
        async with people(hosting_for(2), (0, 1)) as (ann, bo):
            await begin(ann, bo)
            ann.console.notice(Notice(NoticeKind.CONFIRM, "Bo", 1, ann.console.digits))
            await ann.hears("Bo compared the table check.")
            ann.console.notice(Notice(NoticeKind.CONFIRM, "Bo", 1, "999 999"))
            await ann.hears("WARNING: Bo read the table check 999 999, which is not yours.")

    run(test())


def test_there_is_nothing_to_confirm_before_the_check() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0,)) as (ann,):
            ann.type("confirm")
            await ann.hears('"confirm" is no command here')

    run(test())


# -- ending a game as it stands ------------------------------------------------------------------


def test_two_who_agree_end_the_game_and_see_the_count() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            await begin(ann, bo)
            ann.type("abandon")
            await bo.hears("Ann wants to end the game as it stands. abandon agrees.")
            ann.type("continue")
            await bo.hears("Ann wants to play on.")
            bo.type("abandon")
            await ann.hears("Bo wants to end the game as it stands.")
            assert hosting.table is not None
            assert hosting.table.replica.stopped is None
            ann.type("abandon")
            for one in (ann, bo):
                await one.hears("The game was ended as it stands. Counted now")
                await one.hears("$6,000")
                assert one.playing is not None
                await until(one.playing.done, lambda: (ann.said, bo.said))
                assert one.playing.result().complete
            assert hosting.over

    run(test())


def test_who_is_left_alone_can_end_the_game() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            await begin(ann, bo)
            await bo.goes()
            await ann.hears("Bo is away")
            ann.type("abandon")
            await ann.hears("The game was ended as it stands.")
            assert ann.playing is not None
            await until(ann.playing.done, lambda: ann.said)
            goodbye = ann.playing.result().goodbye
            assert goodbye is not None
            assert goodbye.reason is GoodbyeReason.GAME_OVER

    run(test())


def test_who_does_not_agree_signs_nothing_and_is_asked() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            await begin(ann, bo)
            hosting.stop(ann.secrets.public_identity, "game abandoned", None)
            await bo.hears("abandon agrees to that; your signature is missing.")
            assert hosting.table is not None
            assert 1 not in hosting.table.replica.finals
            bo.type("abandon")
            await until(lambda: 1 in hosting.table.replica.finals, lambda: bo.said)  # type: ignore[union-attr]

    run(test())


# -- who is away ---------------------------------------------------------------------------------


def test_who_goes_away_is_told_of_with_what_can_be_done() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            await begin(ann, bo, cy)
            ann.console.missed = lambda: True
            await bo.goes()
            assert "Bo is away" in await ann.hears("Bo is away")
            await ann.hears("substitute Bo.")
            await cy.hears("Bo is away")
            assert not any("substitute" in line for line in cy.said)
            bo.sit()
            await ann.hears("Bo is back.")

    run(test())


def test_with_two_seats_nobody_else_can_hold_one() -> None:
    async def test() -> None:
        async with people(hosting_for(2), (0, 1)) as (ann, bo):
            await begin(ann, bo)
            await bo.goes()
            await ann.hears("You can wait; adjourn, and go on another day; or abandon")
            assert not any("substitute" in line for line in ann.said)

    run(test())


def test_turn_tells_for_how_long_somebody_is_away_and_who_is_waited_for() -> None:
    async def test() -> None:
        clock = [100.0]
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            await begin(ann, bo, cy)
            ann.console._now = lambda: clock[0]
            mover = ann.console.session.replica.state.asking[0]  # type: ignore[union-attr]
            other = next(seat for seat in (1, 2) if seat != mover)
            ann.console.presence(Presence((0, mover), 0, away=(Away(other, 50),)))
            clock[0] += 10
            ann.type("turn")
            name = "Cy" if other == 2 else "Bo"
            await ann.hears(f"{name} has been away for 60 seconds.")
            if mover != 0:
                ann.console.presence(Presence((0,), 0, away=(Away(mover, 7200),)))
                ann.type("turn")
                await ann.hears("The game waits for ")

    run(test())


def test_nobody_is_back_who_only_arrives() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            await begin(ann, bo, cy)
            ann.console.present = None
            ann.console.presence(Presence((0, 1), 0, away=(Away(2, 1),)))
            ann.console.presence(Presence((0, 1, 2), 0))
            ann.type("say done")
            await ann.hears("Ann says: done")
            assert not any("is back" in line for line in ann.said)

    run(test())


def test_who_comes_back_to_a_game_hears_who_is_away() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            await begin(ann, bo, cy)
            await bo.goes()
            await cy.hears("Bo is away")
            await ann.goes()
            await cy.hears("Ann is away")
            ann.sit()
            await ann.hears("The game goes on where it was.")
            await ann.hears("Bo is away")

    run(test())


def test_who_leaves_a_game_that_was_stopped_is_no_news() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1, 2)) as (ann, bo, cy):
            await begin(ann, bo, cy)
            await cy.goes()
            await ann.hears("Cy is away.")
            for one in (ann, bo):
                one.type("abandon")
            await bo.hears("The game was ended as it stands.")
            for one in (ann, bo):
                await one.goes()
            cy.sit()
            await cy.hears("your signature is missing")
            cy.console.presence(Presence((2,), 0, (Away(0, 40), Away(1, 40))))

            assert not any("is away" in line or "You can wait" in line for line in cy.said)

    run(test())


# -- leaving, and going on -----------------------------------------------------------------------


def test_a_hosting_player_whom_others_need_is_asked_before_he_leaves() -> None:
    async def test() -> None:
        async with people(hosting_for(2), (0, 1)) as (ann, bo):
            await begin(ann, bo)
            ann.console.missed = lambda: True
            ann.type("quit", "")
            await ann.hears("2. Save the game and stop.")
            await ann.hears("Enter: stay.")
            ann.type("quit", "turn", "2")  # another line takes the question back
            await ann.hears("Enter: stay.")
            await ann.hears("Turn ")
            assert ann.listening is not None
            assert not ann.listening.done()
            ann.type("quit", "1")
            assert await ann.leaves() == "away"

    run(test())


def test_before_the_game_there_is_none_to_save() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1)) as (ann, _):
            ann.console.missed = lambda: True
            ann.type("quit")
            await ann.hears("2. Close the table and stop.")
            ann.type("2")
            assert await ann.leaves() == "quit"

    run(test())


def test_a_hosting_player_alone_just_leaves() -> None:
    async def test() -> None:
        async with people(hosting_for(2), (0,)) as (ann,):
            ann.console.missed = lambda: False
            ann.type("quit")
            assert await ann.leaves() == "quit"

    run(test())


def test_after_a_game_enter_wants_another_one() -> None:
    async def test() -> None:
        async with people(hosting_for(2), (0, 1)) as (ann, bo):
            await begin(ann, bo)
            ann.type("rematch")
            await ann.hears("The game is not over yet.")
            ann.type("abandon")
            bo.type("abandon")
            assert ann.playing is not None
            await until(ann.playing.done, lambda: ann.said)
            for line in ("", "rematch"):
                wish = asyncio.ensure_future(ann.console.wants_rematch())
                await ann.hears("Enter or rematch: again with the same people.")
                ann.type("standings", line)
                await until(wish.done, lambda: ann.said)
                assert wish.result()
            wish = asyncio.ensure_future(ann.console.wants_rematch())
            await ann.hears("Enter or rematch")
            ann.type(None)  # the end of input
            await until(wish.done, lambda: ann.said)
            assert not wish.result()

    run(test())
