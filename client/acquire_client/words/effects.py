"""What a tile would do before it is placed, in words: lone, grows, founds, merges, blocked, dead."""

from collections.abc import Iterable
from typing import assert_never

from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, listing, sentence
from acquire_net.language import _
from acquire_net.rules.actions import Shown
from acquire_net.rules.board import BITS, CHAINS, Fate
from acquire_net.rules.state import State


def effect(state: State, tile: int, names: Names) -> str:
    """What an unplaced tile would do now, as a phrase: `grows Tower to 15 (safe)`."""
    match state.fate(tile):
        case Fate.LONE:
            return _("lies alone")
        case Fate.FOUND:
            return _("founds a chain of {size}").format(size=len(state.loose_cluster(tile)))
        case Fate.GROW:
            (chain,) = BITS[state.around(tile) & CHAINS]
            size = state.sizes[chain] + len(state.loose_cluster(tile))
            told = _("grows {chain} to {size}").format(chain=names.chain(chain), size=size)
            return told + _rank(state, chain, size)
        case Fate.MERGE:
            return _merger(state, tile, names)
        case Fate.BLOCKED:
            return _blocked(len(state.rulebook.chains))
        case Fate.DEAD:
            safe = BITS[state.around(tile) & CHAINS & state.safe]
            told = _("dead: between the safe chains {chains}")
            return told.format(chains=names.chains(safe))
        case other:
            assert_never(other)


def _blocked(chains: int) -> str:
    if chains == 7:
        return _("blocked: would found an eighth chain")
    return _("blocked: would found a chain too many, number {number}").format(number=chains + 1)


def _rank(state: State, chain: int, size: int) -> str:
    """What a size means, in brackets: safe, made safe, big enough to end the game."""
    rules = state.rulebook
    if size >= rules.end_size:
        meaning = _("the game may then be ended")
    elif size < rules.safe_size:
        return ""
    else:
        meaning = _("safe") if state.safe >> chain & 1 else _("makes it safe")
    return f" ({meaning})"


def _merger(state: State, tile: int, names: Names) -> str:
    chains = BITS[state.around(tile) & CHAINS]
    sizes = {chain: state.sizes[chain] for chain in chains}
    most = max(sizes.values())
    tied = [chain for chain in chains if sizes[chain] == most]
    smaller = sorted((c for c in chains if sizes[c] < most), key=lambda c: -sizes[c])
    whole = sum(sizes.values()) + len(state.loose_cluster(tile))
    if len(tied) > 1:
        phrase = _(
            "merges {chains}; tie: you choose the survivor, {choice}, which becomes {size}"
        ).format(
            chains=listing([named(state, chain, names) for chain in (*tied, *smaller)]),
            choice=either([names.chain(chain) for chain in tied]),
            size=whole,
        )
        return f"{phrase}. {_if_it_vanishes(_paid(state, [*tied, *smaller], names))}"
    phrase = _("merges {gone} into {survivor}, which becomes {size}").format(
        gone=listing([named(state, chain, names) for chain in smaller]),
        survivor=named(state, tied[0], names),
        size=whole,
    )
    return f"{phrase}{_rank(state, tied[0], whole)}. {_paid(state, smaller, names)}"


def _paid(state: State, vanishing: Iterable[int], names: Names) -> str:
    return "; ".join(bonuses.stakes(state, chain, names, shown=False) for chain in vanishing)


def _if_it_vanishes(paid: str) -> str:
    return _("If it vanishes, {paid}").format(paid=paid)


def named(state: State, chain: int, names: Names) -> str:
    """A chain with its size: `Imperial 4`."""
    return f"{names.chain(chain)} {state.sizes[chain]}"


def why(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> str:
    """What a tile would do and why, as a sentence; or where it already is."""
    name = names.tile(tile)
    held = any(tile == mine for position, mine in hand)
    if state.board[tile] or (state.known[tile] and not held):
        told = _("{tile} is out of play: it is placed, or everybody has seen it elsewhere.")
        return told.format(tile=name)
    return f"{name}: {sentence(effect(state, tile, names))}"
