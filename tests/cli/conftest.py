"""A computer for every test, on which commands run and nothing stays."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from acquire_client.__main__ import main
from tests.cli.programs import Computer


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    one = Computer(tmp_path / "home")
    one.home.mkdir()
    yield one
    one.put_out()


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    output: str
    errors: str

    @property
    def lines(self) -> list[str]:
        return self.output.splitlines()

    def ended(self, code: int) -> "Said":
        """Itself, if it ended with that exit code."""
        assert self.code == code, self
        return self


Here = Callable[..., Said]


@pytest.fixture
def here(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Here:
    """Runs a command in this very process, where a hundred of them take no time."""
    monkeypatch.setenv("ACQUIRE_HOME", str(computer.home))

    def run(*arguments: str | Path) -> Said:
        try:
            code = main([*map(str, arguments)])
        except SystemExit as end:
            code = int(end.code or 0)
        said = capfd.readouterr()
        return Said(code, said.out, said.err)

    return run
