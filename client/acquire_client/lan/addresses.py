"""Under which addresses others can reach this computer, the likeliest first."""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address, ip_interface
from typing import Final

import ifaddr

_PRIVATE: Final = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
_VIRTUAL: Final = re.compile(
    # containers and virtual machines
    r"docker|br-[0-9a-f]{6,}|veth|virbr|vmnet|vmware|vbox|virtualbox|hyper-v|wsl|lxc|lxd|podman|cni|"
    # tunnels, and what a Mac talks to its own devices by
    r"tun[0-9]|tap[0-9]|wg[0-9]|zt[0-9a-z]{6,}|ppp[0-9]|tailscale|zerotier|wireguard|"
    r"awdl|llw[0-9]|anpi[0-9]",
    re.IGNORECASE,
)
_ELSEWHERE: Final = "198.51.100.1"
"""An address for documentation: nobody has it, and nothing is sent there."""


class Likely(IntEnum):
    """How likely others reach an address, best first."""

    PRIVATE = 0
    """An IPv4 address of the ranges that homes and offices use."""
    OTHER_IPV4 = 1
    IPV6 = 2
    VIRTUAL = 3
    """An adapter of containers, virtual machines or a VPN."""
    LINK_LOCAL = 4
    """What a computer gives itself when nobody gives it an address."""
    LOOPBACK = 5
    """This computer only."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this computer, the length of its network's prefix, and its adapter's name."""

    host: str
    prefix: int
    adapter: str
    likely: Likely

    @property
    def ipv6(self) -> bool:
        """Whether it is an IPv6 address."""
        return ":" in self.host


def own() -> tuple[OwnAddress, ...]:
    """Every usable address of this computer now; raises OSError when the system does not tell."""
    return ordered(ifaddr.get_adapters(), _way_out())


def ordered(adapters: Iterable[ifaddr.Adapter], way_out: str = "") -> tuple[OwnAddress, ...]:
    """The addresses of those adapters, each once, the likeliest first.

    Among equals the one that leads to the Internet, `way_out`, comes first, then the system's own
    order. IPv6 link-local addresses are left out: they mean nothing without an adapter's name.
    """
    found: dict[str, OwnAddress] = {}
    for adapter in adapters:
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            number = ip_address(text.partition("%")[0])
            if number.is_unspecified or number.is_multicast:
                continue
            if number.version == 6 and number.is_link_local:
                continue
            names = f"{adapter.name} {adapter.nice_name}"
            host = str(number)
            found.setdefault(
                host,
                OwnAddress(host, ip.network_prefix, adapter.nice_name, _likely(number, names)),
            )
    return tuple(sorted(found.values(), key=lambda one: (one.likely, one.host != way_out)))


def offered(bind: str, here: Iterable[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Those addresses at which a host bound to `bind` answers.

    `0.0.0.0` is every IPv4 address, `::` and the empty text every address. Loopback is offered
    only where there is nothing else.
    """
    if bind in ("", "::"):
        heard = tuple(here)
    elif bind == "0.0.0.0":  # what it means for a socket
        heard = tuple(one for one in here if not one.ipv6)
    else:
        wanted = "127.0.0.1" if bind == "localhost" else bind
        heard = tuple(one for one in here if one.host == wanted)
    outside = tuple(one for one in heard if one.likely is not Likely.LOOPBACK)
    return outside or heard


def nearest(hosts: Iterable[str], here: Iterable[OwnAddress]) -> tuple[str, ...]:
    """The addresses of another computer, those in a network of this one first, then the likely."""
    networks = [ip_interface(f"{one.host}/{one.prefix}").network for one in here]

    def distance(host: str) -> tuple[bool, Likely]:
        number = ip_address(host)
        near = any(number in network for network in networks if network.version == number.version)
        return not near, _likely(number, "")

    return tuple(sorted(hosts, key=distance))


def _likely(number: IPv4Address | IPv6Address, adapter: str) -> Likely:
    if number.is_loopback:
        return Likely.LOOPBACK
    if number.is_link_local:
        return Likely.LINK_LOCAL
    if _VIRTUAL.search(adapter):
        return Likely.VIRTUAL
    if isinstance(number, IPv6Address):
        return Likely.IPV6
    private = any(number in network for network in _PRIVATE)
    return Likely.PRIVATE if private else Likely.OTHER_IPV4


def _way_out() -> str:
    """The address from which the system would reach the Internet; empty when it has no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_ELSEWHERE, 9))
        except OSError:
            return ""
        host: str = asking.getsockname()[0]
        return host
