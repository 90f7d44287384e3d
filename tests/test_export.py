"""Whether a game that is written out as a transcript is the game that was played."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final, cast

import pytest

from acquire_client.question import Question
from acquire_net.acting import from_wire
from acquire_net.audit import Playback
from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.ledger import bodies
from acquire_net.rules.actions import Action, Buy
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.rulebook import Rulebook
from acquire_net.transcript import transcript
from tests.tables import Decide, Game, at_random
from tests.transcripts.replay import Mismatch, Step, Transcript, replay

TINY = replace(CLASSIC, columns=3, rows=3, hand_size=1)


def never_ending(question: Question, rng: Random) -> Action:
    """Any option that does not declare the end."""
    options = [one for one in question.options if not (isinstance(one, Buy) and one.end)]
    return options[rng.randrange(len(options))]


@dataclass(frozen=True)
class Kind:
    """A game to be written out."""

    seats: int
    rulebook: Rulebook = CLASSIC
    decide: Decide = at_random
    seed: int = 1


KINDS: Final = {
    "classic, two with the bank": Kind(2),
    "three, nobody ends it": Kind(3, decide=never_ending),
    "four, dead tiles until none": Kind(4, replace(CLASSIC, dead_tiles="until_none")),
    "five, 1999": Kind(5, EDITION_1999),
    "six, open, all bonuses first": Kind(
        6, replace(CLASSIC, bonus_timing="all_first", disclosure="open")
    ),
    "two, all bonuses first": Kind(2, replace(CLASSIC, bonus_timing="all_first")),
    "two, no bank": Kind(2, replace(CLASSIC, two_player_bank=False)),
    "one tile in hand, until nothing can happen": Kind(
        4, replace(CLASSIC, hand_size=1, dead_tiles="until_none"), never_ending, seed=2
    ),
    "nine in hand, letters first": Kind(
        2, replace(CLASSIC, hand_size=9, start_order="letter_first"), never_ending
    ),
}


@cache
def played(kind: Kind) -> Game:
    return Game(kind.seats, kind.seed, kind.rulebook, kind.decide).run()


@cache
def exported(kind: Kind) -> str:
    return json.dumps(transcript(played(kind).ledger()))


def written(game: Kind | Game) -> Transcript:
    """The transcript, after a journey through a file."""
    text = exported(game) if isinstance(game, Kind) else json.dumps(transcript(game.ledger()))
    return cast(Transcript, json.loads(text))


def acts(game: Game) -> list[Action]:
    told = [step.body for step in Playback(game.ledger())]
    return [from_wire(body) for body in told if isinstance(body, bodies.Act)]


def buys(game: Transcript) -> list[Step]:
    return [step for step in game["steps"] if step["action"]["type"] == "buy"]


each_kind: Callable[[Callable[[Kind], None]], Callable[[Kind], None]] = pytest.mark.parametrize(
    "kind", KINDS.values(), ids=KINDS
)


@each_kind
def test_an_exported_game_replays_to_the_same_end(kind: Kind) -> None:
    game = played(kind)

    end = replay(written(kind))

    state = game.table.replica.state
    assert end.over
    assert end.ended_by == state.ended_by
    assert end.cash == state.cash


@each_kind
def test_what_is_expected_at_the_end_is_what_the_ledger_paid(kind: Kind) -> None:
    game = played(kind)

    last = written(kind)["steps"][-1].get("expect", {})

    assert last["over"]
    assert last["final_cash"] == game.table.replica.state.cash
    assert last["ended_by"] == game.table.replica.state.ended_by


@each_kind
def test_every_turn_has_a_step_for_placing_and_one_for_buying(kind: Kind) -> None:
    game = written(kind)
    types = [step["action"]["type"] for step in game["steps"]]
    turns = played(kind).table.replica.state.turn

    assert types.count("play") + types.count("no_play") == turns
    assert types.count("buy") == turns


@each_kind
def test_tiles_are_drawn_in_the_order_of_the_bag(kind: Kind) -> None:
    game = played(kind)
    text = written(kind)
    bag = game.table.replica.bag
    order = [CLASSIC.grid.name(tile) for tile in bag.derive(bag.secret).order]

    drawn = [tile for step in buys(text) for tile in step["action"].get("draw", [])]

    hands = [tile for rack in text["setup"]["racks"] for tile in rack]
    assert (
        text["setup"]["position_tiles"] + hands + drawn == order[: len(hands + drawn) + kind.seats]
    )


def test_every_action_of_the_game_is_written_once() -> None:
    game = played(KINDS["classic, two with the bank"])
    types = [step["action"]["type"] for step in written(game)["steps"]]
    names = {
        "PlaceTile": "play",
        "FoundChain": "found",
        "ChooseSurvivor": "survivor",
        "ChooseDefunct": "next_defunct",
        "Dispose": "dispose",
    }

    for action, written_as in names.items():
        done = sum(1 for act in acts(game) if type(act).__name__ == action)
        assert types.count(written_as) == done


def test_steps_that_the_ledger_passed_over_are_written_too() -> None:
    game = played(KINDS["one tile in hand, until nothing can happen"])
    text = written(game)

    bought = sum(1 for act in acts(game) if isinstance(act, Buy))
    empty_handed = [
        step
        for before, step in zip(text["steps"], text["steps"][1:], strict=False)
        if step["action"]["type"] == "no_play"
        and not before.get("expect", {})["racks"][step["player"]]
    ]
    assert bought < len(buys(text))
    assert empty_handed


def test_dead_tiles_are_listed_with_what_replaced_them() -> None:
    laid_out = [
        step
        for kind in KINDS.values()
        for step in buys(written(kind))
        if step["action"].get("discard")
    ]

    assert laid_out
    assert any(len(step["action"].get("draw", [])) > 1 for step in laid_out)


def test_the_tiles_that_drew_the_banks_holdings_are_listed_in_order() -> None:
    game = played(KINDS["classic, two with the bank"])
    told = [event for step in Playback(game.ledger()) for event in step.events]
    drawn = [event.bank[1] for event in told if isinstance(event, BonusPaid) and event.bank]

    text = written(game)

    assert drawn
    assert text["ruleset"]["two_player_bank"]
    assert text["bank_draws"] == [CLASSIC.grid.name(tile) for tile in drawn]


def test_without_the_bank_nothing_is_drawn_for_it() -> None:
    for kind in ("two, no bank", "five, 1999"):
        text = written(KINDS[kind])

        assert "bank_draws" not in text
        assert not text["ruleset"]["two_player_bank"]


def test_chains_of_1999_are_written_by_their_classic_twins() -> None:
    text = written(KINDS["five, 1999"])
    named = {step["action"]["chain"] for step in text["steps"] if "chain" in step["action"]}

    assert named <= {chain.name for chain in CLASSIC.chains}
    assert len(named) > 3


def test_a_transcript_says_who_sat_where_and_who_began() -> None:
    game = played(KINDS["nine in hand, letters first"])
    text = written(game)
    tiles = [CLASSIC.grid.tile(name) for name in text["setup"]["position_tiles"]]

    assert text["format"] == "acquire-transcript/1"
    assert text["players"] == ["Ann", "Bo"]
    assert text["first"] == tiles.index(min(tiles))
    assert text["steps"][0]["player"] == text["first"]
    assert text["ruleset"] == {
        "hand_size": 9,
        "dead_tiles": "explicit",
        "bonus_timing": "per_chain",
        "stalemate_end": True,
        "two_player_bank": True,
    }


def test_a_draw_that_did_not_happen_does_not_replay() -> None:
    text = written(KINDS["classic, two with the bank"])
    first = buys(text)[0]["action"]
    first["draw"] = [*first["draw"], "1A"]

    with pytest.raises((Mismatch, Unreadable)):
        replay(text)


# -- games that did not come to their end --------------------------------------------------------


def stopped(seats: int, seed: int, entries: int, rulebook: Rulebook = CLASSIC) -> Game:
    """A game that the referee abandoned when so many entries were in."""
    game = Game(seats, seed, rulebook)
    game.run(lambda game: game.table.replica.length >= entries)
    game.table.stop("game abandoned")
    return game.run()


@pytest.mark.parametrize("entries", [15, 40, 61, 87, 100, 113, 126, 141])
def test_a_stopped_game_is_written_as_far_as_it_went(entries: int) -> None:
    game = stopped(2, 1, entries)
    text = written(game)

    end = replay(text)

    assert not end.over
    assert game.table.replica.state.turn - 1 <= end.turn <= game.table.replica.state.turn


def tossing(game: Game) -> bool:
    return any(due.kind == "toss" for due in game.table.replica.due())


def exchanging(game: Game) -> bool:
    return isinstance(game.table.replica.state.task, Exchange)


@pytest.mark.parametrize(("hanging", "cut_off"), [(tossing, "survivor"), (exchanging, "buy")])
def test_a_step_that_the_stop_cut_off_is_left_out(
    hanging: Callable[[Game], bool], cut_off: str
) -> None:
    game = Game(2).run(hanging)
    game.table.stop("game abandoned")

    text = written(game.run())

    last = text["steps"][-1].get("expect", {})
    assert last["next"] == {"player": game.table.replica.state.mover, "type": cut_off}
    assert not replay(text).over


def test_a_game_stopped_before_its_first_tile_has_no_steps() -> None:
    game = Game(3).until_playing()
    game.table.stop("game abandoned")

    text = written(game.run())

    assert text["steps"] == []
    assert not replay(text).over


def test_the_tiles_of_a_running_game_are_not_told() -> None:
    game = Game(3).until_playing()

    with pytest.raises(Refused, match="not opened its secret"):
        transcript(game.ledger())


def test_an_abandoned_set_up_has_nothing_to_write() -> None:
    game = Game(2)
    game.table.stop("set-up abandoned")

    with pytest.raises(Refused, match="no tile was ever drawn"):
        transcript(game.run().ledger())


def test_rules_that_a_transcript_cannot_say_are_refused() -> None:
    fewer = replace(CLASSIC, chains=CLASSIC.chains[:3])
    for rulebook in (TINY, replace(CLASSIC, start_cash=100), fewer):
        game = Game(2, rulebook=rulebook)

        with pytest.raises(Refused, match="cannot say the rules"):
            transcript(game.ledger())


def test_what_is_damaged_or_false_is_not_written_out() -> None:
    whole = played(KINDS["classic, two with the bank"]).ledger()

    with pytest.raises(Unreadable, match="line 1"):
        transcript(b"no ledger\n")
    with pytest.raises(Unreadable):
        transcript(whole + b"x")
    with pytest.raises(BrokenPromise):
        transcript(whole.replace(b'"name":"Bo"', b'"name":"Cy"', 1))


def test_exporting_twice_gives_the_same_text() -> None:
    data = played(KINDS["two, no bank"]).ledger()

    assert transcript(data) == transcript(data)
