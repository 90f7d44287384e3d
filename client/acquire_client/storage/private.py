"""Files that only their owner may read: keys, secrets, and the code of a running table."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from acquire_client.storage.ledgerfile import read, write_whole
from acquire_net.errors import Unreadable
from acquire_net.language import _

KEY_LENGTH: Final = 32
"""The length of every key that is kept, in bytes."""

Entropy = Callable[[int], bytes]
"""So many random bytes."""


def check_private(path: Path) -> None:
    """Raises Unreadable, with the command that mends it, for a file that others can read."""
    if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
        raise Unreadable(
            _("Others can read {path}; mend that with: chmod 600 '{path}'").format(path=path)
        )


def read_private(path: Path) -> bytes:
    """The bytes of such a file; Unreadable when others can read it, or nobody can."""
    check_private(path)
    return read(path)


def write_private(path: Path, data: bytes) -> None:
    """Writes such a file whole: whoever looks finds the old one or the new one, on disk for good."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, path.with_name(f"{path.name}.{os.getpid()}"), data, 0o600)


def kept_key(path: Path, entropy: Entropy) -> bytes:
    """The key in a file, made when there is none; Unreadable for a file that cannot be it."""
    if not path.exists():
        write_private(path, entropy(KEY_LENGTH).hex().encode() + b"\n")
    key = read_key(read_private(path))
    if key is None:
        raise Unreadable(
            _("{path} is no key of this program; move it away to get a new one.").format(path=path)
        )
    return key


def read_key(text: bytes) -> bytes | None:
    """The key that a line of hexadecimal digits spells; None when it spells none."""
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return None
    return key if len(key) == KEY_LENGTH else None
