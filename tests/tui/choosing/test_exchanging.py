"""Choosing which dead tiles are laid out."""

from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.intents import Deed, Digit, RowAt, TileAt
from acquire_client.tui.choosing.rows import Chooser
from acquire_net.rules.actions import Buy, ExchangeDead
from tests.client.asking import answer, ask, names, place, run, table


def exchanging(hand: str, bag_size: int | None = None) -> Chooser:
    """Festival and Imperial are safe, and row H between them is dead."""
    chains = {"Festival": run("G", 1, 11), "Imperial": run("I", 1, 11)}
    state = table(chains, bag_size=bag_size)
    place(state, "1A")
    answer(state, Buy(()))
    return chooser_for(ask(state, hand), names(state))


def out(chosen: Chooser) -> int:
    answer = chosen.ready()
    assert isinstance(answer, ExchangeDead)
    return len(answer.shown)


def test_only_dead_tiles_are_rows_and_all_are_out_at_first() -> None:
    chosen = exchanging("2H 5E 4H")

    assert [(row.label, row.value) for row in chosen.rows] == [("2H", "out"), ("4H", "out")]
    assert chosen.rows[0].note == "2H: dead: between the safe chains Festival and Imperial."
    assert chosen.summary == "Lay out 2H and 4H. You draw 2 tiles."
    assert out(chosen) == 2


def test_tiles_are_kept_by_digit_sign_or_click() -> None:
    chosen = exchanging("2H 4H 6H")
    chosen.press(Digit(2))
    assert [row.value for row in chosen.rows] == ["out", "kept", "out"]
    chosen.press(Deed.MORE)
    assert out(chosen) == 3
    chosen.press(Deed.LESS)
    chosen.press(RowAt(0))
    chosen.press(TileAt(chosen.focus or 0))

    assert [row.value for row in chosen.rows] == ["out", "kept", "out"]


def test_none_all_and_back_to_the_beginning() -> None:
    chosen = exchanging("2H 4H")
    chosen.press(Digit(0))
    assert chosen.summary == "Lay out nothing."
    assert out(chosen) == 0
    chosen.press(Deed.MOST)
    assert out(chosen) == 2
    chosen.press(Deed.LEAST)
    chosen.press(Deed.CLEAR)
    assert out(chosen) == 2


def test_empty_bag_replaces_nothing_and_says_so() -> None:
    chosen = exchanging("2H 4H", bag_size=18)

    assert chosen.summary == "Lay out 2H and 4H. The bag is empty: nothing replaces them."


def test_hand_without_a_dead_tile_has_nothing_to_choose() -> None:
    chosen = exchanging("5E")

    assert chosen.title == "NO DEAD TILES in your hand"
    assert chosen.ready() == ExchangeDead(())
