"""What a game is about and who plays it: the first line of its ledger.

The rulebook and a start position are plain values here, whose meaning is for the rules; whether the
`semantics` are those of this program is for whoever wants to play or judge the game.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from acquire_net.errors import Unreadable
from acquire_net.fairness.commitments import ruleset_hash, table_context
from acquire_net.language import _
from acquire_net.ledger import canonical
from acquire_net.ledger.canonical import Json, base64_of

FORMAT: Final = "acquire-ledger/1"
"""The format of the ledgers that this program reads and writes."""

LEVELS: Final = (1,)
"""The bags it knows: 1 is the sealed one."""

ABSENCES: Final = ("never", "consent")
"""What may happen to the seat of a player who left: nothing, or a bot with all others' consent."""

NAME_LENGTH: Final = 24
"""The most characters in a player's name."""

SEATS: Final = range(2, 7)
"""How many can play."""

_KEY: Final = 32
_U32: Final = 2**32 - 1


@dataclass(frozen=True, slots=True)
class SeatKeys:
    """A player at the table: name, Ed25519 identity key, and an X25519 key made for this table."""

    name: str
    identity: bytes
    x25519: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that is settled before the first statement.

    `table_id` is new for every game, `attempt` counts abandoned set-ups; `start` is a start position
    or None; `seeded` marks a reproducible game, which proves nothing; `previous` is the last head
    of the attempt before, if there was one. Keys, the id and heads are 32 bytes. Unreadable if a
    value is out of range, a name is not a `checked_name`, or two seats share a name or a key.
    """

    level: int
    table_id: bytes
    attempt: int
    rulebook: Mapping[str, Json]
    semantics: int
    host_key: bytes
    seats: tuple[SeatKeys, ...]
    referee_key: bytes
    dealer_key: bytes
    start: Json = None
    absence: str = "never"
    seeded: bool = False
    previous: bytes | None = None
    format: str = FORMAT

    def __post_init__(self) -> None:
        _check_words(self)
        _check_sizes(self)
        _check_seats(self.seats)

    def encode(self) -> bytes:
        """Writes the header line, without its newline."""
        return canonical.dumps(
            {
                "absence": self.absence,
                "attempt": self.attempt,
                "dealer_key": base64_of(self.dealer_key),
                "format": self.format,
                "host_key": base64_of(self.host_key),
                "level": self.level,
                "previous": None if self.previous is None else base64_of(self.previous),
                "referee_key": base64_of(self.referee_key),
                "rulebook": self.rulebook,
                "seats": [_written(seat) for seat in self.seats],
                "seeded": self.seeded,
                "semantics": self.semantics,
                "start": self.start,
                "table_id": base64_of(self.table_id),
            }
        )

    @classmethod
    def decode(cls, line: bytes) -> "Header":
        """Reads a header line without its newline; Unreadable unless it is what `encode` writes."""
        value = canonical.loads(line)
        _check_format(value)
        known = canonical.record(value, _KEYS)
        header = cls(
            format=canonical.text(known, "format"),
            level=canonical.integer(known, "level"),
            table_id=canonical.octets(known, "table_id"),
            attempt=canonical.integer(known, "attempt"),
            rulebook=_rulebook(known["rulebook"]),
            semantics=canonical.integer(known, "semantics"),
            start=known["start"],
            host_key=canonical.octets(known, "host_key"),
            seats=_seats(known["seats"]),
            referee_key=canonical.octets(known, "referee_key"),
            dealer_key=canonical.octets(known, "dealer_key"),
            absence=canonical.text(known, "absence"),
            seeded=canonical.flag(known, "seeded"),
            previous=None if known["previous"] is None else canonical.octets(known, "previous"),
        )
        if header.encode() != line:
            raise Unreadable(_("the header is not in its canonical form"))
        return header


_KEYS: Final = frozenset(field.name for field in fields(Header))
_SEAT_KEYS: Final = frozenset(field.name for field in fields(SeatKeys))


def context(line: bytes) -> bytes:
    """The table's context, `ctx`: the head of its empty log, 32 bytes.

    It hashes the exact header line as received, without its newline; Unreadable if that is not a
    header.
    """
    header = Header.decode(line)
    roster = [(seat.identity, seat.name) for seat in header.seats]
    return table_context(ruleset_hash(line), header.host_key, header.attempt, roster)


def checked_name(name: str) -> str:
    """Returns a player's name as it is, if others can be shown it.

    That is 1 to 24 characters of NFC text with no space around it and nothing that a terminal obeys
    or that hides or turns letters (control, format, surrogate and line characters). Unreadable
    otherwise.
    """
    if not 1 <= len(name) <= NAME_LENGTH:
        text = _("a name has 1 to {most} characters, not {count}")
        raise Unreadable(text.format(most=NAME_LENGTH, count=len(name)))
    if any(unicodedata.category(character) in _UNSHOWN for character in name):
        raise Unreadable(_("a name must not hold control or formatting characters"))
    if name != name.strip() or not unicodedata.is_normalized("NFC", name):
        raise Unreadable(_("a name must be in normal form, without spaces around it"))
    return name


# Not unassigned characters: which those are depends on the Python that looks.
_UNSHOWN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def _check_format(value: Json) -> None:
    """Tells a ledger of another version from something that is no ledger at all."""
    found = value.get("format") if isinstance(value, Mapping) else None
    if not isinstance(found, str) or not found.startswith("acquire-ledger/"):
        raise Unreadable(_("this is not a ledger of an Acquire game"))
    if found != FORMAT:
        text = _("this ledger has the format {found}; expected {expected}")
        raise Unreadable(text.format(found=repr(found[:32]), expected=repr(FORMAT)))


def _check_words(header: Header) -> None:
    if header.format != FORMAT:
        raise _must_be("format", (FORMAT,))
    if header.level not in LEVELS:
        raise _must_be("level", LEVELS)
    if header.absence not in ABSENCES:
        raise _must_be("absence", ABSENCES)


def _must_be(name: str, values: Sequence[object]) -> Unreadable:
    text = _("{name} must be one of {values}")
    return Unreadable(text.format(name=repr(name), values=", ".join(map(repr, values))))


def _check_sizes(header: Header) -> None:
    for name in ("table_id", "host_key", "referee_key", "dealer_key", "previous"):
        value: bytes | None = getattr(header, name)
        if value is not None and len(value) != _KEY:
            text = _("{name} must be {length} bytes long, not {found}")
            raise Unreadable(text.format(name=repr(name), length=_KEY, found=len(value)))
    for name in ("attempt", "semantics"):
        number: int = getattr(header, name)
        if not 0 <= number <= _U32:
            text = _("{name} must be a number from 0 to {most}, not {value}")
            raise Unreadable(text.format(name=repr(name), most=_U32, value=number))


def _check_seats(seats: Sequence[SeatKeys]) -> None:
    if len(seats) not in SEATS:
        text = _("{least} to {most} can play, not {count}")
        raise Unreadable(text.format(least=SEATS[0], most=SEATS[-1], count=len(seats)))
    for seat in seats:
        checked_name(seat.name)
        if len(seat.identity) != _KEY or len(seat.x25519) != _KEY:
            text = _("the keys of a seat must be {length} bytes long")
            raise Unreadable(text.format(length=_KEY))
    for text, values in (
        (_("two seats share a name"), {seat.name for seat in seats}),
        (_("two seats share an identity key"), {seat.identity for seat in seats}),
        (_("two seats share an X25519 key"), {seat.x25519 for seat in seats}),
    ):
        if len(values) < len(seats):
            raise Unreadable(text)


def _written(seat: SeatKeys) -> Json:
    return {
        "name": seat.name,
        "identity": base64_of(seat.identity),
        "x25519": base64_of(seat.x25519),
    }


def _seats(value: Json) -> tuple[SeatKeys, ...]:
    if not isinstance(value, list):
        raise Unreadable(_("'seats' must be a list"))
    rows = [canonical.record(seat, _SEAT_KEYS) for seat in value]
    return tuple(
        SeatKeys(
            name=canonical.text(row, "name"),
            identity=canonical.octets(row, "identity"),
            x25519=canonical.octets(row, "x25519"),
        )
        for row in rows
    )


def _rulebook(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise Unreadable(_("'rulebook' must be an object"))
    return value
