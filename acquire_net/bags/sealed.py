"""The sealed bag, as everybody sees it: the host deals, but cannot choose.

Seats and dealer commit to secrets, the seats reveal, the dealer publishes a leaf for every
position; a tile is proved by opening its leaf. When the dealer's own secret opens at the end,
everything is derived anew and compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from acquire_net.due import Due
from acquire_net.errors import BrokenPromise, Refused
from acquire_net.fairness import deck, merkle, sealing
from acquire_net.fairness.commitments import DEALER, commitment
from acquire_net.fairness.deck import Opening
from acquire_net.language import _
from acquire_net.ledger import bodies


def the_dealer() -> str:
    """Who fills the bag, as one who broke a promise is called."""
    return _("the dealer")


def tile_twice(first: int, second: int) -> BrokenPromise:
    """That the bag held one tile at two positions."""
    what = _("one tile lies at positions {first} and {second}")
    return BrokenPromise(what.format(first=first, second=second), the_dealer())


@dataclass(frozen=True, slots=True)
class _Grant:
    """Positions that the rules gave or laid, and the dealer still owes."""

    kind: str
    seat: int | None
    positions: tuple[int, ...]
    since: int


class SealedBag:
    """The public side of a sealed bag. `tiles` are the ids it holds, ascending."""

    def __init__(self, ctx: bytes, recipients: Sequence[bytes], tiles: Sequence[int]) -> None:
        self.ctx = ctx
        self.recipients = list(recipients)
        """The X25519 key of each seat, as it is now."""
        self.tiles = tuple(tiles)
        self.commits: dict[int, bytes] = {}
        self.reveals: dict[int, bytes] = {}
        self.leaves: tuple[bytes, ...] = ()
        self.root = b""
        self.boxes: dict[int, tuple[int, bytes]] = {}
        """Per delivered position: the seat it was dealt to last, and the box."""
        self.sealed: list[tuple[int, int, bytes, bytes]] = []
        """Every box ever: position, seat, the key it was sealed for, and the box."""
        self.opened: dict[int, Opening] = {}
        """What has been opened for all to see."""
        self.seen: dict[int, int] = {}
        """The tiles among it, and the position of each."""
        self.complaints: dict[int, int] = {}
        """Positions complained of, and the seat that did."""
        self.secret = b""
        """The dealer's, once it is open."""
        self._grants: list[_Grant] = []
        """What is to be laid and dealt, in the order in which it was granted and is served."""
        self._complainable: dict[int, int] = {}
        self._answers: dict[int, int] = {}
        self._since = 0
        """Since when the secrets, and then the deck, are due."""

    # -- what is due -----------------------------------------------------------------------

    @property
    def committed(self) -> bool:
        """Whether every author's commitment is in."""
        return len(self.commits) == len(self.recipients) + 1

    @property
    def revealed(self) -> bool:
        """Whether every seat's secret is in: set-up is over but for the deck."""
        return len(self.reveals) == len(self.recipients)

    def due(self) -> Iterator[Due]:
        """What is owed for the bag, older first; lay, then deals by position."""
        seats = range(len(self.recipients))
        if not self.committed:
            for author in (*seats, DEALER):
                if author not in self.commits:
                    yield Due(author, "commit", 0)
        elif not self.revealed:
            for seat in seats:
                if seat not in self.reveals:
                    yield Due(seat, "reveal", self._since)
        elif not self.leaves:
            yield Due(DEALER, "deck", self._since)
        else:
            yield from self.debts()

    def debts(self) -> Iterator[Due]:
        """What the dealer owes of the deck: lays, deals and answers."""
        owed = [Due(DEALER, one.kind, one.since, one.seat, one.positions) for one in self._grants]
        owed += [
            Due(DEALER, "answer", since, positions=(position,))
            for position, since in self._answers.items()
        ]
        yield from sorted(owed, key=lambda due: due.since)

    def may_complain(self, seat: int) -> Iterator[Due]:
        """The complaints a seat may make: of what it was dealt since it last acted, once each."""
        for position, since in self._complainable.items():
            if self.boxes[position][0] == seat:
                yield Due(seat, "complaint", since, positions=(position,), owed=False)

    def waiting(self, seat: int) -> bool:
        """Whether a seat still waits for one of its positions."""
        return any(grant.seat == seat for grant in self._grants) or any(
            self.boxes[position][0] == seat for position in self._answers
        )

    # -- what the rules say ----------------------------------------------------------------

    def grant(self, seat: int, positions: tuple[int, ...], since: int) -> None:
        """The rules gave these positions to a seat."""
        self._grants.append(_Grant("deal", seat, positions, since))

    def regrant(self, seat: int, key: bytes, positions: tuple[int, ...], since: int) -> None:
        """A seat changed hands: all it holds is dealt to the new key, whatever it got before."""
        self.recipients[seat] = key
        self._grants = [grant for grant in self._grants if grant.seat != seat]
        for position in positions:
            self._complainable.pop(position, None)
            self._answers.pop(position, None)
        if positions:
            self.grant(seat, positions, since)

    def lay_out(self, positions: tuple[int, ...], since: int) -> None:
        """The rules lay these positions face up."""
        self._grants.append(_Grant("lay", None, positions, since))

    def acted(self, seat: int) -> None:
        """A seat acted: it had no complaint about what it held."""
        mine = [at for at in self._complainable if self.boxes[at][0] == seat]
        for position in mine:
            del self._complainable[position]

    # -- checks, before anything changes -----------------------------------------------------

    def check(self, author: int, body: bodies.Body, due: Due) -> None:
        """Raises Refused or BrokenPromise unless the due statement says what it must."""
        match body:
            case bodies.Commit(commitment=promise):
                if promise in self.commits.values():
                    raise Refused("COMMITMENT_COPIED", _("That commitment is somebody else's."))
            case bodies.Reveal(secret=secret) | bodies.End(secret=secret):
                if commitment(self.ctx, author, secret) != self.commits[author]:
                    raise Refused("SECRET_WRONG", _("That secret does not open the commitment."))
            case bodies.Deck():
                self._check_deck(body)
            case bodies.Lay(openings=openings):
                self._check_shown(due, openings)
            case bodies.Answer(opening=opening):
                self._check_shown(due, (opening,))
            case bodies.Deal():
                if body.seat != due.seat:
                    text = _("The rules gave these positions to another seat.")
                    raise Refused("DEAL_WRONG", text)
                self._check_positions(due, tuple(box.position for box in body.boxes))
            case _:
                pass

    def _check_deck(self, body: bodies.Deck) -> None:
        if len(body.leaves) != len(self.tiles) or len(set(body.leaves)) != len(body.leaves):
            text = _("A deck has {count} different leaves.")
            raise Refused("DECK_WRONG", text.format(count=len(self.tiles)))
        if merkle.root(body.leaves) != body.root:
            raise Refused("DECK_WRONG", _("The leaves do not give that root."))

    def _check_shown(self, due: Due, openings: tuple[Opening, ...]) -> None:
        self._check_positions(due, tuple(one.position for one in openings))
        for opening in openings:
            if not self.opens(opening):
                what = _("the tile shown for position {position} is not the one dealt")
                raise BrokenPromise(what.format(position=opening.position), the_dealer())
        self.check_dealt(openings)

    def _check_positions(self, due: Due, positions: tuple[int, ...]) -> None:
        if positions != due.positions:
            raise Refused("DEAL_WRONG", _("Those are not the positions that the rules gave."))

    def opens(self, opening: Opening) -> bool:
        """Whether an opening fits the leaf of its position; if not, whoever shows it lies."""
        position = opening.position
        return position < len(self.leaves) and deck.leaf(self.ctx, opening) == self.leaves[position]

    def check_dealt(self, openings: Sequence[Opening]) -> None:
        """Raises BrokenPromise when openings that fit their leaves show that the dealer lied.

        A tile that lies at two positions was put into the bag twice.
        """
        fresh: dict[int, int] = {}
        for opening in openings:
            tile, position = opening.tile, opening.position
            other = self.seen.get(tile, fresh.setdefault(tile, position))
            if other != position:
                raise tile_twice(other, position)
            if tile not in self.tiles:
                what = _("position {position} holds no tile of this bag")
                raise BrokenPromise(what.format(position=position), the_dealer())

    # -- changes -----------------------------------------------------------------------------

    def fold(self, author: int, body: bodies.Body, length: int) -> None:
        """Takes in a checked statement; `length` counts the entries including it."""
        match body:
            case bodies.Commit():
                self.commits[author] = body.commitment
                self._since = length
            case bodies.Reveal():
                self.reveals[author] = body.secret
                self._since = length if self.revealed else self._since
            case bodies.Deck():
                self.leaves, self.root = body.leaves, body.root
            case bodies.Lay():
                self._grants.pop(0)
                self.open(body.openings)
            case bodies.Deal():
                self._grants.pop(0)
                for box in body.boxes:
                    self.boxes[box.position] = (body.seat, box.box)
                    key = self.recipients[body.seat]
                    self.sealed.append((box.position, body.seat, key, box.box))
                    self._complainable[box.position] = length
            case bodies.Complaint():
                del self._complainable[body.position]
                self.complaints[body.position] = author
                self._answers[body.position] = length
            case bodies.Answer():
                del self._answers[body.opening.position]
                self.open((body.opening,))
            case bodies.End():
                self.secret = body.secret
            case _:
                pass

    def open(self, openings: Sequence[Opening]) -> None:
        """Records what everybody has seen."""
        self.opened.update((opening.position, opening) for opening in openings)
        self.seen.update((opening.tile, opening.position) for opening in openings)

    # -- the end -----------------------------------------------------------------------------

    def derive(self, secret: bytes) -> deck.Deck:
        """The whole deck, from the dealer's secret and everybody's open ones."""
        seats = range(len(self.recipients))
        return deck.Deck.derive(
            self.ctx,
            self.commits[DEALER],
            [self.commits[seat] for seat in seats],
            secret,
            [self.reveals[seat] for seat in seats],
            self.tiles,
        )

    def lie(self, names: Mapping[int, str]) -> BrokenPromise | None:
        """What the opened secret shows to have been false, if anything.

        Checks order, salts, leaves and root, then every box; a complaint about a true box was
        false.
        """
        if not self.leaves:
            return None
        true = self.derive(self.secret)
        for position, (told, derived) in enumerate(zip(self.leaves, true.leaves, strict=True)):
            if told != derived:
                what = _(
                    "the bag was stacked: position {position} does not follow from the secrets"
                )
                return BrokenPromise(what.format(position=position), the_dealer())
        for position, seat, key, box in self.sealed:
            opening = true.opening(position)
            sealed = sealing.seal(
                true.prk, self.ctx, position, seat, key, opening.tile, opening.salt
            )
            if sealed != box:
                what = _("the box of position {position} for {name} was false")
                return BrokenPromise(what.format(position=position, name=names[seat]), the_dealer())
        for position, seat in sorted(self.complaints.items()):
            what = _("a false complaint about position {position}, whose box was true")
            return BrokenPromise(what.format(position=position), names[seat])
        return None
