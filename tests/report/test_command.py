"""`acquire report` and `acquire plot`, as they are typed."""

import os
import pty
from pathlib import Path

import pytest

from acquire_client.report.page import DOCTYPE
from tests.cli.conftest import Here
from tests.cli.programs import Computer
from tests.report import games


@pytest.fixture
def ledger(computer: Computer) -> Path:
    """The one game kept here."""
    computer.games.mkdir()
    path = computer.games / "20260131-201500-Ann-12345678-abcdef.acquire.jsonl"
    path.write_bytes(games.four())
    return path


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are written where the command is run."""
    monkeypatch.chdir(tmp_path)


def test_a_report_is_written_here_and_where_it_is_is_said(
    here: Here, ledger: Path, tmp_path: Path
) -> None:
    said = here("report").ended(0)
    written = tmp_path / "20260131-201500-Ann-12345678-abcdef.html"

    assert said.lines == [
        f"The report is written: {written}",
        f"Open it in a browser: {written.as_uri()}",
    ]
    text = written.read_text("utf-8")
    assert text.startswith(DOCTYPE)
    assert "2026-01-31" in text


def test_a_game_is_named_by_number_by_file_or_as_the_last(
    here: Here, ledger: Path, tmp_path: Path
) -> None:
    names: list[list[str]] = [[], ["1"], ["last"], [str(ledger)]]
    for at, name in enumerate(names):
        here("report", *name, "--output", f"{at}.html").ended(0)

    assert len({(tmp_path / f"{at}.html").read_bytes() for at in range(4)}) == 1


def test_a_report_replaces_a_report_and_nothing_else(
    here: Here, ledger: Path, tmp_path: Path
) -> None:
    here("report", "--output", "page.html").ended(0)
    here("report", "--output", "page.html").ended(0)
    before = ledger.read_bytes()
    refused = here("report", "--output", ledger).ended(1)

    assert refused.errors == (
        f"{ledger} is there already, and no report; name another file with --output.\n"
    )
    assert ledger.read_bytes() == before
    (tmp_path / "folder").mkdir()
    here("report", "--output", "folder").ended(1)


def test_what_is_no_ledger_gets_one_sentence_and_no_page(
    here: Here, ledger: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"hello\n")
    for command in ("report", "plot"):
        said = here(command, other).ended(1)
        assert said.errors.startswith(f"{other} cannot be replayed: ")
        assert said.errors.count("\n") == 1
        here(command, "missing").ended(1)

    assert not [*tmp_path.glob("*.html")]


def test_without_a_terminal_fortunes_are_told_in_words(here: Here, ledger: Path) -> None:
    said = here("plot").ended(0)

    assert said.lines[0] == "Net worth at every tenth of the game."
    assert said.lines[1] == "At the start: Ann $6,000, Bo $6,000, Cy $6,000, Di $6,000."
    assert len(said.lines) == 12
    assert here("plot", "--plain").lines == said.lines


@pytest.mark.parametrize(
    ("environment", "drawn"),
    [({}, True), ({"TERM": "dumb"}, False), ({"ACQUIRE_UI": "plain"}, False)],
)
def test_on_a_terminal_fortunes_are_drawn_unless_words_are_wanted(
    computer: Computer, ledger: Path, environment: dict[str, str], *, drawn: bool
) -> None:
    text = on_a_terminal(computer, {"TERM": "xterm", "NO_COLOR": "1"} | environment, "plot")

    assert ("$0┤" in text) == drawn
    assert ("At the start: " in text) != drawn
    assert "\x1b" not in text


def on_a_terminal(computer: Computer, environment: dict[str, str], *arguments: str) -> str:
    """What a command shows on a terminal of its own."""
    child, screen = pty.fork()
    if not child:
        import sys

        os.execve(
            sys.executable,
            [sys.executable, "-m", "acquire_client", *arguments],
            computer.environment | environment,
        )
    shown = b""
    while part := _read(screen):
        shown += part
    os.close(screen)
    assert os.waitpid(child, 0)[1] == 0, shown
    return shown.decode("utf-8")


def _read(screen: int) -> bytes:
    try:
        return os.read(screen, 65536)
    except OSError:  # its program has ended
        return b""


def test_a_hidden_unfinished_game_is_not_plotted(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "half.acquire.jsonl"
    path.write_bytes(games.unfinished())

    assert here("plot", path).ended(1).errors == (
        "Cash and shares are hidden in that game until it is over.\n"
    )
    path.write_bytes(games.abandoned())
    assert "no tile was laid" in here("plot", path).ended(1).errors


def test_a_player_sees_his_own_money_in_his_own_unfinished_game(
    computer: Computer, here: Here, tmp_path: Path
) -> None:
    from acquire_client.storage import places
    from acquire_client.storage.vault import Vault
    from tests.tables import secrets_of

    path = tmp_path / "half.acquire.jsonl"
    path.write_bytes(games.unfinished())
    Vault.create(places.secrets_beside(path), {"name": "Bo"}, {0: secrets_of(3, 1)}).close()
    said = here("plot", path).ended(0)

    assert said.lines[1] == "At the start: Bo $6,000."
    assert "Ann" not in said.output
