"""Looking back: every turn as it ended."""

from acquire_client.tui.pages import review
from acquire_client.words.names import Names
from acquire_net.replica import Replica
from acquire_net.rules.events import SharesBought, TurnBegan
from tests.tables import NAMES, Game


def test_every_turn_is_shown_with_the_money_and_the_log_of_its_end() -> None:
    game = Game(3, 2).run()
    header = game.table.replica.header_line
    moments = [*review.moments(header, game.table.entries, Names(game.rulebook, NAMES[:3]))]
    replica, cash = Replica(header, trusting=True), dict[int, tuple[int, ...]]()
    for entry in game.table.entries:
        for event in replica.fold(entry):
            if isinstance(event, TurnBegan):
                cash[event.turn - 1] = tuple(replica.state.cash)

    assert [moment.turn for moment in moments] == [*range(replica.state.turn + 1)]
    assert {moment.turn: tuple(moment.state.cash) for moment in moments[:-1]} == cash
    assert moments[-1].state.over


def test_what_the_last_tile_changed_is_marked_in_every_turn() -> None:
    game = Game(3, 2).run(lambda game: game.table.replica.state.turn > 10)
    header = game.table.replica.header_line
    moments = [*review.moments(header, game.table.entries, Names(game.rulebook, NAMES[:3]))]

    for moment in moments[1:-1]:
        assert moment.state.last_tile in moment.fresh


def test_a_purchase_is_in_the_picture_of_its_own_turn() -> None:
    game = Game(3, 2).run(lambda game: game.table.replica.state.turn > 10)
    header = game.table.replica.header_line
    bought = dict[int, int]()
    replica = Replica(header, trusting=True)
    turn = 0
    for entry in game.table.entries:
        for event in replica.fold(entry):
            turn = event.turn if isinstance(event, TurnBegan) else turn
            if isinstance(event, SharesBought) and event.cost:
                bought[turn] = event.seat
    moments = {
        moment.turn: moment
        for moment in review.moments(header, game.table.entries, Names(game.rulebook, NAMES[:3]))
    }

    assert bought
    for turn, seat in bought.items():
        before, after = moments[turn - 1].state, moments[turn].state
        assert after.shares[seat * 7 :] != before.shares[seat * 7 :]
