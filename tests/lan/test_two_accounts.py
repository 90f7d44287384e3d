"""The programs themselves: a host, a bot of the same account, and one of another with the code."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PATIENCE = 60
"""Seconds after which a program has hung."""


class Account:
    """Somebody with a home of his own on this computer."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("ACQUIRE_")
        }
        return subprocess.Popen(
            [sys.executable, "-m", "acquire_client", *arguments],
            env=inherited | {"ACQUIRE_HOME": str(self.home), "ACQUIRE_LANG": "en"} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        """Exit code, output and errors of a program that ends by itself."""
        return ended(self.start(*arguments, **environment))


def ended(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = program.communicate(timeout=PATIENCE)
    return program.returncode, out, err


@contextmanager
def hosting(account: Account) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A host of two seats for bots, its address on this computer, and its join code."""
    arguments = ("--no-player", "--seats", "2", "--port", "0", "--bind", "localhost")
    program = account.start("host", "--name", "Red", *arguments)
    assert program.stdout is not None
    said = ""
    try:
        while not (code := re.search(r"Join code: (\d{3} \d{3})\n", said)):
            line = program.stdout.readline()
            assert line, said
            said += line
        address = re.search(r"acquire join (127\.0\.0\.1:\d+)\n", said)
        assert address is not None, said
        yield program, address[1], code[1]
    finally:
        program.kill()
        program.wait()


def test_own_bot_needs_no_code_another_accounts_does_and_both_check_the_game(
    tmp_path: Path,
) -> None:
    red, sky = Account(tmp_path / "red"), Account(tmp_path / "sky")
    with hosting(red) as (host, address, code):
        stranger = sky.run("bot", address)
        wrong = sky.run("bot", address, "000000" if code != "000 000" else "111111")
        own = red.start("bot", address, "--level", "random", "--pace", "0")
        guest = sky.run("bot", address, "--level", "random", "--pace", "0", ACQUIRE_JOIN_CODE=code)
        results = [guest, ended(own), ended(host)]

    assert (stranger[0], stranger[1]) == (1, "")
    assert "asks for its join code" in stranger[2]
    assert (wrong[0], wrong[1]) == (1, "")
    assert "not the join code of this table" in wrong[2]
    for exit_code, out, err in results:
        assert (exit_code, err) == (0, ""), out
        assert "Checked: every draw was fixed before the game." in out
    assert list((red.home / "tables").iterdir()) == []

    listed = sky.run("hosts")
    assert (listed[0], listed[2]) == (0, "")
    assert re.fullmatch(rf"1\. Red's table, key [0-9a-f]{{12}}, last at {address}\n", listed[1])
    assert sky.run("hosts", "forget", "Red's", "table")[0] == 0
    assert "No host is known yet" in sky.run("hosts")[1]
