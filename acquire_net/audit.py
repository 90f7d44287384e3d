"""Whether a ledger file tells the truth, and what happened in it, entry by entry.

`Playback` folds a file the way the table did; `audit` judges it. Neither opens a file, and no bytes
at all make them fail: what cannot be read is not verified.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.language import _, ngettext
from acquire_net.ledger import bodies, codec, file
from acquire_net.ledger.statement import Entry, digest, host_signed, next_head
from acquire_net.replica import Replica
from acquire_net.rules.board import BITS
from acquire_net.rules.events import Event
from acquire_net.rules.paying import bank_toss
from acquire_net.rules.worth import net_worth, ranking


class Status(Enum):
    """What an audit can come to; the value is the exit code."""

    VERIFIED = 0
    """The rules ended the game, the dealer's secret is open, and everything follows from it."""
    BROKEN = 1
    """Something in it is false."""
    UNVERIFIED = 2
    """It goes no further, was stopped, or cannot be read; what could be checked is true."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit found; sentences are for a lay reader, `head` compares two copies.

    `what` says what is false or missing, and is empty for a verified game; `who` is whose promise it
    was, or for whom the game waits; `where` is a line of the file, from 1, with its entry, from 0.
    `entries` counts those found true, and `head` is the head after them in hex, or empty when the
    header cannot be read.
    """

    status: Status
    headline: str
    what: str = ""
    who: str = ""
    where: str = ""
    notes: tuple[str, ...] = ()
    entries: int = 0
    head: str = ""

    @property
    def exit_code(self) -> int:
        """0 verified, 1 broken, 2 unverified."""
        return self.status.value


@dataclass(frozen=True, slots=True)
class Step:
    """One entry, and what happened with it as the rules tell it."""

    entry: Entry
    events: tuple[Event, ...]

    @property
    def body(self) -> bodies.Body:
        """What the entry's statement says."""
        return codec.decode(self.entry.statement.kind, self.entry.statement.body)


class Playback:
    """A ledger file played back from its beginning; `replica` is the table as far as that has come.

    Raises Unreadable for what is no ledger of this version, and Refused(VERSION) for one whose rules
    this program does not play.
    """

    def __init__(self, data: bytes) -> None:
        self._text = file.split(data)
        try:
            self.replica = Replica(self._text.header)
        except Unreadable as error:
            raise file.DamagedLine(1, str(error)) from None
        self.entry: Entry | None = None
        """The entry read last, which need not be true."""

    def __iter__(self) -> Iterator[Step]:
        """Goes on entry by entry.

        Raises DamagedLine at a damaged or torn one, and BrokenPromise at an entry that is false or
        proves an earlier lie.
        """
        for entry in self._text.entries():
            self.entry = entry
            yield Step(entry, self.replica.fold(entry))
        if self._text.torn:
            number = len(self._text.lines) + 2
            raise file.DamagedLine(number, _("the line does not end in a newline"))


def audit(data: bytes) -> Verdict:
    """Judges the bytes of a ledger file."""
    try:
        playback = Playback(data)
    except (Unreadable, Refused) as error:
        return _unreadable(error, None)
    try:
        for _step in playback:
            pass
    except Unreadable as error:
        return _unreadable(error, playback.replica)
    except BrokenPromise as lie:
        return _broken(lie, playback)
    return _true(playback.replica)


def _true(replica: Replica) -> Verdict:
    """The verdict on a log in which nothing is false; what matters now is where it ends."""
    if replica.opened is not None and replica.stopped is None:
        headline = _("Checked: every draw was fixed before the game.")
        return _verdict(Status.VERIFIED, headline, replica)
    if replica.stopped is not None and (replica.opened is not None or not replica.due()):
        return _stopped(replica, replica.stopped)
    return _unfinished(replica)


def _verdict(
    status: Status, headline: str, replica: Replica, what: str = "", who: str = "", where: str = ""
) -> Verdict:
    notes, head = tuple(_notes(replica)), replica.head.hex()
    return Verdict(status, headline, what, who, where, notes, replica.length, head)


def _unreadable(error: Unreadable | Refused, replica: Replica | None) -> Verdict:
    """A file that does not parse, from a certain line on or as a whole."""
    text = str(error).rstrip(".")
    headline = _("Not checked: {what}.").format(what=text)
    where, what = "", text
    if isinstance(error, file.DamagedLine):
        where, what = file.line_name(error.line), error.what.rstrip(".")
    if replica is None:
        return Verdict(Status.UNVERIFIED, headline, what, where=where)
    return _verdict(Status.UNVERIFIED, headline, replica, what, where=where)


def _broken(lie: BrokenPromise, playback: Playback) -> Verdict:
    replica, entry = playback.replica, playback.entry
    assert entry is not None
    proved = replica.broken is not None  # by a true entry, which shows an earlier one to be false
    who = lie.who if proved or _host_stands_by(replica, entry) else _whoever()
    what = lie.what.rstrip(".")
    place = replica.length - 1 if proved else replica.length
    headline = _("FALSE: {what} ({who}).").format(what=what, who=who)
    where = _("{line} (entry {entry})").format(line=file.line_name(place + 2), entry=place)
    return _verdict(Status.BROKEN, headline, replica, what, who, where)


def _whoever() -> str:
    """Who is to blame for an entry that the host's signature does not cover."""
    return _("the host, or whoever altered this file")


def _host_stands_by(replica: Replica, entry: Entry) -> bool:
    """Whether the host signed this entry in this place, so that nobody altered it afterwards."""
    said = digest(replica.ctx, entry.statement)
    signature = entry.statement.signature
    head = next_head(replica.ctx, replica.length, replica.head, said, signature)
    return host_signed(replica.header.host_key, head, entry.host_signature)


def _unfinished(replica: Replica) -> Verdict:
    """A log that goes no further, before the dealer's secret is open."""
    who = _listed(replica.waiting_for())
    if replica.length:
        where = _("after entry {number}").format(number=replica.length - 1)
        what = _("the log stopped after entry {number}, waiting for {who}")
        what = what.format(number=replica.length - 1, who=who)
    else:
        where = _("before the first entry")
        what = _("the log stopped before the first entry, waiting for {who}").format(who=who)
    headline = _("Not checked: {what}.").format(what=what)
    if any(due.kind == "end" for due in replica.due()):
        headline = _(
            "Not checked: the host left before opening its secret (a flat battery does that too)."
        )
    return _verdict(Status.UNVERIFIED, headline, replica, what, who, where)


def _stopped(replica: Replica, stop: bodies.Stop) -> Verdict:
    """A game that the referee ended, with nothing left to check."""
    what = _why(replica, stop)
    if replica.abandoned and replica.bag.leaves:
        return _verdict(Status.UNVERIFIED, _abandoned(replica), replica, what, _abandoners(replica))
    headline = (
        _("Not checked to an end: {what}; every draw until then was fixed before the game.")
        if replica.bag.leaves
        else _("Not checked to an end: {what}; no tile had been drawn.")
    )
    referee = replica.names[REFEREE]
    return _verdict(Status.UNVERIFIED, headline.format(what=what), replica, what, referee)


def _abandoned(replica: Replica) -> str:
    """The headline of a game that was ended as it stood: all of it is true, but it is no whole one."""
    turn = replica.state.turn
    if not replica.finals:
        return _(
            "ABANDONED by the host, and signed by no player:"
            " counted as it stands in turn {turn}; every draw was checked."
        ).format(turn=turn)
    return _(
        "ABANDONED by {names}: counted as it stands in turn {turn}; every draw was checked."
    ).format(names=_abandoners(replica), turn=turn)


def _abandoners(replica: Replica) -> str:
    """Who agreed to end the game as it stood, by signing; else the host, who did it alone."""
    signed = [replica.names[seat] for seat in sorted(replica.finals)]
    return _listed(signed) if signed else replica.names[REFEREE]


def _count(replica: Replica) -> Iterator[str]:
    """How an abandoned game stands, counted as the rules count at the end."""
    state = replica.state
    worth = net_worth(state)
    for place, seat in ranking(worth):
        text = _("place {place}: {name}, {money}")
        yield text.format(place=place, name=replica.names[seat], money=f"${worth[seat]:,}")
    if bank_toss(state, BITS[state.active]) is not None:
        yield _("the bank's own holdings were never drawn, and are not in these numbers")


def _why(replica: Replica, stop: bodies.Stop) -> str:
    if stop.author is not None:
        text = _("the game was stuck, waiting for {name}")
        return text.format(name=replica.names[stop.author])
    if stop.why == "set-up abandoned":
        return _("the set-up was abandoned")
    return _("the game was abandoned")


def _notes(replica: Replica) -> Iterator[str]:
    """What a reader of any verdict should know besides."""
    header = replica.header
    checked = replica.opened is not None and replica.broken is None
    if replica.abandoned and replica.bag.leaves and checked:
        yield from _count(replica)
    if header.attempt:
        text = _("attempt {number}: set-up {last} was abandoned")
        yield text.format(number=header.attempt + 1, last=header.attempt)
    for seat, entry in replica.substitutions:
        text = _("a bot held the seat of {name} from entry {number} on")
        yield text.format(name=replica.names[seat], number=entry)
    if voided := replica.tosses.voided:
        text = ngettext(
            "{count} toss was begun anew when a seat changed hands",
            "{count} tosses were begun anew when a seat changed hands",
            voided,
        )
        yield text.format(count=voided)
    if header.seeded:
        yield _("a test game made from a seed: it proves nothing")
    if digits := replica.table_check:
        six = f"{digits[:3]} {digits[3:6]}"
        text = _(
            "table check {six}, in full {digits}: unknown here whether the players compared it"
        )
        yield text.format(six=six, digits=digits)
    if replica.stopped is not None:
        text = _("stopped by the referee: {why}")
        yield text.format(why=_why(replica, replica.stopped))
    missing = [replica.names[seat] for seat in range(replica.seats) if seat not in replica.finals]
    if replica.opened is not None and missing:
        yield _("not countersigned by {names}").format(names=_listed(missing))


def _listed(names: Sequence[str]) -> str:
    """The names as one would say them: `Ann, Bo and Cy`."""
    *rest, last = names
    return _("{names} and {last}").format(names=", ".join(rest), last=last) if rest else last
