"""The program's own diary: what it did and what went wrong, never a code, a key or a secret."""

import logging
import re
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

LARGEST: Final = 1024 * 1024
"""Bytes of a log file before the next one begins; three are kept."""

_HIDDEN: Final = (
    (re.compile(r"(?<![\w.:])\d{3}[ -]?\d{3}(?![\w:]|\.\d)"), "[code]"),
    (re.compile(r"\b[0-9a-fA-F]{32,}\b"), "[key]"),
    (re.compile(r"(?<![\w/+])[A-Za-z0-9+/]{40,}={0,2}"), "[key]"),
)


def redacted(text: str) -> str:
    """The text without anything that looks like a join code, a key or a secret."""
    for pattern, mark in _HIDDEN:
        text = pattern.sub(mark, text)
    return text


class _Redacting(logging.Formatter):
    """Formats a record, tracebacks included, and hides what must not be written down."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def keep_log(folder: Path, *, verbose: bool) -> Path:
    """Writes a log into the folder from now on, and with `verbose` to standard error too.

    Returns the file. A folder that cannot be written costs the log and nothing else.
    """
    path = folder / "acquire.log"
    shape = _Redacting("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handlers: list[logging.Handler] = []
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handlers.append(RotatingFileHandler(path, maxBytes=LARGEST, backupCount=2, delay=True))
    except OSError:
        handlers.append(logging.NullHandler())
    if verbose:
        handlers.append(logging.StreamHandler(sys.stderr))
    root = logging.getLogger()
    for handler in handlers:
        handler.setFormatter(shape)
        root.addHandler(handler)
    logging.raiseExceptions = False  # a full disk is no reason to disturb a game
    for name in ("acquire_net", "acquire_host", "acquire_client"):
        logging.getLogger(name).setLevel(logging.DEBUG if verbose else logging.INFO)
    return path
