"""Laws of every game, over seeded random games at every kind of table.

A failure names its seed: `keep_the_laws(seed, thorough=1)` looks at that game again.
"""

from itertools import islice
from random import Random

import pytest

from acquire_net.errors import AcquireError
from acquire_net.rules.actions import Action
from acquire_net.rules.events import BonusPaid, Event
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import GONE
from acquire_net.rules.task import Lay
from tests.games import NO_END, Moment, any_table, moments
from tests.rules import laws

BLOCK = 500


def keep_the_laws(seed: int, thorough: float) -> None:
    """Plays one game; a share `thorough` of its moments is looked at with every law."""
    rulebook, seats = any_table(seed)
    books = laws.Books(rulebook, seats)
    rng = Random(seed)
    state = None
    for moment in moments(rulebook, seats, seed, books.hear):
        state = moment.state
        assert moment.options
        assert not state.over
        laws.shares_are_all_there(state)
        laws.money_is_accounted_for(state, books)
        if rng.random() < thorough:
            every_law(moment, books, rng)
    assert state is not None
    laws.shares_are_all_there(state)
    laws.money_is_accounted_for(state, books)
    assert state.over or (not rulebook.stalemate_end and state.turn > NO_END)


def every_law(moment: Moment, books: laws.Books, rng: Random) -> None:
    laws.tiles_are_accounted_for(moment, books)
    laws.chains_lie_apart(moment.state, books)
    laws.numbers_match_a_recount(moment.state, books)
    laws.options_are_all_and_only_what_is_accepted(moment, rng)
    laws.a_copy_goes_its_own_way(moment)


@pytest.mark.parametrize("seed", range(200))
def test_every_moment_of_a_game_keeps_the_laws(seed: int) -> None:
    keep_the_laws(seed, thorough=0.25)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 21_000, BLOCK))
def test_twenty_thousand_games_keep_the_laws_and_end(first: int) -> None:
    for seed in range(first, first + BLOCK):
        try:
            keep_the_laws(seed, thorough=0.02)
        except (AcquireError, AssertionError, LookupError, TypeError, ValueError) as error:
            error.add_note(f"seed {seed}")
            raise


@pytest.mark.parametrize("seed", range(40))
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(seed: int) -> None:
    rulebook, seats = any_table(seed)
    rng = Random(f"secrets {seed}")
    tossed: list[int] = []

    def note(event: Event) -> None:
        if isinstance(event, BonusPaid) and event.bank:
            tossed.append(event.bank[1])

    length = sum(1 for _ in moments(rulebook, seats, seed))
    game = moments(rulebook, seats, seed, note)
    played = [(moment.seat, moment.choice) for moment in islice(game, rng.randrange(length))]
    moment = next(game)
    state, seat, order = moment.state, moment.seat, list(moment.order)
    secret = [
        position
        for position, holder in enumerate(state.holder)
        if holder not in (seat, GONE) and position not in state.face_up
    ]
    tiles = [order[position] for position in secret]
    rng.shuffle(tiles)
    for position, tile in zip(secret, tiles, strict=True):
        order[position] = tile
    hands_differ = any(order[p] != moment.order[p] for p in secret)

    twin = new_game(rulebook, seats)
    coins = iter(tossed)
    todo: list[tuple[Seat, Action | None]] = [*played, (seat, None)]
    for actor, action in todo:
        while wanted := twin.waits():
            if isinstance(wanted, Lay):
                twin.deliver([order[position] for position in wanted.positions])
            else:
                twin.deliver(list(islice(coins, wanted.count)))
        if action is not None:
            hand = {position: order[position] for position in twin.hands[actor]}
            assert action in twin.options(actor, hand)
            twin.act(actor, action)

    assert hands_differ or len(secret) < 2
    assert twin == state
    assert list(twin.options(seat, moment.hand)) == list(moment.options)
