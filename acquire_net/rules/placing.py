"""The first step of a turn: placing a tile, or showing a hand that holds no playable one."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_net.errors import IllegalAction
from acquire_net.language import _
from acquire_net.rules.actions import Action, PassPlacing, PlaceTile, place
from acquire_net.rules.board import BITS, CHAINS, COUNT, Fate
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import Survive
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand, Task, wrong_task


@dataclass(frozen=True, slots=True)
class Place(Task):
    """Asks for a tile; silent for an empty hand (RULES 3)."""

    seat: Seat

    def asks(self, state: State) -> tuple[Seat, ...]:
        """The mover, unless his hand is empty; without a stalemate end he is always asked."""
        rulebook = state.rulebook
        if state.hands[self.seat] or rulebook.ask_always or not rulebook.stalemate_end:
            return (self.seat,)
        return ()

    def options(self, state: State, seat: Seat, hand: Hand) -> Sequence[Action]:
        """The playable tiles, or showing the hand when there are none."""
        board, neighbours, playable = state.board, state.neighbours, state.playable
        options: list[Action] = [
            place(position, tile)
            for position, tile in hand.items()
            for a, b, c, d in (neighbours[tile],)
            if playable[board[a] | board[b] | board[c] | board[d]]
        ]
        return options or (PassPlacing(tuple(sorted(hand.items()))),)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Accepts a held, playable tile; a pass only with the whole hand, none of it playable."""
        if action.__class__ is PlaceTile:
            position, tile = action.position, action.tile
            held = position in state.hands[seat] and 0 <= tile < len(state.known)
            if not held or position in state.face_up or state.known[tile]:
                state.check_shown(seat, ((position, tile),))
            if not state.playable[state.around(tile)]:
                raise _unplayable(state, tile)
        elif isinstance(action, PassPlacing):
            self._check_pass(state, seat, action)
        else:
            raise wrong_task()

    def _check_pass(self, state: State, seat: Seat, action: PassPlacing) -> None:
        state.check_shown(seat, action.shown)
        if tuple(position for position, _ in action.shown) != tuple(sorted(state.hands[seat])):
            raise IllegalAction("HAND_NOT_SHOWN", _("Whoever places nothing shows the whole hand."))
        for _position, tile in action.shown:
            if state.fate(tile).playable:
                must = _("You must place a tile: {tile} is playable.")
                name = state.rulebook.grid.name(tile)
                raise IllegalAction("TILE_PLAYABLE", must.format(tile=name))

    def resolve(self, state: State, seat: Seat, action: Action) -> None:
        """Places the tile and does or asks what it causes."""
        if action.__class__ is not PlaceTile:
            assert isinstance(action, PassPlacing)
            state.show_hand(seat, action.shown)
            return
        tile = action.tile
        around = state.around(tile)
        chains = around & CHAINS
        state.place(seat, action.position, tile)
        if not chains:
            if around:
                state.push(Found(seat, tile))
        elif COUNT[chains] == 1:
            state.grow(seat, BITS[chains][0], tile)
        else:
            state.push(Survive(seat, tile, chains))


def _unplayable(state: State, tile: int) -> IllegalAction:
    name = state.rulebook.grid.name(tile)
    if state.fate(tile) is Fate.DEAD:
        dead = _("{tile} is dead: it would merge two safe chains.")
        return IllegalAction("TILE_DEAD", dead.format(tile=name))
    blocked = _("{tile} is blocked: it would found one chain too many.")
    return IllegalAction("TILE_BLOCKED", blocked.format(tile=name))
