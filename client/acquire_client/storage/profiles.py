"""Who one is: an identity key per profile, held by one program at a time."""

from dataclasses import dataclass

from filelock import FileLock, Timeout

from acquire_client.storage import places
from acquire_client.storage.acquaintances import Met
from acquire_client.storage.private import Entropy, kept_key, read_key, read_private
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.language import _


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

    @property
    def met(self) -> Met:
        """Those whom it has met."""
        return Met(self.name)

    def release(self) -> None:
        """Gives the profile free."""
        self.lock.release()


def identity_of(name: str) -> bytes | None:
    """The Ed25519 secret of a profile that another program holds now; None while it is free."""
    lock = FileLock(places.profiles() / f"{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return read_key(read_private(places.profiles() / f"{name}.key"))
    lock.release()
    return None


def take(name: str, entropy: Entropy, *, exactly: bool = False) -> Profile:
    """Takes a profile, or the next of its name (`default-2`) while another program has it.

    Makes it when it is new. Raises Refused when nine are taken, or with `exactly` that one;
    Unreadable for a name or key file that cannot be.
    """
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise Unreadable(_("A profile's name is letters, digits, - and _, at most 40."))
    for number in range(1, 10):
        candidate = name if number == 1 else f"{name}-{number}"
        lock = FileLock(places.profiles() / f"{candidate}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if exactly:
                text = _("Another acquire plays as profile {name}; end that one first.")
                raise Refused("PROFILE_IN_USE", text.format(name=name)) from None
            continue
        try:
            identity = kept_key(places.profiles() / f"{candidate}.key", entropy)
        except BaseException:
            lock.release()
            raise
        return Profile(candidate, identity, lock)
    raise Refused(
        "PROFILE_IN_USE",
        _("Another acquire plays as profile {name}; use --profile.").format(name=name),
    )
