"""Honest players who speak at the same time never refuse each other, in whatever order they come."""

import random
from itertools import pairwise, permutations

import pytest

from acquire_client.question import Question
from acquire_host.table import Table
from acquire_net.fairness.commitments import DEALER, REFEREE
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.statement import Statement
from acquire_net.replica import Replica
from acquire_net.rules.actions import Action
from acquire_net.rules.buying import BuyShares
from tests.attacks.cheats import LyingHost, place_of
from tests.short import BROKE, FEW_CHAINS, SHORT, by_turn, short, to_the_last_tile
from tests.tables import Game, no_journal, secrets_of


def sampled_orders(count: int) -> list[tuple[int, ...]]:
    """Some of the 720 orders in which six seats can speak, first and last among them."""
    every = [*permutations(range(6))]
    return [every[0], every[-1], *random.Random(1).sample(every[1:-1], count - 2)]


def all_at_once(game: Game) -> list[Statement]:
    """What every seat says when all have seen the same, and none has heard another yet."""
    statements = [game.next(session) for session in game.sessions]
    assert None not in statements
    return [statement for statement in statements if statement is not None]


def assert_one_table(game: Game) -> None:
    """Host and players have the same log, the same state and the same dues."""
    game.show_all()
    host = game.table.replica
    for session in game.sessions:
        assert session.replica.heads == host.heads
        assert session.replica.state == host.state
        assert session.replica.due() == host.due()


# -- six seats -----------------------------------------------------------------------------------


def test_six_commitments_are_taken_in_every_order() -> None:
    game = short(6).resumed(0)
    line, role = game.header.encode(), secrets_of(1, REFEREE)
    commits = all_at_once(game)

    for order in permutations(commits):
        table = Table(line, role, no_journal)
        assert [table.submit(commit) for commit in order] == [1, 2, 3, 4, 5, 6]
        assert table.replica.bag.committed


@pytest.mark.parametrize("kind", ["commit", "reveal", "final"])
def test_six_statements_in_any_order_leave_one_table(kind: str) -> None:
    whole = short(6)
    first = 1 if kind == "commit" else place_of(whole, kind)

    for order in sampled_orders(8):
        game = whole.resumed(first)
        said = all_at_once(game)
        assert {statement.kind for statement in said} == {kind}
        assert {statement.seen_seq for statement in said} == {first}
        for seat in order:
            game.table.submit(said[seat])
        assert_one_table(game)


def test_the_order_of_the_commitments_and_secrets_does_not_change_the_bag() -> None:
    """It could not, else whoever orders them could choose."""
    roots = set()
    for order in sampled_orders(6):
        game = short(6).resumed(0)
        for _ in ("commit", "reveal"):
            said = all_at_once(game)
            for seat in order:
                game.table.submit(said[seat])
            game.show_all()
        roots.add((game.table.replica.bag.root, game.table.replica.table_check))

    assert len(roots) == 1


@pytest.mark.parametrize("seed", range(4))
def test_players_who_hear_late_and_speak_out_of_turn_are_never_refused(seed: int) -> None:
    """Each hears as much of the log as chance will have it before it speaks."""
    rng = random.Random(seed)
    game = Game(6, seed, SHORT)
    while not game.table.replica.complete:
        session = rng.choice(game.sessions)
        behind = game.table.entries[session.replica.length : game.table.published]
        for entry in behind[: rng.randint(0, len(behind))]:
            session.receive(entry)
        if (statement := game.next(session)) is not None:
            game.table.submit(statement)

    assert_one_table(game)


# -- the coin --------------------------------------------------------------------------------------


def test_the_links_of_a_toss_fall_the_same_in_every_order() -> None:
    """Two seats and the dealer: six orders."""
    whole = short(2)
    at = place_of(whole, "toss")
    links = [
        entry.statement for entry in whole.table.entries[at:] if entry.statement.kind == "toss"
    ][:3]
    assert {link.author for link in links} == {0, 1, DEALER}

    for order in permutations(links):
        host = LyingHost(whole, whole.table.entries[:at])
        replicas = [Replica(host.header_line) for _ in range(2)]
        for link in order:
            host.put(host.says(link.author, codec.decode("toss", link.body), seen=at))
        for replica in replicas:
            for entry in host.entries:
                replica.fold(entry)
        after = whole.resumed(at + 3).table.replica
        assert replicas[0].heads == replicas[1].heads
        assert replicas[0].state == replicas[1].state == after.state
        assert replicas[0].tosses.count == 1


# -- turns that end under their own seat's hand ------------------------------------------------------


def test_a_tile_shown_in_a_hand_without_a_playable_one_can_be_placed_later() -> None:
    game = Game(2, 2, FEW_CHAINS, to_the_last_tile).run()
    acts = [
        body
        for entry in game.table.entries
        if isinstance(body := codec.decode(entry.statement.kind, entry.statement.body), bodies.Act)
    ]
    shown = {
        opening.position: number
        for number, act in enumerate(acts)
        if isinstance(act.action, bodies.PassPlacing)
        for opening in act.openings
    }
    placed = [
        (act.openings[0], number)
        for number, act in enumerate(acts)
        if isinstance(act.action, bodies.PlaceTile) and act.action.position in shown
    ]

    assert placed
    for opening, number in placed:
        assert shown[opening.position] < number
        assert game.table.replica.state.board[opening.tile]
    assert game.table.replica.complete
    assert_one_table(game)


def test_a_broke_merger_makers_turn_ends_under_his_own_signature() -> None:
    """Another disposed of shares last, so he is asked to buy although he can buy nothing."""
    asked: list[Question] = []

    def listening(question: Question, rng: random.Random) -> Action:
        asked.append(question)
        return to_the_last_tile(question, rng)

    game = Game(3, 0, BROKE, listening).run()

    replica = Replica(game.header.encode())
    found = []
    for entry in game.table.entries:
        state, last = replica.state, replica.state.actor
        broke = isinstance(state.task, BuyShares) and not state.task.can_buy(state)
        if broke and state.asking and not state.may_end():
            found.append((last, state.mover, entry, game.table.entries[entry.seq + 1]))
        replica.fold(entry)
    ((disposer, maker, bought, dealt),) = found
    assert disposer != maker
    act = codec.decode(bought.statement.kind, bought.statement.body)
    assert (bought.statement.author, act) == (maker, bodies.Act(bodies.Buy((), end=False), ()))
    deal = codec.decode(dealt.statement.kind, dealt.statement.body)
    assert isinstance(deal, bodies.Deal)
    assert deal.seat == maker
    buying = [question for question in asked if isinstance(question.task, BuyShares)]
    assert all(len(question.options) > 1 for question in buying), "nobody decides the only answer"


def test_every_tile_is_drawn_under_its_drawers_own_signature() -> None:
    """The entry before a deal, the dealer's own aside, is the drawer's."""
    for seats, seed, rulebook in ((3, 0, BROKE), (4, 1, SHORT), (2, 5, SHORT)):
        game = Game(seats, seed, rulebook, to_the_last_tile).run()
        in_play = game.table.entries[place_of(game, "act") :]
        for before, entry in pairwise(in_play):
            body = codec.decode(entry.statement.kind, entry.statement.body)
            if isinstance(body, bodies.Deal):
                assert before.statement.author == body.seat


# -- coming back -------------------------------------------------------------------------------------


def assert_goes_on(whole: Game, count: int) -> None:
    """Cut after so many entries, host and players come back and play the same game to its end."""
    again = whole.resumed(count)
    assert again.table.entries[:count] == whole.table.entries[:count]

    again.run()

    assert again.table.replica.complete
    assert again.table.replica.state == whole.table.replica.state
    assert_one_table(again)
    if whole.seats > 2:
        finals = place_of(whole, "final")
        assert again.table.entries[:finals] == whole.table.entries[:finals]


@pytest.mark.parametrize("cut", range(20))
def test_a_set_up_goes_on_from_any_entry(cut: int) -> None:
    assert_goes_on(short(3), cut)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_goes_on_from_a_cut_anywhere(seats: int) -> None:
    whole = short(seats)

    for cut in range(20, len(whole.table.entries) + 1, 9):
        assert_goes_on(whole, cut)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_game_goes_on_from_every_single_entry(seats: int) -> None:
    whole = short(seats, 3)

    for cut in range(len(whole.table.entries) + 1):
        assert_goes_on(whole, cut)


def test_a_host_killed_after_every_statement_plays_the_same_game() -> None:
    """Duties come from the log alone: nothing in memory was needed."""
    whole = short(3)
    game = whole.resumed(0)
    game.decide = by_turn
    while not game.table.replica.complete:
        game.step()
        game.table = Table(
            game.header.encode(), secrets_of(1, REFEREE), no_journal, game.table.entries
        )

    finals = place_of(whole, "final")
    assert game.table.entries[:finals] == whole.table.entries[:finals]
