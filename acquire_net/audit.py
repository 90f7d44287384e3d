"""Whether a ledger file tells the truth, and what happened in it, entry by entry.

`Playback` folds a file the way the table did; `audit` judges it. Neither opens a file, and no bytes
at all make them fail: what cannot be read is not verified.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import bodies, codec, file
from acquire_net.ledger.statement import Entry, digest, host_signed, next_head
from acquire_net.replica import Replica
from acquire_net.rules.events import Event

WHOEVER = "the host, or whoever altered this file"
"""Who is to blame for an entry that the host's signature does not cover."""


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
            raise Unreadable(f"line 1: {error}") from None
        self.entry: Entry | None = None
        """The entry read last, which need not be true."""

    def __iter__(self) -> Iterator[Step]:
        """Goes on entry by entry.

        Raises Unreadable, naming the line, at a damaged or torn one, and BrokenPromise at an entry
        that is false or proves an earlier lie.
        """
        for entry in self._text.entries():
            self.entry = entry
            yield Step(entry, self.replica.fold(entry))
        if self._text.torn:
            number = len(self._text.lines) + 2
            raise Unreadable(f"line {number}: the line does not end in a newline")


def audit(data: bytes) -> Verdict:
    """Judges the bytes of a ledger file."""
    try:
        playback = Playback(data)
    except (Unreadable, Refused) as error:
        return _unreadable(error, None)
    try:
        for _ in playback:
            pass
    except Unreadable as error:
        return _unreadable(error, playback.replica)
    except BrokenPromise as lie:
        return _broken(lie, playback)
    return _true(playback.replica)


def _true(replica: Replica) -> Verdict:
    """The verdict on a log in which nothing is false; what matters now is where it ends."""
    if replica.opened is not None and replica.stopped is None:
        return _verdict(Status.VERIFIED, "Checked: every draw was fixed before the game.", replica)
    if replica.stopped is not None and (replica.opened is not None or not replica.due()):
        return _stopped(replica, replica.stopped)
    return _unfinished(replica)


def _verdict(
    status: Status, headline: str, replica: Replica, what: str = "", who: str = "", where: str = ""
) -> Verdict:
    notes, head = tuple(_notes(replica)), replica.head.hex()
    return Verdict(status, headline, what, who, where, notes, replica.length, head)


def _unreadable(error: Unreadable | Refused, replica: Replica | None) -> Verdict:
    """A file that does not parse; its error begins with the line where there is one."""
    text = str(error).rstrip(".")
    line, _, rest = text.partition(": ")
    where, what = (line, rest) if rest and line.startswith("line ") else ("", text)
    headline = f"Not checked: {text}."
    if replica is None:
        return Verdict(Status.UNVERIFIED, headline, what, where=where)
    return _verdict(Status.UNVERIFIED, headline, replica, what, where=where)


def _broken(lie: BrokenPromise, playback: Playback) -> Verdict:
    replica, entry = playback.replica, playback.entry
    assert entry is not None
    proved = replica.broken is not None  # by a true entry, which shows an earlier one to be false
    who = lie.who if proved or _host_stands_by(replica, entry) else WHOEVER
    what = lie.what.rstrip(".")
    place = replica.length - 1 if proved else replica.length
    headline, where = f"FALSE: {what} ({who}).", f"line {place + 2} (entry {place})"
    return _verdict(Status.BROKEN, headline, replica, what, who, where)


def _host_stands_by(replica: Replica, entry: Entry) -> bool:
    """Whether the host signed this entry in this place, so that nobody altered it afterwards."""
    said = digest(replica.ctx, entry.statement)
    signature = entry.statement.signature
    head = next_head(replica.ctx, replica.length, replica.head, said, signature)
    return host_signed(replica.header.host_key, head, entry.host_signature)


def _unfinished(replica: Replica) -> Verdict:
    """A log that goes no further, before the dealer's secret is open."""
    last = f"after entry {replica.length - 1}" if replica.length else "before the first entry"
    who = _listed(replica.waiting_for())
    what = f"stopped {last}, waiting for {who}"
    headline = f"Not checked: the log {what}."
    if any(due.kind == "end" for due in replica.due()):
        headline = (
            "Not checked: the host left before opening its secret (a flat battery does that too)."
        )
    return _verdict(Status.UNVERIFIED, headline, replica, what, who, last)


def _stopped(replica: Replica, stop: bodies.Stop) -> Verdict:
    """A game that the referee ended, with nothing left to check."""
    what = _why(replica, stop)
    ahead = "every draw until then was fixed before the game"
    if not replica.bag.leaves:
        ahead = "no tile had been drawn"
    headline = f"Not checked to an end: {what}; {ahead}."
    return _verdict(Status.UNVERIFIED, headline, replica, what, replica.names[REFEREE])


def _why(replica: Replica, stop: bodies.Stop) -> str:
    if stop.author is not None:
        return f"the game was stuck, waiting for {replica.names[stop.author]}"
    return (
        "the set-up was abandoned" if stop.why == "set-up abandoned" else "the game was abandoned"
    )


def _notes(replica: Replica) -> Iterator[str]:
    """What a reader of any verdict should know besides."""
    header = replica.header
    if header.attempt:
        yield f"attempt {header.attempt + 1}: set-up {header.attempt} was abandoned"
    for seat, entry in replica.substitutions:
        yield f"a bot held the seat of {replica.names[seat]} from entry {entry} on"
    if replica.tosses.voided:
        yield f"{replica.tosses.voided} tosses were begun anew when a seat changed hands"
    if header.seeded:
        yield "a test game made from a seed: it proves nothing"
    if digits := replica.table_check:
        yield f"table check {digits[:6]} {digits[6:]}: unknown here whether the players compared it"
    if replica.stopped is not None:
        yield f"stopped by the referee: {_why(replica, replica.stopped)}"
    missing = [replica.names[seat] for seat in range(replica.seats) if seat not in replica.finals]
    if replica.opened is not None and missing:
        yield f"not countersigned by {_listed(missing)}"


def _listed(names: Sequence[str]) -> str:
    """The names as one would say them: `Ann, Bo and Cy`."""
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
