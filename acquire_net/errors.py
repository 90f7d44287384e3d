"""Every way in which this project says no.

AcquireError
  IllegalAction   the rules say no: a reason a person can read, and what is possible
  Refused         the table says no: stale, not your seat, full, not started
  BrokenPromise   somebody lied: stop, keep the ledger, say what and who
  Unreadable      text, file or message that does not parse

`IllegalAction`, `Refused` and `Unreadable` are answers: they are shown and play goes on.
`BrokenPromise` is never caught to continue. Any other exception is a bug and surfaces.
"""


class AcquireError(Exception):
    """The base of all of them; `str(error)` is one sentence for a person."""


class IllegalAction(AcquireError):
    """The rules refuse an action.

    `reason` is a stable word such as `TILE_DEAD` (the table of WIRE: one per rule);
    `str(error)` says why and what is possible.
    """

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Refused(AcquireError):
    """The table refuses a request; `reason` is a stable word such as `STALE` or `TABLE_FULL`."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class BrokenPromise(AcquireError):
    """A check of the public log failed: `what` is the check, `who` the party whose promise it was.

    `who` is a player's name, "the dealer", "the host" or "seat or host" where silence is all
    there is to go by.
    """

    def __init__(self, what: str, who: str) -> None:
        super().__init__(f"{what} ({who})")
        self.what = what
        self.who = who


class Unreadable(AcquireError):
    """Input that does not parse; `str(error)` says what was expected."""
