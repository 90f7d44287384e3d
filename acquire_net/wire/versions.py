"""Who can talk to whom: equal protocols, and rules that mean the same."""

from dataclasses import dataclass

from acquire_net.errors import Refused
from acquire_net.language import _


@dataclass(frozen=True, slots=True)
class Version:
    """What a program speaks and plays; `program` is its own version, for people, or empty."""

    protocol: int
    semantics: int
    program: str

    def __str__(self) -> str:
        numbers = _("protocol {protocol}, rules {rules}")
        numbers = numbers.format(protocol=self.protocol, rules=self.semantics)
        return f"{self.program} ({numbers})" if self.program else numbers


def check_versions(host: Version, client: Version) -> None:
    """Raises Refused(VERSION), which names both, unless the two can play together."""
    if (host.protocol, host.semantics) != (client.protocol, client.semantics):
        raise Refused(
            "VERSION",
            _("The host plays {host}, you have {client}: one must be updated.").format(
                host=host, client=client
            ),
        )
