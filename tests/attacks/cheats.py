"""Cheats that really cheat: hosts, dealers and players that lie under true signatures.

Each of them signs with the secrets it would have, so that nothing but the lie itself gives it away.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Protocol

import pytest

from acquire_client.session import Session
from acquire_host.table import Table
from acquire_net.author import Dealer, Secrets
from acquire_net.due import Due
from acquire_net.errors import AcquireError, BrokenPromise
from acquire_net.fairness import deck, merkle, sealing
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.deck import Deck, Opening
from acquire_net.fairness.sealing import Box
from acquire_net.ledger import bodies, codec
from acquire_net.ledger import statement as statements
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import Replica
from tests.tables import NAMES, Game, secrets_of


class Log(Protocol):
    """What a statement is made on: a replica, or the log of a lying host."""

    ctx: bytes
    heads: list[bytes]
    nonces: dict[int, int]


def signed(
    log: Log,
    secrets: Secrets,
    author: int,
    kind: str,
    body: bytes,
    *,
    seen: int | None = None,
    nonce: int | None = None,
) -> Statement:
    """A truly signed statement of anything; unless told otherwise, a fresh one at the log's end."""
    seen = len(log.heads) - 1 if seen is None else seen
    nonce = log.nonces.get(author, -1) + 1 if nonce is None else nonce
    head = log.heads[seen] if seen < len(log.heads) else bytes(32)
    return statements.sign(secrets.identity, log.ctx, author, nonce, seen, head, kind, body)


class LyingHost:
    """A host that takes anything into its log and signs it there; it judges nothing."""

    def __init__(self, game: Game, entries: Sequence[Entry] = ()) -> None:
        self.game = game
        self.header_line = game.header.encode()
        self.ctx = statements_context(self.header_line)
        self.heads = [self.ctx]
        self.nonces: dict[int, int] = {}
        self.entries: list[Entry] = []
        for entry in entries:
            self.put(entry.statement)

    def says(
        self,
        author: int,
        body: bodies.Body,
        *,
        seen: int | None = None,
        nonce: int | None = None,
    ) -> Statement:
        """What an author truly signs, on this log."""
        kind, data = bodies.kind_of(body), codec.encode(body)
        secrets = secrets_of(self.game.seed, author)
        return signed(self, secrets, author, kind, data, seen=seen, nonce=nonce)

    def put(self, statement: Statement) -> Entry:
        """Takes a statement in, whatever it is."""
        seq, said = len(self.entries), statements.digest(self.ctx, statement)
        head = statements.next_head(self.ctx, seq, self.heads[-1], said, statement.signature)
        identity = secrets_of(self.game.seed, REFEREE).identity
        entry = Entry(seq, statement, statements.host_sign(identity, head))
        self.entries.append(entry)
        self.heads.append(head)
        self.nonces[statement.author] = statement.nonce
        return entry

    def player(self, seat: int, shown: int | None = None) -> Session:
        """An honest player who was shown this log, or its beginning."""
        secrets = secrets_of(self.game.seed, seat)
        return Session(self.header_line, secrets, NAMES[seat], entries=self.entries[:shown])

    def caught(self, statement: Statement) -> tuple[str, str]:
        """Takes a statement in and shows it to all: every player stops and says what and who."""
        return self.caught_with(self.put(statement))

    def caught_with(self, entry: Entry) -> tuple[str, str]:
        """Shows an entry to all after what came before: every player stops; what and who."""
        players = [self.player(seat, entry.seq) for seat in range(self.game.seats)]
        ((what, who),) = {stopped_at(player, entry) for player in players}
        return what, who


def statements_context(header_line: bytes) -> bytes:
    """The head of an empty log."""
    return Replica(header_line).ctx


def stopped_at(player: Session, entry: Entry) -> tuple[str, str]:
    """What a player says who refuses an entry: nothing has changed, and it signs nothing more."""
    before = snapshot(player.replica)
    with pytest.raises(BrokenPromise) as caught:
        player.receive(entry)
    assert snapshot(player.replica) == before
    assert_silent(player)
    return caught.value.what, caught.value.who


def assert_silent(player: Session) -> None:
    """A player who was lied to says nothing, asks nothing, and hears nothing more."""
    assert player.broken is not None
    assert player.statement() is None
    assert player.question() is None


def snapshot(replica: Replica) -> tuple[object, ...]:
    """Everything about a replica that a refused statement must leave alone."""
    bag = replica.bag
    return (
        replica.heads[:],
        replica.nonces.copy(),
        replica.state.copy(),
        replica.due()[:],
        (bag.commits.copy(), bag.reveals.copy(), bag.leaves, bag.boxes.copy(), bag.opened.copy()),
        (bag.complaints.copy(), bag.secret, replica.tosses.count),
        (replica.stopped, replica.ended, replica.opened, replica.finals.copy(), replica.broken),
    )


def refusal(table: Table, statement: Statement) -> AcquireError:
    """How an honest host refuses a statement; nothing has changed."""
    before = snapshot(table.replica), table.entries[:], table.published, table.stopped
    with pytest.raises(AcquireError) as caught:
        table.submit(statement)
    assert not isinstance(caught.value, BrokenPromise)
    assert (snapshot(table.replica), table.entries, table.published, table.stopped) == before
    return caught.value


@cache
def finished(seats: int, seed: int = 1) -> Game:
    """A whole honest game, to cut and to copy from but not to change."""
    return Game(seats, seed).run()


def place_of(game: Game, kind: str, nth: int = 0) -> int:
    """How many entries come before the nth statement of a kind."""
    found = [entry.seq for entry in game.table.entries if entry.statement.kind == kind]
    return found[nth]


def true_deck(game: Game) -> Deck:
    """The deck of a game whose reveals are in, as only its dealer knows it."""
    return game.table.replica.bag.derive(secrets_of(game.seed, REFEREE).r)


# -- dealers -----------------------------------------------------------------------------------


def dealt_by(dealer: type[Dealer], seats: int = 3, seed: int = 1) -> Game:
    """A game at whose host that dealer deals."""
    game = Game(seats, seed)
    game.table._dealer = dealer(secrets_of(seed, REFEREE), game.table.replica)
    return game


class StackingDealer(Dealer):
    """Puts the tiles in an order of its own, under leaves that are true for that order."""

    @cached_property
    def deck(self) -> Deck:
        true = self.replica.bag.derive(self.secrets.r)
        order = tuple(self.stacked(list(true.order)))
        leaves = tuple(
            deck.leaf(self.replica.ctx, Opening(at, tile, true.salts[at]))
            for at, tile in enumerate(order)
        )
        return replace(true, order=order, leaves=leaves, root=merkle.root(leaves))

    def stacked(self, order: list[int]) -> list[int]:
        """The order it prefers: its friend in seat 0 gets neighbouring tiles."""
        wished = list(range(40, 46))
        rest = [tile for tile in order if tile not in wished]
        return rest[:3] + wished + rest[3:]


class DoublingDealer(StackingDealer):
    """Puts one tile into the bag twice, at the positions `twice`."""

    twice = (3, 4)

    def stacked(self, order: list[int]) -> list[int]:
        first, second = self.twice
        order[second] = order[first]
        return order


class BoxingDealer(Dealer):
    """Seals something false in the box of position `bad`, and answers truly when asked."""

    bad = 5

    def _box(self, seat: int, position: int) -> Box:
        box = super()._box(seat, position)
        return Box(position, self.falsified(seat, box)) if position == self.bad else box

    def falsified(self, seat: int, box: Box) -> bytes:
        """Another tile than the one whose leaf it published."""
        at, tables = box.position, self.replica.bag.recipients
        tile, salt = self.deck.order[at + 1], self.deck.salts[at]
        return sealing.seal(self.deck.prk, self.replica.ctx, at, seat, tables[seat], tile, salt)


class GarblingDealer(BoxingDealer):
    """Fills a box with garbage."""

    def falsified(self, seat: int, box: Box) -> bytes:
        return box.box[:-1] + bytes([box.box[-1] ^ 1])


class MisdirectingDealer(BoxingDealer):
    """Seals a box for somebody else's key, so that another seat could read it."""

    def falsified(self, seat: int, box: Box) -> bytes:
        other = (seat + 1) % len(self.replica.bag.recipients)
        return Dealer._box(self, other, box.position).box


class WithholdingDealer(Dealer):
    """Never says what is of one kind."""

    withheld = "end"

    def duty(self) -> bodies.Body | None:
        due = self.replica.owed_by(self.number)
        return None if due is not None and due.kind == self.withheld else super().duty()


class LyingAnswerer(GarblingDealer):
    """Garbles a box, and answers the complaint with another tile than the one it committed to."""

    def deal(self, due: Due) -> bodies.Body:
        if due.kind != "answer":
            return super().deal(due)
        (at,) = due.positions
        return bodies.Answer(Opening(at, self.deck.order[at + 1], self.deck.salts[at]))


# -- players -----------------------------------------------------------------------------------


class FalseComplainer(Session):
    """Complains of a true box, to see what happens."""

    lamented = 5

    def _unsealed(self, position: int, box: bytes) -> Opening | None:
        return None if position == self.lamented else super()._unsealed(position, box)


class Unsuspecting(Session):
    """Takes whatever its boxes hold, and does not see that it was given one tile twice."""

    def _unsealed(self, position: int, box: bytes) -> Opening | None:
        key = self.author.secrets.table
        return Opening(position, *sealing.unseal(key, self.replica.ctx, position, self.seat, box))

    def _compare_hand(self) -> None:
        pass


class Withholder(Session):
    """Never says what is of one kind, and plays on as if it had."""

    withheld = "final"

    def statement(self) -> Statement | None:
        due = self.replica.owed_by(self.seat)
        return None if due is not None and due.kind == self.withheld else super().statement()


def seated(game: Game, seat: int, player: type[Session]) -> Game:
    """The same game, with a player of that sort in a seat."""
    line, secrets = game.header.encode(), secrets_of(game.seed, seat)
    game.sessions[seat] = player(line, secrets, NAMES[seat], game.rulebook)
    return game
