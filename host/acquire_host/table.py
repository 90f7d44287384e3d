"""A table's core at the host: a replica, plus the right to append. No I/O of its own.

Accepts or refuses statements, and serves what is due from the dealer. An entry is journalled
before anybody sees it; a journal that fails stops the table.
"""

from collections.abc import Callable, Iterable, Sequence

from acquire_net.author import Author, Dealer, Secrets
from acquire_net.errors import BrokenPromise, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Entry, Statement, host_sign, next_head
from acquire_net.replica import Judged, Replica, the_host

Journal = Callable[[Sequence[Entry]], None]
"""Stores entries for good; raises OSError when it cannot."""


def cannot_store(why: str) -> str:
    """That a table stops, since its host can write no more."""
    return _("The host cannot store the game: {why}.").format(why=why)


class Table:
    """One game at its host. `role` holds the secrets of host, referee and dealer alike.

    `entries` are those of the ledger when a game is resumed: all that anybody has seen.
    """

    def __init__(
        self, header_line: bytes, role: Secrets, journal: Journal, entries: Iterable[Entry] = ()
    ) -> None:
        self.replica = Replica(header_line, trusting=True)
        self.entries: list[Entry] = []
        self.published = 0
        """How many entries are stored and may be shown."""
        self.stopped: str | None = None
        """Why the table takes nothing more, in a sentence."""
        self._role = role
        self._journal = journal
        self._dealer = Dealer(role, self.replica)
        self._referee = Author(REFEREE, role, self.replica)
        self._seqs: dict[Statement, int] = {}
        """The place of every statement that is stored."""
        for entry in entries:
            self._restore(entry)
        self._publish()
        self.serve()

    @property
    def complete(self) -> bool:
        """Whether the whole log is there, and stored."""
        return self.replica.complete and self.published == len(self.entries)

    def submit(self, statement: Statement) -> int:
        """Puts a statement into the log and answers with its sequence number, once it is stored.

        The same statement again gets the same answer. Raises Refused, IllegalAction or
        Unreadable with the reason, and then nothing has changed.
        """
        if (seq := self._seqs.get(statement)) is not None:
            return seq
        if self.stopped:
            raise Refused("TABLE_STOPPED", self.stopped)
        try:
            judged = self.replica.judge(statement)
        except BrokenPromise as lie:
            raise Refused("OPENING_WRONG", _("Not taken: {what}.").format(what=lie.what)) from lie
        self._append(judged)
        self._commit()
        return self._seqs[statement]

    def stop(self, why: bodies.StopReason, author: int | None = None) -> int:
        """Ends the game before the rules do; raises Refused when they have."""
        return self.submit(self._referee.sign(bodies.Stop(why, author)))

    def substitute(self, seat: int, bot: Secrets) -> int:
        """Hands a seat to the bot with these secrets; raises Refused while consents are missing."""
        keys = Author(seat, bot, self.replica)
        return self.submit(self._referee.sign(keys.taking_over(seat)))

    def restore(self, entries: Sequence[Entry]) -> int:
        """Takes back entries that this host signed and lost; the number of entries then.

        Raises BrokenPromise when they do not follow from what is here.
        """
        for entry in entries:
            if entry.seq < len(self.entries):
                if self.entries[entry.seq] != entry:
                    raise BrokenPromise(_("two entries in one place"), the_host())
                continue
            self._restore(entry)
        self._commit()
        return self.published

    def serve(self) -> None:
        """Says everything that the dealer owes, and stores it."""
        self._commit()

    def _restore(self, entry: Entry) -> None:
        replica = self.replica
        replica.trusting = False
        try:
            replica.fold(entry)
        except BrokenPromise as lie:
            if replica.broken is None:
                raise
            self._stop_for(lie)
        finally:
            replica.trusting = True
        self.entries.append(entry)

    def _append(self, judged: Judged) -> None:
        replica, statement = self.replica, judged.statement
        seq = replica.length
        head = next_head(replica.ctx, seq, replica.head, judged.digest, statement.signature)
        entry = Entry(seq, statement, host_sign(self._role.identity, head))
        self.entries.append(entry)
        try:
            replica.apply(judged)
        except BrokenPromise as lie:
            self._stop_for(lie)

    def _stop_for(self, lie: BrokenPromise) -> None:
        """Takes nothing more: the last entry, true itself, proves that somebody lied."""
        self.stopped = _("The table has stopped: {why}.").format(why=lie)

    def _commit(self) -> None:
        """Adds the dealer's duties, stores all that is new, and only then lets it be seen."""
        while not self.stopped and (body := self._dealer.duty()) is not None:
            self._append(self.replica.judge(self._dealer.sign(body)))
        fresh = self.entries[self.published :]
        if not fresh:
            return
        try:
            self._journal(fresh)
        except OSError as error:
            self.stopped = cannot_store(error.strerror or str(error))
            raise Refused("TABLE_STOPPED", self.stopped) from error
        self._publish()

    def _publish(self) -> None:
        """Lets everything be seen: all of it is stored."""
        for entry in self.entries[self.published :]:
            self._seqs[entry.statement] = entry.seq
        self.published = len(self.entries)
