"""Games that agree: players that decide by the position alone, and what they play undisturbed."""

import random
from collections.abc import Mapping, Sequence

from acquire_client.question import Question
from acquire_client.session import Session
from acquire_host.table import Table
from acquire_net.author import Secrets
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.header import Header
from acquire_net.ledger.statement import Entry
from acquire_net.rules.actions import Action
from tests.tables import Decide, no_journal


def decided(seed: object, *, to_the_last_tile: bool) -> Decide:
    """Players that differ by seed; some never end a game that can go on."""

    def decide(question: Question, _: random.Random) -> Action:
        options = sorted(question.options, key=repr)
        if to_the_last_tile:
            options = [one for one in options if not getattr(one, "end", False)]
        rng = random.Random(f"{seed}/{question.state.step}/{question.seat}")
        return options[rng.randrange(len(options))]

    return decide


def undisturbed(
    header_line: bytes, role: Secrets, players: Mapping[str, Secrets], decide: Decide
) -> list[Entry]:
    """The log of the game with that header and those secrets, where nothing goes wrong."""
    table = Table(header_line, role, no_journal)
    names = [seat.name for seat in Header.decode(header_line).seats]
    sessions = [Session(header_line, players[name], name) for name in names]
    while not table.replica.complete:
        for session in sessions:
            for entry in table.entries[session.replica.length :]:
                session.receive(entry)
            statement = session.statement()
            if statement is None and (question := session.question()) is not None:
                statement = session.answer(decide(question, random.Random()))
            if statement is not None:
                table.submit(statement)
    return table.entries


def acts(entries: Sequence[Entry]) -> list[tuple[int, bodies.Act]]:
    """Who did what, in order."""
    return [
        (entry.statement.author, act)
        for entry in entries
        if isinstance(act := codec.decode(entry.statement.kind, entry.statement.body), bodies.Act)
    ]
