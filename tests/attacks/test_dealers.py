"""What a cheating dealer can do to the bag, and when it is found: at once, by the drawer, at the end."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from acquire_client.question import Question
from acquire_net.audit import Status, audit
from acquire_net.author import Dealer
from acquire_net.errors import BrokenPromise
from acquire_net.fairness import merkle
from acquire_net.fairness.coin import coin_chain
from acquire_net.fairness.commitments import DEALER
from acquire_net.fairness.deck import Deck
from acquire_net.ledger import bodies
from acquire_net.rules.actions import Action, PlaceTile
from acquire_net.rules.placing import Place
from acquire_net.rules.state import GONE
from tests.attacks.cheats import (
    BoxingDealer,
    DoublingDealer,
    GarblingDealer,
    LyingAnswerer,
    LyingHost,
    MisdirectingDealer,
    StackingDealer,
    Unsuspecting,
    WithholdingDealer,
    assert_silent,
    dealt_by,
    finished,
    place_of,
    refusal,
    seated,
    stopped_at,
    true_deck,
)
from tests.tables import Game, secrets_of

THE_DEALER = "the dealer"


def run_into_a_lie(game: Game) -> BrokenPromise:
    """Plays until somebody was lied to; all who then hear of it say the same."""
    with pytest.raises(BrokenPromise) as caught:
        game.run()
    for session in game.sessions:
        if session.broken is None:
            with pytest.raises(BrokenPromise) as heard:
                game.show(session)
            assert (heard.value.what, heard.value.who) == (caught.value.what, caught.value.who)
        assert_silent(session)
    return caught.value


# -- the whole order, found at the end -----------------------------------------------------------


def test_a_stacked_bag_deals_as_the_dealer_wishes_and_is_found_at_the_end() -> None:
    game = dealt_by(StackingDealer).until_playing()
    assert sorted(game.sessions[0].hand.values()) == [40, 41, 42, 43, 44, 45]

    lie = run_into_a_lie(game)

    assert lie.what.startswith("the bag was stacked: position")
    assert lie.who == THE_DEALER
    assert game.table.stopped == f"The table has stopped: {lie}."
    verdict = audit(game.ledger())
    assert (verdict.status, verdict.who) == (Status.BROKEN, THE_DEALER)


def test_a_stacked_bag_is_found_when_the_game_is_abandoned_too() -> None:
    game = dealt_by(StackingDealer).until_playing()
    game.table.stop("game abandoned")

    assert run_into_a_lie(game).who == THE_DEALER


def test_a_dealer_that_keeps_its_secret_at_the_end_proves_nothing_and_is_named() -> None:
    game = dealt_by(WithholdingDealer).run()

    assert game.table.replica.state.over
    assert game.table.replica.waiting_for() == [THE_DEALER]
    for session in game.sessions:
        assert not session.replica.complete
        assert session.statement() is None
    verdict = audit(game.ledger())
    assert (verdict.status, verdict.who) == (Status.UNVERIFIED, THE_DEALER)


def test_another_secret_at_the_end_does_not_open_the_dealers_commitment() -> None:
    game = finished(3)
    host = LyingHost(game, game.table.entries[: place_of(game, "end")])

    what, who = host.caught(host.says(DEALER, bodies.End(bytes(32))))

    expected = "the dealer broke a commitment: That secret does not open the commitment."
    assert (what, who) == (expected, THE_DEALER)


def test_the_secret_is_not_opened_in_mid_game() -> None:
    game = finished(3)
    host = LyingHost(game, game.table.entries[: place_of(game, "act", 3)])

    _, who = host.caught(host.says(DEALER, bodies.End(secrets_of(1, DEALER).r)))

    assert who == THE_DEALER


# -- the deck --------------------------------------------------------------------------------------


def before(kind: str, nth: int = 0) -> LyingHost:
    """A lying host's log up to the nth statement of a kind of an honest game."""
    game = finished(3)
    return LyingHost(game, game.table.entries[: place_of(game, kind, nth)])


def doubled(true: Deck) -> bodies.Deck:
    leaves = (true.leaves[1], *true.leaves[1:])
    return bodies.Deck(leaves, merkle.root(leaves))


def short(true: Deck) -> bodies.Deck:
    return bodies.Deck(true.leaves[:-1], merkle.root(true.leaves[:-1]))


def long(true: Deck) -> bodies.Deck:
    leaves = (*true.leaves, bytes(32))
    return bodies.Deck(leaves, merkle.root(leaves))


def empty(true: Deck) -> bodies.Deck:
    return bodies.Deck((), true.root)


def misrooted(true: Deck) -> bodies.Deck:
    return bodies.Deck(true.leaves, bytes(32))


@pytest.mark.parametrize("false", [doubled, short, long, empty, misrooted])
def test_a_deck_is_one_true_leaf_for_every_tile(false: Callable[[Deck], bodies.Deck]) -> None:
    host = before("deck")

    what, who = host.caught(host.says(DEALER, false(true_deck(finished(3)))))

    assert what.startswith("the dealer said what was not due or not true: ")
    assert who == THE_DEALER


def test_a_deck_comes_once_and_not_before_every_secret() -> None:
    true = true_deck(finished(3))
    body = bodies.Deck(true.leaves, true.root)
    early, late = before("reveal", 2), before("act")

    assert early.caught(early.says(DEALER, body))[1] == THE_DEALER
    assert late.caught(late.says(DEALER, body))[1] == THE_DEALER


def test_the_dealer_commits_once() -> None:
    host = before("commit", 2)

    assert host.caught(host.says(DEALER, bodies.Commit(bytes(32), bytes(32))))[1] == THE_DEALER


# -- what is laid face up ----------------------------------------------------------------------------


def test_a_start_tile_is_the_one_whose_leaf_was_published() -> None:
    host, true = before("lay"), true_deck(finished(3))
    openings = [true.opening(at) for at in range(3)]
    openings[1] = replace(openings[1], tile=openings[1].tile ^ 1)

    what, who = host.caught(host.says(DEALER, bodies.Lay(tuple(openings))))

    assert what == "the tile shown for position 1 is not the one dealt"
    assert who == THE_DEALER


@pytest.mark.parametrize("positions", [(0, 1), (0, 1, 3), (1, 0, 2), (0, 1, 2, 3), (3, 4, 5)])
def test_what_is_laid_is_what_the_rules_lay(positions: tuple[int, ...]) -> None:
    host, true = before("lay"), true_deck(finished(3))

    said = host.says(DEALER, bodies.Lay(tuple(map(true.opening, positions))))

    assert host.caught(said)[1] == THE_DEALER


def test_one_start_tile_at_two_positions_is_seen_at_once() -> None:
    class Doubling(DoublingDealer):
        twice = (0, 1)

    with pytest.raises(BrokenPromise) as at_the_host:
        dealt_by(Doubling).run()
    assert (at_the_host.value.what, at_the_host.value.who) == (
        "one tile lies at positions 0 and 1",
        THE_DEALER,
    )


# -- what is dealt -----------------------------------------------------------------------------------


def true_boxes(host: LyingHost, seat: int, positions: range) -> bodies.Deal:
    """The boxes an honest dealer would make for a seat."""
    replica = host.player(0).replica
    dealer = Dealer(secrets_of(1, DEALER), replica)
    return bodies.Deal(seat, tuple(dealer._box(seat, at) for at in positions))


@pytest.mark.parametrize(
    ("seat", "positions"),
    [
        pytest.param(1, range(3, 9), id="seat 0's tiles to seat 1"),
        pytest.param(1, range(9, 15), id="seat 1 before seat 0"),
        pytest.param(0, range(9, 15), id="seat 1's tiles to seat 0"),
        pytest.param(0, range(3, 10), id="a seventh tile"),
        pytest.param(0, range(3, 8), id="a tile kept back"),
        pytest.param(0, range(4, 10), id="a position skipped"),
        pytest.param(0, range(0), id="nothing"),
        pytest.param(9, range(3, 9), id="nobody's seat"),
    ],
)
def test_the_dealer_does_not_choose_who_draws_what(seat: int, positions: range) -> None:
    host = before("deal")
    said = (
        host.says(DEALER, true_boxes(host, seat, positions))
        if seat < 3
        else host.says(DEALER, replace(true_boxes(host, 0, positions), seat=seat))
    )

    assert host.caught(said)[1] == THE_DEALER


def test_tiles_are_not_dealt_before_the_start_tiles_lie() -> None:
    host = before("lay")

    assert host.caught(host.says(DEALER, true_boxes(host, 0, range(3, 9))))[1] == THE_DEALER


def test_a_tile_that_nobody_drew_is_not_dealt() -> None:
    host = before("act")

    assert host.caught(host.says(DEALER, true_boxes(host, 0, range(21, 22))))[1] == THE_DEALER


def test_the_same_tiles_are_not_dealt_twice() -> None:
    host = before("deal", 1)

    assert host.caught(host.says(DEALER, true_boxes(host, 0, range(3, 9))))[1] == THE_DEALER


def test_an_answer_nobody_asked_for_is_not_due() -> None:
    host, true = before("act"), true_deck(finished(3))

    assert host.caught(host.says(DEALER, bodies.Answer(true.opening(4))))[1] == THE_DEALER


def said(game: Game, kind: str) -> bool:
    """Whether a statement of that kind is in the log."""
    return any(entry.statement.kind == kind for entry in game.table.entries)


@pytest.mark.parametrize("dealer", [BoxingDealer, GarblingDealer, MisdirectingDealer])
def test_the_drawer_of_a_false_box_complains_and_its_tile_is_shown_to_all(
    dealer: type[BoxingDealer],
) -> None:
    game = dealt_by(dealer).run(until=lambda game: said(game, "answer"))
    drawer, bad, true = game.sessions[0], dealer.bad, true_deck(game)

    complaint = game.table.entries[place_of(game, "complaint")].statement
    assert complaint.author == drawer.seat
    for session in game.sessions:
        assert session.replica.state.face_up == {bad: true.order[bad]}
    assert drawer.hand == {at: true.order[at] for at in range(3, 9)}


@pytest.mark.parametrize("dealer", [BoxingDealer, GarblingDealer, MisdirectingDealer])
def test_who_lied_about_a_box_is_proved_at_the_end(dealer: type[BoxingDealer]) -> None:
    lie = run_into_a_lie(dealt_by(dealer))

    assert lie.what == f"the box of position {dealer.bad} for Ann was false"
    assert lie.who == THE_DEALER


def test_the_tile_of_a_false_box_is_played_like_any_other() -> None:
    bad = GarblingDealer.bad

    def eagerly(question: Question, _: random.Random) -> Action:
        return next(
            (one for one in question.options if isinstance(one, PlaceTile) and one.position == bad),
            question.options[0],
        )

    game = dealt_by(GarblingDealer)
    game.decide = eagerly

    game.run(until=lambda game: game.table.replica.state.holder[bad] == GONE)

    tile = true_deck(game).order[bad]
    assert game.table.replica.state.known[tile]
    assert game.table.replica.state.board[tile]


def test_a_false_answer_proves_the_dealers_lie_to_all() -> None:
    game = dealt_by(LyingAnswerer)

    with pytest.raises(BrokenPromise) as at_the_host:
        game.run()

    what = f"the tile shown for position {LyingAnswerer.bad} is not the one dealt"
    assert (at_the_host.value.what, at_the_host.value.who) == (what, THE_DEALER)
    host = LyingHost(game, game.table.entries)
    false = LyingAnswerer(secrets_of(1, DEALER), game.table.replica).duty()
    assert false is not None
    assert host.caught(host.says(DEALER, false)) == (what, THE_DEALER)


def test_an_answer_is_about_the_position_complained_of() -> None:
    host, true = before("act"), true_deck(finished(3))
    host.put(host.says(1, bodies.Complaint(10)))

    assert host.caught(host.says(DEALER, bodies.Answer(true.opening(11))))[1] == THE_DEALER


# -- one tile twice ----------------------------------------------------------------------------------


def lie_of_doubling(positions: tuple[int, int]) -> BrokenPromise:
    """What is found when the bag holds one tile at two positions, and the game is played."""

    class Doubling(DoublingDealer):
        twice = positions

    game = dealt_by(Doubling)
    with pytest.raises(BrokenPromise) as caught:
        game.run()
    assert not game.table.replica.finals
    return caught.value


def test_one_tile_twice_in_a_hand_is_proved_by_two_complaints() -> None:
    lie = lie_of_doubling((3, 4))

    assert (lie.what, lie.who) == ("one tile lies at positions 4 and 3", THE_DEALER)


def test_a_tile_already_on_the_board_is_complained_of_when_it_is_dealt() -> None:
    lie = lie_of_doubling((1, 5))

    assert (lie.what, lie.who) == ("one tile lies at positions 1 and 5", THE_DEALER)


def test_a_tile_in_two_hands_is_found_when_the_first_is_shown() -> None:
    for pair in ((3, 9), (3, 15), (9, 15)):
        lie = lie_of_doubling(pair)

        assert lie.what.startswith("one tile lies at positions")
        assert lie.who == THE_DEALER


def test_a_holder_that_acted_since_it_drew_stops_when_its_tile_is_shown_elsewhere() -> None:
    """It may complain no more, but it knows: its own leaf and the one just opened hold one tile."""

    class Doubling(DoublingDealer):
        twice = (3, 9)

    def sparing(question: Question, _: random.Random) -> Action:
        first = question.options[0]
        spared = isinstance(first, PlaceTile) and first.position in Doubling.twice
        return question.options[1] if spared else first

    game = dealt_by(Doubling)
    game.decide = sparing
    game.run(until=lambda game: game.table.replica.state.turn > 3 and may_place(game, 0))
    second, third = game.sessions[1], game.sessions[2]
    host = LyingHost(game, game.table.entries)
    cheat = Doubling(secrets_of(1, DEALER), game.table.replica)
    entry = host.put(host.says(0, bodies.Act(bodies.PlaceTile(3), (cheat.deck.opening(3),))))

    with pytest.raises(BrokenPromise) as caught:
        second.receive(entry)

    what = "one tile lies at positions 3 and 9"
    assert (caught.value.what, caught.value.who) == (what, THE_DEALER)
    assert_silent(second)
    third.receive(entry)
    assert third.broken is None


def may_place(game: Game, seat: int) -> bool:
    """Whether a seat is asked where to place a tile."""
    question = game.sessions[seat].question() if game.asked() else None
    return question is not None and isinstance(question.task, Place)


def test_an_answer_whose_tile_lies_elsewhere_proves_the_dealers_lie() -> None:
    """The drawer of a tile that lies on the board complains; the truest answer convicts."""

    class Doubling(DoublingDealer):
        twice = (1, 5)

    game = dealt_by(Doubling)
    with pytest.raises(BrokenPromise):
        game.run()
    assert game.table.entries[-1].statement.kind == "complaint"
    host = LyingHost(game, game.table.entries)
    dealer = Doubling(secrets_of(1, DEALER), game.table.replica)
    answer = dealer.duty()
    assert isinstance(answer, bodies.Answer)

    assert host.caught(host.says(DEALER, answer)) == (
        "one tile lies at positions 1 and 5",
        THE_DEALER,
    )


def test_a_hand_shown_with_one_tile_twice_convicts_the_dealer_and_not_the_player() -> None:
    """Both openings are true: only whoever filled the bag can have done that."""
    first = finished(3).table.entries[place_of(finished(3), "act")].statement.author
    hand = range(3 + 6 * first, 9 + 6 * first)

    class Doubling(DoublingDealer):
        twice = (hand[0], hand[1])

    game = seated(dealt_by(Doubling), first, Unsuspecting).until_playing()
    host = LyingHost(game, game.table.entries)
    cheat = Doubling(secrets_of(1, DEALER), game.table.replica)
    shown = host.says(first, bodies.Act(bodies.PassPlacing(), tuple(map(cheat.deck.opening, hand))))
    bystander = host.player((first + 1) % 3)
    entry = host.put(shown)

    what = f"one tile lies at positions {hand[0]} and {hand[1]}"
    assert stopped_at(bystander, entry) == (what, THE_DEALER)


def test_a_tile_that_no_grid_has_is_complained_of_and_convicts_the_dealer() -> None:
    class Inventing(StackingDealer):
        def stacked(self, order: list[int]) -> list[int]:
            order[4] = 200
            return order

    with pytest.raises(BrokenPromise) as caught:
        dealt_by(Inventing).run()

    assert (caught.value.what, caught.value.who) == (
        "position 4 holds no tile of this bag",
        THE_DEALER,
    )


def test_an_honest_host_lets_nothing_false_in_when_its_dealer_doubled_a_tile() -> None:
    """It deals itself, so it cannot go on; but the log stays true."""
    first = finished(3).table.entries[place_of(finished(3), "act")].statement.author
    second = (first + 1) % 3
    placed, doubled = 3 + 6 * first, 3 + 6 * second

    class Doubling(DoublingDealer):
        twice = (placed, doubled)

    def eagerly(question: Question, _: random.Random) -> Action:
        return next(
            (one for one in question.options if one == PlaceTile(placed, question.hand[0][1])),
            question.options[0],
        )

    game = seated(dealt_by(Doubling), second, Unsuspecting)
    game.decide = eagerly
    game.until_playing()
    while game.table.replica.state.turn == 1:
        game.show(game.sessions[first])
        game.table.submit(game.next(game.sessions[first]))  # type: ignore[arg-type]  # it is asked
    assert game.asked()[0].seat == second
    cheat = Doubling(secrets_of(1, DEALER), game.table.replica)
    opening = cheat.deck.opening(doubled)

    again = bodies.Act(bodies.PlaceTile(doubled), (opening,))
    refused = refusal(game.table, LyingHost(game, game.table.entries).says(second, again))

    assert str(refused) == f"Not taken: one tile lies at positions {placed} and {doubled}."


# -- the coin ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("toss", [1, 2, 511])
def test_the_dealer_too_gives_the_next_link_of_its_chain(toss: int) -> None:
    game = finished(2)
    host = LyingHost(game, game.table.entries[: place_of(game, "toss")])
    chain = coin_chain(host.ctx, DEALER, secrets_of(1, DEALER).coin)

    what, who = host.caught(host.says(DEALER, bodies.Toss(chain[toss + 1])))

    expected = "the dealer broke a commitment: That is not the next link of the coin chain."
    assert (what, who) == (expected, THE_DEALER)


def test_a_dealer_that_withholds_its_link_stalls_the_toss_and_is_named() -> None:
    class Withholding(WithholdingDealer):
        withheld = "toss"

    game = dealt_by(Withholding, seats=2).run()

    assert game.table.replica.waiting_for() == [THE_DEALER]
    assert game.table.replica.tosses.count == 0


def test_a_dealer_that_withholds_a_hand_is_waited_for() -> None:
    class Withholding(WithholdingDealer):
        withheld = "deal"

    game = dealt_by(Withholding).run()

    assert THE_DEALER in game.table.replica.waiting_for()
    assert not game.asked()
