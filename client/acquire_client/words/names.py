"""What things and people are called at this table, and whose money may be told to the reader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acquire_client.words.numbers import listing
from acquire_net.language import _, pgettext
from acquire_net.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one table as one reader hears them.

    `players` is in seat order; `me` is the reader's seat, None for a spectator; `bots` are the
    seats that a program plays.
    """

    rulebook: Rulebook
    players: tuple[str, ...]
    me: int | None = None
    bots: frozenset[int] = frozenset()

    def chain(self, chain: int) -> str:
        """A chain's name."""
        return self.rulebook.chains[chain].name

    def chains(self, chains: Iterable[int]) -> str:
        """Several chains' names as a list: `Luxor, Tower and Imperial`."""
        return listing([self.chain(chain) for chain in chains])

    def tile(self, tile: int) -> str:
        """A tile as `3C`."""
        return self.rulebook.grid.name(tile)

    def tiles(self, tiles: Iterable[int]) -> str:
        """Several tiles as a list: `3C and 4D`."""
        return listing([self.tile(tile) for tile in tiles])

    def subject(self, seat: int) -> str:
        """A player at the head of a line: `You` or the name."""
        return pgettext("head of a line", "You") if seat == self.me else self.players[seat]

    def who(self, seat: int) -> str:
        """A player within a line, beside a number or in a list: `you` or the name."""
        return pgettext("in a list", "you") if seat == self.me else self.players[seat]

    def title(self, seat: int) -> str:
        """A player in a table of players: `You`, `Sky`, `Ox (bot)`."""
        if seat in self.bots:
            return _("{player} (bot)").format(player=self.subject(seat))
        return self.subject(seat)

    def tells(self, seat: int) -> bool:
        """Whether a seat's cash and shares may be told (RULES 2, `disclosure`)."""
        return seat == self.me or self.rulebook.disclosure == "open"

    @property
    def tells_all(self) -> bool:
        """Whether everybody's cash and shares may be told."""
        return self.rulebook.disclosure == "open"

    def stock(self, count: int, chain: int) -> str:
        """So many shares of a chain: `2 Luxor`."""
        return _("{count} {chain}").format(count=count, chain=self.chain(chain))

    def portfolio(self, shares: Sequence[tuple[int, int]]) -> str:
        """Shares as `2 Luxor and 1 Tower`, from (chain, count); counts of 0 are left out."""
        return listing([self.stock(held, chain) for chain, held in shares if held])
