"""How a table tosses a coin in mid-game that nobody can steer: one link of everybody's hash chain.

Each author commits to a whole chain by its tip before play and can only show the next link, so
whoever withholds one stalls the toss and cannot change it.
"""

from collections.abc import Sequence
from typing import Final

from acquire_net.fairness.hashing import tagged_hash, u8, u16, u32

LENGTH: Final = 512
"""The number of tosses that one chain lasts for."""


def coin_chain(ctx: bytes, author: int, secret: bytes) -> tuple[bytes, ...]:
    """Computes x_0..x_512 from `secret` (x_512, 32 random bytes); x_0 is the tip to commit to.

    For toss t, counted from 0, the author shows x_{t+1}.
    """
    links = [secret]
    for index in range(LENGTH - 1, -1, -1):
        links.append(link_before(ctx, author, index, links[-1]))
    return tuple(reversed(links))


def link_before(ctx: bytes, author: int, index: int, link: bytes) -> bytes:
    """Computes x_index from `link`, which is x_{index+1}; index is 0..511.

    A link shown for toss t is true if `link_before(ctx, author, t, link)` is the one before it.
    """
    return tagged_hash("coin-link", ctx, u8(author), u16(index), link)


def coin_key(ctx: bytes, toss: int, links: Sequence[bytes]) -> bytes:
    """Joins the links of toss `toss` (the seats' in order, the dealer's last) into a Drbg key."""
    return tagged_hash("coin", ctx, u32(toss), *links)
