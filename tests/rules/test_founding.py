"""Founding: when a tile founds, what it takes in, and the founder's share."""

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import FoundChain
from acquire_net.rules.board import Fate
from tests.pictures import drawing, table

SEVEN = """
LL.TT.AA.FF.
............
WW.CC.II....
"""


def test_a_tile_beside_a_loose_one_founds_the_chain_its_player_names() -> None:
    game = table(loose="5E", hands=["6E", "", ""])

    game.place("6E")
    assert game.asked == (0, "Found")
    assert set(game.options()) == {FoundChain(chain) for chain in range(7)}
    game.found("Imperial")

    assert game.size("Imperial") == 2
    assert game.price("Imperial") == 400
    assert game.owner("5E") == game.owner("6E") == "Imperial"


def test_the_founder_gets_one_free_share() -> None:
    game = table(loose="5E", hands=["6E", "", ""])

    game.place("6E")
    game.found("Tower")

    assert game.held(0, "Tower") == 1
    assert game.bank("Tower") == 24
    assert game.cash() == [6000, 6000, 6000]


def test_a_founder_gets_neither_share_nor_money_when_the_bank_has_none() -> None:
    game = table(loose="5E", hands=["6E", "", ""], shares={1: "Tower 13", 2: "Tower 12"})

    game.place("6E")
    game.found("Tower")

    assert game.held(0, "Tower") == 0
    assert game.bank("Tower") == 0
    assert game.cash()[0] == 6000


def test_founding_takes_in_every_loose_tile_that_hangs_together() -> None:
    game = table(loose="5E 4E 4D 5F 9I", hands=["6E", "", ""])

    game.place("6E")
    game.found("Luxor")

    assert game.size("Luxor") == 5
    assert drawing(game.state)[3:6] == ["...L........", "...LLL......", "....L......."]
    assert game.owner("9I") is None


def test_a_tile_that_touches_only_a_corner_stays_loose() -> None:
    game = table(loose="5E", hands=["6F", "", ""])

    game.place("6F")

    assert game.chains() == set()
    assert game.asked == (0, "BuyShares")


@pytest.mark.parametrize(
    ("loose", "tile"), [("12B", "12A"), ("1A", "2A"), ("1A", "1B"), ("12H", "12I"), ("2I", "1I")]
)
def test_founding_works_at_edges_and_corners(loose: str, tile: str) -> None:
    game = table(loose=loose, hands=[tile, "", ""])

    game.place(tile)
    game.found("Festival")

    assert game.size("Festival") == 2


def test_tile_1a_is_a_tile_like_any_other() -> None:
    game = table(loose="2A", hands=["1A", "", ""])

    game.place("1A")
    assert game.state.last_tile == 0
    game.found("American")

    assert game.owner("1A") == "American"


def test_a_chain_on_the_board_cannot_be_founded_again() -> None:
    game = table(loose="5E", luxor="1A-2A", hands=["6E", "", ""])

    game.place("6E")
    with pytest.raises(IllegalAction, match="Luxor is on the board") as refused:
        game.found("Luxor")

    assert refused.value.reason == "CHAIN_NOT_FREE"
    assert game.asked == (0, "Found")


def test_an_eighth_chain_is_blocked_but_seven_may_still_grow() -> None:
    game = table(SEVEN, loose="5I", hands=["6I 3A", "", ""])

    assert game.fate("6I") is Fate.BLOCKED
    with pytest.raises(IllegalAction, match="6I is blocked") as refused:
        game.place("6I")
    assert refused.value.reason == "TILE_BLOCKED"
    assert game.fate("3C") is Fate.MERGE
    assert game.fate("9A") is Fate.MERGE
    assert game.fate("1B") is Fate.MERGE
    assert game.fate("12A") is Fate.GROW


def test_a_blocked_tile_is_playable_again_when_a_chain_has_vanished() -> None:
    game = table(SEVEN, loose="5I", hands=["3A", "6I", ""])

    game.place("3A")
    game.survivor("Luxor")
    game.buy()
    assert game.fate("6I") is Fate.FOUND
    game.place("6I")
    game.found("Tower")

    assert game.size("Tower") == 2


def test_shares_held_of_a_vanished_chain_count_again_when_it_is_founded() -> None:
    game = table(loose="5E", hands=["6E", "", ""], shares={0: "Luxor 4"})

    game.place("6E")
    game.found("Luxor")

    assert game.held(0, "Luxor") == 5
    assert game.bank("Luxor") == 20
