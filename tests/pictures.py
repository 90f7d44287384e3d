"""Positions from pictures: spans of tiles or a drawing become a table to play at.

`table(hands=["3A", "9I"], luxor="1A-2A", loose="4A")` lays a board and deals; a hand's tiles are
true, so a test says `table.place("3A")` and looks at what a player would see.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

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
from acquire_net.rules.board import BITS, LOOSE, Fate, Grid
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import Event
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.starting import Position, from_position
from acquire_net.rules.state import State

PATIENT: Final = replace(CLASSIC, ask_always=True, stalemate_end=False)
"""The classic rules with every placement and purchase asked for: no turn, no end by itself."""


def spans(text: str, grid: Grid = CLASSIC.grid) -> list[int]:
    """The tiles of a text such as `1A-4A 7C`: single tiles, and spans between two corners."""
    tiles = []
    for span in text.split():
        first, last = (grid.tile(name) for name in (span.split("-") * 2)[:2])
        tiles += [
            row * grid.columns + column - 1
            for row in range(grid.row(first), grid.row(last) + 1)
            for column in range(grid.column(first), grid.column(last) + 1)
        ]
    return tiles


def drawn(drawing: str, rulebook: Rulebook = CLASSIC) -> dict[str, list[int]]:
    """The tiles of each chain, and of `loose`, in a drawing: a row of letters for a row.

    `.` is empty, `o` loose, any other letter the first of a chain's name; rows and columns that
    are left out are empty.
    """
    names = {chain.name[0]: chain.name for chain in rulebook.chains} | {"o": "loose"}
    tiles: dict[str, list[int]] = {}
    for row, line in enumerate(drawing.split()):
        for column, letter in enumerate(line):
            if letter != ".":
                tiles.setdefault(names[letter], []).append(row * rulebook.columns + column)
    return tiles


def drawing(state: State) -> list[str]:
    """What lies on the board, a row of letters for a row."""
    grid = state.rulebook.grid
    letters = "".join(
        ".o"[cell == LOOSE] if cell in (0, LOOSE) else state.rulebook.chains[BITS[cell][0]].name[0]
        for cell in state.board[: grid.size]
    )
    return [letters[start : start + grid.columns] for start in range(0, grid.size, grid.columns)]


def holdings(text: str, rulebook: Rulebook = CLASSIC) -> tuple[int, ...]:
    """Shares per chain of a text such as `Luxor 3, Tower 2`."""
    counts = {name: int(count) for name, count in (p.split() for p in text.split(",") if p.strip())}
    unknown = set(counts) - {chain.name for chain in rulebook.chains}
    assert not unknown, unknown
    return tuple(counts.get(chain.name, 0) for chain in rulebook.chains)


def position(
    picture: str = "",
    *,
    rulebook: Rulebook = CLASSIC,
    seats: int = 3,
    cash: Sequence[int] | int = 6000,
    shares: Mapping[int, str] | None = None,
    first: int = 0,
    **chains: str,
) -> Position:
    """A position from a drawing, spans by chain (`luxor="1A-4A"`, `loose="7C"`), or both.

    `shares` names the holdings by seat.
    """
    tiles = drawn(picture, rulebook)
    for name, text in chains.items():
        key = name if name == "loose" else name.capitalize()
        tiles.setdefault(key, []).extend(spans(text, rulebook.grid))
    loose = tuple(tiles.pop("loose", ()))
    rows = [holdings((shares or {}).get(seat, ""), rulebook) for seat in range(seats)]
    laid = tuple(tuple(tiles.pop(chain.name, ())) for chain in rulebook.chains)
    assert not tiles, f"no such chain: {', '.join(tiles)}"
    money = (cash,) * seats if isinstance(cash, int) else tuple(cash)
    return Position(laid, loose, money, tuple(rows), Seat(first))


@dataclass
class Table:
    """A state with the true tiles behind it, played in the words of a player."""

    state: State
    order: list[int]
    """The true tile of every position."""
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state.listener = self.events.append

    # -- acting ----------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """The seat that is asked."""
        (seat,) = self.state.asking
        return seat

    def act(self, action: Action, seat: int | None = None) -> None:
        """The asked seat's answer, or another seat's."""
        self.state.act(self.seat if seat is None else Seat(seat), action)

    def place(self, tile: str) -> None:
        """Places a tile of the hand."""
        self.act(self.placing(tile))

    def placing(self, tile: str) -> PlaceTile:
        """The action that places a tile, whoever holds it."""
        number = self.state.rulebook.grid.tile(tile)
        return PlaceTile(self.order.index(number), number)

    def place_nothing(self) -> None:
        """Shows the hand and places nothing."""
        self.act(PassPlacing(tuple(self.hand(self.seat).items())))

    def found(self, chain: str) -> None:
        """Names the chain to found."""
        self.act(FoundChain(self.chain(chain)))

    def survivor(self, chain: str) -> None:
        """Names the survivor."""
        self.act(ChooseSurvivor(self.chain(chain)))

    def settle(self, chain: str) -> None:
        """Names the vanishing chain to settle next."""
        self.act(ChooseDefunct(self.chain(chain)))

    def dispose(self, *, sell: int = 0, trade: int = 0) -> None:
        """Sells and trades shares of the vanishing chain."""
        self.act(Dispose(sell, trade))

    def buy(self, shares: str = "", *, end: bool = False) -> None:
        """Buys what a text such as `Luxor 2` says."""
        counts = holdings(shares, self.state.rulebook)
        self.act(Buy(tuple((i, count) for i, count in enumerate(counts) if count), end))

    def exchange(self, tiles: str = "") -> None:
        """Lays out dead tiles."""
        laid = spans(tiles, self.state.rulebook.grid)
        shown = sorted((self.order.index(tile), tile) for tile in laid)
        self.act(ExchangeDead(tuple(shown)))

    def toss(self, tiles: str) -> None:
        """Delivers tiles of the coin."""
        self.state.deliver(spans(tiles, self.state.rulebook.grid))

    # -- looking ---------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, str] | None:
        """Who is asked what: (seat, name of the task); None when nobody is."""
        task = self.state.task
        return (self.seat, type(task).__name__) if task and self.state.asking else None

    def hand(self, seat: int) -> dict[int, int]:
        """What a seat holds: its positions and their tiles."""
        return {held: self.order[held] for held in self.state.hands[seat]}

    def tiles(self, seat: int) -> str:
        """The tiles a seat holds, oldest first."""
        return self.names(self.hand(seat).values())

    def names(self, tiles: Iterable[int]) -> str:
        """The tiles' names."""
        return " ".join(map(self.state.rulebook.grid.name, tiles))

    def options(self) -> Sequence[Action]:
        """What the asked seat may answer."""
        return self.state.options(self.seat, self.hand(self.seat))

    def chain(self, name: str) -> int:
        """The chain of that name."""
        return self.state.rulebook.chain(name)

    def size(self, chain: str) -> int:
        """A chain's tiles."""
        return self.state.sizes[self.chain(chain)]

    def price(self, chain: str) -> int:
        """A chain's price in dollars."""
        return self.state.prices[self.chain(chain)]

    def held(self, seat: int, chain: str) -> int:
        """A seat's shares of a chain."""
        return self.state.held(Seat(seat), self.chain(chain))

    def bank(self, chain: str) -> int:
        """The bank's shares of a chain."""
        return self.state.bank[self.chain(chain)]

    def cash(self) -> list[int]:
        """Every seat's money."""
        return list(self.state.cash)

    def chains(self) -> set[str]:
        """The chains on the board, with those that are vanishing."""
        shown = self.state.active | self.state.vanishing
        return {chain.name for i, chain in enumerate(self.state.rulebook.chains) if shown >> i & 1}

    def owner(self, tile: str) -> str | None:
        """The chain that a tile belongs to; None when it is loose or not on the board."""
        cell = self.state.board[self.state.rulebook.grid.tile(tile)]
        return self.state.rulebook.chains[BITS[cell][0]].name if 0 < cell < LOOSE else None

    def fate(self, tile: str) -> Fate:
        """What a tile would do."""
        return self.state.fate(self.state.rulebook.grid.tile(tile))

    def dead(self) -> str:
        """The dead tiles that are still in the game, ascending."""
        return self.names(sorted(self.state.dead))


def table(
    picture: str = "",
    *,
    hands: Sequence[str] = ("", "", ""),
    bag: str = "",
    rulebook: Rulebook = PATIENT,
    cash: Sequence[int] | int = 6000,
    shares: Mapping[int, str] | None = None,
    first: int = 0,
    **chains: str,
) -> Table:
    """A table at a position: who holds which tiles, and what the bag will give, in this order.

    The rules are `PATIENT` unless others are given.
    """
    laid = position(
        picture,
        rulebook=rulebook,
        seats=len(hands),
        cash=cash,
        shares=shares,
        first=first,
        **chains,
    )
    racks = [spans(hand, rulebook.grid) for hand in hands]
    order = [tile for rack in racks for tile in rack] + spans(bag, rulebook.grid)
    on_board = [*laid.loose, *(tile for chain in laid.chains for tile in chain)]
    assert len({*order, *on_board}) == len(order) + len(on_board), "a tile is in two places"
    state = from_position(rulebook, laid, [len(rack) for rack in racks], len(order))
    return Table(state, order)
