"""Seeded random games, for laws, benchmarks and anything that wants a position from real play.

A game is told by (rulebook, seats, seed) alone: the seed orders the bag, tosses the coin and picks
each answer uniformly among the options.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.events import Event
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS, Rulebook, Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay

Listener = Callable[[Event], None]

NO_END: Final = 300
"""Turns after which a game is cut that could go on for ever."""

TOO_LONG: Final = 3000
"""Turns that no game with a stalemate end can take."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision about to be made: the live state, who is asked, and all he may answer."""

    state: State
    order: Sequence[int]
    """The true tile of every position of the bag."""
    seat: Seat
    hand: dict[int, int]
    options: Sequence[Action]
    choice: Action
    """What he is going to answer when the next moment is asked for."""


def moments(
    rulebook: Rulebook, seats: int, seed: int, listener: Listener | None = None
) -> Iterator[Moment]:
    """Every decision of a game; each is carried out when the next one is asked for.

    With `stalemate_end` off the game may be cut after `NO_END` turns.
    """
    rng = Random(seed)
    order = list(range(rulebook.grid.size))
    rng.shuffle(order)
    state = new_game(rulebook, seats)
    state.listener = listener
    while state.agenda:
        if not state.asking:
            state.deliver(due(state, order, rng))
            continue
        seat = state.asking[0]
        hand = {position: order[position] for position in state.hands[seat]}
        options = state.options(seat, hand)
        choice = options[int(rng.random() * len(options))]
        yield Moment(state, order, seat, hand, options, choice)
        state.carry_out(seat, choice)
        if state.turn > NO_END and not rulebook.stalemate_end:
            return
        assert state.turn < TOO_LONG, "the game does not end"


def due(state: State, order: Sequence[int], rng: Random) -> list[int]:
    """What the bag or the coin delivers for what the state waits for."""
    wanted = state.waits()
    assert wanted is not None
    if isinstance(wanted, Lay):
        return [order[position] for position in wanted.positions]
    return [rng.choice(wanted.pool) for _ in range(wanted.count)]


def play(rulebook: Rulebook, seats: int, seed: int, listener: Listener | None = None) -> State:
    """The state at the end of a game."""
    state = None
    for moment in moments(rulebook, seats, seed, listener):
        state = moment.state
    assert state is not None
    return state


def any_table(seed: int) -> tuple[Rulebook, int]:
    """A rulebook and a number of seats, with every option taking every value over the seeds."""
    rng = Random(f"table {seed}")
    rulebook = replace(
        rng.choice((CLASSIC, EDITION_1999)),
        start_order=rng.choice(("number_first", "letter_first")),
        dead_tiles=rng.choice(("once", "until_none")),
        bonus_timing=rng.choice(("per_chain", "all_first")),
        stalemate_end=rng.random() < 0.9,
        two_player_bank=rng.random() < 0.7,
        disclosure=rng.choice(("hidden", "open")),
        hand_size=rng.choice((6, 6, 6, 5, 1, 9)),
        ask_always=rng.random() < 0.3,
    )
    return rulebook, rng.randint(MIN_SEATS, MAX_SEATS)
