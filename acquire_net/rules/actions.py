"""What a seat can decide. Frozen values; the cached makers spare bots from building them anew."""

from dataclasses import dataclass
from functools import cache

Shown = tuple[int, int]
"""A position and the tile that its holder shows there."""


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Places the tile of a held position on its square."""

    position: int
    tile: int


@dataclass(frozen=True, slots=True)
class PassPlacing:
    """Shows the whole hand, none of it playable, and places nothing."""

    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class FoundChain:
    """Names the chain that the placed tile founds."""

    chain: int


@dataclass(frozen=True, slots=True)
class ChooseSurvivor:
    """Names the survivor among the tied largest chains of a merger."""

    chain: int


@dataclass(frozen=True, slots=True)
class ChooseDefunct:
    """Names the vanishing chain to settle next among tied ones."""

    chain: int


@dataclass(frozen=True, slots=True)
class Dispose:
    """Sells `sell` shares of a vanishing chain, trades `trade` (even) two for one, holds the rest."""

    sell: int
    trade: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buys shares, as (chain, count > 0) in chain order, and may declare the end of the game."""

    shares: tuple[tuple[int, int], ...]
    end: bool = False


@dataclass(frozen=True, slots=True)
class ExchangeDead:
    """Lays out dead tiles, positions ascending, to be replaced from the bag; none is allowed."""

    shown: tuple[Shown, ...]


Action = (
    PlaceTile
    | PassPlacing
    | FoundChain
    | ChooseSurvivor
    | ChooseDefunct
    | Dispose
    | Buy
    | ExchangeDead
)

place = cache(PlaceTile)
found = cache(FoundChain)
survive = cache(ChooseSurvivor)
vanish = cache(ChooseDefunct)
dispose = cache(Dispose)
NOTHING_EXCHANGED = ExchangeDead(())
