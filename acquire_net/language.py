"""In which language a program speaks. Every text that a player reads goes through `_` or `ngettext`.

Called when a text is told, never when a module is loaded: the language may be chosen later.
"""

from gettext import NullTranslations

_spoken = NullTranslations()


def speak(translations: NullTranslations) -> None:
    """Speaks by a catalogue from now on; `NullTranslations()` is English."""
    global _spoken  # a program has one language
    _spoken = translations


def _(text: str) -> str:
    """The text in the language spoken; named places are filled in afterwards, by `format`."""
    return _spoken.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The text for so many, in the language spoken."""
    return _spoken.ngettext(one, many, count)
