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

    async def submit(self, statement: Statement) -> int:
        """Puts a signed statement into the log; its sequence number."""

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        """Gives a host back the entries it lost; the number it has then."""

    async def say(self, text: str) -> None:
        """Says something to all."""

    async def confirm(self, digits: str) -> None:
        """Tells the others that the table check was compared."""

    def watch(self, role: Role, after_seq: int, after_head: bytes) -> AsyncGenerator[Update, None]:
        """Everything after that cursor, then what happens, until a goodbye."""

    async def close(self) -> None:
        """Ends the connection."""


class LostHost(AcquireError):
    """The host cannot be reached; `str(error)` says why and what to do."""
