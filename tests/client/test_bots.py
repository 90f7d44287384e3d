"""How the programs at the table play: by the rules, by what they may know, and not badly."""

import inspect
from random import Random

import pytest

from acquire_client.bots import LEVELS, Bot
from acquire_net.rules.actions import Action, Buy, Dispose, ExchangeDead, PlaceTile
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay
from tests.client.asking import answer, ask, place, run, table

GREEDY, RANDOM = LEVELS["greedy"], LEVELS["random"]


def played(bots: list[Bot], seed: int, rulebook: Rulebook = CLASSIC) -> State:
    """A whole game, every answer checked by the rules."""
    chance = Random(seed)
    state = new_game(rulebook, len(bots))
    tiles = list(range(rulebook.grid.size))
    chance.shuffle(tiles)
    while not state.over:
        wanted = state.waits()
        if isinstance(wanted, Lay):
            state.deliver([tiles[position] for position in wanted.positions])
        elif wanted:
            state.deliver([chance.choice(wanted.pool) for _ in range(wanted.count)])
        else:
            seat = state.asking[0]
            hand = {position: tiles[position] for position in state.hands[seat]}
            before = state.copy()
            action = bots[seat](state, seat, hand, chance)
            assert state == before, "a bot changed the state it was asked about"
            state.act(seat, action)
    return state


def decided(state: State, hand: str = "", seed: int = 1) -> Action:
    """What greedy answers to the question that is asked."""
    question = ask(state, hand)
    return GREEDY(state, question.seat, dict(question.hand), Random(seed))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rulebook", [CLASSIC, EDITION_1999])
def test_every_bot_plays_whole_games_by_the_rules(
    level: str, seats: int, rulebook: Rulebook
) -> None:
    for seed in range(2):
        assert played([LEVELS[level]] * seats, seed, rulebook).over


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_given_the_state_its_hand_and_chance_only(level: str) -> None:
    assert list(inspect.signature(LEVELS[level]).parameters) == ["state", "seat", "hand", "chance"]


@pytest.mark.parametrize("level", LEVELS)
def test_equal_knowledge_and_equal_chance_make_equal_choices(level: str) -> None:
    games = [played([LEVELS[level]] * 4, 7) for _ in range(2)]
    assert games[0] == games[1]


def test_greedy_beats_three_random_bots_clearly() -> None:
    wins = 0
    for seed in range(60):
        seat = seed % 4
        bots: list[Bot] = [RANDOM] * 4
        bots[seat] = GREEDY
        wins += seat in played(bots, seed).winners()
    assert wins >= 48


def test_greedy_makes_the_merger_that_pays_it() -> None:
    state = table(
        {"Tower": run("A", 1, 6), "Luxor": run("A", 8, 12)},
        shares=({"Luxor": 8, "Tower": 3}, {"Luxor": 2, "Tower": 4}, {}),
    )
    chosen = decided(state, "1I 7A 5E")
    assert isinstance(chosen, PlaceTile)
    assert chosen.tile == CLASSIC.grid.tile("7A")


def test_greedy_makes_no_merger_that_pays_only_others() -> None:
    state = table(
        {"Tower": run("A", 1, 6), "Luxor": run("A", 8, 12)},
        shares=({"Tower": 3}, {"Luxor": 8, "Tower": 4}, {"Luxor": 3}),
    )
    chosen = decided(state, "1I 7A 5E")
    assert isinstance(chosen, PlaceTile)
    assert chosen.tile != CLASSIC.grid.tile("7A")


def test_greedy_founds_early() -> None:
    chosen = decided(table({}, "5E"), "1A 5F 9I")
    assert isinstance(chosen, PlaceTile)
    assert chosen.tile == CLASSIC.grid.tile("5F")


def test_greedy_ends_the_game_when_it_is_ahead_after_bonuses_and_not_when_behind() -> None:
    def end(mine: int, others: int) -> bool:
        state = table(
            {"Tower": run("A", 1, 12)},
            shares=({"Tower": mine}, {"Tower": others}, {}),
        )
        place(state, "9I")
        chosen = decided(state)
        assert isinstance(chosen, Buy)
        return chosen.end

    assert end(12, 3)
    assert not end(3, 12)


def test_greedy_trades_into_a_strong_survivor_while_the_game_is_young() -> None:
    state = table(
        {"Continental": f"{run('A', 1, 6)} {run('B', 1, 6)}", "Luxor": "8A 9A"},
        shares=({"Luxor": 6, "Continental": 4}, {"Continental": 5}, {}),
    )
    place(state, "7A")
    chosen = decided(state)
    assert isinstance(chosen, Dispose)
    assert chosen.trade == 6


def test_greedy_lays_out_all_its_dead_tiles() -> None:
    state = table({"Tower": run("A", 1, 11), "Festival": run("C", 1, 11)})
    place(state, "9I")
    answer(state, Buy(()))
    chosen = decided(state, "5B 12F 6B")
    assert isinstance(chosen, ExchangeDead)
    assert len(chosen.shown) == 2


def test_greedy_beats_one_random_bot_too_where_the_bank_holds_shares() -> None:
    wins = sum(0 in played([GREEDY, RANDOM], seed).winners() for seed in range(20))
    assert wins >= 16
