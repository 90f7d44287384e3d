"""How many calls may be open at one time: whoever holds one up makes way for the next."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

from acquire_host.limits import Tries
from acquire_net.language import _

UNTAKEN: Final = 32
"""Answers that one address may leave untaken before it has to wait for others."""
FIRST_WAIT: Final = 10.0
"""Seconds of the first wait; each further untaken answer doubles it."""
LONGEST_WAIT: Final = 3600.0


class Turnstile:
    """Lets `most` calls be inside at one time, and each for a while; `now` tells the seconds.

    Nobody waits outside: for one call too many the oldest has to go, of the address that has most
    of them. Honest calls are done in milliseconds; who sends half a request, or never takes the
    answer, only crowds out himself.
    """

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most = most
        self._now = now
        self._count = 0
        self._inside: dict[str, dict[asyncio.Timeout, None]] = {}
        self._untaken = Tries(
            UNTAKEN, FIRST_WAIT, LONGEST_WAIT, _("Your answers are not taken."), "RATE_LIMITED"
        )

    @asynccontextmanager
    async def passing(self, address: str, seconds: float) -> AsyncGenerator[None, None]:
        """What is done meanwhile is inside, for so many seconds at most.

        Raises TimeoutError when they are over, or when somebody else needs the place; TooFast
        where many answers were not taken.
        """
        self._untaken.check(address, self._now())
        async with asyncio.timeout(seconds) as limit:
            self._inside.setdefault(address, {})[limit] = None
            self._count += 1
            if self._count > self._most:
                self._crowd_out()
            try:
                yield
            finally:
                self._leave(address, limit)

    def untaken(self, address: str) -> None:
        """Counts an answer that was not taken: it is kept until the connection ends."""
        self._untaken.wrong(address, self._now())

    def _crowd_out(self) -> None:
        address = max(self._inside, key=lambda one: len(self._inside[one]))
        oldest = next(iter(self._inside[address]))
        self._leave(address, oldest)
        if not oldest.expired():
            oldest.reschedule(0.0)

    def _leave(self, address: str, limit: asyncio.Timeout) -> None:
        """Counts a call out, once."""
        calls = self._inside.get(address, {})
        if limit in calls:
            del calls[limit]
            self._count -= 1
            if not calls:
                del self._inside[address]
