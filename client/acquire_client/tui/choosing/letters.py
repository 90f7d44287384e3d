"""The letters of chains that are keys: a press adds a share, or chooses the chain."""

from functools import cache
from typing import Final

from acquire_client.words.marks import letters
from acquire_net.rules.rulebook import Rulebook

COMMANDS: Final = ("e", "n")
"""The only letters that are commands; a chain whose letter is one of them has no key."""


@cache
def letter_keys(rulebook: Rulebook) -> dict[str, int]:
    """The chain of each letter key, as far as marks are letters and no commands."""
    marks = enumerate(mark.lower() for mark in letters(rulebook))
    return {mark: chain for chain, mark in marks if mark.isalpha() and mark not in COMMANDS}
