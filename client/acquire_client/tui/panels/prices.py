"""The price card: what a share costs at every size of a chain, a line for each tier."""

from acquire_client.tui.text import Block, Line, block, left, right
from acquire_client.tui.view import View
from acquire_net.language import pgettext
from acquire_net.rules.rulebook import Rulebook

LEAST = 5
"""The least columns of a price."""


def least(view: View) -> int:
    """Columns that the card needs."""
    return _label(view.rulebook) + sum(_widths(view.rulebook))


def height(view: View) -> int:
    """Lines that the card takes."""
    return 1 + len(_tiers(view.rulebook))


def draw(view: View, width: int) -> Block:
    """The sizes, then the prices of each tier, by the letters of its chains."""
    rules = view.rulebook
    room, widths = _label(rules), _widths(rules)
    sizes = (right(_size(rules, at), wide) for at, wide in enumerate(widths))
    lines: list[Line] = [(("class:head", left(pgettext("narrow", "Size"), room) + "".join(sizes)),)]
    for chains in _tiers(rules):
        bands = zip(rules.bands, widths, strict=True)
        prices = "".join(right(str(rules.price[chains[0]][band]), wide) for band, wide in bands)
        label = "".join(view.chains[chain].letter for chain in chains)
        lines.append((("class:title", left(label, room)), ("", prices)))
    return block(lines, width)


def _widths(rules: Rulebook) -> list[int]:
    """Columns of the prices of each band."""
    dearest = [max(price[band] for price in rules.price) for band in rules.bands]
    return [
        max(LEAST, 1 + max(len(_size(rules, at)), len(str(price))))
        for at, price in enumerate(dearest)
    ]


def _tiers(rules: Rulebook) -> list[list[int]]:
    """The chains of each tier, the cheapest first."""
    tiers = (
        [at for at, chain in enumerate(rules.chains) if chain.tier == tier]
        for tier in ("low", "middle", "high")
    )
    return [chains for chains in tiers if chains]


def _label(rules: Rulebook) -> int:
    return max(LEAST, *(1 + len(chains) for chains in _tiers(rules)))


def _size(rules: Rulebook, at: int) -> str:
    band = rules.bands[at]
    if at + 1 == len(rules.bands):
        return f"{band}+"
    return str(band) if rules.bands[at + 1] == band + 1 else f"{band}-{rules.bands[at + 1] - 1}"
