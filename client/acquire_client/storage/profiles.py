"""Who one is: an identity key per profile, held by one program at a time."""

from dataclasses import dataclass

from filelock import FileLock, Timeout

from acquire_client.storage import places
from acquire_client.storage.private import Entropy, kept_key
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing


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
        try:
            identity = kept_key(places.profiles() / f"{candidate}.key", entropy)
        except BaseException:
            lock.release()
            raise
        return Profile(candidate, identity, lock)
    raise Refused("PROFILE_IN_USE", f"Another acquire plays as profile {name}; use --profile.")
