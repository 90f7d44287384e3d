"""How a client reaches a table: the one interface behind which gRPC and memory look alike."""

from collections.abc import AsyncGenerator
from typing import Protocol

from acquire_net.errors import AcquireError
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.wire.updates import Glance, Role, Update


class Link(Protocol):
    """A way to one table, for one caller's key.

    Every method raises Refused, IllegalAction or Unreadable as the table answers, and LostHost
    when the host cannot be reached.
    """

    @property
    def host_key(self) -> bytes:
        """The Ed25519 key of the host that this link was made to; empty when nobody vouched."""

    async def glance(self) -> Glance:
        """The table at a glance."""

    async def sit(self, name: str, x25519: bytes, *, bot: bool) -> int:
        """Takes a seat; its number."""

    async def leave(self) -> None:
        """Gives the seat up, before the game starts."""

    async def ready(self, rules: bytes | None) -> None:
        """Agrees to the rulebook of that hash, or takes it back."""

    async def set_rules(self, rulebook: str, capacity: int | None = None) -> None:
        """Changes the rules, as canonical JSON, and with a `capacity` the number of seats.

        Nobody is ready then. Only the hosting player may do this and the next four, before the
        game starts.
        """

    async def add_bot(self, level: str) -> int:
        """Has the host seat a bot; its seat. Refused(BOT_LEVEL) names the levels there are."""

    async def remove_seat(self, seat: int) -> None:
        """Empties a seat; those behind it move up."""

    async def arrange(self, order: tuple[int, ...]) -> None:
        """Puts the seats into another order of play; `order` has every taken seat once."""

    async def start(self) -> None:
        """Starts the game with those who sit; all must be ready."""

    async def submit(self, statement: Statement) -> int:
        """Puts a signed statement into the log; its sequence number."""

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        """Gives a host back the entries it lost; the number it has then."""

    async def substitute(self, seat: int) -> None:
        """Asks all others whether a bot may hold the seat of a player who is away.

        Only the hosting player may.
        """

    async def abandon(self, agree: bool) -> None:
        """Votes for ending the game as it stands, or takes that back.

        The session of this seat signs for it only after `Session.agree_to_stop`.
        """

    async def stop(self, why: str, author: int | None = None) -> int:
        """Ends the game before the rules do; the sequence number. Only the hosting player may."""

    async def say(self, text: str) -> None:
        """Says something to all."""

    async def nudge(self, seat: int) -> None:
        """Rings a player everybody waits for; Refused(NUDGED) when that was done already."""

    async def confirm(self, digits: str) -> None:
        """Tells the others that the table check was compared."""

    def watch(self, role: Role, after_seq: int, after_head: bytes) -> AsyncGenerator[Update, None]:
        """Everything after that cursor, then what happens, until a goodbye."""

    async def close(self) -> None:
        """Ends the connection."""


class LostHost(AcquireError):
    """The host cannot be reached; `str(error)` says why and what to do."""
