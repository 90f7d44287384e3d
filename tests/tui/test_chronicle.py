"""The log of the screen: deeds turn by turn, and what was said in between."""

from functools import partial

from acquire_client.tui.chronicle import Chronicle
from acquire_client.words.names import Names
from acquire_net.rules.events import TurnBegan
from acquire_net.rules.rulebook import Seat
from tests.games import moments
from tests.short import SHORT


def test_what_is_said_stays_in_its_turn_after_the_deeds() -> None:
    chronicle = Chronicle(Names(SHORT, ("Red", "Sky"), 0))
    games = moments(SHORT, 2, 1, partial(chronicle.add, hand={}))
    while next(games).state.turn < 2:
        pass
    chronicle.say("Sky says: hello")
    while next(games).state.turn < 3:
        pass

    turn = [told.text for told in chronicle.told if told.turn == 2]
    assert turn[-1] == "Sky says: hello"
    assert len(turn) > 1
    assert [told.text for told in chronicle.told].count("Sky says: hello") == 1


def test_what_is_said_before_the_first_turn_is_kept() -> None:
    chronicle = Chronicle(Names(SHORT, ("Red", "Sky"), 0))
    chronicle.say("Sky says: hello")
    chronicle.add(TurnBegan(1, Seat(0)), {})

    assert [(told.turn, told.text) for told in chronicle.told] == [(0, "Sky says: hello")]
