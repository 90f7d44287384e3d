"""A bot at a table: a teller that answers by a function, at the pace its company likes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from acquire_client.bots import Bot
from acquire_client.question import Question
from acquire_client.session import Session
from acquire_client.teller import Teller
from acquire_client.voices import Voice
from acquire_net.errors import Refused
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Presence


class Robot(Teller):
    """Plays by a bot. `pace` is the seconds it waits before each answer where people play."""

    def __init__(
        self,
        voice: Voice,
        bot: Bot,
        rng: Random,
        *,
        pace: float = 0.0,
        practice: bool = False,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(voice, practice=practice)
        self.consent: Callable[[int], None] | None = None
        """Says that a seat's player has left."""
        self._bot = bot
        self._rng = rng
        self._pace = pace
        self._sleep = sleep

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Tells it, and agrees with others about who has left."""
        super().happened(entry, events)
        session = self.session
        if isinstance(session, Session) and session.asked_to_stop and self._people_agree():
            session.agree_to_stop()  # whoever plays signs after this
        self._agree()

    def presence(self, presence: Presence) -> None:
        """Tells it, and agrees with others about who has left."""
        super().presence(presence)
        self._agree()

    def _agree(self) -> None:
        """Says after people that a player has left, if that is how it looks from here."""
        if self.consent is None or self.session is None:
            return
        replica = self.session.replica
        for seat in [*replica.consents]:
            away = self.present is not None and seat not in self.present.connected
            if away and self.seat in replica.missing_consents(seat):
                with suppress(Refused):  # something is on its way: the next event comes soon
                    self.consent(seat)

    def _people_agree(self) -> bool:
        """Whether the people who are here have signed an abandoned game: they decide, bots follow.

        A host that ends a game alone, or calls everybody absent, has no bot's signature either.
        """
        assert self.session is not None
        assert self.names is not None
        people = set(range(len(self.names.players))) - self.names.bots
        here = people if self.present is None else people & set(self.present.connected)
        signed = people & self.session.replica.finals
        return not people or (bool(signed) and here <= signed)

    async def choose(self, question: Question) -> Action:
        """The bot's answer."""
        if self._pace and self._among_people():
            await self._sleep(self._pace)
        return self._bot(question.state, question.seat, dict(question.hand), self._rng)

    def _among_people(self) -> bool:
        return self.names is not None and len(self.names.bots) < len(self.names.players)
