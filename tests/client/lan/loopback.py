"""A network of this computer alone: multicast over loopback, for tests without others."""

import secrets
import socket
import struct
from functools import cache

import pytest

from acquire_client.lan.addresses import Likely, OwnAddress

GROUP = "224.0.0.251"
LOOPBACK = "127.0.0.1"


def only_loopback() -> tuple[OwnAddress, ...]:
    """What a computer without any network has."""
    return (OwnAddress(LOOPBACK, 8, "lo", Likely.LOOPBACK),)


def own_service() -> str:
    """A kind of service that no other test, and no game on this network, hears of."""
    return f"_acq-{secrets.token_hex(4)}._tcp.local."


def skip_without_multicast() -> None:
    """Skips the test, with the reason, where loopback carries no multicast."""
    if reason := _why_not():
        pytest.skip(reason)


@cache
def _why_not() -> str:
    try:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as hearing,
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as saying,
        ):
            hearing.bind(("", 0))
            hearing.settimeout(2)
            joining = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(LOOPBACK))
            hearing.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joining)
            saying.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
            saying.sendto(b"heard?", (GROUP, hearing.getsockname()[1]))
            hearing.recv(16)
    except OSError as error:
        return f"loopback carries no multicast here: {error}"
    return ""
