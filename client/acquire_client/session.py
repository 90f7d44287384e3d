"""A seat's core at a client: a replica, plus the seat's own secrets. No I/O of its own.

Takes entries in, serves the duties that need no thought, and yields questions for the player.
What it has signed stays in its outbox until it is in the log, or can no longer be accepted.
"""

from collections.abc import Iterable

from acquire_client.question import Question
from acquire_net.acting import shown_by, to_wire
from acquire_net.author import Author, Secrets
from acquire_net.bags.sealed import tile_twice
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.fairness import sealing
from acquire_net.fairness.deck import Opening
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import Replica, the_host
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import canonical
from acquire_net.rules.events import Event
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Rulebook, Seat


class Session:
    """One seat at one table.

    Made from the header the host sent; raises BrokenPromise unless that is the table its player
    agreed to: own name and keys, `agreed` rules. `entries` are those of the player's own ledger
    when a game is continued, `outbox` what was signed and perhaps never sent. `lost` tells that
    the table's secrets were lost and made anew; `substitute` names the seat that a bot holds for
    its owner. A seat whose keys are not these takes itself back, or, for a substitute, is silent.
    """

    def __init__(
        self,
        header_line: bytes,
        secrets: Secrets,
        name: str,
        agreed: Rulebook | None = None,
        entries: Iterable[Entry] = (),
        outbox: Statement | None = None,
        *,
        lost: bool = False,
        substitute: int | None = None,
    ) -> None:
        self.replica = Replica(header_line)
        self._owner = substitute is None
        own = _own_seat(self.replica, secrets, name, lost=lost) if self._owner else substitute
        assert own is not None
        self.seat = Seat(own)
        if agreed is not None and canonical(agreed) != canonical(self.replica.rulebook):
            what = _("the rules are not those that were agreed to")
            raise BrokenPromise(what, the_host())
        self.author = Author(self.seat, secrets, self.replica)
        self._identity, self._table_key = secrets.public_identity, secrets.public_table
        self.hand: dict[int, int] = {}
        """The positions this seat can open, oldest first, and their tiles."""
        self._salts: dict[int, bytes] = {}
        self._bad: list[int] = []
        self.broken: BrokenPromise | None = None
        """Why this seat takes in and signs nothing more."""
        self.outbox: Statement | None = None
        """What was signed and may still come into the log; nothing else is signed before."""
        self._agrees = False
        """Whether the player agrees to end the game as it stands."""
        self.past: list[Event] = []
        """What happened in `entries`."""
        for entry in entries:
            self.past += self.receive(entry)
        if outbox is not None:
            self.author.nonce = outbox.nonce
            self.outbox = outbox if self._may_come(outbox) else None

    def receive(self, entry: Entry) -> tuple[Event, ...]:
        """Takes the next entry in; what happened.

        Raises BrokenPromise for a false one, and the same again for all that follow.
        """
        if self.broken is not None:
            raise self.broken
        try:
            happened = self.replica.fold(entry)
            self._learn(entry.statement)
        except BrokenPromise as lie:
            self.broken = lie
            raise
        if self.outbox is not None and not self._may_come(self.outbox):
            self.outbox = None
        return happened

    def _learn(self, statement: Statement) -> None:
        """Draws from an entry what it tells this seat alone: its hand, and who lied to it."""
        match statement.kind:
            case "deal" if self.replica.bag.sealed[-1][1] == self.seat:
                self._open_boxes()
            case "answer":
                self._learn_answered()
            case "act" if statement.author == self.seat:
                held = self.replica.state.hands[self.seat]
                self.hand = {at: tile for at, tile in self.hand.items() if at in held}
        self._compare_hand()

    def _open_boxes(self) -> None:
        """Opens every box this seat has not opened; remembers those to complain of."""
        bag = self.replica.bag
        if not self._mine(bag.recipients[self.seat]):
            return
        held = self.replica.state.hands[self.seat]
        for position, (seat, box) in bag.boxes.items():
            fresh = position not in self.hand and position not in self._bad
            if seat != self.seat or not fresh or position not in held:
                continue
            # Whoever took the seat over may hold what was shown before, lying face up.
            opening = bag.opened.get(position) or self._unsealed(position, box)
            if opening is None:
                self._bad.append(position)
            else:
                self.hand[position] = opening.tile
                self._salts[position] = opening.salt

    def _mine(self, recipient: bytes) -> bool:
        """Whether boxes for that key are for this program, and not for a bot or lost secrets."""
        return recipient == self._table_key

    @property
    def seated(self) -> bool:
        """Whether this program speaks for the seat now: no bot, owner or lost key does."""
        return self._holds_key and self._mine(self.replica.bag.recipients[self.seat])

    @property
    def _holds_key(self) -> bool:
        """Whether this program signs for the seat, even if it has lost the table's secrets."""
        return self.replica.keys[self.seat] == self._identity

    def _unsealed(self, position: int, box: bytes) -> Opening | None:
        """What a box tells this seat; None when that cannot be true."""
        bag = self.replica.bag
        try:
            key = self.author.secrets.table
            opening = Opening(
                position, *sealing.unseal(key, self.replica.ctx, position, self.seat, box)
            )
            bag.check_dealt((opening,))
        except (BrokenPromise, Unreadable):
            return None
        return opening if bag.opens(opening) and opening.tile not in self.hand.values() else None

    def _learn_answered(self) -> None:
        """Takes the tiles that the dealer had to show into the hand."""
        bag = self.replica.bag
        for position in self._bad[:]:
            if (opening := bag.opened.get(position)) is not None:
                self._bad.remove(position)
                self.hand[position] = opening.tile
                self._salts[position] = opening.salt

    def _compare_hand(self) -> None:
        """Finds a tile of this hand that was just shown elsewhere: it was in the bag twice."""
        bag = self.replica.bag
        for position, tile in [*self.hand.items()]:
            other = bag.seen.get(tile, position)
            if other == position:
                continue
            if position not in self._complainable() or self.outbox is not None:
                raise tile_twice(other, position)
            del self.hand[position]
            self._bad.append(position)

    def _complainable(self) -> set[int]:
        """The positions whose boxes this seat may still complain of."""
        if self.replica.ended is not None:
            return set()
        return {due.positions[0] for due in self.replica.bag.may_complain(self.seat)}

    def _may_come(self, statement: Statement) -> bool:
        try:
            self.replica.judge(statement)
        except AcquireError:
            return False
        return True

    # -- what to send ------------------------------------------------------------------------

    def statement(self) -> Statement | None:
        """What this seat has to send now without asking its player; the same until it is in.

        Must be stored before it is sent, with the nonce it used. None once a promise was broken.
        """
        if self.broken is not None:
            return None
        if self.outbox is None:
            body = self._next_body()
            if body is not None:
                self.outbox = self.author.sign(body)
        return self.outbox

    def _next_body(self) -> bodies.Body | None:
        if self.replica.abandoned and not self._agrees:
            return None  # all that is due then is to countersign
        if self.seated:
            return self._complaint() or self.author.duty() or self._forced()
        if self._owner and self.replica.playing:
            return self.author.coming_back()
        if self._holds_key and self.replica.ended is not None:
            return self.author.duty()  # to countersign, no table key is needed
        return None

    def agree_to_stop(self, *, agree: bool = True) -> None:
        """Agrees to end the game as it stands, or takes that back.

        Without it this seat never countersigns an abandoned game, so a host that ends one alone
        has no signatures to show. Serve `statement` afterwards: the game may be stopped already.
        """
        self._agrees = agree

    @property
    def asked_to_stop(self) -> bool:
        """Whether the game was abandoned, and this seat may still agree to that by signing."""
        replica = self.replica
        signed = self.seat in replica.finals or replica.complete
        return replica.abandoned and not signed and self._holds_key and not self._agrees

    def consent(self, seat: int) -> Statement:
        """Says that a seat's player has left, so that a bot may hold it until he is back.

        Raises Refused where that cannot be said: of a seat heard of since, with a statement of
        this seat still on its way, or where the table has no such rule.
        """
        if self.outbox is not None or not self.seated:
            text = _("Another statement of yours is on its way; try again.")
            raise Refused("NOT_DUE", text)
        replica = self.replica
        statement = self.author.sign(bodies.Consent(seat, replica.length))
        replica.judge(statement)
        self.outbox = statement
        return statement

    def _complaint(self) -> bodies.Body | None:
        allowed = self._complainable()
        bad = next((position for position in self._bad if position in allowed), None)
        return None if bad is None else bodies.Complaint(bad)

    def _forced(self) -> bodies.Body | None:
        """The answer to a question that has only one, which nobody would call a decision."""
        question = self._asked()
        if question is None or len(question.options) != 1 or isinstance(question.task, Place):
            return None
        return to_wire(question.options[0], self._salts)

    def question(self) -> Question | None:
        """The decision this seat's player owes now, if nothing is on its way."""
        return self._asked() if self.statement() is None else None

    def asked_since(self) -> int:
        """How many entries there were when the decision became due that the seat owes; else -1."""
        due = self.replica.owed_by(self.seat)
        return -1 if due is None or due.kind != "act" or not self.seated else due.since

    def _asked(self) -> Question | None:
        due = self.replica.owed_by(self.seat)
        state = self.replica.state
        if due is None or due.kind != "act" or self.broken or state.task is None:
            return None
        if not self.seated:
            return None
        options = state.options(self.seat, self.hand)
        return Question(self.seat, state.task, state, tuple(self.hand.items()), options)

    def answer(self, action: Action) -> Statement:
        """The signed statement of a decision; raises IllegalAction when the rules forbid it.

        Raises Refused when no question is open.
        """
        if self.question() is None:
            raise Refused("NOT_ASKED", _("No decision of yours is due now."))
        if any(self.hand.get(position) != tile for position, tile in shown_by(action)):
            raise IllegalAction("TILE_NOT_HELD", _("You do not hold that tile."))
        self.replica.state.check(self.seat, action)
        self.outbox = self.author.sign(to_wire(action, self._salts))
        return self.outbox


def _own_seat(replica: Replica, secrets: Secrets, name: str, *, lost: bool) -> int:
    identity = secrets.public_identity
    for seat, keys in enumerate(replica.header.seats):
        if keys.identity == identity:
            if keys.name != name or (keys.x25519 != secrets.public_table and not lost):
                what = _("the host changed this player's name or key")
                raise BrokenPromise(what, the_host())
            return seat
    raise BrokenPromise(_("the host left this player out"), the_host())


class Onlooker:
    """A session without a seat: it checks everything and says nothing."""

    def __init__(self, header_line: bytes, entries: Iterable[Entry] = ()) -> None:
        self.replica = Replica(header_line)
        self.seat = None
        self.hand: dict[int, int] = {}
        self.past = [event for entry in entries for event in self.replica.fold(entry)]

    def receive(self, entry: Entry) -> tuple[Event, ...]:
        """Takes the next entry in; what happened. Raises BrokenPromise for a false one."""
        return self.replica.fold(entry)

    def statement(self) -> None:
        """Nothing: an onlooker owes nothing."""

    def question(self) -> None:
        """Nothing: an onlooker is asked nothing."""
