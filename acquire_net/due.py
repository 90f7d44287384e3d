"""What somebody owes the log now, or may add to it: the one list that orders a game.

Duties are computed from the folded log and never triggered by an event, so a program killed
between two statements finds its debt again.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Due:
    """One statement that is owed, or allowed: by whom, of which kind, since when.

    `since` is the number of entries when it became due: its author must have seen that many.
    `seat` and `positions` say what a deal, a lay or an answer must hold.
    """

    author: int
    kind: str
    since: int
    seat: int | None = None
    positions: tuple[int, ...] = ()
    owed: bool = True
    """False for what is merely allowed: a complaint, a stop."""
