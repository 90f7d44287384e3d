"""Text in columns: cut, padded and wrapped, wide characters included."""

import pytest

from acquire_client.tui.text import block, centre, columns, cut, fit, left, right, steady, wrapped


@pytest.mark.parametrize("text", ["", "abc", "a longer text", "한국어 글", "é", "e\u0301", "x한y"])
@pytest.mark.parametrize("width", [1, 2, 3, 5, 20])
def test_padding_gives_exactly_the_columns_that_were_asked_for(text: str, width: int) -> None:
    for form in (left, right, centre):
        assert columns(form(text, width)) == width, (form, text)
    assert sum(columns(part) for _, part in fit((("", text),), width)) == width


def test_what_is_cut_ends_in_a_mark_and_never_in_half_a_character() -> None:
    assert cut("Continental", 6) == "Conti~"
    assert cut("한국어", 4) == "한~"
    assert cut("short", 6) == "short"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\N{WHITE SMILING FACE}\ufe0f!", "\N{WHITE SMILING FACE}!"),
        ("🇩🇪", "\N{FULLWIDTH LATIN CAPITAL LETTER D}\N{FULLWIDTH LATIN CAPITAL LETTER E}"),
        ("👍🏽x", "👍\N{IDEOGRAPHIC SPACE}x"),
    ],
)
def test_what_terminals_draw_differently_wide_is_shown_in_the_columns_that_count(
    typed: str, shown: str
) -> None:
    assert steady(typed) == shown
    assert columns(shown) == columns(typed)


def test_words_wrap_whole_and_later_lines_are_indented() -> None:
    assert wrapped("merges Luxor into Tower", 10, 2) == ("merges", "  Luxor", "  into", "  Tower")


def test_a_word_longer_than_a_line_is_cut_in_pieces() -> None:
    assert wrapped("abcdefghij", 4) == ("abcd", "efgh", "ij")
    assert all(columns(line) <= 5 for line in wrapped("한국어한국어한국어", 5))


def test_a_cursor_outside_of_a_picture_is_none() -> None:
    assert block([], 5, 2, cursor=(3, 0)).cursor is None
