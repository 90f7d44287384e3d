"""What a tile would do before it is placed, in words: lone, grows, founds, merges, blocked, dead."""

from collections.abc import Iterable
from typing import assert_never

from acquire_client.words import bonuses
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, listing, ordinal, sentence
from acquire_net.rules.actions import Shown
from acquire_net.rules.board import BITS, CHAINS, Fate
from acquire_net.rules.state import State


def effect(state: State, tile: int, names: Names) -> str:
    """What an unplaced tile would do now, as a phrase: `grows Tower to 15 (safe)`."""
    match state.fate(tile):
        case Fate.LONE:
            return "lies alone"
        case Fate.FOUND:
            return f"founds a chain of {len(state.loose_cluster(tile))}"
        case Fate.GROW:
            (chain,) = BITS[state.around(tile) & CHAINS]
            size = state.sizes[chain] + len(state.loose_cluster(tile))
            return f"grows {names.chain(chain)} to {size}{_rank(state, chain, size)}"
        case Fate.MERGE:
            return _merger(state, tile, names)
        case Fate.BLOCKED:
            chains = len(state.rulebook.chains)
            article = "an" if ordinal(chains + 1).startswith("e") else "a"
            return f"blocked: would found {article} {ordinal(chains + 1)} chain"
        case Fate.DEAD:
            safe = BITS[state.around(tile) & CHAINS & state.safe]
            return f"dead: between the safe chains {names.chains(safe)}"
        case other:
            assert_never(other)


def _rank(state: State, chain: int, size: int) -> str:
    """What a size means: safe, made safe, big enough to end the game."""
    rules = state.rulebook
    if size >= rules.end_size:
        return " (the game may then be ended)"
    if size < rules.safe_size:
        return ""
    return " (safe)" if state.safe >> chain & 1 else " (makes it safe)"


def _merger(state: State, tile: int, names: Names) -> str:
    chains = BITS[state.around(tile) & CHAINS]
    sizes = {chain: state.sizes[chain] for chain in chains}
    most = max(sizes.values())
    tied = [chain for chain in chains if sizes[chain] == most]
    smaller = sorted((c for c in chains if sizes[c] < most), key=lambda c: -sizes[c])
    whole = sum(sizes.values()) + len(state.loose_cluster(tile))
    if len(tied) > 1:
        who = listing([named(state, chain, names) for chain in (*tied, *smaller)])
        choice = either([names.chain(chain) for chain in tied])
        phrase = f"merges {who}; tie: you choose the survivor, {choice}, which becomes {whole}"
        vanishing = [*tied, *smaller]
    else:
        gone = listing([named(state, chain, names) for chain in smaller])
        into = named(state, tied[0], names)
        phrase = f"merges {gone} into {into}, which becomes {whole}{_rank(state, tied[0], whole)}"
        vanishing = smaller
    paid = "; ".join(bonuses.stakes(state, chain, names, shown=False) for chain in vanishing)
    return f"{phrase}. {'If it vanishes, ' if len(tied) > 1 else ''}{paid}"


def named(state: State, chain: int, names: Names) -> str:
    """A chain with its size: `Imperial 4`."""
    return f"{names.chain(chain)} {state.sizes[chain]}"


def why(state: State, tile: int, names: Names, hand: Iterable[Shown]) -> str:
    """What a tile would do and why, as a sentence; or where it already is."""
    name = names.tile(tile)
    held = any(tile == mine for _, mine in hand)
    if state.board[tile] or (state.known[tile] and not held):
        return f"{name} is out of play: it is placed, or everybody has seen it elsewhere."
    return f"{name}: {sentence(effect(state, tile, names))}"
