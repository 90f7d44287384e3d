"""What was said around a game, kept for those who watch: the newest notices, each with a number."""

from collections.abc import Iterator
from typing import Final

from acquire_net.wire.updates import Notice

KEPT: Final = 200
"""The most notices that are kept for a slow reader."""


class Notices:
    """A row of notices of which the oldest fall off. Readers keep a count of what they have had."""

    def __init__(self) -> None:
        self._kept: list[Notice] = []
        self._dropped = 0

    @property
    def count(self) -> int:
        """How many there have been."""
        return self._dropped + len(self._kept)

    def add(self, notice: Notice) -> None:
        """Adds the newest."""
        self._kept.append(notice)
        if len(self._kept) > KEPT:
            del self._kept[0]
            self._dropped += 1

    def after(self, had: int) -> Iterator[Notice]:
        """Those after the first `had`, as far as they are kept, and what comes meanwhile."""
        while had < self.count:
            had = max(had, self._dropped) + 1
            yield self._kept[had - 1 - self._dropped]
