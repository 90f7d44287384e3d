"""What the log waits for, in which order; what may come next; and that nothing else ever may."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from acquire_host.table import Table
from acquire_net.acting import from_wire
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.fairness.commitments import DEALER, REFEREE, commitment
from acquire_net.fairness.deck import Deck
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import Judged, Replica
from acquire_net.rules.rulebook import Rulebook, Seat
from tests.attacks.cheats import (
    LyingHost,
    finished,
    place_of,
    signed,
    snapshot,
    stopped_at,
    true_deck,
)
from tests.short import FEW_CHAINS, SHORT, short
from tests.tables import NAMES, Game, no_journal, secrets_of


def told(game: Game, kind: str, nth: int = 0) -> LyingHost:
    """The log of a game up to its nth statement of a kind, to be continued otherwise."""
    return LyingHost(game, game.table.entries[: place_of(game, kind, nth)])


def folded(host: LyingHost) -> Replica:
    """What everybody knows of a log."""
    replica = Replica(host.header_line)
    for entry in host.entries:
        replica.fold(entry)
    return replica


def owed(replica: Replica) -> list[tuple[int, str]]:
    """Who owes what, in the order of `due`."""
    return [(due.author, due.kind) for due in replica.due() if due.owed]


def owed_by_dealer(replica: Replica) -> list[str]:
    """What the dealer owes, first things first."""
    return [kind for author, kind in owed(replica) if author == DEALER]


# -- what is due ---------------------------------------------------------------------------------


def test_set_up_asks_everybody_to_commit_then_the_seats_to_reveal_then_the_dealer_to_deal() -> None:
    game = short(3)
    stages = [owed(folded(LyingHost(game, game.table.entries[:count]))) for count in (0, 4, 7, 8)]

    assert stages[0] == [(0, "commit"), (1, "commit"), (2, "commit"), (DEALER, "commit")]
    assert stages[1] == [(0, "reveal"), (1, "reveal"), (2, "reveal")]
    assert stages[2] == [(DEALER, "deck")]
    assert stages[3] == [(DEALER, kind) for kind in ("lay", "deal", "deal", "deal")]


def test_secrets_are_due_since_the_last_commitment_whoever_has_shown_his() -> None:
    replica = folded(told(short(3), "reveal", 2))

    assert [(due.kind, due.since) for due in replica.due() if due.owed] == [("reveal", 4)]


def test_the_first_deals_are_due_since_the_deck_in_the_order_of_positions() -> None:
    replica = folded(told(short(3), "lay"))
    deals = [due for due in replica.due() if due.kind == "deal"]

    assert [(due.seat, due.positions, due.since) for due in deals] == [
        (0, (3, 4), 8),
        (1, (5, 6), 8),
        (2, (7, 8), 8),
    ]


def test_the_table_check_appears_with_the_last_secret_and_is_the_same_for_all() -> None:
    game = short(3)

    assert folded(told(game, "reveal", 2)).table_check == ""
    digits = {session.replica.table_check for session in game.sessions}
    assert digits == {folded(told(game, "deck")).table_check}
    (check,) = digits
    assert len(check) == 12
    assert check.isdigit()


def test_a_seat_whose_tiles_are_not_dealt_yet_is_not_asked() -> None:
    host = told(short(3), "deal")
    first = folded(told(short(3), "act")).state.mover

    assert (first, "act") not in owed(folded(host))
    assert (first, "act") in owed(folded(told(short(3), "act")))


def test_an_act_is_due_since_the_delivery_it_waited_for() -> None:
    host = told(short(3), "act")
    replica = folded(host)
    (act,) = [due for due in replica.due() if due.kind == "act"]
    last_deal = max(
        entry.seq
        for entry in host.entries
        if isinstance(body := codec.decode(entry.statement.kind, entry.statement.body), bodies.Deal)
        and body.seat == act.author
    )

    assert act.since == last_deal + 1


def test_an_older_link_comes_before_a_younger_answer() -> None:
    """The dealer owes both: what it owed first, it says first."""
    game = finished(2)
    host = told(game, "toss")
    complaint = next(due for due in folded(host).due() if due.kind == "complaint")
    position = complaint.positions[0]
    host.put(host.says(complaint.author, bodies.Complaint(position)))

    assert owed_by_dealer(folded(host)) == ["toss", "answer"]
    answer = host.says(DEALER, bodies.Answer(true_deck(game).opening(position)))
    assert host.caught(answer)[1] == "the dealer"


# -- complaints ------------------------------------------------------------------------------------


def complained(game: Game) -> tuple[LyingHost, int, int]:
    """A log in which the seat to move complains of one of its boxes; the seat, the position."""
    host = told(game, "act")
    mover = folded(host).state.mover
    position = folded(host).state.hands[mover][0]
    host.put(host.says(mover, bodies.Complaint(position)))
    return host, mover, position


def test_an_open_complaint_makes_its_seat_wait_and_its_answer_lets_it_go_on() -> None:
    game = finished(3)
    host, mover, position = complained(game)
    assert owed(folded(host)) == [(DEALER, "answer")]

    answer = bodies.Answer(true_deck(game).opening(position))
    host.put(host.says(DEALER, answer))

    replica = folded(host)
    assert owed(replica) == [(mover, "act")]
    assert replica.owed_by(mover).since == len(host.entries)  # type: ignore[union-attr]  # it is owed
    assert replica.state.face_up == {position: answer.opening.tile}


def test_another_seats_open_complaint_makes_nobody_else_wait() -> None:
    host = told(finished(3), "act")
    mover = folded(host).state.mover
    other = (mover + 1) % 3
    host.put(host.says(other, bodies.Complaint(folded(host).state.hands[other][0])))

    assert sorted(owed(folded(host))) == [(mover, "act"), (DEALER, "answer")]


def test_what_was_signed_before_the_answer_is_too_old_after_it() -> None:
    game = finished(3)
    host, _, position = complained(game)
    held_back = game.table.entries[place_of(game, "act")].statement
    host.put(host.says(DEALER, bodies.Answer(true_deck(game).opening(position))))
    act = codec.decode("act", held_back.body)
    early = host.says(held_back.author, act, seen=place_of(game, "act"))

    with pytest.raises(Refused) as caught:
        folded(host).judge(early)

    assert caught.value.reason == "STALE"


def test_every_box_may_be_complained_of_once_and_never_again_after_the_next_act() -> None:
    host, mover, position = complained(finished(3))
    replica = folded(host)
    mine = {due.positions[0] for due in replica.due() if due.kind == "complaint"}
    hand = {*replica.state.hands[mover]}
    assert mine & hand == hand - {position}

    after = folded(told(finished(3), "act", 1))

    assert not {due.positions[0] for due in after.due() if due.kind == "complaint"} & hand


# -- stop and end ------------------------------------------------------------------------------------


def stopped(host: LyingHost) -> Replica:
    """The log after the referee abandoned the game."""
    host.put(host.says(REFEREE, bodies.Stop("game abandoned", None)))
    return folded(host)


def test_a_stop_is_allowed_until_the_rules_end_the_game_and_on_the_whole_log_only() -> None:
    replica = folded(told(short(3), "act", 2))
    (stop,) = [due for due in replica.due() if due.kind == "stop"]
    assert (stop.author, stop.since, stop.owed) == (REFEREE, replica.length, False)

    over = folded(told(short(3), "end"))

    assert not [due for due in over.due() if due.kind == "stop"]


def test_a_stopped_game_asks_for_the_dealers_older_dues_then_its_secret_then_every_signature() -> (
    None
):
    host = told(short(3), "deal", 1)
    replica = stopped(host)
    assert owed(replica) == [(DEALER, "deal"), (DEALER, "deal"), (DEALER, "end")]
    secret = bodies.End(secrets_of(1, DEALER).r)

    early = host.says(DEALER, secret)
    with pytest.raises(Refused) as caught:
        replica.judge(early)
    assert caught.value.reason == "NOT_DUE"

    again = Table(host.header_line, secrets_of(1, REFEREE), no_journal, host.entries)
    assert owed(again.replica) == [(seat, "final") for seat in range(3)]
    assert [entry.statement.kind for entry in again.entries[-4:]] == ["stop", "deal", "deal", "end"]


def test_a_stopped_toss_needs_no_more_links() -> None:
    assert owed(stopped(told(short(2), "toss", 1))) == [(DEALER, "end")]


def test_an_open_complaint_is_answered_before_the_secret_opens() -> None:
    host, _, _ = complained(finished(3))

    assert owed(stopped(host)) == [(DEALER, "answer"), (DEALER, "end")]


def test_a_set_up_stopped_before_the_dealer_committed_has_no_secret_to_open() -> None:
    host = LyingHost(short(3))
    anns = short(3).table.entries[1].statement
    assert anns.author == 0
    host.put(host.says(0, codec.decode("commit", anns.body)))

    replica = stopped(host)

    assert replica.due() == []
    assert replica.complete


def test_a_set_up_stopped_after_the_dealer_committed_opens_its_secret() -> None:
    host = LyingHost(short(3), short(3).table.entries[:2])

    replica = stopped(host)

    assert owed(replica) == [(DEALER, "end")]
    assert not replica.complete
    host.put(host.says(DEALER, bodies.End(secrets_of(1, DEALER).r)))
    assert owed(folded(host)) == [(seat, "final") for seat in range(3)]


def test_who_a_game_was_stuck_on_is_somebody_it_waited_for() -> None:
    host = told(short(3), "act", 2)
    mover = folded(host).state.mover

    host.put(host.says(REFEREE, bodies.Stop("stuck", mover)))

    assert folded(host).stopped == bodies.Stop("stuck", mover)


def test_a_game_is_complete_when_every_seat_has_signed_the_whole_of_it() -> None:
    game = short(3)
    host = told(game, "final", 2)
    last = game.table.entries[-1].statement
    assert folded(host).waiting_for() == [NAMES[last.author]]
    assert not folded(host).complete

    host.put(last)

    replica = folded(host)
    assert replica.complete
    assert replica.due() == []
    again = host.says(0, bodies.Final())
    with pytest.raises(Refused):
        replica.judge(again)


# -- blame -----------------------------------------------------------------------------------------


def test_an_entry_that_may_not_stand_changes_nothing() -> None:
    host = told(finished(3), "act")
    player = host.player(1)
    statement = host.says(1, bodies.Final())

    what, who = stopped_at(player, host.put(statement))

    assert "is due from there now" in what
    assert who == "Bo and the host"


def test_a_trusting_replica_skips_the_hosts_signatures_only() -> None:
    host = told(short(3), "act")
    replica = Replica(host.header_line, trusting=True)
    for entry in host.entries[:-1]:
        replica.fold(Entry(entry.seq, entry.statement, bytes(64)))
    last = host.entries[-1].statement
    forged = Statement(
        last.author, last.nonce, last.seen_seq, last.seen_head, last.kind, last.body, bytes(64)
    )

    with pytest.raises(BrokenPromise):
        replica.fold(Entry(len(host.entries) - 1, forged, bytes(64)))


# -- mutations: what is not refused is a legal alternative -------------------------------------------


@dataclass(frozen=True)
class Mutation:
    """A statement like one in the log but for one thing, truly signed by its author."""

    name: str
    statement: Statement


def mutations(log: Replica, game: Game, entry: Entry, rng: random.Random) -> Iterator[Mutation]:
    """Other statements at the place of an entry, each wrong in one way, or another way of right."""
    true = entry.statement
    other = rng.choice(game.table.entries).statement
    same_kind = [one.statement for one in game.table.entries if one.statement.kind == true.kind]
    author = rng.choice([*range(game.seats), REFEREE, DEALER])
    kind = rng.choice(sorted(bodies.KINDS))

    def said(
        name: str,
        author: int = true.author,
        kind: str = true.kind,
        body: bytes = true.body,
        **place: int,
    ) -> Mutation:
        secrets = secrets_of(game.seed, author)
        return Mutation(name, signed(log, secrets, author, kind, body, **place))

    yield said("author", author=author)
    yield said("kind", kind=kind)
    yield said("body", body=rng.choice(same_kind).body)
    yield said("kind and body", kind=other.kind, body=other.body)
    yield said("nonce", nonce=rng.choice((0, log.nonces.get(true.author, 0), 2**40)))
    yield said("seen", seen=rng.randint(0, log.length))


def assert_legal(log: Replica, deck: Deck | None, judged: Judged) -> None:
    """What was accepted is due, by one who has seen enough, and right by an independent test."""
    statement, body = judged.statement, judged.body
    (due,) = [
        due
        for due in log.due()
        if (due.author, due.kind) == (statement.author, statement.kind)
        and (not isinstance(body, bodies.Complaint) or due.positions == (body.position,))
    ][:1]
    assert due.since <= statement.seen_seq <= log.length
    assert statement.nonce > log.nonces.get(statement.author, -1)
    match body:
        case bodies.Act():
            assert deck is not None
            seat = Seat(statement.author)
            hand = {at: deck.order[at] for at in log.state.hands[seat]}
            assert from_wire(body) in log.state.options(seat, hand)
            assert all(deck.opening(one.position) == one for one in body.openings)
        case bodies.Lay(openings=openings):
            assert deck is not None
            assert openings == tuple(map(deck.opening, due.positions))
        case bodies.Deal(seat=seat_dealt, boxes=boxes):
            assert (due.seat, due.positions) == (seat_dealt, tuple(box.position for box in boxes))
        case bodies.Reveal(secret=secret) | bodies.End(secret=secret):
            promise = log.bag.commits[statement.author]
            assert commitment(log.ctx, statement.author, secret) == promise
        case bodies.Deck():
            assert deck is not None
            assert (body.leaves, body.root) == (deck.leaves, deck.root)
        case _:
            pass


def assert_mutants_are_refused_or_legal(seats: int, seed: int, rulebook: Rulebook) -> set[str]:
    """Tries mutations at every place of a random game; the names of those that were legal."""
    game = Game(seats, seed, rulebook).run()
    deck = game.table.replica.bag.derive(secrets_of(seed, REFEREE).r)
    rng = random.Random(seed)
    log, legal = Replica(game.header.encode()), set()
    for entry in game.table.entries:
        before = log.state.copy(), log.heads[:], log.nonces.copy(), log.due()[:]
        for mutation in mutations(log, game, entry, rng):
            try:
                judged = log.judge(mutation.statement)
            except (IllegalAction, Refused, Unreadable, BrokenPromise):
                pass
            else:
                assert_legal(log, deck, judged)
                legal.add(mutation.name)
        assert (log.state, log.heads, log.nonces, log.due()) == before
        log.fold(entry)
    return legal


@pytest.mark.parametrize(
    ("seats", "seed", "rulebook"), [(2, 1, SHORT), (3, 2, SHORT), (4, 3, FEW_CHAINS)]
)
def test_a_mutated_statement_is_refused_or_a_legal_alternative(
    seats: int, seed: int, rulebook: Rulebook
) -> None:
    legal = assert_mutants_are_refused_or_legal(seats, seed, rulebook)

    assert "nonce" in legal, "a greater number than the next is allowed: some must pass"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_a_mutated_statement_is_refused_or_legal_in_many_games(seed: int) -> None:
    assert_mutants_are_refused_or_legal(2 + seed % 5, seed, (SHORT, FEW_CHAINS)[seed % 2])


# -- garbage -------------------------------------------------------------------------------------


def deserted() -> Replica:
    """A table at which seat 2 has left, and everybody else says so."""
    game = Game(4, 3, absence="consent").until_playing()
    for seat in (0, 1, 3):
        game.show_all()
        game.table.submit(game.sessions[seat].consent(2))
    return game.table.replica


@cache
def stages() -> tuple[Replica, ...]:
    """A table at moments at which, together, every kind of statement is due or allowed."""
    three, two = short(3), short(2)
    logs = [
        LyingHost(three, three.table.entries[:0]),
        *(told(three, kind) for kind in ("reveal", "deck", "lay", "deal", "act", "end", "final")),
        *(told(three, "act", nth) for nth in (1, 2, 9, 20)),
        told(two, "toss"),
        complained(finished(3))[0],
    ]
    replicas = (*map(folded, logs), deserted())
    kinds = {due.kind for replica in replicas for due in replica.due()}
    assert kinds == {*bodies.KINDS}
    return replicas


def garbage(rng: random.Random, valid: list[bytes]) -> bytes:
    """Random bytes, or a true body with some of its bytes changed, cut off or added."""
    body = bytearray(rng.choice(valid))
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(40))
        case 1 if body:
            for _ in range(rng.randint(1, 3)):
                body[rng.randrange(len(body))] = rng.randrange(256)
        case 2:
            del body[rng.randint(0, len(body)) :]
        case _:
            at = rng.randint(0, len(body))
            body[at:at] = rng.randbytes(rng.randint(1, 6))
    return bytes(body)


def try_garbage(seed: int, cases: int) -> dict[str, int]:
    """Judges garbage, truly signed where something is due; how often each answer came."""
    rng = random.Random(seed)
    valid = [entry.statement.body for entry in short(3).table.entries if entry.seq != 7]
    answers: dict[str, int] = {}
    for _ in range(cases):
        replica = rng.choice(stages())
        due = rng.choice(replica.due())
        secrets = secrets_of(1, due.author)
        statement = signed(replica, secrets, due.author, due.kind, garbage(rng, valid))
        try:
            replica.judge(statement)
        except AcquireError as error:
            answer = type(error).__name__
        else:
            answer = "accepted"
        answers[answer] = answers.get(answer, 0) + 1
    return answers


def test_garbage_is_unreadable_and_never_a_crash() -> None:
    before = [snapshot(replica) for replica in stages()]

    answers = try_garbage(1, 2000)

    assert answers["Unreadable"] > 1000
    assert [snapshot(replica) for replica in stages()] == before


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_much_garbage_is_never_a_crash(seed: int) -> None:
    assert try_garbage(seed, 20_000)["Unreadable"]
