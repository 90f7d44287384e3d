"""Which keys were meant by what a keyboard sent: Hangul, digits without Shift, capitals, accents.

A key is named by what it sends on a keyboard of the United States without Shift.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

_DIGITS: Final[Mapping[str, str]] = dict(zip("&é\"'(§è!çà", "1234567890", strict=True))
"""What the digit keys of Belgium send without Shift."""

_SIGNS: Final[Mapping[str, str]] = {**_DIGITS, "\N{MINUS SIGN}": "-"}

_OWN_KEYS: Final = "ñäöüßùªº"
"""Keys of their own in Spain, Germany and Belgium; anywhere else an accent may be a stray one."""

_LETTERS: Final[Mapping[str, str]] = {
    **dict(zip("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "qwertyuiop", strict=True)),
    **dict(zip("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "asdfghjkl", strict=True)),
    **dict(zip("ㅋㅌㅊㅍㅠㅜㅡ", "zxcvbnm", strict=True)),
    **dict(zip("ㅃㅉㄸㄲㅆㅒㅖ", "qwertop", strict=True)),
    **dict(zip("ㅘㅙㅚㅝㅞㅟㅢ", ["hk", "ho", "hl", "nj", "np", "nl", "ml"], strict=True)),
    **dict(
        zip(
            "ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ",
            ["rt", "sw", "sg", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "qt"],
            strict=True,
        )
    ),
}
"""The letter keys of the Korean standard keyboard (KS X 5002), with Shift and in pairs too."""


def pressed(text: str) -> tuple[str, ...]:
    """The keys that a typed text stands for, in the order in which they were pressed.

    A Hangul syllable is up to five keys, a letter under a dead accent is its letter, and what no
    key of the table can have sent is nothing.
    """
    return tuple(key for mark in text.lower() for key in _keys(mark))


def hangul(text: str) -> bool:
    """Whether a text was typed in the Hangul mode, which the Korean and English key ends."""
    return any(_is_hangul(part) for part in unicodedata.normalize("NFD", text))


def _keys(mark: str) -> Iterator[str]:
    if mark in _SIGNS:
        yield _SIGNS[mark]
    elif mark not in _OWN_KEYS:
        for part in _parts(mark):
            if _is_hangul(part):
                yield from _LETTERS.get(_letter(part), "")
            elif part.isascii() and part.isprintable():
                yield part


def _parts(mark: str) -> str:
    """A letter and its accents, the letters of a syllable; the usual form of a wide or half one."""
    if unicodedata.east_asian_width(mark) in "FHW":
        return unicodedata.normalize("NFKD", mark)
    return unicodedata.normalize("NFD", mark)


def _is_hangul(part: str) -> bool:
    return "HANGUL" in unicodedata.name(part, "")


def _letter(part: str) -> str:
    """The lone letter of a piece of a syllable: `HANGUL JONGSEONG NIEUN` is `HANGUL LETTER NIEUN`."""
    name = unicodedata.name(part).rpartition(" ")[2]
    try:
        return unicodedata.lookup(f"HANGUL LETTER {name}")
    except KeyError:  # letters of old, or a filler
        return ""
