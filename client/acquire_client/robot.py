"""A bot at a table: a teller that answers by a function, at the pace its company likes."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from acquire_client.bots import Bot
from acquire_client.question import Question
from acquire_client.teller import Teller
from acquire_client.voices import Voice
from acquire_net.rules.actions import Action


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
        self._bot = bot
        self._rng = rng
        self._pace = pace
        self._sleep = sleep

    async def choose(self, question: Question) -> Action:
        """The bot's answer."""
        if self._pace and self._among_people():
            await self._sleep(self._pace)
        return self._bot(question.state, question.seat, dict(question.hand), self._rng)

    def _among_people(self) -> bool:
        return self.names is not None and len(self.names.bots) < len(self.names.players)
