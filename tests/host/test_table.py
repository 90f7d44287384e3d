"""The host's table: what is stored is shown, what is shown is stored, and it comes back as it was."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from acquire_host.table import Journal, Table
from acquire_net.author import Dealer
from acquire_net.errors import BrokenPromise, Refused
from acquire_net.fairness.commitments import DEALER, REFEREE
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Entry, Statement
from tests.attacks.cheats import (
    FalseComplainer,
    LyingHost,
    place_of,
    refusal,
    seated,
    snapshot,
)
from tests.short import by_turn, short
from tests.tables import Game, no_journal, secrets_of


class Disk:
    """A journal in memory that can fill up."""

    def __init__(self) -> None:
        self.stored: list[Entry] = []
        self.writes: list[int] = []
        self.full = False

    def __call__(self, entries: Sequence[Entry]) -> None:
        """Stores entries, or fails as a full disk does."""
        if self.full:
            raise OSError(28, "No space left on device")
        self.stored += entries
        self.writes.append(len(entries))


def table_on(journal: Journal, entries: Sequence[Entry] = ()) -> Table:
    return Table(short(3).header.encode(), secrets_of(1, REFEREE), journal, entries)


def said(nth: int) -> Statement:
    """What stands in the log of an honest game at that place."""
    return short(3).table.entries[nth].statement


# -- a statement gets its place --------------------------------------------------------------------


def test_a_table_begins_with_the_dealers_commitment() -> None:
    table = table_on(no_journal)

    assert [entry.statement for entry in table.entries] == [said(0)]
    assert said(0).author == DEALER


def test_a_statement_is_answered_with_its_place_in_the_log() -> None:
    table = table_on(no_journal)

    assert [table.submit(said(nth)) for nth in (1, 2, 3)] == [1, 2, 3]
    assert table.published == 4


def test_what_the_dealer_owes_for_a_statement_is_stored_with_it() -> None:
    disk = Disk()
    before = place_of(short(3), "deck") - 1
    table = table_on(disk, short(3).table.entries[:before])

    table.submit(said(before))

    kinds = [entry.statement.kind for entry in disk.stored]
    assert kinds == ["reveal", "deck", "lay", "deal", "deal", "deal"]
    assert disk.writes == [6]


def test_nothing_is_shown_before_it_is_stored() -> None:
    tables: list[Table] = []
    unstored: list[tuple[int, int]] = []

    def looking(entries: Sequence[Entry]) -> None:
        unstored.extend((table.published, entries[0].seq) for table in tables)

    tables.append(table_on(looking))
    for nth in range(1, place_of(short(3), "deck")):
        tables[0].submit(said(nth))

    assert len(unstored) == 6
    assert all(published == first for published, first in unstored)


def test_the_same_statement_again_gets_the_same_answer_and_no_second_place() -> None:
    table = table_on(no_journal)
    place = table.submit(said(1))
    table.submit(said(2))

    assert table.submit(said(1)) == place
    assert len(table.entries) == 3


def test_the_answer_is_the_same_after_the_host_came_back() -> None:
    entries = short(3).table.entries[:20]

    table = table_on(no_journal, entries)

    assert [table.submit(entry.statement) for entry in entries] == [*range(20)]


def test_the_answer_is_the_same_after_the_table_stopped() -> None:
    disk = Disk()
    table = table_on(disk)
    place = table.submit(said(1))
    disk.full = True
    with pytest.raises(Refused):
        table.submit(said(2))

    assert table.submit(said(1)) == place


def test_a_refused_statement_changes_nothing() -> None:
    table = table_on(no_journal)

    error = refusal(table, said(20))

    assert isinstance(error, Refused)


# -- a journal that fails --------------------------------------------------------------------------


def test_a_journal_that_fails_stops_the_table_and_shows_nothing_unsaved() -> None:
    disk = Disk()
    table = table_on(disk)
    table.submit(said(1))
    disk.full = True

    with pytest.raises(Refused) as caught:
        table.submit(said(2))

    assert caught.value.reason == "TABLE_STOPPED"
    assert str(caught.value) == "The host cannot store the game: No space left on device."
    assert table.entries[: table.published] == disk.stored
    assert table.published == 2


def test_a_stopped_table_takes_nothing_more_even_when_there_is_room_again() -> None:
    disk = Disk()
    table = table_on(disk)
    disk.full = True
    with pytest.raises(Refused):
        table.submit(said(1))
    disk.full = False

    for statement in (said(1), said(2)):
        with pytest.raises(Refused) as caught:
            table.submit(statement)
        assert caught.value.reason == "TABLE_STOPPED"
    assert disk.stored == table.entries[: table.published]


def test_a_host_started_again_goes_on_from_what_was_stored() -> None:
    disk = Disk()
    table = table_on(disk)
    disk.full = True
    with pytest.raises(Refused):
        table.submit(said(1))

    again = table_on(no_journal, disk.stored)

    assert again.submit(said(1)) == 1


# -- coming back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["deck", "lay", "deal", "end"])
def test_what_the_dealer_owed_when_it_was_killed_it_says_when_it_is_back(kind: str) -> None:
    whole = short(3)
    count = place_of(whole, kind)

    table = table_on(no_journal, whole.table.entries[:count])

    assert table.entries == whole.table.entries[: len(table.entries)]
    assert table.entries[count].statement.kind == kind
    assert table.replica.owed_by(DEALER) is None


def test_a_host_does_not_come_back_on_another_log_than_its_own() -> None:
    entries = short(3).table.entries[:10]
    false = [*entries[:-1], replace(entries[-1], host_signature=bytes(64))]

    with pytest.raises(BrokenPromise):
        table_on(no_journal, false)


def test_a_game_that_ended_in_a_proven_lie_comes_back_stopped_and_whole() -> None:
    """Those who have not heard of it yet can still read it."""
    FalseComplainer.lamented = 9
    game = seated(Game(3), 1, FalseComplainer).until_playing()
    game.table.stop("game abandoned")
    assert game.table.stopped is not None

    again = Table(game.header.encode(), secrets_of(1, REFEREE), no_journal, game.table.entries)

    assert again.entries == game.table.entries
    assert again.published == len(again.entries)
    assert again.stopped == game.table.stopped
    with pytest.raises(Refused) as caught:
        again.submit(LyingHost(game, game.table.entries).says(0, bodies.Final()))
    assert caught.value.reason == "TABLE_STOPPED"


# -- getting lost entries back -----------------------------------------------------------------------


def test_a_host_that_lost_its_newest_entries_gets_them_back() -> None:
    whole, disk = short(3), Disk()
    table = table_on(disk, whole.table.entries[:20])

    assert table.restore(whole.table.entries[12:40]) == table.published

    assert table.published >= 40
    assert table.entries == whole.table.entries[: table.published]
    assert disk.stored == table.entries[20:]


def test_the_game_goes_on_after_entries_came_back() -> None:
    whole = short(3)
    game = whole.resumed(50)
    players = game.sessions
    game = whole.resumed(30)
    game.sessions = players

    game.table.restore(whole.table.entries[30:50])
    game.decide = by_turn
    game.run()

    assert game.table.replica.complete
    assert game.table.replica.state == whole.table.replica.state


def test_what_the_host_still_has_is_passed_over() -> None:
    whole = short(3)
    table = table_on(no_journal, whole.table.entries[:30])
    length = table.published

    assert table.restore(whole.table.entries[:25]) == length


def test_entries_that_the_host_never_signed_are_not_restored() -> None:
    whole, disk = short(3), Disk()
    acts = place_of(whole, "act", 4)
    table = table_on(disk, whole.table.entries[:acts])
    before = snapshot(table.replica)
    false = replace(whole.table.entries[acts], host_signature=bytes(64))

    with pytest.raises(BrokenPromise):
        table.restore([false])

    assert snapshot(table.replica) == before
    assert (table.published, disk.stored) == (acts, [])
    assert table.submit(whole.table.entries[acts].statement) == acts


def test_another_entry_in_a_place_that_is_taken_is_not_restored() -> None:
    whole = short(3)
    acts = place_of(whole, "act", 4)
    table = table_on(no_journal, whole.table.entries[: acts + 1])
    other = LyingHost(whole, whole.table.entries[:acts])
    fork = other.put(other.says(REFEREE, bodies.Stop("game abandoned", None)))

    with pytest.raises(BrokenPromise, match="two entries in one place"):
        table.restore([fork])

    assert table.entries[acts] == whole.table.entries[acts]


# -- stopping ----------------------------------------------------------------------------------------


def test_a_stopped_game_opens_the_dealers_secret_and_collects_the_signatures() -> None:
    game = Game(3).until_playing()

    for session in game.sessions:
        session.agree_to_stop()
    place = game.table.stop("game abandoned")

    assert [entry.statement.kind for entry in game.table.entries[place:]] == ["stop", "end"]
    game.run()
    assert game.table.replica.complete
    assert game.table.replica.finals == {0, 1, 2}


def test_a_set_up_can_be_abandoned() -> None:
    game = short(3).resumed(2)

    game.table.stop("set-up abandoned")
    game.run()

    assert game.table.replica.complete


def test_what_is_no_set_up_any_more_is_not_stopped_as_one() -> None:
    """Everybody would sign for that without being asked."""
    game = Game(3).until_playing()

    with pytest.raises(Refused, match="set-up is over"):
        game.table.stop("set-up abandoned")


def test_a_game_that_the_rules_ended_is_not_stopped() -> None:
    game = short(3).resumed(len(short(3).table.entries))

    with pytest.raises(Refused) as caught:
        game.table.stop("game abandoned")

    assert caught.value.reason == "NOT_DUE"


def test_a_refused_stop_uses_up_no_place() -> None:
    game = Game(3).until_playing()
    idle = (game.asked()[0].seat + 1) % 3
    with pytest.raises(Refused):
        game.table.stop("stuck", idle)

    assert game.table.stop("stuck", game.asked()[0].seat) == game.table.replica.length - 2


def test_only_the_dealer_of_a_table_can_owe_what_a_dealer_owes() -> None:
    table = table_on(no_journal)
    due = next(due for due in short(3).resumed(0).table.replica.due() if due.kind == "commit")

    with pytest.raises(ValueError, match="cannot owe"):
        Dealer(secrets_of(1, REFEREE), table.replica).deal(due)
