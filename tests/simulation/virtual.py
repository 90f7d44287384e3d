"""An event loop whose time is nobody's: when all wait, it is at once as late as the first of them
wants it to be.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any

FOREVER = 1e5
"""Seconds after which nothing that was waited for will come."""


class _Patient(selectors.SelectSelector):
    """Waits by telling the loop how long it would have waited."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now; if nothing is, time passes."""
        ready = super().select(0)
        if not ready:
            if timeout is None or self.loop.passed > FOREVER:
                raise AssertionError("everybody waits, and nothing will ever come")
            self.loop.passed += max(timeout, 0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop in virtual time; the same program does the same things in the same order."""

    def __init__(self) -> None:
        self.passed = 0.0
        selector = _Patient()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        """Seconds since the loop began, none of which really passed."""
        return self.passed


def run(main: Coroutine[Any, Any, None]) -> None:
    """Runs a program in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(main)
