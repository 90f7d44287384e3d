"""The chains: sizes, prices, bonuses, and who has the shares; the price card that is always there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from acquire_client.tui.text import Block, Line, block, left, right
from acquire_client.tui.view import Chain, View
from acquire_client.words.numbers import money
from acquire_net.language import _, pgettext

CHIP = 3
"""Columns of a chain's letter on its colour."""
MIDDLE = 41
WIDE = 57
"""Columns from which the table has its bonuses, and its numbers in full."""
LEAST_NAME = 4
MOST_NAME = 24
"""Columns beyond which a chain's numbers would be too far from its name for the eye."""


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    width: int
    text: Callable[[Chain], str]


def draw(view: View, width: int, height: int) -> Block:
    """A line of heads and one for each chain, with as much as fits; then what the marks mean."""
    columns = _columns(width)
    name = min(MOST_NAME, width - CHIP - sum(column.width for column in columns))
    lines = [_heads(columns, name)]
    lines += [_line(at, chain, columns, name) for at, chain in enumerate(view.chains)]
    legend = _("* safe ({size})   # loose   (T) placed last")
    if any(chain.vanishing for chain in view.chains):
        legend = _("* safe ({size})   - vanishing   # loose")
    return block(
        [*lines, (("class:dim", legend.format(size=view.rulebook.safe_size)),)], width, height
    )


def _columns(width: int) -> Sequence[_Column]:
    if width >= WIDE:
        return (
            _Column(_("Size"), 6, _size),
            _Column(_("Price"), 8, lambda chain: _dollars(chain.price)),
            _Column(_("1st"), 9, lambda chain: _dollars(chain.majority)),
            _Column(_("2nd"), 8, lambda chain: _dollars(chain.minority)),
            _Column(_("Bank"), 6, lambda chain: str(chain.bank)),
            _Column(_("You"), 5, _mine),
        )
    bonuses = (
        _Column(_("1st"), 6, lambda chain: _plain(chain.majority)),
        _Column(_("2nd"), 5, lambda chain: _plain(chain.minority)),
    )
    return (
        _Column(pgettext("narrow", "Size"), 4, _size),
        _Column(pgettext("narrow", "Price"), 6, lambda chain: _plain(chain.price)),
        *(bonuses if width >= MIDDLE else ()),
        _Column(_("Bk"), 3, lambda chain: str(chain.bank)),
        _Column(_("Me"), 3, _mine),
    )


def _heads(columns: Sequence[_Column], name: int) -> Line:
    label = _("Chain") if name >= LEAST_NAME else ""
    heads = "".join(right(column.head, column.width) for column in columns)
    return (("class:head", " " * CHIP + left(label, max(0, name)) + heads),)


def _line(at: int, chain: Chain, columns: Sequence[_Column], name: int) -> Line:
    style = "" if chain.size else "class:off"
    label = left(chain.name if name >= LEAST_NAME else "", max(0, name))
    texts = "".join(right(column.text(chain), column.width) for column in columns)
    return ((f"class:chain{at}", f" {chain.letter} "), (style, f"{label}{texts}"))


def _size(chain: Chain) -> str:
    if not chain.size:
        return "- "
    return f"{chain.size}{'*' if chain.safe else '-' if chain.vanishing else ' '}"


def _mine(chain: Chain) -> str:
    return "" if chain.mine is None else str(chain.mine or ".")


def _dollars(dollars: int) -> str:
    return money(dollars) if dollars else "-"


def _plain(dollars: int) -> str:
    return str(dollars or "-")
