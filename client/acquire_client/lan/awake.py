"""Keeps this computer awake while it hosts, where that can be done."""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

from acquire_net.language import _

_ES_CONTINUOUS: Final = 0x80000000
_ES_SYSTEM_REQUIRED: Final = 0x00000001


def kept() -> str:
    """What the player is told of a computer that stays awake."""
    return _(
        "This computer is asked to stay awake while it hosts. Closing its lid still stops the game"
        " until it is opened again."
    )


def not_kept() -> str:
    """What the player is told of a computer that may fall asleep."""
    return _(
        "Nothing here can keep this computer awake: see to it that it does not fall asleep, and"
        " leave its lid open. The game would stop until it wakes."
    )


@contextmanager
def awake(platform: str = sys.platform) -> Generator[str, None, None]:
    """Keeps the computer from falling asleep by itself while the context lasts; never fails.

    Gives a sentence for the player. Ends with the process too, however that ends.
    """
    with ExitStack() as stack:
        if platform == "win32":
            keeps = stack.enter_context(_windows())
        else:
            keeps = stack.enter_context(_beside(keeper(platform, os.getpid())))
        yield kept() if keeps else not_kept()


def keeper(platform: str, process: int) -> tuple[str, ...]:
    """The command that keeps a computer awake until its input ends; empty where none is known."""
    if platform == "darwin":
        return "caffeinate", "-i", "-w", str(process)
    if platform.startswith("linux"):
        return (
            "systemd-inhibit",
            "--what=idle:sleep",
            "--who=acquire",
            "--why=A table is being hosted",
            "cat",  # ends with its input, so also when this program is killed
        )
    return ()


@contextmanager
def _beside(command: Sequence[str]) -> Generator[bool, None, None]:
    """Runs the command beside us; whether it could be started."""
    if not command or shutil.which(command[0]) is None:
        yield False
        return
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        child.terminate()
        if child.stdin is not None:
            with suppress(OSError):
                child.stdin.close()
        try:
            child.wait(timeout=1)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


@contextmanager
def _windows() -> Generator[bool, None, None]:
    """Tells Windows that this thread needs the system; whether Windows listened."""
    if sys.platform != "win32":
        yield False
        return
    import ctypes

    state = ctypes.windll.kernel32.SetThreadExecutionState
    try:
        yield bool(state(_ES_CONTINUOUS | _ES_SYSTEM_REQUIRED))
    finally:
        state(_ES_CONTINUOUS)
