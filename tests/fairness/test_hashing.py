"""Nothing can be moved across a boundary: of fields, tags, tables, seats or names."""

from itertools import combinations

import pytest

from acquire_net.errors import Unreadable
from acquire_net.fairness.commitments import commitment, table_check, table_context
from acquire_net.fairness.hashing import hkdf_expand, tagged_hash, u8, u64
from tests.fairness.values import CTX, EVERYWHERE

HOST = bytes(32)
ANN, BO = (b"\x01" * 32, "Ann"), (b"\x02" * 32, "Bo")


def test_same_bytes_cut_into_other_fields_hash_differently() -> None:
    text = b"\x00\x00\x00\x01abc"
    cuts = [cut for size in range(4) for cut in combinations(range(len(text) + 1), size)]
    ways = [
        tuple(text[start:end] for start, end in zip((0, *cut), (*cut, len(text)), strict=True))
        for cut in cuts
    ]

    assert len({tagged_hash("demo", *way) for way in ways}) == len(set(ways)) == len(cuts)


def test_tag_and_first_field_do_not_run_together() -> None:
    assert tagged_hash("demo", b"x") != tagged_hash("demox")
    assert tagged_hash("demo") != tagged_hash("demo", b"")


def test_number_too_large_for_its_width_is_an_error() -> None:
    with pytest.raises(OverflowError):
        u8(256)
    with pytest.raises(OverflowError):
        u64(-1)


@pytest.mark.parametrize("length", [0, 8161])
def test_hkdf_refuses_a_length_it_cannot_give(length: int) -> None:
    with pytest.raises(ValueError, match="HKDF"):
        hkdf_expand(EVERYWHERE, b"", length)


def test_name_counts_the_same_however_it_was_typed() -> None:
    composed, decomposed = (BO[0], "Zo\u00eb"), (BO[0], "Zoe\u0308")

    assert table_context(CTX, HOST, 0, [ANN, composed]) == table_context(
        CTX, HOST, 0, [ANN, decomposed]
    )


def test_every_change_of_the_table_changes_its_context() -> None:
    tables = [
        table_context(CTX, HOST, 0, [ANN, BO]),
        table_context(EVERYWHERE, HOST, 0, [ANN, BO]),
        table_context(CTX, EVERYWHERE, 0, [ANN, BO]),
        table_context(CTX, HOST, 1, [ANN, BO]),
        table_context(CTX, HOST, 0, [BO, ANN]),
        table_context(CTX, HOST, 0, [ANN]),
        table_context(CTX, HOST, 0, [ANN, (BO[0], "BO")]),
    ]

    assert len(set(tables)) == len(tables)


def test_key_of_another_length_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="32 bytes"):
        table_context(CTX, HOST, 0, [ANN, (b"\x02" * 31, "Bo")])
    with pytest.raises(Unreadable, match="32 bytes"):
        table_context(CTX, HOST + b"\x00", 0, [ANN, BO])


def test_name_that_is_no_text_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="name"):
        table_context(CTX, HOST, 0, [ANN, (BO[0], "\ud800")])


def test_copied_commitment_commits_the_copier_to_nothing() -> None:
    assert commitment(CTX, 0, EVERYWHERE) != commitment(CTX, 1, EVERYWHERE)
    assert commitment(CTX, 0, EVERYWHERE) != commitment(EVERYWHERE, 0, EVERYWHERE)


def test_table_check_is_always_twelve_digits() -> None:
    checks = [table_check(bytes([number]) * 32) for number in range(100)]

    assert all(len(check) == 12 and check.isdecimal() for check in checks)
    assert any(check.startswith("0") for check in checks)  # the padding was needed
    assert len(set(checks)) == 100
