"""What usually stands between two computers on one network, in words, where a player meets it."""

import errno
import sys
from collections.abc import Sequence
from typing import Final

from acquire_client.address import Address

PATIENCE: Final = 60.0
"""Seconds after which a host that nobody reached tells what may be in the way."""

_MAC: Final = (
    "On a Mac: System Settings, Privacy and Security, Local Network: allow the terminal app in"
    " which acquire runs, then start it again."
)
_WINDOWS: Final = (
    "On Windows: Windows Security, Firewall and network protection, Allow an app through firewall:"
    " tick Python for private networks. Whoever cancelled its dialog once is blocked until then."
)
_LINUX: Final = (
    "On Linux: a firewall such as ufw or firewalld must let in TCP port {port},"
    " and UDP port 5353 so that tables are found."
)
_GUESTS: Final = (
    "Guest Wi-Fi keeps its computers apart: all must use the same ordinary network, or a phone's"
    " hotspot."
)
_VPN: Final = "A VPN can hide the network around you: pause it while you play."


def walls(port: int, platform: str = sys.platform) -> tuple[str, ...]:
    """The usual walls on this kind of computer, one a line, each with the way through."""
    return _of_the_system(port, platform), _GUESTS, _VPN


def nothing_found(port: int, platform: str = sys.platform) -> tuple[str, ...]:
    """What to tell a player who looked for tables and found none."""
    return (
        "No table was found on this network. Is somebody hosting, on the same Wi-Fi or cable?",
        *walls(port, platform),
        "A table that is not found can still be joined: the host's screen shows its address.",
    )


def unreached(addresses: Sequence[Address], platform: str = sys.platform) -> tuple[str, ...]:
    """What to tell a host whom nobody has reached for a minute; its addresses, likeliest first."""
    if not addresses:
        return ("Nobody has come yet, and this computer is on no network: connect it to one.",)
    others = " or ".join(map(str, addresses[1:3]))
    return (
        "Nobody has come yet. If somebody is trying, one of these is usually in the way:",
        *walls(addresses[0].port, platform),
        f"Others can type: acquire join {addresses[0]}"
        + (f" (or, if that fails, {others})." if others else "."),
        "acquire doctor checks this computer.",
    )


def cut_off(addresses: Sequence[Address], error: OSError, platform: str = sys.platform) -> str:
    """Why nothing at those addresses answers, in one line that says what to do."""
    where = " or ".join(map(str, addresses))
    unreachable = error.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH)
    if platform == "darwin" and unreachable:
        return f"This Mac lets nothing through to {where}. {_MAC}"
    if unreachable:
        return f"There is no way to {where} from here: is this computer on the host's network?"
    if isinstance(error, ConnectionRefusedError):
        return f"At {where} no table is open: has the host stopped, or is the port another one?"
    return f"Nothing answers at {where}. {_GUESTS} A firewall on the host's computer does it too."


def _of_the_system(port: int, platform: str) -> str:
    if platform == "darwin":
        return _MAC
    return _WINDOWS if platform == "win32" else _LINUX.format(port=port)
