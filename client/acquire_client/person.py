"""A person at the table, whatever the words are typed into: what he is asked, and what he does.

Holds the open question and carries out what the person decides. How it looks, and how it is typed,
is left to subclasses: a console that reads lines, a screen that takes keys.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from acquire_client import commands, lobby
from acquire_client.company import deal
from acquire_client.lines import InputEnded
from acquire_client.link import LostHost
from acquire_client.participant import Participant
from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_client.teller import Announce
from acquire_client.voices import Voice
from acquire_client.words import lobby as lobby_words
from acquire_client.words import recap, rulebook
from acquire_client.words.actions import promise, weighty
from acquire_client.words.events import Deed
from acquire_client.words.look import look
from acquire_client.words.questions import asked
from acquire_net.agreement import rulebook_of
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Glance

Command: TypeAlias = commands.Command | lobby.Command
"""What a person can want: of the game, or of the lobby before it."""
_Look: TypeAlias = commands.Show | commands.Why | commands.Help | lobby.Here
Wish = Literal["quit", "adjourn", "undo", "away"]
"""How a person leaves; `away`: the hosting player's seat waits while the table stays open."""

NOT_DONE: Final = (IllegalAction, Refused, Unreadable, LostHost)
"""What a person is told when something he wanted cannot be done; then he goes on."""


class Left(AcquireError):
    """The player wants to leave; `wish` says how."""

    def __init__(self, wish: Wish) -> None:
        super().__init__(f"You chose to {wish}.")
        self.wish = wish


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with numbered answers that is not about the game: `answers` by what is typed.

    The empty text is Enter, and its line the last. Any other line takes the question back, and is read as usual.
    """

    lines: tuple[str, ...]
    answers: Mapping[str, Callable[[], None]]


class Person(Participant):
    """A person at the table.

    A subclass reads what is typed in `listen`, and hands it on: a whole line to `typed`, a command
    to `obey`, an answer to `take`, the second Enter of a weighty answer to `settle`. It may show
    things its own way by overriding what presents them: `put` (the question), `say` (lines that
    were asked for), `confirm` (an answer that wants a second Enter), `offer` (a numbered choice);
    everything else is told through the `voice`, or by the methods of `Participant` and `Teller`.

    What it may look at: `question`, `weighed`, `choice`, `news`, `log`, `session`, `names`, `room`,
    `game`, `attended`. `confirm` asks for second Enters, `announce` says which events are told as
    they happen.
    """

    def __init__(
        self,
        voice: Voice,
        *,
        confirm: bool = True,
        announce: Announce = "all",
        auto_board: bool = False,
        practice: bool = False,
    ) -> None:
        super().__init__(voice, practice=practice)
        self.question: Question | None = None
        """The decision that is asked now; None when none is."""
        self.weighed: Action | None = None
        """The answer that is given as soon as `settle` says so."""
        self.choice: Choice | None = None
        """The numbered question that is open, if there is one."""
        self.news: list[str] = []
        """What happened between the last decision and the open one."""
        self.verdict: Callable[[], Sequence[str]] = tuple
        """Checks the finished game, and tells what came of it and where the ledger is."""
        self.decisions: list[int] = []
        """How many entries the log had at each question that was answered."""
        self._confirms = confirm
        self._announce = announce
        self._auto_board = auto_board
        self._answer: asyncio.Future[Action] | None = None
        self._mark = 0
        self._told: list[str] = []
        self._held = 0
        self._ended = False
        self._again: asyncio.Future[bool] | None = None

    # -- what a subclass brings --------------------------------------------------------------

    async def listen(self) -> None:
        """Takes what is typed, until nothing more can come; then calls `input_ended`.

        Raises Left when the person wants to go, as `typed` and `obey` do.
        """
        raise NotImplementedError

    def put(self, question: Question, before: Sequence[str]) -> None:
        """Puts a question; `before` is what to hear first: the news, perhaps the board."""
        assert self.names is not None
        lines = asked(question, self.names)
        if before:
            self.voice.tell(before, "since")
        self._told = lines
        self.voice.question(question, lines)

    def say(self, lines: Sequence[str], kind: str = "text") -> None:
        """Tells what was asked for; `again` repeats it."""
        self._told = list(lines)
        self.voice.tell(lines, kind)

    def confirm(self, order: str) -> None:
        """Says what an answer will do, which waits for `settle` or for another answer."""
        line = _("{order}. Enter to do it; or type another answer.").format(order=order)
        self.voice.tell([line], "confirm")

    def offer(self, choice: Choice) -> None:
        """Puts a numbered question that is not about the game; its answers come by `typed`."""
        self.choice = choice
        self.say(choice.lines, "choice")

    # -- being told --------------------------------------------------------------------------

    def table(self, glance: Glance, *, known: bool = False) -> None:
        """Tells where one is; whatever was of an earlier game is over."""
        if self.session is not None:
            self.decisions, self.news, self._mark, self._held = [], [], 0, 0
        super().table(glance, known=known)

    def begin(self, session: Session | Onlooker, bots: frozenset[int]) -> None:
        """Tells that the game begins, or goes on; then all since one's own last deed is news."""
        super().begin(session, bots)
        deeds = (at for at, event in enumerate(self.log, 1) if isinstance(event, Deed))
        self._mark = max((at for at in deeds if self._mine(self.log[at - 1])), default=0)

    def _mine(self, event: Event) -> bool:
        return self.seat is not None and getattr(event, "seat", None) == self.seat

    def announce(self, event: Event, lines: Sequence[str]) -> None:
        """Tells an event now, or keeps it for later, as the player chose."""
        if self._announce == "all" or (self._announce == "mine" and self._mine(event)):
            super().announce(event, lines)
        else:
            self._held += 1

    # -- being asked -------------------------------------------------------------------------

    async def choose(self, question: Question) -> Action:
        """Puts the question, and waits for the answer.

        Raises InputEnded when none can come, Left when the player wants to go.
        """
        assert self.names is not None
        self.news = self._news()
        self._mark = len(self.log)
        length = self.session.replica.length if self.session else 0
        self.question, self.weighed = question, None
        self._answer = asyncio.get_running_loop().create_future()
        self._ask()
        try:
            action = await self._answered(self._answer)
        finally:
            self.question = self._answer = self.weighed = None
        self._mark = len(self.log)
        self.decisions.append(length)
        return action

    async def _answered(self, answer: asyncio.Future[Action]) -> Action:
        """The answer, once somebody gave it."""
        if self._ended and not answer.done():
            raise _input_ended()
        return await answer

    def input_ended(self) -> None:
        """Notes that nothing more will be typed: a question that is open cannot be answered."""
        self._ended = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(_input_ended())
        if self._again is not None and not self._again.done():
            self._again.set_result(False)

    def _news(self) -> list[str]:
        """What happened since the last decision; nothing the first time if all was told already."""
        assert self.names is not None
        begun_here = self.session is not None and not self.session.past and not self.decisions
        told_already = begun_here and self._announce == "all"
        fresh = [] if told_already else self.log[self._mark :]
        return recap.since(fresh, self.names, self.hand())

    def _ask(self) -> None:
        question = self.question
        assert question is not None
        assert self.names is not None
        self._held = 0
        before = [*self.news]
        if self._auto_board and self.news:
            before += look(commands.Show("board"), question.state, self.names, question.hand)
        self.put(question, before)

    # -- what the person does ------------------------------------------------------------------

    async def typed(self, line: str) -> None:
        """Does what a line says; what cannot be done is told. Raises Left when he wants to go."""
        bare = line.strip()
        choice, self.choice = self.choice, None
        try:
            if choice is not None and bare in choice.answers:
                choice.answers[bare]()
            elif not bare and self.weighed is not None:
                self.settle()
            else:
                self.weighed = None
                await self.obey(self.parse(line))
        except NOT_DONE as error:
            self.refused(error)

    def parse(self, line: str) -> Command:
        """What a line means now; raises Unreadable with what was expected."""
        if self.session is None:
            return lobby.parse(line)
        return commands.parse(
            line, self.question, self.session.replica.rulebook, tuple(self.hand().items())
        )

    async def obey(self, command: Command) -> None:
        """Does what a command says.

        Raises Left when the person wants to go; Unreadable, Refused, IllegalAction or LostHost
        when it cannot be done, for him to be told.
        """
        match command:
            case commands.Answer(action=action):
                self.take(action)
            case commands.Repeat():
                await self.repeat()
            case commands.Again():
                self.voice.tell(self._told)
            case commands.Since():
                self.say(self.news or [_("Nothing happened since your last decision.")])
            case commands.Quit() | commands.Adjourn() | commands.Undo():
                self._leave(command)
            case commands.Rematch():
                self._play_again()
            case commands.Show() | commands.Why() | commands.Help() | lobby.Here():
                self._look(command)
            case _:
                if told := await deal(command, self, self.game):
                    self.say(told)
                if isinstance(command, commands.Confirm):
                    self.confirmed()

    def take(self, action: Action) -> None:
        """Answers the question, at once or, if the answer is weighty, when `settle` is called.

        Raises IllegalAction for what the rules forbid, Refused when nothing is asked.
        """
        question, answer = self.question, self._answer
        if question is None or answer is None or answer.done() or self.names is None:
            raise Refused("NOT_ASKED", _("Nothing is asked of you now."))
        question.state.check(question.seat, action)
        if self._confirms and weighty(action, question):
            self.weighed = action
            self.confirm(promise(action, question, self.names).rstrip("."))
        else:
            answer.set_result(action)

    def settle(self) -> None:
        """Gives the answer that was weighed."""
        action, self.weighed = self.weighed, None
        if action is not None and self._answer is not None and not self._answer.done():
            self._answer.set_result(action)

    async def repeat(self) -> None:
        """What Enter does: says the question again, or what was held back, or whose turn it is.

        Before the game it agrees to the rules, and afterwards to another one.
        """
        if self.question is not None:
            self._ask()
        elif self._again is not None:
            self._play_again()
        elif self._held and self.names is not None:
            fresh, self._held = self.log[-self._held :], 0
            head = ngettext("{count} new event.", "{count} new events.", len(fresh))
            told = recap.condensed(fresh, self.names, self.hand())
            self.say([head.format(count=len(fresh)), *told])
        elif self.session is not None:
            self._look(commands.Show("turn"))
        elif (own := self.own_seat) is not None and not own.ready:
            await self.obey(lobby.Ready())
        elif self.room is not None:
            self.say([lobby_words.seated(self.room), lobby_words.waiting(self.room, self.key)])

    def _look(self, command: _Look) -> None:
        if self.session is None or self.names is None or isinstance(command, lobby.Here):
            self.say(self._look_around(command))
            return
        hand = tuple(self.hand().items())
        told = look(command, self.session.replica.state, self.names, hand, self.log)
        self.say([*told, *(self.absent() if command == commands.Show("turn") else ())])

    def _look_around(self, command: _Look) -> list[str]:
        """What there is to see before the game."""
        if self.room is None:
            raise Unreadable(_("You are at no table yet."))
        match command:
            case commands.Help():
                return lobby_words.help_text(hosting=self.room.host_identity == self.key)
            case commands.Show(what="rules"):
                return rulebook.in_force(rulebook_of(self.room.rulebook))
            case _:
                ways_in = self.ways_in() if self.ways_in is not None else ()
                return lobby_words.here(self.room, self.key, ways_in)

    # -- going, and going on -------------------------------------------------------------------

    def _leave(self, command: commands.Quit | commands.Adjourn | commands.Undo) -> None:
        match command:
            case commands.Quit() if self.missed is not None and self.missed():
                self.offer(self._leaving())
            case commands.Quit():
                raise Left("quit")
            case commands.Adjourn():
                raise Left("adjourn")
            case commands.Undo():
                self._undo()

    def _leaving(self) -> Choice:
        """What a hosting player is asked who leaves others behind."""

        def go(wish: Wish) -> None:
            raise Left(wish)

        lines = (
            _("Others are at your table. What shall become of it?"),
            _("1. Keep hosting: your seat waits, and Enter takes it again."),
            _("2. Save the game and stop.")
            if self.session is not None
            else _("2. Close the table and stop."),
            _("Enter: stay."),
        )
        answers = {"1": lambda: go("away"), "2": lambda: go("quit"), "": lambda: None}
        return Choice(lines, answers)

    def _undo(self) -> None:
        if not self.practice:
            raise Unreadable(_("Only a practice game can be taken back: shown tiles were seen."))
        if not self.decisions:
            raise Unreadable(_("There is no decision of yours to take back."))
        raise Left("undo")

    async def finished(self) -> None:
        """Waits until the person has seen how it ended; where all is told as it happens, not."""

    async def proved_false(self, lie: BrokenPromise) -> None:
        """Waits until the person has seen what is false; whoever called tells it again."""

    async def wants_rematch(self) -> bool:
        """Asks whether to play again with the same people; False where nobody can say so."""
        if not self.attended or self._ended:
            return False
        self.say([_("Enter or rematch: again with the same people. quit: leave.")], "rematch")
        self._again = asyncio.get_running_loop().create_future()
        try:
            return await self._again
        finally:
            self._again = None

    def _play_again(self) -> None:
        if self._again is None:
            raise Refused("NOT_STARTED", _("The game is not over yet."))
        if not self._again.done():
            self._again.set_result(True)


def _input_ended() -> InputEnded:
    return InputEnded(_("The input ended while an answer is needed; the game is kept."))
