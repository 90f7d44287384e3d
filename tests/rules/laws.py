"""What is true of every game at every moment, each law recounted from the board and the events."""

from dataclasses import dataclass, field
from random import Random

from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import Action
from acquire_net.rules.board import BITS, LOOSE, playables
from acquire_net.rules.events import (
    BonusPaid,
    ChainsMerged,
    DeadTilesSetAside,
    Event,
    SharesBought,
    SharesDisposed,
    StartTileLaid,
    StockSold,
    TilePlaced,
)
from acquire_net.rules.merging import Survive
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.state import FREE, GONE, State
from tests.games import Moment
from tests.rules.universe import attempts


@dataclass
class Books:
    """What the events told: everybody's money, and where the tiles went."""

    rulebook: Rulebook
    seats: int
    cash: list[int] = field(default_factory=list)
    start: set[int] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)
    aside: set[int] = field(default_factory=set)
    vanishing: dict[int, int] = field(default_factory=dict)
    """The chains that vanished last, with their sizes then."""

    def __post_init__(self) -> None:
        self.cash = [self.rulebook.start_cash] * self.seats

    def hear(self, event: Event) -> None:
        """Money enters by a bonus or a sale and leaves by a purchase; nothing else moves it."""
        match event:
            case BonusPaid(paid=paid) | StockSold(paid=paid):
                self.cash = [had + got for had, got in zip(self.cash, paid, strict=True)]
            case SharesDisposed(seat=seat, sold=sold, price=price):
                self.cash[seat] += sold * price
            case SharesBought(seat=seat, cost=cost):
                self.cash[seat] -= cost
            case StartTileLaid(tile=tile):
                self.start.add(tile)
            case TilePlaced(tile=tile):
                self.placed.add(tile)
            case DeadTilesSetAside(tiles=tiles):
                self.aside.update(tiles)
            case ChainsMerged(vanishing=vanishing):
                self.vanishing = dict(vanishing)
            case _:
                pass


def shares_are_all_there(state: State) -> None:
    """The bank and the seats hold every share of every chain, none of them less than nothing."""
    assert min(state.bank) >= 0
    assert min(state.shares) >= 0
    chains = len(state.bank)
    for chain, bank in enumerate(state.bank):
        assert bank + sum(state.shares[chain::chains]) == state.rulebook.shares


def money_is_accounted_for(state: State, books: Books) -> None:
    """Nobody owes, and everybody has what bonuses, sales and purchases come to."""
    assert min(state.cash) >= 0
    assert state.cash == books.cash


def tiles_are_accounted_for(moment: Moment, books: Books) -> None:
    """Every tile is in the bag, in one hand, on the board or out of the game."""
    state, order = moment.state, moment.order
    assert sorted(order) == list(range(state.rulebook.grid.size))
    bag = {order[p] for p in range(state.next_position, state.bag_size)}
    hands = [{order[p] for p in hand} for hand in state.hands]
    board = {tile for tile, cell in enumerate(state.board[:-1]) if cell}
    assert board == books.start | books.placed
    parts = [bag, board, books.aside, *hands]
    assert sum(map(len, parts)) == len(set().union(*parts)) == len(order)
    shown = {tile for position, tile in state.face_up.items() if order[position] == tile}
    assert len(shown) == len(state.face_up)
    assert {tile for tile in range(len(order)) if state.known[tile]} == board | books.aside | shown
    for position, holder in enumerate(state.holder):
        where = hands[holder] if holder < state.seats else {FREE: bag, GONE: board | books.aside}
        assert order[position] in (where if isinstance(where, set) else where[holder])
    for seat, hand in enumerate(state.hands):
        assert len(hand) <= state.rulebook.hand_size, seat
        assert list(hand) == sorted(hand), seat


def chains_lie_apart(state: State, books: Books) -> None:
    """A chain is connected; chains touch neither each other nor a loose tile, nor loose tiles."""
    board, neighbours = state.board, state.rulebook.grid.neighbours
    placing = state.last_tile if not isinstance(state.task, Place) else -1
    seen: dict[int, set[int]] = {}
    for tile, cell in enumerate(board[:-1]):
        if not cell:
            continue
        for beside in neighbours[tile]:
            other = board[beside]
            if other == LOOSE == cell:
                assert {tile, beside} <= books.start or placing in state.loose_cluster(tile)
            elif other and other != cell:
                assert isinstance(state.task, Survive)
                assert placing in state.loose_cluster(tile if cell == LOOSE else beside)
        if cell != LOOSE:
            seen.setdefault(cell, set()).add(tile)
    for cell, tiles in seen.items():
        todo = [min(tiles)]
        reached = set(todo)
        while todo:
            fresh = {t for t in neighbours[todo.pop()] if board[t] == cell} - reached
            reached |= fresh
            todo += fresh
        assert reached == tiles
        assert len(tiles) > 1


def numbers_match_a_recount(state: State, books: Books) -> None:
    """Sizes, prices, safety, the end and the dead tiles are what the board says."""
    rulebook, board = state.rulebook, state.board
    count = [sum(1 for cell in board if cell == 1 << chain) for chain in range(len(state.bank))]
    assert state.active == sum(1 << chain for chain, size in enumerate(count) if size)
    assert not state.active & state.vanishing
    for chain in BITS[state.vanishing]:
        count[chain] = books.vanishing[chain]
    assert state.sizes == count
    assert state.prices == [rulebook.price[chain][size] for chain, size in enumerate(count)]
    safe = {chain for chain in BITS[state.active] if count[chain] >= rulebook.safe_size}
    assert set(BITS[state.safe]) == safe
    assert state.big == any(size >= rulebook.end_size for size in count)
    assert state.playable == playables(state.safe, state.active == rulebook.all_chains)
    dead = set()
    for tile, around in enumerate(rulebook.grid.neighbours):
        beside = {chain for cell in around for chain in BITS[board[cell] & 127]}
        if not board[tile] and tile not in books.aside and len(beside & safe) > 1:
            dead.add(tile)
    assert state.dead == dead


def options_are_all_and_only_what_is_accepted(moment: Moment, rng: Random) -> None:
    """Whoever is asked has an option; each is accepted, all else refused, the state untouched."""
    state, seat = moment.state, moment.seat
    before = state.copy()
    listed = set(moment.options)
    assert listed
    assert len(listed) == len(moment.options)
    for action in listed:
        state.check(seat, action)
    refused = None
    for action in attempts(moment, rng):
        if action in listed:
            continue
        try:
            state.check(seat, action)
        except IllegalAction:
            refused = action
        else:
            raise AssertionError(f"{action} is accepted, but not listed")
    assert refused is not None
    for other in range(state.seats + 1):
        if other in state.asking:
            continue
        assert not state.options(Seat(other), moment.hand)
        refuses(state, Seat(other), moment.choice)
    refuses(state, seat, refused)
    assert state == before


def refuses(state: State, seat: Seat, action: Action) -> None:
    """The state refuses to carry an action out."""
    try:
        state.act(seat, action)
    except IllegalAction:
        return
    raise AssertionError(f"seat {seat} may do {action}")


def a_copy_goes_its_own_way(moment: Moment) -> None:
    """A copy equals its original, and neither notices what becomes of the other."""
    state = moment.state
    first, second = state.copy(), state.copy()
    assert first == state
    for name in State.__slots__:
        value = getattr(state, name)
        assert getattr(first, name) is not value or not isinstance(value, list | dict | bytearray)
    first.act(moment.seat, moment.choice)
    assert first != state
    assert second == state
    second.carry_out(moment.seat, moment.choice)
    assert second == first
