"""Where a host is, as a player writes it: `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT`, or a link."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.pairing import read_code

_SHAPE: Final = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<host>[^:\[\]]*))(?::(?P<port>[0-9]{1,5}))?")
_SCHEME: Final = "acquire://"
_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")


@dataclass(frozen=True, slots=True)
class Address:
    """A host's name or number, without brackets, and its port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Whether it is this very computer."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Invitation:
    """A host's address, and the join code if it came along; else empty."""

    address: Address
    code: str = ""


def read_invitation(text: str) -> Invitation:
    """Reads an address, or a link `acquire://HOST:PORT/#CODE`; Unreadable for anything else."""
    if not text.strip().lower().startswith(_SCHEME):
        return Invitation(read_address(text))
    where, _, code = text.strip()[len(_SCHEME) :].partition("#")
    return Invitation(read_address(where.removesuffix("/")), read_code(code) if code else "")


def read_address(text: str) -> Address:
    """Reads an address; Unreadable, with how to write one, for anything else."""
    text = text.strip()
    if text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"  # a bare IPv6 number has no port
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise _wrong(_("{text} is no address.").format(text=repr(text[:60])))
    port = int(match["port"] or DEFAULT_PORT)
    if not 1 <= port <= 65535:
        raise _wrong(_("{port} is no port; ports are 1 to 65535.").format(port=port))
    six, host = match["six"], match["host"]
    if not (_is_ip(host, 4) or _is_name(host) if six is None else _is_ip(six, 6)):
        wrong = _("{text} is no computer's name or number.")
        raise _wrong(wrong.format(text=repr((six or host or "")[:60])))
    return Address((six or host).lower(), port)


def _wrong(what: str) -> Unreadable:
    how = _("Write an address as HOST or HOST:PORT, such as 127.0.0.1:7777 or [::1]:7777.")
    return Unreadable(f"{what} {how}")


def _is_ip(host: str, version: int) -> bool:
    try:
        return ip_address(host).version == version
    except ValueError:
        return False


def _is_name(host: str) -> bool:
    labels = host.removesuffix(".").split(".")
    # a name that ends in a number would be taken for an IPv4 address, if a wrong one
    return all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit() and len(host) <= 253
