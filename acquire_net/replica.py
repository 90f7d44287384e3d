"""The verified table that everybody folds from the log: host, clients, bots and auditors alike.

`due` says what the log waits for; `judge` whether a statement may come next; `fold` takes an
entry in and raises BrokenPromise, naming what and who, when anything about it is false.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from acquire_net.acting import from_wire
from acquire_net.bags.sealed import SealedBag, the_dealer
from acquire_net.due import Due
from acquire_net.errors import BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.fairness.commitments import DEALER, REFEREE, session_hash, table_check
from acquire_net.fairness.sealing import usable_x25519
from acquire_net.language import _
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.header import Header, context
from acquire_net.ledger.statement import Entry, Statement, digest, host_signed, next_head
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import SEMANTICS, from_values
from acquire_net.rules.events import Event
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.task import Lay, Toss
from acquire_net.tosses import Tosses

_PLACED = {
    *("STALE", "OTHER_HISTORY", "NONCE_USED", "TABLE_STOPPED"),
    *("NOT_DUE", "NOT_ASKED", "GAME_OVER"),
}
"""Why words that were true where they were said may not stand at another place."""


def the_host() -> str:
    """Who keeps the log, as one who broke a promise is called."""
    return _("the host")


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement that may come next, with what it says and its hash."""

    statement: Statement
    digest: bytes
    body: bodies.Body
    action: Action | None


class Replica:
    """A table as far as its log goes.

    Made from the exact header line. Raises Unreadable for a header that no game has, and
    Refused(VERSION) when its rules have other semantics than this program's. `trusting` skips
    the signatures of the host, for the host itself.
    """

    def __init__(self, header_line: bytes, *, trusting: bool = False) -> None:
        self.header_line = header_line
        self.header = header = Header.decode(header_line)
        if header.semantics != SEMANTICS:
            raise Refused(
                "VERSION",
                _(
                    "This game is played by rules version {other}; this program plays version {own}."
                ).format(other=header.semantics, own=SEMANTICS),
            )
        if header.start is not None:
            raise Unreadable(_("This program plays from an empty board only."))
        for seat in header.seats:
            if not usable_x25519(seat.x25519):
                text = _("the table key of {name} cannot keep a secret")
                raise Unreadable(text.format(name=seat.name))
        self.rulebook = from_values(header.rulebook)
        self.ctx = context(header_line)
        self.trusting = trusting
        self.seats = len(header.seats)
        if self.rulebook.grid.size < self.seats:
            raise Unreadable(_("The grid has no start tile for every seat."))
        self.heads = [self.ctx]
        """heads[k]: the head after k entries."""
        self.keys = {seat: keys.identity for seat, keys in enumerate(header.seats)}
        self.keys |= {REFEREE: header.referee_key, DEALER: header.dealer_key}
        self.names = {seat: keys.name for seat, keys in enumerate(header.seats)}
        self.names |= {REFEREE: _("the referee"), DEALER: the_dealer()}
        self.nonces: dict[int, int] = {}
        """The last nonce of each author."""
        self.spoke: dict[int, int] = {}
        """The number of entries when each author had spoken last."""
        self.state = new_game(self.rulebook, self.seats)
        recipients = [keys.x25519 for keys in header.seats]
        self.bag = SealedBag(self.ctx, recipients, range(self.rulebook.grid.size))
        self.tosses = Tosses(self.ctx, (*range(self.seats), DEALER))
        self.stopped: bodies.Stop | None = None
        self.ended: int | None = None
        """The number of entries when the end became due, by the rules or by a stop."""
        self.opened: int | None = None
        """The number of entries when the dealer's secret was open."""
        self.substituted: dict[int, int] = {}
        """Seats that a bot holds now, and the number of entries when it took over."""
        self.substitutions: list[tuple[int, int]] = []
        """Every seat that was handed to a bot, with the entry that did it."""
        self.consents: dict[int, dict[int, int]] = {}
        """Per seat whose player has left: who consents to a bot, and since when he was gone."""
        self.finals: set[int] = set()
        self.broken: BrokenPromise | None = None
        """The lie that the log proves; nothing may follow it."""
        self._asked = 0
        self._first_hands = 0
        self._consented: dict[int, int] = {}
        self._delivered = dict.fromkeys(range(self.seats), 0)
        self._granted = self.seats
        self._due: list[Due] | None = None

    # -- reading ---------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many entries have been folded."""
        return len(self.heads) - 1

    @property
    def head(self) -> bytes:
        """The head after the last entry."""
        return self.heads[-1]

    @property
    def playing(self) -> bool:
        """Whether set-up is over and the rules have not ended the game."""
        return bool(self.bag.leaves) and self.ended is None

    @property
    def abandoned(self) -> bool:
        """Whether the referee ended the game as it stood; only who agrees countersigns that."""
        return self.stopped is not None and self.stopped.why == "game abandoned"

    @property
    def complete(self) -> bool:
        """Whether nothing can be added: every seat has countersigned, or nobody ever can."""
        if self.opened is not None:
            return len(self.finals) == self.seats
        return self.stopped is not None and not self.due()

    @property
    def table_check(self) -> str:
        """Twelve digits that the players compare aloud; empty before all have revealed."""
        if not self.bag.revealed:
            return ""
        commits = [self.bag.commits[seat] for seat in range(self.seats)]
        reveals = [self.bag.reveals[seat] for seat in range(self.seats)]
        return table_check(session_hash(self.ctx, commits, reveals))

    def due(self) -> list[Due]:
        """What is owed, older first for each author, then what is allowed."""
        if self._due is None:
            owed = sorted(self._owed(), key=lambda due: due.since)
            self._due = [*owed, *self._allowed()]
        return self._due

    def owed_by(self, author: int) -> Due | None:
        """What an author must say next, if anything."""
        return next((due for due in self.due() if due.author == author and due.owed), None)

    def waiting_for(self) -> list[str]:
        """The names of those whose statements are owed, in seat order."""
        authors = sorted({due.author for due in self.due() if due.owed})
        return [self.names[author] for author in authors]

    def _owed(self) -> Iterator[Due]:
        if self.ended is None:
            yield from self.bag.due()
            if self.bag.leaves:
                yield from self.tosses.due()
                yield from self._acts()
        elif self.opened is None:
            yield from self.bag.debts()
            if DEALER in self.bag.commits:
                yield Due(DEALER, "end", self.ended)
        else:
            for seat in range(self.seats):
                if seat not in self.finals:
                    yield Due(seat, "final", self.opened)

    def _acts(self) -> Iterator[Due]:
        for seat in self.state.asking:
            if not self.bag.waiting(seat):
                yield Due(seat, "act", max(self._asked, self._delivered[seat]))

    def _allowed(self) -> Iterator[Due]:
        if self.ended is None:
            for seat in range(self.seats):
                yield from self.bag.may_complain(seat)
            yield Due(REFEREE, "stop", self.length, owed=False)
        if self.playing and self.header.absence == "consent":
            yield from self._handovers()

    def _handovers(self) -> Iterator[Due]:
        """What may be said of players who left: consents, substitutions, and coming back."""
        start = self._first_hands
        for seat in range(self.seats):
            if seat not in self.substituted:
                yield Due(seat, "consent", start, owed=False)
            yield Due(seat, "return", self.substituted.get(seat, start), owed=False)
        for seat in self.consents:
            if not self.missing_consents(seat):
                yield Due(
                    REFEREE, "substitute", max(self._consented[seat], start), seat, owed=False
                )

    def missing_consents(self, seat: int) -> list[int]:
        """The seats that have still to say that a player left before a bot may take over.

        All other seats that their own players hold. With two seats nobody may: the other one would
        decide alone.
        """
        given = self.consents.get(seat, {})
        others = [other for other in range(self.seats) if other != seat]
        if self.seats == 2:
            return others
        return [one for one in others if one not in given and one not in self.substituted]

    # -- judging ---------------------------------------------------------------------------

    def judge(self, statement: Statement) -> Judged:
        """What a statement says, if it may come next.

        Raises Refused, IllegalAction or Unreadable with the reason it may not, and
        BrokenPromise where it proves a lie. Nothing changes.
        """
        said = digest(self.ctx, statement)
        dues = self._place(statement)
        key = self._key(statement)
        if not signing.verify(key, signing.AUTHOR_DOMAIN, said, statement.signature):
            name = self.names[statement.author]
            text = _("That signature is not {name}'s.")
            raise Refused("SIGNATURE_INVALID", text.format(name=name))
        body = codec.decode(statement.kind, statement.body)
        due = self._matching(dues, body)
        action = self._check(statement.author, body, due)
        return Judged(statement, said, body, action)

    def _key(self, statement: Statement) -> bytes:
        """The key that must have signed: a seat's owner returns with the one of the header."""
        if statement.kind == "return" and statement.author < self.seats:
            return self.header.seats[statement.author].identity
        return self.keys[statement.author]

    def _place(self, statement: Statement) -> list[Due]:
        """What the statement can be, by author, kind, history and nonce."""
        author = statement.author
        if author not in self.keys:
            raise Refused("NOT_YOUR_SEAT", _("Nobody at this table has that number."))
        if self.broken:
            text = _("The table has stopped: {why}.")
            raise Refused("TABLE_STOPPED", text.format(why=self.broken))
        owed = self.owed_by(author)
        if owed is not None and owed.kind == statement.kind:
            dues = [owed]
        else:
            dues = [due for due in self.due() if due.author == author and not due.owed]
            dues = [due for due in dues if due.kind == statement.kind]
        if not dues:
            raise self._not_due(statement, owed)
        seen = statement.seen_seq
        if seen > self.length:
            text = _("The log has {count} entries, not {seen}.")
            raise Refused("STALE", text.format(count=self.length, seen=seen))
        if seen < min(due.since for due in dues):
            text = _("That was said before it was asked: {count} entries now.")
            raise Refused("STALE", text.format(count=self.length))
        if statement.seen_head != self.heads[seen]:
            text = _("That was said about another history than this one.")
            raise Refused("OTHER_HISTORY", text)
        if statement.nonce <= self.nonces.get(author, -1):
            text = _("A statement with that number or a later one was made.")
            raise Refused("NONCE_USED", text)
        return [due for due in dues if due.since <= seen]

    def _not_due(self, statement: Statement, owed: Due | None) -> Refused | IllegalAction:
        if statement.kind == "act":
            if not self.state.agenda:
                return IllegalAction("GAME_OVER", _("The game is over."))
            return IllegalAction("NOT_ASKED", _("It is not your decision now."))
        if statement.kind == "substitute":
            return _no_consent()
        kind = repr(statement.kind[:16])
        if owed:
            text = _("No {kind} is due from there now; first comes {other}.")
            return Refused("NOT_DUE", text.format(kind=kind, other=owed.kind))
        return Refused("NOT_DUE", _("No {kind} is due from there now.").format(kind=kind))

    def _matching(self, dues: list[Due], body: bodies.Body) -> Due:
        if isinstance(body, bodies.Complaint):
            for due in dues:
                if due.positions == (body.position,):
                    return due
            text = _("A box is complained of once, before the seat acts again.")
            raise Refused("NOT_DUE", text)
        if isinstance(body, bodies.Substitute):
            for due in dues:
                if due.seat == body.seat:
                    return due
            raise _no_consent()
        return dues[0]

    def _check(self, author: int, body: bodies.Body, due: Due) -> Action | None:
        match body:
            case bodies.Act():
                return self._check_act(author, body)
            case bodies.Toss():
                self.tosses.check(author, body.link)
            case bodies.Stop():
                self._check_stop(body)
            case bodies.Consent():
                self._check_consent(author, body)
            case bodies.Substitute() | bodies.Return():
                if not usable_x25519(body.x25519) or body.x25519 in self.bag.recipients:
                    text = _("That table key cannot keep a secret, or is in use.")
                    raise Refused("KEY_WRONG", text)
            case _:
                self.bag.check(author, body, due)
        return None

    def _check_stop(self, body: bodies.Stop) -> None:
        if (body.why == "stuck") != (body.author is not None):
            raise Unreadable(_("A stop names an author when it is stuck, and only then."))
        if body.why == "set-up abandoned" and self.bag.leaves:
            text = _("The set-up is over; only the game can be abandoned.")
            raise Refused("NOT_DUE", text)
        if body.author is not None and self.owed_by(body.author) is None:
            raise Refused("NOT_DUE", _("The table does not wait for that author."))

    def _check_consent(self, author: int, body: bodies.Consent) -> None:
        if body.seat >= self.seats or body.seat == author or body.seat in self.substituted:
            raise Refused("NOT_YOUR_SEAT", _("No player can have left that seat."))
        if not self.spoke.get(body.seat, 0) <= body.since <= self.length:
            text = _("{name} has been heard of since then.")
            raise Refused("STALE", text.format(name=self.names[body.seat]))

    def _check_act(self, author: int, body: bodies.Act) -> Action:
        action = from_wire(body)
        for opening in body.openings:
            position = opening.position
            if position >= self.state.bag_size or self.state.holder[position] != author:
                raise IllegalAction("TILE_NOT_HELD", _("You do not hold that tile."))
            if not self.bag.opens(opening):
                text = _("The tile shown for position {position} is not the one dealt.")
                raise IllegalAction("OPENING_WRONG", text.format(position=position))
        self.bag.check_dealt(body.openings)
        self.state.check(Seat(author), action)
        return action

    # -- folding ---------------------------------------------------------------------------

    def fold(self, entry: Entry) -> tuple[Event, ...]:
        """Takes the next entry in; what happened, as the rules tell it.

        Raises BrokenPromise, with nothing changed, when the entry may not stand here; with the
        entry taken in when it is true and proves somebody's earlier lie.
        """
        if entry.seq != self.length:
            text = _("entry {due} was due, {came} came")
            raise BrokenPromise(text.format(due=self.length, came=entry.seq), the_host())
        if entry.statement.author not in self.keys:
            raise BrokenPromise(_("a statement of nobody at this table"), the_host())
        said = digest(self.ctx, entry.statement)
        head = next_head(self.ctx, entry.seq, self.head, said, entry.statement.signature)
        if not self.trusting and not host_signed(self.header.host_key, head, entry.host_signature):
            raise BrokenPromise(_("the host's signature does not fit the log"), the_host())
        try:
            judged = self.judge(entry.statement)
        except (IllegalAction, Refused, Unreadable) as error:
            raise self._promise(entry.statement, said, error) from error
        return self.apply(judged)

    def _promise(
        self, statement: Statement, said: bytes, error: IllegalAction | Refused | Unreadable
    ) -> BrokenPromise:
        """Whose promise it is that such a statement does not stand in the log.

        The host's always, who put it there; its author's as well, unless the host forged or
        moved it.
        """
        author, name = statement.author, self.names[statement.author]
        key = self._key(statement)
        if not signing.verify(key, signing.AUTHOR_DOMAIN, said, statement.signature):
            text = _("{name} did not sign entry {number}")
            return BrokenPromise(text.format(name=name, number=self.length), the_host())
        reason = "" if isinstance(error, Unreadable) else error.reason
        here = statement.seen_seq == self.length and statement.seen_head == self.head
        # Of two equal commitments the host may have put the copy before the true one.
        if reason == "COMMITMENT_COPIED" or (reason in _PLACED and not here):
            text = _("the host let in what {name} may not say: {error}")
            return BrokenPromise(text.format(name=name, error=error), the_host())
        alone = author in (DEALER, REFEREE)
        who = name if alone else _("{name} and the host").format(name=name)
        if reason in ("SECRET_WRONG", "LINK_WRONG"):
            text = _("{name} broke a commitment: {error}")
        elif isinstance(error, IllegalAction):
            text = _("{name} did what the rules forbid: {error}")
        else:
            text = _("{name} said what was not due or not true: {error}")
        return BrokenPromise(text.format(name=name, error=error), who)

    def apply(self, judged: Judged) -> tuple[Event, ...]:
        """Takes in a statement just judged, as the next entry; what happened."""
        statement, author = judged.statement, judged.statement.author
        seq = self.length
        head = next_head(self.ctx, seq, self.head, judged.digest, statement.signature)
        self.heads.append(head)
        self.nonces[author] = statement.nonce
        self.spoke[author] = self.length
        self.consents.pop(author, None)
        self._due = None
        happened: list[Event] = []
        self.state.listener = happened.append
        step = self.state.step
        self._change(author, judged)
        self._follow(step)
        self.state.listener = None
        if self.broken:
            raise self.broken
        return tuple(happened)

    def _change(self, author: int, judged: Judged) -> None:
        body = judged.body
        match body:
            case bodies.Act(openings=openings):
                assert judged.action is not None
                self.bag.open(openings)
                self.bag.acted(author)
                self.state.carry_out(Seat(author), judged.action)
            case bodies.Commit(tip=tip):
                self.tosses.tip(author, tip)
                self.bag.fold(author, body, self.length)
            case bodies.Toss(link=link):
                if (drawn := self.tosses.fold(author, link)) is not None:
                    self.state.deliver(drawn)
            case bodies.Stop():
                self.stopped = body
                self.ended = self.length
            case bodies.Final():
                self.finals.add(author)
            case bodies.Consent(seat=seat, since=since):
                self.consents.setdefault(seat, {})[author] = since
                self._consented[seat] = self.length
            case bodies.Substitute(seat=seat):
                del self.consents[seat]
                self.substituted[seat] = self.length
                self.substitutions.append((seat, self.length - 1))
                self._hand_over(seat, body.identity, body.x25519, body.tip)
            case bodies.Return():
                self.substituted.pop(author, None)
                owner = self.header.seats[author].identity
                self._hand_over(author, owner, body.x25519, body.tip)
            case _:
                self._change_bag(author, body)

    def _change_bag(self, author: int, body: bodies.Body) -> None:
        self.bag.fold(author, body, self.length)
        match body:
            case bodies.Deck():
                self._deal_first_hands()
            case bodies.Deal(seat=seat):
                self._delivered[seat] = self.length
            case bodies.Lay(openings=openings):
                self.state.deliver([opening.tile for opening in openings])
            case bodies.Answer(opening=opening):
                seat = self.bag.complaints[opening.position]
                self.state.reveal(opening.position, opening.tile)
                self._delivered[seat] = self.length
            case bodies.End():
                self.opened = self.length
                self.broken = self.bag.lie(self.names)
            case _:
                pass

    def _hand_over(self, seat: int, identity: bytes, x25519: bytes, tip: bytes) -> None:
        """Gives a seat new keys: its author number and nonces go on, its hand is dealt anew."""
        self.keys[seat] = identity
        self.bag.regrant(seat, x25519, self.state.hands[seat], self.length)
        self.tosses.renew(seat, tip, self.length)

    def _deal_first_hands(self) -> None:
        self._first_hands = self.length
        wanted = self.state.waits()
        assert isinstance(wanted, Lay)
        self.bag.lay_out(wanted.positions, self.length)
        self._grant_new()

    def _follow(self, step: int) -> None:
        """Draws the consequences when the rules took a step: grants, tosses, the end."""
        if self.state.step == step:
            return
        self._asked = self.length
        self._grant_new()
        wanted = self.state.waits()
        if isinstance(wanted, Toss):
            self.tosses.open(wanted.pool, wanted.count, self.length)
        if self.state.over and self.ended is None:
            self.ended = self.length

    def _grant_new(self) -> None:
        """Passes to the bag every position that the rules have newly given to a seat."""
        state = self.state
        fresh: dict[int, list[int]] = {}
        for position in range(self._granted, state.next_position):
            fresh.setdefault(state.holder[position], []).append(position)
        self._granted = state.next_position
        for seat, positions in fresh.items():
            self.bag.grant(seat, tuple(positions), self.length)


def _no_consent() -> Refused:
    return Refused("NO_CONSENT", _("Not everybody else consents to a bot in that seat."))
