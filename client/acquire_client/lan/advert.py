"""What a table says about itself on the network, and what is believed of what others say."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from acquire_client.address import Address
from acquire_net.errors import Unreadable
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS
from acquire_net.text import tame
from acquire_net.wire.updates import PROTOCOL, Lobby, Phase

SERVICE: Final = "_acquire-net._tcp.local."
NAME_LENGTH: Final = 48
"""Characters of a table's name."""
MOST_ADDRESSES: Final = 8
"""The most addresses that are tried for one table."""
_LABEL_BYTES: Final = 63 - len("-999")
"""UTF-8 bytes of a name on the network, with room for what tells namesakes apart."""
_NAME_BYTES: Final = 200
"""UTF-8 bytes of the whole name; a string of a TXT record has at most 255."""
_NAMESAKE: Final = re.compile(r"(?:-[0-9]{1,3})?")
_PHASES: Final = {phase.name.lower(): phase for phase in Phase}


def host_id(host_key: bytes) -> str:
    """A host's short name for programs, from its identity key: 16 hexadecimal digits.

    Enough to look a host up again; who answers must still prove to have the key.
    """
    return tagged_hash("host-id", host_key)[:8].hex()


@dataclass(frozen=True, slots=True)
class Advert:
    """What a host tells the network about one of its tables: nothing that is a secret.

    `table_id` is in hexadecimal, `code` tells whether joining needs one.
    """

    name: str
    table_id: str
    host_id: str
    port: int
    players: int
    seats: int
    phase: Phase
    code: bool
    protocol: int = PROTOCOL

    @property
    def label(self) -> str:
        """The name under which it is registered: one DNS label, so without dots, and short."""
        return label_of(self.name)

    def txt(self) -> dict[str, str]:
        """The strings of its TXT record."""
        return {
            "proto": str(self.protocol),
            "id": self.table_id,
            "host": self.host_id,
            "players": f"{self.players}/{self.seats}",
            "phase": self.phase.name.lower(),
            "code": str(int(self.code)),
            "name": _cut(tame(self.name, NAME_LENGTH), _NAME_BYTES),
        }


def advert_of(lobby: Lobby, port: int, *, code: bool) -> Advert:
    """What a host tells of a table in that lobby, at that port; `code`: whether joining needs one."""
    return Advert(
        lobby.name,
        lobby.table_id.hex(),
        host_id(lobby.host_key),
        port,
        len(lobby.seats),
        lobby.capacity,
        lobby.phase,
        code,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """A table on the air, as far as its host tells the truth; `addresses` the likeliest first."""

    name: str
    addresses: tuple[Address, ...]
    table_id: str
    host_id: str
    players: int
    seats: int
    phase: Phase
    code: bool
    protocol: int

    @property
    def speaks(self) -> bool:
        """Whether this program and that host understand each other."""
        return self.protocol == PROTOCOL

    @property
    def open(self) -> bool:
        """Whether somebody new can take a seat there."""
        return self.speaks and self.phase is Phase.LOBBY and self.players < self.seats


def label_of(name: str) -> str:
    """A table's name as one DNS label: tame, without dots, cut to fit in bytes, never empty."""
    words = tame(name.replace(".", " "), NAME_LENGTH)
    return _cut(words, _LABEL_BYTES) or "A table"


def read_found(
    label: str,
    txt: Mapping[bytes, bytes | None],
    hosts: Iterable[str],
    port: int | None,
    *,
    loopback: bool = False,
) -> Found:
    """Reads what the network says of a table; everything in it may come from anybody.

    `hosts` are numbers of IP, the likeliest first; with `loopback` those of this computer itself
    count. Raises Unreadable for what no honest host of this program says.
    """
    players = _match(txt, b"players", r"([0-9]{1,2})/([0-9]{1,2})")
    taken, seats = int(players[1]), int(players[2])
    phase = _PHASES.get(_match(txt, b"phase", r"[a-z]{1,20}")[0])
    if not MIN_SEATS <= seats <= MAX_SEATS or taken > seats or phase is None:
        raise Unreadable("No table of this game has such players.")
    addresses = tuple(
        Address(host, port)
        for host in hosts
        if port is not None and 1 <= port <= 65535 and _usable(host, loopback=loopback)
    )
    if not addresses:
        raise Unreadable("That table has no address.")
    return Found(
        _shown_name(label, txt),
        addresses[:MOST_ADDRESSES],
        _match(txt, b"id", r"[0-9a-f]{64}")[0],
        _match(txt, b"host", r"[0-9a-f]{16}")[0],
        taken,
        seats,
        phase,
        _match(txt, b"code", r"[01]")[0] == "1",
        int(_match(txt, b"proto", r"[0-9]{1,6}")[0]),
    )


def _match(txt: Mapping[bytes, bytes | None], key: bytes, shape: str) -> re.Match[str]:
    text = (txt.get(key) or b"").decode("ascii", "replace")
    if match := re.fullmatch(shape, text):
        return match
    raise Unreadable(f"That table does not tell its {key.decode()}.")


def _shown_name(label: str, txt: Mapping[bytes, bytes | None]) -> str:
    """The whole name, if the label is made of it; else the label, which is what others see."""
    label = tame(label, NAME_LENGTH + 4)
    whole = tame((txt.get(b"name") or b"").decode("utf-8", "replace"), NAME_LENGTH)
    rest = label.removeprefix(label_of(whole))
    if whole and label != rest and _NAMESAKE.fullmatch(rest):
        return whole + rest
    return label or "A table"


def _usable(host: str, *, loopback: bool) -> bool:
    try:
        number = ip_address(host)
    except ValueError:
        return False
    if number.is_loopback:
        return loopback
    if number.version == 6 and (number.is_link_local or number.ipv4_mapped):
        return False  # the one needs an adapter's name, the other hides an address of IPv4
    return not (number.is_multicast or number.is_unspecified or str(number) == "255.255.255.255")


def _cut(text: str, most: int) -> str:
    """The text, cut between two characters to at most so many bytes of UTF-8."""
    return text.encode()[:most].decode("utf-8", "ignore").strip()
