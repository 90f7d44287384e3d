"""Choosing a chain to found, to survive, or to be settled first."""

from dataclasses import replace

from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.intents import ChainLetter, Deed, Digit
from acquire_client.tui.choosing.rows import Chooser
from acquire_net.rules.actions import ChooseDefunct, ChooseSurvivor, FoundChain
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.state import State
from tests.client.asking import ask, names, place, run, table

OPEN = replace(CLASSIC, disclosure="open")
LUXOR, TOWER, AMERICAN, FESTIVAL, WORLDWIDE, CONTINENTAL, IMPERIAL = range(7)


def choice(state: State) -> Chooser:
    return chooser_for(ask(state), names(state))


def founding() -> Chooser:
    state = table({"Tower": "1A 2A"}, loose="5E 6E", shares=({"Luxor": 2}, {}, {}))
    place(state, "7E")
    return choice(state)


def test_free_chains_have_their_price_at_the_new_size() -> None:
    chosen = founding()

    assert chosen.title == "FOUND a chain of 3 with 7E"
    assert [(row.label, row.value) for row in chosen.rows][:2] == [
        ("Luxor", "$300"),
        ("American", "$400"),
    ]
    assert chosen.summary == "You get one share free; the bank has 23, you hold 2."
    assert "Tower" not in [row.label for row in chosen.rows]


def test_chain_without_shares_in_the_bank_gives_none_free() -> None:
    state = table({}, loose="5E", shares=({"Luxor": 13}, {"Luxor": 12}, {}))
    place(state, "6E")

    assert choice(state).rows[LUXOR].note == (
        "No share is free, for the bank has none; you hold 13."
    )


def test_chain_is_chosen_by_digit_by_arrow_or_by_letter() -> None:
    chosen = founding()
    assert chosen.ready() == FoundChain(LUXOR)
    chosen.press(Digit(2))
    assert chosen.ready() == FoundChain(AMERICAN)
    chosen.press(Deed.DOWN)
    assert chosen.ready() == FoundChain(FESTIVAL)
    chosen.press(ChainLetter(IMPERIAL))
    assert chosen.ready() == FoundChain(IMPERIAL)
    chosen.press(Deed.CLEAR)
    assert chosen.ready() == FoundChain(LUXOR)


def test_letter_of_a_chain_that_cannot_be_founded_says_why() -> None:
    chosen = founding()

    chosen.press(ChainLetter(TOWER))

    assert chosen.summary == "Tower is on the board already."
    assert chosen.ready() == FoundChain(LUXOR)


def tied() -> State:
    chains = {"Luxor": "3C 4C", "Tower": "6C 7C", "Imperial": "5A 5B"}
    shares = ({"Luxor": 3, "Tower": 1}, {"Luxor": 1}, {"Imperial": 2})
    state = table(chains, shares=shares, rulebook=OPEN)
    place(state, "5C")
    return state


def test_each_survivor_tells_who_would_gain_what() -> None:
    chosen = choice(tied())

    assert [row.label for row in chosen.rows] == ["Luxor", "Tower", "Imperial"]
    assert chosen.rows[0].value == "$600"
    assert chosen.summary == (
        "Luxor becomes 7, $600 a share; you hold 3."
        " Tower vanishes and sells at $200. Tower pays you $3,000."
        " Imperial vanishes and sells at $400. Imperial pays Ox $6,000."
    )


def test_survivor_and_order_are_chosen_one_after_the_other() -> None:
    state = tied()
    chosen = choice(state)
    chosen.press(ChainLetter(IMPERIAL))
    answer = chosen.ready()
    assert answer == ChooseSurvivor(IMPERIAL)

    state.act(state.asking[0], answer)
    order = choice(state)

    assert order.title == "WHICH CHAIN IS SETTLED FIRST?"
    assert [row.label for row in order.rows] == ["Luxor", "Tower"]
    assert order.summary == (
        "You hold 3 Luxor; the bank has 23 Imperial to trade. Luxor pays you $2,000 and Sky $1,000."
    )
    order.press(Deed.DOWN)
    assert order.ready() == ChooseDefunct(TOWER)


def test_hidden_holdings_are_not_told_before_the_survivor_is_known() -> None:
    state = table(
        {"Luxor": "3C 4C", "Tower": "6C 7C"}, shares=({"Luxor": 1}, {"Luxor": 5, "Tower": 4})
    )
    place(state, "5C")
    told = " ".join(row.note for row in choice(state).rows)

    assert "Sky" not in told
    assert "Luxor pays $2,000 for the most shares and $1,000 for the second most" in told


def test_larger_chain_never_stands_for_choice() -> None:
    chains = {"Luxor": "3C 4C", "Tower": "6C 7C", "Imperial": run("A", 5, 5) + " 5B 4A"}
    state = table(chains, shares=({"Luxor": 1, "Tower": 1}, {}), rulebook=OPEN)
    place(state, "5C")
    chosen = choice(state)

    chosen.press(ChainLetter(IMPERIAL))

    assert chosen.summary == "Only the largest can be chosen: Luxor or Tower."
