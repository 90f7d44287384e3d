"""Bodies survive the wire, and only in the one form that was signed."""

from dataclasses import fields, is_dataclass
from typing import get_args

import pytest
from google.protobuf.descriptor import FieldDescriptor

from acquire_net.errors import Unreadable
from acquire_net.fairness.deck import Opening
from acquire_net.fairness.sealing import Box
from acquire_net.ledger import bodies, codec
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.v1 import statements_pb2

A, B = bytes(range(32)), bytes(range(32, 64))

EXAMPLES: tuple[bodies.Body, ...] = (
    bodies.Commit(A, B),
    bodies.Reveal(A),
    bodies.Deck((A, B, A), B),
    bodies.Lay((Opening(0, 0, A), Opening(1, 107, B))),
    bodies.Deal(0, ()),
    bodies.Deal(5, (Box(6, bytes(81)), Box(255, b"garbled"))),
    bodies.Act(bodies.PlaceTile(0), (Opening(0, 12, A),)),
    bodies.Act(bodies.PassPlacing(), (Opening(7, 1, A), Opening(8, 255, B))),
    bodies.Act(bodies.FoundChain(6), ()),
    bodies.Act(bodies.ChooseSurvivor(0), ()),
    bodies.Act(bodies.ChooseDefunct(3), ()),
    bodies.Act(bodies.Dispose(0, 4), ()),
    bodies.Act(bodies.Buy((bodies.Purchase(0, 2), bodies.Purchase(4, 1)), end=True), ()),
    bodies.Act(bodies.Buy((), end=False), ()),
    bodies.Act(bodies.ExchangeDead((0, 9)), (Opening(0, 3, A), Opening(9, 4, B))),
    bodies.Complaint(0),
    bodies.Answer(Opening(0, 0, A)),
    bodies.Toss(B),
    bodies.Consent(2, 0),
    bodies.Consent(0, 70_000),
    bodies.Substitute(2, A, B, A),
    bodies.Return(A, B),
    bodies.Stop("game abandoned", None),
    bodies.Stop("stuck", 0),
    bodies.End(A),
    bodies.Final(),
)


def test_examples_hold_every_kind_and_every_action() -> None:
    said = {bodies.kind_of(body) for body in EXAMPLES}
    acted = {type(body.action) for body in EXAMPLES if isinstance(body, bodies.Act)}

    assert said == set(bodies.KINDS)
    assert acted == set(get_args(bodies.WireAction))


@pytest.mark.parametrize("body", EXAMPLES, ids=repr)
def test_body_comes_back_as_it_was_said(body: bodies.Body) -> None:
    assert codec.decode(bodies.kind_of(body), codec.encode(body)) == body


def test_kinds_are_the_words_of_the_protocol() -> None:
    words = "commit reveal deck lay deal act complaint answer toss consent substitute return"
    words += " stop end final"

    assert list(bodies.KINDS) == words.split()
    assert not set(bodies.KINDS) & set(bodies.RESERVED)


def test_values_and_messages_have_the_same_names() -> None:
    messages = statements_pb2.DESCRIPTOR.message_types_by_name
    ours = {
        cls.__name__: cls
        for cls in [*vars(bodies).values(), Statement, Entry]
        if isinstance(cls, type) and is_dataclass(cls)
    }

    assert set(messages) == {*ours, "Action"}
    for name, cls in ours.items():
        assert [field.name for field in fields(cls)] == [
            field.name for field in messages[name].fields
        ]
    members = [field.message_type for field in messages["Action"].fields]
    assert [member and member.name for member in members] == [
        cls.__name__ for cls in get_args(bodies.WireAction)
    ]


def test_every_number_is_unsigned_and_no_body_holds_a_map_or_a_fraction() -> None:
    allowed = {
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_BOOL,
        FieldDescriptor.TYPE_BYTES,
        FieldDescriptor.TYPE_STRING,
        FieldDescriptor.TYPE_MESSAGE,
    }
    for message in statements_pb2.DESCRIPTOR.message_types_by_name.values():
        assert not message.nested_types
        assert {field.type for field in message.fields} <= allowed


# Field 1 of "reveal" is its secret, 0a 20 and 32 bytes; of "complaint" a position, 08 and a varint.
REFUSED = {
    "unknown field": ("reveal", b"\x0a\x20" + A + b"\x10\x01"),
    "unknown field in an opening": (
        "answer",
        b"\x0a\x26\x08\x01\x10\x02\x1a\x20" + A + b"\x20\x01",
    ),
    "unknown field in an empty body": ("final", b"\x08\x01"),
    "fields out of order": ("commit", b"\x12\x20" + B + b"\x0a\x20" + A),
    "field given twice": ("complaint", b"\x08\x05\x08\x05"),
    "longer number than needed": ("complaint", b"\x08\x85\x00"),
    "longer length than needed": ("reveal", b"\x0a\xa0\x00" + A),
    "explicit default": ("complaint", b"\x08\x00"),
    "explicit default in an action": ("act", b"\x0a\x04\x0a\x02\x08\x00"),
    "numbers not packed": ("act", b"\x0a\x06\x42\x04\x08\x01\x08\x02"),
    "two actions": ("act", b"\x0a\x06\x0a\x02\x08\x01\x12\x00"),
    "action in two pieces": ("act", b"\x0a\x02\x32\x00\x0a\x04\x32\x02\x08\x01"),
    "wrong wire type": ("complaint", b"\x0a\x01\x05"),
    "half a body": ("reveal", b"\x0a\x20" + A[:-1]),
    "no protobuf at all": ("reveal", b"\xff\xff\xff"),
    "word that is not UTF-8": ("stop", b"\x0a\x02\xc3\x28"),
    "no action": ("act", b""),
    "action that says nothing": ("act", b"\x0a\x00"),
    "action of another version": ("act", b"\x0a\x02\x7a\x00"),
    "no opening": ("answer", b""),
    "position out of range": ("complaint", b"\x08\x80\x02"),
    "position out of range in a list": ("act", b"\x0a\x06\x42\x04\x0a\x02\x80\x02"),
    "tile out of range": ("answer", b"\x0a\x27\x08\x01\x10\x80\x02\x1a\x20" + A),
    "chain out of range": ("act", b"\x0a\x05\x1a\x03\x08\x80\x02"),
    "seat out of range": ("deal", b"\x08\x80\x02"),
    "short secret": ("reveal", b"\x0a\x1f" + A[:-1]),
    "no secret": ("end", b""),
    "short leaf": ("deck", b"\x0a\x20" + A + b"\x0a\x01\x00\x12\x20" + B),
    "short salt": ("lay", b"\x0a\x07\x08\x01\x10\x02\x1a\x01\x00"),
    "unknown reason": ("stop", b"\x0a\x05bored"),
    "unknown kind": ("greet", b""),
    "kind of another case": ("Final", b""),
}


@pytest.mark.parametrize(("kind", "data"), REFUSED.values(), ids=REFUSED)
def test_body_in_any_other_form_is_unreadable(kind: str, data: bytes) -> None:
    with pytest.raises(Unreadable):
        codec.decode(kind, data)


def test_refused_forms_differ_from_readable_ones_in_that_alone() -> None:
    opening = b"\x08\x01\x10\x02\x1a\x20" + A

    assert codec.decode("reveal", b"\x0a\x20" + A) == bodies.Reveal(A)
    assert codec.decode("commit", b"\x0a\x20" + A + b"\x12\x20" + B) == bodies.Commit(A, B)
    assert codec.decode("complaint", b"\x08\x05") == bodies.Complaint(5)
    assert codec.decode("complaint", b"\x08\xff\x01") == bodies.Complaint(255)
    assert codec.decode("answer", b"\x0a\x26" + opening) == bodies.Answer(Opening(1, 2, A))
    placed = bodies.Act(bodies.PlaceTile(0), ())
    assert codec.decode("act", b"\x0a\x02\x0a\x00") == placed
    exchanged = bodies.Act(bodies.ExchangeDead((1, 2)), ())
    assert codec.decode("act", b"\x0a\x06\x42\x04\x0a\x02\x01\x02") == exchanged
    assert codec.decode("stop", b"\x0a\x05stuck\x10\x00") == bodies.Stop("stuck", 0)


@pytest.mark.parametrize("body", EXAMPLES, ids=repr)
def test_no_byte_more_or_less_is_the_same_body(body: bodies.Body) -> None:
    kind, data = bodies.kind_of(body), codec.encode(body)
    for other in (*(data[:end] for end in range(len(data))), data + b"\x00", data + data):
        if other != data:
            try:
                assert codec.decode(kind, other) != body
            except Unreadable:
                continue


@pytest.mark.parametrize("kind", bodies.RESERVED)
def test_reserved_kind_is_refused_as_one_of_another_level(kind: str) -> None:
    with pytest.raises(Unreadable, match="another level"):
        codec.decode(kind, b"")


def test_readable_body_shows_names_and_values() -> None:
    buy = bodies.Act(bodies.Buy((bodies.Purchase(0, 2),), end=False), (Opening(3, 14, bytes(32)),))

    assert codec.readable(buy) == {
        "action": {"buy": {"shares": [{"chain": 0, "count": 2}], "end": False}},
        "openings": [{"position": 3, "tile": 14, "salt": "A" * 43 + "="}],
    }
    assert codec.readable(bodies.Act(bodies.PassPlacing(), ())) == {
        "action": {"pass_placing": {}},
        "openings": [],
    }
    assert codec.readable(bodies.Stop("game abandoned", None)) == {"why": "game abandoned"}
    assert codec.readable(bodies.Stop("stuck", 0)) == {"why": "stuck", "author": 0}
    assert codec.readable(bodies.Final()) == {}


def test_entry_crosses_the_wire_with_its_statement() -> None:
    entry = Entry(2**40, Statement(255, 2**64 - 1, 0, A, "final", b"", bytes(64)), bytes(64))

    assert codec.from_message(Entry, codec.to_message(entry)) == entry


def test_entry_without_a_statement_or_from_nobody_is_unreadable() -> None:
    empty = statements_pb2.Entry(host_signature=bytes(64))
    nobody = statements_pb2.Statement(author=256, seen_head=A, signature=bytes(64))
    headless = statements_pb2.Statement(author=1, signature=bytes(64))

    for cls, message in ((Entry, empty), (Statement, nobody), (Statement, headless)):
        with pytest.raises(Unreadable):
            codec.from_message(cls, message)
