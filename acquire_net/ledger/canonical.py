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
from acquire_net.language import _

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that JSON can hold; fractions are left out, since programs print them differently."""

MAX_INTEGER: Final = 2**64 - 1
"""The largest number that a ledger can hold."""


def dumps(value: Json) -> bytes:
    """Writes `value` on one line, without a newline; Unreadable if it is nested too deeply."""
    try:
        return _ENCODER.encode(value).encode("ascii")
    except RecursionError:
        raise Unreadable(_("this is nested too deeply for a ledger")) from None


def loads(text: bytes) -> Json:
    """Reads one line without its newline.

    Unreadable unless `dumps` gives the same bytes again: so keys are sorted and met once, and there
    is nothing between them.
    """
    try:
        value: Json = _DECODER.decode(text.decode("ascii"))
        again = dumps(value)
    except (ValueError, RecursionError):  # RecursionError: brackets, thousands deep
        raise Unreadable(_("this is not JSON as a ledger has it")) from None
    if again != text:
        raise Unreadable(_("this JSON is not in its canonical form"))
    return value


def record(value: Json, keys: AbstractSet[str]) -> Mapping[str, Json]:
    """Returns `value` if it is an object with exactly `keys`; Unreadable names what is not right."""
    if not isinstance(value, Mapping):
        raise Unreadable(_("expected an object, not {value}").format(value=_shown(value)))
    if value.keys() != keys:
        missing, unknown = keys - value.keys(), value.keys() - keys
        if missing:
            raise Unreadable(_("{name} is missing").format(name=repr(min(missing))))
        raise Unreadable(_("{name} is unknown").format(name=repr(min(unknown)[:24])))
    return value


def integer(fields: Mapping[str, Json], key: str, most: int = MAX_INTEGER) -> int:
    """Returns the number 0..`most` under `key`; Unreadable if there is anything else."""
    value = fields[key]
    # JSON's true and false are numbers to Python
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        wrong = _("{name} must be a number from 0 to {most}, not {value}")
        raise Unreadable(wrong.format(name=repr(key), most=most, value=_shown(value)))
    return value


def flag(fields: Mapping[str, Json], key: str) -> bool:
    """Returns the truth value under `key`; Unreadable if there is anything else."""
    value = fields[key]
    if not isinstance(value, bool):
        wrong = _("{name} must be true or false, not {value}")
        raise Unreadable(wrong.format(name=repr(key), value=_shown(value)))
    return value


def text(fields: Mapping[str, Json], key: str) -> str:
    """Returns the text under `key`; Unreadable if there is anything else."""
    value = fields[key]
    if not isinstance(value, str):
        wrong = _("{name} must be text, not {value}")
        raise Unreadable(wrong.format(name=repr(key), value=_shown(value)))
    return value


def octets(fields: Mapping[str, Json], key: str, length: int | None = None) -> bytes:
    """Returns the bytes under `key`, `length` of them if given; Unreadable for anything else.

    That the base64 is the standard one is for the caller's re-encoding to show.
    """
    try:
        value = binascii.a2b_base64(text(fields, key), strict_mode=True)
    except ValueError:
        raise Unreadable(_("{name} must be base64").format(name=repr(key))) from None
    if length is not None and len(value) != length:
        wrong = _("{name} must be {length} bytes long, not {found}")
        raise Unreadable(wrong.format(name=repr(key), length=length, found=len(value)))
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
            return _("text")
        case Mapping():
            return _("an object")
        case _:
            return _("a list")


_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
)
_DECODER = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)
