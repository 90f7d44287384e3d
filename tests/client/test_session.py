"""A seat's session: its hand, its duties, its outbox of one, and how it comes back."""

import random

import pytest

from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_net.errors import BrokenPromise, IllegalAction, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.statement import Statement
from acquire_net.rules.actions import Action, Buy, PlaceTile
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.placing import Place
from tests.attacks.cheats import (
    LyingHost,
    finished,
    place_of,
    stopped_at,
    true_deck,
)
from tests.short import BROKE, by_turn, short, to_the_last_tile
from tests.tables import NAMES, Game, secrets_of


def playing(seed: int = 1) -> tuple[Game, Session]:
    """Three players at the first decision, and the one who is asked."""
    game = Game(3, seed).until_playing()
    (mover,) = game.asked()
    return game, mover


def back(game: Game, session: Session, outbox: Statement | None = None) -> Session:
    """A player's session after his program was killed: his ledger, and what was in his outbox."""
    line, secrets = game.header.encode(), secrets_of(game.seed, session.seat)
    entries = game.table.entries[: session.replica.length]
    return Session(line, secrets, NAMES[session.seat], None, entries, outbox)


# -- the hand --------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_tiles_oldest_first_and_no_others() -> None:
    game, _ = playing()
    order = true_deck(game).order

    for seat, session in enumerate(game.sessions):
        first = 3 + 6 * seat
        assert [*session.hand.items()] == [(at, order[at]) for at in range(first, first + 6)]


def test_a_placed_tile_leaves_the_hand_and_the_drawn_one_comes_last() -> None:
    game, mover = playing()
    before = [*mover.hand]

    drawn = 3 + 18
    game.run(until=lambda game: drawn in game.table.replica.bag.boxes)

    assert len(mover.hand) == 6
    assert [*mover.hand][:5] == [at for at in before if at in mover.hand]
    assert [*mover.hand][5] == drawn


def test_a_hand_is_the_same_after_coming_back() -> None:
    game = short(3)
    for cut in range(place_of(game, "act"), len(game.table.entries), 7):
        again = game.resumed(cut)
        for session in again.sessions:
            held = again.table.replica.state.hands[session.seat]
            assert set(session.hand) <= set(held)
            assert all(session.hand[at] == true_deck(game).order[at] for at in session.hand)


# -- questions and answers -----------------------------------------------------------------------------


def test_the_player_asked_gets_a_question_and_the_others_none() -> None:
    game, mover = playing()

    question = mover.question()

    assert question is not None
    assert isinstance(question.task, Place)
    assert question.hand == tuple(mover.hand.items())
    for other in game.sessions:
        assert (other.question() is None) == (other is not mover)


def test_while_an_answer_is_on_its_way_nothing_more_is_asked() -> None:
    _, mover = playing()
    question = mover.question()
    assert question is not None

    statement = mover.answer(question.options[0])

    assert mover.question() is None
    assert mover.statement() is statement
    with pytest.raises(Refused) as caught:
        mover.answer(question.options[1])
    assert caught.value.reason == "NOT_ASKED"


def test_an_answer_that_the_rules_forbid_is_not_signed() -> None:
    _, mover = playing()

    with pytest.raises(IllegalAction):
        mover.answer(Buy((), end=True))

    assert mover.outbox is None
    assert mover.question() is not None


def test_a_tile_that_is_not_in_the_hand_is_not_signed() -> None:
    """The rules take shown tiles as true; the session knows better."""
    game, mover = playing()
    position = min(mover.hand)
    undrawn = true_deck(game).order[-1]

    for shown in (PlaceTile(position, undrawn), PlaceTile(100, undrawn)):
        with pytest.raises(IllegalAction) as caught:
            mover.answer(shown)
        assert caught.value.reason == "TILE_NOT_HELD"
    assert mover.outbox is None


def test_a_player_who_is_not_asked_cannot_answer() -> None:
    game, mover = playing()
    other = game.sessions[(mover.seat + 1) % 3]

    with pytest.raises(Refused):
        other.answer(Buy(()))


def test_an_answer_once_signed_is_never_followed_by_another_before_the_log_has_it() -> None:
    game, mover = playing()
    question = mover.question()
    assert question is not None
    signed = mover.answer(question.options[0])

    with pytest.raises(Refused):
        mover.answer(question.options[1])

    assert mover.statement() == signed
    assert game.table.submit(signed)


def test_what_nobody_would_call_a_decision_is_answered_without_the_player() -> None:
    asked: list[Question] = []

    def listening(question: Question, rng: random.Random) -> Action:
        asked.append(question)
        return to_the_last_tile(question, rng)

    game = Game(3, 0, BROKE, listening).run()

    silent = sum(entry.statement.kind == "act" for entry in game.table.entries) - len(asked)
    assert silent > 0
    for question in asked:
        assert len(question.options) > 1 or isinstance(question.task, Place)


def test_a_dead_tile_is_asked_about_only_by_whoever_holds_one() -> None:
    asked: list[Question] = []

    def listening(question: Question, rng: random.Random) -> Action:
        asked.append(question)
        return to_the_last_tile(question, rng)

    game = Game(3, 4, decide=listening).run()

    exchanges = [question for question in asked if isinstance(question.task, Exchange)]
    acts = [
        codec.decode("act", entry.statement.body)
        for entry in game.table.entries
        if entry.statement.kind == "act"
    ]
    stated = [
        act
        for act in acts
        if isinstance(act, bodies.Act) and isinstance(act.action, bodies.ExchangeDead)
    ]
    assert len(exchanges) < len(stated)


# -- the outbox ------------------------------------------------------------------------------------------


def test_a_duty_is_signed_once_and_resent_until_it_is_in() -> None:
    game = Game(3)
    ann = game.sessions[0]
    first = ann.statement()
    assert first is not None

    game.show(ann)
    assert ann.statement() == first
    game.table.submit(first)
    game.show(ann)

    assert ann.outbox is None
    assert ann.statement() is None


def test_others_who_speak_meanwhile_do_not_make_a_statement_be_signed_anew() -> None:
    game = Game(3)
    first = game.sessions[0].statement()
    for other in game.sessions[1:]:
        statement = other.statement()
        assert statement is not None
        game.table.submit(statement)
    game.show(game.sessions[0])

    assert game.sessions[0].statement() == first


def test_a_client_killed_after_signing_sends_the_very_same_bytes() -> None:
    game, mover = playing()
    question = mover.question()
    assert question is not None
    signed = mover.answer(question.options[0])

    again = back(game, mover, signed)

    assert again.statement() == signed
    assert again.question() is None
    place = game.table.submit(signed)
    assert game.table.submit(signed) == place


def test_a_client_killed_after_its_statement_was_taken_asks_nothing_twice() -> None:
    """The host has it; the client's own ledger does not yet."""
    game, mover = playing()
    question = mover.question()
    assert question is not None
    signed = mover.answer(question.options[0])
    game.table.submit(signed)

    again = back(game, mover, signed)
    assert again.question() is None
    game.show(again)

    assert again.outbox is None
    assert again.replica.head == game.table.replica.head


def test_an_outbox_that_is_in_the_log_already_is_empty_after_coming_back() -> None:
    game, mover = playing()
    question = mover.question()
    assert question is not None
    signed = mover.answer(question.options[0])
    game.table.submit(signed)
    game.show(mover)

    again = back(game, mover, signed)

    assert again.outbox is None
    assert again.author.nonce == signed.nonce


def test_what_can_no_longer_be_accepted_leaves_the_outbox() -> None:
    game, mover = playing()
    question = mover.question()
    assert question is not None
    mover.answer(question.options[0])

    game.table.stop("stuck", mover.seat)
    game.show(mover)

    statement = mover.statement()
    assert statement is not None
    assert statement.kind == "final"


def test_only_a_player_who_agrees_countersigns_an_abandoned_game() -> None:
    game, mover = playing()
    assert not mover.asked_to_stop
    game.table.stop("game abandoned")
    game.show(mover)

    assert mover.asked_to_stop
    assert mover.statement() is None
    mover.agree_to_stop()

    statement = mover.statement()
    assert statement is not None
    assert statement.kind == "final"
    assert not mover.asked_to_stop


def test_a_player_who_thinks_again_before_the_stop_does_not_countersign() -> None:
    game, mover = playing()
    mover.agree_to_stop()
    mover.agree_to_stop(agree=False)

    game.table.stop("game abandoned")
    game.show(mover)

    assert mover.statement() is None


def test_a_player_agrees_again_after_starting_anew() -> None:
    game, mover = playing()
    mover.agree_to_stop()
    game.table.stop("game abandoned")

    again = back(game, mover)
    game.show(again)

    assert again.asked_to_stop
    assert again.statement() is None


def test_after_a_lost_disk_numbers_go_on_after_the_highest_in_the_log() -> None:
    game, mover = playing()
    highest = game.table.replica.nonces[mover.seat]

    again = back(game, mover)
    question = again.question()
    assert question is not None

    assert again.answer(question.options[0]).nonce == highest + 1


def test_a_player_who_comes_back_anywhere_plays_on() -> None:
    whole = short(3)
    for cut in range(0, len(whole.table.entries), 11):
        game = whole.resumed(cut)
        game.decide = by_turn
        for seat, session in enumerate(game.sessions):
            game.show(session)
            game.sessions[seat] = back(game, session, session.statement())

        game.run()

        assert game.table.replica.complete
        assert game.table.replica.state == whole.table.replica.state


# -- a promise broken ----------------------------------------------------------------------------------


def test_a_session_that_was_lied_to_drops_its_pen() -> None:
    game, mover = playing()
    question = mover.question()
    assert question is not None
    mover.answer(question.options[0])
    host = LyingHost(game, game.table.entries)
    lie = host.put(host.says((mover.seat + 1) % 3, bodies.Final()))

    stopped_at(mover, lie)

    assert mover.statement() is None
    with pytest.raises(Refused):
        mover.answer(question.options[0])


def test_a_ledger_with_a_lie_in_it_is_not_resumed() -> None:
    game, mover = playing()
    host = LyingHost(game, game.table.entries)
    lie = host.put(host.says(REFEREE, bodies.Stop("stuck", 99)))
    entries = [*game.table.entries, lie]

    with pytest.raises(BrokenPromise):
        Session(game.header.encode(), secrets_of(1, mover.seat), NAMES[mover.seat], None, entries)


# -- onlookers -----------------------------------------------------------------------------------------


def test_an_onlooker_checks_everything_and_says_nothing() -> None:
    game = finished(3)
    onlooker = Onlooker(game.header.encode(), game.table.entries[:30])

    for entry in game.table.entries[30:]:
        onlooker.receive(entry)

    assert onlooker.replica.heads == game.table.replica.heads
    assert onlooker.replica.state == game.table.replica.state
    onlooker.statement()
    onlooker.question()
