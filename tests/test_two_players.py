"""Two players: the bank's holdings fall by a coin that nobody steers, and anybody can toss again."""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import pytest

from acquire_net.audit import Status, audit
from acquire_net.fairness.commitments import DEALER
from acquire_net.ledger import bodies, codec
from acquire_net.replica import Replica
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.paying import bank_toss
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import Position, from_position
from acquire_net.rules.task import Toss
from tests.attacks.cheats import LyingHost, finished, place_of
from tests.short import SHORT, by_turn, to_the_last_tile
from tests.tables import Game

AUTHORS = (0, 1, DEALER)


@dataclass
class Fallen:
    """One toss of a log: the tiles it could draw, the links it joined, and what was paid by it."""

    pool: list[int]
    links: list[bytes]
    paid: list[BonusPaid]


def tosses(game: Game) -> Iterator[Fallen]:
    """Every toss of a log, read off the statements alone; only the payments are the replica's."""
    replica = Replica(game.header.encode())
    size = replica.rulebook.grid.size
    seen: set[int] = set()
    links: dict[int, bytes] = {}
    pool: list[int] = []
    for entry in game.table.entries:
        statement = entry.statement
        body = codec.decode(statement.kind, statement.body)
        if isinstance(body, bodies.Toss):
            pool = pool if links else sorted({*range(size)} - seen) or [*range(size)]
            links[statement.author] = body.link
        happened = replica.fold(entry)
        match body:
            case bodies.Lay(openings=openings) | bodies.Act(openings=openings):
                seen |= {opening.tile for opening in openings}
            case bodies.Answer(opening=opening):
                seen.add(opening.tile)
            case _:
                pass
        if len(links) == len(AUTHORS):
            paid = [event for event in happened if isinstance(event, BonusPaid)]
            yield Fallen(pool, [links[author] for author in AUTHORS], paid)
            links = {}


def h(tag: str, *fields: bytes) -> bytes:
    name = b"acq-fair/1/" + tag.encode()
    framed = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    return hashlib.sha256(bytes([len(name)]) + name + framed).digest()


def stream(ctx: bytes, toss: int, links: list[bytes]) -> Iterator[int]:
    """The bytes of the coin, computed here anew."""
    key = h("coin", ctx, toss.to_bytes(4, "big"), *links)
    for block in count():
        yield from hmac.digest(key, b"acq-fair/1/drbg" + block.to_bytes(8, "big"), "sha256")


def drawn(fair: Iterator[int], pool: list[int]) -> int:
    """A tile of the pool, each as likely."""
    limit = 256 - 256 % len(pool)
    return pool[next(byte for byte in fair if byte < limit) % len(pool)]


def check(game: Game) -> list[Fallen]:
    """Tosses every coin of a game again, and finds the bank's holdings in what was paid."""
    ctx, grid = game.table.replica.ctx, game.table.replica.rulebook.grid
    last: dict[int, bytes] = {}
    for entry in game.table.entries[: len(AUTHORS)]:
        commit = codec.decode("commit", entry.statement.body)
        assert isinstance(commit, bodies.Commit)
        last[entry.statement.author] = commit.tip
    all_of_them = [*tosses(game)]
    for number, fallen in enumerate(all_of_them):
        for author, link in zip(AUTHORS, fallen.links, strict=True):
            place = bytes([author]), number.to_bytes(2, "big")
            assert h("coin-link", ctx, *place, link) == last[author]
            last[author] = link
        fair = stream(ctx, number, fallen.links)
        for paid in fallen.paid:
            if any(paid.holdings):
                tile = drawn(fair, fallen.pool)
                assert paid.bank == (grid.column(tile), tile)
            else:
                assert paid.bank is None
    return all_of_them


def test_every_holding_of_the_bank_follows_from_the_links_in_the_log() -> None:
    game = finished(2)

    found = check(game)

    assert len(found) > 3
    assert audit(game.ledger()).status is Status.VERIFIED


@pytest.mark.parametrize("seed", range(2, 6))
def test_so_it_does_in_other_games(seed: int) -> None:
    assert check(Game(2, seed, SHORT).run())


def test_the_final_count_draws_for_several_chains_from_one_stream_in_chain_order() -> None:
    last = check(finished(2))[-1]

    chains = [paid.chain for paid in last.paid]
    assert len(chains) > 1
    assert chains == sorted(chains)
    assert all(paid.final for paid in last.paid)


@pytest.mark.parametrize("seed", [7, 37])
def test_bonuses_paid_all_at_once_come_from_one_stream_largest_chain_first(seed: int) -> None:
    """In these games three chains merge."""
    rulebook = replace(SHORT, preset="all first", bonus_timing="all_first")

    found = check(Game(2, seed, rulebook).run())

    (both,) = [one.paid for one in found if len(one.paid) > 1 and not one.paid[0].final]
    ranks = [(-paid.size, paid.chain) for paid in both]
    assert ranks == sorted(ranks)


def test_an_empty_pool_draws_from_all_tiles_of_the_grid() -> None:
    """Nobody ends the game, so in the end every tile lies face up."""
    game = Game(2, 1, SHORT, to_the_last_tile).run()
    state = game.table.replica.state
    assert all(state.known)

    last = check(game)[-1]

    assert last.pool == [*range(state.rulebook.grid.size)]
    assert last.paid
    assert audit(game.ledger()).status is Status.VERIFIED


def test_a_tile_shown_while_the_coin_is_in_the_air_stays_in_the_pool() -> None:
    """Else whoever saw a link could change what the others will draw."""
    whole = finished(2)
    game = whole.resumed(place_of(whole, "toss"))
    game.decide = by_turn
    seat, position = next(
        (due.author, due.positions[0])
        for due in game.table.replica.due()
        if due.kind == "complaint"
    )
    host = LyingHost(game, game.table.entries)
    game.table.submit(host.says(seat, bodies.Complaint(position)))
    answered = game.table.replica.bag.opened[position].tile
    assert game.table.replica.tosses.count == 0

    game.run(until=lambda game: game.table.replica.tosses.count == 1)

    fallen = next(tosses(game))
    assert answered in fallen.pool
    fair = [stream(game.table.replica.ctx, 0, fallen.links) for _ in range(2)]
    tile = drawn(fair[0], fallen.pool)
    assert fallen.paid[0].bank == (game.table.replica.rulebook.grid.column(tile), tile)
    without = drawn(fair[1], [one for one in fallen.pool if one != answered])
    assert without != tile


def test_the_players_next_question_waits_for_the_coin() -> None:
    whole = finished(2)
    game = whole.resumed(place_of(whole, "toss"))

    assert not game.asked()
    assert game.table.replica.waiting_for() == ["Ann", "Bo"]


def test_nothing_is_tossed_for_a_chain_that_no_player_holds() -> None:
    nothing = ((0,) * 7, (0,) * 7)
    one = ((1, 0, 0, 0, 0, 0, 0), (0,) * 7)
    chains = ((0, 1), (24, 25), (), (), (), (), ())
    both = Position(chains, (), (6000, 6000), nothing, Seat(0))

    unheld = from_position(CLASSIC, both)
    half = from_position(CLASSIC, replace(both, shares=one))

    assert bank_toss(unheld, (0, 1)) is None
    toss = bank_toss(half, (0, 1))
    assert isinstance(toss, Toss)
    assert toss.count == 1
    assert set(toss.pool) == {*range(108)} - {0, 1, 24, 25}


def test_no_coin_is_tossed_with_three_players() -> None:
    assert not any(entry.statement.kind == "toss" for entry in finished(3).table.entries)


def test_no_coin_is_tossed_where_the_bank_holds_nothing() -> None:
    game = Game(2, 1, replace(SHORT, two_player_bank=False)).run()

    assert game.table.replica.complete
    assert not any(entry.statement.kind == "toss" for entry in game.table.entries)
