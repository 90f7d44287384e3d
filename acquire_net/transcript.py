"""A game written out as neutral JSON, `acquire-transcript/1`, for other programs to replay.

Every turn has its step for placing and its step for buying, also where the ledger had nothing to
ask; what a player would see is written after each. Tiles that only their holders saw are in it, so
a game can be written out once the dealer's secret is open.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from acquire_net.acting import from_wire
from acquire_net.audit import Playback, Step
from acquire_net.errors import Refused
from acquire_net.language import _
from acquire_net.ledger import bodies
from acquire_net.ledger.canonical import Json
from acquire_net.replica import Replica
from acquire_net.rules import actions
from acquire_net.rules.actions import Action
from acquire_net.rules.board import BITS, CHAINS, EMPTY
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import (
    BonusPaid,
    CountBegan,
    DeadTilesSetAside,
    Event,
    PositionsGiven,
)
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from acquire_net.rules.task import Task, Toss
from acquire_net.rules.worth import net_worth

FORMAT: Final = "acquire-transcript/1"

Fields: TypeAlias = dict[str, Json]
"""A JSON object."""

_NAMES: Final = tuple(chain.name for chain in CLASSIC.chains)
"""How every edition's chains are written: by their twins, at the same place of the same tier."""

_QUESTIONS: Final[dict[type[Task], str]] = {
    Place: "play",
    Found: "found",
    Survive: "survivor",
    Vanish: "next_defunct",
    DisposeShares: "dispose",
    BuyShares: "buy",
}


@dataclass(frozen=True, slots=True)
class _Deed:
    """An action, with the turn it was taken in."""

    turn: int
    action: Action


def transcript(data: bytes) -> Fields:
    """The transcript of a ledger file: a whole game, or one that was stopped as far as it went.

    Raises Refused, in a sentence, while the tiles are not open, and for rules that a transcript
    cannot say; Unreadable and BrokenPromise as `audit.Playback` does.
    """
    playback = Playback(data)
    replica = playback.replica
    _check_rules(replica.rulebook)
    deeds: list[_Deed] = []
    tosses: list[int] = []
    turn = 0
    for step in playback:
        deeds += _deeds(step, turn)
        tosses += _tosses(step.events)
        turn = replica.state.turn
    if not replica.bag.secret:
        text = _("The host has not opened its secret: the tiles are unknown.")
        raise Refused("TILES_CLOSED", text)
    if not replica.bag.leaves:
        text = _("Nothing can be written out: no tile was ever drawn.")
        raise Refused("NOT_STARTED", text)
    return _Scribe(replica, deeds, tosses).write()


def _deeds(step: Step, turn: int) -> Iterable[_Deed]:
    body = step.body
    return [_Deed(turn, from_wire(body))] if isinstance(body, bodies.Act) else ()


def _tosses(events: Iterable[Event]) -> Iterable[int]:
    """The tiles that drew the bank's holdings."""
    return [event.bank[1] for event in events if isinstance(event, BonusPaid) and event.bank]


def _check_rules(rulebook: Rulebook) -> None:
    """Raises Refused for rules that differ from the classic ones in more than the switches."""
    said = replace(
        CLASSIC,
        hand_size=rulebook.hand_size,
        start_order=rulebook.start_order,
        dead_tiles=rulebook.dead_tiles,
        bonus_timing=rulebook.bonus_timing,
        stalemate_end=rulebook.stalemate_end,
        two_player_bank=rulebook.two_player_bank,
        disclosure=rulebook.disclosure,
        ask_always=rulebook.ask_always,
    )
    tiers = [chain.tier for chain in rulebook.chains]
    same_chains = tiers == [chain.tier for chain in CLASSIC.chains]
    if not same_chains or replace(rulebook, preset=said.preset, chains=said.chains) != said:
        raise Refused("RULES_UNKNOWN", _("A transcript cannot say the rules of this game."))


class _Scribe:
    """Plays a game again with every question asked, the tiles known, and writes it down."""

    def __init__(self, replica: Replica, deeds: Iterable[_Deed], tosses: Iterable[int]) -> None:
        self.replica = replica
        self.grid = replica.rulebook.grid
        self.order = replica.bag.derive(replica.bag.secret).order
        """The true tile of every position."""
        self.deeds = deque(deeds)
        self.tosses = deque(tosses)
        self.state = new_game(replace(replica.rulebook, ask_always=True), replica.seats)
        self.state.listener = self.hear
        self.before_count: State | None = None
        """The table as it lay when the final count began."""
        self.drawn: list[int] = []
        self.laid_out: list[int] = []
        self.bank: list[int] = []
        """What the coin drew in the step at hand, like the two before."""

    def write(self) -> Fields:
        """The whole transcript."""
        state, seats = self.state, range(self.replica.seats)
        racks = [self._rack(Seat(seat)) for seat in seats]
        starts = self.order[: self.replica.seats]
        state.deliver(starts)
        text: Fields = {
            "format": FORMAT,
            "id": f"game-{self.replica.header.table_id.hex()[:12]}",
            "players": [self.replica.names[seat] for seat in seats],
            "first": state.mover,
            "ruleset": self._ruleset(),
            "setup": {"position_tiles": self._tiles(starts), "racks": racks},
            "start_expect": self._seen(),
        }
        steps: list[Fields] = []
        drawn: list[int] = []
        while (action := self._answer()) is not None:
            if (step := self._step(state.asking[0], action)) is None:
                break
            steps.append(step)
            drawn += self.bank
        if drawn:
            text["bank_draws"] = self._tiles(drawn)
        return text | {"steps": steps}

    def _ruleset(self) -> Fields:
        """The switches, without `start_order`: `first` says who starts."""
        rulebook = self.replica.rulebook
        return {
            "hand_size": rulebook.hand_size,
            "dead_tiles": "explicit",
            "bonus_timing": rulebook.bonus_timing,
            "stalemate_end": rulebook.stalemate_end,
            "two_player_bank": rulebook.two_player_bank and self.replica.seats == 2,
        }

    # -- playing ---------------------------------------------------------------------------

    def _answer(self) -> Action | None:
        """What the seat that is asked now did; None when the game is over or was stopped here.

        Where the ledger did not ask, it places and buys nothing.
        """
        state, task = self.state, self.state.task
        if task is None:
            return None
        if self.deeds:
            turn, action = self.deeds[0].turn, self.deeds[0].action
            if turn == state.turn and _fits(task, action):
                return self.deeds.popleft().action
        else:
            last = self.replica.state
            if last.turn == state.turn and type(last.task) is type(task):
                return None
        return actions.PassPlacing(()) if isinstance(task, Place) else actions.Buy(())

    def _step(self, seat: Seat, action: Action) -> Fields | None:
        """Carries an action out with all that follows; None if the game was stopped before that."""
        state = self.state
        self.drawn, self.laid_out, self.bank = [], [], []
        deed = self._deed(seat, action)
        state.act(seat, action)
        while (task := state.task) is not None:
            wanted = state.waits()
            if isinstance(wanted, Toss):
                if len(self.tosses) < wanted.count:
                    return None
                tiles = [self.tosses.popleft() for _ in range(wanted.count)]
                self.bank += tiles
                state.deliver(tiles)
            elif isinstance(task, Exchange):
                if not self.deeds:
                    return None
                state.act(task.seat, self.deeds.popleft().action)
            else:
                break
        if self.drawn:
            deed["draw"] = self._tiles(self.drawn)
        if self.laid_out:
            deed["discard"] = self._tiles(self.laid_out)
        return {"player": seat, "action": deed, "expect": self._seen()}

    def hear(self, event: Event) -> None:
        """Notes what happens by itself."""
        match event:
            case CountBegan():
                self.before_count = self.state.copy()
            case PositionsGiven(_, positions):
                self.drawn += [self.order[position] for position in positions]
            case DeadTilesSetAside(_, tiles):
                self.laid_out += tiles
            case _:
                pass

    # -- writing ---------------------------------------------------------------------------

    def _deed(self, seat: Seat, action: Action) -> Fields:
        match action:
            case actions.PlaceTile():
                return {"type": "play", "tile": self.grid.name(action.tile)}
            case actions.PassPlacing():
                return {"type": "no_play"}
            case actions.FoundChain():
                return {"type": "found", "chain": _NAMES[action.chain]}
            case actions.ChooseSurvivor():
                return {"type": "survivor", "chain": _NAMES[action.chain]}
            case actions.ChooseDefunct():
                return {"type": "next_defunct", "chain": _NAMES[action.chain]}
            case actions.Dispose():
                return self._disposal(seat, action)
            case actions.Buy():
                shares = {_NAMES[chain]: count for chain, count in action.shares}
                bought: Fields = {"type": "buy", "shares": shares}
                return bought | {"end": True} if action.end else bought
            case actions.ExchangeDead():
                raise AssertionError("an exchange is a part of the purchase before it")

    def _disposal(self, seat: Seat, action: actions.Dispose) -> Fields:
        task = self.state.task
        assert isinstance(task, DisposeShares)
        sell, trade = action.sell, action.trade
        keep = self.state.held(seat, task.chain) - sell - trade
        chain = _NAMES[task.chain]
        return {"type": "dispose", "chain": chain, "sell": sell, "trade": trade, "keep": keep}

    def _seen(self) -> Fields:
        """What a player sees; in the step that ends the game, as it was before the final count."""
        state = self.state
        table = self.before_count or state
        seats = [Seat(seat) for seat in range(state.seats)]
        seen: Fields = {
            "cash": list(table.cash),
            "net": list(net_worth(table)),
            "shares": [_shares(table, seat) for seat in seats],
            "bank": dict(zip(_NAMES, table.bank, strict=True)),
            "sizes": _by_chain(table, table.sizes),
            "prices": _by_chain(table, table.prices),
            "board": self._rows(table),
            "racks": [self._rack(seat) for seat in seats],
            "can_end": table.may_end(),
            "over": state.over,
        }
        if state.over:
            return seen | {"ended_by": state.ended_by, "final_cash": list(state.cash)}
        assert state.task is not None
        asked = _QUESTIONS[type(state.task)]
        return seen | {"next": {"player": state.asking[0], "type": asked}}

    def _rack(self, seat: Seat) -> Sequence[str]:
        return self._tiles(self.order[position] for position in self.state.hands[seat])

    def _tiles(self, tiles: Iterable[int]) -> Sequence[str]:
        return [self.grid.name(tile) for tile in tiles]

    def _rows(self, table: State) -> Sequence[str]:
        width = self.grid.columns
        text = "".join(map(_letter, table.board[: self.grid.size]))
        return [text[start : start + width] for start in range(0, len(text), width)]


def _fits(task: Task, action: Action) -> bool:
    """Whether the action answers the task, which the ledger may have passed over."""
    match task:
        case Place():
            return isinstance(action, actions.PlaceTile | actions.PassPlacing)
        case BuyShares():
            return isinstance(action, actions.Buy)
        case _:
            return True


def _letter(cell: int) -> str:
    """A square as a transcript draws it: empty, loose, or the first letter of its chain."""
    if cell == EMPTY:
        return "."
    return _NAMES[BITS[cell & CHAINS][0]][0] if cell & CHAINS else "o"


def _shares(table: State, seat: Seat) -> Fields:
    held = {name: table.held(seat, chain) for chain, name in enumerate(_NAMES)}
    return {name: count for name, count in held.items() if count}


def _by_chain(table: State, numbers: Sequence[int]) -> Fields:
    """A number for every chain on the board, and for those that a merger is dissolving."""
    return {_NAMES[chain]: numbers[chain] for chain in BITS[table.active | table.vanishing]}
