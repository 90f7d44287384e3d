"""A person who types: what is asked, told, confirmed, repeated and refused, line by line."""

import asyncio
import io
import os
import signal
import threading
from collections.abc import Coroutine, Sequence

import pytest

from acquire_client.console import Console
from acquire_client.lines import LONGEST, InputEnded, LineReader
from acquire_client.links.memory import MemoryLink
from acquire_client.person import Left
from acquire_client.playing import Playing
from acquire_client.session import Session
from acquire_client.storage.party import LocalParty
from acquire_client.teller import Announce
from acquire_client.voices import PlainVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.author import Secrets
from acquire_net.errors import Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.actions import Action, Buy, PlaceTile
from acquire_net.rules.buying import BuyShares
from tests.tables import NAMES, Game, no_journal, secrets_of


class Script(LineReader):
    """Lines that somebody typed beforehand."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.left = [*lines]

    async def next(self) -> str | None:
        await asyncio.sleep(0)
        return self.left.pop(0) if self.left else None


class Desk:
    """A console at a table in memory, with what it said."""

    def __init__(
        self,
        *lines: str,
        game: Game | None = None,
        interactive: bool = False,
        confirm: bool = True,
        announce: Announce = "all",
        practice: bool = True,
        auto_board: bool = False,
    ) -> None:
        self.out = io.StringIO()
        self.script = Script(*lines)
        self.game = (game or Game(3, 2)).until_playing()
        self.session: Session = self.game.asked()[0]
        self.console = Console(
            PlainVoice(self.out),
            self.script,
            interactive=interactive,
            confirm=confirm,
            announce=announce,
            practice=practice,
            auto_board=auto_board,
        )
        self.console.begin(self.session, frozenset())

    @property
    def said(self) -> list[str]:
        return self.out.getvalue().splitlines()

    async def _choose(self) -> Action:
        question = self.session.question()
        assert question is not None
        choosing = asyncio.ensure_future(self.console.choose(question))
        listening = asyncio.ensure_future(self.console.listen())
        try:
            await asyncio.wait({choosing, listening}, return_when=asyncio.FIRST_EXCEPTION)
            if choosing.done():
                return choosing.result()
            listening.result()
            return await choosing
        finally:
            for task in (choosing, listening):
                task.cancel()

    def choose(self) -> Action:
        """The answer to the question that is open."""
        return run(self._choose())


def run(test: Coroutine[object, object, Action]) -> Action:
    async def bounded() -> Action:
        async with asyncio.timeout(20):
            return await test

    return asyncio.run(bounded())


def to_a_purchase() -> Game:
    """A game in which somebody is asked what to buy."""

    def asked(game: Game) -> bool:
        return any(isinstance(one.question().task, BuyShares) for one in game.asked())  # type: ignore[union-attr]

    return Game(3, 2).run(asked)


def buying(*lines: str, interactive: bool = True, confirm: bool = True) -> Desk:
    desk = Desk(*lines, interactive=interactive, confirm=confirm, game=Game(3, 2))
    desk.game = to_a_purchase()
    desk.session = next(
        one
        for one in desk.game.asked()
        if (question := one.question()) is not None and isinstance(question.task, BuyShares)
    )
    desk.console.begin(desk.session, frozenset())
    return desk


# -- answers -------------------------------------------------------------------------------------


def test_a_question_is_put_and_the_line_that_answers_it_taken() -> None:
    desk = Desk("1", "2")
    question = desk.session.question()
    assert question is not None
    assert desk.choose() == PlaceTile(*question.hand[0])
    assert desk.said[1] == "YOUR TURN: place a tile."
    assert desk.script.left == ["2"]  # another question's answer


def test_what_is_no_answer_is_refused_and_the_question_stays_open() -> None:
    desk = Desk("frobnicate", "99", "x" * 2000, "\x00\x1b[2J", "\ufffd", "1")
    assert isinstance(desk.choose(), PlaceTile)
    refused = desk.said[desk.said.index("YOUR TURN: place a tile.") + 8 :]
    assert refused[0].startswith('"frobnicate" is no answer.')
    assert "That line is too long: at most 1,000 characters." in refused
    assert not any("\x1b" in line or "\x00" in line for line in desk.said)


def test_piped_input_is_never_asked_to_confirm() -> None:
    desk = buying("imperial 1", interactive=False)
    assert isinstance(desk.choose(), Buy)
    assert not any("Enter to do it" in line for line in desk.said)


def test_a_purchase_on_a_terminal_takes_a_second_enter() -> None:
    desk = buying("imperial 1", "")
    assert isinstance(desk.choose(), Buy)
    (order,) = [line for line in desk.said if "Enter to do it" in line]
    assert order.startswith("Buy 1 ")
    assert order.endswith(". Enter to do it; or type another answer.")


def test_another_answer_replaces_the_one_not_yet_confirmed() -> None:
    desk = buying("imperial 1", "none")
    assert desk.choose() == Buy(())


def test_a_look_at_the_board_takes_an_unconfirmed_answer_back() -> None:
    desk = buying("imperial 1", "board", "", "none")
    assert desk.choose() == Buy(())
    assert sum("YOUR DECISION: buy" in line for line in desk.said) == 2  # Enter asked it again


def test_without_confirmation_nothing_takes_a_second_enter() -> None:
    desk = buying("imperial 1", confirm=False)
    assert isinstance(desk.choose(), Buy)


# -- commands ------------------------------------------------------------------------------------


def test_everything_can_be_looked_at_while_a_question_is_open() -> None:
    looks = ("board", "chains", "players", "hand", "log", "bonuses", "me", "standings", "last")
    more = ("turn", "unseen", "row A", "column 5", "at 5C", "chain L", "price L 11", "why 5C")
    desk = Desk(*looks, *more, "help", "help buy", "rules", "show board", ":hand", "1")
    before = 9
    assert isinstance(desk.choose(), PlaceTile)
    assert len(desk.said) > before + len(looks) + len(more)
    assert not any("is no answer" in line for line in desk.said)
    plain = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;$?()'\"%/+-")
    assert {mark for line in desk.said for mark in line} <= plain


def test_enter_repeats_the_question_and_again_what_was_told_last() -> None:
    desk = Desk("", "row A", "again", "1")
    desk.choose()
    assert desk.said.count("YOUR TURN: place a tile.") == 2
    row = next(line for line in desk.said if line.startswith("Row A"))
    assert desk.said.count(row) == 2


def test_since_tells_what_happened_or_that_nothing_did() -> None:
    desk = Desk("since", "1")
    desk.choose()
    assert "Nothing happened since your last decision." in desk.said


def come_back(desk: Desk) -> Session:
    """Begins again at a desk with a session that knows what happened."""
    game, seat = desk.game, desk.session.seat
    session = Session(
        game.header.encode(),
        secrets_of(game.seed, seat),
        NAMES[seat],
        entries=game.table.entries[: game.table.published],
    )
    desk.session = session
    desk.console.begin(session, frozenset())
    return session


def test_the_board_is_told_before_a_turn_to_those_who_want_it() -> None:
    desk = Desk("1", auto_board=True)
    come_back(desk)
    desk.choose()
    asked = desk.said.index("YOUR TURN: place a tile.")
    assert any(line.startswith("Row ") for line in desk.said[:asked])


def test_who_comes_back_hears_what_happened_and_can_look_it_up() -> None:
    desk = Desk("log", "1")
    come_back(desk)
    desk.choose()
    asked = desk.said.index("YOUR TURN: place a tile.")
    assert "The game goes on where it was." in desk.said[:asked]
    assert "So far:" in desk.said[:asked]
    assert any("start tile" in line for line in desk.said[asked:])


@pytest.mark.parametrize("word", ["quit", "adjourn"])
def test_leaving_is_the_players_wish(word: str) -> None:
    desk = Desk(word)
    with pytest.raises(Left) as left:
        desk.choose()
    assert left.value.wish == word


def test_only_practice_is_taken_back_and_only_what_was_decided() -> None:
    networked = Desk("undo", "1", practice=False)
    networked.choose()
    assert any(line.startswith("Only a practice game can be taken back") for line in networked.said)

    desk = Desk("undo", "1")
    desk.choose()
    assert "There is no decision of yours to take back." in desk.said
    assert desk.console.decisions == [desk.session.replica.length]
    desk.script.left = ["undo"]
    with pytest.raises(Left):
        desk.choose()
    assert desk.console.decisions == [desk.session.replica.length]  # the open one is no decision


# -- the end of input ----------------------------------------------------------------------------


@pytest.mark.parametrize("interactive", [False, True])
def test_without_another_line_the_input_has_ended(interactive: bool) -> None:
    desk = Desk("board", interactive=interactive)
    with pytest.raises(InputEnded, match="the game is kept"):
        desk.choose()


# -- before the game, and around it --------------------------------------------------------------


def test_before_the_game_its_commands_are_none() -> None:
    out = io.StringIO()
    console = Console(PlainVoice(out), Script("board", "1", "", "quit"), interactive=True)
    with pytest.raises(Left):
        asyncio.run(console.listen())
    refused = "The game has not begun yet, and {} is no command here. Type help."
    assert out.getvalue().splitlines() == [refused.format('"board"'), refused.format('"1"')]


def test_chat_goes_to_the_table_and_a_refusal_is_told() -> None:
    class Deaf(MemoryLink):
        async def say(self, text: str) -> None:
            raise Refused("RATE_LIMITED", f"You talk too fast to say {text}.")

    hosting = Hosting(
        "Table",
        Seating(Game(2).rulebook, 2),
        Secrets.seeded(1, REFEREE),
        bytes(32),
        lambda _: no_journal,
    )
    desk = Desk("say hello", "/hi there", "1")
    desk.choose()
    assert desk.said.count("Nobody else is here to hear you.") == 2

    desk = Desk("say hello", "1", practice=False)
    desk.console.game = Playing(Deaf(hosting, b""), LocalParty("Ann"), desk.console)
    desk.choose()
    assert "You talk too fast to say hello." in desk.said


def test_an_answer_when_nothing_is_asked_is_refused() -> None:
    desk = Desk("1", "place 5C", "quit", interactive=True)
    with pytest.raises(Left):
        asyncio.run(desk.console.listen())
    assert any("nothing is asked of you now" in line for line in desk.said)


# -- what happened, told as it was wished --------------------------------------------------------


def events_after_a_turn(announce: Announce) -> list[str]:
    """What a console says while the two others play."""
    desk = Desk("1", announce=announce)
    desk.choose()
    start = len(desk.said)
    question = desk.session.question()
    assert question is not None
    game, mine = desk.game, desk.session
    game.table.submit(mine.answer(question.options[0]))
    for _ in range(6):
        for entry in game.table.entries[mine.replica.length : game.table.published]:
            desk.console.happened(entry, mine.receive(entry))
        for session in game.sessions:
            game.show(session) if session is not mine else None
        for session in game.sessions:
            statement = session.statement() if session is mine else game.next(session)
            if statement is not None:
                game.table.submit(statement)
    return desk.said[start:]


def test_all_tells_mine_leaves_out_and_hold_tells_nothing() -> None:
    every, mine, hold = (events_after_a_turn(how) for how in ("all", "mine", "hold"))
    assert any(line.startswith("You placed") for line in every)
    assert set(mine) < set(every)
    assert any(line.startswith("You placed") for line in mine)
    assert not any("placed" in line for line in hold)


def test_held_events_come_with_the_next_enter() -> None:
    desk = Desk(announce="hold", interactive=True)
    past = come_back(desk).past
    for event in past:
        desk.console.announce(event, ["told"])
    desk.script.left = ["", "quit"]
    with pytest.raises(Left):
        asyncio.run(desk.console.listen())
    assert f"{len(past)} new events." in desk.said
    assert "told" not in desk.said


# -- the lines themselves ------------------------------------------------------------------------


def lines_of(data: bytes) -> Sequence[str | None]:
    """Everything a reader makes of some bytes, to the end."""

    async def read() -> list[str | None]:
        front, back = os.pipe()
        reader = LineReader(front)
        os.set_blocking(back, True)
        writing = asyncio.to_thread(_write, back, data)
        lines: list[str | None] = []
        task = asyncio.ensure_future(writing)
        while not lines or lines[-1] is not None:
            lines.append(await reader.next())
        await task
        os.close(front)
        return lines

    return asyncio.run(read())


def _write(handle: int, data: bytes) -> None:
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)


def test_lines_come_as_they_were_typed_whatever_the_bytes() -> None:
    assert lines_of(b"") == [None]
    assert lines_of(b"one\r\ntwo\nthree") == ["one", "two", "three", None]
    assert lines_of(b"\xff\xfe\n\x00\n") == ["\ufffd\ufffd", "\x00", None]
    assert lines_of("Zoë 你\n".encode()) == ["Zoë 你", None]


def test_a_line_without_end_is_cut() -> None:
    long, after, end = lines_of(b"x" * (3 * LONGEST) + b"\nnext\n")
    assert long is not None
    assert len(long) == LONGEST
    assert (after, end) == ("next", None)


@pytest.mark.skipif(os.name != "posix", reason="signals that a loop hears of are POSIX's")
def test_a_flood_of_lines_leaves_room_for_a_signal() -> None:
    async def flooded() -> None:
        front, back = os.pipe()
        reader, caught = LineReader(front), asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, caught.set)
        os.write(back, b"one\n")
        assert await reader.next() == "one"  # from now on it listens
        threading.Thread(target=_write, args=(back, b"nonsense\n" * 5000), daemon=True).start()
        while reader._room._value:
            pass  # a busy loop that hears nothing, until not one line more has room
        signal.raise_signal(signal.SIGUSR1)
        async with asyncio.timeout(30):
            await caught.wait()
        while await reader.next() is not None:
            pass
        os.close(front)

    asyncio.run(flooded())
