"""The runner itself: it fails for whatever it does not know, and for whatever is not so."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from acquire_net.errors import AcquireError, IllegalAction, Unreadable
from tests.transcripts.replay import Mismatch, Transcript, replay

DATA = Path(__file__).parent / "data"


def transcript(name: str) -> Transcript:
    read: Transcript = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return read


def merger() -> Transcript:
    """Seat 0 places 3A, which merges American, 2, into Tower, 3; then seat 0 disposes and buys."""
    return {
        "format": "acquire-transcript/1",
        "players": ["P1", "P2"],
        "first": 0,
        "ruleset": {"hand_size": 6, "dead_tiles": "explicit", "bonus_timing": "per_chain"},
        "setup": {
            "chains": {"American": ["1A", "2A"], "Tower": ["4A", "5A", "6A"]},
            "cash": [0, 0],
            "shares": [{"American": 4}, {}],
            "racks": [["3A"], ["9I"]],
        },
        "start_expect": {"sizes": {"American": 2, "Tower": 3}},
        "steps": [
            {"player": 0, "action": {"type": "play", "tile": "3A"}, "expect": {"cash": [4500, 0]}},
            {
                "player": 0,
                "action": {"type": "dispose", "chain": "American", "sell": 2, "trade": 2},
                "expect": {"cash": [5100, 0], "board": ["TTTTTT......"] + ["............"] * 8},
            },
            {
                "player": 0,
                "action": {"type": "buy", "shares": {}, "draw": ["9G"]},
                "expect": {"racks": [["9G"], ["9I"]], "next": {"player": 1, "type": "play"}},
            },
        ],
    }


def test_the_sample_replays() -> None:
    assert replay(merger()).cash == [5100, 0]


PLACES: list[Callable[[Transcript], object]] = [
    lambda t: t,
    lambda t: t["ruleset"],
    lambda t: t["setup"],
    lambda t: t["start_expect"],
    lambda t: t["steps"][0],
    lambda t: t["steps"][0]["action"],
    lambda t: t["steps"][0]["expect"],
]


@pytest.mark.parametrize("part", PLACES, ids=range(len(PLACES)))
def test_an_unknown_field_anywhere_fails(part: Callable[[Transcript], dict[str, object]]) -> None:
    sample = merger()
    part(sample)["unheard_of"] = 1

    with pytest.raises(Unreadable, match="unheard_of"):
        replay(sample)


def test_a_field_of_another_type_of_action_fails() -> None:
    sample = merger()
    sample["steps"][0]["action"]["shares"] = {}

    with pytest.raises(Unreadable, match="shares"):
        replay(sample)


def test_another_format_fails() -> None:
    with pytest.raises(Unreadable, match="not a transcript"):
        replay(merger() | {"format": "acquire-transcript/2"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"cash": [4500, 100]},
        {"net": [0, 0]},
        {"shares": [{"American": 3}, {}]},
        {"bank": {"Tower": 24}},
        {"sizes": {"Tower": 6}},
        {"prices": {"Tower": 600, "American": 400}},
        {"board": ["............"] * 9},
        {"racks": [["3A"], ["9I"]]},
        {"owners": {"3A": None}},
        {"status": {"9I": "found"}},
        {"can_end": True},
        {"next": {"player": 1, "type": "dispose"}},
        {"next": {"player": 0, "type": "buy"}},
        {"over": True},
        {"ended_by": "declared"},
        {"final_cash": [4500, 0]},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_every_expectation_is_checked(wrong: dict[str, object]) -> None:
    sample = merger()
    sample["steps"][0]["expect"] = wrong  # type: ignore[typeddict-item]  # each is one of its fields

    with pytest.raises(Mismatch, match=next(iter(wrong))) as failed:
        replay(sample)

    assert failed.value.__notes__[0].startswith("step 0: player 0")


def test_an_expectation_at_the_start_is_checked() -> None:
    sample = merger()
    sample["start_expect"] = {"sizes": {"American": 2}}

    with pytest.raises(Mismatch, match="sizes at the start"):
        replay(sample)


def test_an_illegal_step_that_the_rules_allow_fails() -> None:
    sample = merger()
    sample["steps"][0]["illegal"] = "is it?"

    with pytest.raises(Mismatch, match="an illegal action was accepted"):
        replay(sample)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "play", "tile": "9I"},
        {"type": "play", "tile": "13A"},
        {"type": "no_play"},
        {"type": "found", "chain": "Tower"},
        {"type": "found", "chain": "Hydra"},
        {"type": "dispose", "sell": 1, "trade": 0},
        {"type": "buy", "shares": {}},
    ],
    ids=str,
)
def test_what_is_refused_fails_unless_it_is_said_to_be_illegal(action: dict[str, object]) -> None:
    sample = merger()
    step = deepcopy(sample["steps"][0]) | {"action": action, "expect": {}}
    sample["steps"].insert(0, step)  # type: ignore[arg-type]  # built from a step
    with pytest.raises(AcquireError):
        replay(deepcopy(sample))

    sample["steps"][0]["illegal"] = "refused"

    assert replay(sample).cash == [5100, 0]


def test_a_disposal_must_name_the_chain_and_add_up() -> None:
    for wrong in ({"chain": "Tower"}, {"keep": 1}):
        sample = merger()
        sample["steps"][1]["action"].update(wrong)  # type: ignore[typeddict-item]  # its fields

        with pytest.raises(Unreadable):
            replay(sample)


def test_draws_and_discards_that_do_not_happen_fail() -> None:
    too_many = merger()
    too_many["steps"][2]["action"]["draw"] = ["9G", "9E", "9C", "8I", "7I", "6I", "5I"]
    with pytest.raises(Mismatch, match="drawn tiles"):
        replay(too_many)

    not_dead = merger()
    not_dead["steps"][2]["action"]["discard"] = ["9G"]
    with pytest.raises(Mismatch, match="tiles laid out"):
        replay(not_dead)


def test_a_tile_in_two_places_fails() -> None:
    sample = merger()
    sample["setup"]["racks"] = [["3A"], ["1A"]]

    with pytest.raises(Unreadable, match="in two places"):
        replay(sample)


def test_the_banks_draws_must_be_there_and_be_used() -> None:
    lacking = transcript("two-player-bank-per-chain")
    lacking["bank_draws"] = ["1I"]
    with pytest.raises(Unreadable, match="no tile for Tower"):
        replay(lacking)

    left_over = transcript("two-player-bank-per-chain")
    left_over["bank_draws"] = ["1I", "2I", "3I"]
    with pytest.raises(Mismatch, match="not asked for: 3I"):
        replay(left_over)


def test_a_list_and_a_choice_by_chain_say_the_same() -> None:
    by_chain = transcript("two-player-bank-per-chain")
    by_chain["bank_draws"] = {"Festival": "1I", "Tower": "2I"}

    assert replay(by_chain) == replay(transcript("two-player-bank-per-chain"))


def test_a_switch_that_is_absent_is_off() -> None:
    sample = transcript("until-none")
    del sample["ruleset"]["dead_tiles"]
    sample["steps"][-1]["expect"] = {"racks": [["6B", "7B", "12I"], ["9G", "9E", "9D"]]}

    replay(sample)


def test_nothing_is_played_beyond_the_end() -> None:
    sample = transcript("two-player-bank-whole-grid")
    sample["steps"].append({"player": 1, "action": {"type": "no_play"}})

    with pytest.raises(IllegalAction, match="over"):
        replay(sample)
