"""The lobby: what can be typed before the game, and what the others hear of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_client import commands, lobby
from acquire_client.lobby import (
    AddBot,
    Here,
    Order,
    Ready,
    Remove,
    Seats,
    SetRule,
    Start,
    UsePreset,
)
from acquire_client.storage.party import Files, SeatParty
from acquire_net.agreement import rulebook_hash
from acquire_net.author import Secrets
from acquire_net.errors import Unreadable
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.rulebook import Rulebook
from acquire_net.wire.updates import Phase
from tests.client.people import Somebody, hosting_for, people, run, until
from tests.short import SHORT

# -- what a line means ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", commands.Repeat()),
        ("ready", Ready()),
        ("READY", Ready()),
        ("rea", Ready()),
        ("not ready", Ready(agree=False)),
        ("show", Here()),
        ("rules", commands.Show("rules")),
        ("rule hand_size=5", SetRule("hand_size", "5")),
        ("rule hand_size = 5", SetRule("hand_size", "5")),
        ("rule hand_size 5", SetRule("hand_size", "5")),
        ("preset 1999", UsePreset("1999")),
        ("seats 5", Seats(5)),
        ("bot", AddBot("greedy")),
        (":bot random", AddBot("random")),
        ("remove Bo", Remove("Bo")),
        ("order Bo Ann", Order(("Bo", "Ann"))),
        ("order Bo the Great, Ann", Order(("Bo the Great", "Ann"))),
        ("shuffle", Order(())),
        ("start", Start()),
        ("say hello you", commands.Say("hello you")),
        ("/hello", commands.Say("hello")),
        ("nudge Bo", commands.Nudge("Bo")),
        ("help", commands.Help("")),
        ("quit", commands.Quit()),
    ],
)
def test_a_line_of_the_lobby_means(line: str, meaning: lobby.Command) -> None:
    assert lobby.parse(line) == meaning


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("star", "no command here"),
        ("qui", "no command here"),
        ("s", "may be show, seats or say"),
        ("frobnicate", '"frobnicate" is no command here'),
        ("ready now", "type it alone"),
        ("not", "Type not ready"),
        ("rule", "for example rule hand_size=5"),
        ("rule hand_size=", "for example rule hand_size=5"),
        ("preset", "classic or 1999"),
        ("seats many", "2 to 6, for example seats 4"),
        ("bot very good", "Name one level"),
        ("remove", "for example remove Bo"),
        ("order", "for example order Bo Ann"),
        ("nudge", "for example nudge Bo"),
        ("say", "Say something"),
    ],
)
def test_what_is_no_line_of_the_lobby_is_explained(line: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told.replace("?", ".")):
        lobby.parse(line)


@pytest.mark.parametrize(
    ("option", "text", "possible"),
    [
        ("hand_size", "five", "from 1 to 20"),
        ("hand_size", "99", "from 1 to 20"),
        ("stalemate_end", "perhaps", "on or off"),
        ("bonus_timing", "never", "one of per_chain, all_first"),
        ("colour", "red", "There is no rule"),
        ("chains", "red", "There is no rule"),
        ("preset", "mine", "There is no rule"),
    ],
)
def test_a_rule_that_cannot_be_says_what_is_possible(option: str, text: str, possible: str) -> None:
    with pytest.raises(Unreadable, match=possible):
        lobby.changed(CLASSIC, {option: text})


def test_rules_change_together_so_that_their_order_does_not_matter() -> None:
    wide = lobby.changed(CLASSIC, {"columns": "30", "rows": "8", "stalemate_end": "off"})
    assert (wide.columns, wide.rows, wide.stalemate_end) == (30, 8, False)


def test_a_preset_keeps_the_disclosure() -> None:
    assert lobby.preset("1999", "hidden") == EDITION_1999
    assert lobby.preset("1999", "open").disclosure == "open"
    with pytest.raises(Unreadable, match="classic or 1999"):
        lobby.preset("2042", "open")


# -- being ready ---------------------------------------------------------------------------------


def test_nobody_at_a_terminal_is_ready_before_he_says_so() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            await ann.hears("Enter, or ready, agrees to these rules.")
            await bo.hears("Enter, or ready, agrees to these rules.")
            assert [one.ready for one in hosting.seating.sitters] == [False, False]
            bo.type("")
            await bo.hears("You are ready. Not ready yet: Ann.")
            await ann.hears("Bo is ready.")
            assert hosting.table is None
            ann.type("ready")
            await bo.hears("The game begins.")

    run(test())


def test_the_last_to_agree_is_told_that_nobody_else_is_missing() -> None:
    async def test() -> None:
        async with people(hosting_for(3), (0, 1)) as (ann, bo):
            ann.type("ready")
            await bo.hears("Ann is ready.")
            bo.type("ready")
            line = await bo.hears("You are ready.")
            assert line == "You are ready. Waiting for others to sit down."

    run(test())


def test_an_agreement_can_be_taken_back() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            bo.type("ready")
            await ann.hears("Bo is ready.")
            bo.type("not ready")
            await ann.hears("Bo is not ready any more.")
            await bo.hears("You are not ready any more.")
            ann.type("")
            await ann.hears("Not ready yet: Bo.")
            assert hosting.table is None

    run(test())


def test_everybody_is_told_what_changed_and_has_to_agree_again() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1)) as (ann, bo):
            ann.type("ready")
            bo.type("ready")
            await ann.hears("All are ready: start begins the game with those who sit.")
            ann.type("rule hand_size=4")
            changed = await bo.hears("Rule changed")
            assert changed == "Rule changed: tiles in a hand: 4 (before: 2)."
            await bo.hears("Do you agree? Enter agrees to the rules as they are now.")
            await ann.hears("Do you agree?")
            ann.type("start")
            await ann.hears("At least two players must sit, and all be ready.")
            ann.type("")
            bo.type("")
            await ann.hears("All are ready")
            ann.type("start")
            await bo.hears("The game begins.")
            assert hosting.table is not None
            assert hosting.table.replica.rulebook.hand_size == 4

    run(test())


def test_only_the_hosting_player_sets_the_table() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1)) as (_, bo):
            for line in ("rule hand_size=4", "preset 1999", "seats 4", "bot", "remove Ann"):
                bo.type(line)
                await bo.hears("Only the hosting player may do that.")
            for line in ("order Bo", "shuffle", "start"):
                bo.type(line)
                await bo.hears("Only the hosting player may do that.")

    run(test())


# -- seats ---------------------------------------------------------------------------------------


def test_seats_are_ordered_numbered_and_emptied() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1, 2)) as (ann, bo, cy):
            ann.type("order cy")
            await cy.hears("At the table: Cy, Ann, Bo.")
            ann.type("show")
            assert await ann.hears("1. ") == "1. Cy: not ready."
            assert await ann.hears("2. ") == "2. Ann: you, hosting, not ready."
            ann.type("remove 3")
            await bo.hears("The hosting player gave your seat to nobody.")
            await cy.hears("At the table: Cy, Ann; waiting for 1 more.")
            ann.type("seats 2")
            await cy.hears("At the table: Cy, Ann.")
            ann.type("seats 9")
            await ann.hears("A table has 2 to 6 seats.")
            ann.type("remove Zoe")
            await ann.hears("Which player is meant: Cy, Ann?")

    run(test())


def test_who_calls_himself_a_number_is_no_other_seat() -> None:
    async def test() -> None:
        hosting = hosting_for(4)
        async with people(hosting, (0, 1, 2)):
            stranger = Secrets.seeded(3, 5)
            hosting.sit(stranger.public_identity, "2", stranger.public_table)

            assert lobby.seat_of("2", hosting.lobby()) == 3
            assert lobby.seat_of("3", hosting.lobby()) == 2

    run(test())


def test_shuffling_keeps_everybody() -> None:
    async def test() -> None:
        hosting = hosting_for(4)
        async with people(hosting, (0, 1, 2)) as (ann, _, _):
            orders: set[tuple[str, ...]] = set()
            while len(orders) < 2:
                ann.type("shuffle")
                await asyncio.sleep(0)
                orders.add(tuple(one.name for one in hosting.seating.sitters))
            assert {frozenset(order) for order in orders} == {frozenset({"Ann", "Bo", "Cy"})}

    run(test())


def test_who_is_not_ready_can_be_rung_and_spoken_to() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1)) as (ann, bo):
            ann.type("/are you there", "nudge bo")
            await bo.hears("Ann says: are you there")
            await bo.hears("Ann rings for Bo.")
            ann.type("nudge bo")
            await ann.hears("Bo was rung already.")

    run(test())


# -- looking around ------------------------------------------------------------------------------


def test_show_tells_who_is_here_the_rules_and_the_way_in() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1)) as (ann, bo):
            ann.console.ways_in = lambda: ["Others join with: acquire join somewhere"]
            bo.type("ready")
            await ann.hears("Bo is ready.")
            ann.type("show")
            assert await ann.hears("2. ") == "2. Bo: ready."
            await ann.hears("1 seat is free.")
            await ann.hears("Rules: short.")
            await ann.hears("short is no preset of this program.")
            await ann.hears("acquire join somewhere")
            ann.type("rules")
            await ann.hears("Board: ")
            ann.type("help")
            await ann.hears("start: begins the game")
            bo.type("help")
            await bo.hears("quit: leave the table.")
            assert not any("start:" in line for line in bo.said)
            bo.type("board")
            await bo.hears('"board" is no command here')

    run(test())


def test_rules_are_told_in_full_once() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0,)) as (ann,):
            await ann.goes()
            ann.sit()
            line = await ann.hears("Rules: ")
            assert line.endswith("Type rules to hear them all.")
            assert not any(line.startswith("Board:") for line in ann.said)

    run(test())


def test_the_lobby_can_be_left() -> None:
    async def test() -> None:
        hosting = hosting_for(3)
        async with people(hosting, (0, 1)) as (ann, bo):
            bo.type("quit")
            assert await bo.leaves() == "quit"
            await ann.hears("At the table: Ann; waiting for 2 more.")

    run(test())


# -- a game that begins without one's agreement --------------------------------------------------


def test_a_game_that_begins_without_agreement_is_the_hosts_broken_promise() -> None:
    async def test() -> None:
        hosting = hosting_for(2)
        async with people(hosting, (0, 1)) as (ann, bo):
            ann.type("ready")
            await ann.hears("You are ready.")
            bo_key = bo.secrets.public_identity
            hosting.ready(bo_key, rulebook_hash(hosting.seating.rulebook))
            assert bo.playing is not None
            await until(bo.playing.done, lambda: bo.said)
            assert "before this player agreed" in str(bo.playing.exception())
            assert hosting.lobby().phase is Phase.PLAYING

    run(test())


@pytest.mark.parametrize("rules", [SHORT, CLASSIC])
def test_what_was_agreed_to_is_remembered_when_the_program_was_killed(
    tmp_path: Path, rules: Rulebook
) -> None:
    async def test() -> None:
        hosting, files = hosting_for(3), Files(tmp_path, "20260727")

        def started_bo() -> tuple[Somebody, SeatParty]:
            bo = Somebody(hosting, 1)
            party = SeatParty("Bo", bo.secrets.identity, files, lambda: bo.secrets)
            bo.game.party = party
            bo.sit()
            return bo, party

        async with people(hosting, (0,)):
            bo, party = started_bo()
            await bo.hears("Enter, or ready, agrees")
            bo.type("ready")
            await bo.hears("You are ready.")
            sitters = [*hosting.seating.sitters]
            await bo.goes()
            party.close()
            hosting.seating.sitters = [replace(one, ready=True) for one in sitters]
            hosting.seating.rulebook = rules
            hosting.start(hosting.player)
            bo, party = started_bo()
            if rules == SHORT:
                await bo.hears("The game begins.")
            else:
                assert bo.playing is not None
                await until(bo.playing.done, lambda: bo.said)
                assert "not those that were agreed to" in str(bo.playing.exception())
            await bo.goes()
            party.close()

    run(test())
