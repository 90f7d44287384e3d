"""The one JSON text of a value: sorted keys, no spaces, ASCII, whole numbers, standard base64.

What is read here is refused unless it is exactly what would have been written.
"""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NoReturn, TypeAlias

from acquire_net.errors import Unreadable

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that JSON can hold; fractions are left out, since programs print them differently."""

MAX_INTEGER: Final = 2**64 - 1
"""The largest number that a ledger can hold."""


def dumps(value: Json) -> bytes:
    """Writes `value` on one line, without a newline; Unreadable if it is nested too deeply."""
    try:
        return _ENCODER.encode(value).encode("ascii")
    except RecursionError:
        raise Unreadable("this is nested too deeply for a ledger") from None


def loads(text: bytes) -> Json:
    """Reads one line without its newline.

    Unreadable unless `dumps` gives the same bytes again: so keys are sorted and met once, and there
    is nothing between them.
    """
    try:
        value: Json = _DECODER.decode(text.decode("ascii"))
        again = dumps(value)
    except (ValueError, RecursionError):  # RecursionError: brackets, thousands deep
        raise Unreadable("this is not JSON as a ledger has it") from None
    if again != text:
        raise Unreadable("this JSON is not in its canonical form")
    return value


def record(value: Json, keys: AbstractSet[str]) -> Mapping[str, Json]:
    """Returns `value` if it is an object with exactly `keys`; Unreadable names what is not right."""
    if not isinstance(value, Mapping):
        raise Unreadable(f"expected an object, not {_shown(value)}")
    if value.keys() != keys:
        missing, unknown = keys - value.keys(), value.keys() - keys
        what = f"{min(missing)!r} is missing" if missing else f"{min(unknown)[:24]!r} is unknown"
        raise Unreadable(what)
    return value


def integer(fields: Mapping[str, Json], key: str, most: int = MAX_INTEGER) -> int:
    """Returns the number 0..`most` under `key`; Unreadable if there is anything else."""
    value = fields[key]
    # JSON's true and false are numbers to Python
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Unreadable(f"{key!r} must be a number from 0 to {most}, not {_shown(value)}")
    return value


def flag(fields: Mapping[str, Json], key: str) -> bool:
    """Returns the truth value under `key`; Unreadable if there is anything else."""
    value = fields[key]
    if not isinstance(value, bool):
        raise Unreadable(f"{key!r} must be true or false, not {_shown(value)}")
    return value


def text(fields: Mapping[str, Json], key: str) -> str:
    """Returns the text under `key`; Unreadable if there is anything else."""
    value = fields[key]
    if not isinstance(value, str):
        raise Unreadable(f"{key!r} must be text, not {_shown(value)}")
    return value


def octets(fields: Mapping[str, Json], key: str, length: int | None = None) -> bytes:
    """Returns the bytes under `key`, `length` of them if given; Unreadable for anything else.

    That the base64 is the standard one is for the caller's re-encoding to show.
    """
    try:
        value = binascii.a2b_base64(text(fields, key), strict_mode=True)
    except ValueError:
        raise Unreadable(f"{key!r} must be base64") from None
    if length is not None and len(value) != length:
        raise Unreadable(f"{key!r} must be {length} bytes long, not {len(value)}")
    return value


def base64_of(value: bytes) -> str:
    """Writes bytes as JSON text."""
    return base64.b64encode(value).decode("ascii")


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number[:20]} is not a whole number")


def _shown(value: Json) -> str:
    """A word for a value that may be long or hostile."""
    match value:
        case None:
            return "null"
        case bool() | int():
            return repr(value)[:24]
        case str():
            return "text"
        case Mapping():
            return "an object"
        case _:
            return "a list"


_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
)
_DECODER = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)
