"""Everything the screen shows of a game, as one frozen value; panels draw it and know no more.

What the disclosure of the rulebook hides is not in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.choosing.rows import Row, Rows
from acquire_client.tui.chronicle import Told
from acquire_client.tui.effects import Effect, brief
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.state import State
from acquire_net.rules.worth import net_worth

Panel = Literal["question", "log", "chat"]
"""What takes the arrow keys."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain's line of the price card; prices in dollars, 0 while it is not on the board."""

    letter: str
    name: str
    size: int
    safe: bool
    vanishing: bool
    price: int
    majority: int
    minority: int
    bank: int
    mine: int | None
    """The reader's own shares; None for an onlooker."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's line; None stands for what may not be told."""

    name: str
    me: bool
    bot: bool
    moving: bool
    """Whether it is his turn."""
    deciding: bool
    away: str
    """Since when he is away, a time of the day; empty while he is here."""
    cash: int | None
    shares: tuple[int | None, ...]
    worth: int | None
    """What the final count would give him now."""
    tiles: int


@dataclass(frozen=True, slots=True)
class HandTile:
    """A tile of the reader's hand, numbered from 1, with what it would do now."""

    number: int
    tile: int
    name: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class Status:
    """The line that says where one is, and who decides what."""

    table: str
    turn: int
    left: int
    """Tiles that nobody has drawn."""
    deciding: str
    """Who decides what; empty when nobody does."""
    mine: bool
    """Whether the reader decides."""
    since: str
    """A time of the day."""
    away: tuple[str, ...]
    connection: str
    check: str
    """The digits of the table check while they are not confirmed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what has been chosen so far."""

    title: str
    rows: tuple[Row, ...]
    cursor: int
    summary: str
    again: bool
    """Whether it takes one Enter more."""
    focus: int | None
    """The tile that the board marks; None where the choice is not about tiles."""
    over_hand: bool
    """Whether its rows are the tiles of the hand, in their order."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What the reader is looking at."""

    panel: Panel = "question"
    back: int = 0
    """How many lines of the log are scrolled back."""
    message: str = ""
    bad: bool = False
    """Whether the message says that something cannot be done."""
    mode: Mode = Mode.LOG
    """What the keys are for, which the bar tells."""


@dataclass(frozen=True, slots=True)
class View:
    """A game as one reader sees it at one moment."""

    rulebook: Rulebook
    board: tuple[int, ...]
    """A cell per tile, as the rules keep them."""
    own: Mapping[int, int]
    """The reader's tiles, with their numbers in the hand."""
    last: int
    """The tile placed last, or -1."""
    fresh: frozenset[int]
    """The tiles that the last one changed."""
    chains: tuple[Chain, ...]
    players: tuple[Player, ...]
    hand: tuple[HandTile, ...]
    log: Sequence[Told]
    news: int
    """How many sentences of the log are old: told before the reader decided last."""
    chat: Sequence[tuple[str, str]]
    """Who said what."""
    status: Status
    asked: Asked | None
    desk: Desk

    @property
    def focus(self) -> int | None:
        """The tile that the board marks, if there is one."""
        return self.asked.focus if self.asked else None


NOBODY_AWAY: Mapping[int, str] = {}
LOOKING_ON = Desk()


def asked(rows: Rows, *, again: bool) -> Asked:
    """A choice as it stands; `again` tells that it waits for one Enter more."""
    return Asked(
        rows.title,
        tuple(rows.rows),
        rows.cursor,
        rows.summary,
        again,
        rows.focus,
        rows.mode in (Mode.PLACE, Mode.SHOW, Mode.AHEAD),
    )


def chains(state: State, me: int | None) -> tuple[Chain, ...]:
    """The price card's lines."""
    marks = letters(state.rulebook)
    return tuple(
        Chain(
            marks[at],
            chain.name,
            state.sizes[at],
            bool(state.safe >> at & 1),
            bool(state.vanishing >> at & 1),
            state.prices[at],
            MAJORITY * state.prices[at],
            MINORITY * state.prices[at],
            state.bank[at],
            None if me is None else state.holdings(at)[me],
        )
        for at, chain in enumerate(state.rulebook.chains)
    )


def players(state: State, names: Names, away: Mapping[int, str]) -> tuple[Player, ...]:
    """The players' lines; of those whose holdings are hidden only shares of vanishing chains."""
    worth = net_worth(state) if names.tells_all and state.turn else None
    return tuple(
        Player(
            name,
            seat == names.me,
            seat in names.bots,
            seat == state.mover and not state.over,
            seat in state.asking,
            away.get(seat, ""),
            state.cash[seat] if names.tells(seat) else None,
            tuple(
                state.holdings(chain)[seat]
                if names.tells(seat) or state.vanishing >> chain & 1
                else None
                for chain in range(len(state.bank))
            ),
            worth[seat] if worth else None,
            len(state.hands[seat]),
        )
        for seat, name in enumerate(names.players)
    )


def hand_tiles(state: State, names: Names, hand: Iterable[int]) -> tuple[HandTile, ...]:
    """The reader's tiles, in their order."""
    marks = letters(state.rulebook)
    return tuple(
        HandTile(number, tile, names.tile(tile), brief(state, tile, names, marks))
        for number, tile in enumerate(hand, 1)
    )


def table(
    state: State,
    names: Names,
    hand: Sequence[int],
    status: Status,
    *,
    log: Sequence[Told] = (),
    news: int = 0,
    chat: Sequence[tuple[str, str]] = (),
    fresh: frozenset[int] = frozenset(),
    away: Mapping[int, str] = NOBODY_AWAY,
    asked: Asked | None = None,
    desk: Desk = LOOKING_ON,
) -> View:
    """A table as one reader sees it; `hand` has his tiles, `away` since when players are."""
    return View(
        state.rulebook,
        tuple(state.board),
        {tile: number for number, tile in enumerate(hand, 1)},
        state.last_tile,
        fresh,
        chains(state, names.me),
        players(state, names, away),
        hand_tiles(state, names, hand),
        log,
        news,
        chat,
        status,
        asked,
        desk,
    )
