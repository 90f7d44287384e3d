"""Our encodings against the pinned vectors, and the second implementation against them too."""

import pytest

from acquire_net.fairness import merkle, signing
from acquire_net.fairness.commitments import DEALER, commitment, session_hash, table_context
from acquire_net.fairness.deck import Deck, leaf
from acquire_net.fairness.drbg import Drbg, shuffle
from acquire_net.fairness.hashing import (
    PREFIX,
    hkdf_expand,
    hkdf_extract,
    tagged_hash,
    u8,
    u16,
    u32,
    u64,
)
from tests.fairness import second
from tests.fairness.values import CTX, VECTORS

TABLE = VECTORS["table"]
LEVEL1 = VECTORS["level1"]
CHAIN = VECTORS["chain"]
ROSTER = [(row["pk"].hexed, row["name"].text) for row in TABLE["roster"]]
COMMITS = LEVEL1["commits"].all_hexed
REVEALS = LEVEL1["input"]["r"].all_hexed
DEALER_R = LEVEL1["input"]["r_dealer"].hexed
DEALER_COMMIT = LEVEL1["commit_dealer"].hexed
DECK_KEY = LEVEL1["deck_key"].hexed


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck.derive(CTX, DEALER_COMMIT, COMMITS, DEALER_R, REVEALS, range(108))


def test_integers_are_fixed_width_and_big_endian() -> None:
    assert u8(255) + u16(1) + u32(2) + u64(3) == bytes.fromhex("ff 0001 00000002 0000000000000003")


def test_tagged_hash_is_the_pinned_one() -> None:
    pinned = VECTORS["tuple_hash"]
    tag = pinned["tag"].text.removeprefix(PREFIX.decode())

    assert tagged_hash(tag, *pinned["fields"].all_hexed) == pinned["out"].hexed
    assert second.h(tag, *pinned["fields"].all_hexed) == pinned["out"].hexed


def test_table_context_is_the_pinned_one() -> None:
    inputs = (TABLE["ruleset"].hexed, TABLE["host_pk"].hexed, TABLE["attempt"].number, ROSTER)

    assert table_context(*inputs) == CTX
    assert second.context(*inputs) == CTX


def test_commitments_of_dealer_and_seats_are_the_pinned_ones() -> None:
    assert commitment(CTX, DEALER, DEALER_R) == DEALER_COMMIT
    assert [commitment(CTX, seat, r) for seat, r in enumerate(REVEALS)] == COMMITS
    assert second.commit(CTX, second.DEALER, DEALER_R) == DEALER_COMMIT
    assert [second.commit(CTX, seat, r) for seat, r in enumerate(REVEALS)] == COMMITS


def test_session_is_the_pinned_one() -> None:
    assert session_hash(CTX, COMMITS, REVEALS) == VECTORS["session"].hexed
    assert second.session(CTX, COMMITS, REVEALS) == VECTORS["session"].hexed


def test_seed_and_its_keys_are_the_pinned_ones() -> None:
    salt = tagged_hash("seed-context", CTX, DEALER_COMMIT, *COMMITS)
    prk = hkdf_extract(salt, DEALER_R + b"".join(REVEALS))

    assert salt == LEVEL1["hkdf_salt"].hexed
    assert prk == LEVEL1["prk"].hexed
    assert hkdf_expand(prk, PREFIX + b"deck", 32) == DECK_KEY
    assert hkdf_expand(prk, PREFIX + b"leaf-salts", 32) == LEVEL1["salt_key"].hexed


def test_hkdf_agrees_with_the_first_case_of_rfc_5869() -> None:
    prk = hkdf_extract(bytes(range(13)), b"\x0b" * 22)

    assert hkdf_expand(prk, bytes(range(0xF0, 0xFA)), 42) == bytes.fromhex(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


def test_stream_is_the_pinned_one() -> None:
    stream = Drbg(DECK_KEY)

    assert bytes(stream.uniform(256) for _ in range(64)) == LEVEL1["drbg_first_64"].hexed


def test_shuffle_uses_exactly_the_pinned_number_of_bytes() -> None:
    stream, other, raw = Drbg(DECK_KEY), second.Stream(DECK_KEY), Drbg(DECK_KEY)
    for m in range(108, 1, -1):
        assert stream.uniform(m) == other.uniform(m)
    for _ in range(LEVEL1["drbg_bytes_used"].number):
        raw.uniform(256)

    assert stream.uniform(256) == raw.uniform(256)  # both stand after the same byte
    assert other.used == LEVEL1["drbg_bytes_used"].number
    assert other.rejected == LEVEL1["drbg_rejected"].number


@pytest.mark.parametrize("size", [2, 5, 12])
def test_small_permutation_is_the_pinned_one(size: int) -> None:
    pinned = VECTORS["small_permutations"]
    key, expected = pinned["key"].hexed, pinned["perms"][str(size)].numbers

    assert shuffle(key, range(size)) == expected
    assert second.permute(second.Stream(key), list(range(size))) == expected


def test_deck_of_a_classic_game_is_the_pinned_one(deck: Deck) -> None:
    assert deck.prk == LEVEL1["prk"].hexed
    assert list(deck.order) == LEVEL1["order"].numbers
    assert deck.salts[0] == LEVEL1["salt_0"].hexed
    assert deck.salts[107] == LEVEL1["salt_107"].hexed
    assert deck.root == LEVEL1["root"].hexed


def test_leaves_are_the_pinned_ones(deck: Deck) -> None:
    assert merkle.leaf_hash(LEVEL1["leaf_data_0"].hexed) == LEVEL1["leaf_0"].hexed
    assert deck.leaves[0] == LEVEL1["leaf_0"].hexed
    assert deck.leaves[107] == LEVEL1["leaf_107"].hexed
    assert [leaf(CTX, deck.opening(position)) for position in range(108)] == list(deck.leaves)


def test_paths_are_the_pinned_ones_and_lead_to_the_root(deck: Deck) -> None:
    for position in (5, 107):
        pinned = LEVEL1[f"path_{position}"].all_hexed

        assert list(merkle.path(deck.leaves, position)) == pinned
        assert merkle.root_from_path(deck.leaves[position], position, 108, pinned) == deck.root


def test_second_implementation_deals_the_same_deck(deck: Deck) -> None:
    other = second.bag(CTX, DEALER_COMMIT, COMMITS, DEALER_R, REVEALS, list(range(108)))

    assert (other.prk, other.root) == (deck.prk, deck.root)
    assert (other.order, other.salts) == (list(deck.order), list(deck.salts))
    assert other.leaves == list(deck.leaves)


def test_statement_and_entry_of_the_log_are_the_pinned_ones() -> None:
    author, nonce, seen = (CHAIN[name].number for name in ("author", "nonce", "seen_seq"))
    head, kind, body = CHAIN["seen_head"].hexed, CHAIN["type"].text, CHAIN["body"].hexed
    stmt, sig = CHAIN["stmt"].hexed, CHAIN["author_sig"].hexed
    seq, previous, entry = CHAIN["seq"].number, CHAIN["prev"].hexed, CHAIN["entry"].hexed
    ours = ("stmt", CTX, u8(author), u64(nonce), u64(seen), head, kind.encode(), body)

    assert tagged_hash(ours[0], *ours[1:]) == stmt
    assert second.statement(CTX, author, nonce, seen, head, kind, body) == stmt
    assert tagged_hash("entry", CTX, u64(seq), previous, stmt, sig) == entry
    assert second.entry(CTX, seq, previous, stmt, sig) == entry


def test_signatures_of_author_and_host_are_the_pinned_ones() -> None:
    seat, host = CHAIN["seat1_sk"].hexed, CHAIN["host_sk"].hexed
    stmt, entry = CHAIN["stmt"].hexed, CHAIN["entry"].hexed

    assert signing.public_key(seat) == ROSTER[1][0]
    assert signing.public_key(host) == TABLE["host_pk"].hexed
    assert signing.sign(seat, signing.AUTHOR_DOMAIN, stmt) == CHAIN["author_sig"].hexed
    assert signing.sign(host, signing.HOST_DOMAIN, entry) == CHAIN["host_sig"].hexed
    assert signing.verify(ROSTER[1][0], signing.AUTHOR_DOMAIN, stmt, CHAIN["author_sig"].hexed)
