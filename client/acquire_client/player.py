"""Whoever plays or looks on: what it is told, and what it is asked."""

from typing import Protocol

from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_net.errors import AcquireError
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Glance, Goodbye, Lobby, Notice, Presence


class Player(Protocol):
    """A person at a console, a bot, or a program that reads JSON lines.

    It is told of everything in the order of the log; `choose` may take as long as it likes while
    the rest goes on.
    """

    def table(self, glance: Glance, *, known: bool = False) -> None:
        """The table that was found, before a seat is taken; `known` from before, or new."""

    def lobby(self, lobby: Lobby) -> None:
        """The lobby changed."""

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """The game begins, or is continued; the session is live and only to read."""

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """An entry was taken in; the replica is already past it."""

    def notice(self, notice: Notice) -> None:
        """Chat and the like."""

    def presence(self, presence: Presence) -> None:
        """Who is here changed."""

    def refused(self, error: AcquireError) -> None:
        """What was answered is not allowed; the question is asked again."""

    def lost(self, error: AcquireError) -> None:
        """The host cannot be reached for the moment; the client keeps trying."""

    def found(self) -> None:
        """The host is back."""

    def goodbye(self, goodbye: Goodbye) -> None:
        """The host ended the stream on purpose."""

    async def choose(self, question: Question) -> Action:
        """The player's decision."""
