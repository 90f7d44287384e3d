"""What keeps a table from being worn out: paces, wrong tries, and nonces for one use. No clocks."""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from acquire_net.errors import Refused
from acquire_net.language import _, ngettext

_REMEMBERED: Final = 1024
"""Callers whose pace is kept; whoever called longest ago is forgotten first."""


class TooFast(Refused):
    """Refused(RATE_LIMITED, or another reason); `seconds` is when to try again."""

    def __init__(self, text: str, seconds: float, reason: str = "RATE_LIMITED") -> None:
        super().__init__(reason, text)
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


class Tries:
    """Counts wrong tries by whom: `free` cost nothing, every other one a wait twice as long.

    The first wait is `first` seconds, none is longer than `longest`; after as long a time without
    a wrong try, or after a right one, all is forgotten.
    """

    def __init__(
        self, free: int, first: float, longest: float, text: str, reason: str = "CODE_LOCKED"
    ) -> None:
        self._free = free
        self._first = first
        self._longest = longest
        self._text = text
        self._reason = reason
        self._wrong: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()

    def check(self, caller: Hashable, now: float) -> None:
        """Raises TooFast, for the reason given, while the caller must wait."""
        _, until = self._wrong.get(caller, (0, now))
        if now < until:
            seconds = math.ceil(until - now)
            again = ngettext(
                "Try again in {count} second.", "Try again in {count} seconds.", seconds
            ).format(count=seconds)
            raise TooFast(f"{self._text} {again}", until - now, self._reason)

    def wrong(self, caller: Hashable, now: float) -> None:
        """Counts a wrong try at the time `now`, in seconds."""
        count, until = self._wrong.pop(caller, (0, now))
        count = 1 if now > until + self._longest else count + 1
        doubled = min(max(count - self._free, 0), 30)
        wait = min(self._first * 2**doubled, self._longest) if count >= self._free else 0.0
        self._wrong[caller] = count, now + wait
        if len(self._wrong) > _REMEMBERED:
            self._wrong.popitem(last=False)

    def right(self, caller: Hashable) -> None:
        """Forgets the caller's wrong tries."""
        self._wrong.pop(caller, None)


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
                "SIGNATURE_INVALID",
                _("That call was made before, or too long after it was signed."),
            )
        del self._out[nonce]
