"""Bodies as exact bytes: dataclass to protobuf and back, by the names of fields.

A message has the name and the fields of its dataclass; a union of dataclasses is a message with one
`oneof`, whose fields are named after its members. What two programs could read differently is
refused: bytes that do not come out again when the value read from them is encoded.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.ledger.bodies import KINDS, RESERVED, Body
from acquire_net.ledger.canonical import Json, base64_of
from acquire_net.v1 import statements_pb2

_SMALL: Final = {"author", "seat", "position", "positions", "tile", "chain"}
"""Fields whose numbers are 0..255, whatever message they are in."""

_LENGTHS: Final = {
    **dict.fromkeys(("commitment", "tip", "secret", "leaves", "root", "salt", "link"), 32),
    **dict.fromkeys(("identity", "x25519"), 32),
    "seen_head": 32,
    "signature": 64,
    "host_signature": 64,
}
"""The lengths of byte fields; a box may have any, since whether it opens is its drawer's to say."""

_T = TypeVar("_T")


def encode(body: Body) -> bytes:
    """Encodes a body to the bytes that are signed."""
    return to_message(body).SerializeToString(deterministic=True)


def decode(kind: str, data: bytes) -> Body:
    """Decodes the body of a statement of this kind.

    Unreadable if the kind is not one of this level, or the bytes are not exactly what `encode`
    gives for some body: an unknown field, another order, an explicit default, a value out of range.
    """
    cls = KINDS.get(kind)
    if cls is None:
        text = (
            _("a statement of kind {kind} belongs to another level")
            if kind in RESERVED
            else _("a statement of kind {kind} is unknown")
        )
        raise Unreadable(text.format(kind=repr(kind[:24])))
    plan = _plan(cls)
    message = plan.message()
    try:
        message.ParseFromString(data)
    except DecodeError:
        text = _("the body of this {kind} does not parse")
        raise Unreadable(text.format(kind=kind)) from None
    body: Body = plan.unpack(message)
    if encode(body) != data:
        text = _("the body of this {kind} is not in its canonical form")
        raise Unreadable(text.format(kind=kind))
    return body


def readable(body: Body) -> dict[str, Json]:
    """A body's fields by name, for people who read a ledger: bytes in base64, absent ones left out.

    An action is an object with one key, which says what kind of action it is.
    """
    return _plan(type(body)).read(body)


def to_message(value: object) -> Message:
    """The protobuf message of a dataclass that has one of the same name in statements.proto."""
    return _plan(type(value)).pack(value)


def from_message(cls: type[_T], message: Message) -> _T:
    """Reads a dataclass from its message.

    Unreadable if something that must be there is absent or a value is out of range. Unknown fields
    are passed over: only `decode` compares bytes.
    """
    value: _T = _plan(cls).unpack(message)
    return value


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the values of one dataclass cross: each callable is made once, from types alone."""

    message: Callable[..., Message]
    pack: Callable[[Any], Message]
    unpack: Callable[[Any], Any]
    read: Callable[[Any], dict[str, Json]]


@dataclass(frozen=True, slots=True)
class _Shape:
    """How the values of one field cross."""

    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]
    read: Callable[[Any], Json]
    required: bool = False
    optional: bool = False


_PLANS: Final[dict[type[Any], _Plan]] = {}


def _plan(cls: type[Any]) -> _Plan:
    plan = _PLANS.get(cls)
    if plan is None:
        plan = _PLANS[cls] = _made_plan(cls)
    return plan


def _made_plan(cls: type[Any]) -> _Plan:
    descriptor = statements_pb2.DESCRIPTOR.message_types_by_name[cls.__name__]
    message = GetMessageClass(descriptor)
    hints = get_type_hints(cls)
    shapes = [
        (field.name, _shape(hints[field.name], field.name, descriptor)) for field in fields(cls)
    ]
    packs = [(name, shape.pack) for name, shape in shapes]
    reads = [(name, shape.read) for name, shape in shapes]
    unpacks = [(name, _reader(cls, name, shape)) for name, shape in shapes]

    def pack(value: Any) -> Message:
        return message(**{name: convert(getattr(value, name)) for name, convert in packs})

    def unpack(source: Any) -> Any:
        return cls(*[convert(source) for _, convert in unpacks])

    def read(value: Any) -> dict[str, Json]:
        pairs = [(name, convert(getattr(value, name))) for name, convert in reads]
        return {name: shown for name, shown in pairs if shown is not None}

    return _Plan(message, pack, unpack, read)


def _reader(cls: type[Any], name: str, shape: _Shape) -> Callable[[Any], Any]:
    """Reads one field out of a message, minding whether it is there."""
    unpack = shape.unpack
    if shape.required:

        def required(source: Any) -> Any:
            if not source.HasField(name):
                text = _("this {kind} lacks its {name}")
                raise Unreadable(text.format(kind=cls.__name__.lower(), name=name))
            return unpack(getattr(source, name))

        return required
    if shape.optional:
        return lambda source: unpack(getattr(source, name)) if source.HasField(name) else None
    return lambda source: unpack(getattr(source, name))


def _shape(hint: Any, name: str, descriptor: Descriptor) -> _Shape:
    """Finds how a field of this type crosses; `descriptor` is that of the message it is in."""
    if is_dataclass(hint):
        plan = _plan(hint)  # type: ignore[arg-type]  # a type, as only types annotate fields
        return _Shape(plan.pack, plan.unpack, plan.read, required=True)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _row(_shape(arguments[0], name, descriptor))
    if origin is Literal:
        return _Shape(_same, _one_of(name, arguments), _same)
    if origin in (Union, UnionType) and NoneType in arguments:
        (present,) = (argument for argument in arguments if argument is not NoneType)
        return _maybe(_shape(present, name, descriptor))
    if origin in (Union, UnionType):
        return _choice(arguments, name, descriptor)
    if hint is bytes:
        length = _LENGTHS.get(name)
        return _Shape(_same, _same if length is None else _of_length(name, length), base64_of)
    return _Shape(_same, _small(name) if name in _SMALL else _same, _same)


def _row(item: _Shape) -> _Shape:
    pack, unpack, read = item.pack, item.unpack, item.read
    return _Shape(
        lambda values: [pack(value) for value in values],
        lambda source: tuple([unpack(value) for value in source]),
        lambda values: [read(value) for value in values],
    )


def _maybe(item: _Shape) -> _Shape:
    pack, read = item.pack, item.read
    return _Shape(
        lambda value: None if value is None else pack(value),
        item.unpack,
        lambda value: None if value is None else read(value),
        optional=True,
    )


def _choice(members: tuple[type[Any], ...], name: str, descriptor: Descriptor) -> _Shape:
    """A message with one `oneof`: which of its fields is set says which member it holds."""
    inner = descriptor.fields_by_name[name].message_type
    assert inner is not None, f"{name} is a message of its own"
    (oneof,) = (group.name for group in inner.oneofs)
    message = GetMessageClass(inner)
    words = {member: re.sub(r"(?<!^)(?=[A-Z])", "_", member.__name__).lower() for member in members}
    plans = {member: _plan(member) for member in members}
    by_word = {word: plans[member] for member, word in words.items()}

    def pack(value: Any) -> Message:
        cls = type(value)
        return message(**{words[cls]: plans[cls].pack(value)})

    def unpack(source: Any) -> Any:
        word = source.WhichOneof(oneof)
        if word is None:
            raise Unreadable(_("this {name} says nothing").format(name=name))
        return by_word[word].unpack(getattr(source, word))

    def read(value: Any) -> Json:
        cls = type(value)
        return {words[cls]: plans[cls].read(value)}

    return _Shape(pack, unpack, read, required=True)


def _same(value: Any) -> Any:
    return value


def _small(name: str) -> Callable[[int], int]:
    def check(value: int) -> int:
        if value > 255:
            text = _("{name} must be a number from 0 to {most}, not {value}")
            raise Unreadable(text.format(name=name, most=255, value=value))
        return value

    return check


def _of_length(name: str, length: int) -> Callable[[bytes], bytes]:
    def check(value: bytes) -> bytes:
        if len(value) != length:
            text = _("{name} must be {length} bytes long, not {found}")
            raise Unreadable(text.format(name=name, length=length, found=len(value)))
        return value

    return check


def _one_of(name: str, words: tuple[Any, ...]) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value not in words:
            text = _("{name} must be one of {values}")
            raise Unreadable(text.format(name=name, values=", ".join(map(repr, words))))
        return value

    return check
