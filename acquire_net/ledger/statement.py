"""Who says what, in which place: statements, entries, and the chain of heads they form.

A head sums up the log up to an entry; the head of an empty log is the table's context, `ctx`. What
makes a statement acceptable beyond its signatures is left to the replica.
"""

from dataclasses import dataclass

from acquire_net.fairness import signing
from acquire_net.fairness.hashing import tagged_hash, u8, u64


@dataclass(frozen=True, slots=True)
class Statement:
    """A signed message, which countersigns the history its author had seen.

    `author` is a seat, or the referee or dealer; `nonce` grows with every statement of an author;
    `seen_seq` counts the entries seen and `seen_head` is the head after them; `body` holds the
    exact bytes of the message that `kind` names.
    """

    author: int
    nonce: int
    seen_seq: int
    seen_head: bytes
    kind: str
    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement in its place: `seq` entries come before it, and the host signed the head after it."""

    seq: int
    statement: Statement
    host_signature: bytes


def digest(ctx: bytes, statement: Statement) -> bytes:
    """Hashes what an author signs: everything but the signature, at this table only."""
    return _digest(
        ctx,
        statement.author,
        statement.nonce,
        statement.seen_seq,
        statement.seen_head,
        statement.kind,
        statement.body,
    )


def sign(
    private: bytes,
    ctx: bytes,
    author: int,
    nonce: int,
    seen_seq: int,
    seen_head: bytes,
    kind: str,
    body: bytes,
) -> Statement:
    """Makes a statement; `private` is the author's Ed25519 secret, 32 bytes."""
    said = _digest(ctx, author, nonce, seen_seq, seen_head, kind, body)
    signature = signing.sign(private, signing.AUTHOR_DOMAIN, said)
    return Statement(author, nonce, seen_seq, seen_head, kind, body, signature)


def author_signed(public: bytes, ctx: bytes, statement: Statement) -> bool:
    """Tells whether the holder of the key `public` made this statement at this table."""
    said = digest(ctx, statement)
    return signing.verify(public, signing.AUTHOR_DOMAIN, said, statement.signature)


def next_head(
    ctx: bytes, seq: int, head: bytes, statement_digest: bytes, signature: bytes
) -> bytes:
    """The head after entry `seq`, from the `head` before it and its statement's digest and signature.

    Heads are always recomputed and never stored.
    """
    return tagged_hash("entry", ctx, u64(seq), head, statement_digest, signature)


def host_sign(private: bytes, head: bytes) -> bytes:
    """Signs the head after an entry with the host's Ed25519 secret."""
    return signing.sign(private, signing.HOST_DOMAIN, head)


def host_signed(public: bytes, head: bytes, signature: bytes) -> bool:
    """Tells whether the host with the key `public` gave the log this head.

    Two heads for one place under one key prove that the host told two stories.
    """
    return signing.verify(public, signing.HOST_DOMAIN, head, signature)


def _digest(
    ctx: bytes,
    author: int,
    nonce: int,
    seen_seq: int,
    seen_head: bytes,
    kind: str,
    body: bytes,
) -> bytes:
    place = u8(author), u64(nonce), u64(seen_seq), seen_head
    return tagged_hash("stmt", ctx, *place, kind.encode(), body)
