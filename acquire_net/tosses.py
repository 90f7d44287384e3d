"""The coin's tosses, as everybody sees them: who still owes a link, and what a toss drew.

Which tiles may be drawn was fixed when the toss became due, so nobody can change the pool after
seeing links.
"""

from collections.abc import Iterator, Sequence

from acquire_net.due import Due
from acquire_net.errors import Refused
from acquire_net.fairness.coin import coin_key, link_before
from acquire_net.fairness.drbg import Drbg
from acquire_net.language import _


class Tosses:
    """All tosses of a game; `authors` give a link each, in that order."""

    def __init__(self, ctx: bytes, authors: Sequence[int]) -> None:
        self.ctx = ctx
        self.authors = tuple(authors)
        self.count = 0
        """How many tosses are complete."""
        self.voided = 0
        """How many tosses were begun anew because a seat changed hands."""
        self._last: dict[int, tuple[int, bytes]] = {}
        """Per author the index of the last link known of its chain, and the link."""
        self._links: dict[int, bytes] = {}
        self._pool: tuple[int, ...] = ()
        self._draws = 0
        self._since = 0

    def tip(self, author: int, tip: bytes) -> None:
        """Records the tip of an author's chain."""
        self._last[author] = (0, tip)

    def renew(self, author: int, tip: bytes, since: int) -> None:
        """A seat changed hands: its new chain serves later tosses, so an open one begins anew."""
        self.tip(author, tip)
        if self._draws:
            self.count += 1
            self.voided += 1
            self._links = {}
            self._since = since

    def open(self, pool: tuple[int, ...], draws: int, since: int) -> None:
        """A toss became due that draws so many tiles of the pool, each returned."""
        self._pool, self._draws, self._since = pool, draws, since

    def due(self) -> Iterator[Due]:
        """The links that are missing in the open toss."""
        if self._draws:
            for author in self.authors:
                if author not in self._links:
                    yield Due(author, "toss", self._since)

    def check(self, author: int, link: bytes) -> None:
        """Raises Refused unless this is the next link of the author's chain."""
        index, known = self._last[author]
        for place in range(self.count, index - 1, -1):
            link = link_before(self.ctx, author, place, link)
        if link != known:
            raise Refused("LINK_WRONG", _("That is not the next link of the coin chain."))

    def fold(self, author: int, link: bytes) -> tuple[int, ...] | None:
        """Takes in a checked link; the drawn tiles once it was the last one missing."""
        self._links[author] = link
        self._last[author] = (self.count + 1, link)
        if len(self._links) < len(self.authors):
            return None
        links = [self._links[one] for one in self.authors]
        stream = Drbg(coin_key(self.ctx, self.count, links))
        drawn = tuple(self._pool[stream.uniform(len(self._pool))] for _ in range(self._draws))
        self.count += 1
        self._links = {}
        self._draws = 0
        return drawn
