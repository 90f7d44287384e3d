"""What a player reads, word for word."""

import re
from dataclasses import replace
from random import Random

import pytest

from acquire_client.bots import LEVELS
from acquire_client.commands import Help, Show, Topic, Why
from acquire_client.question import Question
from acquire_client.words import (
    actions,
    board,
    bonuses,
    effects,
    events,
    prices,
    questions,
    recap,
    standings,
)
from acquire_client.words import rulebook as rules_in_words
from acquire_client.words.help import help_text, topics
from acquire_client.words.look import look
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, listing, money, spans
from acquire_net.errors import Unreadable
from acquire_net.rules import events as e
from acquire_net.rules.actions import Buy, ChooseSurvivor, Dispose, FoundChain, PassPlacing
from acquire_net.rules.bonuses import classic
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay
from tests.client.asking import PLAYERS, answer, ask, names, place, run, table

OPEN = replace(CLASSIC, disclosure="open")
LUXOR, TOWER, AMERICAN, FESTIVAL, WORLDWIDE, CONTINENTAL, IMPERIAL = range(7)
Shares = tuple[dict[str, int], ...]
THREE = Names(CLASSIC, ("Red", "Sky", "Ox"), 0)


def tile(name: str) -> int:
    return CLASSIC.grid.tile(name)


def test_money_and_lists_are_said_as_people_say_them() -> None:
    assert money(1200) == "$1,200"
    assert money(-300) == "-$300"
    assert listing(["a", "b", "c"]) == "a, b and c"
    assert either(["a", "b"]) == "a or b"
    assert spans([1, 2, 5, 6, 7, 8]) == "1, 2, 5 to 8"


# -- events ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.StartTileLaid(Seat(1), tile("5C")), "Sky's start tile is 5C."),
        (e.StartTileLaid(Seat(0), tile("5C")), "Your start tile is 5C."),
        (e.TurnBegan(3, Seat(0)), "Turn 3: you are to move."),
        (e.TurnBegan(3, Seat(2)), "Turn 3: Ox is to move."),
        (e.TilePlaced(Seat(0), tile("5C")), "You placed 5C."),
        (e.TilePlaced(Seat(1), tile("5C")), "Sky placed 5C."),
        (
            e.HandShown(Seat(1), ((9, tile("1A")), (10, tile("2B")))),
            "Sky has no playable tile, showed 1A and 2B and placed nothing.",
        ),
        (e.HandShown(Seat(0), ()), "You have no tiles and placed nothing."),
        (
            e.ChainFounded(Seat(1), LUXOR, 3, 1),
            "Sky founded Luxor (size 3) and got a free share.",
        ),
        (
            e.ChainFounded(Seat(1), LUXOR, 3, 0),
            "Sky founded Luxor (size 3) and got no free share, for the bank has none.",
        ),
        (e.ChainGrew(Seat(1), TOWER, 7), "Tower grew to 7."),
        (
            e.ChainsMerged(Seat(1), TOWER, 20, ((LUXOR, 2), (IMPERIAL, 4))),
            "Sky merged Luxor (size 2) and Imperial (size 4) into Tower, now size 20.",
        ),
        (e.ChainSafe(TOWER, 12), "Tower is safe now."),
        (
            e.SharesDisposed(Seat(1), IMPERIAL, TOWER, 2, 2, 1, 600),
            "Sky sold 2 Imperial for $1,200, traded 2 Imperial for 1 Tower and kept 1 Imperial.",
        ),
        (e.SharesDisposed(Seat(0), IMPERIAL, TOWER, 0, 0, 3, 600), "You kept 3 Imperial."),
        (e.ChainsVanished((IMPERIAL,)), "Imperial is off the board and may be founded again."),
        (
            e.ChainsVanished((LUXOR, IMPERIAL)),
            "Luxor and Imperial are off the board and may be founded again.",
        ),
        (
            e.SharesBought(Seat(1), ((LUXOR, 1), (FESTIVAL, 2)), 1600),
            "Sky bought 1 Luxor and 2 Festival for $1,600.",
        ),
        (e.SharesBought(Seat(1), (), 0), "Sky bought nothing."),
        (e.EndDeclared(Seat(0)), "You declared the end of the game."),
        (e.PositionsGiven(Seat(1), (30,)), "Sky drew 1 tile."),
        (e.PositionsGiven(Seat(1), (30, 31)), "Sky drew 2 tiles."),
        (e.DeadTilesSetAside(Seat(1), (tile("4G"),)), "Sky laid out the dead tile 4G."),
        (
            e.DeadTilesSetAside(Seat(1), (tile("4G"), tile("5H"))),
            "Sky laid out the dead tiles 4G and 5H.",
        ),
        (e.CountBegan("declared"), "The game is over: the final count begins."),
        (
            e.CountBegan("no_tile_playable_for_a_round"),
            "Nobody could place a tile for a whole round: the game is over,"
            " the final count begins.",
        ),
        (
            e.StockSold(TOWER, 1000, (3, 5, 0), (3000, 5000, 0)),
            "All Tower shares are sold at $1,000: you 3 for $3,000, Sky 5 for $5,000.",
        ),
        (e.StockSold(TOWER, 1000, (0, 0, 0), (0, 0, 0)), "No Tower shares to sell."),
    ],
)
def test_every_event_is_one_sentence(event: e.Event, words: str) -> None:
    assert events.lines(event, THREE) == [words]


def test_your_own_draw_names_the_tiles_and_anybody_elses_does_not() -> None:
    hand = {30: tile("4G"), 31: tile("5H")}
    mine, others = e.PositionsGiven(Seat(0), (30, 31)), e.PositionsGiven(Seat(1), (30, 31))
    assert events.lines(mine, THREE, hand) == ["You drew 4G and 5H."]
    assert events.lines(others, THREE, hand) == ["Sky drew 2 tiles."]


def paid(holdings: tuple[int, ...], bank: tuple[int, int] | None = None) -> list[str]:
    counted = [*holdings, bank[0]] if bank else list(holdings)
    dollars = classic(counted, 300)[: len(holdings)]
    event = e.BonusPaid(AMERICAN, 2, 300, holdings, bank, dollars, final=False)
    return events.lines(event, Names(CLASSIC, PLAYERS[: len(holdings)], 0))


def test_bonuses_name_the_majority_and_the_minority_holder() -> None:
    assert paid((2, 5, 0)) == [
        "Bonuses for American, size 2 at $300 a share: majority $3,000, minority $1,500.",
        "Shares of American: Sky 5, you 2.",
        "Sky gets the majority bonus, $3,000.",
        "You get the minority bonus, $1,500.",
    ]


def test_a_tie_for_the_most_shares_both_bonuses_and_says_that_it_rounds_up() -> None:
    assert paid((4, 4, 1))[2:] == [
        "You and Sky tie for the most: both bonuses, $4,500, split 2 ways, rounded up to $100:"
        " $2,300 each.",
        "There is no separate minority bonus.",
    ]


def test_a_tie_for_second_splits_the_minority_bonus() -> None:
    assert paid((5, 2, 2))[2:] == [
        "You get the majority bonus, $3,000.",
        "Sky and Ox tie for second: the minority bonus, $1,500, split 2 ways,"
        " rounded up to $100: $800 each.",
    ]


def test_an_only_holder_takes_both_bonuses() -> None:
    assert paid((0, 3, 0))[2:] == ["Sky gets both bonuses as the only holder, $4,500."]


def test_a_chain_that_nobody_holds_pays_nothing() -> None:
    assert paid((0, 0, 0)) == ["Nobody holds American: no bonus is paid."]


def test_the_banks_holding_is_told_with_the_tile_that_drew_it() -> None:
    assert paid((2, 1), (7, tile("7C")))[1:] == [
        "Shares of American: you 2, Sky 1, the bank 7 (it drew 7C).",
        "The bank takes the majority bonus: $3,000 is paid to nobody.",
        "You get the minority bonus, $1,500.",
    ]


def test_a_tie_with_the_bank_leaves_its_part_unpaid() -> None:
    assert paid((4, 1), (4, tile("4C")))[2] == (
        "You and the bank tie for the most: both bonuses, $4,500, split 2 ways,"
        " rounded up to $100: $2,300 each. The bank's part is paid to nobody."
    )


def test_the_result_has_winners_and_a_ranking_with_shared_places() -> None:
    over = e.GameOver("declared", (9000, 12000, 12000), (Seat(1), Seat(2)))
    with_bot = Names(CLASSIC, ("Red", "Sky", "Ox"), 0, frozenset({2}))
    assert events.lines(over, with_bot) == [
        "A shared win, with $12,000 each: Sky and Ox.",
        "Place 1 (shared): Sky, $12,000.",
        "Place 1 (shared): Ox (bot), $12,000.",
        "Place 3: You, $9,000.",
    ]


def test_since_your_turn_is_a_line_for_each_player_and_leaves_your_own_deeds_out() -> None:
    happened: list[e.Event] = [
        e.SharesBought(Seat(0), (), 0),
        e.PositionsGiven(Seat(0), (40,)),
        e.TurnBegan(8, Seat(1)),
        e.TilePlaced(Seat(1), tile("5C")),
        e.ChainsMerged(Seat(1), TOWER, 12, ((LUXOR, 2),)),
        e.ChainSafe(TOWER, 12),
        e.BonusPaid(LUXOR, 2, 200, (1, 3, 0), None, (1000, 2000, 0), final=False),
        e.SharesDisposed(Seat(1), LUXOR, TOWER, 3, 0, 0, 200),
        e.SharesDisposed(Seat(0), LUXOR, TOWER, 1, 0, 0, 200),
        e.ChainsVanished((LUXOR,)),
        e.SharesBought(Seat(1), ((TOWER, 1),), 700),
        e.PositionsGiven(Seat(1), (41,)),
        e.TurnBegan(9, Seat(2)),
        e.TilePlaced(Seat(2), tile("9I")),
        e.SharesBought(Seat(2), (), 0),
    ]
    assert recap.since(happened, THREE) == [
        "Since your turn:",
        "Sky placed 5C; merged Luxor (size 2) into Tower, now size 12 and safe.",
        "Luxor bonuses: Sky $2,000 and you $1,000.",
        "Sky sold 3 Luxor for $600; bought 1 Tower for $700.",
        "Ox placed 9I; bought nothing.",
    ]


def test_nothing_since_your_turn_needs_no_words() -> None:
    own: list[e.Event] = [e.TilePlaced(Seat(0), tile("5C")), e.ChainGrew(Seat(0), TOWER, 3)]
    assert recap.since(own, THREE) == []


# -- what tiles do -----------------------------------------------------------------------------


def two_big_chains() -> State:
    """Tower 14 and Festival 11 are safe; Luxor 2 and Imperial 4 are not."""
    return table(
        {
            "Tower": f"{run('A', 1, 7)} {run('B', 1, 7)}",
            "Festival": run("D", 1, 11),
            "Luxor": "9A 10A",
            "Imperial": run("F", 1, 4),
        },
        "12H 12I",
        shares=({"Luxor": 2}, {"Luxor": 1, "Imperial": 3}, {}),
        rulebook=OPEN,
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("9H", "lies alone"),
        ("12G", "founds a chain of 3"),
        ("8B", "grows Tower to 15 (safe)"),
        ("5F", "grows Imperial to 5"),
        ("5C", "dead: between the safe chains Tower and Festival"),
        (
            "8A",
            "merges Luxor 2 into Tower 14, which becomes 17 (safe)."
            " Luxor pays you $2,000 and Sky $1,000",
        ),
        (
            "2E",
            "merges Imperial 4 into Festival 11, which becomes 16 (safe). Imperial pays Sky $9,000",
        ),
    ],
)
def test_the_effect_of_a_tile_is_said_before_it_is_placed(name: str, words: str) -> None:
    state = two_big_chains()
    assert effects.effect(state, tile(name), names(state)) == words


def test_in_a_hidden_game_a_merger_tells_amounts_and_your_own_shares_only() -> None:
    state = table(
        {"Tower": run("A", 1, 3), "Luxor": "5A 6A"},
        shares=({"Luxor": 2}, {"Luxor": 5}, {}),
    )
    assert effects.effect(state, tile("4A"), names(state)) == (
        "merges Luxor 2 into Tower 3, which becomes 6. Luxor pays $2,000 for the most shares"
        " and $1,000 for the second most; you hold 2"
    )


def test_a_tied_merger_tells_that_you_choose() -> None:
    state = table(
        {"Imperial": "1A 2A", "Luxor": "4A 5A"},
        shares=({"Luxor": 2}, {"Imperial": 1}, {}),
        rulebook=OPEN,
    )
    assert effects.effect(state, tile("3A"), names(state)) == (
        "merges Luxor 2 and Imperial 2; tie: you choose the survivor, Luxor or Imperial,"
        " which becomes 5. If it vanishes, Luxor pays you $3,000; Imperial pays Sky $6,000"
    )


def seven_chains() -> State:
    rows = "ABCDEFG"
    chains = {
        chain.name: f"1{row} 2{row}" if row in "ACEG" else f"11{row} 12{row}"
        for chain, row in zip(CLASSIC.chains, rows, strict=True)
    }
    return table(chains, "6I", rulebook=replace(CLASSIC, hand_size=2))


def test_an_eighth_chain_is_blocked_and_the_reason_is_said() -> None:
    state = seven_chains()
    assert effects.effect(state, tile("7I"), names(state)) == (
        "blocked: would found an eighth chain"
    )


def test_growing_tells_when_a_chain_becomes_safe_or_ends_the_game() -> None:
    state = table({"Tower": run("A", 1, 10)})
    assert effects.effect(state, tile("11A"), names(state)) == "grows Tower to 11 (makes it safe)"
    rows = " ".join(run(row, 1, 10) for row in "ABCD")
    state = table({"Tower": rows})
    assert effects.effect(state, tile("1E"), names(state)) == (
        "grows Tower to 41 (the game may then be ended)"
    )


def test_why_speaks_of_placed_tiles_too() -> None:
    state = two_big_chains()
    held = ((0, tile("5C")),)
    assert effects.why(state, tile("5C"), names(state), held) == (
        "5C: Dead: between the safe chains Tower and Festival."
    )
    assert effects.why(state, tile("1A"), names(state), held) == (
        "1A is out of play: it is placed, or everybody has seen it elsewhere."
    )


# -- questions ---------------------------------------------------------------------------------


def asked(question: Question, me: int | None = None) -> list[str]:
    return questions.asked(question, names(question.state, question.seat if me is None else me))


def test_placing_is_asked_with_numbered_tiles_and_their_effects() -> None:
    state = two_big_chains()
    assert asked(ask(state, "9H 8B 5C")) == [
        "YOUR TURN: place a tile.",
        "1. 9H: lies alone.",
        "2. 8B: grows Tower to 15 (safe).",
        "3. 5C: dead: between the safe chains Tower and Festival.",
        "Type its number or its name, for example 9H.",
    ]


def test_a_hand_without_a_playable_tile_says_why_and_that_it_will_be_shown() -> None:
    state = seven_chains()
    assert asked(ask(state, "7I 5I")) == [
        "YOUR TURN: none of your tiles can be placed.",
        "7I: blocked: would found an eighth chain.",
        "5I: blocked: would found an eighth chain.",
        "1. pass: this shows your tiles to everyone. You keep them and may still buy.",
    ]


def test_founding_lists_the_free_chains_with_the_price_at_the_new_size() -> None:
    state = table(
        {"Tower": "1A 2A", "American": "4A 5A", "Worldwide": "7A 8A", "Imperial": "10A 11A"},
        "1I 2I",
        shares=({"Luxor": 2}, {"Luxor": 23}, {}),
    )
    place(state, "3I")
    assert asked(ask(state)) == [
        "YOUR DECISION: found a chain of 3 with 3I.",
        "You get one share of it free.",
        "1. Luxor: $300 a share, no free share, for the bank has none, you hold 2.",
        "2. Festival: $400 a share, the bank has 25.",
        "3. Continental: $500 a share, the bank has 25.",
        "Type a number or a name, for example L.",
    ]


def test_the_choice_of_a_survivor_tells_who_gains_what_under_each() -> None:
    state = table(
        {"Imperial": "1A 2A", "Luxor": "4A 5A"},
        shares=({"Luxor": 2}, {"Imperial": 1}, {}),
        rulebook=OPEN,
    )
    place(state, "3A")
    assert asked(ask(state)) == [
        "YOUR DECISION: which chain survives, Luxor or Imperial?",
        "Both have 2 tiles; the survivor will have 5.",
        "1. Luxor survives at $500 a share, you hold 2."
        " Imperial vanishes: Imperial pays Sky $6,000; it sells at $400.",
        "2. Imperial survives at $700 a share, you hold 0."
        " Luxor vanishes: Luxor pays you $3,000; it sells at $200.",
        "Type a number or a name, for example L.",
    ]


def test_the_order_of_tied_vanishing_chains_is_asked_with_what_each_pays() -> None:
    state = table(
        {"Tower": run("A", 1, 4), "Luxor": "6A 7A", "Festival": "5B 5C"},
        shares=({"Luxor": 2}, {"Festival": 1}, {}),
    )
    place(state, "5A")
    assert asked(ask(state)) == [
        "YOUR DECISION: which chain is settled first, Luxor or Festival?",
        "All of them vanish into Tower; the bank has 25 Tower to trade.",
        "1. Luxor first. You hold 2, it sells at $200. Luxor pays you $3,000.",
        "2. Festival first. You hold 0, it sells at $300. Festival pays Sky $4,500.",
        "Type a number or a name, for example L.",
    ]


def imperial_into_tower() -> State:
    state = table(
        {"Tower": run("A", 1, 14 - 7) + " " + run("B", 1, 7), "Imperial": run("A", 9, 12)},
        shares=({"Imperial": 5}, {"Imperial": 2}, {}),
    )
    place(state, "8A")
    return state


def test_a_disposal_tells_what_a_sale_brings_and_what_a_trade_gains() -> None:
    assert asked(ask(imperial_into_tower())) == [
        "YOUR DECISION: sell, trade or keep 5 Imperial.",
        "Imperial vanishes into Tower. A sale brings $600 each. A trade gives 1 Tower, worth"
        " $700, for 2 Imperial; the bank has 25 Tower.",
        "After you: Sky with 2.",
        "1. Keep 5 Imperial. What is kept counts only if Imperial is founded again.",
        "2. Sell 5 Imperial for $3,000.",
        "3. Trade 4 Imperial for 2 Tower (worth $1,400) and keep 1 Imperial.",
        "4. Sell 1 Imperial for $600 and trade 4 Imperial for 2 Tower (worth $1,400).",
        "Type a number, or a mix, for example trade 2 keep 3.",
    ]


def test_a_trade_that_the_bank_cannot_give_is_not_offered() -> None:
    state = table(
        {"Tower": run("A", 1, 4), "Luxor": "6A 7A"},
        shares=({"Luxor": 2, "Tower": 20}, {"Tower": 5}, {}),
    )
    place(state, "5A")
    assert asked(ask(state))[1:] == [
        "Luxor vanishes into Tower. A sale brings $200 each."
        " The bank has no Tower left to trade for.",
        "1. Keep 2 Luxor. What is kept counts only if Luxor is founded again.",
        "2. Sell 2 Luxor for $400.",
        "Type a number, or a mix, for example sell 1 keep 1.",
    ]


def test_a_single_share_is_sold_or_kept() -> None:
    state = table({"Tower": run("A", 1, 4), "Luxor": "6A 7A"}, shares=({"Luxor": 1}, {}, {}))
    place(state, "5A")
    assert asked(ask(state))[1:] == [
        "Luxor vanishes into Tower. A sale brings $200 each. One share alone cannot be traded.",
        "1. Keep 1 Luxor. What is kept counts only if Luxor is founded again.",
        "2. Sell 1 Luxor for $200.",
        "Type a number, or sell 1.",
    ]


def test_buying_lists_prices_bank_your_shares_and_why_the_game_cannot_end() -> None:
    state = table(
        {"Tower": run("A", 1, 12), "Luxor": "1D 2D", "Imperial": run("F", 1, 6)},
        shares=({"Luxor": 2}, {"Luxor": 23}, {}),
        cash=(700, 6000, 6000),
    )
    place(state, "9I")
    assert asked(ask(state)) == [
        "YOUR DECISION: buy up to 3 shares.",
        "You have $700.",
        "1. Luxor 2: $200 a share, the bank has none left, you hold 2.",
        "2. Tower 12, safe: $700 a share, the bank has 25, you hold 0.",
        "3. Imperial 6: $800 a share, more than you have, the bank has 25, you hold 0.",
        "The game cannot end yet: not safe at 11: Luxor 2, Imperial 6; and no chain has 41 tiles.",
        "Type what to buy, for example T2, or none.",
    ]


def test_buying_says_when_the_game_may_be_ended() -> None:
    state = table({"Tower": run("A", 1, 12)}, cash=(0, 6000, 6000))
    place(state, "9I")
    assert asked(ask(state)) == [
        "YOUR DECISION: there is nothing you can buy, but you may end the game.",
        "You have $0.",
        "1. Tower 12, safe: $700 a share, more than you have, the bank has 25, you hold 0.",
        "You may end the game: add the word end, for example none end.",
        "Type none to go on, or none end.",
    ]


def test_dead_tiles_are_offered_by_number_with_the_reason() -> None:
    state = two_big_chains()
    place(state, "9H")
    answer(state, Buy(()))
    assert asked(ask(state, "5C 12A 6C")) == [
        "YOUR DECISION: lay out dead tiles, to draw others, or keep them.",
        "1. 5C: dead: between the safe chains Tower and Festival.",
        "2. 6C: dead: between the safe chains Tower and Festival.",
        f"{state.bag_size - state.next_position} tiles left in the bag.",
        "Type all, none, or the numbers or names of tiles.",
    ]


def test_weighty_answers_are_said_back_before_they_count() -> None:
    state = imperial_into_tower()
    question = ask(state)
    assert actions.promise(Dispose(1, 4), question, names(state)) == (
        "Sell 1 Imperial for $600 and trade 4 Imperial for 2 Tower (worth $1,400)."
    )
    answer(state, Dispose(0, 0))
    answer(state, Dispose(0, 0))
    question = ask(state)
    # The majority bonus for Imperial brought $6,000.
    assert actions.promise(Buy(((TOWER, 2),)), question, names(state)) == (
        "Buy 2 Tower for $1,400. You keep $10,600."
    )
    assert actions.weighty(Buy(((TOWER, 2),)), question)
    assert actions.weighty(Buy((), end=True), question)
    assert not actions.weighty(Buy(()), question)
    assert actions.weighty(FoundChain(0), question)
    assert actions.weighty(ChooseSurvivor(0), question)
    assert not actions.weighty(PassPlacing(()), question)


# -- looking -----------------------------------------------------------------------------------


def test_the_board_is_read_in_rows_and_columns() -> None:
    state = table({"Tower": run("A", 1, 4), "Worldwide": "11A 12A"}, "7A 7C")
    assert board.row(state, 0, names(state)) == (
        "Row A: Tower 1 to 4, loose 7, Worldwide 11 to 12."
    )
    assert board.row(state, 1, names(state)) == "Row B: empty."
    assert board.column(state, 7, names(state)) == "Column 7: loose A, loose C."
    assert len(board.board(state, names(state))) == 9


def test_a_square_tells_what_lies_there_and_beside_it() -> None:
    state = table({"Tower": run("A", 1, 4)}, "6A")
    said = names(state)
    assert board.square(state, tile("2A"), said, ()) == [
        "2A: Tower, size 4.",
        "Beside it: 1A Tower, 3A Tower.",
    ]
    assert board.square(state, tile("5A"), said, ((0, tile("5A")),)) == [
        "5A: empty, in your hand. Grows Tower to 6.",
        "Beside it: 4A Tower, 6A loose.",
    ]
    assert board.square(state, tile("9I"), said, ()) == [
        "9I: empty. Lies alone.",
        "Beside it: nothing.",
    ]


def test_a_shown_tile_is_told_with_its_holder() -> None:
    state = seven_chains()
    answer(state, PassPlacing(tuple(zip(state.hands[0], map(tile, ("7I", "5I")), strict=True))))
    assert board.square(state, tile("7I"), names(state, 1), ())[0] == (
        "7I: empty, shown in Red's hand."
    )


def test_a_chain_is_told_with_what_disclosure_allows() -> None:
    state = two_big_chains()
    assert prices.chain(state, LUXOR, names(state)) == [
        "Luxor: size 2, $200 a share, majority $2,000, minority $1,000, bank 22, you hold 2.",
        "Tiles: 9A, 10A.",
        "Safe at 11: 9 more.",
        "Holders: you 2, Sky 1.",
        "Counted now, Luxor pays you $2,000 and Sky $1,000.",
    ]
    hidden = table({"Luxor": "9A 10A"}, shares=({"Luxor": 2}, {"Luxor": 1}, {}))
    assert prices.chain(hidden, LUXOR, names(hidden))[3:] == [
        "Holders: you 2. Others' shares are hidden."
    ]


def test_the_price_card_and_single_prices() -> None:
    assert prices.at_size(CLASSIC, WORLDWIDE, 12) == (
        "Worldwide at 12: $800 a share, majority $8,000, minority $4,000."
    )
    card = prices.card(CLASSIC)
    assert card[0].startswith(
        "Prices in the order Luxor or Tower; American, Festival or Worldwide;"
        " Continental or Imperial."
    )
    assert card[1] == "Size 2: $200, $300, $400."
    assert card[5] == "Size 6 to 10: $600, $700, $800."
    assert card[-1] == "Size 41 and more: $1,000, $1,100, $1,200."
    with pytest.raises(Unreadable, match="A chain has 2 to 108 tiles"):
        prices.at_size(CLASSIC, LUXOR, 1)


def test_players_hide_others_in_a_hidden_game_and_not_in_an_open_one() -> None:
    shares: Shares = ({"Luxor": 2}, {"Luxor": 1, "Tower": 3}, {})
    chains = {"Luxor": "9A 10A", "Tower": "1A 2A"}
    hidden = table(chains, shares=shares)
    assert standings.players(hidden, names(hidden, 0, frozenset({2}))) == [
        "You, to move: $6,000; 2 Luxor; 6 tiles.",
        "Sky: cash and shares hidden; 6 tiles.",
        "Ox (bot): cash and shares hidden; 6 tiles.",
    ]
    shown = table(chains, shares=shares, rulebook=OPEN)
    assert standings.players(shown, names(shown))[1:] == [
        "Sky: $6,000; 1 Luxor and 3 Tower; 6 tiles.",
        "Ox: $6,000; no shares; 6 tiles.",
    ]


def test_standings_count_bonuses_only_where_holdings_are_open() -> None:
    shares: Shares = ({"Luxor": 2}, {"Luxor": 1}, {})
    shown = table({"Luxor": "9A 10A"}, shares=shares, rulebook=OPEN)
    assert standings.standings(shown, names(shown)) == [
        "If the game were counted now, bonuses included:",
        "Place 1: You, $8,400.",
        "Place 2: Sky, $7,200.",
        "Place 3: Ox, $6,000.",
    ]
    hidden = table({"Luxor": "9A 10A"}, shares=shares)
    assert standings.standings(hidden, names(hidden)) == [
        "Your cash and shares: $6,400, bonuses not counted.",
        "Others' money is hidden.",
    ]


def test_me_bonuses_and_turn() -> None:
    state = table({"Luxor": "9A 10A"}, shares=({"Luxor": 2, "Tower": 1}, {}, {}))
    assert standings.me(state, names(state)) == [
        "You have $6,000.",
        "2 Luxor, $200 each, $400.",
        "1 Tower, worth nothing while it is not on the board.",
        "Cash and shares together: $6,400.",
    ]
    assert standings.all_bonuses(state, names(state)) == [
        "Luxor pays $2,000 for the most shares and $1,000 for the second most; you hold 2."
    ]
    left = state.bag_size - state.next_position
    assert standings.turn(state, names(state, 1)) == [
        "Turn 1, Red's turn.",
        "Red decides which tile to place.",
        f"{left} tiles left in the bag.",
    ]


def test_unseen_tiles_leave_out_what_is_known_and_in_hand() -> None:
    state = table({"Luxor": "9A 10A"}, "1A")
    told = board.unseen(state, ((0, tile("2A")), (1, tile("5A"))), names(state))
    assert told[0] == "103 tiles unseen; 87 of the bag's tiles are not drawn."
    assert told[1] == "Row A: 3, 4, 6 to 8, 11, 12."
    assert told[2] == "Row B: 1 to 12."


def test_the_rules_in_force_name_what_differs_from_the_preset() -> None:
    told = rules_in_words.in_force(replace(CLASSIC, disclosure="open", hand_size=5))
    assert told[-1] == (
        "Differs from the preset classic: tiles in a hand: 5 (preset: 6);"
        " holdings: open (preset: hidden)."
    )
    assert rules_in_words.in_force(EDITION_1999)[-1] == "Nothing differs from the preset 1999."


def test_help_has_words_on_every_topic_and_examples_with_this_tables_chains() -> None:
    for topic in topics():
        assert help_text(topic, CLASSIC)
    assert any("L2 T1" in line for line in help_text("buy", CLASSIC))
    assert any("S2 Z1" in line for line in help_text("buy", EDITION_1999))
    with pytest.raises(Unreadable, match="There is help on answers, place"):
        help_text("cooking", CLASSIC)


def test_last_and_log_speak_of_what_happened() -> None:
    state = two_big_chains()
    heard = place(state, "8A")
    said = names(state)
    assert look(Show("last"), state, said, (), heard)[:3] == [
        "The last tile is 8A, Tower 17.",
        "You placed 8A.",
        "You merged Luxor (size 2) into Tower, now size 17.",
    ]
    assert look(Show("log", (1,)), state, said, (), heard) == [
        "Luxor bonuses: you $2,000 and Sky $1,000."
    ]


# -- all of it ---------------------------------------------------------------------------------

SPOKEN = re.compile(r"""[A-Za-z0-9 .,:;$?()'"%/+-]+""")
TOPICS: tuple[Topic, ...] = (
    "board", "chains", "players", "hand", "bonuses", "me", "standings", "turn", "unseen", "rules",
)  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("disclosure", ["hidden", "open"])
def test_a_whole_game_is_told_in_plain_words_to_everybody(seats: int, disclosure: str) -> None:
    rulebook = OPEN if disclosure == "open" else CLASSIC
    chance = Random(seats)
    state = new_game(rulebook, seats)
    tiles = list(range(rulebook.grid.size))
    chance.shuffle(tiles)
    heard: list[e.Event] = []
    state.listener = heard.append
    told: list[str] = []
    while not state.over:
        wanted = state.waits()
        if wanted:
            told += standings.turn(state, names(state))
            laid = isinstance(wanted, Lay)
            state.deliver(
                [tiles[position] for position in wanted.positions]
                if isinstance(wanted, Lay)
                else [chance.choice(wanted.pool) for _ in range(wanted.count)]
            )
            assert laid or seats == 2
            continue
        seat = state.asking[0]
        hand = {position: tiles[position] for position in state.hands[seat]}
        held = tuple(hand.items())
        question = Question(seat, state.agenda[-1], state, held, state.options(seat, hand))
        lines = questions.asked(question, names(state, seat))
        assert lines[0].startswith(("YOUR TURN", "YOUR DECISION"))
        told += lines
        for reader in (seat, None, (seat + 1) % seats):
            said = names(state, reader, frozenset({1}))
            mine = held if reader == seat else ()
            for topic in TOPICS:
                told += look(Show(topic), state, said, mine, heard)
        what = chance.randrange(rulebook.grid.size)
        told += look(Show("at", (what,)), state, names(state, seat), held)
        told += look(Why(what), state, names(state, seat), held)
        told += look(Show("chain", (what % 7,)), state, names(state, seat), held)
        action = LEVELS["random"](state, seat, hand, chance)
        told.append(actions.promise(action, question, names(state, seat)))
        state.act(seat, action)
    for event in heard:
        told += events.lines(event, names(state, 0))
        told.append(events.sentence(event, names(state, None)))
    told += recap.since(heard, names(state, 1)) + standings.standings(state, names(state))
    told += look(Help(""), state, names(state), ())
    strange = [line for line in set(told) if not SPOKEN.fullmatch(line)]
    assert strange == []


def test_a_hidden_game_never_tells_anothers_cash_or_shares() -> None:
    state = table(
        {"Luxor": "9A 10A", "Tower": "1A 2A"},
        shares=({}, {"Luxor": 13, "Tower": 17}, {}),
        cash=(6000, 4321, 6000),
    )
    told = [
        line
        for topic in TOPICS
        for line in look(Show(topic), state, names(state), ((0, tile("3A")),), ())
    ]
    told += prices.chain(state, LUXOR, names(state)) + asked(ask(state, "3A"))
    assert not [line for line in told if re.search(r"\b(13|17|4,321)\b", line)]
    assert bonuses.stakes(state, LUXOR, names(state), shown=False).endswith("you hold 0")
