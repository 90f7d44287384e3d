"""How a game ends: declared or by itself, and what the final count pays."""

from dataclasses import replace

import pytest

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import Buy
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import CountBegan, GameOver, PositionsGiven
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.worth import net_worth, ranking
from tests.pictures import Table, spans, table

FORTY_ONE = "1A-12C 1D-5D"


def test_the_end_may_be_declared_when_every_chain_on_the_board_is_safe() -> None:
    game = table(luxor="1A-11A", tower="1C-11C", hands=["9I", "", ""])

    game.place("9I")
    assert Buy((), end=True) in game.options()
    game.buy(end=True)

    assert game.state.over
    assert game.state.ended_by == "declared"


def test_one_unsafe_chain_forbids_the_end_and_is_named() -> None:
    game = table(luxor="1A-11A", tower="1C-10C", hands=["9I", "", ""])

    game.place("9I")
    with pytest.raises(IllegalAction, match="Tower 10") as refused:
        game.buy(end=True)

    assert refused.value.reason == "END_NOT_ALLOWED"
    assert not game.state.over


def test_a_chain_of_41_allows_the_end_however_small_another_chain_is() -> None:
    game = table(luxor=FORTY_ONE, tower="1I-2I", hands=["9I", "", ""])

    game.place("9I")
    game.buy(end=True)

    assert game.state.over


def test_a_chain_of_40_beside_a_small_one_does_not() -> None:
    game = table(luxor="1A-12C 1D-4D", tower="1I-2I", hands=["9I", "", ""])

    game.place("9I")

    assert not any(isinstance(option, Buy) and option.end for option in game.options())


def test_without_a_chain_the_game_cannot_end() -> None:
    game = table(hands=["9I", "", ""])

    game.place("9I")
    with pytest.raises(IllegalAction, match="no chain is on the board"):
        game.buy(end=True)


def test_the_board_is_judged_after_the_tile() -> None:
    game = table(luxor="1A-10A", hands=["11A", "", ""])

    assert not game.state.may_end()
    game.place("11A")

    assert game.state.may_end()


def test_the_end_is_never_forced() -> None:
    game = table(luxor="1A-12I", hands=["", "", ""])

    game.place_nothing()
    game.buy()

    assert game.asked == (1, "Place")


def test_the_end_can_be_declared_by_who_can_buy_nothing() -> None:
    game = table(luxor="1A-11A", hands=["9I", "9G", ""], cash=0, rulebook=CLASSIC)

    game.place("9I")
    assert list(game.options()) == [Buy(()), Buy((), end=True)]
    game.buy(end=True)

    assert game.state.over


def test_the_last_turn_is_finished_with_its_purchase_but_nothing_is_drawn() -> None:
    game = table(luxor="1A-11A", hands=["9I", "", ""], bag="9E")

    game.place("9I")
    game.buy("Luxor 3", end=True)

    assert game.tiles(0) == ""
    assert not any(isinstance(event, PositionsGiven) for event in game.events)
    assert game.cash()[0] == 6000 - 2100 + 3 * 700 + 10_500


def test_the_final_count_pays_bonuses_and_sells_everything_on_the_board() -> None:
    game = table(
        luxor="1A-11A",
        imperial="1C-12C",
        hands=["9I", "", ""],
        shares={0: "Luxor 5, Tower 9", 1: "Luxor 2, Imperial 4", 2: "Imperial 4, American 1"},
        cash=[100, 0, 50],
    )
    game.place("9I")
    worth = net_worth(game.state)

    game.buy(end=True)

    assert game.cash() == [
        100 + 7000 + 5 * 700,
        3500 + 2 * 700 + 6800 + 4 * 900,  # a tie: $13,500 halved is $6,750, rounded up
        50 + 6800 + 4 * 900,
    ]
    assert game.cash() == list(worth)
    assert game.held(0, "Luxor") == 0
    assert game.bank("Luxor") == 25
    assert game.held(0, "Tower") == 9  # of no chain on the board: worthless


def test_the_count_is_an_event_of_its_own_before_the_money_moves() -> None:
    game = table(luxor="1A-11A", hands=["9I", "", ""], shares={1: "Luxor 1"})

    game.place("9I")
    game.buy(end=True)
    kinds = [type(event).__name__ for event in game.events]

    assert kinds[kinds.index("EndDeclared") :] == [
        "EndDeclared",
        "CountBegan",
        "BonusPaid",
        "StockSold",
        "GameOver",
    ]
    assert CountBegan("declared") in game.events


def test_equal_money_shares_the_win() -> None:
    game = table(luxor="1A-11A", hands=["9I", "", ""], cash=[500, 900, 900])

    game.place("9I")
    game.buy(end=True)

    assert game.events[-1] == GameOver("declared", (500, 900, 900), (Seat(1), Seat(2)))
    assert ranking(game.cash()) == [(1, 1), (1, 2), (3, 0)]


def test_the_game_ends_by_itself_when_all_hands_are_empty() -> None:
    game = table(luxor="1A-2A", hands=["9I", "9G", ""], rulebook=CLASSIC, shares={0: "Luxor 1"})

    game.place("9I")
    game.buy()
    game.place("9G")
    assert not game.state.over
    game.buy()

    assert game.state.ended_by == "all_tiles_played"
    assert game.cash()[0] == 6000 + 3000 + 200


def deadlock(rulebook: Rulebook) -> Table:
    """Two players, seven chains, twelve tiles in hand that would each found an eighth."""
    return table(
        """
        LL.TT.AAA.FF
        ............
        WWWWWW.CCCCC
        ...........C
        ............
        ...........I
        .o..o..o...I
        ...........I
        ...........I
        """,
        hands=["2F 1G 3G 2H 5F 4G", "6G 5H 8F 7G 9G 8H"],
        bag="6A 1I",
        rulebook=rulebook,
    )


def pass_and_buy_nothing(game: Table) -> None:
    game.place_nothing()
    if game.asked and game.asked[1] == "BuyShares":
        game.buy()


@pytest.mark.parametrize("rulebook", [CLASSIC, replace(CLASSIC, ask_always=True)])
def test_a_round_in_which_nobody_places_or_draws_ends_the_game(rulebook: Rulebook) -> None:
    game = deadlock(replace(rulebook, two_player_bank=False))
    assert sorted(game.state.sizes) == sorted([2, 2, 3, 2, 6, 6, 4])

    pass_and_buy_nothing(game)
    assert not game.state.over
    pass_and_buy_nothing(game)

    assert game.state.over
    assert game.state.ended_by == "no_tile_playable_for_a_round"
    assert game.state.next_position < game.state.bag_size


def test_with_the_stalemate_end_off_the_deadlock_goes_on_being_asked() -> None:
    game = deadlock(replace(CLASSIC, stalemate_end=False))

    for turn in range(1, 50):
        assert game.state.turn == turn
        assert game.asked == ((turn - 1) % 2, "Place")
        pass_and_buy_nothing(game)

    assert not game.state.over


def test_with_the_stalemate_end_off_empty_hands_go_on_being_asked() -> None:
    game = table(hands=["9I", ""], rulebook=replace(CLASSIC, stalemate_end=False))

    game.place("9I")
    game.place_nothing()

    assert game.asked == (0, "Place")


def test_a_turn_that_draws_is_not_idle() -> None:
    game = table(
        """
        LL.TT.AAA.FF
        ............
        WWWWWW.CCCCC
        ...........C
        ............
        ...........I
        .o..o..o...I
        ...........I
        ...........I
        """,
        hands=["2F 1G 3G 2H 5F", "6G 5H 8F 7G 9G 8H"],
        bag="4G 1I",
        rulebook=replace(CLASSIC, two_player_bank=False),
    )

    pass_and_buy_nothing(game)  # draws the blocked 4G
    pass_and_buy_nothing(game)
    assert not game.state.over
    pass_and_buy_nothing(game)

    assert game.state.over


def test_a_dead_tile_laid_out_without_a_replacement_does_not_prolong_the_game() -> None:
    game = table(
        tower="1A-11A",
        luxor="1C-11C",
        hands=["6B 7B", "8B"],
        rulebook=replace(CLASSIC, two_player_bank=False),
    )

    game.place_nothing()
    game.buy()
    game.exchange("6B")
    game.place_nothing()
    game.buy()
    game.exchange()

    assert game.state.ended_by == "no_tile_playable_for_a_round"


def test_spans_and_drawings_agree() -> None:
    assert spans("1A-2B 12I") == [0, 1, 12, 13, 107]
