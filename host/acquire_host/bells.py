"""Who may be rung, and how often: once for each thing one owes, before the game once a minute."""

from collections.abc import Callable
from typing import Final

from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.replica import Replica

MINUTE: Final = 60.0
"""Seconds after which somebody who is not ready can be rung again."""


class Bells:
    """Remembers who was rung for what. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._in_lobby: dict[bytes, float] = {}
        self._in_game: dict[int, tuple[str, int]] = {}

    def ring_in_lobby(self, name: str, identity: bytes, *, ready: bool) -> None:
        """Rings a player who is not ready; raises Refused (NOT_DUE, NUDGED)."""
        if ready:
            raise Refused("NOT_DUE", _("{name} is ready already.").format(name=name))
        last = self._in_lobby.get(identity)
        if last is not None and self._now() < last + MINUTE:
            raise _rung(name)
        self._in_lobby[identity] = self._now()

    def ring_in_game(self, name: str, seat: int, replica: Replica) -> None:
        """Rings a seat that owes something; raises Refused (NOT_DUE, NUDGED)."""
        due = replica.owed_by(seat)
        if due is None:
            raise Refused("NOT_DUE", _("Nobody waits for {name} now.").format(name=name))
        owed = due.kind, due.since
        if self._in_game.get(seat) == owed:
            raise _rung(name)
        self._in_game[seat] = owed


def _rung(name: str) -> Refused:
    return Refused("NUDGED", _("{name} was rung already.").format(name=name))
