"""Games to look back on: whole, hidden, stopped, false and of people with odd names."""

from dataclasses import replace
from functools import cache

import pytest

from acquire_net.acting import to_wire
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.file import entry_line
from acquire_net.ledger.statement import Entry, digest, host_sign, next_head
from acquire_net.rules.actions import Buy
from acquire_net.rules.editions import CLASSIC
from tests.tables import Game, secrets_of

OPEN = replace(CLASSIC, disclosure="open")
HOSTILE = (
    "<script>top.p=1</script>",
    '"><img src=x onerror=p()',
    "</script><!--{at}{where}",
    "&lt;b&gt; 'Luxor' \\",
)
"""Names that would be heard as markup, script or a place to fill in, if anything let them."""


@cache
def four() -> bytes:
    """A whole game of four."""
    return Game(4, 7).run().ledger()


@cache
def two() -> bytes:
    """A whole game of two, in which the bank holds shares."""
    return Game(2, 5).run().ledger()


def unfinished(entries: int = 120, *, disclosure: str = "hidden") -> bytes:
    """The first entries of a game of three."""
    rules = OPEN if disclosure == "open" else CLASSIC
    lines = [*Game(3, 3, rules).run(lambda game: len(game.table.entries) > entries).lines()]
    return b"".join(lines[: entries + 1])


def stopped() -> bytes:
    """A game that was abandoned in the middle."""
    game = Game(3, 3).run(lambda game: len(game.table.entries) > 120)
    game.table.stop("game abandoned")
    return game.run().ledger()


def abandoned() -> bytes:
    """A set-up that came to nothing."""
    game = Game(2)
    game.table.stop("set-up abandoned")
    return game.run().ledger()


def false() -> bytes:
    """A game whose host let in what the rules forbid."""
    game = Game(2).until_playing()
    (mover,) = game.asked()
    statement = mover.author.sign(to_wire(Buy(()), {}))
    replica = mover.replica
    said = digest(replica.ctx, statement)
    head = next_head(replica.ctx, replica.length, replica.head, said, statement.signature)
    signature = host_sign(secrets_of(1, REFEREE).identity, head)
    return game.ledger() + entry_line(Entry(replica.length, statement, signature))


def hostile(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A whole game of four people with odd names."""
    monkeypatch.setattr("tests.tables.NAMES", HOSTILE)
    return Game(4, 7).run().ledger()
