"""The plain text player: reads lines, answers questions, and looks things up on request.

Also the screen reader's: words only, no redrawn prompt, one event a line.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

from acquire_client import commands
from acquire_client.lines import InputEnded, LineReader
from acquire_client.link import Link
from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_client.teller import Announce, Teller
from acquire_client.voices import Voice
from acquire_client.words import recap
from acquire_client.words.actions import promise, weighty
from acquire_client.words.events import Deed
from acquire_client.words.look import look
from acquire_client.words.questions import asked
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event

Wish = Literal["quit", "adjourn", "undo"]


class Left(AcquireError):
    """The player wants to leave; `wish` says how."""

    def __init__(self, wish: Wish) -> None:
        super().__init__(f"You chose to {wish}.")
        self.wish = wish


class Console(Teller):
    """A person who types.

    On a terminal (`interactive`) lines are read at any time and weighty answers are confirmed by
    a second Enter; from a pipe a line is read only when a question waits for it, and never asked
    again. `link` carries chat.
    """

    def __init__(
        self,
        voice: Voice,
        lines: LineReader,
        *,
        interactive: bool,
        confirm: bool = True,
        announce: Announce = "all",
        auto_board: bool = False,
        practice: bool = False,
        link: Link | None = None,
    ) -> None:
        super().__init__(voice, practice=practice)
        self.link = link
        self.decisions: list[int] = []
        """How many entries the log had at each question that was answered."""
        self.consent: Callable[[int], None] | None = None
        """Says that a seat's player has left."""
        self.hand_over: Callable[[int], None] | None = None
        """Asks all to let a bot hold a seat; only the hosting player's console has it."""
        self._lines = lines
        self._interactive = interactive
        self._confirm = confirm and interactive
        self._announce = announce
        self._auto_board = auto_board
        self._question: Question | None = None
        self._answer: asyncio.Future[Action] | None = None
        self._weighed: Action | None = None
        self._mark = 0
        self._recap: list[str] = []
        self._told: list[str] = []
        self._held = 0
        self._ended = False

    # -- being told --------------------------------------------------------------------------

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

    def say(self, lines: Sequence[str]) -> None:
        """Tells lines that `again` repeats."""
        self._told = list(lines)
        self.voice.tell(lines)

    # -- being asked -------------------------------------------------------------------------

    async def choose(self, question: Question) -> Action:
        """Puts the question, and takes lines until one answers it.

        Raises InputEnded when no line can come, Left when the player wants to go.
        """
        assert self.names is not None
        self._recap = self._news()
        self._mark = len(self.log)
        length = self.session.replica.length if self.session else 0
        self._question, self._weighed = question, None
        self._answer = asyncio.get_running_loop().create_future()
        self._put(question)
        try:
            if not self._interactive:
                await self._read_for_answer()
            elif self._ended:
                raise self._input_ended()
            action = await self._answer
        finally:
            self._question = self._answer = None
        self._mark = len(self.log)
        self.decisions.append(length)
        return action

    def _news(self) -> list[str]:
        """What happened since the last decision; nothing the first time if all was told already."""
        assert self.names is not None
        begun_here = self.session is not None and not self.session.past and not self.decisions
        told_already = begun_here and self._announce == "all"
        fresh = [] if told_already else self.log[self._mark :]
        return recap.since(fresh, self.names, self.hand())

    def _put(self, question: Question) -> None:
        assert self.names is not None
        self._held = 0
        lines = asked(question, self.names)
        before = [*self._recap]
        if self._auto_board and self._recap:
            before += look(commands.Show("board"), question.state, self.names, question.hand)
        if before:
            self.voice.tell(before, "since")
        self._told = lines
        self.voice.question(question, lines)

    async def _read_for_answer(self) -> None:
        while self._answer is not None and not self._answer.done():
            line = await self._lines.next()
            if line is None:
                raise self._input_ended()
            await self._line(line)

    def _input_ended(self) -> InputEnded:
        return InputEnded("The input ended while an answer is needed; the game is kept.")

    async def listen(self) -> None:
        """Reads lines for as long as there are any; only on a terminal."""
        while self._interactive:
            line = await self._lines.next()
            if line is None:
                self._ended = True
                if self._answer is not None and not self._answer.done():
                    self._answer.set_exception(self._input_ended())
                return
            await self._line(line)

    # -- lines ---------------------------------------------------------------------------------

    async def _line(self, line: str) -> None:
        if self._weighed is not None and self._answer is not None and not line.strip():
            self._answer.set_result(self._weighed)
            self._weighed = None
            return
        self._weighed = None
        try:
            await self._obey(self._parse(line))
        except Unreadable as error:
            self.voice.tell([str(error)], "refused")

    def _parse(self, line: str) -> commands.Command:
        if self.session is None:
            if line.strip().lower() in ("quit", "adjourn"):
                return commands.Quit()
            raise Unreadable("The game has not begun yet. Type quit to leave.")
        return commands.parse(
            line, self._question, self.session.replica.rulebook, tuple(self.hand().items())
        )

    async def _obey(self, command: commands.Command) -> None:
        match command:
            case commands.Answer(action=action):
                self._take(action)
            case commands.Repeat():
                self._repeat()
            case commands.Again():
                self.voice.tell(self._told)
            case commands.Since():
                self.say(self._recap or ["Nothing happened since your last decision."])
            case commands.Say(text=text):
                await self._chat(text)
            case commands.Consent() | commands.Substitute():
                self._absent(command)
            case commands.Quit():
                raise Left("quit")
            case commands.Adjourn():
                raise Left("adjourn")
            case commands.Undo():
                self._undo()
            case _:
                self._look(command)

    def _take(self, action: Action) -> None:
        question, answer = self._question, self._answer
        if question is None or answer is None or answer.done() or self.names is None:
            self.voice.tell(["Nothing is asked of you now."], "refused")
            return
        try:
            question.state.check(question.seat, action)
        except AcquireError as error:
            self.refused(error)
            return
        if self._confirm and weighty(action, question):
            self._weighed = action
            order = promise(action, question, self.names).rstrip(".")
            self.voice.tell([f"{order}. Enter to do it; or type another answer."], "confirm")
        else:
            answer.set_result(action)

    def _repeat(self) -> None:
        if self._question is not None:
            self._put(self._question)
        elif self._held and self.names is not None:
            fresh, self._held = self.log[-self._held :], 0
            self.say(
                [f"{len(fresh)} new events.", *recap.condensed(fresh, self.names, self.hand())]
            )
        elif self.session is not None:
            self._look(commands.Show("turn"))

    def _look(self, command: commands.Show | commands.Why | commands.Help) -> None:
        assert self.session is not None
        assert self.names is not None
        hand = tuple(self.hand().items())
        self.say(look(command, self.session.replica.state, self.names, hand, self.log))

    async def _chat(self, text: str) -> None:
        if self.link is None:
            self.voice.tell(["Nobody else is here to hear you."], "refused")
            return
        try:
            await self.link.say(text)
        except AcquireError as error:
            self.refused(error)

    def _player(self, name: str) -> int:
        """The other player of that name, or of a name that begins so."""
        assert self.names is not None
        others = [
            seat
            for seat, other in enumerate(self.names.players)
            if seat != self.seat and other.casefold().startswith(name.casefold())
        ]
        if len(others) != 1:
            known = [other for seat, other in enumerate(self.names.players) if seat != self.seat]
            raise Unreadable(f"Which player is meant: {', '.join(known)}?")
        return others[0]

    def _absent(self, command: commands.Consent | commands.Substitute) -> None:
        seat = self._player(command.name)
        if isinstance(command, commands.Consent):
            self._agree(seat)
        else:
            self._hand_over(seat)

    def _agree(self, seat: int) -> None:
        assert self.names is not None
        if self.consent is None:
            raise Unreadable("Nobody can leave a practice game.")
        if self._present is not None and seat in self._present:
            raise Unreadable(f"{self.names.players[seat]} is here.")
        try:
            self.consent(seat)
        except AcquireError as error:
            self.refused(error)
            return
        self.say([f"You say that {self.names.players[seat]} has left."])

    def _hand_over(self, seat: int) -> None:
        if self.hand_over is None:
            raise Unreadable("Only the hosting player can ask that.")
        try:
            self.hand_over(seat)
        except AcquireError as error:
            self.refused(error)
            return
        self._agree(seat)

    def _undo(self) -> None:
        if not self.practice:
            raise Unreadable("Only a practice game can be taken back: shown tiles were seen.")
        if not self.decisions:
            raise Unreadable("There is no decision of yours to take back.")
        raise Left("undo")
