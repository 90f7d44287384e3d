"""The presets, and the printed card: size by size, tier by tier."""

from dataclasses import fields, replace
from itertools import pairwise

import pytest

from acquire_net.errors import Unreadable
from acquire_net.rules.editions import (
    CLASSIC,
    EDITION_1999,
    PRESETS,
    canonical,
    from_values,
    values,
)
from acquire_net.rules.rulebook import Rulebook

CARD = """
    2      200  300  400
    3      300  400  500
    4      400  500  600
    5      500  600  700
    6-10   600  700  800
    11-20  700  800  900
    21-30  800  900  1000
    31-40  900  1000 1100
    41-108 1000 1100 1200
"""


def card() -> list[tuple[int, dict[str, int]]]:
    rows = []
    for line in CARD.split("\n"):
        if line.strip():
            sizes, *prices = line.split()
            first, last = (int(size) for size in (sizes.split("-") * 2)[:2])
            by_tier = dict(zip(("low", "middle", "high"), map(int, prices), strict=True))
            rows += [(size, by_tier) for size in range(first, last + 1)]
    return rows


@pytest.mark.parametrize("rulebook", PRESETS.values(), ids=str)
def test_every_price_is_that_of_the_printed_card(rulebook: Rulebook) -> None:
    for size, by_tier in card():
        for number, chain in enumerate(rulebook.chains):
            assert rulebook.price[number][size] == by_tier[chain.tier]


def test_a_chain_of_no_or_one_tile_has_no_price() -> None:
    assert {price for row in CLASSIC.price for price in row[:2]} == {0}


def test_prices_never_fall() -> None:
    assert all(a <= b for row in CLASSIC.price for a, b in pairwise(row))


@pytest.mark.parametrize(
    ("rulebook", "low", "middle", "high"),
    [
        (CLASSIC, "Luxor Tower", "American Festival Worldwide", "Continental Imperial"),
        (EDITION_1999, "Sackson Zeta", "America Fusion Hydra", "Quantum Phoenix"),
    ],
)
def test_the_chains_of_each_tier(rulebook: Rulebook, low: str, middle: str, high: str) -> None:
    tiers = {chain.name: chain.tier for chain in rulebook.chains}

    assert tiers == {
        name: tier
        for tier, names in (("low", low), ("middle", middle), ("high", high))
        for name in names.split()
    }


def test_first_letters_tell_the_chains_of_a_set_apart() -> None:
    for rulebook in PRESETS.values():
        assert len({chain.name[0] for chain in rulebook.chains}) == 7


def test_the_numbers_of_the_game() -> None:
    for rulebook in PRESETS.values():
        assert (rulebook.columns, rulebook.rows, rulebook.shares) == (12, 9, 25)
        assert (rulebook.start_cash, rulebook.hand_size, rulebook.buy_limit) == (6000, 6, 3)
        assert (rulebook.safe_size, rulebook.end_size) == (11, 41)


@pytest.mark.parametrize(
    "rulebook",
    [
        CLASSIC,
        EDITION_1999,
        replace(CLASSIC, hand_size=5, ask_always=True, dead_tiles="until_none"),
        replace(CLASSIC, columns=10, rows=10, bands=(2, 3, 4, 5, 6, 8, 18, 28, 38)),
    ],
)
def test_a_rulebook_is_read_back_from_its_values(rulebook: Rulebook) -> None:
    assert from_values(values(rulebook)) == rulebook
    assert canonical(from_values(values(rulebook))) == canonical(rulebook)


@pytest.mark.parametrize(
    "change",
    [
        {"hand_size": 0},
        {"hand_size": "6"},
        {"hand_size": True},
        {"stalemate_end": 1},
        {"dead_tiles": "sometimes"},
        {"no_tile": "redraw it"},
        {"chains": []},
        {"chains": [{"name": "Luxor", "colour": "red", "tier": "cheap"}]},
        {"chains": [{"name": "Luxor", "colour": "red"}]},
        {"chains": [{"name": "Luxor", "colour": "red", "tier": "low"}] * 2},
        {"chains": "Luxor"},
        {"bands": []},
        {"bands": [2, 2]},
        {"bands": [1, 2]},
        {"bands": [2, 3.5]},
        {"columns": 99, "rows": 26},
        {"turn": "another"},
        {"bonus": "another"},
        {"another": 1},
    ],
)
def test_values_that_are_no_rulebook_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        from_values(values(CLASSIC) | change)


@pytest.mark.parametrize("missing", [field.name for field in fields(Rulebook)])
def test_a_rulebook_lacking_a_field_is_refused(missing: str) -> None:
    plain = values(CLASSIC)
    del plain[missing]

    with pytest.raises(Unreadable):
        from_values(plain)
