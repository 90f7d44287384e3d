"""Whether a host is the one it should be, by what was known of it before. No I/O."""

from collections.abc import Iterable
from dataclasses import dataclass

from acquire_client.storage.knownhosts import KnownHost
from acquire_net.language import _


@dataclass(frozen=True, slots=True)
class Met:
    """It is a host known from before: nobody else has its certificate's key."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """Nothing is known: only a join code can vouch for it."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Another one than the host `before`, which was met at the address, or had the key it claims."""

    before: KnownHost

    def explained(self, address: str) -> list[str]:
        """What that may mean, and what to do, in lines for the player."""
        name = self.before.name
        careful = _("Careful: what answers at {address} is not the host that you know as {name}.")
        return [
            careful.format(address=address, name=name),
            _(
                "Either the address belongs to another computer today, or its player lost his"
                " keys, or somebody plays the host to you."
            ),
        ]


def judge(
    known: Iterable[KnownHost], fingerprint: bytes, host_key: bytes, address: str
) -> Met | Stranger | Changed:
    """What to think of a host with that certificate (SHA-256), which says that this is its key.

    That it owns the certificate is certain, for the connection is encrypted with it; that the key
    is its own is believed only of a host that once proved it.
    """
    at_address: list[KnownHost] = []
    for host in known:
        if host.key == host_key:
            return Met() if host.fingerprint == fingerprint else Changed(host)
        if address in host.addresses and host.fingerprint != fingerprint:
            at_address.append(host)
    return Changed(at_address[0]) if at_address else Stranger()
