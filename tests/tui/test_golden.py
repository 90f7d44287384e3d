"""Whole screens as text, at the two sizes that most people have, in every language.

After a change that is meant, `ACQUIRE_GOLDEN=write pytest tests/tui/test_golden.py` writes them
anew; then look at what changed, as a player would.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from acquire_client.tui import layout
from acquire_client.tui.text import Block
from acquire_client.tui.view import View
from acquire_net.language import ENGLISH, spoken
from tests.tui import scenes

GOLDEN: Final = Path(__file__).parent / "golden"
SIZES: Final = ((80, 24), (120, 40))

TABLES: Final[dict[str, Callable[[], View]]] = {
    "place": lambda: scenes.asked("place"),
    "merge": lambda: scenes.merger(2),
    "merge-three": lambda: scenes.merger(3),
    "no-tile": lambda: scenes.asked("show"),
    "found": lambda: scenes.asked("found"),
    "survivor": lambda: scenes.asked("survive"),
    "order": lambda: scenes.asked("vanish"),
    "dispose": lambda: scenes.asked("disposeshares"),
    "buy": lambda: scenes.asked("buyshares"),
    "buy-or-end": lambda: scenes.asked("buyshares or end"),
    "exchange": lambda: scenes.asked("exchange"),
    "others-turn": scenes.others_turn,
    "hidden": lambda: scenes.asked("buyshares", "hidden"),
    "six-players": lambda: scenes.asked("place", "open", 6),
    "onlooker": scenes.onlooker,
}


def text(block: Block) -> str:
    """A picture without its colours; `|` marks where lines end."""
    return "".join("".join(part for _, part in line) + "|\n" for line in block.lines)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.usefixtures("in_each_language")
def test_table_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    compare(f"{name}-{size[0]}x{size[1]}", text(layout.draw(TABLES[name](), *size)))


def compare(name: str, drawn: str) -> None:
    folder = GOLDEN if spoken() == ENGLISH else GOLDEN / spoken()
    file = folder / f"{name}.txt"
    if os.environ.get("ACQUIRE_GOLDEN") == "write":
        file.write_text(drawn, "utf-8")
    assert drawn.splitlines() == file.read_text("utf-8").splitlines()
