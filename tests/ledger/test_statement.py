"""Statements and entries hash and sign to the bytes that two other programs agreed on."""

from dataclasses import replace

import pytest

from acquire_net.fairness import signing
from acquire_net.ledger import statement
from acquire_net.ledger.statement import Statement

# The published vectors of the chain: seat 1's statement at a table of three, and its entry.
CTX = bytes.fromhex("eefb96cea56cddba982b246aeef472bb7b005aa02c17403a3a00b05103753040")
SEAT_SECRET = bytes.fromhex("0f307c7d1e5e87ac07bf22c9ba246e7c1bb236f3fdffc370fa4dc6974603a95b")
HOST_SECRET = bytes.fromhex("434874a244ad6bcd4e54ab9544b34ff7f3ad4a40d0ef31cf1b55c2a9893b514c")
DIGEST = bytes.fromhex("b1711afbcaeddbec616b8115c9a7334ffb8f4bc649a417193b266d5b2d1e2b37")
SIGNATURE = bytes.fromhex(
    "40da40b90810f99e82fc5808853cfbd2532920fbe9b3d66fee93652a23501c24"
    "60dcad2790b8d546fcacc573e09ea32a909fc91b7ebc51db103eada1abf6d90d"
)
HEAD = bytes.fromhex("7629030124a1605bd05cebee57bda5a8e5d33ef44a7b34843a244d8a7512ca17")
HOST_SIGNATURE = bytes.fromhex(
    "2e260dfcbde9e3562b36a410defb26f776481aae534d20b9ff8cd2bab6e4bf47"
    "ee9f0eb76d94f3080b2c3a2d7ec93a85b3901c34da18f0ce29dc93f4c3f2f30f"
)
SAID = Statement(
    author=1,
    nonce=7,
    seen_seq=0,
    seen_head=CTX,
    kind="show",
    body=bytes.fromhex("08051011"),
    signature=SIGNATURE,
)


def test_statement_hashes_and_signs_as_published() -> None:
    made = statement.sign(SEAT_SECRET, CTX, 1, 7, 0, CTX, "show", bytes.fromhex("08051011"))

    assert made == SAID
    assert statement.digest(CTX, made) == DIGEST


def test_entry_hashes_and_signs_as_published() -> None:
    head = statement.next_head(CTX, 0, CTX, DIGEST, SIGNATURE)

    assert head == HEAD
    assert statement.host_sign(HOST_SECRET, head) == HOST_SIGNATURE


def test_signatures_hold_under_their_own_keys_only() -> None:
    seat, host = signing.public_key(SEAT_SECRET), signing.public_key(HOST_SECRET)

    assert statement.author_signed(seat, CTX, SAID)
    assert not statement.author_signed(host, CTX, SAID)
    assert statement.host_signed(host, HEAD, HOST_SIGNATURE)
    assert not statement.host_signed(seat, HEAD, HOST_SIGNATURE)


@pytest.mark.parametrize(
    "altered",
    [
        replace(SAID, author=2),
        replace(SAID, nonce=8),
        replace(SAID, seen_seq=1),
        replace(SAID, seen_head=HEAD),
        replace(SAID, kind="shown"),
        replace(SAID, kind="sho", body=b"w" + SAID.body),
        replace(SAID, body=SAID.body + b"\x00"),
        replace(SAID, signature=SIGNATURE[:-1] + b"\x0c"),
        replace(SAID, signature=b""),
    ],
    ids=repr,
)
def test_altered_statement_is_not_its_authors(altered: Statement) -> None:
    assert not statement.author_signed(signing.public_key(SEAT_SECRET), CTX, altered)


def test_statement_does_not_move_to_another_table() -> None:
    elsewhere = bytes(32)

    assert not statement.author_signed(signing.public_key(SEAT_SECRET), elsewhere, SAID)


def test_head_depends_on_place_history_and_signature() -> None:
    heads = {
        HEAD,
        statement.next_head(bytes(32), 0, CTX, DIGEST, SIGNATURE),
        statement.next_head(CTX, 1, CTX, DIGEST, SIGNATURE),
        statement.next_head(CTX, 0, bytes(32), DIGEST, SIGNATURE),
        statement.next_head(CTX, 0, CTX, bytes(32), SIGNATURE),
        statement.next_head(CTX, 0, CTX, DIGEST, bytes(64)),
    }

    assert len(heads) == 6


def test_host_and_author_signatures_are_no_substitute_for_each_other() -> None:
    host = signing.public_key(HOST_SECRET)
    as_author = signing.sign(HOST_SECRET, signing.AUTHOR_DOMAIN, HEAD)

    assert not statement.host_signed(host, HEAD, as_author)
