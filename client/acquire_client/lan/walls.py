"""What usually stands between two computers on one network, in words, where a player meets it."""

import errno
import sys
from collections.abc import Sequence
from typing import Final

from acquire_client.address import Address
from acquire_client.words.numbers import either
from acquire_net.language import _

PATIENCE: Final = 60.0
"""Seconds after which a host that nobody reached tells what may be in the way."""


def walls(port: int, platform: str = sys.platform) -> tuple[str, ...]:
    """The usual walls on this kind of computer, one a line, each with the way through."""
    vpn = _("A VPN can hide the network around you: pause it while you play.")
    return _of_the_system(port, platform), _guests(), vpn


def nothing_found(port: int, platform: str = sys.platform) -> tuple[str, ...]:
    """What to tell a player who looked for tables and found none."""
    return (
        _("No table was found on this network. Is somebody hosting, on the same Wi-Fi or cable?"),
        *walls(port, platform),
        _("A table that is not found can still be joined: the host's screen shows its address."),
    )


def unreached(addresses: Sequence[Address], platform: str = sys.platform) -> tuple[str, ...]:
    """What to tell a host whom nobody has reached for a minute; its addresses, likeliest first."""
    if not addresses:
        return (_("Nobody has come yet, and this computer is on no network: connect it to one."),)
    likeliest, *others = map(str, addresses[:3])
    typed = _("Others can type: acquire join {address}.")
    if others:
        typed = _("Others can type: acquire join {address} (or, if that fails, {others}).")
    return (
        _("Nobody has come yet. If somebody is trying, one of these is usually in the way:"),
        *walls(addresses[0].port, platform),
        typed.format(address=likeliest, others=either(others)),
        _("acquire doctor checks this computer."),
    )


def cut_off(addresses: Sequence[Address], error: OSError, platform: str = sys.platform) -> str:
    """Why nothing at those addresses answers, in one line that says what to do."""
    where = either(list(map(str, addresses)))
    unreachable = error.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH)
    if platform == "darwin" and unreachable:
        told = _("This Mac lets nothing through to {address}. {advice}")
        return told.format(address=where, advice=_mac())
    if unreachable:
        told = _("There is no way to {address} from here: is this computer on the host's network?")
    elif isinstance(error, ConnectionRefusedError):
        told = _("At {address} no table is open: has the host stopped, or is the port another one?")
    else:
        told = _(
            "Nothing answers at {address}. {advice} A firewall on the host's computer does it too."
        )
    return told.format(address=where, advice=_guests())


def _of_the_system(port: int, platform: str) -> str:
    if platform == "darwin":
        return _mac()
    if platform == "win32":
        return _(
            "On Windows: Windows Security, Firewall and network protection, Allow an app through"
            " firewall: tick Python for private networks. Whoever cancelled its dialog once is"
            " blocked until then."
        )
    linux = _(
        "On Linux: a firewall such as ufw or firewalld must let in TCP port {port},"
        " and UDP port 5353 so that tables are found."
    )
    return linux.format(port=port)


def _mac() -> str:
    return _(
        "On a Mac: System Settings, Privacy and Security, Local Network: allow the terminal app in"
        " which acquire runs, then start it again."
    )


def _guests() -> str:
    return _(
        "Guest Wi-Fi keeps its computers apart: all must use the same ordinary network, or a"
        " phone's hotspot."
    )
