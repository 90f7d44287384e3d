"""The languages that the program speaks: which one is chosen, and its catalogue.

A catalogue is `<language>/LC_MESSAGES/acquire.po`, which people read and edit; the `.mo` beside it
is made of it by `python languages/update.py` and is what is read here.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from acquire_client.storage import places
from acquire_net import language
from acquire_net.language import ENGLISH

LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "es": "español",
    "nl": "Nederlands",
    "ko": "한국어",
}
"""The languages by their ISO 639 code, each as its speakers call it."""
VARIABLE: Final = "ACQUIRE_LANG"
_KEPT: Final = re.compile(r"""^lang *= *["'](?P<code>[^"']*)""", re.MULTILINE)
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that tell a user's locale; the first that says anything counts."""


def speak(code: str) -> None:
    """Speaks that language from now on; English when it has no catalogue."""
    if code == ENGLISH or code not in LANGUAGES:
        language.speak(NullTranslations())
        return
    with catalogue(code).open("rb") as file:
        language.speak(GNUTranslations(file), code)


def catalogue(code: str) -> Path:
    """The compiled catalogue of a language other than English."""
    return Path(__file__).parent / code / "LC_MESSAGES" / "acquire.mo"


@cache
def everywhere(text: str) -> frozenset[str]:
    """A text, and how it is said in every language."""
    said = {text}
    for code in LANGUAGES:
        if code != ENGLISH:
            with catalogue(code).open("rb") as file:
                said.add(GNUTranslations(file).gettext(text))
    return frozenset(said)


def kept_wish() -> str:
    """What the settings say; read here, since help needs no more of them."""
    try:
        found = _KEPT.search(places.settings().read_text("utf-8"))
    except (OSError, ValueError):
        return ""  # whoever needs the settings will say what is wrong with them
    return found["code"] if found else ""


def system_wish() -> str:
    """The language of Windows' own windows; empty elsewhere, where variables tell."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def taken(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """What `--lang` says, empty when it is not there; and the arguments without it.

    Taken out before the command line is parsed, whose help is in that language too.
    """
    wish, rest = "", list[str]()
    todo = iter(arguments)
    for one in todo:
        if one.startswith("--lang="):
            wish = one.removeprefix("--lang=")
        elif one == "--lang" and (following := next(todo, "")):
            wish = following
        else:
            rest.append(one)
    return wish, rest


def chosen(
    option: str,
    environment: Mapping[str, str] = os.environ,
    kept: Callable[[], str] = kept_wish,
    system: Callable[[], str] = system_wish,
) -> str:
    """The language to speak, by its code: English where what is wished is none of the languages.

    The first that says anything counts: the `option`, `ACQUIRE_LANG`, the settings, the locale's
    variables, the system.
    """
    wish = option or environment.get(VARIABLE) or kept()
    locale = (environment.get(name, "") for name in _LOCALES)
    return code_of(wish or next(filter(None, locale), "") or system())


def code_of(wish: str) -> str:
    """The language that a wish such as `ko`, `nl_BE.UTF-8` or `es-MX` means; English for others."""
    code = re.split(r"[-_.@]", wish.strip().lower(), maxsplit=1)[0]
    return code if code in LANGUAGES else ENGLISH
