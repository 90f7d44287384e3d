"""What can be done at a table, before and in its game, by whom: the shell around `Seating` and `Table`."""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, get_args

from acquire_host import keeping
from acquire_host.bells import Bells
from acquire_host.gathering import Gathering
from acquire_host.seating import Seating
from acquire_host.table import Journal, Table, cannot_store
from acquire_net.agreement import rulebook_hash
from acquire_net.author import Secrets
from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.rulebook import Rulebook
from acquire_net.text import tame
from acquire_net.wire.updates import Goodbye, GoodbyeReason, Notice, NoticeKind

_LOG: Final = logging.getLogger(__name__)

CHAT_LENGTH = 300

OpenJournal = Callable[[bytes], Journal]
"""Makes the ledger of a game with that header line, stored for good."""


class Hosting(Gathering):
    """One table at its host: whatever links ask for. All methods are for one event loop.

    The game starts by itself once every seat is taken by somebody who agreed to the rules. For the
    other arguments see `Gathering`.
    """

    def __init__(
        self,
        name: str,
        seating: Seating,
        role: Secrets,
        table_id: bytes,
        open_journal: OpenJournal,
        *,
        player: bytes = b"",
        program: str = "",
        seeded: bool = False,
        absence: str = "consent",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name, seating, role, table_id, player=player, program=program, now=now)
        self.seeded = seeded
        self.absence = absence
        """What becomes of the seat of a player who left: see the header."""
        self.seat_bot: Callable[[int], Secrets] | None = None
        """Makes a bot for a seat whose player left, once all others agree; its stored secrets."""
        self.new_bot: Callable[[str], bytes] | None = None
        """Starts a bot of a level, which takes a seat now or in a moment; its public identity key.

        Raises Refused(BOT_LEVEL), naming the levels there are, for another one.
        """
        self._open_journal = open_journal
        self._leaving: set[int] = set()
        """The seats that the hosting player asked to hand to a bot."""
        self._bells = Bells(now)

    def resume(
        self,
        header_line: bytes,
        entries: Iterable[Entry],
        journal: Journal,
        bots: Collection[int] = (),
    ) -> None:
        """Goes on with a game from its ledger; raises BrokenPromise when that is damaged.

        `bots` are the seats that bots play, which the ledger does not tell.
        """
        self.table = Table(header_line, self.role, journal, entries)
        header = self.table.replica.header
        self.table_id = header.table_id
        self.seeded = header.seeded
        self.seating = Seating(self.table.replica.rulebook, len(header.seats))
        for seat, keys in enumerate(header.seats):
            self.seating.sit(keys.name, keys.identity, keys.x25519, bot=seat in bots)
            self.seating.ready(keys.identity, rulebook_hash(self.seating.rulebook))
        self._here.begin()

    def restore_lobby(self, kept: Mapping[str, object]) -> tuple[str, ...]:
        """Makes the lobby again that was kept before the host crashed; raises Unreadable.

        Its players' seats wait a while for them (`attendance.RETURN_TIME`). The host's own bots
        ended with it: returned are the levels of those to start anew.
        """
        lobby = keeping.read(kept)
        self.name, self.table_id, self.seating = lobby.name, lobby.table_id, lobby.seating
        for identity in lobby.levels:
            self.seating.leave(identity)
        for sitter in self.seating.sitters:
            self._here.reserve(sitter.identity)
        self._lobby_changed()
        return tuple(lobby.levels.values())

    # -- the lobby ---------------------------------------------------------------------------

    def sit(self, caller: bytes, name: str, x25519: bytes, *, bot: bool = False) -> int:
        """Takes a seat; see `Seating.sit`. Once there is a log, only one's own, by its key.

        A seat whose secrets were lost comes with another table key, which its owner's `return`
        puts into the log. Raises Refused(GAME_STARTED).
        """
        if self.table is not None:
            if (seat := self.seating.seat_of(caller)) is not None:
                return seat
            raise Refused("GAME_STARTED", _("The game has started; you can watch it."))
        self._give_up_seats()
        seat = self.seating.sit(name, caller, x25519, bot=bot)
        self._here.reserve(caller)
        self._lobby_changed()
        return seat

    def leave(self, caller: bytes) -> None:
        """Gives a seat up before the game starts."""
        self._before_start()
        self.seating.leave(caller)
        self._lobby_changed()

    def ready(self, caller: bytes, rules: bytes | None) -> None:
        """Agrees to the rules; starts the game when that was the last agreement missing."""
        self._before_start()
        self.seating.ready(caller, rules)
        self._start_when_full()
        self._lobby_changed()

    def set_rules(self, caller: bytes, rulebook: Rulebook, capacity: int | None = None) -> None:
        """Changes the rules, and perhaps the number of seats; only the hosting player may.

        See `Seating.set_rules`. Starts the game when all who sit are ready, and no more can.
        """
        self._before_start()
        self._host_only(caller)
        self.seating.set_rules(rulebook, capacity)
        self._start_when_full()
        self._lobby_changed()

    def add_bot(self, caller: bytes, level: str) -> int:
        """Has a bot of this host take a seat, and tells which; only the hosting player may.

        Raises Refused: NOT_OFFERED where the host runs none, TABLE_FULL, BOT_LEVEL.
        """
        self._before_start()
        self._host_only(caller)
        if self.new_bot is None:
            text = _("This host seats no bots itself; start `acquire bot` with its address.")
            raise Refused("NOT_OFFERED", text)
        self._give_up_seats()
        free = len(self.seating.sitters)
        if free >= self.seating.capacity:
            text = _("All {count} seats are taken.")
            raise Refused("TABLE_FULL", text.format(count=free))
        identity = self.new_bot(level)
        self._levels[identity] = level
        self._lobby_changed()
        seat = self.seating.seat_of(identity)
        return free if seat is None else seat

    def arrange(self, caller: bytes, order: Sequence[int]) -> None:
        """Puts the seats into another order of play; only the hosting player may."""
        self._before_start()
        self._host_only(caller)
        self.seating.arrange(order)
        self._lobby_changed()

    def remove_seat(self, caller: bytes, seat: int) -> None:
        """Empties a seat that is not one's own; only the hosting player may."""
        self._before_start()
        self._host_only(caller)
        if not 0 <= seat < len(self.seating.sitters):
            raise Refused("NOT_YOUR_SEAT", _("Nobody sits there."))
        identity = self.seating.sitters[seat].identity
        if identity == caller:
            raise Refused("OWN_SEAT", _("That is your own seat: quit leaves it."))
        self.seating.leave(identity)
        text = _("The hosting player gave your seat to nobody.")
        self._here.dismiss(identity, Goodbye(GoodbyeReason.REMOVED, text))
        self._lobby_changed()

    def start(self, caller: bytes) -> None:
        """Starts with the seats taken so far; only the hosting player may, when all agreed."""
        self._before_start()
        self._host_only(caller)
        self._give_up_seats()
        if not self.seating.agreed:
            raise Refused("NOT_READY", _("At least two players must sit, and all be ready."))
        self.seating.capacity = len(self.seating.sitters)
        self._start()
        self._lobby_changed()

    def _start_when_full(self) -> None:
        if self.seating.full:
            self._start()

    def _start(self) -> None:
        _LOG.info("the game begins, with %d seats", len(self.seating.sitters))
        header = self.seating.header(
            self.role.public_identity, self.table_id, seeded=self.seeded, absence=self.absence
        ).encode()
        try:
            self.table = Table(header, self.role, self._open_journal(header))
        except OSError as error:
            why = f"{error.strerror or error}{f' ({error.filename})' if error.filename else ''}"
            raise self._never(cannot_store(why)) from error
        except Refused as error:  # the same, a moment later
            raise self._never(str(error)) from error
        self._here.begin()

    def _never(self, why: str) -> Refused:
        """Sends everybody home: this table's game cannot start."""
        self._closing = Goodbye(GoodbyeReason.TABLE_STOPPED, why)
        self._ring()
        return Refused("TABLE_STOPPED", why)

    def _before_start(self) -> None:
        if self.table is not None:
            raise Refused("GAME_STARTED", _("The game has started."))

    def _host_only(self, caller: bytes) -> None:
        if not self.player or caller != self.player:
            raise Refused("HOST_ONLY", _("Only the hosting player may do that."))

    # -- the game ----------------------------------------------------------------------------

    def submit(self, statement: Statement) -> int:
        """Puts a statement into the log; its sequence number, once it is stored."""
        if self.table is None:
            raise Refused("NOT_STARTED", _("The game has not started."))
        try:
            seq = self.table.submit(statement)
            self._hand_over()
            return seq
        finally:
            self._ring()

    def substitute(self, caller: bytes, seat: int) -> None:
        """Asks all others whether a bot may hold the seat of a player who left.

        Only the hosting player may, and only for a seat that is not connected. The bot sits down
        when everybody else has said so in the log.
        """
        self._host_only(caller)
        if self.seat_bot is None:
            raise Refused("NOT_OFFERED", _("This host cannot hand a seat to a bot."))
        if self.table is None or not self.table.replica.playing:
            raise Refused("NOT_STARTED", _("No game is being played."))
        if not 0 <= seat < self.table.replica.seats or seat in self._presence().connected:
            raise Refused(
                "NOT_YOUR_SEAT", _("Only the seat of a player who is away can be handed on.")
            )
        self._leaving.add(seat)
        if self.table.replica.missing_consents(seat):  # not all said so before a host crashed
            self._tell(NoticeKind.CONSENT, seat)
        self._hand_over()

    def _hand_over(self) -> None:
        """Seats the bots that everybody agrees to."""
        if self.table is None or self.seat_bot is None:
            return
        for seat in sorted(self._leaving):
            if not self.table.replica.missing_consents(seat):
                self._leaving.discard(seat)
                self.table.substitute(seat, self.seat_bot(seat))
                self._tell(NoticeKind.SUBSTITUTED, seat)

    def abandon(self, caller: bytes, agree: bool) -> None:
        """Counts a vote for ending the game as it stands, or takes it back; anybody seated may.

        The referee stops the game when that was a vote for it and all people who are here have
        voted so; nobody's going away does that, so that a lost connection ends no game. A seat
        may also agree after the stop, if it was away or thinks again.
        """
        if self.table is None:
            raise Refused("NOT_STARTED", _("The game has not started."))
        seat, replica = self.seating.required_seat(caller), self.table.replica
        if replica.ended is not None and replica.stopped is None:
            raise Refused("GAME_OVER", _("The game is over; there is nothing to abandon."))
        if self._abandoning.vote(seat, agree=agree):
            self._tell(NoticeKind.ABANDON if agree else NoticeKind.PLAY_ON, seat, caller)
            self._presence_changed()
        if agree and replica.ended is None and self._abandoning.unanimous(self._people()):
            self._stop("game abandoned" if replica.playing else "set-up abandoned", None)

    def _people(self) -> set[int]:
        """The seats whose own players are here and are no programs."""
        assert self.table is not None
        sitters, handed_on = self.seating.sitters, self.table.replica.substituted
        return {
            seat
            for seat in self._presence().connected
            if not sitters[seat].bot and seat not in handed_on
        }

    def stop(self, caller: bytes, why: str, author: int | None) -> int:
        """Ends the game before the rules do; only the hosting player may.

        Nobody agrees by that to a game that is abandoned: whoever does votes, and signs, for it.
        """
        self._host_only(caller)
        return self._stop(why, author)

    def _stop(self, why: str, author: int | None) -> int:
        if self.table is None:
            raise Refused("NOT_STARTED", _("The game has not started."))
        try:
            return self.table.stop(_stop_reason(why), author)
        finally:
            self._ring()

    def restore(self, entries: Iterable[Entry]) -> int:
        """Takes back entries that this host signed and lost; the number of entries then."""
        if self.table is None:
            raise Refused("NOT_STARTED", _("The game has not started."))
        try:
            return self.table.restore(tuple(entries))
        except BrokenPromise as lie:
            raise Refused(
                "OTHER_HISTORY", _("Not restored: {what}.").format(what=lie.what)
            ) from lie
        finally:
            self._ring()

    # -- notices -----------------------------------------------------------------------------

    def say(self, caller: bytes, text: str) -> None:
        """Passes chat on to everybody who watches."""
        if words := tame(text, CHAT_LENGTH):
            self._notify(NoticeKind.SAY, caller, words)

    def nudge(self, caller: bytes, seat: int) -> None:
        """Rings a seat that everybody waits for; see `Bells`."""
        own = self.seating.required_seat(caller)
        if not 0 <= seat < len(self.seating.sitters):
            raise Refused("NOT_YOUR_SEAT", _("Nobody sits there."))
        if seat == own:
            raise Refused("OWN_SEAT", _("That is your own seat."))
        one = self.seating.sitters[seat]
        if self.table is None:
            self._bells.ring_in_lobby(one.name, one.identity, ready=one.ready)
        else:
            self._bells.ring_in_game(one.name, seat, self.table.replica)
        self._notify(NoticeKind.NUDGE, caller, one.name)

    def confirm(self, caller: bytes, digits: str) -> None:
        """Tells the others that a player compared the table check."""
        self._notify(NoticeKind.CONFIRM, caller, tame(digits, 12))

    def _tell(self, kind: NoticeKind, seat: int, caller: bytes | None = None) -> None:
        """Tells everybody something about the player of a seat, of whom only the name is said."""
        name = self.seating.sitters[seat].name
        if caller is None:
            self._add(Notice(kind, "", None, name))
        else:
            self._notify(kind, caller, name)

    def _notify(self, kind: NoticeKind, caller: bytes, text: str) -> None:
        seat = self.seating.required_seat(caller)
        self._add(Notice(kind, self.seating.sitters[seat].name, seat, text))

    def _add(self, notice: Notice) -> None:
        self._notices.add(notice)
        self._ring()


def _stop_reason(why: str) -> bodies.StopReason:
    for reason in get_args(bodies.StopReason):
        if why == reason:
            return reason  # type: ignore[no-any-return]  # one of the words themselves
    raise Unreadable(f"A game is stopped for one of: {', '.join(get_args(bodies.StopReason))}.")
