"""Replays a neutral transcript (`acquire-transcript/1`) on the engine and checks what it expects.

A transcript is plain JSON: who sat where, what lay on the board, the order of the bag or the tiles
each seat drew, what was done, and what a player would have seen afterwards. Nothing in it is
ignored: a field that is not named below makes the replay fail.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, NotRequired, TypedDict

from acquire_net.errors import IllegalAction, Unreadable
from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    ExchangeDead,
    FoundChain,
    PassPlacing,
    PlaceTile,
)
from acquire_net.rules.board import BITS, LOOSE
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import CountBegan, DeadTilesSetAside, Event, PositionsGiven
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.paying import PayBonuses
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.starting import Position, from_position
from acquire_net.rules.state import State
from acquire_net.rules.task import Task, Toss
from acquire_net.rules.worth import net_worth

FORMAT: Final = "acquire-transcript/1"

BankDraws = list[str] | dict[str, str]
"""The tiles that draw the bank's holdings: in drawing order, or one per chain."""


class Ruleset(TypedDict, total=False):
    """The switches; one that is absent is off."""

    hand_size: int
    start_tiles: bool
    start_order: Literal["number_first", "letter_first"]
    dead_tiles: Literal["end_once_after_draw", "end_repeat_after_draw", "explicit"]
    bonus_timing: Literal["per_chain", "all_first"]
    stalemate_end: bool
    two_player_bank: bool
    bank_draws: BankDraws


class Setup(TypedDict, total=False):
    """What lies where before the first step."""

    position_tiles: list[str]
    chains: dict[str, list[str]]
    loose: list[str]
    cash: list[int]
    shares: list[dict[str, int]]
    racks: list[list[str]]
    stage: Literal["play", "buy"]
    bank_draws: BankDraws


class Deed(TypedDict, total=False):
    """An action; which fields it has depends on its type: see `DEEDS`."""

    type: str
    tile: str
    chain: str
    sell: int
    trade: int
    keep: int
    shares: dict[str, int]
    end: bool
    draw: list[str]
    discard: list[str]
    bank_draws: BankDraws


class Next(TypedDict, total=False):
    """Who is asked what."""

    player: int
    type: str


class Expect(TypedDict, total=False):
    """What a player would see; see `Replay.seen`."""

    cash: list[int]
    net: list[int]
    shares: list[dict[str, int]]
    bank: dict[str, int]
    sizes: dict[str, int]
    prices: dict[str, int]
    board: list[str]
    racks: list[list[str]]
    owners: dict[str, str | None]
    status: dict[str, str]
    can_end: bool
    next: Next | None
    over: bool
    ended_by: str | None
    final_cash: list[int]


class Step(TypedDict):
    """One action of one player."""

    player: int
    action: Deed
    expect: NotRequired[Expect]
    illegal: NotRequired[str]
    auto: NotRequired[bool]
    bank_draws: NotRequired[BankDraws]
    src: NotRequired[object]
    source_says: NotRequired[object]
    note: NotRequired[object]
    notes: NotRequired[object]


class Transcript(TypedDict):
    """One game or one position."""

    format: str
    players: list[str]
    ruleset: Ruleset
    steps: list[Step]
    id: NotRequired[str]
    first: NotRequired[int]
    tile_order: NotRequired[list[str]]
    setup: NotRequired[Setup]
    start_expect: NotRequired[Expect]
    bank_draws: NotRequired[BankDraws]
    title: NotRequired[object]
    source: NotRequired[object]
    src: NotRequired[object]
    seen_in: NotRequired[object]
    wrong_result_seen: NotRequired[object]
    source_says: NotRequired[object]
    note: NotRequired[object]
    notes: NotRequired[object]


DEEDS: Final[Mapping[str, frozenset[str]]] = {
    "play": frozenset({"tile"}),
    "no_play": frozenset(),
    "found": frozenset({"chain"}),
    "survivor": frozenset({"chain"}),
    "next_defunct": frozenset({"chain"}),
    "dispose": frozenset({"chain", "sell", "trade", "keep"}),
    "buy": frozenset({"shares", "end", "draw", "discard"}),
}
"""The fields of each type of action, besides `type` and `bank_draws`."""

NEXT: Final[Mapping[type[Task], str]] = {
    Place: "play",
    Found: "found",
    Survive: "survivor",
    Vanish: "next_defunct",
    DisposeShares: "dispose",
    BuyShares: "buy",
}

DEAD_TILES: Final[Mapping[str | None, Literal["once", "until_none"]]] = {
    "end_once_after_draw": "once",
    "end_repeat_after_draw": "until_none",
    "explicit": "until_none",
    None: "once",
}
"""A transcript's word for the exchange of dead tiles, as the rulebook's option."""


class Mismatch(AssertionError):
    """The engine and the transcript disagree."""


def check_fields(transcript: Transcript) -> None:
    """Raises Unreadable for another format, and for every field this module does not know."""
    _known(transcript, Transcript.__annotations__, "transcript")
    if transcript.get("format") != FORMAT:
        raise Unreadable(f"not a transcript: its format is {transcript.get('format')!r}")
    _known(transcript["ruleset"], Ruleset.__annotations__, "ruleset")
    _known(transcript.get("setup", {}), Setup.__annotations__, "setup")
    _known(transcript.get("start_expect", {}), Expect.__annotations__, "start_expect")
    for number, step in enumerate(transcript["steps"]):
        _known(step, Step.__annotations__, f"step {number}")
        _known(step.get("expect", {}), Expect.__annotations__, f"expect of step {number}")
        kind = step["action"].get("type", "")
        if kind not in DEEDS:
            raise Unreadable(f"step {number} has an action of unknown type {kind!r}")
        _known(step["action"], DEEDS[kind] | {"type", "bank_draws"}, f"action of step {number}")


def _known(part: Mapping[str, object], fields: Iterable[str], where: str) -> None:
    unknown = sorted(set(part) - set(fields))
    if unknown:
        raise Unreadable(f"unknown field in {where}: {', '.join(unknown)}")


def replay(transcript: Transcript) -> State:
    """Carries out every step and checks every expectation; the state after the last step.

    Raises Unreadable for an unknown field or a step nobody could take, IllegalAction for a step
    that the rules refuse, and Mismatch where the two disagree; a note names the step.
    """
    check_fields(transcript)
    game = Replay(transcript)
    game.expect(transcript.get("start_expect", {}), "at the start")
    for number, step in enumerate(transcript["steps"]):
        try:
            game.step(step)
        except (Mismatch, IllegalAction, Unreadable) as error:
            error.add_note(f"step {number}: player {step['player']}, {step['action']}")
            raise
    game.end()
    return game.state


class Replay:
    """A transcript's table: the state, the true order of the bag, and what is left to draw."""

    def __init__(self, transcript: Transcript) -> None:
        self.ruleset = ruleset = transcript["ruleset"]
        self.setup = transcript.get("setup", Setup())
        self.seats = len(transcript["players"])
        self.rulebook = _rulebook(ruleset)
        self.grid = self.rulebook.grid
        self.explicit = ruleset.get("dead_tiles") == "explicit"
        self.before_count: State | None = None
        """The table as it lay when the final count began."""
        self.drawn: list[int] = []
        """The tiles drawn in the step at hand."""
        self.laid_out: list[int] = []
        """The dead tiles laid out in the step at hand."""
        draws = transcript.get("bank_draws") or ruleset.get("bank_draws")
        self.bank_draws: BankDraws = draws or self.setup.get("bank_draws") or []
        self.bank_draws = self.bank_draws.copy()

        starts, racks, bag = self._tiles(transcript)
        self.order = [tile for rack in racks for tile in rack] + bag
        """The true tile of every position."""
        self.state = self._state(starts, [len(rack) for rack in racks], transcript.get("first"))
        self.state.listener = self.hear

    def _tiles(self, transcript: Transcript) -> tuple[list[int], list[list[int]], list[int]]:
        """The start tiles, the racks, and what may be drawn after them, in drawing order."""
        starts = self.tiles(self.setup.get("position_tiles", []))
        order = self.tiles(transcript.get("tile_order", []))
        if not starts and self.ruleset.get("start_tiles"):
            starts = order[: self.seats]
        if order[: len(starts)] == starts:
            order = order[len(starts) :]
        size = self.rulebook.hand_size
        if "racks" in self.setup:
            racks = [self.tiles(rack) for rack in self.setup["racks"]]
            dealt = [tile for rack in racks for tile in rack]
            bag = order[len(dealt) :] if order[: len(dealt)] == dealt else order
        else:
            racks = [order[size * seat : size * (seat + 1)] for seat in range(self.seats)]
            bag = order[size * self.seats :]
        if self.explicit and not order:
            bag = [
                tile
                for step in transcript["steps"]
                if not step.get("illegal")
                for tile in self.tiles(step["action"].get("draw", []))
            ]
        return starts, racks, bag

    def _state(self, starts: list[int], hands: list[int], first: int | None) -> State:
        setup, seats = self.setup, range(self.seats)
        chains = setup.get("chains", {})
        shares: list[dict[str, int]] = setup.get("shares") or [{}] * self.seats
        for name in (*chains, *(name for row in shares for name in row)):
            self.chain(name)
        names = [chain.name for chain in self.rulebook.chains]
        loose = starts + self.tiles(setup.get("loose", []))
        if first is None and len(starts) != self.seats:
            raise Unreadable("nothing says who is the first to play")
        if first is None:
            first = min(seats, key=lambda seat: self.rulebook.start_key(starts[seat]))
        position = Position(
            chains=tuple(tuple(self.tiles(chains.get(name, []))) for name in names),
            loose=tuple(loose),
            cash=tuple(setup.get("cash", [self.rulebook.start_cash] * self.seats)),
            shares=tuple(tuple(row.get(name, 0) for name in names) for row in shares),
            first=Seat(first),
        )
        placed = [tile for chain in position.chains for tile in chain] + loose
        if len({*placed, *self.order}) < len(placed) + len(self.order):
            raise Unreadable("a tile is in two places")
        state = from_position(self.rulebook, position, hands, len(self.order))
        if self.explicit:
            state.bag_size = state.next_position
        match setup.get("stage", "play"):
            case "buy":
                state.agenda.pop()
                state.advance()
            case "play":
                pass
            case stage:
                raise Unreadable(f"unknown stage {stage!r}")
        return state

    # -- names -----------------------------------------------------------------------------

    def tiles(self, names: Iterable[str]) -> list[int]:
        """The tiles of such names."""
        return [self.grid.tile(name) for name in names]

    def names(self, tiles: Iterable[int]) -> list[str]:
        """The tiles' names, sorted."""
        return sorted(self.grid.name(tile) for tile in tiles)

    def chain(self, name: str) -> int:
        """The chain of that name; raises Unreadable."""
        try:
            return self.rulebook.chain(name)
        except KeyError:
            raise Unreadable(f"{name!r} is no chain") from None

    def hand(self, seat: Seat) -> dict[int, int]:
        """What a seat holds: its positions and their tiles."""
        return {position: self.order[position] for position in self.state.hands[seat]}

    # -- steps -----------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """Carries out a step, or sees it refused, and checks what is expected after it."""
        seat, deed = Seat(step["player"]), step["action"]
        self.drawn, self.laid_out = [], []
        if step.get("illegal"):
            self.refuse(seat, deed)
        else:
            draws = deed.get("bank_draws") or step.get("bank_draws")
            whole_game, self.bank_draws = self.bank_draws, draws or self.bank_draws
            self.act(seat, deed)
            if draws:
                self.end()
                self.bank_draws = whole_game
        self.expect(step.get("expect", {}), "after the step")

    def refuse(self, seat: Seat, deed: Deed) -> None:
        """Sees an action refused, the state as it was."""
        before = self.state.copy()
        try:
            self.state.act(seat, self.read(seat, deed))
        except (IllegalAction, Unreadable):
            if self.state != before:
                raise Mismatch("a refused action changed the state") from None
        else:
            raise Mismatch("an illegal action was accepted")

    def act(self, seat: Seat, deed: Deed) -> None:
        """Carries out an action and everything that happens by itself after it."""
        state, action = self.state, self.read(seat, deed)
        state.check(seat, action)
        if action not in state.options(seat, self.hand(seat)):
            raise Mismatch(f"{action} is allowed, but not listed")
        if self.explicit and isinstance(action, Buy):
            draws = len(deed.get("draw", []))
            state.bag_size = min(state.next_position + draws, len(self.order))
        state.act(seat, action)
        self.go_on(deed.get("discard", []))
        if self.explicit or "draw" in deed:
            _same(sorted(deed.get("draw", [])), self.names(self.drawn), "drawn tiles")
        if self.explicit or "discard" in deed:
            _same(sorted(deed.get("discard", [])), self.names(self.laid_out), "tiles laid out")

    def go_on(self, discard: Iterable[str]) -> None:
        """Lays dead tiles out and draws the bank's holdings until a step of the transcript is due."""
        state, to_lay = self.state, self.tiles(discard)
        while task := state.task:
            wanted = state.waits()
            if isinstance(wanted, Toss):
                state.deliver(self.toss(task))
            elif isinstance(task, Exchange):
                state.act(task.seat, self.exchange(task.seat, to_lay))
            else:
                return

    def exchange(self, seat: Seat, discard: Sequence[int]) -> ExchangeDead:
        """The dead tiles to lay out: those listed, or all where nothing is listed."""
        ready: Iterable[int] = self.state.dead
        if self.explicit:
            ready = [tile for tile in discard if tile not in self.laid_out]
        elif "dead_tiles" not in self.ruleset:
            ready = ()
        return ExchangeDead(tuple((p, t) for p, t in self.hand(seat).items() if t in ready))

    def toss(self, task: Task) -> list[int]:
        """The tiles that draw the bank's holdings for the bonuses due.

        They are not held against the pool: a transcript's bag may be a part of the grid's tiles.
        """
        state, draws = self.state, self.bank_draws
        chains = task.chains if isinstance(task, PayBonuses) else BITS[state.active]
        held = [self.rulebook.chains[chain].name for chain in chains if any(state.holdings(chain))]
        try:
            if isinstance(draws, list):
                return self.tiles([draws.pop(0) for _ in held])
            return self.tiles([draws[name] for name in held])
        except (IndexError, KeyError):
            raise Unreadable(f"bank_draws has no tile for {', '.join(held)}") from None

    def end(self) -> None:
        """Fails where tiles were drawn for the bank that the rules did not ask for."""
        if isinstance(self.bank_draws, list) and self.bank_draws:
            raise Mismatch(f"bank_draws not asked for: {', '.join(self.bank_draws)}")

    def read(self, seat: Seat, deed: Deed) -> Action:
        """The engine's action; raises Unreadable for one that cannot even be said."""
        match deed["type"]:
            case "play":
                return self._place(seat, deed["tile"])
            case "no_play":
                return PassPlacing(tuple(self.hand(seat).items()))
            case "found":
                return FoundChain(self.chain(deed["chain"]))
            case "survivor":
                return ChooseSurvivor(self.chain(deed["chain"]))
            case "next_defunct":
                return ChooseDefunct(self.chain(deed["chain"]))
            case "dispose":
                return self._dispose(seat, deed)
            case "buy":
                wanted = [(self.chain(name), count) for name, count in deed["shares"].items()]
                shares = tuple(sorted((chain, count) for chain, count in wanted if count))
                return Buy(shares, deed.get("end", False))
            case kind:
                raise Unreadable(f"unknown action {kind!r}")

    def _place(self, seat: Seat, name: str) -> PlaceTile:
        tile = self.grid.tile(name)
        for position, held in self.hand(seat).items():
            if held == tile:
                return PlaceTile(position, tile)
        raise Unreadable(f"player {seat} does not hold {name}")

    def _dispose(self, seat: Seat, deed: Deed) -> Dispose:
        task = self.state.task
        if not isinstance(task, DisposeShares):
            raise Unreadable("no shares are to be disposed of")
        if "chain" in deed and self.chain(deed["chain"]) != task.chain:
            raise Unreadable(f"it is not {deed['chain']} that vanishes now")
        sell, trade, held = deed["sell"], deed["trade"], self.state.held(seat, task.chain)
        if deed.get("keep", held - sell - trade) != held - sell - trade:
            raise Unreadable(f"that does not add up to {held} shares")
        return Dispose(sell, trade)

    def hear(self, event: Event) -> None:
        """Notes what the transcript does not say but expects: draws, and the count's beginning."""
        match event:
            case CountBegan():
                self.before_count = self.state.copy()
            case PositionsGiven(_, positions):
                self.drawn += [self.order[position] for position in positions]
            case DeadTilesSetAside(_, tiles):
                self.laid_out += tiles
            case _:
                pass

    # -- expectations ----------------------------------------------------------------------

    def expect(self, expect: Expect, when: str) -> None:
        """Compares what a player would see with what the transcript expects."""
        for field, expected in expect.items():
            _same(_plain(field, expected), self.seen(field, expected), f"{field} {when}")

    def seen(self, field: str, asked: object) -> object:
        """What a player sees; `asked` has the tiles or chains that are asked for.

        In the step that ends the game everything is as it was before the final count.
        """
        table = self.before_count or self.state
        match field, asked:
            case "cash", _:
                return list(table.cash)
            case "net", _:
                return list(net_worth(table))
            case "shares", _:
                return [self._shares(table, Seat(seat)) for seat in range(self.seats)]
            case "bank", dict():
                return {name: table.bank[self.chain(name)] for name in asked}
            case "sizes", _:
                return self._by_chain(table, table.sizes)
            case "prices", _:
                return self._by_chain(table, table.prices)
            case "board", _:
                return self._rows(table)
            case "racks", _:
                return [self.names(self.order[held] for held in hand) for hand in table.hands]
            case _:
                return self._seen_more(table, field, asked)

    def _seen_more(self, table: State, field: str, asked: object) -> object:
        match field, asked:
            case "owners", dict():
                return {name: self._owner(table, self.grid.tile(name)) for name in asked}
            case "status", dict():
                return {name: table.fate(self.grid.tile(name)).value for name in asked}
            case "can_end", _:
                return table.may_end()
            case "next", _:
                return self._next()
            case "over", _:
                return self.state.over
            case "ended_by", _:
                return self.state.ended_by
            case "final_cash", _:
                return list(self.state.cash) if self.state.over else None
            case _:
                raise Unreadable(f"{field} cannot be expected to be {asked!r}")

    def _shares(self, table: State, seat: Seat) -> dict[str, int]:
        held = ((chain.name, table.held(seat, i)) for i, chain in enumerate(self.rulebook.chains))
        return {name: count for name, count in held if count}

    def _by_chain(self, table: State, numbers: Sequence[int]) -> dict[str, int]:
        shown = BITS[table.active | table.vanishing]
        return {self.rulebook.chains[chain].name: numbers[chain] for chain in shown}

    def _owner(self, table: State, tile: int) -> str | None:
        cell = table.board[tile]
        return None if cell in (0, LOOSE) else self.rulebook.chains[BITS[cell][0]].name

    def _rows(self, table: State) -> list[str]:
        def letter(cell: int) -> str:
            if cell in (0, LOOSE):
                return "o" if cell else "."
            return self.rulebook.chains[BITS[cell][0]].name[0]

        text = "".join(letter(cell) for cell in table.board[: self.grid.size])
        width = self.grid.columns
        return [text[start : start + width] for start in range(0, len(text), width)]

    def _next(self) -> dict[str, object] | None:
        task = self.state.task
        if task is None:
            return None
        (seat,) = self.state.asking
        return {"player": seat, "type": NEXT[type(task)]}


def _rulebook(ruleset: Ruleset) -> Rulebook:
    return replace(
        CLASSIC,
        hand_size=ruleset.get("hand_size", CLASSIC.hand_size),
        start_order=ruleset.get("start_order", CLASSIC.start_order),
        dead_tiles=DEAD_TILES[ruleset.get("dead_tiles")],
        bonus_timing=ruleset.get("bonus_timing", CLASSIC.bonus_timing),
        stalemate_end=ruleset.get("stalemate_end", False),
        two_player_bank=ruleset.get("two_player_bank", False),
        ask_always=True,
    )


def _plain(field: str, expected: object) -> object:
    """An expected value in the form in which the engine's is compared: no zeros, racks sorted."""
    match field, expected:
        case (("sizes" | "prices"), dict()):
            return {name: number for name, number in expected.items() if number}
        case "shares", list():
            return [{name: count for name, count in row.items() if count} for row in expected]
        case "racks", list():
            return [sorted(rack) for rack in expected]
        case _:
            return expected


def _same(expected: object, seen: object, what: str) -> None:
    if expected != seen:
        raise Mismatch(f"{what}: expected {expected}, the engine has {seen}")
