"""What an edition or variant fixes: plain values, from which prices and bonuses follow."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NewType

from acquire_net.rules.board import Grid, grid

Seat = NewType("Seat", int)
"""A place at the table, 0 to players - 1, in the order of play."""

Tier = Literal["low", "middle", "high"]
StartOrder = Literal["number_first", "letter_first"]
DeadTiles = Literal["once", "until_none"]
NoTile = Literal["skip"]
BonusTiming = Literal["per_chain", "all_first"]
Disclosure = Literal["hidden", "open"]

MIN_SEATS = 2
MAX_SEATS = 6

_STEP: dict[Tier, int] = {"low": 0, "middle": 100, "high": 200}


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain's name, its colour's name, and the tier that prices it."""

    name: str
    colour: str
    tier: Tier


@dataclass(frozen=True)
class Rulebook:
    """One set of rules: plain values only, so that it can stand whole in a ledger's header.

    What a turn consists of and how bonuses are split are functions; `editions` looks them up by
    the words `turn` and `bonus`.
    """

    preset: str
    chains: tuple[Chain, ...]
    columns: int = 12
    rows: int = 9
    hand_size: int = 6
    """Tiles in a full hand."""
    start_cash: int = 6000
    """Dollars."""
    shares: int = 25
    """Shares of each chain."""
    buy_limit: int = 3
    """Shares that may be bought in a turn."""
    safe_size: int = 11
    end_size: int = 41
    bands: tuple[int, ...] = (2, 3, 4, 5, 6, 11, 21, 31, 41)
    """The sizes at which the price rises; a low chain of the first band costs `base_price`."""
    base_price: int = 200
    start_order: StartOrder = "number_first"
    dead_tiles: DeadTiles = "once"
    no_tile: NoTile = "skip"
    bonus_timing: BonusTiming = "per_chain"
    stalemate_end: bool = True
    two_player_bank: bool = True
    """Whether with two players the bank holds shares too (RULES 6)."""
    disclosure: Disclosure = "hidden"
    ask_always: bool = False
    """Whether placing and buying are asked even when only one answer exists."""
    turn: str = "classic"
    bonus: str = "classic"

    @cached_property
    def grid(self) -> Grid:
        """The squares."""
        return grid(self.columns, self.rows)

    @cached_property
    def all_chains(self) -> int:
        """The mask of all chains."""
        return (1 << len(self.chains)) - 1

    @cached_property
    def price(self) -> tuple[tuple[int, ...], ...]:
        """price[chain][size]: dollars a share; 0 below the first band (RULES 1)."""
        return tuple(
            tuple(self._price(chain.tier, size) for size in range(self.grid.size + 1))
            for chain in self.chains
        )

    def _price(self, tier: Tier, size: int) -> int:
        reached = sum(1 for band in self.bands if band <= size)
        return self.base_price + 100 * (reached - 1) + _STEP[tier] if reached else 0

    def chain(self, name: str) -> int:
        """The index of the chain with exactly that name; raises KeyError."""
        return self._indexes[name]

    @cached_property
    def _indexes(self) -> dict[str, int]:
        return {chain.name: index for index, chain in enumerate(self.chains)}

    def start_key(self, tile: int) -> tuple[int, int]:
        """Sorts start tiles: the smallest one starts (RULES 2, `start_order`)."""
        row, column = self.grid.row(tile), self.grid.column(tile)
        return (column, row) if self.start_order == "number_first" else (row, column)
