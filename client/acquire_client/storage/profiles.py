"""Who one is: an identity key per profile, held by one program at a time."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from acquire_client.storage import places
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing

Entropy = Callable[[int], bytes]
"""So many random bytes."""


@dataclass(frozen=True)
class Profile:
    """A profile in use; `identity` is its Ed25519 secret. `release` lets others use it."""

    name: str
    identity: bytes
    lock: FileLock

    @property
    def public(self) -> bytes:
        """The key that others know it by."""
        return signing.public_key(self.identity)

    def release(self) -> None:
        """Gives the profile free."""
        self.lock.release()


def take(name: str, entropy: Entropy, *, exactly: bool = False) -> Profile:
    """Takes a profile, or the next of its name (`default-2`) while another program has it.

    Makes it when it is new. Raises Refused when nine are taken, or with `exactly` that one;
    Unreadable for a name or key file that cannot be.
    """
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise Unreadable("A profile's name is letters, digits, - and _, at most 40.")
    for number in range(1, 10):
        candidate = name if number == 1 else f"{name}-{number}"
        lock = FileLock(places.profiles() / f"{candidate}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if exactly:
                text = f"Another acquire plays as profile {name}; end that one first."
                raise Refused("PROFILE_IN_USE", text) from None
            continue
        return Profile(candidate, _identity(candidate, entropy), lock)
    raise Refused("PROFILE_IN_USE", f"Another acquire plays as profile {name}; use --profile.")


def _identity(name: str, entropy: Entropy) -> bytes:
    path = places.profiles() / f"{name}.key"
    if not path.exists():
        _write_key(path, entropy(32))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise Unreadable(f"Others can read the key {path}; mend that with: chmod 600 '{path}'")
    try:
        identity = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError):
        identity = b""
    if len(identity) != 32:
        raise Unreadable(f"{path} is no key of this program; move it away to get a new one.")
    return identity


def _write_key(path: Path, key: bytes) -> None:
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w") as stream:
        stream.write(key.hex() + "\n")
        stream.flush()
        os.fsync(stream.fileno())
