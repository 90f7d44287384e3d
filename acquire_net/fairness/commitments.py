"""What everyone agrees on before a tile is drawn: the table, the commitments, the table check."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from acquire_net.errors import Unreadable
from acquire_net.fairness.hashing import tagged_hash, u8, u32

REFEREE: Final = 254
"""The author number of the host speaking as referee."""

DEALER: Final = 255
"""The author number of the dealer of a sealed bag, who has a secret of its own like every seat."""

_KEY = 32


def ruleset_hash(header: bytes) -> bytes:
    """Hashes the ledger's header line, exactly as received and without its newline."""
    return tagged_hash("header", header)


def table_context(
    ruleset: bytes, host_key: bytes, attempt: int, roster: Sequence[tuple[bytes, str]]
) -> bytes:
    """Names one attempt at one table in 32 bytes (`ctx`); every later hash contains them.

    `roster` lists identity key and name by seat, `attempt` counts from 0. Names are normalised to
    NFC. Unreadable if a key is not 32 bytes long, since a row would then no longer say where the
    key ends and the name begins, or if a name is not Unicode text.
    """
    if any(len(key) != _KEY for key in (host_key, *(key for key, _ in roster))):
        raise Unreadable("a public key is 32 bytes long")
    rows = [u8(seat) + key + _name(name) for seat, (key, name) in enumerate(roster)]
    return tagged_hash("table", ruleset, host_key, u32(attempt), u8(len(roster)), *rows)


def commitment(ctx: bytes, author: int, r: bytes) -> bytes:
    """Commits `author` (a seat, or DEALER) to its secret `r`: binding at once, hiding until shown."""
    return tagged_hash("commit", ctx, u8(author), r)


def session_hash(ctx: bytes, commits: Sequence[bytes], reveals: Sequence[bytes]) -> bytes:
    """Sums up a finished set-up: the seats' commitments, then their reveals, both in seat order.

    The dealer's commitment is not among them; its secret stays closed until the game is over.
    """
    return tagged_hash("session", ctx, *commits, *reveals)


def table_check(session: bytes) -> str:
    """Turns a session into the twelve digits that players compare aloud; a screen shows six.

    Nobody could choose them, because every reveal was committed to before any was seen: a host that
    sits between players with keys of its own gets different digits on each side.
    """
    number = int.from_bytes(tagged_hash("safety", session)[:8], "big")
    return f"{number % 10**12:012d}"


def _name(name: str) -> bytes:
    try:
        return unicodedata.normalize("NFC", name).encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can smuggle in
        raise Unreadable("a name is Unicode text") from None
