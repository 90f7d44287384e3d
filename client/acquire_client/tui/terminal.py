"""What a terminal can do, and how a full screen keeps it for itself.

Libraries that write to standard output or error while a screen is up would push it away; what
they write goes to a file instead.
"""

import locale
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from acquire_client.tui.theme import Borders, Depth, borders

_DUMB: Final = ("", "dumb", "unknown")


def usable() -> bool:
    """Whether a full screen can be shown here: a terminal both ways, not a dumb one."""
    streams = (sys.stdin, sys.stdout)
    if any(stream is None or stream.closed or not stream.isatty() for stream in streams):
        return False
    if os.name == "posix" and os.environ.get("TERM", "") in _DUMB:
        return False
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return size.columns > 0 and size.lines > 0


def frames(*, ascii_only: bool) -> Borders:
    """The marks that lines are drawn with here."""
    language = locale.getlocale(locale.LC_CTYPE)[0] or ""
    return borders("ascii" if ascii_only else _encoding(), language)


def _encoding() -> str:
    """What the terminal can show: in the C locale less than Python writes there."""
    return locale.getencoding() if os.name == "posix" else sys.stdout.encoding


def depth(bits: int) -> Depth:
    """The number of colour bits as a theme knows it; none with NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return 1
    return 24 if bits > 8 else 8 if bits > 4 else 4 if bits > 1 else 1


@contextmanager
def kept_to_ourselves(stray: Path) -> Iterator[TextIO]:
    """A stream to the terminal; whatever else is written to it meanwhile goes to the file."""
    if os.name != "posix":  # a screen of Windows is not written to through a stream
        yield sys.stdout
        return
    sys.stdout.flush()
    sys.stderr.flush()
    own, error = os.dup(1), os.dup(2)
    to = _sink(stray)
    try:
        os.dup2(to, 1)
        os.dup2(to, 2)
        with os.fdopen(os.dup(own), "w", encoding=sys.stdout.encoding, errors="replace") as stream:
            yield stream
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os.dup2(own, 1)
        os.dup2(error, 2)
        for one in (own, error, to):
            os.close(one)


def _sink(stray: Path) -> int:
    try:
        return os.open(stray, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:  # without a log the game goes on
        return os.open(os.devnull, os.O_WRONLY)
