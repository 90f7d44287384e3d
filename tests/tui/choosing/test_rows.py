"""A plain list: one of several, by number or by arrows."""

from acquire_client.tui.choosing.intents import ChainLetter, Deed, Digit, RowAt, TileAt
from acquire_client.tui.choosing.rows import Menu, Row

LEAVING = (
    Row("keep hosting", note="Others play on."),
    Row("save and stop", note="Everybody can go on another day."),
    Row("abandon", note="Not everybody is here.", enabled=False),
)


def test_row_is_chosen_by_number_or_arrows() -> None:
    menu = Menu("What becomes of the table?", LEAVING)
    assert menu.ready() == 0
    menu.press(Digit(2))
    assert menu.ready() == 1
    menu.press(Deed.UP)
    assert menu.ready() == 0
    menu.press(RowAt(1))
    assert menu.summary == "Everybody can go on another day."


def test_arrows_go_around_the_ends() -> None:
    menu = Menu("What becomes of the table?", LEAVING)
    menu.press(Deed.UP)
    assert menu.cursor == 2
    menu.press(Deed.DOWN)
    assert menu.cursor == 0


def test_row_that_cannot_be_chosen_says_why() -> None:
    menu = Menu("What becomes of the table?", LEAVING)
    menu.press(Deed.MOST)

    assert menu.ready() == "Not everybody is here."


def test_what_means_nothing_in_a_list_changes_nothing() -> None:
    menu = Menu("What becomes of the table?", LEAVING, cursor=1)
    for intent in (ChainLetter(0), TileAt(5), RowAt(9), Deed.FINISH, Deed.HELP):
        menu.press(intent)

    assert menu.ready() == 1


def test_empty_list_has_nothing_to_choose() -> None:
    menu = Menu("Games on this network", ())
    menu.press(Deed.DOWN)
    menu.press(Digit(1))

    assert menu.ready() == "There is nothing to choose."
    assert not menu.summary
