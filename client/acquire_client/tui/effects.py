"""What a tile would do, in the few words that fit beside it on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.words.effects import effect
from acquire_client.words.names import Names
from acquire_net.language import _, pgettext
from acquire_net.rules.board import BITS, CHAINS, Fate
from acquire_net.rules.state import State


@dataclass(frozen=True, slots=True)
class Effect:
    """A tile's effect: in few words with the chains' letters, and in full."""

    fate: Fate
    short: str
    long: str


def brief(state: State, tile: int, names: Names, letters: Sequence[str]) -> Effect:
    """What an unplaced tile would do now."""
    fate = state.fate(tile)
    return Effect(fate, _short(state, tile, fate, letters), effect(state, tile, names))


def _short(state: State, tile: int, fate: Fate, letters: Sequence[str]) -> str:
    around = BITS[state.around(tile) & CHAINS]
    grown = 0 if fate in (Fate.BLOCKED, Fate.DEAD) else len(state.loose_cluster(tile))
    match fate:
        case Fate.LONE:
            return _("lone")
        case Fate.FOUND:
            return _("founds, size {size}").format(size=grown)
        case Fate.GROW:
            size = state.sizes[around[0]] + grown
            return pgettext("in short", "grows {chain} to {size}").format(
                chain=letters[around[0]], size=f"{size}{_safe(state, size)}"
            )
        case Fate.MERGE:
            return _merger(state, around, letters)
        case Fate.BLOCKED:
            return _("blocked for now")
        case Fate.DEAD:
            safe = "+".join(letters[one] for one in around if state.safe >> one & 1)
            return _("dead: {chains} safe").format(chains=safe)


def _safe(state: State, size: int) -> str:
    return "*" if size >= state.rulebook.safe_size else ""


def _merger(state: State, around: Sequence[int], letters: Sequence[str]) -> str:
    most = max(state.sizes[chain] for chain in around)
    tied = [letters[chain] for chain in around if state.sizes[chain] == most]
    rest = sorted((c for c in around if state.sizes[c] < most), key=lambda c: -state.sizes[c])
    smaller = "+".join(letters[chain] for chain in rest)
    if len(tied) == 1:
        return _("merges {chains} into {survivor}").format(chains=smaller, survivor=tied[0])
    return _("merges {chains}, a tie").format(
        chains="+".join([*tied, *([smaller] if rest else [])])
    )
