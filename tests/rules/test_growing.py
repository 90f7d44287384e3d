"""Growing: what joins a chain, and when it becomes safe."""

import pytest

from acquire_net.rules.events import ChainSafe
from tests.pictures import table


def test_a_chain_grows_by_the_tile_beside_it_and_its_price_follows() -> None:
    game = table(american="1A-2A", hands=["3A", "", ""])

    game.place("3A")

    assert game.size("American") == 3
    assert game.price("American") == 400


def test_loose_tiles_beside_the_tile_and_theirs_join_too() -> None:
    game = table(luxor="1A-2A", loose="4A 5A 5B 3B 9I", hands=["3A", "", ""])

    game.place("3A")

    assert game.size("Luxor") == 7
    assert game.owner("5B") == "Luxor"
    assert game.owner("9I") is None


def test_growing_gives_nobody_a_share() -> None:
    game = table(luxor="1A-2A", hands=["3A", "", ""])

    game.place("3A")

    assert game.bank("Luxor") == 25


@pytest.mark.parametrize(("tiles", "safe"), [("1A-9A", False), ("1A-10A", True)])
def test_a_chain_is_safe_at_once_at_eleven(tiles: str, safe: bool) -> None:
    last = "10A" if tiles == "1A-9A" else "11A"
    game = table(luxor=tiles, hands=[last, "", ""])

    game.place(last)

    assert any(isinstance(event, ChainSafe) for event in game.events) is safe
    assert bool(game.state.safe) is safe


def test_becoming_safe_is_told_once() -> None:
    game = table(luxor="1A-10A", hands=["11A", "", ""], bag="12A", shares={1: "Luxor 1"})

    game.place("11A")
    game.buy()

    assert [event for event in game.events if isinstance(event, ChainSafe)] == [ChainSafe(0, 11)]
