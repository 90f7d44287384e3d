"""What a cheating player can say: an honest host refuses it, and where a host lets it in all stop."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from acquire_client.session import Session
from acquire_net.audit import Status, audit
from acquire_net.errors import BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.fairness.coin import coin_chain
from acquire_net.fairness.commitments import DEALER, commitment
from acquire_net.fairness.deck import Deck, Opening
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Statement
from acquire_net.replica import Replica
from acquire_net.rules.board import Fate
from acquire_net.rules.placing import Place
from tests.attacks.cheats import (
    FalseComplainer,
    LyingHost,
    Withholder,
    finished,
    place_of,
    refusal,
    seated,
    signed,
    true_deck,
)
from tests.tables import NAMES, Game, secrets_of

THE_HOST = "the host"


def reason_of(game: Game, statement: Statement) -> str:
    """Why an honest host refuses a statement."""
    error = refusal(game.table, statement)
    if isinstance(error, Unreadable):
        return "UNREADABLE"
    assert isinstance(error, IllegalAction | Refused)
    return error.reason


def let_in(game: Game, statement: Statement) -> tuple[str, str]:
    """What and whom all players name when a host lets a statement into the log all the same."""
    return LyingHost(game, game.table.entries).caught(statement)


# -- at the first decision of a game -------------------------------------------------------------


@dataclass
class Scene:
    """Three players and the first decision: `mover` is asked for a tile, `other` is not."""

    game: Game
    mover: Session
    other: Session
    deck: Deck

    def says(
        self, body: bodies.Body, *, seen: int | None = None, nonce: int | None = None
    ) -> Statement:
        """What the mover truly signs, having seen the whole log."""
        return self.by(self.mover.seat, body, seen=seen, nonce=nonce)

    def by(
        self,
        author: int,
        body: bodies.Body,
        *,
        seen: int | None = None,
        nonce: int | None = None,
    ) -> Statement:
        """What an author truly signs, having seen the whole log."""
        host = LyingHost(self.game, self.game.table.entries)
        return host.says(author, body, seen=seen, nonce=nonce)

    def placing(self, position: int) -> bodies.Act:
        """Placing the tile of any position of the bag, opened truly."""
        opening = self.deck.opening(position)
        return bodies.Act(bodies.PlaceTile(position), (opening,))

    @property
    def playable(self) -> bodies.Act:
        """What the mover may truly do."""
        state = self.mover.replica.state
        at = next(at for at, tile in self.mover.hand.items() if state.fate(tile).playable)
        return self.placing(at)

    @property
    def held(self) -> int:
        """A position of the mover's."""
        return min(self.mover.hand)


def scene(seed: int = 1) -> Scene:
    game = Game(3, seed).until_playing()
    (mover,) = game.asked()
    return Scene(game, mover, game.sessions[(mover.seat + 1) % 3], true_deck(game))


def another_tile(scene: Scene) -> Statement:
    at = scene.held
    tile = scene.deck.order[scene.mover.replica.state.next_position]
    opening = Opening(at, tile, scene.deck.salts[at])
    return scene.says(bodies.Act(bodies.PlaceTile(at), (opening,)))


def a_made_up_salt(scene: Scene) -> Statement:
    opening = Opening(scene.held, scene.deck.order[scene.held], bytes(32))
    return scene.says(bodies.Act(bodies.PlaceTile(scene.held), (opening,)))


def anothers_position(scene: Scene) -> Statement:
    return scene.says(scene.placing(min(scene.other.hand)))


def an_undrawn_position(scene: Scene) -> Statement:
    return scene.says(scene.placing(scene.mover.replica.state.next_position))


def a_position_beyond_the_bag(scene: Scene) -> Statement:
    opening = Opening(200, 0, bytes(32))
    return scene.says(bodies.Act(bodies.PlaceTile(200), (opening,)))


def a_gone_position(scene: Scene) -> Statement:
    return scene.says(scene.placing(0))


def a_position_opened_twice(scene: Scene) -> Statement:
    opening = scene.deck.opening(scene.held)
    return scene.says(bodies.Act(bodies.PlaceTile(scene.held), (opening, opening)))


def nothing_opened(scene: Scene) -> Statement:
    return scene.says(bodies.Act(bodies.PlaceTile(scene.held), ()))


def more_opened_than_shown(scene: Scene) -> Statement:
    openings = tuple(map(scene.deck.opening, sorted(scene.mover.hand)[:2]))
    return scene.says(bodies.Act(bodies.PlaceTile(scene.held), openings))


def a_pass_with_a_playable_tile(scene: Scene) -> Statement:
    openings = tuple(map(scene.deck.opening, sorted(scene.mover.hand)))
    return scene.says(bodies.Act(bodies.PassPlacing(), openings))


def a_pass_with_half_a_hand(scene: Scene) -> Statement:
    openings = tuple(map(scene.deck.opening, sorted(scene.mover.hand)[:3]))
    return scene.says(bodies.Act(bodies.PassPlacing(), openings))


def the_answer_to_another_question(scene: Scene) -> Statement:
    return scene.says(bodies.Act(bodies.Buy((), end=True), ()))


def a_turn_out_of_turn(scene: Scene) -> Statement:
    return scene.by(scene.other.seat, scene.placing(min(scene.other.hand)))


def a_used_nonce(scene: Scene) -> Statement:
    nonce = scene.game.table.replica.nonces[scene.mover.seat]
    return scene.says(scene.playable, nonce=nonce)


def an_answer_before_the_question(scene: Scene) -> Statement:
    return scene.says(scene.playable, seen=place_of(scene.game, "deck"))


def an_answer_from_the_future(scene: Scene) -> Statement:
    return scene.says(scene.playable, seen=scene.game.table.replica.length + 1)


def an_answer_on_another_history(scene: Scene) -> Statement:
    host = LyingHost(scene.game, scene.game.table.entries)
    host.heads[-1] = bytes(32)
    return host.says(scene.mover.seat, scene.playable)


def an_answer_at_another_table(scene: Scene) -> Statement:
    host = LyingHost(scene.game, scene.game.table.entries)
    host.ctx = bytes(32)
    return host.says(scene.mover.seat, scene.playable)


def an_answer_in_anothers_name(scene: Scene) -> Statement:
    log, secrets = scene.game.table.replica, secrets_of(1, scene.other.seat)
    body = scene.says(scene.playable).body
    return signed(log, secrets, scene.mover.seat, "act", body)


def words_of_nobody(scene: Scene) -> Statement:
    log, secrets = scene.game.table.replica, secrets_of(1, scene.mover.seat)
    return signed(log, secrets, 9, "act", scene.says(scene.playable).body)


def an_unreadable_act(scene: Scene) -> Statement:
    log, secrets = scene.game.table.replica, secrets_of(1, scene.mover.seat)
    return signed(log, secrets, scene.mover.seat, "act", b"\xff\x00 gibberish")


def an_act_in_two_spellings(scene: Scene) -> Statement:
    log, secrets = scene.game.table.replica, secrets_of(1, scene.mover.seat)
    body = scene.says(scene.playable).body + b"\x78\x01"
    return signed(log, secrets, scene.mover.seat, "act", body)


def a_kind_of_another_level(scene: Scene) -> Statement:
    log, secrets = scene.game.table.replica, secrets_of(1, scene.mover.seat)
    return signed(log, secrets, scene.mover.seat, "keys", b"")


def a_second_commitment(scene: Scene) -> Statement:
    return scene.says(bodies.Commit(bytes(32), bytes(32)))


def a_second_secret(scene: Scene) -> Statement:
    return scene.says(bodies.Reveal(bytes(32)))


def a_deal_of_its_own(scene: Scene) -> Statement:
    return scene.says(bodies.Deal(scene.mover.seat, ()))


def the_dealers_secret_at_a_guess(scene: Scene) -> Statement:
    return scene.says(bodies.End(bytes(32)))


def the_end_of_the_game(scene: Scene) -> Statement:
    return scene.says(bodies.Stop("game abandoned", None))


def a_link_that_nobody_wants(scene: Scene) -> Statement:
    return scene.says(bodies.Toss(bytes(32)))


def a_last_signature_too_early(scene: Scene) -> Statement:
    return scene.says(bodies.Final())


def a_complaint_about_anothers_box(scene: Scene) -> Statement:
    return scene.says(bodies.Complaint(min(scene.other.hand)))


def a_complaint_about_no_box(scene: Scene) -> Statement:
    return scene.says(bodies.Complaint(0))


LIES: list[tuple[Callable[[Scene], Statement], str, bool]] = [
    (another_tile, "OPENING_WRONG", True),
    (a_made_up_salt, "OPENING_WRONG", True),
    (anothers_position, "TILE_NOT_HELD", True),
    (an_undrawn_position, "TILE_NOT_HELD", True),
    (a_position_beyond_the_bag, "TILE_NOT_HELD", True),
    (a_gone_position, "TILE_NOT_HELD", True),
    (a_position_opened_twice, "UNREADABLE", True),
    (nothing_opened, "UNREADABLE", True),
    (more_opened_than_shown, "UNREADABLE", True),
    (a_pass_with_a_playable_tile, "TILE_PLAYABLE", True),
    (a_pass_with_half_a_hand, "HAND_NOT_SHOWN", True),
    (the_answer_to_another_question, "WRONG_TASK", True),
    (a_turn_out_of_turn, "NOT_ASKED", True),
    (a_used_nonce, "NONCE_USED", True),
    (an_answer_before_the_question, "STALE", False),
    (an_answer_from_the_future, "STALE", False),
    (an_answer_on_another_history, "OTHER_HISTORY", False),
    (an_answer_at_another_table, "SIGNATURE_INVALID", False),
    (an_answer_in_anothers_name, "SIGNATURE_INVALID", False),
    (words_of_nobody, "NOT_YOUR_SEAT", False),
    (an_unreadable_act, "UNREADABLE", True),
    (an_act_in_two_spellings, "UNREADABLE", True),
    (a_kind_of_another_level, "NOT_DUE", True),
    (a_second_commitment, "NOT_DUE", True),
    (a_second_secret, "NOT_DUE", True),
    (a_deal_of_its_own, "NOT_DUE", True),
    (the_dealers_secret_at_a_guess, "NOT_DUE", True),
    (the_end_of_the_game, "NOT_DUE", True),
    (a_link_that_nobody_wants, "NOT_DUE", True),
    (a_last_signature_too_early, "NOT_DUE", True),
    (a_complaint_about_anothers_box, "NOT_DUE", True),
    (a_complaint_about_no_box, "NOT_DUE", True),
]
"""The lie, how an honest host refuses it, and whether its author is to blame beside a lying host.

Where the author is not, the host alone chose the place: the words may have been true elsewhere.
"""


@pytest.mark.parametrize(
    ("lie", "reason", "authors_too"), [pytest.param(*lie, id=lie[0].__name__) for lie in LIES]
)
def test_a_players_lie_is_refused_and_stops_all_where_a_host_lets_it_in(
    lie: Callable[[Scene], Statement], reason: str, authors_too: bool
) -> None:
    at = scene()
    statement = lie(at)

    assert reason_of(at.game, statement) == reason
    _, who = let_in(at.game, statement)

    liar = NAMES[statement.author] if authors_too else ""
    assert who == (f"{liar} and the host" if authors_too else THE_HOST)


def test_the_true_answer_is_taken() -> None:
    """Every lie above differs from this in one thing."""
    at = scene()

    assert at.game.table.submit(at.says(at.playable)) == at.mover.replica.length


def test_all_are_told_in_words_what_the_liar_did() -> None:
    at = scene()

    what, _ = let_in(at.game, another_tile(at))

    name, position = NAMES[at.mover.seat], at.held
    assert what == (
        f"{name} did what the rules forbid:"
        f" The tile shown for position {position} is not the one dealt."
    )


# -- later in a game -----------------------------------------------------------------------------


def test_a_tile_is_not_placed_twice() -> None:
    game = finished(3)
    first = game.table.entries[place_of(game, "act")].statement
    replica = Replica(game.header.encode())
    for entry in game.table.entries:
        if isinstance(replica.state.task, Place) and replica.state.turn > 3:
            break
        replica.fold(entry)
    again = game.resumed(replica.length)
    assert again.asked()[0].seat == first.author

    twice = signed(replica, secrets_of(1, first.author), first.author, "act", first.body)

    assert reason_of(again, twice) == "TILE_NOT_HELD"
    assert let_in(again, twice)[1] == f"{NAMES[first.author]} and the host"


def test_one_question_is_answered_once() -> None:
    """Two answers under two numbers, both made when the question was open: one is too late."""
    at = scene()
    mover = at.mover.seat
    nonce = at.game.table.replica.nonces[mover] + 1
    state = at.mover.replica.state
    first, second = [
        at.says(at.placing(position), nonce=nonce + number)
        for number, position in enumerate(
            [p for p, tile in at.mover.hand.items() if state.fate(tile) is not Fate.DEAD][:2]
        )
    ]
    at.game.table.submit(first)

    assert reason_of(at.game, second) in ("STALE", "NOT_ASKED")
    assert let_in(at.game, second)[1] == THE_HOST


def test_a_complaint_is_made_once() -> None:
    at = scene()
    at.game.table.submit(at.by(at.other.seat, bodies.Complaint(min(at.other.hand))))

    again = at.by(at.other.seat, bodies.Complaint(min(at.other.hand)))

    assert reason_of(at.game, again) == "NOT_DUE"
    assert let_in(at.game, again)[1] == f"{NAMES[at.other.seat]} and the host"


def test_whoever_has_acted_complains_no_more() -> None:
    at = scene()
    late = at.held
    at.game.table.submit(at.says(at.placing(max(at.mover.hand))))

    complaint = at.says(bodies.Complaint(late))

    assert reason_of(at.game, complaint) == "NOT_DUE"
    assert let_in(at.game, complaint)[1] == f"{NAMES[at.mover.seat]} and the host"


def test_a_false_complaint_shows_a_tile_to_all_and_is_named_at_the_end() -> None:
    FalseComplainer.lamented = bad = 9
    game = seated(Game(3), 1, FalseComplainer)

    game.until_playing()
    assert game.table.replica.state.face_up == {bad: true_deck(game).order[bad]}

    with pytest.raises(BrokenPromise) as caught:
        game.run()
    what = f"a false complaint about position {bad}, whose box was true"
    assert (caught.value.what, caught.value.who) == (what, "Bo")
    assert game.table.stopped == f"The table has stopped: {what} (Bo)."
    verdict = audit(game.ledger())
    assert (verdict.status, verdict.what, verdict.who) == (Status.BROKEN, what, "Bo")


def test_every_player_hears_of_a_false_complaint_with_the_dealers_secret() -> None:
    game = Game(3).until_playing()
    game.table.submit(LyingHost(game, game.table.entries).says(1, bodies.Complaint(9)))
    game.table.stop("game abandoned")

    for session in game.sessions:
        with pytest.raises(BrokenPromise, match="false complaint about position 9") as caught:
            game.show(session)
        assert caught.value.who == "Bo"
        assert session.statement() is None


# -- in set-up -----------------------------------------------------------------------------------


def set_up(entries: int) -> Game:
    """A game whose log has that many entries: the dealer's commitment comes first."""
    return finished(3).resumed(entries)


def test_a_copied_commitment_is_refused_and_names_the_host_that_chose_the_order() -> None:
    game = set_up(2)
    anns = game.table.replica.bag.commits[0]
    host = LyingHost(game, game.table.entries)

    copied = host.says(1, bodies.Commit(anns, bytes(32)))

    assert reason_of(game, copied) == "COMMITMENT_COPIED"
    assert host.caught(copied)[1] == THE_HOST


def test_the_dealers_commitment_is_not_copied_either() -> None:
    game = set_up(1)
    dealers = game.table.replica.bag.commits[DEALER]

    copied = LyingHost(game, game.table.entries).says(1, bodies.Commit(dealers, bytes(32)))

    assert reason_of(game, copied) == "COMMITMENT_COPIED"


def test_a_second_commitment_in_set_up_is_refused() -> None:
    game = set_up(3)
    bo = game.table.replica.bag.commits
    assert set(bo) == {0, 1, DEALER}

    second = LyingHost(game, game.table.entries).says(1, bodies.Commit(bytes(32), bytes(32)))

    assert reason_of(game, second) == "NOT_DUE"
    assert let_in(game, second)[1] == "Bo and the host"


def test_a_commitment_after_the_first_secret_is_too_late() -> None:
    game = set_up(5)
    host = LyingHost(game, game.table.entries)

    late = host.says(2, bodies.Commit(bytes(32), bytes(32)))

    assert reason_of(game, late) == "NOT_DUE"
    assert host.caught(late)[1] == "Cy and the host"


def test_nobody_reveals_before_all_have_committed() -> None:
    game = set_up(3)

    early = LyingHost(game, game.table.entries).says(0, bodies.Reveal(secrets_of(1, 0).r))

    assert reason_of(game, early) == "NOT_DUE"
    assert let_in(game, early)[1] == "Ann and the host"


def test_a_secret_opens_its_own_commitment() -> None:
    game = set_up(4)

    other = LyingHost(game, game.table.entries).says(0, bodies.Reveal(secrets_of(2, 0).r))

    assert reason_of(game, other) == "SECRET_WRONG"
    assert let_in(game, other) == (
        "Ann broke a commitment: That secret does not open the commitment.",
        "Ann and the host",
    )


def test_a_secret_is_revealed_once() -> None:
    game = set_up(5)

    twice = LyingHost(game, game.table.entries).says(0, bodies.Reveal(secrets_of(1, 0).r))

    assert reason_of(game, twice) == "NOT_DUE"


def test_a_commitment_made_for_another_seat_or_table_opens_nothing() -> None:
    """Author and table are inside the hash: what is promised here cannot be shown there."""
    game = set_up(0)
    host, r = LyingHost(game, game.table.entries), secrets_of(1, 0).r
    foreign = commitment(bytes(32), 0, r), commitment(host.ctx, 1, r)

    for promise in foreign:
        back = set_up(0)
        back.table.submit(host.says(0, bodies.Commit(promise, bytes(32))))
        for session in back.sessions[1:]:
            back.show(session)
            back.table.submit(back.next(session))  # type: ignore[arg-type]  # a commitment is due
        log = LyingHost(back, back.table.entries)
        assert reason_of(back, log.says(0, bodies.Reveal(r))) == "SECRET_WRONG"


# -- silence ------------------------------------------------------------------------------------


def test_who_withholds_a_commitment_is_named() -> None:
    Withholder.withheld = "commit"
    game = seated(Game(3), 1, Withholder).run()

    assert game.table.replica.waiting_for() == ["Bo"]


def test_who_withholds_a_secret_is_named() -> None:
    Withholder.withheld = "reveal"
    game = seated(Game(3), 2, Withholder).run()

    assert game.table.replica.waiting_for() == ["Cy"]
    assert game.table.replica.table_check == ""


def test_who_withholds_a_link_stalls_the_toss_and_is_named() -> None:
    Withholder.withheld = "toss"
    game = seated(Game(2), 1, Withholder).run()

    assert game.table.replica.waiting_for() == ["Bo"]
    assert game.table.replica.tosses.count == 0
    verdict = audit(game.ledger())
    assert (verdict.status, verdict.who) == (Status.UNVERIFIED, "Bo")


def test_who_does_not_countersign_is_named_and_the_game_stays_verified() -> None:
    Withholder.withheld = "final"
    game = seated(Game(3), 1, Withholder).run()

    assert game.table.replica.waiting_for() == ["Bo"]
    assert not game.table.replica.complete
    verdict = audit(game.ledger())
    assert verdict.status is Status.VERIFIED
    assert "not countersigned by Bo" in verdict.notes


# -- the coin -----------------------------------------------------------------------------------


def tossing(nth: int = 0) -> Game:
    """Two players and a toss that lacks both their links; the dealer's is in."""
    game = finished(2)
    return game.resumed(place_of(game, "toss", 3 * nth))


def links(game: Game, author: int, toss: int) -> bytes:
    """An author's true link for a toss."""
    return coin_chain(game.table.replica.ctx, author, secrets_of(1, author).coin)[toss + 1]


@pytest.mark.parametrize(
    ("nth", "toss", "author"),
    [
        pytest.param(1, 0, 0, id="a link used before"),
        pytest.param(1, 2, 0, id="a link too far down the chain"),
        pytest.param(0, 0, 1, id="another's link"),
    ],
)
def test_only_the_next_link_of_ones_own_chain_counts(nth: int, toss: int, author: int) -> None:
    game = tossing(nth)
    link = links(game, author, toss)

    false = LyingHost(game, game.table.entries).says(0, bodies.Toss(link))

    assert reason_of(game, false) == "LINK_WRONG"
    assert let_in(game, false) == (
        "Ann broke a commitment: That is not the next link of the coin chain.",
        "Ann and the host",
    )


def test_a_link_is_given_once() -> None:
    game = tossing()
    game.table.submit(LyingHost(game, game.table.entries).says(0, bodies.Toss(links(game, 0, 0))))

    twice = LyingHost(game, game.table.entries).says(0, bodies.Toss(links(game, 0, 1)))

    assert reason_of(game, twice) == "NOT_DUE"
    assert let_in(game, twice)[1] == "Ann and the host"


def test_nobody_acts_while_the_coin_is_in_the_air() -> None:
    game = tossing()

    act = LyingHost(game, game.table.entries).says(0, bodies.Act(bodies.Buy((), end=False), ()))

    assert reason_of(game, act) == "NOT_ASKED"


# -- a statement altered on its way ----------------------------------------------------------------


@pytest.mark.parametrize(
    "field", ["author", "nonce", "seen_seq", "seen_head", "kind", "body", "signature"]
)
def test_no_field_of_a_statement_can_be_altered_on_its_way(field: str) -> None:
    at = scene()
    true = at.says(at.playable)
    elsewhere = at.by(at.other.seat, bodies.Complaint(min(at.other.hand)), nonce=70, seen=3)

    altered = replace(true, **{field: getattr(elsewhere, field)})

    refusal(at.game.table, altered)
    assert let_in(at.game, altered)[1] == THE_HOST
