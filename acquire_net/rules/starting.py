"""How a game starts: from an empty board with start tiles, or from a given position."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.rules.board import LOOSE
from acquire_net.rules.editions import BONUS_RULES, TURNS
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS, Rulebook, Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Lay, Task


@dataclass(frozen=True, slots=True)
class StartTiles(Task):
    """Waits for one start tile per seat, position i for seat i; the best of them starts."""

    def waits(self, state: State) -> Lay:
        """The start tiles."""
        return Lay(tuple(range(state.seats)))

    def deliver(self, state: State, tiles: Sequence[int]) -> None:
        """Lays the tiles and begins the first turn (RULES 2)."""
        for seat, tile in enumerate(tiles):
            state.lay_start_tile(Seat(seat), seat, tile)
        first = min(range(state.seats), key=lambda seat: state.rulebook.start_key(tiles[seat]))
        state.begin_turn(Seat(first))


def new_game(rulebook: Rulebook, seats: int, bag_size: int | None = None) -> State:
    """A new game that waits for its start tiles, every seat holding its first hand.

    Positions 0 to seats - 1 are the start tiles; then seat 0 has the next `hand_size`, and so on.
    The bag holds every tile of the grid unless `bag_size` says otherwise. Raises ValueError
    outside 2 to 6 seats.
    """
    state = _empty(rulebook, seats, rulebook.grid.size if bag_size is None else bag_size)
    state.next_position = seats
    _deal(state, [rulebook.hand_size] * seats)
    state.push(StartTiles())
    return state


@dataclass(frozen=True, slots=True)
class Position:
    """A position to play from: what lies on the board, who owns what, who is to move.

    `chains` has the tiles of each chain, in chain order; `shares` a row per seat.
    """

    chains: tuple[tuple[int, ...], ...]
    loose: tuple[int, ...]
    cash: tuple[int, ...]
    shares: tuple[tuple[int, ...], ...]
    first: Seat


def from_position(
    rulebook: Rulebook,
    position: Position,
    hands: Sequence[int] | None = None,
    bag_size: int | None = None,
) -> State:
    """A game that goes on from a position, with the first seat's turn begun.

    The bag holds the tiles that are not on the board, in positions from 0; each seat is dealt
    `hand_size` of them unless `hands` says how many. Raises ValueError for a position that no
    game could reach: tiles twice, too many shares, a chain of one tile, a wrong number of seats.
    """
    seats = len(position.cash)
    _check(rulebook, position, seats)
    laid = [tile for chain in position.chains for tile in chain] + list(position.loose)
    size = rulebook.grid.size - len(laid) if bag_size is None else bag_size
    state = _empty(rulebook, seats, size)
    for tile in laid:
        state.known[tile] = 1
    for tile in position.loose:
        state.board[tile] = LOOSE
    state.cash = list(position.cash)
    state.shares = [count for row in position.shares for count in row]
    state.bank = [rulebook.shares - sum(state.holdings(c)) for c in range(len(rulebook.chains))]
    for chain, tiles in enumerate(position.chains):
        if tiles:
            state.set_chain(chain, tiles)
    _deal(state, [rulebook.hand_size] * seats if hands is None else hands)
    state.begin_turn(position.first)
    state.advance()
    return state


def _empty(rulebook: Rulebook, seats: int, bag_size: int) -> State:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"Acquire is for {MIN_SEATS} to {MAX_SEATS} players, not {seats}.")
    if not 0 <= bag_size <= rulebook.grid.size:
        raise ValueError("the bag holds more tiles than the grid has")
    turn, bonus = TURNS[rulebook.turn], BONUS_RULES[rulebook.bonus]
    return State(rulebook, seats, bag_size, turn, bonus)


def _deal(state: State, hands: Sequence[int]) -> None:
    for seat, count in enumerate(hands):
        state.give(Seat(seat), count)


def _check(rulebook: Rulebook, position: Position, seats: int) -> None:
    chains = len(rulebook.chains)
    laid = [tile for chain in position.chains for tile in chain] + list(position.loose)
    sold = [sum(row[chain] for row in position.shares) for chain in range(chains)]
    if (
        len(position.chains) != chains
        or len(set(laid)) != len(laid)
        or not all(0 <= tile < rulebook.grid.size for tile in laid)
        or any(len(tiles) == 1 for tiles in position.chains)
        or len(position.shares) != seats
        or any(len(row) != chains or min(row) < 0 for row in position.shares)
        or max(sold) > rulebook.shares
        or min(position.cash, default=-1) < 0
        or not 0 <= position.first < seats
    ):
        raise ValueError("no game could reach that position")
