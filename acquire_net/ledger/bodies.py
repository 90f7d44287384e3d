"""What a statement can say: one plain value per kind, and the actions as they travel.

Names and fields are those of protos/acquire_net/v1/statements.proto, which tells who sends what
and when. Positions, tiles, chains, seats and authors are 0..255; a chain is its index in chain
order; hashes, secrets, salts and links are 32 bytes. Actions share their names with those of the
rules but name positions only, so use this module as `bodies.PlaceTile`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from acquire_net.fairness.deck import Opening
from acquire_net.fairness.sealing import Box

StopReason: TypeAlias = Literal["set-up abandoned", "game abandoned", "stuck"]
"""Why the referee ends a game before the rules do; `stuck` names an author."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A promise of the author's secret, and the tip of its coin chain."""

    commitment: bytes
    tip: bytes


@dataclass(frozen=True, slots=True)
class Reveal:
    """The secret that a seat had committed to."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class Deck:
    """The whole order of the bag, blinded: a leaf for every position, and their Merkle root."""

    leaves: tuple[bytes, ...]
    root: bytes


@dataclass(frozen=True, slots=True)
class Lay:
    """Tiles that the dealer lays face up, positions ascending."""

    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The boxes of the positions that a seat has drawn, positions ascending."""

    seat: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Places the tile of a position."""

    position: int


@dataclass(frozen=True, slots=True)
class PassPlacing:
    """Places nothing; the openings of the act show the hand."""


@dataclass(frozen=True, slots=True)
class FoundChain:
    """Founds a chain with the tile just placed."""

    chain: int


@dataclass(frozen=True, slots=True)
class ChooseSurvivor:
    """Names the survivor of a merger."""

    chain: int


@dataclass(frozen=True, slots=True)
class ChooseDefunct:
    """Names the vanishing chain that is settled next."""

    chain: int


@dataclass(frozen=True, slots=True)
class Dispose:
    """Disposes of shares in a vanishing chain: so many sold, so many given in trade."""

    sell: int
    trade: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """Shares of one chain that are bought."""

    chain: int
    count: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buys shares, in chain order, and may declare the end of the game."""

    shares: tuple[Purchase, ...]
    end: bool


@dataclass(frozen=True, slots=True)
class ExchangeDead:
    """Lays dead tiles out face up and draws as many, positions ascending."""

    positions: tuple[int, ...]


WireAction: TypeAlias = (
    PlaceTile
    | PassPlacing
    | FoundChain
    | ChooseSurvivor
    | ChooseDefunct
    | Dispose
    | Buy
    | ExchangeDead
)
"""An action as it travels."""


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's decision, with exactly the tiles that it shows, positions ascending."""

    action: WireAction
    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """A seat says that the box of a position is bad."""

    position: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The tile complained of, in the clear."""

    opening: Opening


@dataclass(frozen=True, slots=True)
class Toss:
    """The next link of the author's coin chain."""

    link: bytes


@dataclass(frozen=True, slots=True)
class Stop:
    """The referee ends the game; `author` is whom all wait for, None unless it is stuck."""

    why: StopReason
    author: int | None


@dataclass(frozen=True, slots=True)
class End:
    """The dealer's secret, from which every draw is recomputed."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class Final:
    """A seat's last signature over the whole log."""


@dataclass(frozen=True, slots=True)
class Consent:
    """A seat says that another's player has left; `since` is the length of the log by then."""

    seat: int
    since: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """The referee hands a seat to a bot: its keys, and the tip of its coin chain."""

    seat: int
    identity: bytes
    x25519: bytes
    tip: bytes


@dataclass(frozen=True, slots=True)
class Return:
    """A seat's owner takes it back with a new table key and a new coin chain."""

    x25519: bytes
    tip: bytes


Body: TypeAlias = (
    Commit
    | Reveal
    | Deck
    | Lay
    | Deal
    | Act
    | Complaint
    | Answer
    | Toss
    | Consent
    | Substitute
    | Return
    | Stop
    | End
    | Final
)
"""What a statement says."""

KINDS: Mapping[str, type[Body]] = {cls.__name__.lower(): cls for cls in get_args(Body)}
"""The body that each kind of statement carries, by the word that is signed."""

RESERVED = (
    "handover",
    *("pledge", "unveil"),
    *("open", "keys", "show", "pass1", "pass2", "proof", "ready", "share", "gone"),
)
"""Words that later levels and rules will use; this level refuses them."""


def kind_of(body: Body) -> str:
    """The word that stands for a body's kind in a statement."""
    return type(body).__name__.lower()
