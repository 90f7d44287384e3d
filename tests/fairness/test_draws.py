"""No draw is biased: 20,000 bags with fixed seeds, measured by chi-square."""

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist

import pytest

from acquire_net.fairness.drbg import Drbg, shuffle
from tests.fairness.values import EVERYWHERE

TILES = 108
TENTHS = 10
BAGS = 20_000
UNLIKELY = 1e-6

Bag = Sequence[int]


class Tally:
    """How often each tile lay first, and in each tenth of the bag."""

    def __init__(self, bags: Iterable[Bag]) -> None:
        self.bags = 0
        self.first = [0] * TILES
        at = [[0] * TILES for _ in range(TILES)]
        for bag in bags:
            self.bags += 1
            for row, tile in zip(at, bag, strict=True):
                row[tile] += 1
        self.first = at[0]
        self.sizes = [0] * TENTHS
        self.tenths = [[0] * TILES for _ in range(TENTHS)]
        for position, row in enumerate(at):
            tenth = position * TENTHS // TILES
            self.sizes[tenth] += 1
            self.tenths[tenth] = [a + b for a, b in zip(self.tenths[tenth], row, strict=True)]

    def of_first(self) -> float:
        """Chi-square with 107 degrees of freedom."""
        expected = self.bags / TILES
        return sum((seen - expected) ** 2 for seen in self.first) / expected

    def of_tenths(self) -> float:
        """Chi-square with 107 * 9 degrees of freedom.

        One bag fills 108 positions with 108 tiles, so its cells depend on each other: the
        covariance of a random permutation matrix is n / (n - 1) times that of independent draws.
        """
        total = 0.0
        for size, row in zip(self.sizes, self.tenths, strict=True):
            expected = self.bags * size / TILES
            total += sum((seen - expected) ** 2 for seen in row) / expected
        return total * (TILES - 1) / TILES


def p_value(chi_square: float, freedom: int) -> float:
    """How often fair draws come out at least as uneven: Q(freedom / 2, chi_square / 2).

    Exact, by Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1) from Q(1/2, x) or Q(1, x).
    """
    x = chi_square / 2
    a, total = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        total += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return total


def key(number: int) -> bytes:
    return hashlib.sha256(b"bag %d" % number).digest()


@pytest.fixture(scope="module")
def tally() -> Tally:
    return Tally(shuffle(key(number), range(TILES)) for number in range(BAGS))


def test_every_tile_comes_first_equally_often(tally: Tally) -> None:
    assert p_value(tally.of_first(), TILES - 1) > UNLIKELY


def test_every_tile_lies_in_every_tenth_of_the_bag_equally_often(tally: Tally) -> None:
    assert p_value(tally.of_tenths(), (TILES - 1) * (TENTHS - 1)) > UNLIKELY


def folded(key: bytes) -> Bag:
    """A shuffle that takes bytes modulo m without passing any over."""
    stream, order = Drbg(key), list(range(TILES))
    for last in range(TILES - 1, 0, -1):
        chosen = stream.uniform(256) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def naive(key: bytes) -> Bag:
    """A shuffle that swaps every tile with any other."""
    stream, order = Drbg(key), list(range(TILES))
    for last in range(TILES):
        chosen = stream.uniform(TILES)
        order[last], order[chosen] = order[chosen], order[last]
    return order


@pytest.mark.parametrize("biased", [folded, naive])
def test_measure_condemns_a_biased_shuffle(biased: Callable[[bytes], Bag]) -> None:
    tally = Tally(biased(key(number)) for number in range(BAGS // 10))

    assert p_value(tally.of_tenths(), (TILES - 1) * (TENTHS - 1)) < UNLIKELY


def test_p_value_is_that_of_the_normal_distribution_where_they_agree() -> None:
    for z in (0.5, 1.96, 4.8):
        assert p_value(z**2, 1) == pytest.approx(2 * NormalDist().cdf(-z))
    for freedom in (107, 963):  # Wilson and Hilferty: the cube root is nearly normal
        part = 2 / (9 * freedom)
        for z in (-1.0, 0.0, 2.0):
            chi_square = freedom * (1 - part + z * part**0.5) ** 3
            assert p_value(chi_square, freedom) == pytest.approx(NormalDist().cdf(-z), rel=1e-2)


@pytest.mark.parametrize("m", [0, -1, 257])
def test_draw_among_none_or_too_many_is_an_error(m: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        Drbg(EVERYWHERE).uniform(m)


def test_draw_reaches_every_result_and_no_other() -> None:
    stream = Drbg(EVERYWHERE)

    assert {stream.uniform(7) for _ in range(500)} == set(range(7))
    assert {stream.uniform(1) for _ in range(50)} == {0}


def test_shuffle_leaves_what_it_was_given_untouched() -> None:
    tiles = [3, 5, 8]

    assert sorted(shuffle(EVERYWHERE, tiles)) == tiles == [3, 5, 8]
    assert shuffle(EVERYWHERE, []) == []
