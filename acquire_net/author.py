"""One author at one table: its secrets, and the statements it owes that need no thought."""

from dataclasses import dataclass
from functools import cached_property

from acquire_net.due import Due
from acquire_net.fairness import coin, sealing, signing
from acquire_net.fairness.commitments import DEALER, commitment
from acquire_net.fairness.deck import Deck
from acquire_net.fairness.hashing import tagged_hash, u8
from acquire_net.fairness.sealing import Box
from acquire_net.ledger import bodies, codec
from acquire_net.ledger import statement as statements
from acquire_net.ledger.statement import Statement
from acquire_net.replica import Replica

SECRET = 32
"""The length of every secret, in bytes."""


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """What one author keeps to itself at one table; 32 bytes each.

    `identity` signs (Ed25519), `table` opens boxes (X25519), `r` goes into the seed of the bag,
    `coin` is the end of the coin chain.
    """

    identity: bytes
    table: bytes
    r: bytes
    coin: bytes

    @classmethod
    def made_of(cls, entropy: bytes, identity: bytes | None = None) -> "Secrets":
        """Secrets that all derive from 32 random bytes, but for an identity one already has."""
        names = ("identity", "table", "r", "coin")
        derived = {name: tagged_hash("secret", name.encode(), entropy) for name in names}
        return cls(**(derived | ({"identity": identity} if identity else {})))

    @classmethod
    def seeded(cls, seed: int, author: int) -> "Secrets":
        """The secrets of a reproducible test game, which proves nothing."""
        return cls.made_of(tagged_hash("seeded", str(seed).encode(), u8(author)))

    @property
    def public_identity(self) -> bytes:
        """The Ed25519 key that others know."""
        return signing.public_key(self.identity)

    @property
    def public_table(self) -> bytes:
        """The X25519 key that others know."""
        return sealing.x25519_public(self.table)


class Author:
    """A seat, the dealer or the referee of a table, with its secrets.

    It says what its duties are by the replica, and signs; deciding is for players.
    """

    def __init__(self, number: int, secrets: Secrets, replica: Replica) -> None:
        self.number = number
        self.secrets = secrets
        self.replica = replica
        self.nonce = -1
        """The last nonce used, if it is not in the log."""

    @cached_property
    def _chain(self) -> tuple[bytes, ...]:
        return coin.coin_chain(self.replica.ctx, self.number, self.secrets.coin)

    def duty(self) -> bodies.Body | None:
        """What the author owes next and needs no thought; None for a decision, or nothing."""
        due = self.replica.owed_by(self.number)
        return None if due is None or due.kind == "act" else self._body(due)

    def _body(self, due: Due) -> bodies.Body:
        match due.kind:
            case "commit":
                promise = commitment(self.replica.ctx, self.number, self.secrets.r)
                return bodies.Commit(promise, self._chain[0])
            case "reveal":
                return bodies.Reveal(self.secrets.r)
            case "toss":
                return bodies.Toss(self._chain[self.replica.tosses.count + 1])
            case "final":
                return bodies.Final()
            case _:
                return self.deal(due)

    def coming_back(self) -> bodies.Return:
        """What takes a seat back for these secrets."""
        return bodies.Return(self.secrets.public_table, self._chain[0])

    def taking_over(self, seat: int) -> bodies.Substitute:
        """What the referee says to hand a seat to the holder of these secrets, a bot."""
        secrets = self.secrets
        return bodies.Substitute(
            seat, secrets.public_identity, secrets.public_table, self._chain[0]
        )

    def deal(self, due: Due) -> bodies.Body:
        """A duty of the dealer's; ValueError for one that this author never has."""
        raise ValueError(f"author {self.number} cannot owe a {due.kind}")

    def sign(self, body: bodies.Body) -> Statement:
        """The statement that says `body` now, having seen the whole log."""
        replica = self.replica
        self.nonce = max(self.nonce, replica.nonces.get(self.number, -1)) + 1
        return statements.sign(
            self.secrets.identity,
            replica.ctx,
            self.number,
            self.nonce,
            replica.length,
            replica.head,
            bodies.kind_of(body),
            codec.encode(body),
        )


class Dealer(Author):
    """The dealer of a sealed bag, who alone knows its order during the game."""

    def __init__(self, secrets: Secrets, replica: Replica) -> None:
        super().__init__(DEALER, secrets, replica)

    @cached_property
    def deck(self) -> Deck:
        """The shuffled deck; only once every secret is in."""
        return self.replica.bag.derive(self.secrets.r)

    def deal(self, due: Due) -> bodies.Body:
        """The deck, what is laid, dealt or answered, or the secret at the end."""
        match due.kind:
            case "deck":
                return bodies.Deck(self.deck.leaves, self.deck.root)
            case "lay":
                return bodies.Lay(tuple(map(self.deck.opening, due.positions)))
            case "deal":
                assert due.seat is not None
                return bodies.Deal(due.seat, tuple(self._box(due.seat, at) for at in due.positions))
            case "answer":
                return bodies.Answer(self.deck.opening(due.positions[0]))
            case "end":
                return bodies.End(self.secrets.r)
            case _:
                return super().deal(due)

    def _box(self, seat: int, position: int) -> Box:
        key = self.replica.bag.recipients[seat]
        tile, salt = self.deck.order[position], self.deck.salts[position]
        sealed = sealing.seal(self.deck.prk, self.replica.ctx, position, seat, key, tile, salt)
        return Box(position, sealed)
