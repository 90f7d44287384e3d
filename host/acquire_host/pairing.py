"""The join code of a host: who proved to know it, and what wrong ones cost. No I/O, no clocks.

A try is spent only by a wrong confirmation, which the client sends first: until then nobody learns
anything about the code. Wrong ones are limited for each address, and after five in all the code is
another one, so that guessing gets nobody in and keeps nobody out.
"""

from collections.abc import Callable, Iterable
from typing import Final

from acquire_host.limits import Pace, Tries
from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.wire.pairing import DIGITS, Exchange

WRONG_BEFORE_NEW: Final = 5
"""Wrong codes, from whomever, after which the code changes."""
WRONG_PER_ADDRESS: Final = 5
"""Wrong codes from one address before it has to wait."""
FIRST_WAIT: Final = 30.0
"""Seconds of the first wait; each further wrong code doubles it."""
LONGEST_WAIT: Final = 3600.0
WRONG_IN_ALL: Final = 100
"""Wrong codes from all addresses before everybody waits a little between two: one computer can
have any number of addresses, and would else guess all day."""
EXCHANGES_PER_SECOND: Final = 4
"""From one address, and twenty at once: each costs the host some milliseconds."""


class Pairing:
    """The join code of one host, and the keys it admits.

    `identity` is the host's Ed25519 secret, `fresh` makes so many random bytes. `on_admitted` gets
    each new key before its owner is told, `on_new_code` the code that replaces another.
    """

    def __init__(
        self,
        certificate_sha256: bytes,
        identity: bytes,
        fresh: Callable[[int], bytes],
        *,
        admitted: Iterable[bytes] = (),
        on_admitted: Callable[[bytes], None] = lambda _: None,
        on_new_code: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.certificate_sha256 = certificate_sha256
        self.identity = identity
        self._fresh = fresh
        self._admitted = set(admitted)
        self._on_admitted = on_admitted
        self._on_new_code = on_new_code
        here = _("Too many wrong join codes came from your address.")
        self._here = Tries(WRONG_PER_ADDRESS, FIRST_WAIT, LONGEST_WAIT, here)
        self._anywhere = Tries(WRONG_IN_ALL, 1.0, 10.0, _("Too many wrong join codes came in."))
        self._pace = Pace(
            EXCHANGES_PER_SECOND,
            5 * EXCHANGES_PER_SECOND,
            _("Too many players pair from your address at once; wait a second."),
        )
        self._wrong = 0
        self.codes = 1
        """How many codes there have been."""
        self.code = self._new_code()
        """The six digits that a newcomer types."""

    def _new_code(self) -> str:
        return f"{int.from_bytes(self._fresh(16), 'big') % 10**DIGITS:0{DIGITS}}"

    def admits(self, key: bytes) -> bool:
        """Whether a key was admitted by a code, now or earlier."""
        return key in self._admitted

    def begin(self, address: str, now: float) -> "Attempt":
        """Starts an exchange with whoever calls from `address` at the time `now`, in seconds.

        Raises TooFast: CODE_LOCKED after too many wrong codes, RATE_LIMITED for too many exchanges.
        """
        self.check(address, now)
        self._pace.spend(address, now)
        exchange = Exchange("host", self.code, self.certificate_sha256, self._fresh)
        return Attempt(self, exchange, address)

    def check(self, address: str, now: float) -> None:
        """Raises TooFast(CODE_LOCKED) while wrong codes are to be waited for."""
        self._here.check(address, now)
        self._anywhere.check("", now)

    def admit(self, key: bytes, address: str) -> None:
        """Admits the key of somebody who knows the code."""
        if key not in self._admitted:
            self._on_admitted(key)
            self._admitted.add(key)
        self._here.right(address)

    def count_wrong(self, address: str, now: float) -> None:
        """Counts a wrong code; the last of five changes it."""
        self._here.wrong(address, now)
        self._anywhere.wrong("", now)
        self._wrong += 1
        if self._wrong == WRONG_BEFORE_NEW:
            self._wrong = 0
            self.codes += 1
            self.code = self._new_code()
            self._on_new_code(self.code)


class Attempt:
    """One exchange with one newcomer: `element`, then `confirm`."""

    def __init__(self, pairing: Pairing, exchange: Exchange, address: str) -> None:
        self._pairing = pairing
        self._exchange = exchange
        self._address = address
        self._codes = pairing.codes

    def element(self, frame: bytes) -> bytes:
        """The host's element for the client's; Unreadable for one that is none."""
        self._exchange.agree(frame)
        return self._exchange.element

    def confirm(self, frame: bytes, now: float) -> bytes:
        """The host's confirmation for the client's, whose key is admitted before this returns.

        Raises Refused: CODE_WRONG, which costs a try unless the code has changed meanwhile;
        CODE_LOCKED. Unreadable for a key that is not the client's own.
        """
        pairing = self._pairing
        pairing.check(self._address, now)
        if pairing.codes != self._codes:
            raise Refused("CODE_WRONG", _("The join code has just changed; ask for the new one."))
        try:
            key = self._exchange.confirmed(frame)
        except Refused:
            pairing.count_wrong(self._address, now)
            raise
        pairing.admit(key, self._address)
        return self._exchange.confirmation(pairing.identity)
