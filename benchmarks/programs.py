"""The `acquire` program and others of ours, started from here with a home of their own."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def empty_home() -> Iterator[Path]:
    """The home of the programs started meanwhile, empty at first.

    Their bytecode is kept, as it is where the package was installed.
    """
    before = os.environ.copy()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ |= {"ACQUIRE_HOME": folder, "ACQUIRE_LANG": "en"}
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        try:
            yield Path(folder)
        finally:
            os.environ.clear()
            os.environ.update(before)


class Program:
    """A running module, `acquire` unless named, whose input and output are pipes."""

    def __init__(self, *arguments: str, module: str = "acquire_client") -> None:
        self._arguments = (module, *arguments)
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def line_with(self, text: str) -> str:
        """Reads on to the next line that contains a text."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if text in line:
                return line
        raise self._failed(f"did not say {text!r}")

    def type(self, lines: str) -> None:
        """Types lines, as many as the pipe holds."""
        assert self._process.stdin is not None
        self._process.stdin.write(lines)
        self._process.stdin.flush()

    def finish(self) -> None:
        """Waits; the program must end well."""
        self._process.communicate()
        if code := self._process.returncode:
            raise self._failed(f"ended with {code}")

    def kill(self) -> None:
        """Ends it where it stands."""
        self._process.kill()
        self._process.communicate()

    def _failed(self, what: str) -> SystemExit:
        self.kill()
        return SystemExit(f"{' '.join(self._arguments)} {what}.")
