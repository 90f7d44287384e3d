"""The grid of squares: how tiles are named, which touch, and what a tile would do where it lies.

A board is one list, a cell per tile and one cell more, always empty, that stands for everything
beyond the edge. A cell holds one bit: a chain's (1 << chain) or `LOOSE`. So the neighbourhood of a
tile is the OR of four cells, and most questions about it are one look-up.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from acquire_net.errors import Unreadable
from acquire_net.language import _

EMPTY = 0
LOOSE = 128
CHAINS = 127
"""The bits that seven chains can take in a cell."""

COUNT = tuple(bits.bit_count() for bits in range(256))
"""COUNT[bits]: how many bits are set."""

BITS = tuple(tuple(chain for chain in range(7) if bits >> chain & 1) for bits in range(128))
"""BITS[mask]: the chains in a mask, in chain order."""


class Fate(Enum):
    """What a tile would do if it were placed now."""

    LONE = "lone"
    FOUND = "found"
    GROW = "grow"
    MERGE = "merge"
    BLOCKED = "blocked"
    DEAD = "dead"

    @property
    def playable(self) -> bool:
        """Whether a tile of this fate may be placed."""
        return self not in (Fate.BLOCKED, Fate.DEAD)


@cache
def fates(safe: int, full: bool) -> tuple[Fate, ...]:
    """The fate of a tile by what lies around it (RULES 3), as a table of 256.

    `safe` is the mask of safe chains; `full` tells that every chain is on the board.
    """
    return tuple(_fate(around, safe, full) for around in range(256))


def _fate(around: int, safe: int, full: bool) -> Fate:
    chains = around & CHAINS
    if not around:
        return Fate.LONE
    if not chains:
        return Fate.BLOCKED if full else Fate.FOUND
    if COUNT[chains] == 1:
        return Fate.GROW
    return Fate.DEAD if COUNT[chains & safe] > 1 else Fate.MERGE


@cache
def playables(safe: int, full: bool) -> tuple[bool, ...]:
    """`fates` as whether such a tile may be placed."""
    return tuple(fate.playable for fate in fates(safe, full))


@dataclass(frozen=True)
class Grid:
    """A grid of `columns` x `rows` squares, at most 26 rows and 256 tiles."""

    columns: int
    rows: int

    @cached_property
    def size(self) -> int:
        """The number of tiles."""
        return self.columns * self.rows

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int, int, int], ...]:
        """For each tile the four cells that share a side; beyond the edge: the cell `size`."""
        return tuple(self._beside(tile) for tile in range(self.size))

    def _beside(self, tile: int) -> tuple[int, int, int, int]:
        row, column = divmod(tile, self.columns)
        edge = self.size
        return (
            tile - 1 if column > 0 else edge,
            tile + 1 if column < self.columns - 1 else edge,
            tile - self.columns if row > 0 else edge,
            tile + self.columns if row < self.rows - 1 else edge,
        )

    def empty_board(self) -> list[int]:
        """A board without tiles."""
        return [EMPTY] * (self.size + 1)

    def name(self, tile: int) -> str:
        """The tile as players write it: `3C`."""
        row, column = divmod(tile, self.columns)
        return f"{column + 1}{chr(ord('A') + row)}"

    def column(self, tile: int) -> int:
        """The tile's column, from 1."""
        return tile % self.columns + 1

    def row(self, tile: int) -> int:
        """The tile's row, from 0 (A)."""
        return tile // self.columns

    def tile(self, name: str) -> int:
        """The tile of a name, `3C` or `C3`, in either case; raises Unreadable."""
        found = self._names.get(name.strip().upper())
        if found is None:
            last = self.name(self.size - 1)
            wrong = _("{name} is no tile: tiles are 1A to {last}")
            raise Unreadable(wrong.format(name=repr(name), last=last))
        return found

    @cached_property
    def _names(self) -> dict[str, int]:
        names = {self.name(tile): tile for tile in range(self.size)}
        turned = {name[-1] + name[:-1]: tile for name, tile in names.items()}
        return names | turned


@cache
def grid(columns: int, rows: int) -> Grid:
    """The one Grid of that size; raises ValueError where no table could play on it."""
    if not (1 <= columns <= 99 and 1 <= rows <= 26 and columns * rows <= 256):
        raise ValueError(f"a grid of {columns} x {rows} is out of range")
    return Grid(columns, rows)
