"""The draws of a sealed bag a second time, from the spec's text alone and nothing of ours.

Slow and literal on purpose. `python tests/fairness/second.py` prints what `own_vectors.json` holds.
"""

import hashlib
import hmac
import json
import struct
import sys
import unicodedata
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

DEALER = 255


def h(tag: str, *fields: bytes) -> bytes:
    digest = hashlib.sha256()
    full = ("acq-fair/1/" + tag).encode("ascii")
    digest.update(struct.pack(">B", len(full)))
    digest.update(full)
    for field in fields:
        digest.update(struct.pack(">I", len(field)))
        digest.update(field)
    return digest.digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def expand(prk: bytes, info: bytes) -> bytes:
    """RFC 5869 for exactly one block, the only length that a sealed bag needs."""
    return hmac_sha256(prk, info + b"\x01")


def header_hash(line: str) -> bytes:
    return h("header", line.encode("ascii"))


def context(ruleset: bytes, host: bytes, attempt: int, roster: list[tuple[bytes, str]]) -> bytes:
    fields = [ruleset, host, struct.pack(">I", attempt), struct.pack(">B", len(roster))]
    for seat in range(len(roster)):
        key, name = roster[seat]
        fields.append(struct.pack(">B", seat) + key + unicodedata.normalize("NFC", name).encode())
    return h("table", *fields)


def commit(ctx: bytes, author: int, r: bytes) -> bytes:
    return h("commit", ctx, struct.pack(">B", author), r)


def session(ctx: bytes, commits: list[bytes], reveals: list[bytes]) -> bytes:
    return h("session", ctx, *(commits + reveals))


def check_digits(session_bytes: bytes) -> str:
    (number,) = struct.unpack(">Q", h("safety", session_bytes)[:8])
    return str(number % 1_000_000_000_000).rjust(12, "0")


class Stream:
    """The DRBG, counting what it uses."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.used = 0
        self.rejected = 0

    def byte(self) -> int:
        block, offset = divmod(self.used, 32)
        self.used += 1
        return hmac_sha256(self.key, b"acq-fair/1/drbg" + struct.pack(">Q", block))[offset]

    def uniform(self, m: int) -> int:
        limit = 256 - 256 % m
        while True:
            b = self.byte()
            if b < limit:
                return b % m
            self.rejected += 1


def permute(stream: Stream, items: list[int]) -> list[int]:
    deck = list(items)
    i = len(deck) - 1
    while i >= 1:
        j = stream.uniform(i + 1)
        kept = deck[i]
        deck[i] = deck[j]
        deck[j] = kept
        i -= 1
    return deck


def tree_root(leaves: list[bytes]) -> bytes:
    """RFC 6962 from the bottom up: a hash without a partner rises as it is."""
    level = leaves
    while len(level) > 1:
        paired = [
            hashlib.sha256(b"\x01" + level[k] + level[k + 1]).digest()
            for k in range(0, len(level) - 1, 2)
        ]
        level = paired + level[len(paired) * 2 :]
    return level[0]


@dataclass
class Bag:
    prk: bytes
    order: list[int]
    salts: list[bytes]
    leaves: list[bytes]
    root: bytes
    stream: Stream


def bag(
    ctx: bytes, c_d: bytes, c: list[bytes], r_d: bytes, r: list[bytes], tiles: list[int]
) -> Bag:
    prk = hmac_sha256(h("seed-context", ctx, c_d, *c), b"".join([r_d, *r]))
    stream = Stream(expand(prk, b"acq-fair/1/deck"))
    order = permute(stream, tiles)
    salt_key = expand(prk, b"acq-fair/1/leaf-salts")
    salts = []
    leaves = []
    for j in range(len(order)):
        salt = hmac_sha256(salt_key, b"acq-fair/1/salt" + struct.pack(">H", j))
        data = b"acq-fair/1/leaf" + ctx + struct.pack(">HB", j, order[j]) + salt
        salts.append(salt)
        leaves.append(hashlib.sha256(b"\x00" + data).digest())
    return Bag(prk, order, salts, leaves, tree_root(leaves), stream)


def x25519(scalar: bytes, point: bytes) -> bytes:
    private = X25519PrivateKey.from_private_bytes(scalar)
    return private.exchange(X25519PublicKey.from_public_bytes(point))


def x25519_base(scalar: bytes) -> bytes:
    public = X25519PrivateKey.from_private_bytes(scalar).public_key()
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def box(
    prk: bytes, ctx: bytes, pos: int, seat: int, recipient_pk: bytes, tile: int, salt: bytes
) -> bytes:
    place = struct.pack(">HB", pos, seat)
    e = expand(prk, b"acq-fair/1/seal" + place + recipient_pk)
    big_e = x25519_base(e)
    extracted = hmac_sha256(ctx, x25519(e, recipient_pk))
    key = expand(extracted, b"acq-fair/1/box" + big_e + recipient_pk + place)
    sealed = ChaCha20Poly1305(key).encrypt(b"\0" * 12, bytes([tile]) + salt, ctx + place)
    return big_e + sealed


def links(ctx: bytes, author: int, secret: bytes) -> dict[int, bytes]:
    x = {512: secret}
    for k in reversed(range(512)):
        x[k] = h("coin-link", ctx, struct.pack(">B", author), struct.pack(">H", k), x[k + 1])
    return x


def coin(ctx: bytes, t: int, shown: list[bytes]) -> bytes:
    return h("coin", ctx, struct.pack(">I", t), *shown)


def statement(
    ctx: bytes, author: int, nonce: int, seen_seq: int, seen_head: bytes, kind: str, body: bytes
) -> bytes:
    numbers = (struct.pack(">B", author), struct.pack(">Q", nonce), struct.pack(">Q", seen_seq))
    return h("stmt", ctx, *numbers, seen_head, kind.encode(), body)


def entry(ctx: bytes, seq: int, head: bytes, stmt: bytes, sig: bytes) -> bytes:
    return h("entry", ctx, struct.pack(">Q", seq), head, stmt, sig)


Json = dict[str, "Json"] | list["Json"] | str | int


def _secret(label: str) -> bytes:
    return hashlib.sha256(b"own vectors: " + label.encode()).digest()


def own_vectors() -> Json:
    """Two seats on a 5-tile bag: every value of a header, a set-up, a coin and boxes."""
    line = '{"attempt":1,"format":"acquire-ledger/1","seats":[{"name":"Ann"},{"name":"Zo\\u00eb"}]}'
    host = _secret("host key")
    roster = [(_secret("key 0"), "Ann"), (_secret("key 1"), "Zo\u00eb")]
    ctx = context(header_hash(line), host, 1, roster)
    r_d = _secret("r dealer")
    r = [_secret("r 0"), _secret("r 1")]
    c_d = commit(ctx, DEALER, r_d)
    c = [commit(ctx, 0, r[0]), commit(ctx, 1, r[1])]
    tiles = [0, 7, 100, 107, 255]
    drawn = bag(ctx, c_d, c, r_d, r, tiles)
    authors = [0, 1, DEALER]
    chains = {author: links(ctx, author, _secret(f"coin {author}")) for author in authors}
    scalars = [_secret("x25519 0"), _secret("x25519 1")]
    summary = session(ctx, c, r)
    return {
        "note": "computed by second.py; all byte strings hex",
        "header": {
            "line": line,
            "ruleset": header_hash(line).hex(),
            "host_pk": host.hex(),
            "attempt": 1,
            "roster": [{"pk": key.hex(), "name": name} for key, name in roster],
            "ctx": ctx.hex(),
        },
        "bag": {
            "tiles": list[Json](tiles),
            "r_dealer": r_d.hex(),
            "r": [value.hex() for value in r],
            "commit_dealer": c_d.hex(),
            "commits": [value.hex() for value in c],
            "session": summary.hex(),
            "table_check": check_digits(summary),
            "order": list[Json](drawn.order),
            "salts": [salt.hex() for salt in drawn.salts],
            "leaves": [leaf.hex() for leaf in drawn.leaves],
            "root": drawn.root.hex(),
        },
        "links": [
            {
                "author": author,
                "secret": chains[author][512].hex(),
                **{f"x_{k}": chains[author][k].hex() for k in (0, 1, 2, 256, 511)},
            }
            for author in authors
        ],
        "coins": [
            {
                "toss": t,
                "links": [chains[author][t + 1].hex() for author in authors],
                "key": coin(ctx, t, [chains[author][t + 1] for author in authors]).hex(),
            }
            for t in (0, 1, 511)
        ],
        "boxes": [
            {
                "position": pos,
                "seat": seat,
                "private": scalars[seat].hex(),
                "public": x25519_base(scalars[seat]).hex(),
                "tile": drawn.order[pos],
                "box": box(
                    drawn.prk,
                    ctx,
                    pos,
                    seat,
                    x25519_base(scalars[seat]),
                    drawn.order[pos],
                    drawn.salts[pos],
                ).hex(),
            }
            for pos, seat in ((0, 0), (1, 1), (4, 0), (4, 1))
        ],
    }


if __name__ == "__main__":
    json.dump(own_vectors(), sys.stdout, indent=1)
    sys.stdout.write("\n")
