"""Choosing a tile: what each would do is seen before it is placed."""

from dataclasses import replace

from acquire_client.tui.choosing import chooser_ahead, chooser_for
from acquire_client.tui.choosing.intents import Deed, Digit, RowAt, TileAt
from acquire_client.tui.choosing.rows import Chooser
from acquire_net.rules.actions import PassPlacing, PlaceTile
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.state import State
from tests.client.asking import ask, names, run, table

OPEN = replace(CLASSIC, disclosure="open")


def busy() -> State:
    """Luxor 2 and Tower 3 with a gap at 5C; Festival and Imperial safe, a row apart."""
    chains = {
        "Luxor": "3C 4C",
        "Tower": "6C 7C 8C",
        "Festival": run("G", 1, 11),
        "Imperial": run("I", 1, 11),
    }
    shares: tuple[dict[str, int], ...] = ({"Luxor": 3}, {"Luxor": 1}, {})
    return table(chains, loose="1E", shares=shares, rulebook=OPEN)


def choice(state: State, hand: str) -> Chooser:
    return chooser_for(ask(state, hand), names(state))


def named(state: State, chosen: Chooser) -> str:
    assert chosen.focus is not None
    return state.rulebook.grid.name(chosen.focus)


def test_each_tile_tells_what_it_would_do() -> None:
    rows = choice(busy(), "9E 5C 1D 4B 2H 12G").rows
    notes = [row.note for row in rows]

    assert [row.label for row in rows] == ["9E", "5C", "1D", "4B", "2H", "12G"]
    assert notes[0] == "9E: lies alone."
    assert notes[1].startswith("5C: merges Luxor 2 into Tower 3, which becomes 6.")
    assert "you $2,000" in notes[1]
    assert "Sky $1,000" in notes[1]
    assert notes[2] == "1D: founds a chain of 2."
    assert notes[3] == "4B: grows Luxor to 3."
    assert notes[4] == "2H: dead: between the safe chains Festival and Imperial."
    assert [row.enabled for row in rows] == [True, True, True, True, False, True]


def test_a_merger_asks_once_more_and_a_lone_tile_does_not() -> None:
    chosen = choice(busy(), "9E 5C")
    assert not chosen.twice

    chosen.press(Digit(2))

    assert chosen.twice
    assert chosen.title == "PLACE a tile"


def test_choice_begins_at_the_first_tile_that_can_be_placed() -> None:
    state = busy()

    assert named(state, choice(state, "2H 4H 9E")) == "9E"


def test_dead_tile_can_be_looked_at_but_not_placed() -> None:
    chosen = choice(busy(), "9E 2H")

    chosen.press(Digit(2))

    assert chosen.summary == "2H: dead: between the safe chains Festival and Imperial."
    assert chosen.ready() == "2H is dead: it would merge two safe chains."


def test_arrows_go_where_the_tiles_lie_and_around_the_edge() -> None:
    state = busy()
    chosen = choice(state, "9E 5C 1D 4B")
    seen = []
    for deed in (Deed.RIGHT, Deed.RIGHT, Deed.RIGHT, Deed.LEFT, Deed.UP, Deed.DOWN, Deed.DOWN):
        chosen.press(deed)
        seen.append(named(state, chosen))

    assert seen == ["1D", "4B", "5C", "4B", "9E", "4B", "5C"]


def test_n_goes_on_and_a_click_goes_to_its_tile() -> None:
    state = busy()
    chosen = choice(state, "9E 5C 1D")
    chosen.press(Deed.NEXT)
    assert named(state, chosen) == "5C"

    chosen.press(TileAt(state.rulebook.grid.tile("1D")))
    assert named(state, chosen) == "1D"

    chosen.press(RowAt(0))
    assert named(state, chosen) == "9E"


def test_click_on_a_square_of_nobodys_tile_says_so() -> None:
    state = busy()
    chosen = choice(state, "9E 5C")

    chosen.press(TileAt(state.rulebook.grid.tile("12A")))

    assert chosen.summary == "You do not hold 12A."
    assert named(state, chosen) == "9E"


def test_a_number_beyond_the_hand_says_how_far_it_goes() -> None:
    chosen = choice(busy(), "9E 5C")

    chosen.press(Digit(7))
    assert chosen.summary == "Choose a number from 1 to 2."

    chosen.press(Digit(2))
    assert chosen.summary.startswith("5C: merges")


def test_hand_that_cannot_be_placed_is_shown_after_a_warning() -> None:
    state = busy()
    chosen = choice(state, "2H 4H 5H 6H 7H 8H")

    assert chosen.title == "NO TILE of yours can be placed"
    assert chosen.summary.startswith("Enter shows your tiles to everyone.")
    assert all("dead" in row.note for row in chosen.rows)
    assert isinstance(chosen.ready(), PassPlacing)

    chosen.press(Deed.NEXT)
    assert chosen.summary.startswith("4H: dead")
    chosen.press(Deed.CLEAR)
    assert chosen.summary.startswith("Enter shows")


def test_tile_chosen_ahead_is_where_the_turn_begins() -> None:
    state = busy()
    question = ask(state, "9E 5C 1D")
    ahead = chooser_ahead(state, question.hand, names(state))
    assert ahead.wish is None
    assert ahead.focus is None

    ahead.press(Digit(3))
    assert ahead.ready() == "1D waits for your turn: Enter places it then."

    chosen = chooser_for(question, names(state), ahead.wish)
    assert chosen.ready() == PlaceTile(*question.hand[2])


def test_what_was_chosen_ahead_can_be_taken_back_and_lives_through_a_draw() -> None:
    state = busy()
    hand = ask(state, "9E 5C 1D").hand
    ahead = chooser_ahead(state, hand[:2], names(state))
    ahead.press(Deed.RIGHT)
    assert ahead.wish == hand[0][1], "the first key chooses the tile in focus"

    drawn = chooser_ahead(state, hand, names(state), ahead.wish)
    assert drawn.wish == ahead.wish

    drawn.press(Deed.CLEAR)
    assert drawn.wish is None
    assert drawn.ready() == "It is not your decision now."


def test_wish_that_left_the_hand_is_forgotten() -> None:
    state = busy()
    question = ask(state, "9E 5C")
    gone = state.rulebook.grid.tile("12A")

    assert chooser_ahead(state, question.hand, names(state), gone).wish is None
    assert named(state, chooser_for(question, names(state), gone)) == "9E"


def test_a_tenth_tile_is_reached_by_arrows() -> None:
    many = replace(OPEN, hand_size=12)
    state = table({}, rulebook=many)
    chosen = choice(state, run("E", 1, 12))

    for _ in range(11):
        chosen.press(Deed.MORE)

    assert named(state, chosen) == "12E"
