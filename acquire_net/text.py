"""Text from other people, made safe to show: a terminal obeys control characters."""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def tame(text: str, limit: int) -> str:
    """The text in normal form, on one line, without anything a terminal or a reader obeys.

    At most `limit` characters; control, format and bidirectional characters are dropped, white
    space is folded, and no more than three marks may sit on one letter.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 8 * limit]):
        if character.isspace():
            character = " "
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category not in _HIDDEN and marks <= 3:
            kept.append(character)
    return " ".join("".join(kept).split())[:limit].strip()
