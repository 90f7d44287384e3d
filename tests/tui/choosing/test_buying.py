"""Choosing what to buy, and the end of the game."""

from collections.abc import Sequence

from acquire_client.question import Question
from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.intents import ChainLetter, Deed, Digit, RowAt
from acquire_client.tui.choosing.rows import Chooser
from acquire_net.rules.actions import Buy
from tests.client.asking import ask, names, place, run, table

LUXOR, TOWER, AMERICAN, FESTIVAL, WORLDWIDE, CONTINENTAL, IMPERIAL = range(7)


def asked(cash: Sequence[int] = (6000, 6000, 6000), tower: int = 0) -> Question:
    """Luxor of 2 at $200, Tower of 3 at $300, Imperial of 2 at $400."""
    chains = {"Luxor": "1A 2A", "Tower": "1C 2C 3C", "Imperial": "1E 2E"}
    state = table(chains, shares=({"Luxor": 1}, {"Tower": tower}, {}), cash=cash)
    place(state, "12I")
    return ask(state)


def choice(question: Question) -> Chooser:
    return chooser_for(question, names(question.state))


def test_shares_price_and_what_is_left_are_told_as_one_chooses() -> None:
    chosen = choice(asked())
    for intent in (Deed.MORE, Deed.MORE, Digit(3), Deed.MORE):
        chosen.press(intent)

    assert chosen.title == "BUY up to 3 shares"
    assert [(row.label, row.value) for row in chosen.rows] == [
        ("Luxor", "2"),
        ("Tower", "0"),
        ("Imperial", "1"),
        ("End the game", "no"),
    ]
    assert chosen.rows[0].note == "$200 a share; the bank then has 22, you hold 3."
    assert chosen.summary == "Buy 2 Luxor and 1 Imperial for $800. You keep $5,200."
    assert chosen.ready() == Buy(((LUXOR, 2), (IMPERIAL, 1)))
    assert not chosen.twice


def test_a_fourth_share_says_why_not() -> None:
    chosen = choice(asked())
    for _ in range(4):
        chosen.press(ChainLetter(TOWER))

    assert chosen.summary == "At most 3 shares a turn."
    assert chosen.ready() == Buy(((TOWER, 3),))


def test_too_dear_a_share_and_one_the_bank_lacks_say_why_not() -> None:
    chosen = choice(asked(cash=(500, 6000, 6000), tower=25))
    chosen.press(ChainLetter(IMPERIAL))
    chosen.press(ChainLetter(LUXOR))
    assert chosen.summary == "That costs $600; you have $500."

    chosen.press(ChainLetter(TOWER))
    assert chosen.summary == "The bank has 0 Tower left."
    assert [row.enabled for row in chosen.rows] == [False, False, True, False]
    assert chosen.ready() == Buy(((IMPERIAL, 1),))


def test_letter_of_a_chain_that_is_not_there_says_so() -> None:
    chosen = choice(asked())

    chosen.press(ChainLetter(FESTIVAL))

    assert chosen.summary == "Festival is not on the board."
    assert chosen.ready() == Buy(())


def test_nought_buys_nothing_home_none_of_a_row_and_end_as_many_as_can_be() -> None:
    chosen = choice(asked(cash=(1000, 0, 0)))
    chosen.press(ChainLetter(LUXOR))
    chosen.press(ChainLetter(TOWER))
    chosen.press(Deed.LEAST)
    assert chosen.ready() == Buy(((LUXOR, 1),))

    chosen.press(ChainLetter(IMPERIAL))
    chosen.press(Deed.MOST)
    assert chosen.ready() == Buy(((LUXOR, 1), (IMPERIAL, 2)))
    assert chosen.summary == "Buy 1 Luxor and 2 Imperial for $1,000. You keep $0."

    chosen.press(Digit(0))
    assert chosen.ready() == Buy(())
    assert chosen.summary == "Buy nothing. You have $1,000."


def test_a_click_on_a_row_buys_one_of_it() -> None:
    chosen = choice(asked())
    chosen.press(RowAt(1))
    chosen.press(RowAt(1))
    chosen.press(RowAt(9))

    assert chosen.ready() == Buy(((TOWER, 2),))


def test_the_end_says_why_not_yet() -> None:
    chosen = choice(asked())
    reason = (
        "The game cannot end yet: not safe at 11: Luxor 2, Tower 3, Imperial 2;"
        " and no chain has 41 tiles."
    )
    assert chosen.rows[-1].note == reason
    assert not chosen.rows[-1].enabled

    for intent in (Deed.FINISH, RowAt(3), Deed.MORE):
        chosen.press(intent)
        assert chosen.summary == reason
        assert chosen.ready() == Buy(())


def test_the_end_is_declared_with_the_purchase_and_asks_once_more() -> None:
    state = table({"Luxor": run("A", 1, 11)}, shares=({"Luxor": 1}, {}, {}))
    place(state, "12I")
    chosen = choice(ask(state))
    chosen.press(Deed.MORE)
    chosen.press(Deed.FINISH)

    assert chosen.twice
    assert chosen.rows[-1].value == "yes"
    assert chosen.summary == "Buy 1 Luxor for $700 and end the game. You keep $5,300."
    assert chosen.ready() == Buy(((LUXOR, 1),), end=True)

    chosen.press(Deed.FINISH)
    assert chosen.ready() == Buy(((LUXOR, 1),))
    chosen.press(Digit(2))
    chosen.press(Deed.RIGHT)
    assert chosen.ready() == Buy(((LUXOR, 1),), end=True)
    chosen.press(Deed.CLEAR)
    assert chosen.ready() == Buy(())


def test_who_can_buy_nothing_is_told_so() -> None:
    state = table({"Luxor": run("A", 1, 11)}, shares=({}, {}), cash=(100, 100))
    place(state, "12I")
    chosen = choice(ask(state))

    assert chosen.title == "NOTHING you can buy"
    assert chosen.ready() == Buy(())
