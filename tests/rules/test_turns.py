"""A turn: place, buy, draw; what must be done, what is silent, and what only looks possible."""

from dataclasses import replace

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseSurvivor,
    FoundChain,
    PassPlacing,
    PlaceTile,
)
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import HandShown
from acquire_net.rules.rulebook import Seat
from tests.pictures import table
from tests.rules.test_dead_tiles import BLOCKED, SAFE


def test_a_turn_is_place_buy_draw_and_then_the_next_seat() -> None:
    game = table(hands=["9I", "9G", "9E"], bag="1A", first=1)

    assert game.asked == (1, "Place")
    game.place("9G")
    assert game.asked == (1, "BuyShares")
    game.buy()

    assert game.tiles(1) == "1A"
    assert game.asked == (2, "Place")
    game.place("9E")
    game.buy()
    assert game.asked == (0, "Place")


def test_whoever_can_place_a_tile_must() -> None:
    game = table(SAFE, hands=["6B 9I", "", ""])

    with pytest.raises(IllegalAction, match="9I is playable") as refused:
        game.place_nothing()

    assert refused.value.reason == "TILE_PLAYABLE"


def test_whoever_places_nothing_shows_the_whole_hand() -> None:
    game = table(SAFE, hands=["6B 7B", "", ""])

    for shown in ((), ((0, 17),), ((1, 18), (0, 17))):
        with pytest.raises(IllegalAction) as refused:
            game.act(PassPlacing(shown))
        assert refused.value.reason == "HAND_NOT_SHOWN"
    game.place_nothing()

    assert HandShown(Seat(0), ((0, 17), (1, 18))) in game.events
    assert game.state.face_up == {0: 17, 1: 18}
    assert game.tiles(0) == "6B 7B"


def test_a_shown_tile_may_be_placed_later_and_nothing_else_from_its_position() -> None:
    game = table(BLOCKED, hands=["6I", "3A", ""])

    game.place_nothing()
    game.buy()
    game.place("3A")
    game.survivor("Luxor")
    game.buy()
    game.place_nothing()
    game.buy()
    position, _ = next(iter(game.hand(0).items()))
    with pytest.raises(IllegalAction) as refused:
        game.act(PlaceTile(position, game.state.rulebook.grid.tile("9A")))
    assert refused.value.reason == "OPENING_WRONG"
    game.place("6I")
    game.found("Tower")

    assert game.owner("6I") == "Tower"
    assert game.state.face_up == {}


def test_a_tile_of_another_hand_or_of_the_bag_cannot_be_placed() -> None:
    game = table(hands=["9I", "9G", ""], bag="1A")

    for tile in ("9G", "1A"):
        with pytest.raises(IllegalAction) as refused:
            game.place(tile)
        assert refused.value.reason == "TILE_NOT_HELD"


def test_a_tile_that_everybody_has_seen_cannot_come_out_of_a_hand() -> None:
    game = table(hands=["9I", "9G", ""], loose="1A")

    with pytest.raises(IllegalAction, match="1A has been seen") as refused:
        game.act(PlaceTile(0, 0))

    assert refused.value.reason == "OPENING_WRONG"


def test_two_positions_cannot_hold_the_same_tile() -> None:
    game = table(SAFE, hands=["6B 7B", "", ""])

    with pytest.raises(IllegalAction, match="6B has been seen") as refused:
        game.act(PassPlacing(((0, 17), (1, 17))))

    assert refused.value.reason == "OPENING_WRONG"


@pytest.mark.parametrize(
    ("position", "tile"), [(-1, 0), (-2, 104), (2, 0), (300, 0), (0, 108), (0, -1), (0, 300)]
)
def test_positions_and_tiles_that_do_not_exist_are_refused(position: int, tile: int) -> None:
    game = table(hands=["9I", "9G", ""])
    before = game.state.copy()

    with pytest.raises(IllegalAction):
        game.act(PlaceTile(position, tile))

    assert game.state == before


@pytest.mark.parametrize("action", [Buy(()), FoundChain(0), ChooseSurvivor(0), PassPlacing(())])
def test_only_what_is_asked_may_be_answered(action: Action) -> None:
    game = table(hands=["9I", "9G", ""])
    before = game.state.copy()

    with pytest.raises(IllegalAction):
        game.act(action)

    assert game.state == before


def test_nobody_plays_out_of_turn() -> None:
    game = table(hands=["9I", "9G", ""])

    with pytest.raises(IllegalAction) as refused:
        game.act(game.placing("9G"), seat=1)

    assert refused.value.reason == "NOT_ASKED"


def test_nothing_can_be_done_after_the_game() -> None:
    game = table(luxor="1A-11A", hands=["9I", "9G", ""])
    game.place("9I")
    game.buy(end=True)

    with pytest.raises(IllegalAction) as refused:
        game.act(Buy(()), seat=0)

    assert refused.value.reason == "GAME_OVER"


def test_the_hand_is_drawn_back_to_six() -> None:
    game = table(hands=["9I 9H", "9G", ""], bag="1A 3A 5A 7A 9A 11A 1C")

    game.place("9I")
    game.buy()

    assert game.tiles(0) == "9H 1A 3A 5A 7A 9A"


def test_hand_size_is_an_option() -> None:
    game = table(
        hands=["9I 9H", "9G", ""], bag="1A 3A 5A 7A 9A", rulebook=replace(CLASSIC, hand_size=3)
    )

    game.place("9I")

    assert game.tiles(0) == "9H 1A 3A"


def test_with_an_empty_bag_play_goes_on_without_drawing() -> None:
    game = table(hands=["9I 9G", "9E", "9C"], rulebook=CLASSIC)

    game.place("9I")

    assert game.tiles(0) == "9G"
    assert game.asked == (1, "Place")


def test_an_empty_hand_is_not_asked_to_place() -> None:
    game = table(hands=["9I", "", "9C"], rulebook=CLASSIC)

    game.place("9I")

    assert game.asked == (2, "Place")


def test_an_empty_hand_may_still_buy() -> None:
    game = table(hands=["9I", "", "9C"], luxor="1A-2A", rulebook=CLASSIC)

    game.place("9I")
    game.buy()
    assert game.asked == (1, "BuyShares")
    game.buy("Luxor 3")

    assert game.held(1, "Luxor") == 3
