"""What happened: one frozen fact per change of the state, a sentence a player would say.

Built only when somebody listens. Money is in dollars; a tuple per seat is in seat order.
"""

from dataclasses import dataclass
from typing import Literal

from acquire_net.rules.actions import Shown
from acquire_net.rules.rulebook import Seat

EndedBy = Literal["declared", "all_tiles_played", "no_tile_playable_for_a_round"]


@dataclass(frozen=True, slots=True)
class StartTileLaid:
    """A start tile was laid for a seat; the game's first player is named by the first turn."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began; turns count from 1."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile was placed; what it caused follows as events of its own."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat had no playable tile, showed its hand and placed nothing."""

    seat: Seat
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ChainFounded:
    """A chain was founded; `free` is the founder's share, 0 when the bank had none."""

    seat: Seat
    chain: int
    size: int
    free: int


@dataclass(frozen=True, slots=True)
class ChainGrew:
    """A chain grew to `size` tiles."""

    seat: Seat
    chain: int
    size: int


@dataclass(frozen=True, slots=True)
class ChainsMerged:
    """A survivor absorbed the vanishing chains; its new size, and the sizes that vanished."""

    seat: Seat
    survivor: int
    size: int
    vanishing: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChainSafe:
    """A chain reached the safe size."""

    chain: int
    size: int


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """The bonuses of a chain were paid at `price` a share for these holdings.

    `bank` is the bank's holding in a two-player game with the tile that drew it, else None.
    `paid` is what each seat got; `final` tells the last count from a merger.
    """

    chain: int
    size: int
    price: int
    holdings: tuple[int, ...]
    bank: tuple[int, int] | None
    paid: tuple[int, ...]
    final: bool


@dataclass(frozen=True, slots=True)
class SharesDisposed:
    """A seat sold, traded and kept shares of a vanishing chain."""

    seat: Seat
    chain: int
    survivor: int
    sold: int
    traded: int
    kept: int
    price: int


@dataclass(frozen=True, slots=True)
class ChainsVanished:
    """The merger is settled: these chains are off the board and may be founded again."""

    chains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SharesBought:
    """A seat bought shares, (chain, count) in chain order, for `cost`; possibly none."""

    seat: Seat
    shares: tuple[tuple[int, int], ...]
    cost: int


@dataclass(frozen=True, slots=True)
class EndDeclared:
    """A seat declared the end of the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PositionsGiven:
    """A seat drew positions of the bag; their tiles stay hidden."""

    seat: Seat
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadTilesSetAside:
    """A seat laid dead tiles out of the game."""

    seat: Seat
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CountBegan:
    """The game is over and the final count begins."""

    how: EndedBy


@dataclass(frozen=True, slots=True)
class StockSold:
    """The final count sold all shares of a chain on the board."""

    chain: int
    price: int
    holdings: tuple[int, ...]
    paid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    """The final money of each seat, and the seats that won (several when tied)."""

    how: EndedBy
    cash: tuple[int, ...]
    winners: tuple[Seat, ...]


Event = (
    StartTileLaid
    | TurnBegan
    | TilePlaced
    | HandShown
    | ChainFounded
    | ChainGrew
    | ChainsMerged
    | ChainSafe
    | BonusPaid
    | SharesDisposed
    | ChainsVanished
    | SharesBought
    | EndDeclared
    | PositionsGiven
    | DeadTilesSetAside
    | CountBegan
    | StockSold
    | GameOver
)
