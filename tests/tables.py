"""Whole tables in memory: the real host core and real sessions, with seeded secrets and players."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from acquire_client.question import Question
from acquire_client.session import Session
from acquire_host.table import Table
from acquire_net.author import Secrets
from acquire_net.fairness.commitments import DEALER, REFEREE
from acquire_net.ledger import file
from acquire_net.ledger.header import Header, SeatKeys
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC, SEMANTICS, values
from acquire_net.rules.rulebook import Rulebook

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
Decide = Callable[[Question, random.Random], Action]


def at_random(question: Question, rng: random.Random) -> Action:
    """Any option, all alike."""
    return question.options[rng.randrange(len(question.options))]


def no_journal(_: Sequence[Entry]) -> None:
    """Stores nothing."""


def secrets_of(seed: int, author: int) -> Secrets:
    """The secrets of one author at the table of a seed; the host's roles share 254's."""
    return Secrets.seeded(seed, REFEREE if author == DEALER else author)


def header_for(
    seats: int, seed: int = 1, rulebook: Rulebook = CLASSIC, absence: str = "never"
) -> Header:
    """The header of a table whose players and host have the secrets of a seed."""
    keys = tuple(
        SeatKeys(NAMES[seat], secrets.public_identity, secrets.public_table)
        for seat in range(seats)
        for secrets in (secrets_of(seed, seat),)
    )
    host = secrets_of(seed, REFEREE).public_identity
    return Header(
        level=1,
        table_id=random.Random(seed).randbytes(32),
        attempt=0,
        rulebook=values(rulebook),  # type: ignore[arg-type]  # plain JSON values
        semantics=SEMANTICS,
        host_key=host,
        seats=keys,
        referee_key=host,
        dealer_key=host,
        absence=absence,
    )


@dataclass
class Game:
    """A host and its players, moved on one statement at a time by `step`, or to the end by `run`."""

    seats: int = 4
    seed: int = 1
    rulebook: Rulebook = CLASSIC
    decide: Decide = at_random
    absence: str = "never"
    header: Header = field(init=False)
    table: Table = field(init=False)
    sessions: list[Session] = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.header = header_for(self.seats, self.seed, self.rulebook, self.absence)
        line = self.header.encode()
        self.table = Table(line, secrets_of(self.seed, REFEREE), no_journal)
        self.sessions = [
            Session(line, secrets_of(self.seed, seat), NAMES[seat], self.rulebook)
            for seat in range(self.seats)
        ]

    def show(self, session: Session) -> None:
        """Gives a session every entry it has not seen."""
        for entry in self.table.entries[session.replica.length : self.table.published]:
            session.receive(entry)

    def show_all(self) -> None:
        for session in self.sessions:
            self.show(session)

    def next(self, session: Session) -> Statement | None:
        """What a session says next, its decisions taken by `decide`."""
        statement = session.statement()
        if statement is None and (question := session.question()) is not None:
            statement = session.answer(self.decide(question, self.rng))
        return statement

    def step(self) -> bool:
        """One round: every seat is shown the log and says what it has to; False when all is said."""
        moved = False
        for session in self.sessions:
            self.show(session)
            if (statement := self.next(session)) is not None:
                self.table.submit(statement)
                moved = True
        return moved

    def run(self, until: Callable[["Game"], bool] = lambda _: False) -> "Game":
        """Plays until a condition holds, or all is said; everybody has then seen the whole log."""
        while not until(self) and self.step():
            pass
        self.show_all()
        return self

    def until_playing(self) -> "Game":
        """Plays set-up and stops when the first decision is due."""
        return self.run(lambda game: game.table.replica.playing and bool(game.asked()))

    def asked(self) -> list[Session]:
        """The sessions whose decision is due, having seen the log."""
        self.show_all()
        return [session for session in self.sessions if session.question() is not None]

    def resumed(self, count: int) -> "Game":
        """The same table, host and players started anew from its first `count` entries."""
        again = Game(self.seats, self.seed, self.rulebook, self.decide)
        line, entries = self.header.encode(), self.table.entries[:count]
        again.table = Table(line, secrets_of(self.seed, REFEREE), no_journal, entries)
        again.sessions = [
            Session(line, secrets_of(self.seed, seat), NAMES[seat], self.rulebook, entries)
            for seat in range(self.seats)
        ]
        return again

    def ledger(self) -> bytes:
        """The ledger file as the host would have written it."""
        return b"".join(self.lines())

    def lines(self) -> Iterator[bytes]:
        yield self.table.replica.header_line + b"\n"
        yield from map(file.entry_line, self.table.entries[: self.table.published])
