"""The settings on the command line, and completions for the shells people use."""

import shutil
import subprocess
from pathlib import Path

import pytest

from acquire_client.__main__ import main
from acquire_client.cli import parser


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    return tmp_path


def test_the_settings_are_shown_with_the_place_to_change_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = Path(said(capsys, "config", "path").rstrip("\n"))
    assert f"{path} is not there yet" in said(capsys, "config")
    path.write_text('name = "Ann"\npace = 1.5\n')
    shown = said(capsys, "config", "show")
    assert f"from {path}" in shown
    assert 'name = "Ann"\n' in shown
    assert "pace = 1.5\n" in shown
    assert "confirm = true\n" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_a_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = said(capsys, "completion", shell)
    commands = parser.build()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert commands is not None
    assert [name for name in commands if name not in printed] == []


def test_bash_reads_its_completion(capsys: pytest.CaptureFixture[str]) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    read = subprocess.run(
        [bash, "-n"], input=said(capsys, "completion", "bash"), text=True, capture_output=True
    )
    assert (read.returncode, read.stderr) == (0, "")
