"""Each author has one link to show for each toss, and all of them make the coin."""

import pytest

from acquire_net.fairness.coin import LENGTH, coin_chain, coin_key, link_before
from tests.fairness.values import CTX, EVERYWHERE

SECRET = b"\x05" * 32
CHAIN = coin_chain(CTX, 2, SECRET)


def test_every_link_leads_back_to_the_tip() -> None:
    assert len(CHAIN) == LENGTH + 1
    assert CHAIN[LENGTH] == SECRET
    assert all(link_before(CTX, 2, toss, CHAIN[toss + 1]) == CHAIN[toss] for toss in range(LENGTH))


def test_links_do_not_repeat() -> None:
    assert len(set(CHAIN)) == len(CHAIN)


@pytest.mark.parametrize(
    ("ctx", "author", "toss", "link"),
    [
        (CTX, 2, 4, CHAIN[6]),
        (CTX, 2, 4, CHAIN[4]),
        (CTX, 2, 5, CHAIN[5]),
        (CTX, 3, 4, CHAIN[5]),
        (EVERYWHERE, 2, 4, CHAIN[5]),
    ],
    ids=["a link too far", "shown before", "for another toss", "of another", "of another table"],
)
def test_false_link_does_not_lead_back(ctx: bytes, author: int, toss: int, link: bytes) -> None:
    assert link_before(ctx, author, toss, link) != CHAIN[4]


def test_chain_belongs_to_one_author_and_table() -> None:
    assert coin_chain(CTX, 3, SECRET)[0] != CHAIN[0]
    assert coin_chain(EVERYWHERE, 2, SECRET)[0] != CHAIN[0]


def test_everything_about_a_toss_makes_the_coin() -> None:
    one, two, other = CHAIN[1:4]
    coins = [
        coin_key(CTX, 0, [one, two]),
        coin_key(CTX, 1, [one, two]),
        coin_key(CTX, 0, [two, one]),
        coin_key(CTX, 0, [one, other]),
        coin_key(CTX, 0, [one]),
        coin_key(EVERYWHERE, 0, [one, two]),
    ]

    assert len(set(coins)) == len(coins)
