"""Whether the audit tells a true ledger from a false, an unfinished and an unreadable one.

Changes of single bytes are tried line by line on a replica that has folded the true lines before:
up to the changed line an audit of the whole file does just the same.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property
from random import Random

import pytest

from acquire_net.acting import to_wire
from acquire_net.audit import Playback, Status, audit
from acquire_net.author import Author, Dealer
from acquire_net.due import Due
from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.fairness import merkle
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.deck import Deck, Opening, leaf
from acquire_net.ledger import bodies, canonical
from acquire_net.ledger.file import entry_line, parse_entry
from acquire_net.ledger.statement import Entry, Statement, digest, host_sign, next_head
from acquire_net.replica import Replica
from acquire_net.rules.actions import Buy
from acquire_net.rules.editions import CLASSIC, SEMANTICS
from acquire_net.rules.events import GameOver
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.worth import net_worth, ranking
from tests import tables
from tests.tables import NAMES, Game, header_for, secrets_of

TINY = replace(CLASSIC, columns=2, rows=2, hand_size=1)
"""Four squares: two start tiles and a tile for each of two players, and the game is over."""

Change = tuple[int, int]
"""A place in a file, and the byte that is put there."""

WHOEVER = "the host, or whoever altered this file"


@cache
def short() -> bytes:
    return Game(2, rulebook=TINY).run().ledger()


@cache
def long() -> bytes:
    return Game(4).run().ledger()


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


# -- what a true ledger says -------------------------------------------------------------------


def test_a_finished_game_is_verified() -> None:
    game = Game(3).run()

    verdict = audit(game.ledger())

    assert verdict.status is Status.VERIFIED
    assert verdict.exit_code == 0
    assert verdict.headline == "Checked: every draw was fixed before the game."
    assert (verdict.what, verdict.who, verdict.where) == ("", "", "")
    assert verdict.entries == len(game.table.entries)
    assert verdict.head == game.sessions[2].replica.head.hex()


def test_tosses_for_the_bank_are_verified_with_the_rest() -> None:
    assert b'"kind":"toss"' in short()
    assert audit(short()).status is Status.VERIFIED


@pytest.mark.parametrize(
    ("seats", "rulebook"),
    [
        (2, replace(CLASSIC, columns=3, rows=1, hand_size=20)),
        (6, replace(CLASSIC, columns=2, rows=4, hand_size=1, shares=1, start_cash=0)),
        (3, replace(CLASSIC, columns=5, rows=2, safe_size=2, end_size=2, bands=(4,))),
        (4, replace(CLASSIC, columns=1, rows=12, chains=CLASSIC.chains[:1], hand_size=2)),
    ],
)
def test_a_game_by_odd_rules_is_verified_all_the_same(seats: int, rulebook: Rulebook) -> None:
    assert audit(Game(seats, rulebook=rulebook).run().ledger()).status is Status.VERIFIED


def test_an_auditor_does_not_know_whether_the_table_check_was_compared() -> None:
    game = Game(2, rulebook=TINY).run()
    digits = game.sessions[0].replica.table_check

    (note,) = audit(game.ledger()).notes

    assert note.startswith(f"table check {digits[:3]} {digits[3:6]}, ")  # as players read it aloud
    assert "unknown here" in note


def test_missing_last_signatures_are_named_and_do_not_undo_the_check() -> None:
    one_less = audit(b"".join(lines(long())[:-1]))
    none = audit(b"".join(lines(long())[:-4]))

    assert (one_less.status, none.status) == (Status.VERIFIED, Status.VERIFIED)
    assert one_less.notes[-1].startswith("not countersigned by ")
    assert " and " not in one_less.notes[-1]
    assert none.notes[-1] == "not countersigned by Ann, Bo, Cy and Di"


def test_a_seeded_game_and_a_second_attempt_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = replace(header_for(2, 1, TINY), seeded=True, attempt=1, previous=bytes(32))
    monkeypatch.setattr(tables, "header_for", lambda *_: marked)

    verdict = audit(Game(2, rulebook=TINY).run().ledger())

    assert verdict.status is Status.VERIFIED
    assert "attempt 2: set-up 1 was abandoned" in verdict.notes
    assert any("proves nothing" in note for note in verdict.notes)


# -- where it stops ------------------------------------------------------------------------------


def test_a_log_that_goes_no_further_says_whom_it_waits_for() -> None:
    whole = lines(short())
    kinds = [json.loads(line)["kind"] for line in whole[1:]]
    end = kinds.index("end")

    assert "before the first entry, waiting for Ann, Bo and the dealer" in audit(whole[0]).headline
    for entries in range(1, end + 1):
        verdict = audit(b"".join(whole[: 1 + entries]))

        assert verdict.status is Status.UNVERIFIED
        assert verdict.exit_code == 2
        assert verdict.what.startswith(f"the log stopped after entry {entries - 1}, waiting for ")
        assert verdict.who
        assert verdict.entries == entries


def test_a_host_that_keeps_its_secret_leaves_the_game_unchecked() -> None:
    whole = lines(short())
    end = next(at for at, line in enumerate(whole) if b'"kind":"end"' in line)

    verdict = audit(b"".join(whole[:end]))

    assert verdict.headline.startswith("Not checked: the host left before opening its secret")
    assert verdict.who == "the dealer"


def test_an_abandoned_game_is_checked_as_far_as_it_went_and_marked() -> None:
    game = Game(3).until_playing()
    for session in game.sessions:
        session.agree_to_stop()
    game.table.stop("game abandoned")
    game.run()

    verdict = audit(game.ledger())

    assert verdict.status is Status.UNVERIFIED
    assert verdict.headline == (
        "ABANDONED by Ann, Bo and Cy: counted as it stands in turn 1; every draw was checked."
    )
    assert "stopped by the referee: the game was abandoned" in verdict.notes
    assert verdict.entries == len(game.table.entries)


def test_an_abandoned_game_is_counted_as_the_rules_count_at_the_end() -> None:
    game = Game(3, 2).run(lambda game: game.table.replica.state.turn == 12)
    worth = net_worth(game.table.replica.state)
    game.table.stop("game abandoned")
    game.run()

    notes = audit(game.ledger()).notes

    assert notes[:3] == tuple(
        f"place {place}: {NAMES[seat]}, ${worth[seat]:,}" for place, seat in ranking(worth)
    )


def test_an_abandoned_game_of_two_tells_that_the_bank_has_not_drawn() -> None:
    def held(game: Game) -> bool:
        state = game.table.replica.state
        return bool(state.active) and any(any(state.holdings(chain)) for chain in range(7))

    game = Game(2, 2).run(held)
    game.table.stop("game abandoned")
    game.run()

    assert any("the bank's own holdings" in note for note in audit(game.ledger()).notes)


def test_an_abandoned_game_tells_who_signed_and_who_did_not() -> None:
    game = Game(3).until_playing()
    for session in game.sessions[:2]:
        session.agree_to_stop()
    game.table.stop("game abandoned")
    game.run()

    verdict = audit(game.ledger())

    assert verdict.headline.startswith("ABANDONED by Ann and Bo: ")
    assert "not countersigned by Cy" in verdict.notes
    assert verdict.exit_code == 2


def test_a_game_that_the_host_ended_alone_has_no_signatures() -> None:
    game = Game(3).until_playing()
    game.table.stop("game abandoned")
    game.run()

    verdict = audit(game.ledger())

    assert verdict.headline.startswith("ABANDONED by the host, and signed by no player: ")
    assert "not countersigned by Ann, Bo and Cy" in verdict.notes


def test_an_abandoned_set_up_is_no_game() -> None:
    game = Game(2)
    game.table.stop("set-up abandoned")
    game.run()

    verdict = audit(game.ledger())

    assert verdict.status is Status.UNVERIFIED
    assert "the set-up was abandoned; no tile had been drawn" in verdict.headline


def test_a_stop_before_the_dealer_had_a_secret_leaves_nothing_to_wait_for() -> None:
    replica = Replica(header_for(2).encode())
    referee = Author(REFEREE, secrets_of(1, REFEREE), replica)
    first = sealed(replica, referee.sign(bodies.Stop("set-up abandoned", None)))

    verdict = audit(replica.header_line + b"\n" + first)

    assert verdict.status is Status.UNVERIFIED
    assert "the set-up was abandoned" in verdict.headline


def test_a_stuck_game_names_whom_it_waited_for() -> None:
    game = Game(3).until_playing()
    game.table.stop("stuck", 1)
    game.run()

    assert "stuck, waiting for Bo" in audit(game.ledger()).headline


# -- lies ----------------------------------------------------------------------------------------


def sealed(replica: Replica, statement: Statement) -> bytes:
    """The line that a host with no scruples writes: any statement at all, properly signed by it."""
    said = digest(replica.ctx, statement)
    head = next_head(replica.ctx, replica.length, replica.head, said, statement.signature)
    signature = host_sign(secrets_of(1, REFEREE).identity, head)
    return entry_line(Entry(replica.length, statement, signature))


class Stacker(Dealer):
    """A dealer that swaps two tiles of the bag before it publishes the leaves."""

    @cached_property
    def deck(self) -> Deck:
        true = self.replica.bag.derive(self.secrets.r)
        order = (*true.order[:3], true.order[-1], *true.order[4:-1], true.order[3])
        leaves = tuple(
            leaf(self.replica.ctx, Opening(at, tile, true.salts[at]))
            for at, tile in enumerate(order)
        )
        return Deck(order, true.salts, leaves, merkle.root(leaves), true.prk)


class Liar(Dealer):
    """A dealer that puts nonsense into the boxes of one seat."""

    def deal(self, due: Due) -> bodies.Body:
        body = super().deal(due)
        if isinstance(body, bodies.Deal) and body.seat == 1:
            boxes = tuple(replace(box, box=bytes(len(box.box))) for box in body.boxes)
            return bodies.Deal(1, boxes)
        return body


def lied_to(dealer: type[Dealer]) -> bytes:
    """The ledger of a game that such a dealer dealt, as far as its players went along."""
    game = Game(2)
    game.table._dealer = dealer(secrets_of(1, REFEREE), game.table.replica)
    with pytest.raises(BrokenPromise):
        game.run()
    return game.ledger()


def test_a_stacked_bag_is_the_dealers_lie() -> None:
    verdict = audit(lied_to(Stacker))

    assert verdict.status is Status.BROKEN
    assert verdict.exit_code == 1
    assert verdict.what.startswith("the bag was stacked")
    assert verdict.who == "the dealer"
    assert verdict.headline == f"FALSE: {verdict.what} (the dealer)."
    assert verdict.where == f"line {verdict.entries + 1} (entry {verdict.entries - 1})"


def test_a_false_box_is_the_dealers_lie() -> None:
    verdict = audit(lied_to(Liar))

    assert verdict.status is Status.BROKEN
    assert verdict.who == "the dealer"
    assert "for Bo was false" in verdict.what


def test_a_false_complaint_is_the_lie_of_who_made_it() -> None:
    game = Game(2).until_playing()
    bo = game.sessions[1]
    game.table.submit(bo.author.sign(bodies.Complaint(min(bo.hand))))
    with pytest.raises(BrokenPromise):
        game.run()

    verdict = audit(game.ledger())

    assert verdict.status is Status.BROKEN
    assert verdict.who == "Bo"
    assert "false complaint" in verdict.what


def test_an_illegal_action_that_was_let_in_names_both() -> None:
    game = Game(2).until_playing()
    (mover,) = game.asked()
    name = mover.replica.names[mover.seat]
    line = sealed(mover.replica, mover.author.sign(to_wire(Buy(()), {})))

    verdict = audit(game.ledger() + line)

    assert verdict.status is Status.BROKEN
    assert verdict.who == f"{name} and the host"
    assert verdict.where == f"line {verdict.entries + 2} (entry {verdict.entries})"


def test_a_statement_that_its_author_did_not_sign_is_the_hosts_lie() -> None:
    game = Game(2).until_playing()
    (mover,) = game.asked()
    statement = mover.answer(mover.replica.state.options(mover.seat, mover.hand)[0])
    line = sealed(mover.replica, replace(statement, signature=bytes(64)))

    verdict = audit(game.ledger() + line)

    assert verdict.status is Status.BROKEN
    assert verdict.who == "the host"


def test_where_the_hosts_signature_does_not_fit_the_file_may_have_been_altered() -> None:
    whole = lines(short())
    entry = parse_entry(whole[4])
    whole[4] = entry_line(replace(entry, host_signature=bytes(64)))

    verdict = audit(b"".join(whole))

    assert verdict.status is Status.BROKEN
    assert verdict.who == WHOEVER
    assert verdict.where == "line 5 (entry 3)"
    assert verdict.entries == 3


def test_an_altered_name_in_the_header_fits_no_signature() -> None:
    verdict = audit(short().replace(b'"name":"Bo"', b'"name":"Bob"', 1))

    assert verdict.status is Status.BROKEN
    assert (verdict.who, verdict.where) == (WHOEVER, "line 2 (entry 0)")


def test_a_lie_before_damage_is_still_a_lie() -> None:
    game = Game(2).until_playing()
    (mover,) = game.asked()
    line = sealed(mover.replica, mover.author.sign(to_wire(Buy(()), {})))

    assert audit(game.ledger() + line + b"torn").status is Status.BROKEN


# -- files that are none -------------------------------------------------------------------------


NO_LEDGERS = {
    "empty": b"",
    "newline": b"\n",
    "words": b"hello, world\n",
    "null": b"null\n",
    "object": b"{}\n",
    "number": b"9" * 5000 + b"\n",
    "nested": b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "binary": bytes(range(256)) * 20,
    "other text": "Spiel für zwei\n".encode("utf-16"),
    "another version": b'{"format":"acquire-ledger/2"}\n',
    "many lines": b"\n" * 200_000,
    "a long line": b"x" * 1_000_000,
    "a long number": b'{"format":' + b"1" * 10_000 + b"}\n",
}


@pytest.mark.parametrize("data", NO_LEDGERS.values(), ids=NO_LEDGERS)
def test_what_is_no_ledger_gets_one_clear_sentence(data: bytes) -> None:
    verdict = audit(data)

    assert verdict.status is Status.UNVERIFIED
    assert verdict.headline.startswith("Not checked: ")
    assert verdict.headline.endswith(".")
    assert verdict.headline.isascii()
    assert len(verdict.headline) < 200
    assert (verdict.entries, verdict.head) == (0, "")


def test_a_ledger_of_another_version_of_the_rules_is_left_to_that_version() -> None:
    other = replace(header_for(2), semantics=SEMANTICS + 1).encode() + b"\n"

    verdict = audit(other + b"".join(lines(short())[1:]))

    assert verdict.status is Status.UNVERIFIED
    assert f"rules version {SEMANTICS + 1}" in verdict.headline
    assert f"plays version {SEMANTICS}" in verdict.headline


def test_a_cut_header_is_a_damaged_first_line() -> None:
    verdict = audit(lines(short())[0][:-1])

    assert verdict.status is Status.UNVERIFIED
    assert verdict.where == "line 1"


def test_a_damaged_line_is_named_with_what_was_true_before_it() -> None:
    whole = lines(short())
    whole[7] = whole[7].replace(b'"seq":6', b'"seq": 6')

    verdict = audit(b"".join(whole))

    assert verdict.status is Status.UNVERIFIED
    assert verdict.where == "line 8"
    assert verdict.headline.startswith("Not checked: line 8: ")
    assert verdict.entries == 6


def test_a_torn_tail_is_never_dropped() -> None:
    for torn in (short() + b"x", short() + b"\n", short() + b'{"author":0', short()[:-1]):
        verdict = audit(torn)

        assert verdict.status is Status.UNVERIFIED
        assert verdict.where.startswith("line ")


ODD: tuple[object, ...] = (None, True, -1, 0, 1, 7, 2**70, "", "x", "Ann", [], {}, [[]], [None])


def odd_headers() -> Iterator[bytes]:
    """The short game's header with one value after another replaced by something absurd."""
    true = json.loads(lines(short())[0])
    for part in (true, true["rulebook"], true["rulebook"]["chains"][0], true["seats"][1]):
        for key in list(part):
            kept = part[key]
            for part[key] in ODD:
                if part[key] != kept or type(part[key]) is not type(kept):
                    yield canonical.dumps(true) + b"\n"
            del part[key]
            yield canonical.dumps(true) + b"\n"
            part[key] = kept


def test_no_absurd_header_verifies_or_stops_the_audit() -> None:
    rest = b"".join(lines(short())[1:])
    tried = [audit(header + rest) for header in odd_headers()]

    assert len(tried) > 400
    assert {verdict.status for verdict in tried} == {Status.BROKEN, Status.UNVERIFIED}
    assert {verdict.entries for verdict in tried} == {0}


# -- no changed byte verifies --------------------------------------------------------------------


def unfound(data: bytes, changes: list[Change]) -> list[Change]:
    """The changes that go unnoticed."""
    missed = []
    by_line: dict[int, list[Change]] = {}
    starts = [0]
    for line in lines(data):
        starts.append(starts[-1] + len(line))
    number = 0
    for at, byte in sorted(changes):
        while at >= starts[number + 1]:
            number += 1
        by_line.setdefault(number, []).append((at, byte))
    replica = Replica(lines(data)[0][:-1])
    for number, line in enumerate(lines(data)):
        for at, byte in by_line.get(number, []):
            if reads_true(data, line, starts[number], at, byte, replica):
                missed.append((at, byte))
        if number:
            replica.fold(parse_entry(line))
    return missed


def reads_true(data: bytes, line: bytes, start: int, at: int, byte: int, replica: Replica) -> bool:
    """Whether a change passes, judged after the lines before it."""
    if start == 0 or b"\n" in (data[at : at + 1], bytes([byte])):
        return audit(data[:at] + bytes([byte]) + data[at + 1 :]).status is Status.VERIFIED
    changed = bytearray(line)
    changed[at - start] = byte
    try:
        replica.fold(parse_entry(bytes(changed)))
    except (Unreadable, BrokenPromise):
        return False
    return True


def every_byte(data: bytes, first: int, last: int) -> list[Change]:
    """Three other values for every byte: a neighbour, the other case, and any."""
    rng = Random(first)
    changes = []
    for at in range(first, last):
        byte = data[at]
        others = {byte ^ 1, byte ^ 32, (byte + rng.randrange(1, 256)) % 256}
        changes += [(at, other) for other in others]
    return changes


def test_no_changed_byte_of_a_short_ledger_verifies() -> None:
    assert unfound(short(), every_byte(short(), 0, len(short()))) == []


@pytest.mark.long
def test_no_flipped_bit_of_a_short_ledger_verifies() -> None:
    changes = [(at, byte ^ 1 << bit) for at, byte in enumerate(short()) for bit in range(8)]

    assert unfound(short(), changes) == []


def test_no_changed_byte_of_the_outer_lines_of_a_long_ledger_verifies() -> None:
    data = long()
    header, first, *_, last = lines(data)
    begun = len(header) + len(first)
    changes = every_byte(data, 0, begun) + every_byte(data, len(data) - len(last), len(data))

    assert unfound(data, changes) == []


def test_no_flipped_bit_within_a_long_ledger_verifies() -> None:
    data, rng = long(), Random(2000)
    places = [rng.randrange(len(data)) for _ in range(2000)]

    assert unfound(data, [(at, data[at] ^ 1 << rng.randrange(8)) for at in places]) == []


def test_the_audit_of_a_whole_file_finds_what_its_lines_show() -> None:
    data, rng = long(), Random(40)
    for _ in range(40):
        at = rng.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]

        verdict = audit(changed)

        assert verdict.status is not Status.VERIFIED
        # the line before which everything is true is the changed one
        assert verdict.entries == max(0, data[:at].count(b"\n") - 1)


def test_no_inserted_or_deleted_byte_verifies() -> None:
    data, rng = short(), Random(3)
    for _ in range(150):
        at = rng.randrange(len(data))
        byte = bytes([rng.randrange(256)])

        assert audit(data[:at] + byte + data[at:]).status is not Status.VERIFIED
        assert audit(data[:at] + data[at + 1 :]).status is not Status.VERIFIED


def test_no_dropped_line_verifies_but_a_last_signature() -> None:
    whole = lines(short())
    finals = len(whole) - 1
    for at in range(len(whole)):
        verdict = audit(b"".join(whole[:at] + whole[at + 1 :]))

        assert (verdict.status is Status.VERIFIED) == (at == finals)


def test_no_repeated_or_swapped_line_verifies() -> None:
    whole = lines(short())
    for at in range(len(whole)):
        twice = whole[: at + 1] + whole[at:]
        swapped = whole[:at] + whole[at : at + 2][::-1] + whole[at + 2 :]

        assert audit(b"".join(twice)).status is not Status.VERIFIED
        assert swapped == whole or audit(b"".join(swapped)).status is not Status.VERIFIED


def test_no_line_of_another_game_verifies() -> None:
    other = lines(Game(2, seed=2, rulebook=TINY).run().ledger())
    for at, line in enumerate(other[: len(lines(short()))]):
        mixed = lines(short())
        mixed[at] = line

        assert audit(b"".join(mixed)).status is not Status.VERIFIED


# -- playing back --------------------------------------------------------------------------------


def test_a_playback_tells_what_the_players_saw() -> None:
    game = Game(2, rulebook=TINY).run()
    steps = list(Playback(game.ledger()))

    seen = Replica(game.header.encode())
    assert [step.entry for step in steps] == game.table.entries
    assert [step.events for step in steps] == [seen.fold(entry) for entry in game.table.entries]
    assert isinstance(steps[0].body, bodies.Commit)
    assert any(isinstance(event, GameOver) for step in steps for event in step.events)


def test_a_playback_has_the_table_as_it_stood_after_each_entry() -> None:
    playback = Playback(short())

    turns = [playback.replica.state.turn for _ in playback]

    assert turns == sorted(turns)
    assert turns[0] == 0
    assert playback.replica.state.over


def test_a_playback_of_no_ledger_says_so() -> None:
    with pytest.raises(Unreadable, match=r"line 1: .*not JSON"):
        Playback(b"hello\n")
    with pytest.raises(Refused, match="rules version"):
        Playback(replace(header_for(2), semantics=SEMANTICS + 1).encode() + b"\n")
