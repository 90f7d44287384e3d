"""What shares cost and what chains pay: one chain, a chain at a size, the price card."""

from collections.abc import Iterator

from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, money
from acquire_net.errors import Unreadable
from acquire_net.language import _, pgettext
from acquire_net.rules.board import BITS
from acquire_net.rules.bonuses import MAJORITY, MINORITY
from acquire_net.rules.rulebook import Rulebook, Tier
from acquire_net.rules.state import State


def chains(state: State, names: Names) -> list[str]:
    """A line for each chain on the board, then the free ones."""
    told = [_line(state, chain, names) for chain in BITS[state.active | state.vanishing]]
    free = BITS[state.rulebook.all_chains & ~state.active & ~state.vanishing]
    if free:
        listed = ", ".join(_free(state, chain, names) for chain in free)
        told.append(_("Not on the board: {chains}.").format(chains=listed))
    return told


def _line(state: State, chain: int, names: Names) -> str:
    return f"{names.chain(chain)}: {', '.join(_facts(state, chain, names))}."


def _facts(state: State, chain: int, names: Names) -> Iterator[str]:
    """What a line tells of a chain on the board, one phrase after another."""
    yield _("size {size}").format(size=state.sizes[chain])
    if state.vanishing >> chain & 1:
        yield _("vanishing")
    elif state.safe >> chain & 1:
        yield _("safe")
    yield from _amounts(state.prices[chain])
    yield _("bank {count}").format(count=state.bank[chain])
    if names.me is not None:
        yield bonuses.you_hold(state.holdings(chain)[names.me])


def _amounts(price: int) -> Iterator[str]:
    yield _("{price} a share").format(price=money(price))
    yield _("majority {money}").format(money=money(MAJORITY * price))
    yield _("minority {money}").format(money=money(MINORITY * price))


def _free(state: State, chain: int, names: Names) -> str:
    held = 0 if names.me is None else state.holdings(chain)[names.me]
    return f"{names.chain(chain)} ({bonuses.you_hold(held)})" if held else names.chain(chain)


def chain(state: State, chain: int, names: Names) -> list[str]:
    """Everything that may be told about one chain."""
    rules = state.rulebook
    vanishing = bool(state.vanishing >> chain & 1)
    told = []
    if state.sizes[chain]:
        told.append(_line(state, chain, names))
        if not vanishing:
            listed = ", ".join(names.tile(tile) for tile in state.cells(chain))
            told.append(_("Tiles: {tiles}.").format(tiles=listed))
            if not state.safe >> chain & 1:
                short = rules.safe_size - state.sizes[chain]
                line = _("Safe at {size}: {count} more.")
                told.append(line.format(size=rules.safe_size, count=short))
    else:
        line = _(
            "{chain} is not on the board. A {tier} chain, first price {price};"
            " the bank has {count}."
        )
        told.append(
            line.format(
                chain=names.chain(chain),
                tier=_tier(rules.chains[chain].tier),
                price=money(rules.price[chain][rules.bands[0]]),
                count=state.bank[chain],
            )
        )
    told.append(_holders(state, chain, names, shown=vanishing))
    if state.sizes[chain] and (vanishing or names.tells_all):
        stakes = bonuses.stakes(state, chain, names, shown=vanishing)
        told.append(_("Counted now, {stakes}.").format(stakes=stakes))
    return told


def _tier(tier: Tier) -> str:
    match tier:
        case "low":
            return pgettext("tier", "low")
        case "middle":
            return pgettext("tier", "middle")
        case "high":
            return pgettext("tier", "high")


def _holders(state: State, chain: int, names: Names, *, shown: bool) -> str:
    holdings = state.holdings(chain)
    told = [
        f"{names.who(seat)} {held}"
        for seat, held in sorted(enumerate(holdings), key=lambda pair: -pair[1])
        if held and (shown or names.tells(seat))
    ]
    if shown or names.tells_all:
        return _("Holders: {holders}.").format(holders=", ".join(told) or _("nobody"))
    if names.me is None:
        return _("The shares of all players are hidden.")
    mine = told[0] if told else f"{names.who(names.me)} 0"
    return _("Holders: {holders}. Others' shares are hidden.").format(holders=mine)


def at_size(rulebook: Rulebook, chain: int, size: int) -> str:
    """The price and the bonuses of a chain at a size; raises Unreadable for an impossible size."""
    name, least, most = rulebook.chains[chain].name, rulebook.bands[0], rulebook.grid.size
    if not least <= size <= most:
        wrong = _("A chain has {least} to {most} tiles, for example price {chain} 11.")
        raise Unreadable(wrong.format(least=least, most=most, chain=name))
    told = _("{chain} at {size}: {amounts}.")
    amounts = ", ".join(_amounts(rulebook.price[chain][size]))
    return told.format(chain=name, size=size, amounts=amounts)


def card(rulebook: Rulebook) -> list[str]:
    """The price card: a line for each band of sizes, cheapest chains first."""
    tiers = {
        tier: [index for index, one in enumerate(rulebook.chains) if one.tier == tier]
        for tier in ("low", "middle", "high")
    }
    groups = [group for group in tiers.values() if group]
    told = [
        _(
            "Prices in the order {chains}. The majority bonus is {majority} times the price,"
            " the minority bonus {minority} times."
        ).format(chains=_tiers(rulebook, groups), majority=MAJORITY, minority=MINORITY)
    ]
    for band, following in zip(rulebook.bands, (*rulebook.bands[1:], None), strict=True):
        prices = ", ".join(money(rulebook.price[group[0]][band]) for group in groups)
        told.append(f"{_sizes(band, following)}: {prices}.")
    return told


def _tiers(rulebook: Rulebook, groups: list[list[int]]) -> str:
    return "; ".join(either([rulebook.chains[chain].name for chain in group]) for group in groups)


def _sizes(band: int, following: int | None) -> str:
    if following is None:
        return _("Size {size} and more").format(size=band)
    if following == band + 1:
        return _("Size {size}").format(size=band)
    return _("Size {first} to {last}").format(first=band, last=following - 1)
