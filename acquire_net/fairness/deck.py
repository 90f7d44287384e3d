"""What the dealer commits to: the shuffled deck, a salt for every position, the published leaves.

The dealer derives it once all seats have revealed; the audit derives it again at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from acquire_net.errors import Unreadable
from acquire_net.fairness import merkle
from acquire_net.fairness.drbg import shuffle
from acquire_net.fairness.hashing import (
    PREFIX,
    hkdf_expand,
    hkdf_extract,
    mac,
    tagged_hash,
    u8,
    u16,
)

_SALT = 32


@dataclass(frozen=True, slots=True)
class Opening:
    """The claim that `tile` (an id, 0..255) lies at `position`, with the 32-byte salt to check it.

    Unreadable if a value is out of its range, since openings come from other programs.
    """

    position: int
    tile: int
    salt: bytes

    def __post_init__(self) -> None:
        if not (0 <= self.position < 1 << 16 and 0 <= self.tile < 1 << 8):
            raise Unreadable(f"no bag holds tile {self.tile} at position {self.position}")
        if len(self.salt) != _SALT:
            raise Unreadable(f"a salt is {_SALT} bytes long, not {len(self.salt)}")


def leaf(ctx: bytes, opening: Opening) -> bytes:
    """Returns the leaf hash that `opening` must have in the published deck."""
    data = PREFIX + b"leaf" + ctx + u16(opening.position) + u8(opening.tile) + opening.salt
    return merkle.leaf_hash(data)


@dataclass(frozen=True)
class Deck:
    """A whole deck with all its secrets: for the dealer during play, for everyone at the end.

    `order[p]`, `salts[p]` and `leaves[p]` belong to position p; `leaves` and `root` are public.
    """

    order: tuple[int, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    leaves: tuple[bytes, ...] = field(repr=False)
    root: bytes
    prk: bytes = field(repr=False)

    @classmethod
    def derive(
        cls,
        ctx: bytes,
        dealer_commit: bytes,
        commits: Sequence[bytes],
        dealer_r: bytes,
        reveals: Sequence[bytes],
        tiles: Sequence[int],
    ) -> Self:
        """Shuffles `tiles`, the ascending ids of all that the bag holds, by everybody's secrets.

        `commits` and `reveals` are the seats', in seat order. ValueError if `tiles` are not
        distinct, ascending and within 0..255.
        """
        if [*tiles] != sorted({*tiles} & {*range(256)}):
            raise ValueError("a deck is shuffled from distinct ids in 0..255, ascending")
        salt = tagged_hash("seed-context", ctx, dealer_commit, *commits)
        prk = hkdf_extract(salt, dealer_r + b"".join(reveals))
        order = tuple(shuffle(hkdf_expand(prk, PREFIX + b"deck", 32), tiles))
        salt_key = hkdf_expand(prk, PREFIX + b"leaf-salts", 32)
        salts = tuple(mac(salt_key, PREFIX + b"salt" + u16(at)) for at in range(len(order)))
        leaves = tuple(
            leaf(ctx, Opening(at, tile, salt))
            for at, (tile, salt) in enumerate(zip(order, salts, strict=True))
        )
        return cls(order, salts, leaves, merkle.root(leaves), prk)

    def opening(self, position: int) -> Opening:
        """Opens `position`; IndexError if the bag has no such position."""
        if not 0 <= position < len(self.order):
            raise IndexError(f"no position {position} in a bag of {len(self.order)}")
        return Opening(position, self.order[position], self.salts[position])
