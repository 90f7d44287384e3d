"""What keeps a table from being worn out: calls per second, and nonces for one use. No clocks."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from acquire_net.errors import Refused

_REMEMBERED: Final = 1024
"""Callers whose pace is kept; whoever called longest ago is forgotten first."""


class TooFast(Refused):
    """Refused(RATE_LIMITED); `seconds` is when to try again."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__("RATE_LIMITED", text)
        self.seconds = seconds


class Pace:
    """Lets every caller act `rate` times a second, and `burst` times at once after a rest."""

    def __init__(self, rate: float, burst: float, text: str) -> None:
        self._rate = rate
        self._burst = burst
        self._text = text
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spend(self, caller: Hashable, now: float) -> None:
        """Counts one act at the time `now`, in seconds; raises TooFast when there were too many."""
        left, since = self._left.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left), now
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)
        if not allowed:
            raise TooFast(self._text, (1 - left) / self._rate)


class Nonces:
    """Numbers for one use each; of those never used only the `most` newest are kept."""

    def __init__(self, fresh: Callable[[], bytes], most: int = 4096) -> None:
        self._fresh = fresh
        self._most = most
        self._out: OrderedDict[bytes, None] = OrderedDict()

    def hand_out(self) -> bytes:
        """A new nonce."""
        nonce = self._fresh()
        self._out[nonce] = None
        if len(self._out) > self._most:
            self._out.popitem(last=False)
        return nonce

    def use(self, nonce: bytes) -> None:
        """Uses a nonce up; raises Refused(SIGNATURE_INVALID) for one that is not to be had."""
        if nonce not in self._out:
            raise Refused(
                "SIGNATURE_INVALID", "That call was made before, or too long after it was signed."
            )
        del self._out[nonce]
