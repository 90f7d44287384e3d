"""One party's whole game over a link: sitting down, watching, duties, questions, coming back.

What is signed is on disk before it is sent, and so is the history it countersigns; a client
killed at any moment goes on where it was.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, Protocol

from acquire_client.link import Link, LostHost
from acquire_client.player import Player
from acquire_client.question import Question
from acquire_client.session import Onlooker, Session
from acquire_net.agreement import rulebook_hash, rulebook_of
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused
from acquire_net.language import _
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import the_host
from acquire_net.rules.editions import SEMANTICS
from acquire_net.rules.rulebook import Rulebook
from acquire_net.wire.updates import (
    PROTOCOL,
    Entries,
    Glance,
    Goodbye,
    GoodbyeReason,
    HeaderLine,
    Lobby,
    Notice,
    Phase,
    Presence,
    Role,
    Update,
)
from acquire_net.wire.versions import Version, check_versions

_LOG: Final = logging.getLogger(__name__)

BACK_OFF = (0.2, 0.5, 1.0, 1.5)
"""Seconds between attempts to reach a lost host; the last one repeats."""
LOBBY_PATIENCE = 120.0
"""Seconds that a lost lobby is waited for: a host that crashed can open it again as it was."""
GIVE_UP = 5
"""Refusals in a row of what this client's own log lets in, before it stops."""


class Party(Protocol):
    """Who plays here, and what of it survives a crash."""

    role: Role
    key: bytes
    """The Ed25519 key that the party is known by; empty for one that nobody needs to know."""
    session: Session | Onlooker | None
    """The game as far as it is known; None before there is one."""
    agreed: Rulebook | None
    """The rules that the player agreed to before the game, as far as that survived."""

    @property
    def forgetful(self) -> bool:
        """Whether what was agreed to before a crash is not known any more."""

    def seat_wanted(self, glance: Glance) -> tuple[str, bytes, bool] | None:
        """The name, the table key and whether a bot plays, for Sit; None to take no new seat.

        The keys are stored for good before this returns.
        """

    def agree(self, rulebook: Rulebook) -> None:
        """Stores, for good, the rules that the player is about to agree to."""

    def begin(self, header_line: bytes, agreed: Rulebook | None) -> Session | Onlooker:
        """Starts the session of a new game, and its ledger."""

    def took(self, entry: Entry) -> None:
        """Stores an entry, perhaps not yet for good."""

    def sign(self, statement: Statement) -> None:
        """Stores a statement and everything it depends on, for good."""

    def entries(self) -> Sequence[Entry]:
        """Every entry stored so far."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended for this client: with a complete log, or with the host's goodbye."""

    complete: bool
    goodbye: Goodbye | None = None


class Playing:
    """A party at one table. A lost host is tried again for `patience` seconds.

    With `agree` off, it is `ready` that agrees to the rules of the table, when the player says so.
    """

    def __init__(
        self,
        link: Link,
        party: Party,
        player: Player,
        *,
        patience: float = 600.0,
        agree: bool = True,
        elsewhere: Callable[[], Awaitable[None]] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.link = link
        self.party = party
        self.player = player
        self.patience = patience
        self.agree = agree
        self._elsewhere = elsewhere
        """Looks for a lost host at other addresses, and moves the link there."""
        self._sleep = sleep
        self._seated = False
        self._rules: Rulebook | None = None
        """The rules of the lobby, as the player was told them last."""
        self._agreed: Rulebook | None = None
        self._bots: frozenset[int] = frozenset()
        self._sent: Statement | None = None
        self._refusals = 0
        self._table_id = b""
        self._told = 0
        """How many entries the host was seen to have; only after them is it clear what is due."""
        self._speaking: asyncio.Task[None] | None = None
        self._deciding: asyncio.Task[None] | None = None
        self._decided = -1
        """Since when the decision is due that the player is making."""
        self._tasks: asyncio.TaskGroup

    async def run(self) -> Outcome:
        """Plays until the log is complete or the host says goodbye.

        Raises BrokenPromise as soon as something in the log is false, LostHost when the host
        stays away longer than the patience, Refused when there is no place at this table, and
        whatever ended the player's decision.
        """
        try:
            async with asyncio.TaskGroup() as self._tasks:
                outcome = await self._through_losses()
                self._hush()
                self._stop_deciding()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        return outcome

    # -- the stream --------------------------------------------------------------------------

    async def _through_losses(self) -> Outcome:
        waited, attempt = 0.0, 0
        while True:
            if self._complete():
                return Outcome(complete=True)
            try:
                await self._arrive(again=attempt > 0)
                waited, attempt = 0.0, 0
                return await self._follow()
            except (LostHost, Refused) as error:
                if (goodbye := _goodbye(error)) is not None:
                    self.player.goodbye(goodbye)
                    return Outcome(complete=False, goodbye=goodbye)
                meant = _meaning(error)
                if not isinstance(meant, LostHost) or waited >= self._worth_waiting():
                    raise meant from error.__cause__
                if not attempt:
                    _LOG.info("lost the host: %s", meant)
                    self.player.lost(meant)
                self._hush()
                pause = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
                await self._until_next_try(pause, look=attempt > 0)
                waited, attempt = waited + pause, attempt + 1

    async def _until_next_try(self, seconds: float, *, look: bool) -> None:
        """Sleeps, and meanwhile looks elsewhere: who is back where he was is found as soon."""
        waits: list[Awaitable[None]] = [self._sleep(seconds)]
        if look and self._elsewhere is not None:
            waits.append(self._elsewhere())
        await asyncio.gather(*waits)

    def _complete(self) -> bool:
        """Whether the whole log is here; then nobody is needed any more."""
        return self.party.session is not None and self.party.session.replica.complete

    def _worth_waiting(self) -> float:
        """How many seconds a lost host is worth: none when there is nothing to lose there."""
        if self.party.session is not None:
            return self.patience
        return min(self.patience, LOBBY_PATIENCE) if self._seated else 0.0

    async def _arrive(self, *, again: bool) -> None:
        """Looks at the table, takes a seat in its lobby, and gives back what the host lost."""
        glance = await self.link.glance()
        check_versions(
            Version(glance.protocol, glance.semantics, glance.program),
            Version(PROTOCOL, SEMANTICS, ""),
        )
        self._check_table(glance)
        self._told = glance.length
        self._bots = frozenset(seat.index for seat in glance.lobby.seats if seat.bot)
        if again:
            _LOG.info("the host is back, with %d entries", glance.length)
            self.player.found()
        else:
            self.player.table(glance, known=self._known(glance))
        session = self.party.session
        if session is not None:
            self._check_host(session)
            if not again:
                self.player.begin(session, self._bots)
            if session.replica.length > glance.length:
                await self._give_back(glance.length)
        elif self.party.role is Role.SEAT and (wanted := self.party.seat_wanted(glance)):
            name, table_key, bot = wanted
            await self.link.sit(name, table_key, bot=bot)
            self._seated = True
            await self._sat(glance.lobby)

    def _known(self, glance: Glance) -> bool:
        """Whether this party was at the table before."""
        here = any(seat.identity == self.party.key for seat in glance.lobby.seats)
        return self.party.session is not None or (here and bool(self.party.key))

    def _check_table(self, glance: Glance) -> None:
        """Whether this is still the table of before: another one may have opened in its place."""
        self._table_id = self._table_id or glance.lobby.table_id
        if glance.lobby.table_id == self._table_id:
            return
        if self.party.session is None:
            text = _("The table is gone, and another one is open in its place.")
            raise Refused("OTHER_TABLE", text)
        raise LostHost(_("Another table is open where this one was; its host may yet resume it."))

    async def _give_back(self, length: int) -> None:
        """Gives a host that has only so many entries the rest of what it signed."""
        lost = tuple(self.party.entries()[length:])
        if not lost:
            raise LostHost(_("The host lacks entries that were seen here, and waits for a player."))
        await self.link.restore(lost)

    async def _sat(self, lobby: Lobby) -> None:
        """Agrees to the rules, or to those agreed to before; in a game, that was done long ago."""
        self._rules = rulebook_of(lobby.rulebook)
        if lobby.phase is not Phase.LOBBY:
            self._agreed = self._rules if self.party.forgetful else self.party.agreed
        elif self.agree or self._agreed == self._rules:
            await self._agree()

    async def _agree(self) -> None:
        try:
            await self.ready()
        except Refused as error:  # the stream tells what happened meanwhile
            if error.reason not in ("RULES_CHANGED", "GAME_STARTED", "NOT_YOUR_SEAT"):
                raise

    async def ready(self, *, agree: bool = True) -> None:
        """Agrees to the rules that the player was told last, or takes that back.

        A game by other rules, or one that begins without this, is the host's broken promise.
        Raises Refused when the rules have changed or the game has begun, LostHost.
        """
        if self._rules is None:
            raise Refused("NOT_YOUR_SEAT", _("You are at no table yet."))
        if agree:
            self.party.agree(self._rules)
            self._agreed = self._rules
            await self.link.ready(rulebook_hash(self._rules))
        else:
            await self.link.ready(None)
            self._agreed = None

    async def _follow(self) -> Outcome:
        session = self.party.session
        length, head = (
            (session.replica.length, session.replica.head) if session is not None else (0, b"")
        )
        if session is not None:
            self._pump(session)
        async with aclosing(self.link.watch(self.party.role, length, head)) as updates:
            async for update in updates:
                if (outcome := await self._handle(update)) is not None:
                    if outcome.complete:
                        await self._acknowledge()
                    return outcome
        raise LostHost(_("The connection to the host ended."))

    async def _acknowledge(self) -> None:
        """Lets the host know that nothing is missing here, by asking for what comes after it."""
        if (session := self.party.session) is None:
            return
        length, head = session.replica.length, session.replica.head
        for pause in BACK_OFF[:2]:
            try:
                async with aclosing(self.link.watch(self.party.role, length, head)) as updates:
                    await anext(updates, None)
                return
            except LostHost:
                await self._sleep(pause)
            except Refused:
                return

    async def _handle(self, update: Update) -> Outcome | None:
        session = self.party.session
        match update:
            case Lobby():
                await self._lobby(update)
            case HeaderLine(line):
                self._begin(line)
            case Entries(entries) if session is not None:
                for entry in entries:
                    self._take(session, entry)
            case Notice():
                self.player.notice(update)
            case Presence():
                self.player.presence(update)
            case Goodbye():
                self.player.goodbye(update)
                over = update.reason is GoodbyeReason.GAME_OVER  # perhaps without all signatures
                return Outcome(complete=over or self._complete(), goodbye=update)
            case _:
                pass
        session = self.party.session
        if session is None:
            return None
        self._pump(session)
        return Outcome(complete=True) if session.replica.complete else None

    async def _lobby(self, lobby: Lobby) -> None:
        self._bots = frozenset(seat.index for seat in lobby.seats if seat.bot)
        self._rules = rulebook_of(lobby.rulebook)
        self.player.lobby(lobby)
        if self.agree and self._seated and self._rules != self._agreed:
            await self._agree()

    def _begin(self, line: bytes) -> None:
        session = self.party.session
        if session is None:
            if self._seated and self._agreed is None:
                what = _("the game began before this player agreed to its rules")
                raise BrokenPromise(what, the_host())
            session = self.party.begin(line, self._agreed)
            self._check_host(session)
            self.player.begin(session, self._bots)
        elif session.replica.header_line != line:
            what = _("the host changed what the game is about")
            raise BrokenPromise(what, the_host())

    def _check_host(self, session: Session | Onlooker) -> None:
        """The host that was paired with signs, or nobody: a stranger may not play the host."""
        expected = self.link.host_key
        if expected and session.replica.header.host_key != expected:
            what = _("this game is signed by another host than the one paired with")
            raise BrokenPromise(what, the_host())

    def _take(self, session: Session | Onlooker, entry: Entry) -> None:
        self.party.took(entry)
        events = session.receive(entry)
        self.player.happened(entry, events)

    # -- what this seat says -----------------------------------------------------------------

    def _pump(self, session: Session | Onlooker) -> None:
        """Sends what is due without thought, and puts the next decision to the player.

        Both beside the stream, which must never wait: only its silence tells that a host is lost.
        """
        if not isinstance(session, Session) or session.replica.length < self._told:
            return
        if self._deciding is not None and session.asked_since() != self._decided:
            self._stop_deciding()
        if self._speaking is not None:
            return
        if (statement := session.statement()) is not None:
            if statement != self._sent:
                self._speaking = self._tasks.create_task(self._speak(session, statement))
        elif self._deciding is None and (question := session.question()) is not None:
            self._decided = session.asked_since()
            self._deciding = self._tasks.create_task(self._decide(session, question))

    async def _speak(self, session: Session, statement: Statement) -> None:
        """Sends what was signed; the same bytes again until the log has, or excludes, them."""
        self.party.sign(statement)
        self._sent = statement
        try:
            await self.link.submit(statement)
        except LostHost:
            self._sent = None
            await self._sleep(BACK_OFF[-1])  # the stream tells sooner, if the host is lost
        except AcquireError as error:
            await self._not_taken(error)
        else:
            self._refusals = 0
        self._speaking = None
        self._pump(session)  # the next duty may have come before this one's receipt

    async def _not_taken(self, error: AcquireError) -> None:
        """The host refused what this client's log lets in: it may know more, or be in trouble.

        The statement stays: a host that got another one instead could choose between the two.
        """
        if isinstance(error, Refused) and error.reason == "TABLE_STOPPED":
            return
        _LOG.info("not taken: %s", error)
        self._sent = None
        self._refusals += 1
        if isinstance(lie := _meaning(error), BrokenPromise):
            raise lie
        if self._refusals >= GIVE_UP:
            raise error
        await self._sleep(BACK_OFF[min(self._refusals, len(BACK_OFF)) - 1])

    async def _decide(self, session: Session, question: Question) -> None:
        while True:
            action = await self.player.choose(question)
            try:
                session.answer(action)
            except IllegalAction as error:
                self.player.refused(error)
            except Refused as error:  # the log went on meanwhile, and asks no more
                self.player.refused(error)
                break
            else:
                break
        self._deciding = None
        self._pump(session)

    def consent(self, seat: int) -> None:
        """Says that a seat's player has left; raises Refused where that cannot be said."""
        session = self.party.session
        if not isinstance(session, Session):
            raise Refused("NOT_YOUR_SEAT", _("Only players can say that."))
        session.consent(seat)
        self._pump(session)

    async def abandon(self, *, agree: bool = True) -> None:
        """Votes for ending the game as it stands, and signs that it ended so; or takes that back.

        Raises Refused where that cannot be said, LostHost.
        """
        session = self.party.session
        if not isinstance(session, Session):
            raise Refused("NOT_YOUR_SEAT", _("Only players can say that."))
        await self.link.abandon(agree)
        session.agree_to_stop(agree=agree)
        self._pump(session)

    def _stop_deciding(self) -> None:
        """Takes back what was asked: the game went on without the answer."""
        if self._deciding is not None:
            self._deciding.cancel()
            self._deciding = None

    def _hush(self) -> None:
        """Gives up what is being sent: it is kept, and sent again when the host is back."""
        if self._speaking is not None:
            self._speaking.cancel()
            self._speaking = None
        self._sent = None


def _goodbye(error: AcquireError) -> Goodbye | None:
    """The goodbye that a host said which was asked for something while it stopped, if it did."""
    said = error.__cause__ if isinstance(error, LostHost) else error
    if isinstance(said, Refused) and said.reason == "SHUTTING_DOWN":
        return Goodbye(GoodbyeReason.SHUTTING_DOWN, str(said))
    return None


def _meaning(error: AcquireError) -> AcquireError:
    """What an answer means to one who keeps the log himself."""
    match error:
        case Refused(reason="OTHER_HISTORY"):
            what = _("the host tells another history than the one told here")
            return BrokenPromise(what, the_host())
        case Refused(reason="RATE_LIMITED" | "INTERNAL" | "AHEAD"):
            return LostHost(str(error))  # a host in trouble, or one that has to catch up
        case _:
            return error
