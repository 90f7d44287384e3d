import os
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.lan.awake import awake, keeper, kept, not_kept

PROGRAM = """
from acquire_client.lan.awake import awake
with awake("linux"):
    input()
"""
KEEPER = """#!/bin/sh
exec 9>"$KEEPER_SAYS"
echo $$ >&9
shift 3
exec "$@"
"""


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe in which a stand-in for systemd-inhibit tells its number, and that it has ended."""
    if os.name != "posix":
        pytest.skip("named pipes are a thing of POSIX")
    program = tmp_path / "systemd-inhibit"
    program.write_text(KEEPER)
    program.chmod(0o755)
    pipe = tmp_path / "says"
    os.mkfifo(pipe)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("KEEPER_SAYS", str(pipe))
    return pipe


def test_computer_is_kept_awake_as_long_as_the_table_is_hosted(says: Path) -> None:
    with awake("linux") as sentence, says.open() as keeper_says:
        assert sentence == kept()
        number = int(keeper_says.readline())
        os.kill(number, 0)  # it runs

    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_killed_host_lets_the_computer_sleep(says: Path) -> None:
    command = [sys.executable, "-c", PROGRAM]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE) as program,
        says.open() as keeper_says,
    ):
        keeper_says.readline()
        program.kill()
        assert keeper_says.read() == ""  # whoever kept it awake has gone


def test_computer_without_such_a_program_is_not_kept_awake_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    for platform in ("linux", "darwin", "plan9"):
        with awake(platform) as sentence:
            assert sentence == not_kept()


def test_program_that_cannot_be_started_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "systemd-inhibit"
    broken.write_text("not a program")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    with awake("linux") as sentence:
        assert sentence == not_kept()


def test_both_sentences_speak_of_the_lid() -> None:
    assert "lid" in kept()
    assert "lid" in not_kept()


def test_mac_is_kept_awake_for_this_process_only() -> None:
    assert keeper("darwin", 77) == ("caffeinate", "-i", "-w", "77")
