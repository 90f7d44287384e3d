"""The header is read strictly: what everybody hashes can be written in one way only."""

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from acquire_net.errors import Unreadable
from acquire_net.ledger import header
from acquire_net.ledger.header import Header, SeatKeys


def key(number: int) -> bytes:
    return bytes([number]) * 32


HEADER = Header(
    level=1,
    table_id=key(1),
    attempt=0,
    rulebook={"grid": [12, 9], "disclosure": "hidden", "stalemate_end": True},
    semantics=3,
    host_key=key(2),
    seats=(
        SeatKeys("Ann", key(3), key(4)),
        SeatKeys("Bo", key(5), key(6)),
        SeatKeys("Zoë", key(7), key(8)),
    ),
    referee_key=key(2),
    dealer_key=key(9),
)
LINE = HEADER.encode()


def rewritten(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The header line after a change of its values, in canonical form again."""
    value = json.loads(LINE)
    change(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def test_header_comes_back_as_it_was_written() -> None:
    rematch = replace(HEADER, attempt=1, previous=key(10), seeded=True, start={"board": ["1A"]})

    assert Header.decode(LINE) == HEADER
    assert Header.decode(rematch.encode()) == rematch


def test_header_line_is_sorted_ascii_without_spaces() -> None:
    assert LINE.startswith(b'{"absence":"never","attempt":0,"dealer_key":"CQkJ')
    assert b'"name":"Zo\\u00eb"' in LINE
    assert b'"rulebook":{"disclosure":"hidden","grid":[12,9],"stalemate_end":true}' in LINE
    assert b" " not in LINE
    assert b"\n" not in LINE


def test_header_of_another_semantics_is_still_read() -> None:
    assert Header.decode(replace(HEADER, semantics=4).encode()).semantics == 4


def test_context_is_what_a_second_implementation_computes() -> None:
    def tagged(tag: str, *parts: bytes) -> bytes:
        name = b"acq-fair/1/" + tag.encode()
        sized = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return hashlib.sha256(bytes([len(name)]) + name + sized).digest()

    value = json.loads(LINE)
    rows = [
        bytes([seat]) + base64.b64decode(row["identity"]) + row["name"].encode()
        for seat, row in enumerate(value["seats"])
    ]
    host = base64.b64decode(value["host_key"])
    expected = tagged("table", tagged("header", LINE), host, bytes(4), bytes([3]), *rows)

    assert header.context(LINE) == expected


def test_context_differs_when_any_field_does() -> None:
    others = [
        replace(HEADER, table_id=key(11)),
        replace(HEADER, attempt=1),
        replace(HEADER, rulebook={}),
        replace(HEADER, semantics=4),
        replace(HEADER, start=[]),
        replace(HEADER, host_key=key(11)),
        replace(HEADER, seats=HEADER.seats[::-1]),
        replace(HEADER, seats=(*HEADER.seats[:2], SeatKeys("Zoë", key(7), key(11)))),
        replace(HEADER, referee_key=key(11)),
        replace(HEADER, dealer_key=key(11)),
        replace(HEADER, seeded=True),
        replace(HEADER, previous=key(11)),
    ]
    contexts = {header.context(each.encode()) for each in (HEADER, *others)}

    assert len(contexts) == 1 + len(others)


@pytest.mark.parametrize("name", sorted(json.loads(LINE)))
def test_header_without_one_of_its_fields_is_unreadable(name: str) -> None:
    with pytest.raises(Unreadable):
        Header.decode(rewritten(lambda value: value.pop(name)))


@pytest.mark.parametrize("name", sorted(json.loads(LINE)))
def test_header_with_a_field_of_another_type_is_unreadable(name: str) -> None:
    wrong = [1.5] if name == "start" else 1.5 if name == "rulebook" else {"a": "b"}
    others = [wrong, [["a"]]] if name not in ("rulebook", "start") else [wrong]
    for other in others:
        with pytest.raises(Unreadable):
            Header.decode(rewritten(over(**{name: other})))


def at(seat: int, **changed: object) -> Callable[[dict[str, Any]], object]:
    return lambda value: value["seats"][seat].update(changed)


def over(**changed: object) -> Callable[[dict[str, Any]], object]:
    return lambda value: value.update(changed)


def text(number: int, length: int = 32) -> str:
    return base64.b64encode(bytes([number]) * length).decode()


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "unknown field": over(colour="red"),
    "unknown field of a seat": at(0, colour="red"),
    "field of a seat missing": lambda value: value["seats"][1].pop("x25519"),
    "later format": over(format="acquire-ledger/2"),
    "other format": over(format="a transcript"),
    "other level": over(level=2),
    "truth for a number": over(level=True),
    "number for a truth": over(seeded=0),
    "negative attempt": over(attempt=-1),
    "attempt beyond 32 bits": over(attempt=2**32),
    "number in text": over(semantics="3"),
    "fraction": over(semantics=3.0),
    "fraction in the rulebook": over(rulebook={"price": 0.5}),
    "rulebook that is a list": over(rulebook=[]),
    "unknown absence": over(absence="whenever"),
    "short table id": over(table_id=text(1, 31)),
    "long host key": over(host_key=text(2, 33)),
    "no host key": over(host_key=None),
    "short dealer key": over(dealer_key=text(2, 31)),
    "short referee key": over(referee_key=text(2, 31)),
    "empty previous": over(previous=""),
    "short previous": over(previous=text(2, 31)),
    "base64 without padding": over(host_key=text(2).rstrip("=")),
    "base64 with a loose bit": over(host_key=text(2)[:-2] + "J="),
    "base64 for addresses": over(host_key=text(0xFB).replace("+", "-")),
    "base64 with a newline": over(host_key=text(2) + "\n"),
    "seats that are no list": over(seats={}),
    "seat that is no object": lambda value: value["seats"].append("Ann"),
    "one seat": lambda value: value["seats"].__delitem__(slice(1, None)),
    "no seats": over(seats=[]),
    "seven seats": lambda value: value["seats"].extend(
        {"name": f"N{n}", "identity": text(20 + n), "x25519": text(30 + n)} for n in range(4)
    ),
    "name met twice": at(1, name="Ann"),
    "identity key met twice": at(1, identity=text(3)),
    "X25519 key met twice": at(1, x25519=text(4)),
    "short identity key": at(1, identity=text(5, 31)),
    "long X25519 key": at(1, x25519=text(5, 33)),
    "no name": at(1, name=""),
    "name of 25": at(1, name="B" * 25),
    "name that is a number": at(1, name=7),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_header_with_a_wrong_value_is_unreadable(
    change: Callable[[dict[str, Any]], object],
) -> None:
    with pytest.raises(Unreadable):
        Header.decode(rewritten(change))


def test_helper_changes_nothing_by_itself() -> None:
    assert rewritten(lambda value: value) == LINE


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31mRed",
        "Bo\n",
        "Bo\x00",
        "B\x7fo",
        "B\u202eo",  # turns the rest of the line
        "B\u2066o",
        "B\u200bo",  # zero width
        "\ufeffBo",
        "B\u2028o",
        "B\ud800o",  # half a character
        " Bo",
        "Bo ",
        "\u3000",
        "Zoe\u0308",  # not composed
    ],
    ids=ascii,
)
def test_name_that_could_fool_a_reader_is_unreadable(name: str) -> None:
    with pytest.raises(Unreadable):
        Header.decode(rewritten(at(1, name=name)))
    with pytest.raises(Unreadable):
        header.checked_name(name)


@pytest.mark.parametrize("name", ["B", "B" * 24, "Bo Lee", "Zoë", "한국", "O'Neil-Ş", "🦊"])
def test_ordinary_name_in_any_script_is_kept(name: str) -> None:
    assert header.checked_name(name) == name
    assert Header.decode(rewritten(at(2, name=name))).seats[2].name == name


FORMS = {
    "keys not sorted": LINE.replace(
        b'"absence":"never","attempt":0', b'"attempt":0,"absence":"never"'
    ),
    "space after a comma": LINE.replace(b",", b", ", 1),
    "space at the end": LINE + b" ",
    "newline at the end": LINE + b"\n",
    "byte order mark": b"\xef\xbb\xbf" + LINE,
    "key met twice": LINE.replace(b'"attempt":0', b'"attempt":0,"attempt":0'),
    "key met twice in the rulebook": LINE.replace(b'"grid"', b'"grid":[1],"grid"'),
    "letter not escaped": LINE.replace(b"\\u00eb", "ë".encode()),
    "letter escaped in capitals": LINE.replace(b"\\u00eb", b"\\u00EB"),
    "letter escaped without need": LINE.replace(b'"Ann"', b'"\\u0041nn"'),
    "slash escaped": LINE.replace(b"acquire-ledger/1", b"acquire-ledger\\/1"),
    "minus zero": LINE.replace(b'"attempt":0', b'"attempt":-0'),
    "not a number": LINE.replace(b'"start":null', b'"start":NaN'),
    "infinity": LINE.replace(b'"start":null', b'"start":-Infinity'),
    "exponent": LINE.replace(b'"attempt":0', b'"attempt":0e0'),
    "number without end": LINE.replace(b'"start":null', b'"start":' + b"9" * 5000),
    "half of it": LINE[: len(LINE) // 2],
    "nothing": b"",
    "something after it": LINE + b"{}",
    "brackets without end": b"[" * 100_000,
    "brackets, closed": LINE.replace(
        b'"start":null', b'"start":' + b"[" * 100_000 + b"]" * 100_000
    ),
    "a list": b"[]",
    "a word": b"null",
    "bytes": bytes(range(256)),
}


@pytest.mark.parametrize("line", FORMS.values(), ids=FORMS)
def test_header_in_any_other_form_is_unreadable(line: bytes) -> None:
    assert line != LINE
    with pytest.raises(Unreadable):
        Header.decode(line)


def test_brackets_of_any_depth_are_read_or_refused_but_never_a_crash() -> None:
    for depth in range(100, 1100, 7):
        nested = b"[" * depth + b"]" * depth
        try:
            Header.decode(LINE.replace(b'"start":null', b'"start":' + nested))
        except Unreadable:
            continue


def test_ledger_of_another_version_is_told_from_no_ledger() -> None:
    with pytest.raises(Unreadable, match="acquire-ledger/2"):
        Header.decode(rewritten(over(format="acquire-ledger/2")))
    with pytest.raises(Unreadable, match="not a ledger"):
        Header.decode(b'{"format":"acquire-transcript/1"}')


def test_header_that_could_not_be_read_back_cannot_be_made() -> None:
    with pytest.raises(Unreadable):
        replace(HEADER, seats=HEADER.seats[:1])
    with pytest.raises(Unreadable):
        replace(HEADER, dealer_key=b"")
    with pytest.raises(Unreadable):
        replace(HEADER, seats=(SeatKeys("Ann", key(3), key(4)), SeatKeys("Ann", key(5), key(6))))
