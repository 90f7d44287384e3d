"""What the documents say is so: their code runs, their commands exist, their picture is true."""

import asyncio
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import pytest

from acquire_client import bots
from acquire_client.bots import LEVELS, Bot
from acquire_client.cli import parser
from acquire_host.service import serve
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.starting import new_game
from acquire_net.rules.state import State
from tests.games import due
from tests.wire.network import CERTIFICATE, make_hosting, run

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README: Final = (ROOT / "README.md").read_text("utf-8")

BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE: Final = re.compile(r"`([^`\n]+)`")
LINK: Final = re.compile(r"\]\(([^)#:]+)\)")
PICTURE: Final = re.compile(
    r"<!-- picture: acquire (?P<command>.*); typed before: (?P<before>.*) -->\n"
    r"```text\n(?P<lines>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SCREEN: Final = re.compile(
    r"<!-- screen: (?P<name>\S+) -->\n```text\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL
)
OVERCLAIMS: Final = re.compile("provably fair|cheat[- ]?proof|unhackable", re.IGNORECASE)
PROMISE: Final = (
    "The order of the tiles was fixed by secrets of all players before anyone drew.",
    "The host *can* see every tile and the whole order.",
    "If the host does not reveal its secret at the end, this game is NOT verified.",
    "Bots on the host's computer count as the host.",
    "This has not been reviewed by outside cryptographers.",
)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path, *languages: str) -> list[str]:
    """The code blocks of a document in these languages."""
    found = BLOCK.findall(path.read_text("utf-8"))
    return [code for language, code in found if language in languages]


# -- code ------------------------------------------------------------------------------------


def bots_of(document: str) -> list[Bot]:
    """The bots that a document writes, each run as its own file."""
    written: list[Bot] = []
    for code in blocks(ROOT / document, "python"):
        if "def choose(" in code:
            names: dict[str, Bot] = {}
            exec(code, names)  # the point of the test
            written.append(names["choose"])
    return written


def play(table: list[Bot], seed: int) -> State:
    """A game of these bots; every answer is checked."""
    rng = Random(seed)
    order = list(range(CLASSIC.grid.size))
    rng.shuffle(order)
    state = new_game(CLASSIC, len(table))
    while state.agenda:
        if not state.asking:
            state.deliver(due(state, order, rng))
            continue
        seat = state.asking[0]
        hand = {position: order[position] for position in state.hands[seat]}
        before = state.copy()
        action = table[seat](state, Seat(seat), hand, rng)
        assert state == before, "a bot leaves the state as it is"
        state.act(seat, action)
    return state


@pytest.mark.parametrize("document", ["README.md", "docs/bots.md"])
def test_bot_of_the_documents_plays_and_beats_chance(document: str) -> None:
    (bot,) = bots_of(document)
    wins = 0

    for seed in range(6):
        state = play([LEVELS["random"], bot, LEVELS["random"]], seed)
        wins += state.cash[1] == max(state.cash)

    assert wins >= 4


def test_readme_writes_its_bot_in_ten_lines() -> None:
    (code,) = blocks(ROOT / "README.md", "python")

    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def test_bot_of_the_readme_sits_down_at_a_real_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mybot = ModuleType("mybot")
    (mybot.choose,) = bots_of("README.md")  # type: ignore[attr-defined]  # a module of our own
    monkeypatch.setitem(sys.modules, "mybot", mybot)
    (code,) = [code for code in blocks(ROOT / "docs" / "bots.md", "python") if "async def" in code]
    script = tmp_path / "seat.py"
    script.write_text(code, "utf-8")
    main = runpy.run_path(str(script))["main"]

    async def game() -> None:
        hosting = make_hosting(seats=2)
        server = await serve(hosting, CERTIFICATE, 0, "localhost", pairing=None)
        try:
            await asyncio.gather(main(server.address, "Pip"), main(server.address, "Pop"))
        finally:
            await server.stop()
        assert hosting.table is not None
        assert hosting.table.replica.complete
        assert not hosting.table.replica.broken

    run(game())


def test_every_level_that_the_command_line_offers_is_a_bot() -> None:
    assert tuple(bots.LEVELS) == parser.LEVELS


# -- commands --------------------------------------------------------------------------------


def commands(path: Path) -> list[list[str]]:
    """The words of every command line in a document, in blocks and in its text."""
    lines = [line for code in blocks(path, "sh", "powershell") for line in code.splitlines()]
    lines += INLINE.findall(BLOCK.sub("", path.read_text("utf-8")))
    return [shlex.split(line.replace("\\", "/")) for line in lines if not line.startswith('"')]


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_acquire_command_in_the_documents_exists(path: Path) -> None:
    for program, *arguments in commands(path):
        if program.rpartition("/")[2] == "acquire" and "COMMAND" not in arguments:
            parser.parse(arguments)  # exits with a message when there is no such thing


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_make_target_in_the_documents_exists(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for program, *arguments in commands(path):
        if program == "make" and arguments:
            assert re.search(rf"^{arguments[0]}:", makefile, re.MULTILINE), arguments


def test_make_runs_nothing_that_the_documents_do_not_name() -> None:
    """Whoever has no make types the same; `$(BIN)` and what is not Python aside."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    said = README + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipes = re.findall(r"^\t\$\(BIN\)/(.+)$", makefile, re.MULTILINE)

    assert recipes
    for recipe in recipes:
        assert f".venv/bin/{recipe}" in said, recipe


# -- the picture -----------------------------------------------------------------------------


def test_picture_of_play_in_the_readme_is_what_players_see(tmp_path: Path) -> None:
    picture = PICTURE.search(README)
    assert picture is not None
    shown = picture["lines"].splitlines()
    typed = picture["before"].split(", ") + [line[2:] for line in shown if line.startswith("> ")]
    roots = os.pathsep.join(str(ROOT / part) for part in ("", "client", "host"))

    played = subprocess.run(
        [sys.executable, "-m", "acquire_client", *shlex.split(picture["command"])],
        input="\n".join([*typed, "quit", ""]),
        env=os.environ | {"ACQUIRE_HOME": str(tmp_path), "PYTHONPATH": roots},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    told = "\n".join(line for line in shown if not line.startswith("> "))
    assert played.returncode == 0, played.stderr
    assert told in played.stdout, "the README shows another game than is played"


@pytest.mark.parametrize("size", ["80x24", "120x40"])
def test_screen_in_the_readme_is_one_that_the_tests_compare(size: str) -> None:
    pictures = {picture["name"]: picture["lines"] for picture in SCREEN.finditer(README)}
    (name,) = (name for name in pictures if name.endswith(size))

    golden = ROOT.joinpath("tests", "tui", "golden", f"{name}.txt").read_text("utf-8")

    drawn = [line.removesuffix("|").rstrip() for line in golden.splitlines()]
    assert pictures[name].splitlines() == drawn, "the README shows another screen than is drawn"


# -- what is said ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_no_document_promises_more_than_the_bag_keeps(path: Path) -> None:
    assert not OVERCLAIMS.search(path.read_text("utf-8"))


@pytest.mark.parametrize("document", ["README.md", "docs/fairness.md"])
def test_promise_of_the_sealed_bag_stands_with_its_limits(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    unwrapped = re.sub(r"\n(?:> ?)?", " ", text)

    for sentence in PROMISE:
        assert sentence in unwrapped, sentence


def test_a_decision_fits_on_a_page_and_has_a_number_of_its_own() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    headings: Callable[[str], list[str]] = re.compile(r"^## (\w+)", re.MULTILINE).findall

    assert [page.name[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        text = page.read_text("utf-8")
        assert len(text.splitlines()) <= 40, page.name
        assert headings(text) == ["Context", "Decision", "Consequences"], page.name
