"""What shares cost and what chains pay: one chain, a chain at a size, the price card."""

from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, money
from acquire_net.errors import Unreadable
from acquire_net.rules.board import BITS
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.state import State


def chains(state: State, names: Names) -> list[str]:
    """A line for each chain on the board, then the free ones."""
    told = [_line(state, chain, names) for chain in BITS[state.active | state.vanishing]]
    free = BITS[state.rulebook.all_chains & ~state.active & ~state.vanishing]
    if free:
        told.append(f"Not on the board: {', '.join(_free(state, c, names) for c in free)}.")
    return told


def _line(state: State, chain: int, names: Names) -> str:
    price = state.prices[chain]
    mine = "" if names.me is None else f", you hold {state.holdings(chain)[names.me]}"
    return (
        f"{names.chain(chain)}: size {state.sizes[chain]}{_standing(state, chain)},"
        f" {money(price)} a share, majority {money(MAJORITY * price)},"
        f" minority {money(MINORITY * price)}, bank {state.bank[chain]}{mine}."
    )


def _standing(state: State, chain: int) -> str:
    if state.vanishing >> chain & 1:
        return ", vanishing"
    return ", safe" if state.safe >> chain & 1 else ""


def _free(state: State, chain: int, names: Names) -> str:
    held = 0 if names.me is None else state.holdings(chain)[names.me]
    return f"{names.chain(chain)} (you hold {held})" if held else names.chain(chain)


def chain(state: State, chain: int, names: Names) -> list[str]:
    """Everything that may be told about one chain."""
    name, rules = names.chain(chain), state.rulebook
    vanishing = bool(state.vanishing >> chain & 1)
    told = []
    if state.sizes[chain]:
        told.append(_line(state, chain, names))
        if not vanishing:
            told.append(f"Tiles: {', '.join(names.tile(tile) for tile in state.cells(chain))}.")
            if not state.safe >> chain & 1:
                short = rules.safe_size - state.sizes[chain]
                told.append(f"Safe at {rules.safe_size}: {short} more.")
    else:
        told.append(
            f"{name} is not on the board. A {rules.chains[chain].tier} chain, first price"
            f" {money(rules.price[chain][rules.bands[0]])}; the bank has {state.bank[chain]}."
        )
    told.append(_holders(state, chain, names, shown=vanishing))
    if state.sizes[chain] and (vanishing or names.tells_all):
        stakes = bonuses.stakes(state, chain, names, shown=vanishing)
        told.append(f"Counted now, {stakes}.")
    return told


def _holders(state: State, chain: int, names: Names, *, shown: bool) -> str:
    holdings = state.holdings(chain)
    told = [
        f"{names.who(seat)} {held}"
        for seat, held in sorted(enumerate(holdings), key=lambda pair: -pair[1])
        if held and (shown or names.tells(seat))
    ]
    hidden = "" if shown or names.tells_all else " Others' shares are hidden."
    return f"Holders: {', '.join(told) or 'nobody' if not hidden else _mine(told)}.{hidden}"


def _mine(told: list[str]) -> str:
    return told[0] if told else "you 0"


def at_size(rulebook: Rulebook, chain: int, size: int) -> str:
    """The price and the bonuses of a chain at a size; raises Unreadable for an impossible size."""
    name, least, most = rulebook.chains[chain].name, rulebook.bands[0], rulebook.grid.size
    if not least <= size <= most:
        raise Unreadable(f"A chain has {least} to {most} tiles, for example price {name} 11.")
    price = rulebook.price[chain][size]
    return (
        f"{name} at {size}: {money(price)} a share, majority {money(MAJORITY * price)},"
        f" minority {money(MINORITY * price)}."
    )


def card(rulebook: Rulebook) -> list[str]:
    """The price card: a line for each band of sizes, cheapest chains first."""
    tiers = {
        tier: [index for index, one in enumerate(rulebook.chains) if one.tier == tier]
        for tier in ("low", "middle", "high")
    }
    groups = [group for group in tiers.values() if group]
    told = [
        f"Prices in the order {_tiers(rulebook, groups)}."
        f" The majority bonus is {MAJORITY} times the price, the minority bonus {MINORITY} times."
    ]
    for band, following in zip(rulebook.bands, (*rulebook.bands[1:], None), strict=True):
        prices = ", ".join(money(rulebook.price[group[0]][band]) for group in groups)
        told.append(f"{_sizes(band, following)}: {prices}.")
    return told


def _tiers(rulebook: Rulebook, groups: list[list[int]]) -> str:
    return "; ".join(either([rulebook.chains[chain].name for chain in group]) for group in groups)


def _sizes(band: int, following: int | None) -> str:
    if following is None:
        return f"Size {band} and more"
    return f"Size {band}" if following == band + 1 else f"Size {band} to {following - 1}"
