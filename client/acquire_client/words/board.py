"""The board in words: rows, columns, a square, the hand, the tiles nobody has seen."""

from collections.abc import Iterable, Sequence

from acquire_client.words.effects import effect, named
from acquire_client.words.names import Names
from acquire_client.words.numbers import sentence, span, spans, tiles
from acquire_net.language import _, ngettext, pgettext
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
    return _row(index, _runs(cells, labels, names))


def _row(index: int, content: str) -> str:
    return _("Row {row}: {content}.").format(row=chr(ord("A") + index), content=content)


def column(state: State, number: int, names: Names) -> str:
    """A column from 1: `Column 5: Tower B to D`."""
    rules = state.rulebook
    cells = state.board[number - 1 : rules.grid.size : rules.columns]
    labels = [chr(ord("A") + index) for index in range(rules.rows)]
    content = _runs(cells, labels, names)
    return _("Column {column}: {content}.").format(column=number, content=content)


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
        where = first if len(run) == 1 else span(first, last)
        told.append(f"{_content(cells[run[0]], names)} {where}")
    return ", ".join(told) or pgettext("squares", "empty")


def _content(cell: int, names: Names) -> str:
    return pgettext("squares", "loose") if cell == LOOSE else names.chain(BITS[cell & CHAINS][0])


def square(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> list[str]:
    """What lies on a square, or what its tile would do there; then what lies beside it."""
    return [_on_square(state, tile, names, hand), _beside(state, tile, names)]


def _on_square(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> str:
    name, cell = names.tile(tile), state.board[tile]
    if cell == LOOSE:
        return _("{tile}: a loose tile.").format(tile=name)
    if cell:
        chain = BITS[cell & CHAINS][0]
        safe = state.safe >> chain & 1
        told = (
            _("{tile}: {chain}, size {size}, safe.") if safe else _("{tile}: {chain}, size {size}.")
        )
        return told.format(tile=name, chain=names.chain(chain), size=state.sizes[chain])
    does = sentence(effect(state, tile, names))
    if any(tile == mine for position, mine in hand):
        return _("{tile}: empty, in your hand. {effect}").format(tile=name, effect=does)
    shown = [state.holder[place] for place, open_tile in state.face_up.items() if open_tile == tile]
    if shown:
        player = names.players[shown[0]]
        return _("{tile}: empty, shown in {player}'s hand.").format(tile=name, player=player)
    if state.known[tile]:
        return _("{tile}: empty for good, its tile is out of the game.").format(tile=name)
    return _("{tile}: empty. {effect}").format(tile=name, effect=does)


def _beside(state: State, tile: int, names: Names) -> str:
    edge = state.rulebook.grid.size
    told = [
        f"{names.tile(cell)} {_content(state.board[cell], names)}"
        for cell in sorted(state.rulebook.grid.neighbours[tile])
        if cell != edge and state.board[cell]
    ]
    if not told:
        return _("Beside it: nothing.")
    return _("Beside it: {squares}.").format(squares=", ".join(told))


def hand_lines(state: State, hand: Sequence[Shown], names: Names) -> list[str]:
    """The hand, numbered from 1, each tile with what it would do."""
    told = [
        f"{number}. {tile_line(state, tile, names)}"
        for number, (position, tile) in enumerate(hand, 1)
    ]
    return told or [_("You hold no tiles.")]


def tile_line(state: State, tile: int, names: Names) -> str:
    """A tile with what it would do: `6C: grows Tower to 15 (safe)`."""
    return f"{names.tile(tile)}: {effect(state, tile, names)}."


def unseen(state: State, hand: Iterable[Shown], names: Names) -> list[str]:
    """The tiles that are neither placed, laid out, shown nor in the reader's hand, row by row."""
    mine = {tile for position, tile in hand}
    rules = state.rulebook
    hidden = [t for t in range(rules.grid.size) if not state.known[t] and t not in mine]
    told = [
        ngettext(
            "{count} tile unseen; {bag} of the bag's tiles are not drawn.",
            "{count} tiles unseen; {bag} of the bag's tiles are not drawn.",
            len(hidden),
        ).format(count=len(hidden), bag=state.bag_size - state.next_position)
    ]
    for index in range(rules.rows):
        columns = [rules.grid.column(tile) for tile in hidden if rules.grid.row(tile) == index]
        if columns:
            told.append(_row(index, spans(columns)))
    return told


def in_bag(left: int) -> str:
    """How many tiles can still be drawn, as a sentence."""
    return _("{tiles} left in the bag.").format(tiles=tiles(left))


def last_tile(state: State, names: Names) -> str:
    """Which tile was placed last, and the chain or loose tile it is now."""
    if state.last_tile < 0:
        return _("No tile has been placed yet.")
    name, cell = names.tile(state.last_tile), state.board[state.last_tile]
    if cell == LOOSE:
        return _("The last tile is {tile}, a loose tile.").format(tile=name)
    chain = named(state, BITS[cell & CHAINS][0], names)
    return _("The last tile is {tile}, {chain}.").format(tile=name, chain=chain)
