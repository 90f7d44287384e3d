"""Looking back: the board after every turn of a game, one after the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from acquire_client.tui import view as views
from acquire_client.tui.chronicle import Chronicle, Told
from acquire_client.tui.view import Desk, Status, View
from acquire_client.words.names import Names
from acquire_net.language import _
from acquire_net.ledger.statement import Entry
from acquire_net.replica import Replica
from acquire_net.rules.events import TurnBegan
from acquire_net.rules.state import State


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at the end of a turn, with the log so far."""

    turn: int
    state: State
    told: tuple[Told, ...]
    news: int
    """How many sentences are of turns before."""
    fresh: frozenset[int]


def moments(header_line: bytes, entries: Iterable[Entry], names: Names) -> Iterator[Moment]:
    """The table after every turn, the set-up being turn 0. The entries were checked before."""
    replica = Replica(header_line, trusting=True)
    chronicle = Chronicle(names)
    before, turn = list(replica.state.board), 0

    def now() -> Moment:
        state = replica.state.copy()
        fresh = _changed(before, state)
        return Moment(turn, state, chronicle.told, chronicle.of_turns_before, fresh)

    for entry in entries:
        for event in replica.fold(entry):
            if isinstance(event, TurnBegan):  # nothing but the mover has changed since its end
                yield now()
                turn, before = event.turn, list(replica.state.board)
            chronicle.add(event, {})
    yield now()


def _changed(before: Sequence[int], state: State) -> frozenset[int]:
    return frozenset(tile for tile, cell in enumerate(state.board) if cell != before[tile])


def picture(moment: Moment, last_turn: int, names: Names, desk: Desk) -> View:
    """The table at that moment, without anybody's hand."""
    state = moment.state
    title = _("LOOKING BACK: turn {turn} of {last}").format(turn=moment.turn, last=last_turn)
    status = Status("", 0, 0, title, True, "", (), "", "")
    return views.table(
        state, names, (), status, log=moment.told, news=moment.news, fresh=moment.fresh, desk=desk
    )
