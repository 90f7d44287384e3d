"""Everything somebody could try to answer: far more than the rules allow, and some nonsense."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, islice
from random import Random

from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    ExchangeDead,
    FoundChain,
    PassPlacing,
    PlaceTile,
    Shown,
)
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.merging import DisposeShares
from acquire_net.rules.placing import Place
from tests.games import Moment


def attempts(moment: Moment, rng: Random) -> Iterator[Action]:
    """Every kind of answer, the asked kind in great number; shown tiles are true or seen to lie."""
    many = 1_000_000
    task = type(moment.state.task)
    yield from islice(placings(moment), many if task is Place else 3)
    yield from islice(passes(moment), many if task is Place else 2)
    chains = range(-1, len(moment.state.bank) + 1)
    yield from map(FoundChain, chains)
    yield from map(ChooseSurvivor, chains)
    yield from map(ChooseDefunct, chains)
    yield from islice(disposals(moment), many if task is DisposeShares else 3)
    yield from islice(purchases(moment, rng), many if task is BuyShares else 3)
    yield from islice(exchanges(moment), many if task is Exchange else 3)


def placings(moment: Moment) -> Iterator[PlaceTile]:
    """Every position with its true tile; positions and tiles beyond the bag and the board."""
    for position, tile in enumerate(moment.order):
        yield PlaceTile(position, tile)
    size = len(moment.order)
    for position in moment.hand or (0,):
        yield PlaceTile(position - size, moment.order[position])
        yield PlaceTile(position, size)
        yield PlaceTile(position, -1)
    yield PlaceTile(size, moment.order[0])
    seen = [tile for tile in range(size) if moment.state.known[tile]]
    for position, tile in moment.hand.items():
        for other in seen:
            if other != tile:
                yield PlaceTile(position, other)


def passes(moment: Moment) -> Iterator[PassPlacing]:
    """The whole hand, no hand, each part with one tile missing, and the hand in another order."""
    hand = tuple(moment.hand.items())
    yield PassPlacing(hand)
    yield PassPlacing(())
    yield PassPlacing(hand[::-1])
    yield PassPlacing(hand + hand[:1])
    for shown in hand:
        yield PassPlacing(tuple(other for other in hand if other != shown))
    yield PassPlacing(others(moment))


def disposals(moment: Moment) -> Iterator[Dispose]:
    """Every sale and trade from -1 to more than there are shares."""
    task = moment.state.task
    most = 3
    if isinstance(task, DisposeShares):
        most = moment.state.held(task.seat, task.chain) + 2
    for sell in range(-2, most):
        for trade in range(-2, most):
            yield Dispose(sell, trade)


def purchases(moment: Moment, rng: Random) -> Iterator[Buy]:
    """Up to one share more than the limit of any chains, with and without the end; and nonsense."""
    chains = len(moment.state.bank)
    limit = moment.state.rulebook.buy_limit
    for count in range(limit + 2):
        for picks in combinations_with_replacement(range(chains), count):
            shares = tuple((chain, picks.count(chain)) for chain in sorted(set(picks)))
            yield Buy(shares, end=rng.random() < 0.5)
    for end in (False, True):
        yield Buy((), end)
        yield Buy(((0, limit),), end)
    first, second = sorted(rng.sample(range(chains), 2))
    yield Buy(((second, 1), (first, 1)))
    yield Buy(((first, 1), (first, 1)))
    yield Buy(((first, 0),))
    yield Buy(((first, -1), (second, 1)))
    yield Buy(((-1, 1),))
    yield Buy(((chains, 1),))
    yield Buy(((first, 10**9),))


def exchanges(moment: Moment) -> Iterator[ExchangeDead]:
    """Every part of the hand in order, some out of order or twice, and another seat's tiles."""
    hand = tuple(moment.hand.items())
    for count in range(len(hand) + 1):
        for part in combinations(hand, count):
            yield ExchangeDead(part)
    dead = tuple(shown for shown in hand if shown[1] in moment.state.dead)
    yield ExchangeDead(dead[::-1])
    yield ExchangeDead(dead + dead[:1])
    yield ExchangeDead(others(moment))
    for position, tile in dead:
        yield ExchangeDead(((position - len(moment.order), tile),))
        yield ExchangeDead(((position, len(moment.order)),))


def others(moment: Moment) -> tuple[Shown, ...]:
    """The true hand of the next seat."""
    state = moment.state
    hand = state.hands[(moment.seat + 1) % state.seats]
    return tuple((position, moment.order[position]) for position in hand)
