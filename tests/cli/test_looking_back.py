"""`games`, `show`, `export`, `audit`, `rules`: what is kept is found, replayed and judged."""

import json
from pathlib import Path

import pytest

from acquire_client.storage import ledgerfile
from tests.cli.conftest import Here, Said
from tests.cli.programs import Computer, Program, entries
from tests.transcripts.replay import replay


def sentence(program: Program | Said, code: int) -> str:
    """The one line that a refused command says."""
    program.ended(code)
    said = (program.output + "\n" + program.errors).strip()
    assert "\n" not in said, str(program)
    assert said.endswith("."), said
    return said


@pytest.fixture
def ledger(computer: Computer) -> Path:
    """The ledger of a short game between two bots."""
    rules = ("columns=6", "rows=5", "hand_size=2", "safe_size=5", "end_size=12")
    options = [word for rule in rules for word in ("--rule", rule)]
    computer.run("play", "--no-player", "--bots", "2", "--seed", "4", *options).ended(0)
    (path,) = computer.ledgers()
    return path


def test_games_are_listed_with_their_players_winner_and_verdict(
    computer: Computer, ledger: Path
) -> None:
    (line,) = computer.run("games").ended(0).lines
    assert line.startswith("1. 20")
    assert ": Sky and Ox. " in line
    assert " won with $" in line
    assert line.endswith("Checked: every draw was fixed before the game.")


def test_a_damaged_file_never_stops_the_list(computer: Computer, ledger: Path) -> None:
    games = computer.games
    (games / "20260101-101500-empty.acquire.jsonl").write_bytes(b"")
    (games / "20260101-101500-other.acquire.jsonl").write_bytes(b"\xff\xfe no ledger\n")
    (games / "20260101-101500-folder.acquire.jsonl").mkdir()
    (games / "20260101-101500-gone.acquire.jsonl").symlink_to("nowhere")
    lines = computer.run("games").ended(0).lines
    assert len(lines) == 3
    assert "2026-01-01 10:15: 20260101-101500-empty.acquire.jsonl cannot be read" in "".join(lines)
    assert sum("won with" in line for line in lines) == 1
    refused = computer.run("play", "--resume").ended(1)
    assert refused.errors == "No unfinished game of acquire play is kept here.\n"


def test_a_game_is_named_by_number_by_file_or_as_the_last(here: Here, ledger: Path) -> None:
    shown = [here("show", *name).ended(0).lines for name in ([], ["1"], ["last"], [ledger])]
    assert shown.count(shown[0]) == 4
    assert sentence(here("show", "2"), 1) == ("1 game is kept here; `acquire games` lists them.")


def test_a_game_is_replayed_in_words_or_stopped_at_an_entry(here: Here, ledger: Path) -> None:
    shown = here("show").ended(0)
    assert "0. The dealer committed to a secret." in shown.lines
    assert any("won" in line or "wins" in line for line in shown.lines[-6:])
    at = next(line.split(".")[0] for line in shown.lines if " placed " in line)
    stopped = here("show", "--at", at).ended(0)
    assert stopped.lines[0] == f"Entry {at}."
    assert any(line.startswith("Row A") for line in stopped.lines)
    last = len(entries(ledger)) - 2
    beyond = here("show", "--at", str(last + 1))
    assert sentence(beyond, 1) == f"That game has entries 0 to {last}, not {last + 1}."


def test_an_exported_transcript_replays_green(computer: Computer) -> None:
    computer.run("play", "--no-player", "--bots", "2", "--seed", "4").ended(0)
    exported = computer.run("export", "--format", "transcript").ended(0)
    replay(json.loads(exported.output))
    written = computer.home / "game.json"
    computer.run("export", "--format", "transcript", "--output", written).ended(0)
    assert json.loads(written.read_text()) == json.loads(exported.output)


def test_an_altered_byte_is_found_and_somebody_named(here: Here, ledger: Path) -> None:
    data = ledger.read_bytes()
    lines = data.splitlines(keepends=True)
    row = json.loads(lines[20])
    row["host_sig"] = json.loads(lines[21])["host_sig"]
    altered = json.dumps(row, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    ledger.write_bytes(b"".join([*lines[:20], altered, *lines[21:]]))
    found = here("audit", ledger).ended(1)
    assert found.lines[0].startswith("FALSE: ")
    assert "Where: line 21 (entry 19)." in found.lines


def test_what_is_no_whole_game_is_not_checked(here: Here, ledger: Path) -> None:
    data = ledger.read_bytes()
    ledger.write_bytes(b"".join(data.splitlines(keepends=True)[:30]))
    cut = here("audit", ledger).ended(2)
    assert cut.lines[0].startswith("Not checked: the log stopped after entry 28, waiting for ")
    ledger.write_bytes(data[:-5])
    torn = here("audit", ledger).ended(2)
    assert "the line does not end in a newline" in torn.lines[0]


@pytest.mark.parametrize("command", ["audit", "show", "export"])
def test_what_cannot_be_read_gets_one_sentence(
    computer: Computer, here: Here, command: str
) -> None:
    options = ["--format", "transcript"] if command == "export" else []
    code = 2 if command == "audit" else 1
    folder, huge = computer.home / "folder", computer.home / "huge"
    folder.mkdir()
    with huge.open("wb") as stream:
        stream.truncate(ledgerfile.MAX_BYTES + 1)
    missing = ("missing", "n" * 5000, "\udcff", "last", "7")
    for name in (*missing, str(folder), str(huge), str(computer.home / "huge" / "below")):
        said = sentence(here(command, name, *options), code)
        assert any(word in said for word in ("kept here", "read", "too large")), said


def test_what_is_no_ledger_gets_one_sentence(computer: Computer, here: Here) -> None:
    for content in (b"", b"hello\n", b"\x00\xff" * 50, b"{}\n", b"[" * 5000):
        path = computer.home / "other"
        path.write_bytes(content)
        assert "cannot be replayed: " in sentence(here("show", path), 1)
        audited = here("audit", path).ended(2)
        assert audited.lines[0].startswith("Not checked: ")


def test_rules_shows_what_is_played_and_what_can_be_chosen(computer: Computer) -> None:
    rules = computer.run("rules", "--rule", "two_player_bank=off").ended(0)
    assert "Rules: classic." in rules.lines
    assert "--rule OPTION=VALUE" in rules.lines[-1]
    assert any("two_player_bank" in line or "bank" in line for line in rules.lines)
