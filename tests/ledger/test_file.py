"""A ledger file is read byte for byte, and errors say which line is damaged."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from acquire_net.errors import Unreadable
from acquire_net.fairness.deck import Opening
from acquire_net.ledger import bodies, codec, file
from acquire_net.ledger.file import entry_line, parse_entry, split
from acquire_net.ledger.statement import Entry, Statement


def entry(seq: int, body: bodies.Body) -> Entry:
    said = Statement(
        author=1,
        nonce=2**63 + seq,
        seen_seq=seq,
        seen_head=bytes(range(32)),
        kind=bodies.kind_of(body),
        body=codec.encode(body),
        signature=bytes(range(64)),
    )
    return Entry(seq, said, bytes(range(64, 128)))


PLACED = entry(40, bodies.Act(bodies.PlaceTile(6), (Opening(6, 14, bytes(32)),)))
LINE = entry_line(PLACED)


def rewritten(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The entry line after a change of its values, in canonical form again."""
    value = json.loads(LINE)
    change(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def test_entry_comes_back_from_its_line() -> None:
    for each in (PLACED, entry(0, bodies.Final()), entry(2**60, bodies.Stop("stuck", 255))):
        assert parse_entry(entry_line(each)) == each


def test_entry_line_shows_what_was_said() -> None:
    value = json.loads(LINE)

    assert " ".join(value) == "author body host_sig kind nonce read seen_head seen_seq seq sig"
    assert (value["seq"], value["author"], value["kind"]) == (40, 1, "act")
    assert value["read"] == {
        "action": {"place_tile": {"position": 6}},
        "openings": [{"position": 6, "tile": 14, "salt": "A" * 43 + "="}],
    }


def test_entry_line_is_sorted_ascii_on_one_line() -> None:
    assert LINE.startswith(b'{"author":1,"body":"')
    assert LINE.endswith(b'"}\n')
    assert LINE.count(b"\n") == 1
    assert b" " not in LINE
    assert LINE.isascii()


@pytest.mark.parametrize("place", range(len(LINE)))
def test_no_byte_of_an_entry_line_can_change_unseen(place: int) -> None:
    for flip in (0x01, 0x20, 0x80):
        changed = LINE[:place] + bytes([LINE[place] ^ flip]) + LINE[place + 1 :]
        try:
            assert parse_entry(changed) != PLACED
        except Unreadable:
            continue


def set_to(**changed: object) -> Callable[[dict[str, Any]], object]:
    return lambda value: value.update(changed)


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "column missing": lambda value: value.pop("read"),
    "column unknown": set_to(note="hello"),
    "reading of another tile": lambda value: value["read"]["openings"][0].update(tile=15),
    "reading with more in it": lambda value: value["read"].update(text="placed 3B"),
    "reading left out": set_to(read={}),
    "body of another kind": set_to(kind="commit"),
    "unknown kind": set_to(kind="greet"),
    "reserved kind": set_to(kind="handover"),
    "body that does not parse": set_to(body="////"),
    "body in another form": set_to(kind="complaint", body="CAA=", read={"position": 0}),
    "body that is no base64": set_to(body="?"),
    "author beyond a byte": set_to(author=256),
    "negative author": set_to(author=-1),
    "author that is true": set_to(author=True),
    "nonce beyond 64 bits": set_to(nonce=2**64),
    "nonce in text": set_to(nonce="1"),
    "fraction of an entry": set_to(seq=1.0),
    "no place": set_to(seq=None),
    "short head": set_to(seen_head="AAAA"),
    "short signature": set_to(sig="AAAA"),
    "no host signature": set_to(host_sig=""),
    "base64 with a loose bit": lambda value: value.update(sig=value["sig"][:-3] + "x=="),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_entry_line_with_a_wrong_value_is_unreadable(
    change: Callable[[dict[str, Any]], object],
) -> None:
    line = rewritten(change)

    assert line != LINE
    with pytest.raises(Unreadable):
        parse_entry(line)


FORMS = {
    "keys not sorted": LINE.replace(b'{"author":1,', b"{").replace(b'"}\n', b'","author":1}\n'),
    "space after a colon": LINE.replace(b":", b": ", 1),
    "space before the newline": LINE[:-1] + b" \n",
    "carriage return": LINE[:-1] + b"\r\n",
    "no newline": LINE[:-1],
    "two newlines": LINE + b"\n",
    "key met twice": LINE.replace(b'"author":1', b'"author":1,"author":1'),
    "number with a plus": LINE.replace(b'"author":1', b'"author":+1'),
    "blank": b"\n",
    "empty": b"",
    "a list": b"[]\n",
    "zero bytes": bytes(100) + b"\n",
}


@pytest.mark.parametrize("line", FORMS.values(), ids=FORMS)
def test_entry_line_in_any_other_form_is_unreadable(line: bytes) -> None:
    with pytest.raises(Unreadable):
        parse_entry(line)


def test_file_is_cut_into_header_entries_and_a_torn_tail() -> None:
    text = split(b"header\n" + LINE + LINE + b'{"auth')

    assert (text.header, text.lines, text.torn) == (b"header", (LINE, LINE), b'{"auth')
    assert list(text.entries()) == [PLACED, PLACED]


def test_whole_file_has_no_torn_tail() -> None:
    assert split(b"header\n").torn == b""
    assert split(b"header\n").lines == ()


def test_damaged_line_is_named_by_its_number() -> None:
    text = split(b"header\n" + LINE + LINE[1:] + LINE)

    with pytest.raises(Unreadable, match=r"^line 3: "):
        list(text.entries())


def test_entries_before_a_damaged_line_are_still_read() -> None:
    entries = split(b"header\n" + LINE + b"\n").entries()

    assert next(entries) == PLACED
    with pytest.raises(Unreadable, match=r"^line 3: "):
        next(entries)


def test_file_without_a_header_line_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="empty"):
        split(b"")
    with pytest.raises(Unreadable, match=r"^line 1: "):
        split(LINE[:-1])


def test_line_longer_than_any_entry_is_unreadable() -> None:
    most = b"x" * (file.MAX_LINE - 1) + b"\n"

    assert split(b"header\n" + most).lines == (most,)
    for beyond in (b"x" + most, b"x" + most[:-1] + b"x"):
        with pytest.raises(Unreadable, match=r"^line 2: "):
            split(b"header\n" + beyond)


def test_file_with_more_lines_than_any_game_is_unreadable() -> None:
    assert len(split(b"\n" * file.MAX_LINES).lines) == file.MAX_LINES - 1
    with pytest.raises(Unreadable, match=str(file.MAX_LINES + 1)):
        split(b"\n" * (file.MAX_LINES + 1))
