"""Practice games played in plain lines up to a certain question, to be gone on with on a screen."""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from tests.cli.programs import Computer, Player

Wanted = Callable[[Sequence[str]], bool]
"""Whether this is the question: all its lines, the one that names it first."""

MERGES_TWO: Final = re.compile(
    r"^(?P<row>\d)\. (?P<tile>\d+[A-I]): merges (?P<larger>\w+) \d+ and (?P<smaller>\w+) \d+"
    r" into (?P<survivor>\w+) .*pays.* you .*;.*pays.* you "
)
"""The row of a tile that lets two chains vanish, of both of which the reader has shares."""


class _Stopping(Player):
    """Plays somehow, up to a question; `found` are its lines."""

    def __init__(self, wanted: Wanted, picks: Callable[[int], int]) -> None:
        super().__init__(picks=picks)
        self.found: Sequence[str] = ()
        self._wanted = wanted

    def _answer(self, head: str) -> str:
        lines = [head, *self._rows]
        if not self._wanted(lines):
            return super()._answer(head)
        self.found = lines
        return "adjourn"


def game_at(home: Path, wanted: Wanted, seeds: Iterable[int]) -> Sequence[str]:
    """Plays games of these seeds until a question is put, whose game is kept; its lines."""
    computer = Computer(home)
    for seed in seeds:
        player = _Stopping(wanted, random.Random(seed).randrange)
        options = ("--pace", "0", "--bots", "2", "--name", "Ann", "--seed", str(seed), "--plain")
        computer.start("play", *options, typist=player).ended()
        if player.found:
            return player.found
    raise AssertionError("none of these games comes to that question")


def merges_two(lines: Sequence[str]) -> bool:
    """A tile is to be placed, and one lets two chains vanish."""
    return "place a tile" in lines[0] and any(map(MERGES_TWO.search, lines))


def may_end(lines: Sequence[str]) -> bool:
    """Shares are to be bought, and the game may be ended."""
    return "buy" in lines[0] and any(line.startswith("You may end the game") for line in lines)
