"""How a key becomes a shuffled deck or an unbiased number: one byte of HMAC stream at a time."""

from collections.abc import Iterator, Sequence
from itertools import count

from acquire_net.fairness.hashing import PREFIX, mac, u64


class Drbg:
    """A stream of fair numbers that everyone who holds `key` can repeat.

    Block c of the stream is HMAC(key, "acq-fair/1/drbg" || u64(c)), c = 0, 1, ...
    """

    __slots__ = ("_bytes",)

    def __init__(self, key: bytes) -> None:
        self._bytes = _stream(key)

    def uniform(self, m: int) -> int:
        """Draws from 0..m-1, each equally likely; ValueError unless 1 <= m <= 256.

        Bytes at or above the largest multiple of m are passed over, since taking them modulo m
        would favour small results. Even m = 1 uses up a byte.
        """
        if not 1 <= m <= 256:
            raise ValueError(f"a draw is among 1 to 256 things, not {m}")
        limit = 256 - 256 % m
        while (byte := next(self._bytes)) >= limit:
            pass
        return byte % m


def shuffle(key: bytes, items: Sequence[int]) -> list[int]:
    """Returns `items` in the order that `key` gives them (Fisher-Yates from the far end).

    ValueError for more than 256 items.
    """
    order = list(items)
    uniform = Drbg(key).uniform
    for last in range(len(order) - 1, 0, -1):
        chosen = uniform(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _stream(key: bytes) -> Iterator[int]:
    for block in count():
        yield from mac(key, PREFIX + b"drbg" + u64(block))
