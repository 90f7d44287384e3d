"""`acquire play`: a whole game by script, taken back, put away, gone on with, and in JSON."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.programs import INTERRUPT, ROOT, TERMINATE, Computer, Player, Program, entries

QUICK = ("play", "--pace", "0", "--name", "Ann")
SHORT = (
    *("--rule", "columns=6", "--rule", "rows=5", "--rule", "hand_size=2"),
    *("--rule", "safe_size=5", "--rule", "end_size=12"),
)


def played(computer: Computer, *options: str, typist: Player | None = None) -> Program:
    """A practice game played to its end."""
    program = computer.start(*QUICK, *options, typist=typist or Player())
    return program.ended(0)


def path_said(program: Program, kind: str) -> Path:
    """The ledger's path, as the program tells it."""
    (line,) = [line for line in program.lines if line.startswith(kind)]
    return Path(line.removeprefix(kind).strip().rstrip(".") + "")


def put_away(computer: Computer, count: int, *options: str) -> Path:
    """A practice game left at a later question; its ledger."""
    player = Player()

    def typist(line: str) -> str | None:
        reply = player(line)
        return "quit" if reply and player.asked > count else reply

    game = computer.start(*QUICK, "--bots", "2", "--seed", "5", *options, typist=typist).ended(0)
    return path_said(game, "The game is kept in ")


# -- a whole game --------------------------------------------------------------------------------


def test_a_whole_game_ends_with_ranks_and_a_verdict_in_a_line(computer: Computer) -> None:
    game = played(computer)
    assert [line for line in game.lines if line.startswith("Place 4: ")]
    assert "Checked: every draw was fixed before the game." in game.lines
    assert path_said(game, "Ledger: ") == computer.ledgers()[0]
    computer.run("audit", "last").ended(0)


def test_practice_never_loads_grpc(computer: Computer) -> None:
    script = (
        "import sys\n"
        "from acquire_client.__main__ import main\n"
        f"code = main(['play', '--no-player', '--bots', '2', *{SHORT!r}])\n"
        "sys.exit(code or ('loaded' if 'grpc' in sys.modules else 0))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env=computer.environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert b"Checked: every draw" in ended.stdout


def test_a_seed_makes_two_games_the_same(computer: Computer, tmp_path: Path) -> None:
    ledgers = [tmp_path / "one.acquire.jsonl", tmp_path / "two.acquire.jsonl"]
    for path in ledgers:
        game = played(computer, "--seed", "7", "--ledger", str(path), *SHORT)
        assert "This game is reproducible by its seed, so it proves nothing." in game.lines
        assert "A test game made from a seed: it proves nothing." in game.lines
    first, second = (path.read_bytes() for path in ledgers)
    assert first == second


@pytest.mark.parametrize("bots", [2, 6])
def test_bots_play_among_themselves(computer: Computer, bots: int) -> None:
    game = computer.run("play", "--no-player", "--bots", str(bots), *SHORT).ended(0)
    assert any(line.startswith("Place 1") for line in game.lines)
    assert "YOUR" not in game.output
    assert "Checked: every draw was fixed before the game." in game.lines


def test_against_one_bot_the_bank_draws_a_tile_for_its_shares(computer: Computer) -> None:
    game = played(computer, "--bots", "1", "--seed", "3")
    assert any("bank drew" in line.lower() for line in game.lines), game
    computer.run("audit", "last").ended(0)


def test_rules_and_presets_are_said_as_they_are_played(computer: Computer) -> None:
    rules = computer.run("rules", "--preset", "1999", "--rule", "bonus_timing=all_first").ended(0)
    assert "Rules: 1999." in rules.lines
    game = computer.run(*QUICK, "--preset", "1999", "--rule", "hand_size=5", typed="quit").ended(0)
    assert re.search(r"^5\. [0-9]+[A-I]: ", game.output, re.MULTILINE)
    assert not re.search(r"^6\. [0-9]+[A-I]: ", game.output, re.MULTILINE)


# -- JSON ----------------------------------------------------------------------------------------


def test_every_line_of_json_is_an_object(computer: Computer) -> None:
    def typist(line: str) -> str | None:
        row = json.loads(line)
        if row["type"] != "question":
            return None
        player = Player()
        return next(reply for text in row["lines"] if (reply := player(text)) is not None)

    game = computer.start(*QUICK, "--json", "--bots", "2", *SHORT, typist=typist).ended(0)
    rows = [json.loads(line) for line in game.lines]
    assert all(isinstance(row, dict) and isinstance(row["lines"], list) for row in rows)
    assert {"question", "event", "verdict"} <= {row["type"] for row in rows}
    assert game.errors == ""


# -- what is announced ---------------------------------------------------------------------------


def test_mine_announces_only_what_one_does_oneself(computer: Computer) -> None:
    game = played(computer, "--announce", "mine", "--bots", "2", "--seed", "5", *SHORT)
    placed = [line for line in game.lines if re.fullmatch(r"\w+ placed \w+\.", line)]
    recaps = game.lines.count("Since your turn:") + game.lines.count("So far:")
    assert recaps
    assert {line.split()[0] for line in placed} >= {"You"}
    assert len([line for line in placed if not line.startswith("You")]) <= 2 * recaps


def test_hold_tells_nothing_before_it_is_asked(computer: Computer) -> None:
    game = played(computer, "--announce", "hold", "--bots", "2", "--seed", "5", *SHORT)
    assert not any(line.startswith("You placed") for line in game.lines)
    assert "Since your turn:" in game.lines


# -- taking back ---------------------------------------------------------------------------------


class Regretful(Player):
    """Takes back when a question comes, so many times in a row, and then plays on."""

    def __init__(self, question: int, times: int) -> None:
        super().__init__()
        self.heads: list[str] = []
        self._at = question
        self._times = times

    def __call__(self, line: str) -> str | None:
        if line.startswith("YOUR "):
            self.heads.append(line)
        reply = super().__call__(line)
        if reply is not None and self.asked >= self._at and self._times:
            self._times -= 1
            return "undo"
        return reply


def test_a_decision_taken_back_is_asked_again_in_a_new_file(computer: Computer) -> None:
    player = Regretful(4, 1)
    game = played(computer, "--bots", "2", "--seed", "5", *SHORT, typist=player)
    assert player.heads[4] == player.heads[2]  # heads: first, second, third, fourth, third again
    assert "Taken back. This goes on as a new practice branch" in game.output
    assert "In this practice branch decisions were taken back." in game.lines
    first, branch = sorted(computer.ledgers(), key=lambda path: len(path.name))
    assert branch.name.endswith("-branch-2.acquire.jsonl")
    assert entries(branch)[:20] == entries(first)[:20]
    computer.run("audit", branch).ended(0)
    computer.run("audit", first).ended(2)


def test_two_decisions_in_a_row_are_taken_back(computer: Computer) -> None:
    player = Regretful(5, 2)
    played(computer, "--bots", "2", "--seed", "5", *SHORT, typist=player)
    assert player.heads[5] == player.heads[3]
    assert player.heads[6] == player.heads[2]
    assert len(computer.ledgers()) == 3
    computer.run("audit", "1").ended(0)


def test_before_the_first_decision_there_is_nothing_to_take_back(computer: Computer) -> None:
    game = computer.run(*QUICK, typed="undo\nquit").ended(0)
    assert "There is no decision of yours to take back." in game.lines
    assert len(computer.ledgers()) == 1


def test_a_resumed_game_can_be_taken_back_without_harm_to_its_branches(computer: Computer) -> None:
    first = put_away(computer, 3, *SHORT)
    before = first.read_bytes()
    for _ in range(2):
        computer.run("play", "--resume", first, "--pace", "0", typed="undo\nquit").ended(0)
    names = [path.name for path in computer.ledgers()]
    assert sum("-branch-2" in name for name in names) == 1
    assert sum("-branch-3" in name for name in names) == 1
    assert first.read_bytes() == before
    for path in computer.ledgers():
        assert "FALSE" not in computer.run("audit", path).ended(2).output


# -- putting away, and going on ------------------------------------------------------------------


@pytest.mark.parametrize("word", ["quit", "adjourn"])
def test_leaving_tells_where_the_game_is_and_how_to_go_on(computer: Computer, word: str) -> None:
    left = computer.run(*QUICK, typed=word).ended(0)
    ledger = path_said(left, "The game is kept in ")
    assert left.lines[-1] == f"Go on with: acquire play --resume {ledger}"
    resumed = computer.run("play", "--resume", ledger, typed="quit").ended(0)
    assert "The game goes on where it was." in resumed.lines
    assert "YOUR TURN: place a tile." in resumed.lines


def test_the_last_game_that_is_not_over_goes_on_by_itself(computer: Computer) -> None:
    unfinished = put_away(computer, 3, *SHORT)
    played(computer, "--bots", "2", *SHORT)
    resumed = computer.start("play", "--resume", "--pace", "0", typist=Player()).ended(0)
    assert "Since your turn:" in resumed.output
    computer.run("audit", unfinished).ended(0)
    over = computer.run("play", "--resume").ended(1)
    assert over.errors == "No unfinished game of acquire play is kept here.\n"
    over = computer.run("play", "--resume", unfinished).ended(1)
    assert "is over; `acquire show` replays it." in over.errors


def test_a_torn_tail_is_left_out_with_a_notice(computer: Computer) -> None:
    ledger = put_away(computer, 3, *SHORT)
    torn = ledger.read_bytes()[:-20]
    ledger.write_bytes(torn)
    assert "does not end in a newline" in computer.run("audit", ledger).ended(2).output
    resumed = computer.run("play", "--resume", typed="quit").ended(0)
    assert "The last line of the ledger was cut short; it is left out." in resumed.lines
    assert "Not checked: the log stopped" in computer.run("audit", ledger).ended(2).output


def test_a_damaged_line_is_named_and_the_game_refused(computer: Computer) -> None:
    ledger = put_away(computer, 3, *SHORT)
    lines = ledger.read_bytes().splitlines(keepends=True)
    lines[6] = b"{}" + lines[6][2:]
    damaged = b"".join(lines)
    ledger.write_bytes(damaged)
    refused = computer.run("play", "--resume", ledger).ended(1)
    assert "is damaged: line 7: " in refused.errors
    assert ledger.read_bytes() == damaged


def test_a_closed_input_ends_the_game_and_keeps_it(computer: Computer) -> None:
    game = computer.run(*QUICK).ended(1)
    assert game.errors == "The input ended while an answer is needed; the game is kept.\n"
    assert path_said(game, "The game is kept in ").exists()


@pytest.mark.parametrize(("number", "code"), [(INTERRUPT, 130), (TERMINATE, 143)])
def test_a_signal_ends_the_game_and_keeps_it(computer: Computer, number: int, code: int) -> None:
    game = computer.start(*QUICK)
    game.wait_for("YOUR TURN")
    game.signal(number)
    game.ended(code)
    assert game.errors == "Stopped.\n"
    assert game.lines[-1].startswith("Go on with: acquire play --resume ")


def test_two_programs_never_play_one_game(computer: Computer) -> None:
    game = computer.start(*QUICK)
    game.wait_for("YOUR TURN")
    (ledger,) = computer.ledgers()
    before = ledger.read_bytes()
    second = computer.run("play", "--resume", ledger).ended(1)
    assert "Another acquire plays the game" in second.errors
    assert ledger.read_bytes() == before


# -- nonsense ------------------------------------------------------------------------------------


def test_nonsense_is_answered_and_the_question_stays(computer: Computer) -> None:
    typed = b"\n".join(
        [
            b"gibberish",
            b"x" * 10_000,
            b"1\x00\x00",
            b"\xff\xfe\xfa",
            "\N{PILE OF POO} \N{ZERO WIDTH JOINER}\N{RIGHT-TO-LEFT OVERRIDE}".encode(),
            b"99",
            b"buy luxor 3",
            b"hand",
            b"adjourn",
        ]
    )
    game = computer.run(*QUICK, typed=typed).ended(0)
    assert '"gibberish" is no answer.' in game.output
    assert "That line is too long: at most 1,000 characters." in game.lines
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in game.output
    assert game.lines[-1].startswith("Go on with: ")
