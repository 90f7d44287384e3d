"""Both implementations against the vectors of our own: header, set-up, links, coins and boxes."""

import pytest

from acquire_net.fairness.coin import LENGTH, coin_chain, coin_key, link_before
from acquire_net.fairness.commitments import (
    DEALER,
    commitment,
    ruleset_hash,
    session_hash,
    table_check,
    table_context,
)
from acquire_net.fairness.deck import Deck
from acquire_net.fairness.sealing import seal, unseal, x25519_public
from tests.fairness import second
from tests.fairness.values import OWN, Node

HEADER = OWN["header"]
BAG = OWN["bag"]
CTX = HEADER["ctx"].hexed


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck.derive(
        CTX,
        BAG["commit_dealer"].hexed,
        BAG["commits"].all_hexed,
        BAG["r_dealer"].hexed,
        BAG["r"].all_hexed,
        BAG["tiles"].numbers,
    )


def test_second_implementation_computes_the_frozen_vectors() -> None:
    assert second.own_vectors() == OWN.plain


def test_header_line_leads_to_the_frozen_context() -> None:
    roster = [(row["pk"].hexed, row["name"].text) for row in HEADER["roster"]]
    ruleset = ruleset_hash(HEADER["line"].text.encode())

    assert ruleset == HEADER["ruleset"].hexed
    assert table_context(ruleset, HEADER["host_pk"].hexed, 1, roster) == CTX


def test_set_up_leads_to_the_frozen_session_and_table_check() -> None:
    commits, reveals = BAG["commits"].all_hexed, BAG["r"].all_hexed
    session = session_hash(CTX, commits, reveals)

    assert [commitment(CTX, seat, r) for seat, r in enumerate(reveals)] == commits
    assert commitment(CTX, DEALER, BAG["r_dealer"].hexed) == BAG["commit_dealer"].hexed
    assert session == BAG["session"].hexed
    assert table_check(session) == BAG["table_check"].text


def test_bag_of_a_started_position_is_the_frozen_one(deck: Deck) -> None:
    assert list(deck.order) == BAG["order"].numbers
    assert list(deck.salts) == BAG["salts"].all_hexed
    assert list(deck.leaves) == BAG["leaves"].all_hexed
    assert deck.root == BAG["root"].hexed


@pytest.mark.parametrize("row", list(OWN["links"]))
def test_coin_chain_has_the_frozen_links(row: Node) -> None:
    chain = coin_chain(CTX, row["author"].number, row["secret"].hexed)

    assert len(chain) == LENGTH + 1
    assert {f"x_{k}": chain[k] for k in (0, 1, 2, 256, 511)} == {
        f"x_{k}": row[f"x_{k}"].hexed for k in (0, 1, 2, 256, 511)
    }
    assert link_before(CTX, row["author"].number, 511, chain[512]) == chain[511]


@pytest.mark.parametrize("row", list(OWN["coins"]))
def test_coin_is_the_frozen_one(row: Node) -> None:
    assert coin_key(CTX, row["toss"].number, row["links"].all_hexed) == row["key"].hexed


@pytest.mark.parametrize("row", list(OWN["boxes"]))
def test_box_is_the_frozen_one_and_opens(row: Node, deck: Deck) -> None:
    position, seat = row["position"].number, row["seat"].number
    tile, salt = row["tile"].number, deck.salts[position]
    public = x25519_public(row["private"].hexed)

    assert public == row["public"].hexed
    assert seal(deck.prk, CTX, position, seat, public, tile, salt) == row["box"].hexed
    assert unseal(row["private"].hexed, CTX, position, seat, row["box"].hexed) == (tile, salt)
