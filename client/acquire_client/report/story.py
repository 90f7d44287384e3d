"""A ledger's game as a report tells it: what happened move by move, and the table after each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import dropwhile, groupby
from typing import Final

from acquire_net.audit import Playback, Step, Verdict, audit
from acquire_net.errors import BrokenPromise, Unreadable
from acquire_net.ledger import bodies
from acquire_net.replica import Replica
from acquire_net.rules.events import (
    BonusPaid,
    CountBegan,
    Event,
    GameOver,
    PositionsGiven,
    StockSold,
    TurnBegan,
)
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.state import State
from acquire_net.rules.worth import net_worth


class Outcome(Enum):
    """How far a ledger's game goes."""

    OVER = "over"
    """The rules ended it, and it was counted."""
    STOPPED = "stopped"
    """The referee ended it."""
    OPEN = "open"
    """It may go on, or what follows is unreadable or false."""


Told = tuple[int, ...] | None
"""A number for each chain, or None where the disclosure tells nobody (RULES 2)."""


@dataclass(frozen=True, slots=True)
class Table:
    """The public table at one moment; money in dollars, a tuple per chain or per seat."""

    board: tuple[int, ...]
    """A cell per tile, as `rules.board` has them."""
    last_tile: int
    """The tile placed last, or -1."""
    sizes: tuple[int, ...]
    prices: tuple[int, ...]
    bank: tuple[int, ...]
    cash: tuple[int | None, ...]
    """Per seat; None where it may not be told, as in `shares` and `worth`."""
    shares: tuple[Told, ...]
    worth: tuple[int | None, ...]
    """Net worth, as if the game were counted now."""
    hands: tuple[tuple[int, ...], ...]
    """Every seat's tiles, ascending; empty as long as they are not open to everybody."""


@dataclass(frozen=True, slots=True)
class Move:
    """One entry's events within one turn, or what else it did, with the table afterwards."""

    entry: int
    """The entry's number in the ledger."""
    turn: int
    """0 before the first turn."""
    mover: int
    """The seat whose turn it is, -1 before the first."""
    events: tuple[Event, ...]
    said: bodies.Body
    """What the entry's statement says."""
    author: int
    table: Table

    @property
    def counts(self) -> bool:
        """Whether this is the final count."""
        return any(isinstance(event, GameOver) for event in self.events)


@dataclass(frozen=True, slots=True)
class Turn:
    """How a turn ended: its table before a final count, and each seat's worth after it."""

    number: int
    table: Table
    worth: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game, as far as its ledger goes; `turns` begins with the laying of start tiles."""

    rulebook: Rulebook
    players: tuple[str, ...]
    moves: tuple[Move, ...]
    turns: tuple[Turn, ...]
    outcome: Outcome
    verdict: Verdict
    tells: tuple[bool, ...]
    """Per seat: whether its cash and shares may be told (RULES 2, `disclosure`)."""

    @property
    def fortunes(self) -> dict[int, list[int]]:
        """Net worth after each turn, from turn 0, of every seat whose worth may be told."""
        return {
            seat: [worth for turn in self.turns if (worth := turn.worth[seat]) is not None]
            for seat, tells in enumerate(self.tells)
            if tells
        }

    @property
    def count(self) -> Move | None:
        """The final count, if the game was counted."""
        return next((move for move in self.moves if move.counts), None)


_NEWS: Final = (bodies.Complaint, bodies.Answer, bodies.Substitute, bodies.Return, bodies.Stop)
"""What is told although nothing happens on the board."""


def story(data: bytes, viewer: int | None = None) -> Story:
    """Plays a ledger file back; `viewer` is the seat that reads, None for a stranger.

    What cannot be read or is false ends the story, and the verdict says so. Raises Unreadable for
    what is no ledger at all, and Refused(VERSION) for one whose rules this program does not play.
    """
    playback = Playback(data)
    replica = playback.replica
    pieces = [piece for step in _true_steps(playback) for piece in _pieces(step, replica)]
    outcome = _outcome(replica)
    tells = tuple(
        outcome is not Outcome.OPEN or replica.rulebook.disclosure == "open" or seat == viewer
        for seat in range(replica.seats)
    )
    order = _order(replica)
    moves = tuple(
        _move(step, turn, mover, events, table)
        for turn, mover, events, step, state in pieces
        for table in [_table(state, tells, order)]
    )
    return Story(
        rulebook=replica.rulebook,
        players=tuple(replica.names[seat] for seat in range(replica.seats)),
        moves=moves,
        turns=tuple(_turns(moves)),
        outcome=outcome,
        verdict=audit(data),
        tells=tells,
    )


def seat_of(data: bytes, table_keys: Sequence[bytes]) -> int | None:
    """The one seat that has one of these table keys; None for none or several."""
    header = Playback(data).replica.header
    seats = [seat for seat, keys in enumerate(header.seats) if keys.x25519 in table_keys]
    return seats[0] if len(seats) == 1 else None


def _true_steps(playback: Playback) -> Iterator[Step]:
    """The steps up to what is unreadable or false, which is for the audit to tell."""
    try:
        yield from playback
    except (Unreadable, BrokenPromise):
        return


def _outcome(replica: Replica) -> Outcome:
    if replica.state.over:
        return Outcome.OVER
    return Outcome.OPEN if replica.stopped is None else Outcome.STOPPED


def _order(replica: Replica) -> tuple[int, ...]:
    """The tile of every position once the dealer's secret is open and true; else none."""
    if replica.opened is None or replica.broken or not replica.bag.leaves:
        return ()
    return replica.bag.derive(replica.bag.secret).order


def _move(step: Step, turn: int, mover: int, events: tuple[Event, ...], table: Table) -> Move:
    statement = step.entry.statement
    return Move(step.entry.seq, turn, mover, events, step.body, statement.author, table)


_Piece = tuple[int, int, tuple[Event, ...], Step, State]


def _pieces(step: Step, replica: Replica) -> Iterator[_Piece]:
    """A step cut where a turn or the final count begins, each part with the state after it."""
    state = replica.state.copy()
    parts: list[list[Event]] = [[]]
    for event in step.events:
        if isinstance(event, TurnBegan | CountBegan):
            parts.append([])
        parts[-1].append(event)
    begun = [part[0] for part in parts if part and isinstance(part[0], TurnBegan)]
    turn = state.turn - len(begun)
    mover = state.mover if not begun else (begun[0].seat - 1) % state.seats if turn else -1
    for part in parts:
        if part and isinstance(part[0], TurnBegan):
            turn, mover = part[0].turn, part[0].seat
        told = tuple(one for one in part if not isinstance(one, TurnBegan | PositionsGiven))
        if told or (isinstance(step.body, _NEWS) and part is parts[0]):
            counted = any(isinstance(event, CountBegan) for event in told)
            yield turn, mover, told, step, state if counted else _before_count(state, step.events)


def _before_count(state: State, events: Sequence[Event]) -> State:
    """The state as it was before its last step counted the game; itself where that did not."""
    at = next((at for at, event in enumerate(events) if isinstance(event, CountBegan)), len(events))
    paid = [event for event in events[at:] if isinstance(event, BonusPaid | StockSold)]
    if not paid:
        return state
    before = state.copy()
    for event in paid:
        before.cash = [had - got for had, got in zip(before.cash, event.paid, strict=True)]
        if isinstance(event, StockSold):
            before.shares[event.chain :: len(before.bank)] = event.holdings
            before.bank[event.chain] -= sum(event.holdings)
    return before


def _table(state: State, tells: Sequence[bool], order: Sequence[int]) -> Table:
    seats, chains = range(state.seats), range(len(state.bank))
    worth = net_worth(state)
    return Table(
        board=tuple(state.board[:-1]),
        last_tile=state.last_tile,
        sizes=tuple(state.sizes),
        prices=tuple(state.prices),
        bank=tuple(state.bank),
        cash=tuple(state.cash[seat] if tells[seat] else None for seat in seats),
        shares=tuple(
            tuple(state.holdings(chain)[seat] for chain in chains) if tells[seat] else None
            for seat in seats
        ),
        worth=tuple(worth[seat] if tells[seat] else None for seat in seats),
        hands=tuple(
            tuple(sorted(order[position] for position in state.hands[seat])) if order else ()
            for seat in seats
        ),
    )


def _turns(moves: Sequence[Move]) -> Iterator[Turn]:
    """The last table of each turn; one in which nobody could do anything leaves it as it was.

    None before the start tiles are laid.
    """
    before: Turn | None = None
    played = dropwhile(lambda move: not move.events, moves)
    for number, group in groupby(played, key=lambda move: move.turn):
        within = list(group)
        while before is not None and before.number + 1 < number:
            before = replace(before, number=before.number + 1)
            yield before
        uncounted = [move for move in within if not move.counts] or within
        before = Turn(number, uncounted[-1].table, within[-1].table.worth)
        yield before
