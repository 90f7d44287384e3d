"""In which language a program speaks. Every text that a player reads goes through `_` or a sister.

Called when a text is told, never when a module is loaded: the language may be chosen later. The
catalogues are the client's; without one everything is said in English, as it is written.
"""

from gettext import NullTranslations
from typing import Final

ENGLISH: Final = "en"
YOU: Final = "you"
"""The context of what the reader did."""

_spoken = NullTranslations()
_code = ENGLISH


def speak(translations: NullTranslations, code: str = ENGLISH) -> None:
    """Speaks by a catalogue from now on, whose language has that ISO 639 code.

    `NullTranslations()` is English.
    """
    global _spoken, _code  # a program has one language
    _spoken, _code = translations, code


def spoken() -> str:
    """The ISO 639 code of the language spoken."""
    return _code


def _(text: str) -> str:
    """The text in the language spoken; named places are filled in afterwards, by `format`."""
    return _spoken.gettext(text)


def known(text: str) -> str:
    """The text in the language spoken, if it is one of ours; else as it is.

    For what another program said, which may speak English.
    """
    return _spoken.gettext(text) if text else text


def ngettext(one: str, many: str, count: int) -> str:
    """The text for so many, in the language spoken."""
    return _spoken.ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """The text in the language spoken, as it is said in that context.

    For a word that English says alike in two places and another language does not.
    """
    return _spoken.pgettext(context, text)


def did(text: str, *, you: bool) -> str:
    """What somebody did, as a phrase that follows the name: the reader, if it is `you`.

    The catalogues have such a text twice, for verbs change with the person: what the reader did
    stands there in the context `you`.
    """
    return _spoken.pgettext(YOU, text) if you else _spoken.gettext(text)
