"""Small tables to ask questions at: a position said in names, and a hand of named tiles."""

from collections.abc import Mapping, Sequence

from acquire_client.question import Question
from acquire_client.words.names import Names
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.events import Event
from acquire_net.rules.rulebook import Rulebook, Seat
from acquire_net.rules.starting import Position, from_position
from acquire_net.rules.state import State

PLAYERS = ("Red", "Sky", "Ox", "Oak", "Ann", "Bob")


def table(
    chains: Mapping[str, str],
    loose: str = "",
    *,
    shares: Sequence[Mapping[str, int]] = ({}, {}, {}),
    cash: Sequence[int] | None = None,
    rulebook: Rulebook = CLASSIC,
    bag_size: int | None = None,
) -> State:
    """A game in which seat 0 is to place; a seat for each row of shares."""
    grid = rulebook.grid
    names = [chain.name for chain in rulebook.chains]
    position = Position(
        chains=tuple(tuple(map(grid.tile, chains.get(name, "").split())) for name in names),
        loose=tuple(map(grid.tile, loose.split())),
        cash=tuple(cash or [6000] * len(shares)),
        shares=tuple(tuple(row.get(name, 0) for name in names) for row in shares),
        first=Seat(0),
    )
    return from_position(rulebook, position, bag_size=bag_size)


def ask(state: State, hand: str = "") -> Question:
    """The question that is asked now, to a seat whose first tiles are these."""
    (seat,) = state.asking
    tiles = map(state.rulebook.grid.tile, hand.split())
    held = tuple(zip(state.hands[seat], tiles, strict=False))
    return Question(seat, state.agenda[-1], state, held, state.options(seat, dict(held)))


def place(state: State, tile: str) -> list[Event]:
    """Places a tile for the seat that is asked; the events that follow."""
    question = ask(state, tile)
    return answer(state, question.options[0])


def answer(state: State, action: Action) -> list[Event]:
    """Gives an answer for the seat that is asked; the events that follow."""
    heard: list[Event] = []
    state.listener = heard.append
    state.act(state.asking[0], action)
    return heard


def names(state: State, me: int | None = 0, bots: frozenset[int] = frozenset()) -> Names:
    """The table's names as one seat hears them."""
    return Names(state.rulebook, PLAYERS[: state.seats], me, bots)


def run(row: str, first: int, last: int) -> str:
    """The tiles of a row from one column to another."""
    return " ".join(f"{column}{row}" for column in range(first, last + 1))
