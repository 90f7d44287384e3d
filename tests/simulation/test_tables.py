"""Whole tables on a network that loses things, with programs that die: each game ends like an
undisturbed one.
"""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from acquire_net.audit import Status, audit
from acquire_net.ledger import bodies
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook
from tests.short import BROKE, FEW_CHAINS, SHORT
from tests.simulation.deciding import acts, decided
from tests.simulation.network import Weather
from tests.simulation.world import Trouble, World
from tests.tables import Decide, Game

QUICK = range(50)
LONG = range(50, 550)


def table_of(seed: int) -> tuple[int, Rulebook, Decide]:
    """How many play by which rules, and how they decide."""
    rng = random.Random(f"table {seed}")
    rulebook = rng.choice((SHORT, SHORT, FEW_CHAINS, BROKE))
    if seed % 25 == 24 and seed in LONG:
        rulebook = CLASSIC
    rulebook = replace(
        rulebook,
        dead_tiles=rng.choice(("once", "until_none")),
        bonus_timing=rng.choice(("per_chain", "all_first")),
    )
    return 2 + seed % 5, rulebook, decided(seed, to_the_last_tile=rng.random() < 0.5)


@cache
def undisturbed(seed: int) -> Game:
    """The game as it is when nothing goes wrong."""
    seats, rulebook, decide = table_of(seed)
    return Game(seats, seed, rulebook, decide, "consent").run()


@cache
def disturbed(seed: int) -> World:
    """The same game in a bad world. Of two, nobody loses a disk: that would change the coin."""
    seats, rulebook, decide = table_of(seed)
    absences = random.Random(f"trouble {seed}").choice((0, 0, 1, 2))
    trouble = Trouble(absences=absences, lost_disks=seats > 2)
    return World(seats, seed, rulebook, decide, Weather(), trouble).run()


def assert_one_true_log(world: World) -> None:
    """All have one verified log, with all that anybody was told or shown, each in its place."""
    entries = world.players[0].entries
    ledger = world.ledger(entries)
    for player in world.players:
        assert world.ledger(player.entries) == ledger
    assert world.ledger(world.host.disk) == ledger
    assert audit(ledger).status is Status.VERIFIED
    assert all(entries[seq] == entry for seq, entry in world.shown.items())
    places = {entry.statement: entry.seq for entry in entries}
    assert len(places) == len(entries), "a statement is in the log twice"
    assert {statement: places.get(statement) for statement in world.acknowledged} == (
        world.acknowledged
    )


def assert_ends_like_the_undisturbed_game(seed: int) -> None:
    world, calm = disturbed(seed), undisturbed(seed)
    state = calm.table.replica.state

    assert_one_true_log(world)
    assert acts(world.host.disk) == acts(calm.table.entries)
    for player in world.players:
        assert player.session is not None
        assert player.session.replica.state.cash == state.cash
        assert player.session.replica.state == state


@pytest.mark.parametrize("seed", QUICK)
def test_a_disturbed_game_ends_like_the_undisturbed_one(seed: int) -> None:
    assert_ends_like_the_undisturbed_game(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG)
def test_every_disturbed_game_ends_like_the_undisturbed_one(seed: int) -> None:
    assert_ends_like_the_undisturbed_game(seed)


def assert_two_agree_although_a_disk_was_lost(seeds: range) -> None:
    """The coin falls otherwise with a new chain, so only that all is true can be asked."""
    trouble: Counter[str] = Counter()
    for seed in seeds:
        _, rulebook, decide = table_of(seed)
        world = World(2, seed, rulebook, decide, Weather(), Trouble(absences=3, lost_disks=True))
        assert_one_true_log(world.run())
        trouble += world.count
    assert trouble["disks lost"]


def test_two_agree_although_a_disk_was_lost() -> None:
    assert_two_agree_although_a_disk_was_lost(range(4))


@pytest.mark.long
def test_two_always_agree_although_disks_were_lost() -> None:
    assert_two_agree_although_a_disk_was_lost(range(4, 84))


TROUBLE = (
    *("dropped", "duplicated", "late", "overtaken", "refusals"),
    *("host killed", "host killed before the journal write"),
    *("host killed amid the journal write", "host killed after the journal write"),
    *("host's disk lost entries", "player killed", "player killed between signing and keeping"),
    *("player killed between keeping and sending", "player killed after sending"),
    *("absences", "disks lost", "substitutions", "return", "toss", "exchange"),
    *("declared", "all_tiles_played", "no_tile_playable_for_a_round"),
)
"""What the worlds of the quick suite must have seen, or they prove little."""


def test_the_worlds_see_every_kind_of_trouble() -> None:
    seen: Counter[str] = Counter()
    for seed in QUICK:
        world, state = disturbed(seed), undisturbed(seed).table.replica.state
        seen += world.count + world.network.count
        seen.update(entry.statement.kind for entry in world.host.disk)
        seen["exchange"] += sum(
            isinstance(act.action, bodies.ExchangeDead) and bool(act.openings)
            for _, act in acts(world.host.disk)
        )
        seen[str(state.ended_by)] += 1

    assert [kind for kind in TROUBLE if not seen[kind]] == []
