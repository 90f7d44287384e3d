"""Choosing what becomes of shares of a vanishing chain."""

from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.intents import Deed, Digit, RowAt
from acquire_client.tui.choosing.rows import Chooser
from acquire_net.rules.actions import Dispose
from tests.client.asking import ask, names, place, table


def disposing(luxor: int, others_tower: int = 0) -> Chooser:
    """Luxor, of 2 at $200, vanishes into Tower, of 6 then, at $600."""
    shares: tuple[dict[str, int], ...] = ({"Luxor": luxor}, {"Tower": others_tower}, {})
    state = table({"Luxor": "3C 4C", "Tower": "6C 7C 8C"}, shares=shares)
    place(state, "5C")
    return chooser_for(ask(state), names(state))


def test_rows_tell_the_value_of_each_part() -> None:
    chosen = disposing(7)
    for intent in (Deed.MORE, Deed.MORE, Digit(2), Deed.MORE, Deed.MORE):
        chosen.press(intent)

    assert chosen.title == "SELL, TRADE or KEEP 7 Luxor, which vanish into Tower"
    assert [(row.label, row.value) for row in chosen.rows] == [
        ("Sell", "2"),
        ("Trade", "4"),
        ("Keep", "1"),
    ]
    assert [row.note for row in chosen.rows] == [
        "At $200 each they bring $400.",
        "Two give one Tower: you get 2, worth $1,200; the bank then has 23.",
        "They count only if Luxor is founded again.",
    ]
    assert chosen.summary == (
        "Sell 2 Luxor for $400, trade 4 Luxor for 2 Tower (worth $1,200) and keep 1 Luxor."
        " Together that is $1,600."
    )
    assert chosen.ready() == Dispose(2, 4)
    assert chosen.twice


def test_nothing_is_sold_or_traded_until_somebody_says_so() -> None:
    assert disposing(5).ready() == Dispose(0, 0)


def test_more_than_the_bank_has_is_not_traded() -> None:
    chosen = disposing(8, others_tower=24)
    chosen.press(Digit(2))
    chosen.press(Deed.MORE)
    chosen.press(Deed.MORE)

    assert chosen.summary == "The bank has 1 Tower left to trade."
    assert chosen.ready() == Dispose(0, 2)


def test_trade_says_why_there_is_none() -> None:
    (_, alone, _), (_, bankless, _) = disposing(1).rows, disposing(4, others_tower=25).rows

    assert not alone.enabled
    assert alone.note == "One share alone cannot be traded."
    assert not bankless.enabled
    assert bankless.note == "The bank has no Tower left to trade for."


def test_all_of_a_row_takes_from_the_others() -> None:
    chosen = disposing(5)
    chosen.press(Deed.MOST)
    assert chosen.ready() == Dispose(5, 0)
    chosen.press(Digit(2))
    chosen.press(Deed.MOST)
    assert chosen.ready() == Dispose(1, 4)
    chosen.press(Digit(3))
    chosen.press(Deed.MOST)
    assert chosen.ready() == Dispose(0, 0)
    chosen.press(Deed.LEAST)
    assert chosen.ready() == Dispose(5, 0), "what is not kept is sold"


def test_keeping_one_more_takes_from_sales_first_then_from_trades() -> None:
    chosen = disposing(5)
    chosen.press(Deed.MORE)
    chosen.press(Digit(2))
    chosen.press(Deed.MORE)
    chosen.press(Digit(3))

    chosen.press(Deed.MORE)
    assert chosen.ready() == Dispose(0, 2)
    chosen.press(Deed.MORE)
    assert chosen.ready() == Dispose(0, 0)
    chosen.press(Deed.LESS)
    assert chosen.ready() == Dispose(1, 0)


def test_nought_and_home_give_none_of_the_row_and_esc_keeps_all() -> None:
    chosen = disposing(6)
    chosen.press(Deed.MOST)
    chosen.press(Digit(0))
    assert chosen.ready() == Dispose(0, 0)

    chosen.press(RowAt(1))
    assert chosen.ready() == Dispose(0, 2), "a click trades two"
    chosen.press(Deed.CLEAR)
    assert chosen.ready() == Dispose(0, 0)


def test_no_more_is_sold_than_is_held() -> None:
    chosen = disposing(1)
    chosen.press(Deed.MORE)
    chosen.press(Deed.MORE)

    assert chosen.summary == "You hold 1 of these shares."
    assert chosen.ready() == Dispose(1, 0)
    chosen.press(Deed.LESS)
    chosen.press(Deed.LESS)
    assert chosen.ready() == Dispose(0, 0)
