"""Who can talk to whom: equal protocols, and rules that mean the same."""

from dataclasses import dataclass

from acquire_net.errors import Refused


@dataclass(frozen=True, slots=True)
class Version:
    """What a program speaks and plays; `program` is its own version, for people, or empty."""

    protocol: int
    semantics: int
    program: str

    def __str__(self) -> str:
        numbers = f"protocol {self.protocol}, rules {self.semantics}"
        return f"{self.program} ({numbers})" if self.program else numbers


def check_versions(host: Version, client: Version) -> None:
    """Raises Refused(VERSION), which names both, unless the two can play together."""
    if (host.protocol, host.semantics) != (client.protocol, client.semantics):
        raise Refused("VERSION", f"The host plays {host}, you have {client}: one must be updated.")
