"""Whether a story has every move of its ledger, with the engine's own numbers."""

from collections.abc import Callable
from itertools import takewhile

import pytest

from acquire_client.report.story import Outcome, Story, seat_of, story
from acquire_net.audit import Playback, Status, Step
from acquire_net.ledger import bodies
from acquire_net.rules.events import GameOver, PositionsGiven, TurnBegan
from acquire_net.rules.worth import net_worth
from tests.report import games
from tests.short import BROKE, FEW_CHAINS, short
from tests.tables import secrets_of

LEDGERS: dict[str, Callable[[], bytes]] = {
    "four": games.four,
    "two": games.two,
    "few chains": lambda: short(3, 2, FEW_CHAINS).ledger(),
    "broke": lambda: short(4, 1, BROKE).ledger(),
}


@pytest.fixture(params=sorted(LEDGERS))
def ledger(request: pytest.FixtureRequest) -> bytes:
    return LEDGERS[request.param]()


def test_every_event_of_the_ledger_is_told_once_and_in_order(ledger: bytes) -> None:
    happened = [event for step in Playback(ledger) for event in step.events]
    told = [event for move in story(ledger).moves for event in move.events]

    assert told == [one for one in happened if not isinstance(one, TurnBegan | PositionsGiven)]
    assert isinstance(told[-1], GameOver)


def test_the_table_after_each_move_is_the_engines(ledger: bytes) -> None:
    playback = Playback(ledger)
    moves = {move.entry: move for move in story(ledger).moves}  # the last one of each entry
    for step in playback:
        state = playback.replica.state
        if (move := moves.pop(step.entry.seq, None)) is not None:
            table = move.table
            assert (move.turn, table.last_tile) == (state.turn - begun(step), state.last_tile)
            assert table.board == tuple(state.board[:-1])
            assert table.cash == tuple(state.cash)
            assert [held for seat in table.shares for held in seat or ()] == state.shares
            assert table.worth == net_worth(state)
            assert table.sizes + table.prices + table.bank == tuple(
                state.sizes + state.prices + state.bank
            )

    assert not moves


def begun(step: Step) -> int:
    """How many turns an entry began after its last move."""
    told = [event for event in step.events if not isinstance(event, PositionsGiven)]
    return len([*takewhile(lambda one: isinstance(one, TurnBegan), reversed(told))])


def test_each_turn_ends_with_what_the_seats_were_worth_when_the_next_began(ledger: bytes) -> None:
    playback = Playback(ledger)
    worth: dict[int, tuple[int, ...]] = {}
    for step in playback:
        for event in step.events:
            if isinstance(event, TurnBegan):
                worth[event.turn - 1] = net_worth(playback.replica.state)
    worth[playback.replica.state.turn] = net_worth(playback.replica.state)
    fortunes = story(ledger).fortunes

    for turn, seats in worth.items():
        assert tuple(fortunes[seat][turn] for seat in range(len(seats))) == seats
    assert {len(points) for points in fortunes.values()} == {max(worth) + 1}


def test_before_the_count_the_shares_are_still_there_and_the_money_is_not(ledger: bytes) -> None:
    told = story(ledger)
    before, after = told.turns[-1].table, told.moves[-1].table

    assert told.moves[-1].counts
    assert any(count for shares in before.shares for count in shares or ())
    assert before.sizes == after.sizes
    held = [
        sum((shares or ())[chain] for shares in before.shares) for chain in range(len(before.bank))
    ]
    total = told.rulebook.shares
    assert [mine + bank for mine, bank in zip(held, before.bank, strict=True)] == [total] * len(
        held
    )


def test_a_count_without_the_banks_holding_pays_what_the_seats_were_worth_before() -> None:
    told = story(games.four())
    before, after = told.turns[-1].table, told.moves[-1].table

    assert before.worth == after.worth == after.cash
    assert before.cash != after.cash


def test_after_the_game_every_hand_is_open() -> None:
    told = story(games.four())

    assert all(len(hand) == 6 for hand in told.moves[0].table.hands)
    for move in told.moves:
        tiles = [tile for hand in move.table.hands for tile in hand]
        assert len(set(tiles)) == len(tiles)
        assert not any(move.table.board[tile] for tile in tiles)


def hidden(told: Story) -> set[int]:
    """The seats of whose money nothing is told anywhere."""
    return {
        seat
        for seat in range(len(told.players))
        if all(
            move.table.cash[seat] is None
            and move.table.shares[seat] is None
            and move.table.worth[seat] is None
            for move in told.moves
        )
    }


def test_an_unfinished_hidden_game_keeps_others_money_hidden() -> None:
    data = games.unfinished()

    assert hidden(story(data)) == {0, 1, 2}
    assert story(data).fortunes == {}
    assert hidden(story(data, viewer=1)) == {0, 2}
    assert [*story(data, viewer=1).fortunes] == [1]
    assert hidden(story(games.unfinished(disclosure="open"))) == set()


def test_an_unfinished_game_shows_no_hand() -> None:
    for data in (games.unfinished(), games.unfinished(disclosure="open")):
        assert not any(any(move.table.hands) for move in story(data, viewer=1).moves)


def test_a_viewer_is_known_by_the_table_key() -> None:
    data = games.unfinished()
    keys = [secrets_of(3, seat).public_table for seat in range(3)]

    assert [seat_of(data, [key]) for key in keys] == [0, 1, 2]
    assert seat_of(data, []) is None
    assert seat_of(data, keys) is None


def test_a_stopped_game_tells_all_and_says_that_it_was_stopped() -> None:
    told = story(games.stopped())

    assert told.outcome is Outcome.STOPPED
    assert isinstance(told.moves[-1].said, bodies.Stop)
    assert hidden(told) == set()
    assert told.count is None


def test_an_abandoned_set_up_has_no_board_to_show() -> None:
    told = story(games.abandoned())

    assert told.outcome is Outcome.STOPPED
    assert [move.events for move in told.moves] == [()]
    assert told.turns == ()


def test_a_false_ledger_is_told_as_far_as_it_is_true() -> None:
    told = story(games.false())

    assert told.outcome is Outcome.OPEN
    assert told.verdict.status is Status.BROKEN
    assert told.turns[-1].number == 0


def test_a_torn_ledger_is_told_as_far_as_it_can_be_read() -> None:
    whole, torn = story(games.four()), story(games.four()[:-40])

    assert torn.verdict.status is Status.UNVERIFIED
    assert torn.moves == whole.moves
