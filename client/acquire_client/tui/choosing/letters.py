"""The letters that stand for chains, on the board and on the keyboard."""

from functools import cache
from typing import Final

from acquire_net.rules.rulebook import Rulebook

COMMANDS: Final = ("e", "n")
"""The only letters that are commands; a chain whose letter is one of them has no key."""


@cache
def letters(rulebook: Rulebook) -> tuple[str, ...]:
    """A mark for each chain, in capitals: the first of its name that no chain before it has.

    A digit where the name has no letter left.
    """
    given: list[str] = []
    for chain in rulebook.chains:
        spare = (mark for mark in f"{chain.name.upper()}123456789" if mark not in given)
        given.append(next(mark for mark in spare if mark.isascii() and mark.isalnum()))
    return tuple(given)


@cache
def letter_keys(rulebook: Rulebook) -> dict[str, int]:
    """The chain of each letter key, as far as marks are letters and no commands."""
    marks = enumerate(mark.lower() for mark in letters(rulebook))
    return {mark: chain for chain, mark in marks if mark.isalpha() and mark not in COMMANDS}
