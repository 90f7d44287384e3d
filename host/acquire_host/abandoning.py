"""Ending a game as it stands: who agrees, when that is enough, and who has still to sign. No I/O."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from acquire_net.replica import Replica

SIGNING_TIME: Final = 60.0
"""Seconds that whoever is here has to countersign a stopped game, or to agree to that."""


class Abandoning:
    """The votes of one game. A vote counts until it is taken back. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.agreed: set[int] = set()
        """The seats that agree to end the game as it stands."""
        self._now = now
        self._since: float | None = None

    def vote(self, seat: int, *, agree: bool) -> bool:
        """Counts a vote; whether it is another one than before."""
        changed = (seat in self.agreed) != agree
        (self.agreed.add if agree else self.agreed.discard)(seat)
        return changed

    def unanimous(self, people: AbstractSet[int]) -> bool:
        """Whether all people who are here agree, of whom there is at least one."""
        return bool(people) and people <= self.agreed

    def signed(self, replica: Replica, here: AbstractSet[int], bots: AbstractSet[int]) -> bool:
        """Whether a stopped game has the signatures of all who are here and will sign in time.

        An abandoned game is signed by those who agreed, and by the `bots`, which follow them; any
        other stopped one by all.
        """
        if replica.stopped is None or replica.opened is None:
            return False
        if self._since is None:
            self._since = self._now()
        willing = self.agreed | (bots if self.agreed else set())
        signers = here & willing if replica.abandoned else here
        return signers <= replica.finals or not self.in_time(self._since)

    def in_time(self, since: float) -> bool:
        """Whether a player who is here since that time may still agree to a game that is stopped."""
        begun = since if self._since is None else max(since, self._since)
        return self._now() < begun + SIGNING_TIME
