"""Random games of four seats, every option listed at every decision, one of them chosen at random."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import perf_counter_ns

from acquire_net.rules.actions import Action
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from acquire_net.rules.task import Task
from benchmarks import measuring
from benchmarks.measuring import Figure
from tests.games import due, moments

SEATS = 4
GAMES = 100
ROUNDS = 15

PHASES: dict[type[Task], str] = {
    Place: "place",
    Found: "found",
    Survive: "survivor",
    Vanish: "survivor",
    DisposeShares: "dispose",
    BuyShares: "buy",
    Exchange: "exchange",
}

Decision = Callable[[State, Seat, dict[int, int], Random], None]
"""Lists the options of an asked seat, chooses one and carries it out."""


def lines() -> Iterator[str]:
    for what, decide, goal, most in (
        ("a game", unchecked, 0.0008, 0.0012),
        ("a game, every answer checked", checked, 0.001, 0.0015),
    ):
        games = [partial(play, seed, decide) for seed in range(GAMES)]
        each, loop = measuring.cpu(games, rounds=ROUNDS)
        yield f"{Figure(what, each, 'CPU', loop, goal, most)}; {1 / each:.0f} games a second"
    yield from _by_phase()
    yield str(_copying())


def play(seed: int, decide: Decision) -> None:
    """Plays a game, from shuffling the bag to the final count."""
    rng = Random(seed)
    order = list(range(CLASSIC.grid.size))
    rng.shuffle(order)
    state = new_game(CLASSIC, SEATS)
    while state.agenda:
        if not state.asking:
            state.deliver(due(state, order, rng))
            continue
        seat = state.asking[0]
        hand = {position: order[position] for position in state.hands[seat]}
        decide(state, seat, hand, rng)


def unchecked(state: State, seat: Seat, hand: dict[int, int], rng: Random) -> None:
    state.carry_out(seat, chosen(state.options(seat, hand), rng))


def checked(state: State, seat: Seat, hand: dict[int, int], rng: Random) -> None:
    action = chosen(state.options(seat, hand), rng)
    state.check(seat, action)
    state.carry_out(seat, action)


def chosen(options: Sequence[Action], rng: Random) -> Action:
    """Any of the options, all alike; quicker than `Random.choice`."""
    return options[int(rng.random() * len(options))]


class Stopwatch:
    """Makes decisions and adds up what each kind takes, in nanoseconds."""

    def __init__(self) -> None:
        self.asked = defaultdict[str, int](int)
        self.spent = defaultdict[tuple[str, str], int](int)

    def decide(self, state: State, seat: Seat, hand: dict[int, int], rng: Random) -> None:
        assert state.task is not None
        phase = PHASES[type(state.task)]
        start = perf_counter_ns()
        options = state.options(seat, hand)
        listed = perf_counter_ns()
        action = chosen(options, rng)
        before = perf_counter_ns()
        state.check(seat, action)
        after = perf_counter_ns()
        state.carry_out(seat, action)
        done = perf_counter_ns()
        self.asked[phase] += 1
        self.spent[phase, "options"] += listed - start
        self.spent[phase, "check"] += after - before
        self.spent[phase, "carry out"] += done - after


def _by_phase() -> Iterator[str]:
    """A table of the decisions; what follows by itself counts with the answer carried out."""
    watches = [Stopwatch() for _ in range(ROUNDS)]
    for watch in watches:
        for seed in range(GAMES):
            play(seed, watch.decide)
    steps = ("options", "check", "carry out")
    least = {key: min(watch.spent[key] for watch in watches) for key in watches[0].spent}
    whole = sum(least.values())
    yield f"{'us a game':<12}{'asked':>8}" + "".join(f"{step:>16}" for step in steps)
    for phase in dict.fromkeys(PHASES.values()):
        row = f"{phase:<12}{watches[0].asked[phase] / GAMES:>8.1f}"
        for step in steps:
            spent = least[phase, step]
            row += f"{spent / GAMES / 1000:>10.1f}{100 * spent / whole:>5.1f}%"
        yield row


def _copying() -> Figure:
    states = [moment.state.copy() for moment in moments(CLASSIC, SEATS, seed=1)]

    def copy_all() -> None:
        for state in states:
            state.copy()

    seconds, loop = measuring.cpu([copy_all] * 20, rounds=ROUNDS)
    return Figure("copy() of a state", seconds / len(states), "CPU", loop)
