"""Who watches a table, in what role, and who is away since when. No I/O; time is an argument."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.wire.updates import Goodbye, GoodbyeReason, Role

MAX_WATCHERS: Final = 256
SEAT_WATCHES: Final = 4
"""Watches that a seat may have beyond those: its lost ones, until they are noticed, and a new one."""
RETURN_TIME: Final = 60.0
"""Seconds that a seat waits before the game for a player who does not watch: one who has only just
sat down, or whose host was started again."""


@dataclass(eq=False)
class Watcher:
    """One live watch since that time in seconds; `goodbye` is why it ends, once it shall."""

    caller: bytes
    role: Role
    since: float
    goodbye: Goodbye | None = None


class Attendance:
    """The watchers of one table. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._watchers: list[Watcher] = []
        self._begun = now()
        self._left: dict[bytes, float] = {}
        self._reserved: dict[bytes, float] = {}

    def __len__(self) -> int:
        return len(self._watchers)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(self._watchers)

    # -- coming and going ----------------------------------------------------------------------

    def enter(self, caller: bytes, role: Role) -> Watcher:
        """Begins a watch; an older one of the same key and role is to end.

        Raises Refused(TABLE_FULL); but no crowd of spectators keeps a player out.
        """
        own = sum(1 for one in self._watchers if one.caller == caller)
        kept = role is Role.SEAT and own < SEAT_WATCHES
        if len(self._watchers) >= MAX_WATCHERS and not kept:
            raise Refused("TABLE_FULL", _("Too many watch already."))
        self.dismiss(
            caller,
            Goodbye(GoodbyeReason.REPLACED, _("You are connected from somewhere else now.")),
            role,
        )
        watcher = Watcher(caller, role, self._now())
        self._watchers.append(watcher)
        if role is Role.SEAT:
            self._reserved.pop(caller, None)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Ends a watch."""
        self._watchers.remove(watcher)
        if watcher.role is Role.SEAT:
            self._left[watcher.caller] = self._now()

    def dismiss(self, caller: bytes, goodbye: Goodbye, role: Role = Role.SEAT) -> None:
        """Has the watches of a key in a role end."""
        for watcher in self._watchers:
            if (watcher.caller, watcher.role) == (caller, role):
                watcher.goodbye = goodbye

    def begin(self) -> None:
        """Whoever has not been here yet is away from now on: the game begins, or goes on."""
        self._begun = self._now()
        self._reserved.clear()

    # -- who is here ---------------------------------------------------------------------------

    @property
    def seated(self) -> set[bytes]:
        """The keys that watch as players of a seat."""
        return {one.caller for one in self._watchers if one.role is Role.SEAT}

    @property
    def callers(self) -> set[bytes]:
        """The keys that watch in any role."""
        return {one.caller for one in self._watchers}

    @property
    def spectators(self) -> int:
        """How many only watch."""
        return sum(1 for one in self._watchers if one.role is Role.SPECTATOR)

    def seconds_away(self, caller: bytes) -> int:
        """For how long the player with that key, who is not here, has been away."""
        since = max(self._left.get(caller, self._begun), self._begun)
        return max(int(self._now() - since), 0)

    # -- seats that are kept before the game -----------------------------------------------------

    def reserve(self, caller: bytes) -> None:
        """Keeps the seat of a key for a while, though its player does not watch."""
        if caller not in self.seated:
            self._reserved[caller] = self._now() + RETURN_TIME

    def overdue(self) -> list[bytes]:
        """The keys whose seats were kept long enough; each is told once."""
        late = [key for key, until in self._reserved.items() if self._now() >= until]
        for key in late:
            del self._reserved[key]
        return late
