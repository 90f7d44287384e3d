"""Everything that can be looked at, answered in words: one function for every such command."""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from acquire_client.commands import Help, Show, Why
from acquire_client.words import board, effects, prices, recap, rulebook, standings
from acquire_client.words.help import help_text
from acquire_client.words.names import Names
from acquire_net.rules.actions import Shown
from acquire_net.rules.events import Event
from acquire_net.rules.state import State

LOG_LENGTH = 10
"""Events told by `log` alone."""


def look(
    command: Show | Why | Help,
    state: State,
    names: Names,
    hand: Sequence[Shown],
    log: Sequence[Event] = (),
) -> list[str]:
    """The lines that answer a command; raises Unreadable for a size no chain can have.

    `hand` is the reader's own, in the order in which it is numbered; `log` all events so far.
    """
    match command:
        case Why(tile=tile):
            return [effects.why(state, tile, names, hand)]
        case Help(topic=topic):
            return help_text(topic, state.rulebook)
        case Show(what="row" | "column" | "at" | "chain"):
            return _one(command, state, names, hand)
        case Show(what="log" | "last"):
            return _events(command, state, names, dict(hand), log)
        case Show():
            return _whole(command, state, names, hand)
        case _:
            assert_never(command)


def _one(command: Show, state: State, names: Names, hand: Sequence[Shown]) -> list[str]:
    (which,) = command.args
    match command.what:
        case "row":
            return [board.row(state, which, names)]
        case "column":
            return [board.column(state, which, names)]
        case "at":
            return board.square(state, which, names, hand)
        case _:
            return prices.chain(state, which, names)


def _events(
    command: Show, state: State, names: Names, hand: Mapping[int, int], log: Sequence[Event]
) -> list[str]:
    if command.what == "log":
        return recap.log(log, command.args[0] if command.args else LOG_LENGTH, names, hand)
    return [board.last_tile(state, names), *(recap.last(log, names, hand) if log else ())]


def _whole(command: Show, state: State, names: Names, hand: Sequence[Shown]) -> list[str]:
    match command.what:
        case "hand":
            return board.hand_lines(state, hand, names)
        case "unseen":
            return board.unseen(state, hand, names)
        case "rules":
            return rulebook.in_force(state.rulebook)
        case "price" if command.args:
            return [prices.at_size(state.rulebook, *command.args)]
        case "price":
            return prices.card(state.rulebook)
        case what:
            return _PUBLIC[what](state, names)


_PUBLIC: Mapping[str, Callable[[State, Names], list[str]]] = {
    "board": board.board,
    "chains": prices.chains,
    "players": standings.players,
    "bonuses": standings.all_bonuses,
    "me": standings.me,
    "standings": standings.standings,
    "turn": standings.turn,
}
"""What is told of the state alone."""
