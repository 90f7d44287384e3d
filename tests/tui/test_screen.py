"""A person at a full screen: what keys and lines do, and where everything that is told is shown."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from pathlib import Path

import pytest

from acquire_client.languages.commands import word
from acquire_client.person import Choice, Left
from acquire_client.report.page import page
from acquire_client.report.story import story
from acquire_client.tui.choosing.intents import Deed, Digit, Intent, Mode
from acquire_client.tui.hearing import HeardVoice
from acquire_client.tui.screen import Screen
from acquire_client.tui.theme import ThemeName
from acquire_client.voices import LentVoice, PlainVoice
from acquire_net.errors import BrokenPromise, Refused
from acquire_net.rules.actions import Action, Buy, PlaceTile
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.placing import Place
from acquire_net.wire.updates import Away, Notice, NoticeKind, Presence
from tests.tables import Game


class Paper:
    """A face that notes what is asked of it."""

    def __init__(self) -> None:
        self.typing = False
        self.rung = 0
        self.left: list[BaseException | None] = []
        self.opened: list[str] = []
        self.worn: list[ThemeName] = []
        self.deeds: list[asyncio.Task[None]] = []

    def refresh(self) -> None: ...

    def forget_keys(self) -> None: ...

    def redraw(self) -> None: ...

    def ring(self) -> None:
        self.rung += 1

    def type(self, prefix: str) -> None:
        self.opened.append(prefix)

    def wear(self, theme: ThemeName) -> None:
        self.worn.append(theme)

    def do(self, deed: Coroutine[object, object, None]) -> None:
        self.deeds.append(asyncio.ensure_future(deed))

    def leave(self, why: BaseException | None = None) -> None:
        self.left.append(why)


class Seat:
    """One player of a game at a full screen, with a clock that is set by hand."""

    def __init__(self, game: Game | None = None, *, practice: bool = True) -> None:
        self.game = game or Game(3, 2).until_playing()
        self.session = (self.game.asked() or self.game.sessions)[0]
        self.time = 100.0
        self.out = io.StringIO()
        self.screen = Screen(
            voice := LentVoice(PlainVoice(self.out)),
            practice=practice,
            clock=lambda: self.time,
            daytime=lambda: datetime(2031, 5, 6, 21, 12),
        )
        self.paper = self.screen.face = Paper()
        self.lent = voice.to(HeardVoice(self.screen))
        self.lent.__enter__()  # for as long as the test lasts
        self.screen.begin(self.session, frozenset())

    def press(self, *intents: Intent) -> None:
        """Presses keys, a second after whatever was before."""
        self.time += 1
        for intent in intents:
            self.screen.press(intent)

    @property
    def shown(self) -> str:
        lines = self.screen.picture(100, 30).lines
        return "\n".join("".join(text for _, text in line) for line in lines)

    async def asked(self, then: Callable[[], Awaitable[None]]) -> Action:
        """Puts the open question, does something, and waits for the answer."""
        question = self.session.question()
        assert question is not None
        answer = asyncio.ensure_future(self.screen.choose(question))
        await asyncio.sleep(0)
        await then()
        async with asyncio.timeout(20):
            return await answer


def answered(seat: Seat, *intents: Intent, typed: str = "") -> Action:
    """The answer to the open question after these keys, or a typed line."""

    async def then() -> None:
        if typed:
            await seat.screen.line(typed)
        seat.press(*intents)

    return asyncio.run(seat.asked(then))


def continued(game: Game) -> Game:
    """The same game, of which everybody has the log from the beginning."""
    return game.resumed(len(game.table.entries))


def buying() -> Seat:
    def asked(game: Game) -> bool:
        return any(isinstance(one.question().task, BuyShares) for one in game.asked())  # type: ignore[union-attr]

    return Seat(Game(3, 2).run(asked))


def merging() -> tuple[Seat, int]:
    """A player with a tile that merges, and its number."""
    found: list[int] = []

    def asked(game: Game) -> bool:
        for session in game.asked():
            question = session.question()
            assert question is not None
            for number, (_, tile) in enumerate(question.hand, 1):
                fate = question.state.fate(tile).value
                if isinstance(question.task, Place) and fate == "merge":
                    found[:] = [number]
                    return True
        return False

    seat = Seat(Game(3, 2).run(asked))
    return seat, found[0]


# -- answering -----------------------------------------------------------------------------------


def test_a_digit_and_enter_place_that_tile() -> None:
    seat = Seat()
    second = [*seat.session.hand.items()][1]

    assert answered(seat, Digit(2), Deed.ENTER) == PlaceTile(*second)


def test_a_typed_command_answers_as_in_plain_mode() -> None:
    seat = Seat()
    tile = [*seat.session.hand.values()][2]

    action = answered(seat, typed=f":place {seat.game.rulebook.grid.name(tile)}")

    assert isinstance(action, PlaceTile)
    assert action.tile == tile


def test_enter_just_after_a_question_came_was_meant_for_something_else() -> None:
    seat = Seat()

    async def then() -> None:
        seat.screen.press(Deed.ENTER)  # in the same moment
        seat.time += 0.39
        seat.screen.press(Deed.ENTER)
        assert seat.screen.question is not None, "still asked"
        seat.press(Deed.ENTER)

    assert isinstance(asyncio.run(seat.asked(then)), PlaceTile)


def test_a_merger_asks_once_more_and_any_other_key_takes_it_back() -> None:
    seat, number = merging()

    async def then() -> None:
        seat.press(Digit(number), Deed.ENTER)
        assert "Enter once more" in seat.shown
        seat.press(Deed.CLEAR, Digit(number))
        assert "Enter once more" not in seat.shown
        seat.press(Deed.ENTER)
        assert seat.screen.question is not None
        seat.press(Deed.ENTER)

    action = asyncio.run(seat.asked(then))

    assert isinstance(action, PlaceTile)
    assert action.tile == [*seat.session.hand.values()][number - 1]


def test_an_enter_that_is_held_down_does_not_answer_what_it_made_the_screen_ask() -> None:
    seat, number = merging()

    async def then() -> None:
        seat.press(Digit(number), Deed.ENTER)
        for _ in range(60):  # as a keyboard repeats a key, for two seconds
            seat.time += 0.033
            seat.screen.press(Deed.ENTER)
            assert "Enter once more" in seat.shown
        seat.press(Deed.ENTER)

    assert isinstance(asyncio.run(seat.asked(then)), PlaceTile)


def test_help_in_between_takes_a_weighed_answer_back() -> None:
    seat, number = merging()

    async def then() -> None:
        seat.press(Digit(number), Deed.ENTER)
        seat.press(Deed.HELP, Deed.ENTER)
        seat.press(Deed.ENTER)
        assert seat.screen.question is not None, "Enter closed the help and asked once more"
        seat.press(Deed.ENTER)

    assert isinstance(asyncio.run(seat.asked(then)), PlaceTile)


def test_a_purchase_is_given_by_one_enter_for_it_stands_there_to_read() -> None:
    seat = buying()

    action = answered(seat, Deed.MORE, Deed.ENTER)

    assert isinstance(action, Buy)
    assert sum(count for _, count in action.shares) == 1


def test_what_the_rules_forbid_is_said_in_words_and_asked_again() -> None:
    seat = buying()

    async def then() -> None:
        chains = seat.game.rulebook.chains
        active = [
            one.name for at, one in enumerate(chains) if seat.session.replica.state.active >> at & 1
        ]
        await seat.screen.line(f":buy 7 {active[0]}")
        assert "At most 3" in seat.shown
        assert seat.screen.question is not None
        seat.press(Deed.ENTER)

    asyncio.run(seat.asked(then))


def test_the_tile_chosen_ahead_is_where_the_question_begins() -> None:
    seat = Seat()
    seat.press(Digit(3))

    async def then() -> None:
        seat.press(Deed.ENTER)

    action = asyncio.run(seat.asked(then))

    assert isinstance(action, PlaceTile)
    assert action.tile == [*seat.session.hand.values()][2]


def test_a_question_rings_and_marks_the_title() -> None:
    seat = Seat()
    before = seat.screen.title

    async def then() -> None:
        assert seat.paper.rung == 1
        assert seat.screen.title.startswith("*")
        seat.press(Deed.ENTER)

    asyncio.run(seat.asked(then))

    assert not before.startswith("*")


# -- looking -------------------------------------------------------------------------------------


def test_an_answer_of_many_lines_is_a_page_that_escape_closes() -> None:
    seat = Seat()
    asyncio.run(seat.screen.line(":players"))
    assert "to move" in seat.shown
    assert seat.screen.mode is Mode.LOG

    seat.press(Deed.CLEAR)

    assert "Continental" in seat.shown


def test_tab_gives_the_arrows_to_the_log_and_back() -> None:
    seat = Seat(continued(Game(3, 2).run(lambda game: game.table.replica.state.turn > 12)))
    last = seat.shown
    seat.press(Deed.PANEL, Deed.LEAST)
    first = seat.shown
    assert "start tile is" in first
    assert "start tile is" not in last
    seat.press(*[Deed.DOWN] * 200)
    assert "more below" not in seat.shown

    seat.press(Deed.CLEAR)

    assert seat.screen.mode is not Mode.LOG


def test_a_theme_is_taken_at_once_and_remembered() -> None:
    seat, kept = Seat(), list[str]()
    seat.screen.keep_theme = kept.append
    asyncio.run(seat.screen.line(":theme mono"))
    asyncio.run(seat.screen.line(":theme pink"))

    assert seat.paper.worn == kept == ["mono"] == [seat.screen.theme]
    assert "colour-blind" in seat.shown, "the other one's refusal names what there is"


@pytest.mark.usefixtures("in_each_language")
def test_completion_knows_the_languages_own_words_and_the_english_ones() -> None:
    seat = Seat()
    words = seat.screen.words("")
    assert {"buy", "show", "plot", word("buy"), word("show")} <= {*words}
    assert word("all") in seat.screen.words("buy ")
    assert "ready" not in words

    seat.screen.session = None
    assert {"ready", "start", word("ready"), word("start")} <= {*seat.screen.words("")}
    assert "buy" not in seat.screen.words("")


def test_the_mouse_is_given_and_taken_by_name_as_often_as_one_says_so() -> None:
    seat = Seat()
    told = []
    for line in (":mouse off", ":mouse off", ":mouse on", ":mouse on", ":mouse"):
        asyncio.run(seat.screen.line(line))
        told.append(seat.screen.mouse_plays)

    assert told == [False, False, True, True, False]
    assert "selects text" in seat.shown


def test_looking_back_steps_through_the_turns() -> None:
    game = Game(3, 2).until_playing()
    seat = Seat(game)
    session = seat.session
    while game.table.replica.state.turn < 6:
        seen = session.replica.length
        game.step()
        game.show_all()
        for entry in game.table.entries[seen : session.replica.length]:
            seat.screen.happened(entry, ())
    seat.screen.entries = list(game.table.entries)
    asyncio.run(seat.screen.line(":review"))
    assert "turn 6 of 6" in seat.shown

    seat.press(Deed.LEFT, Deed.LEFT)
    assert "turn 4 of 6" in seat.shown
    seat.press(Digit(2), Deed.ENTER)
    assert "turn 2 of 6" in seat.shown
    seat.press(Deed.CLEAR)
    assert "LOOKING BACK" not in seat.shown


# -- leaving -------------------------------------------------------------------------------------


def test_ctrl_c_leaves_only_when_it_is_pressed_twice_in_a_row() -> None:
    async def leaving() -> None:
        seat = Seat()
        seat.press(Deed.LEAVE)
        assert "Ctrl-C once more" in seat.shown
        seat.press(Deed.DOWN, Deed.LEAVE)
        assert not seat.paper.deeds
        seat.press(Deed.LEAVE)
        with pytest.raises(Left):
            await seat.paper.deeds[0]

    asyncio.run(leaving())


def test_before_the_game_no_seat_is_promised_to_who_leaves() -> None:
    seat = Seat()
    seat.screen.session = seat.screen.sight = None
    seat.press(Deed.LEAVE)

    assert "Ctrl-C once more leaves the table." in seat.screen.desk.message


def test_a_leaving_host_is_asked_by_numbers() -> None:
    seat, gone = Seat(), list[str]()

    def go() -> None:
        raise Left("away")

    lines = ("Others are here.", "1. Keep hosting.", "2. Stop.", "Enter: stay.")
    answers = {"1": go, "2": lambda: gone.append("2"), "": lambda: None}
    seat.screen.offer(Choice(lines, answers))
    assert "Keep hosting" in seat.shown
    assert "3 Stay" in seat.shown
    assert "Enter: stay" not in seat.shown, "here Enter takes the chosen row"

    seat.press(Digit(1), Deed.ENTER)

    (why,) = seat.paper.left
    assert isinstance(why, Left)
    assert why.wish == "away"


def test_plain_lines_take_over_and_the_question_is_put_again() -> None:
    seat = Seat()
    asyncio.run(seat.screen.line(":plain"))

    assert seat.paper.left == [None]


# -- being told ----------------------------------------------------------------------------------


def test_a_lost_host_has_a_page_that_goes_when_the_host_is_back() -> None:
    seat = Seat()
    seat.screen.lost(Refused("LOST", "Nobody answers at 192.0.2.1."))
    assert "Nobody answers" in seat.shown
    assert "Nothing is lost" in seat.shown
    seat.press(Deed.CLEAR)
    assert "Nobody answers" in seat.shown, "no key hides it"

    seat.screen.found()

    assert "Connected again." in seat.shown


def test_a_player_that_the_game_waits_for_is_a_page_until_he_is_back() -> None:
    seat = Seat(practice=False)
    seat.screen.presence(Presence((0, 1, 2), 0))
    other = seat.game.table.replica.state.asking[0]
    watcher = next(one for one in seat.game.sessions if one.seat != other)
    seat.screen.begin(watcher, frozenset())
    seat.screen.presence(Presence((0, 1, 2), 0))
    left = tuple(one for one in range(3) if one != other)

    seat.screen.presence(Presence(left, 0, (Away(other, 20),)))
    assert "is away" in seat.shown
    assert "Adjourn" in seat.shown

    seat.screen.presence(Presence((0, 1, 2), 0))
    assert "Adjourn" not in seat.shown


def test_a_vote_commits_by_a_second_enter_only_and_not_by_type_ahead() -> None:
    async def voting() -> None:
        seat = Seat(practice=False)
        other = (seat.session.seat + 1) % 3
        seat.screen.notice(Notice(NoticeKind.ABANDON, "Bo", other, "Bo"))
        assert "end the game as it stands" in seat.shown
        seat.screen.press(Digit(2))
        seat.screen.press(Deed.ENTER)  # typed for something else
        seat.press(Deed.ENTER)
        assert not seat.paper.deeds
        seat.press(Deed.ENTER)
        (deed,) = seat.paper.deeds
        deed.cancel()

    asyncio.run(voting())


def test_chat_is_shown_beside_the_log() -> None:
    seat = Seat(practice=False)
    seat.screen.page = None
    seat.screen.heard(["Bo says: hello"], "notice")

    lines = seat.screen.picture(120, 40).lines
    assert any("Bo says: hello" in text for line in lines for _, text in line)


def test_a_broken_promise_is_shown_until_it_was_seen() -> None:
    async def broken() -> None:
        seat = Seat()
        showing = asyncio.ensure_future(
            seat.screen.proved_false(BrokenPromise("a tile was changed", "the host"))
        )
        await asyncio.sleep(0)
        assert "a tile was changed" in seat.shown
        assert "the host" in seat.shown
        assert not showing.done()
        seat.press(Deed.ENTER)
        await showing

    asyncio.run(broken())


def test_the_result_stays_until_it_was_seen_and_can_be_left_for_the_board() -> None:
    async def over() -> None:
        seat = Seat(continued(Game(3, 2).run()))
        seat.screen.heard(["Checked: every draw was fixed before the game."], "verdict")
        ending = asyncio.ensure_future(seat.screen.finished())
        await asyncio.sleep(0)
        assert "The game is over" in seat.shown
        assert "Checked: every draw" in seat.shown

        seat.screen.press(Deed.ENTER)  # typed for the last question
        assert "And now?" in seat.shown
        seat.press(Digit(2), Deed.ENTER)
        assert "Continental" in seat.shown, "the board"
        seat.press(Deed.ENTER)
        assert "And now?" in seat.shown
        assert not ending.done()
        seat.press(Deed.MOST, Deed.ENTER)
        await ending

    asyncio.run(over())


def test_net_worth_over_the_turns_is_a_plot_once_the_game_is_over() -> None:
    async def over() -> None:
        seat = Seat(continued(Game(3, 2).run()))
        seat.screen.entries = [*seat.game.table.entries]
        await seat.screen.line(":plot")
        assert "The game is not over yet." in seat.shown

        seat.screen.heard(["Checked: every draw was fixed before the game."], "verdict")
        ending = asyncio.ensure_future(seat.screen.finished())
        await asyncio.sleep(0)
        seat.press(Digit(3), Deed.ENTER)
        assert "Net worth over the turns" in seat.shown
        cash = seat.session.replica.state.cash
        for number, name in enumerate(seat.screen.names.players, 1):  # type: ignore[union-attr]
            assert f"{number} {name} ${cash[number - 1]:,}" in seat.shown
        small = seat.screen.picture(70, 9).lines
        assert any("At the start" in text for line in small for _, text in line), "in words"
        seat.press(Deed.CLEAR)
        assert "And now?" in seat.shown
        seat.press(Deed.MOST, Deed.ENTER)
        await ending

    asyncio.run(over())


def test_a_finished_game_is_kept_as_a_page_for_the_browser(tmp_path: Path) -> None:
    def keep(ledger: bytes) -> Path:
        (tmp_path / "game.html").write_text(page(story(ledger)))
        return tmp_path / "game.html"

    async def over() -> None:
        seat = Seat(continued(Game(3, 2).run()))
        seat.screen.entries = [*seat.game.table.entries]
        seat.screen.keep_report = keep
        await seat.screen.line(":report")
        assert "The game is not over yet." in seat.shown

        seat.screen.heard(["Checked: every draw was fixed before the game."], "verdict")
        ending = asyncio.ensure_future(seat.screen.finished())
        await asyncio.sleep(0)
        seat.press(Digit(4), Deed.ENTER)
        assert "The report is written" in seat.shown
        told = (tmp_path / "game.html").read_text()
        assert all(name in told for name in seat.screen.names.players)  # type: ignore[union-attr]
        seat.press(Deed.MOST, Deed.ENTER)
        await ending

    asyncio.run(over())


def test_a_long_refusal_has_a_page_of_its_own() -> None:
    seat = Seat()
    seat.screen.heard(["That cannot be done, for a long reason. " * 5], "refused")
    assert "Not possible" in seat.shown

    seat.press(Deed.ENTER)
    assert "Not possible" not in seat.shown


def test_refusals_of_the_table_are_told_in_red() -> None:
    seat = Seat()
    seat.screen.heard(["It is not your decision now."], "refused")

    styled = {
        text.strip(): style for line in seat.screen.picture(80, 24).lines for style, text in line
    }
    assert styled["It is not your decision now."] == "class:bad"
