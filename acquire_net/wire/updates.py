"""What a host tells its watchers, and what a table looks like from outside. Plain values.

`wire.messages` turns them into protobuf and back; a link within one process passes them as they
are.
"""

from dataclasses import dataclass
from enum import Enum

from acquire_net.ledger.statement import Entry

PROTOCOL = 1
"""The version of the service; only equal numbers talk to each other."""


class Phase(Enum):
    """How far a table has come; the values are those of the protocol."""

    LOBBY = 1
    PLAYING = 2
    OVER = 3


class Role(Enum):
    """In what capacity somebody watches; the values are those of the protocol."""

    SEAT = 1
    SPECTATOR = 2


class NoticeKind(Enum):
    """What a notice is about; the values are those of the protocol."""

    SAY = 1
    NUDGE = 2
    CONFIRM = 3
    REFUSED = 4
    HOST = 5
    CONSENT = 6
    SUBSTITUTED = 7
    ABANDON = 8
    PLAY_ON = 9


class GoodbyeReason(Enum):
    """Why a stream ends; the values are those of the protocol."""

    REPLACED = 1
    SHUTTING_DOWN = 2
    GAME_OVER = 3
    REMOVED = 4
    TABLE_STOPPED = 5


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat as the lobby shows it; `bot` tells that a program plays it.

    Name and keys are empty for whoever is not admitted to the table.
    """

    index: int
    name: str
    identity: bytes
    x25519: bytes
    ready: bool
    connected: bool
    bot: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """The table outside of its log; `rulebook` is canonical JSON, `capacity` its seats."""

    name: str
    phase: Phase
    rulebook: str
    seats: tuple[SeatInfo, ...]
    spectators: int
    host_identity: bytes
    table_id: bytes
    attempt: int
    host_key: bytes
    capacity: int


@dataclass(frozen=True, slots=True)
class Glance:
    """The table at a glance, with a nonce for one signed call.

    `code` tells that newcomers need the join code, `admitted` that the key that asked needs none.
    """

    lobby: Lobby
    protocol: int
    semantics: int
    program: str
    nonce: bytes
    length: int
    head: bytes
    code: bool = False
    admitted: bool = True


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """The exact header line of the ledger, without its newline."""

    line: bytes


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries that come next."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """A seat whose player is not here, and for how many seconds by the host's clock.

    A host that was started again counts from then.
    """

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is here: the seats with a live watch, how many only watch, and who is away since when.

    `abandoning` are the seats that agree to end the game as it stands.
    """

    connected: tuple[int, ...]
    spectators: int
    away: tuple[Away, ...] = ()
    abandoning: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """Chat and the like; `sender` is empty for the host, `seat` None for whoever has none.

    From NoticeKind.CONSENT on `text` is nothing but the name of the player whom it is about.
    """

    kind: NoticeKind
    sender: str
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life, with the number of entries in the log."""

    length: int


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The last update of a stream that the host ends on purpose."""

    reason: GoodbyeReason
    text: str


Update = HeaderLine | Lobby | Entries | Presence | Notice | Heartbeat | Goodbye
