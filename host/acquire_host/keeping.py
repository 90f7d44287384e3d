"""A lobby as plain data that can be stored, and read again after the host crashed.

Who was ready is not kept: whoever comes back looks at the rules again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from acquire_host.seating import Seating, Sitter
from acquire_net.agreement import rulebook_of
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.rules.editions import canonical
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS

_KEY = 32


@dataclass(frozen=True, slots=True)
class KeptLobby:
    """A lobby that was read: `levels` are those of the bots that the host ran, by their keys."""

    name: str
    table_id: bytes
    seating: Seating
    levels: Mapping[bytes, str]


def plain(lobby: KeptLobby) -> dict[str, object]:
    """The lobby as JSON can write it."""
    return {
        "name": lobby.name,
        "table": lobby.table_id.hex(),
        "rulebook": canonical(lobby.seating.rulebook).decode("ascii"),
        "capacity": lobby.seating.capacity,
        "seats": [_plain_seat(one, lobby.levels) for one in lobby.seating.sitters],
    }


def _plain_seat(sitter: Sitter, levels: Mapping[bytes, str]) -> dict[str, object]:
    seat: dict[str, object] = {
        "name": sitter.name,
        "identity": sitter.identity.hex(),
        "x25519": sitter.x25519.hex(),
        "bot": sitter.bot,
    }
    level = levels.get(sitter.identity)
    return seat if level is None else seat | {"level": level}


def read(kept: Mapping[str, object]) -> KeptLobby:
    """The lobby of such data; raises Unreadable for what never was one."""
    seats, capacity = kept.get("seats"), kept.get("capacity")
    if not isinstance(seats, list) or not isinstance(capacity, int):
        raise _damaged()
    if not MIN_SEATS <= capacity <= MAX_SEATS:
        raise _damaged()
    seating = Seating(rulebook_of(_text(kept, "rulebook")), capacity)
    levels: dict[bytes, str] = {}
    for seat in seats:
        if not isinstance(seat, dict):
            raise _damaged()
        identity, x25519 = _key(seat, "identity"), _key(seat, "x25519")
        try:
            seating.sit(_text(seat, "name"), identity, x25519, bot=seat.get("bot") is True)
        except Refused:
            raise _damaged() from None
        if "level" in seat:
            levels[identity] = _text(seat, "level")
    if len(seating.sitters) != len(seats):
        raise _damaged()  # one of them sits twice
    return KeptLobby(_text(kept, "name"), _key(kept, "table"), seating, levels)


def _text(kept: Mapping[str, object], what: str) -> str:
    text = kept.get(what)
    if not isinstance(text, str):
        raise _damaged()
    return text


def _key(kept: Mapping[str, object], what: str) -> bytes:
    try:
        key = bytes.fromhex(_text(kept, what))
    except ValueError:
        raise _damaged() from None
    if len(key) != _KEY:
        raise _damaged()
    return key


def _damaged() -> Unreadable:
    return Unreadable(_("The lobby that was kept is damaged."))
