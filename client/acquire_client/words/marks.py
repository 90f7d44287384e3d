"""The letters that stand for chains: on the board, on the keyboard and in reports."""

from functools import cache

from acquire_net.rules.rulebook import Rulebook


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
