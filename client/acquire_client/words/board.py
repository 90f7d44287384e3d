"""The board in words: rows, columns, a square, the hand, the tiles nobody has seen."""

from collections.abc import Iterable, Sequence

from acquire_client.words.effects import effect, named
from acquire_client.words.names import Names
from acquire_client.words.numbers import count, sentence, spans
from acquire_net.rules.actions import Shown
from acquire_net.rules.board import BITS, CHAINS, EMPTY, LOOSE
from acquire_net.rules.state import State


def board(state: State, names: Names) -> list[str]:
    """Every row, A first."""
    return [row(state, index, names) for index in range(state.rulebook.rows)]


def row(state: State, index: int, names: Names) -> str:
    """A row, A is 0: `Row A: Tower 1 to 4, loose 7, Worldwide 11 to 12`."""
    columns = state.rulebook.columns
    cells = state.board[index * columns : (index + 1) * columns]
    labels = [str(column + 1) for column in range(columns)]
    return f"Row {chr(ord('A') + index)}: {_runs(cells, labels, names)}."


def column(state: State, number: int, names: Names) -> str:
    """A column from 1: `Column 5: Tower B to D`."""
    rules = state.rulebook
    cells = state.board[number - 1 : rules.grid.size : rules.columns]
    labels = [chr(ord("A") + index) for index in range(rules.rows)]
    return f"Column {number}: {_runs(cells, labels, names)}."


def _runs(cells: Sequence[int], labels: Sequence[str], names: Names) -> str:
    runs: list[list[int]] = []
    for index, cell in enumerate(cells):
        if cell != EMPTY and runs and runs[-1][-1] == index - 1 and cells[index - 1] == cell:
            runs[-1].append(index)
        elif cell != EMPTY:
            runs.append([index])
    told = []
    for run in runs:
        first, last = labels[run[0]], labels[run[-1]]
        what = _content(cells[run[0]], names)
        told.append(f"{what} {first}" if len(run) == 1 else f"{what} {first} to {last}")
    return ", ".join(told) or "empty"


def _content(cell: int, names: Names) -> str:
    return "loose" if cell == LOOSE else names.chain(BITS[cell & CHAINS][0])


def square(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> list[str]:
    """What lies on a square, or what its tile would do there; then what lies beside it."""
    return [_on_square(state, tile, names, hand), _beside(state, tile, names)]


def _on_square(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> str:
    name, cell = names.tile(tile), state.board[tile]
    if cell == LOOSE:
        return f"{name}: a loose tile."
    if cell:
        chain = BITS[cell & CHAINS][0]
        safe = ", safe" if state.safe >> chain & 1 else ""
        return f"{name}: {names.chain(chain)}, size {state.sizes[chain]}{safe}."
    if any(tile == mine for _, mine in hand):
        return f"{name}: empty, in your hand. {sentence(effect(state, tile, names))}"
    shown = [state.holder[place] for place, open_tile in state.face_up.items() if open_tile == tile]
    if shown:
        return f"{name}: empty, shown in {names.whose(shown[0])} hand."
    if state.known[tile]:
        return f"{name}: empty for good, its tile is out of the game."
    return f"{name}: empty. {sentence(effect(state, tile, names))}"


def _beside(state: State, tile: int, names: Names) -> str:
    edge = state.rulebook.grid.size
    told = [
        f"{names.tile(cell)} {_content(state.board[cell], names)}"
        for cell in sorted(state.rulebook.grid.neighbours[tile])
        if cell != edge and state.board[cell]
    ]
    return f"Beside it: {', '.join(told) or 'nothing'}."


def hand_lines(state: State, hand: Sequence[Shown], names: Names) -> list[str]:
    """The hand, numbered from 1, each tile with what it would do."""
    told = [
        f"{number}. {tile_line(state, tile, names)}" for number, (_, tile) in enumerate(hand, 1)
    ]
    return told or ["You hold no tiles."]


def tile_line(state: State, tile: int, names: Names) -> str:
    """A tile with what it would do: `6C: grows Tower to 15 (safe)`."""
    return f"{names.tile(tile)}: {effect(state, tile, names)}."


def unseen(state: State, hand: Iterable[Shown], names: Names) -> list[str]:
    """The tiles that are neither placed, laid out, shown nor in the reader's hand, row by row."""
    mine = {tile for _, tile in hand}
    rules = state.rulebook
    hidden = [t for t in range(rules.grid.size) if not state.known[t] and t not in mine]
    bag = state.bag_size - state.next_position
    told = [f"{count(len(hidden), 'tile')} unseen; {bag} of the bag's tiles are not drawn."]
    for index in range(rules.rows):
        columns = [rules.grid.column(tile) for tile in hidden if rules.grid.row(tile) == index]
        if columns:
            told.append(f"Row {chr(ord('A') + index)}: {spans(columns)}.")
    return told


def last_tile(state: State, names: Names) -> str:
    """Which tile was placed last, and the chain or loose tile it is now."""
    if state.last_tile < 0:
        return "No tile has been placed yet."
    cell = state.board[state.last_tile]
    what = "a loose tile" if cell == LOOSE else named(state, BITS[cell & CHAINS][0], names)
    return f"The last tile is {names.tile(state.last_tile)}, {what}."
