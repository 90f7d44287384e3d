"""A player leaves: the others let a bot hold the seat, and the owner takes it back."""

import random
from collections.abc import Callable

import pytest

from acquire_client.session import Session
from acquire_net.audit import Status, audit
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, Refused
from tests.tables import NAMES, Game, secrets_of


class Absence:
    """A game of four in which seat 2 stops speaking, and what the others do about it."""

    def __init__(self, seats: int = 4, seed: int = 3, gone: int = 2) -> None:
        self.game = Game(seats, seed, absence="consent").until_playing()
        self.gone = gone
        self.bot = Secrets.made_of(random.Random(seed).randbytes(32))
        self.owner = self.game.sessions[gone]
        self.stand_in: Session | None = None

    def play_until_waiting(self) -> None:
        """Plays without the seat that is gone, until nothing moves."""
        rest = [one for one in self.game.sessions if one is not self.owner]
        self.game.sessions = rest
        self.game.run()

    def consent(self, *seats: int) -> None:
        for session in self.game.sessions:
            if session.seat in seats:
                self.game.show(session)
                self.game.table.submit(session.consent(self.gone))

    def substitute(self) -> None:
        table = self.game.table
        table.substitute(self.gone, self.bot)
        self.stand_in = Session(
            table.replica.header_line, self.bot, NAMES[self.gone], substitute=self.gone
        )
        self.game.sessions.append(self.stand_in)

    def come_back(self, session: Session | None = None) -> None:
        self.game.sessions.append(session or self.owner)

    def finish(self) -> None:
        self.game.run()
        assert self.game.table.replica.complete
        verdict = audit(self.game.ledger())
        assert verdict.status is Status.VERIFIED, verdict
        self.notes = verdict.notes


def test_a_bot_plays_on_for_a_player_who_left_and_the_verdict_says_so() -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.consent(0, 1, 3)
    absence.substitute()
    absence.finish()

    assert any("a bot held the seat of Cy" in note for note in absence.notes)


def test_the_bot_holds_exactly_the_hand_of_the_player_who_left() -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.game.show(absence.owner)
    absence.consent(0, 1, 3)
    absence.substitute()
    assert absence.stand_in is not None
    absence.game.show(absence.stand_in)

    assert dict(sorted(absence.stand_in.hand.items())) == dict(sorted(absence.owner.hand.items()))


def test_the_owner_takes_the_seat_back_at_once_and_plays_to_the_end() -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.consent(0, 1, 3)
    absence.substitute()
    for _ in range(6):
        absence.game.step()
    absence.come_back()
    absence.finish()

    assert absence.owner.seated
    assert absence.stand_in is not None
    assert not absence.stand_in.seated


def test_an_owner_whose_disk_was_lost_comes_back_with_new_secrets() -> None:
    absence = Absence()
    absence.play_until_waiting()
    old = absence.owner.author.secrets
    anew = Secrets.made_of(random.Random(9).randbytes(32), old.identity)
    line = absence.game.table.replica.header_line
    absence.come_back(Session(line, anew, NAMES[absence.gone], lost=True))
    absence.finish()


@pytest.mark.parametrize("given", [(), (0,), (0, 1), (0, 3)])
def test_no_seat_is_handed_over_without_the_consent_of_every_other(given: tuple[int, ...]) -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.consent(*given)
    length = absence.game.table.published

    with pytest.raises(Refused, match="consents"):
        absence.substitute()
    assert absence.game.table.published == length


def test_consents_lapse_when_the_player_is_heard_of() -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.consent(0, 1, 3)
    absence.game.show(absence.owner)
    statement = absence.game.next(absence.owner)
    assert statement is not None
    absence.game.table.submit(statement)

    with pytest.raises(Refused):
        absence.substitute()


def test_what_the_owner_had_in_flight_is_refused_once_a_bot_holds_the_seat() -> None:
    absence = Absence()
    absence.play_until_waiting()
    absence.game.show(absence.owner)
    in_flight = absence.game.next(absence.owner)
    absence.consent(0, 1, 3)
    absence.substitute()

    assert in_flight is not None
    with pytest.raises(AcquireError):
        absence.game.table.submit(in_flight)


def test_nobody_can_be_handed_over_in_a_game_of_two() -> None:
    absence = Absence(seats=2, gone=1)
    absence.play_until_waiting()
    absence.consent(0)

    with pytest.raises(Refused):
        absence.substitute()


def test_a_table_without_the_rule_takes_no_consent() -> None:
    game = Game(4, 3).until_playing()
    with pytest.raises(Refused):
        game.sessions[0].consent(2)


def test_a_return_in_the_middle_of_a_toss_begins_it_anew() -> None:
    seed, waiting = _two_players_at_a_toss()
    game = Game(2, seed, absence="consent").run(waiting)
    game.show_all()
    first = game.next(game.sessions[0])
    assert first is not None
    assert first.kind == "toss"
    game.table.submit(first)
    tosses = game.table.replica.tosses.count
    old = game.sessions[1]
    anew = Secrets.made_of(random.Random(1).randbytes(32), old.author.secrets.identity)
    back = Session(game.table.replica.header_line, anew, NAMES[1], lost=True)
    game.sessions[1] = back
    game.run()

    assert game.table.replica.complete
    assert game.table.replica.tosses.voided == 1
    assert game.table.replica.tosses.count > tosses
    assert audit(game.ledger()).status is Status.VERIFIED


def _two_players_at_a_toss() -> tuple[int, Callable[[Game], bool]]:
    def waiting(game: Game) -> bool:
        dues = game.table.replica.due()
        return game.table.replica.playing and all(
            any(due.author == seat and due.kind == "toss" for due in dues) for seat in (0, 1)
        )

    for seed in range(30):
        game = Game(2, seed, absence="consent").run(waiting)
        if not game.table.replica.complete and waiting(game):
            return seed, waiting
    raise AssertionError("no game of two tossed")


def test_the_secrets_of_a_seat_are_needed_to_return() -> None:
    absence = Absence()
    absence.play_until_waiting()
    stranger = Secrets.made_of(random.Random(5).randbytes(32))
    line = absence.game.table.replica.header_line
    thief = Session(line, stranger, NAMES[absence.gone], substitute=absence.gone)
    absence.game.show(thief)

    with pytest.raises(Refused, match="signature"):
        absence.game.table.submit(thief.author.sign(thief.author.coming_back()))
    assert secrets_of(3, absence.gone) == absence.owner.author.secrets
