"""What a cheating host can do to the log: forge, edit, drop, replay, re-order, fork. All is seen."""

from dataclasses import replace

import pytest

from acquire_client.session import Session
from acquire_net.audit import Status, audit
from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.fairness.commitments import DEALER, REFEREE
from acquire_net.ledger import bodies, codec, file
from acquire_net.ledger.header import Header
from acquire_net.ledger.statement import Entry, host_signed
from acquire_net.replica import Replica
from acquire_net.rules.actions import NOTHING_EXCHANGED
from acquire_net.rules.editions import CLASSIC, EDITION_1999, SEMANTICS, values
from tests.attacks.cheats import (
    LyingHost,
    assert_silent,
    finished,
    place_of,
    refusal,
    snapshot,
    stopped_at,
    true_deck,
)
from tests.tables import NAMES, header_for, secrets_of

THE_HOST = "the host"


def told(nth: int) -> LyingHost:
    """A lying host that has told the truth about an honest game, until its nth act."""
    game = finished(3)
    return LyingHost(game, game.table.entries[: place_of(game, "act", nth)])


def true_next(host: LyingHost) -> Entry:
    """The entry that an honest host had next."""
    return host.game.table.entries[len(host.entries)]


# -- signatures ----------------------------------------------------------------------------------


def test_an_entry_without_the_hosts_signature_is_not_the_hosts() -> None:
    host = told(3)
    entry = host.put(true_next(host).statement)

    false = replace(entry, host_signature=bytes(64))

    assert host.caught_with(false) == ("the host's signature does not fit the log", THE_HOST)


def test_an_entry_signed_for_another_place_is_not_taken_here() -> None:
    host = told(3)
    entry = host.put(true_next(host).statement)
    signature = host.entries[-2].host_signature

    assert host.caught_with(replace(entry, host_signature=signature))[1] == THE_HOST


def test_a_statement_its_author_never_signed_is_the_hosts_lie() -> None:
    host = told(3)
    statement = replace(true_next(host).statement, signature=bytes(64))

    name = NAMES[statement.author]
    what = f"{name} did not sign entry {len(host.entries)}"
    assert host.caught(statement) == (what, THE_HOST)


def test_a_statement_forged_for_the_dealers_seat_is_not_pinned_on_the_dealer() -> None:
    game = finished(3)
    host = LyingHost(game, game.table.entries[: place_of(game, "deal")])
    statement = replace(true_next(host).statement, signature=bytes(64))

    assert host.caught(statement)[1] == THE_HOST


# -- editing, dropping, replaying, re-ordering, re-homing ------------------------------------------


def test_an_edited_act_no_longer_bears_its_authors_signature() -> None:
    host = told(0)
    act = codec.decode("act", true_next(host).statement.body)
    assert isinstance(act, bodies.Act)
    other = replace(act, action=bodies.PassPlacing())

    edited = replace(true_next(host).statement, body=codec.encode(other))

    assert host.caught(edited)[1] == THE_HOST


def test_a_dropped_entry_leaves_a_gap() -> None:
    host = told(4)
    host.put(true_next(host).statement)
    dropped = host.entries[-1].seq
    entry = host.put(true_next(host).statement)

    player = host.player(0, dropped)

    assert stopped_at(player, entry) == (f"entry {dropped} was due, {dropped + 1} came", THE_HOST)


def test_a_dropped_entry_does_not_come_later_either() -> None:
    host = told(4)
    entry = host.put(true_next(host).statement)
    player = host.player(0)

    assert stopped_at(player, entry)[1] == THE_HOST


def test_a_log_closed_over_a_dropped_entry_contradicts_the_next_statement() -> None:
    game = finished(3)
    acts = [entry.seq for entry in game.table.entries if entry.statement.kind == "act"]
    host = told(1)
    later = game.table.entries[acts[2]].statement

    what, who = host.caught(later)

    assert what.startswith("the host let in what")
    assert who == THE_HOST


@pytest.mark.parametrize("kind", ["commit", "reveal", "lay", "deal", "act"])
def test_a_statement_is_not_replayed(kind: str) -> None:
    game = finished(3)
    host = told(2)

    replayed = game.table.entries[place_of(game, kind)].statement

    assert host.caught(replayed)[1] == THE_HOST


def test_an_honest_answer_held_back_and_let_in_too_late_is_not_pinned_on_its_author() -> None:
    """The host ends the game first; the act was true where it was signed."""
    host = told(4)
    held_back = true_next(host).statement
    host.put(host.says(REFEREE, bodies.Stop("game abandoned", None)))

    what, who = host.caught(held_back)

    assert what.startswith(f"the host let in what {NAMES[held_back.author]} may not say")
    assert who == THE_HOST


def test_a_statement_of_another_game_of_the_same_players_does_not_fit() -> None:
    """Same keys, same names, same place in the log; the table is another."""
    host = told(0)
    elsewhere = LyingHost(host.game, host.entries)
    elsewhere.ctx = Replica(replace(host.game.header, table_id=bytes(32)).encode()).ctx
    true = true_next(host).statement

    moved = elsewhere.says(true.author, codec.decode(true.kind, true.body))

    what = f"{NAMES[moved.author]} did not sign entry {len(host.entries)}"
    assert host.caught(moved) == (what, THE_HOST)


def test_a_statement_of_an_earlier_attempt_does_not_fit() -> None:
    first = finished(3)
    header = replace(first.header, attempt=1, previous=bytes(32))
    line = header.encode()
    again = LyingHost(first)
    again.header_line, again.ctx = line, Replica(line).ctx
    again.heads = [again.ctx]

    entry = again.put(first.table.entries[0].statement)

    player = Session(line, secrets_of(1, 0), "Ann")
    assert stopped_at(player, entry) == ("the dealer did not sign entry 0", THE_HOST)


# -- forks ---------------------------------------------------------------------------------------


def forked() -> tuple[LyingHost, LyingHost]:
    """Two stories that differ only in whose commitment came first."""
    game = finished(3)
    dealers, anns, bos = (entry.statement for entry in game.table.entries[:3])
    stories = LyingHost(game), LyingHost(game)
    for host, order in zip(stories, [(dealers, anns, bos), (dealers, bos, anns)], strict=True):
        for statement in order:
            host.put(host.says(statement.author, codec.decode("commit", statement.body), seen=0))
    return stories


def test_a_fork_is_exposed_by_the_first_statement_that_crosses_it() -> None:
    one, other = forked()
    ann, cy = one.player(0), other.player(2)
    assert ann.replica.due() == cy.replica.due()
    crossing = cy.statement()
    assert crossing is not None
    assert crossing.kind == "commit"

    entry = one.put(crossing)

    what, who = stopped_at(ann, entry)
    assert what == (
        "the host let in what Cy may not say: That was said about another history than this one."
    )
    assert who == THE_HOST


def test_an_honest_host_refuses_a_statement_from_across_a_fork() -> None:
    one, other = forked()
    table = finished(3).resumed(3).table
    crossing = LyingHost(finished(3), other.entries).says(2, bodies.Commit(bytes(32), bytes(32)))

    refused = refusal(table, crossing)

    assert isinstance(refused, Refused)
    assert refused.reason == "OTHER_HISTORY"
    assert one.heads[3] != other.heads[3]


def test_two_heads_for_one_place_under_one_key_prove_the_fork_to_anybody() -> None:
    one, other = forked()
    key = one.game.header.host_key

    assert one.heads[2] != other.heads[2]
    assert host_signed(key, one.heads[2], one.entries[1].host_signature)
    assert host_signed(key, other.heads[2], other.entries[1].host_signature)


def test_whoever_has_seen_an_entry_takes_no_other_in_its_place() -> None:
    one, other = forked()
    ann = one.player(0, 2)

    assert stopped_at(ann, other.entries[1]) == ("entry 2 was due, 1 came", THE_HOST)


def test_whoever_was_lied_to_listens_to_the_truth_no_more() -> None:
    """Else a crash and a new start would be a way to take a lie back."""
    host = told(2)
    player = host.player(0)
    true = true_next(host)
    stopped_at(player, host.put(replace(true.statement, signature=bytes(64))))

    with pytest.raises(BrokenPromise):
        player.receive(true)

    assert_silent(player)
    with pytest.raises(Refused):
        player.answer(NOTHING_EXCHANGED)


# -- the referee ---------------------------------------------------------------------------------


def test_a_stop_is_said_about_the_whole_log() -> None:
    host = told(3)
    length = len(host.entries)

    late = host.says(REFEREE, bodies.Stop("game abandoned", None), seen=length - 1)

    table = host.game.resumed(length).table
    refused = refusal(table, late)
    assert isinstance(refused, Refused)
    assert refused.reason == "STALE"
    assert host.caught(late)[1] == THE_HOST


@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(bodies.Stop("stuck", None), id="stuck on nobody"),
        pytest.param(bodies.Stop("game abandoned", 1), id="abandoned by somebody"),
        pytest.param(bodies.Stop("stuck", 99), id="stuck on an author that does not exist"),
    ],
)
def test_a_stop_names_an_author_when_it_is_stuck_and_only_then(stop: bodies.Stop) -> None:
    host = told(3)

    assert host.caught(host.says(REFEREE, stop))[1] == "the referee"


def test_nobody_is_called_stuck_who_owes_nothing() -> None:
    host = told(3)
    mover = true_next(host).statement.author
    idle = (mover + 1) % 3

    assert host.caught(host.says(REFEREE, bodies.Stop("stuck", idle))) == (
        "the referee said what was not due or not true: The table does not wait for that author.",
        "the referee",
    )


def test_a_game_that_ended_is_not_stopped() -> None:
    game = finished(3)
    host = LyingHost(game, game.table.entries[: place_of(game, "end")])

    assert host.caught(host.says(REFEREE, bodies.Stop("game abandoned", None)))[1] == "the referee"


def test_a_game_is_stopped_once() -> None:
    host = told(3)
    host.put(host.says(REFEREE, bodies.Stop("game abandoned", None)))

    assert host.caught(host.says(REFEREE, bodies.Stop("game abandoned", None)))[1] == "the referee"


def test_nothing_follows_an_entry_that_proves_a_lie() -> None:
    game, host = finished(3), told(0)
    complaint = host.says(0, bodies.Complaint(3))
    answer = bodies.Answer(true_deck(game).opening(3))
    host.put(complaint)
    host.put(host.says(DEALER, answer))
    host.put(host.says(REFEREE, bodies.Stop("game abandoned", None)))
    witness = host.player(2)
    with pytest.raises(BrokenPromise, match="false complaint"):
        witness.receive(host.put(host.says(DEALER, bodies.End(secrets_of(1, DEALER).r))))

    before = snapshot(witness.replica)
    with pytest.raises(BrokenPromise):
        witness.replica.fold(host.put(host.says(0, bodies.Final())))

    assert snapshot(witness.replica) == before


# -- what the audit makes of it --------------------------------------------------------------------


def test_the_audit_names_the_author_of_an_illegal_act_and_the_host_that_let_it_in() -> None:
    host = told(3)
    mover = true_next(host).statement.author
    idle = (mover + 1) % 3
    host.put(host.says(idle, bodies.Act(bodies.Buy((), end=False), ())))
    lines = [host.header_line + b"\n", *map(file.entry_line, host.entries)]

    verdict = audit(b"".join(lines))

    assert verdict.status is Status.BROKEN
    assert verdict.who == f"{NAMES[idle]} and the host"


# -- at the door -----------------------------------------------------------------------------------


def door(header: Header) -> Session:
    """Ann at the door of a table, who agreed to the classic rules."""
    return Session(header.encode(), secrets_of(1, 0), "Ann", CLASSIC)


def test_a_true_header_lets_its_player_in() -> None:
    assert door(header_for(3)).seat == 0


def test_another_semantics_is_refused_at_the_door_with_both_versions_named() -> None:
    other = replace(header_for(3), semantics=SEMANTICS + 6)

    with pytest.raises(Refused) as caught:
        door(other)

    assert caught.value.reason == "VERSION"
    assert str(SEMANTICS + 6) in str(caught.value)
    assert str(SEMANTICS) in str(caught.value).replace(str(SEMANTICS + 6), "")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("name", "Anne", id="name"),
        pytest.param("x25519", secrets_of(7, 0).public_table, id="table key"),
        pytest.param("identity", secrets_of(7, 0).public_identity, id="identity"),
    ],
)
def test_a_header_with_a_swapped_name_or_key_is_the_hosts_lie(field: str, value: object) -> None:
    header = header_for(3)
    swapped = replace(header.seats[0], **{field: value})  # type: ignore[arg-type]  # as the field

    with pytest.raises(BrokenPromise) as caught:
        door(replace(header, seats=(swapped, *header.seats[1:])))

    assert caught.value.who == THE_HOST


def test_a_header_with_other_rules_than_agreed_is_the_hosts_lie() -> None:
    for rulebook in (
        EDITION_1999,
        replace(CLASSIC, start_cash=7000),
        replace(CLASSIC, hand_size=5),
    ):
        other = replace(header_for(3), rulebook=values(rulebook))  # type: ignore[arg-type]  # JSON

        with pytest.raises(BrokenPromise, match="rules are not those that were agreed") as caught:
            door(other)

        assert caught.value.who == THE_HOST


@pytest.mark.parametrize("field", ["name", "identity", "x25519"])
def test_no_two_seats_share_a_name_or_a_key(field: str) -> None:
    header = header_for(3)
    twin = replace(header.seats[1], **{field: getattr(header.seats[2], field)})

    with pytest.raises(Unreadable, match="two seats share"):
        replace(header, seats=(header.seats[0], twin, header.seats[2]))


def test_a_table_key_that_anybody_could_open_boxes_with_is_refused() -> None:
    header = header_for(3)
    weak = replace(header.seats[1], x25519=bytes(32))

    with pytest.raises(Unreadable, match="Bo cannot keep a secret"):
        door(replace(header, seats=(header.seats[0], weak, header.seats[2])))
