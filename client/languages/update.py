"""Brings the catalogues up to date with the texts in the code, and compiles them.

`python client/languages/update.py` finds every text, adds the new ones untranslated, drops those that are
gone and writes the `.mo` files; then it names what is still to be translated. With `--check` it
changes nothing and fails where something would change or a translation is missing.
"""

import io
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "client" / "acquire_client" / "languages"
COMMAND: Final = "python client/languages/update.py"
PLURALS: Final = {
    "es": "nplurals=2; plural=(n != 1);",
    "nl": "nplurals=2; plural=(n != 1);",
    "ko": "nplurals=1; plural=0;",
}
"""The languages, and which plural form goes with which number."""
SOURCES: Final = ("acquire_net", "client/acquire_client", "host/acquire_host")
_YOU: Final = "you"
"""The context in which `did` asks for what the reader did; see `acquire_net.language`."""
_Keywords = dict[str, tuple[int | tuple[int, str], ...] | None]
_KEYWORDS: Final[_Keywords] = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "did": None,
}
_PERSONAL: Final[_Keywords] = {"did": None}
_HEADER: Final = """\
# Texts of Acquire. English stands in the code and is the key.
#
# After a change there, `python client/languages/update.py` brings this file up to date: fill in each empty
# msgstr and run it again. Named places such as {tile} stay as they are; money, tiles, names of
# chains and what is typed at a shell stay too. Words of commands are those of commands.py."""


class _Catalog(Catalog):
    """A catalogue whose header says no more than what it is read by: no dates, no programs."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", self.locale_identifier or ""),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def template() -> Catalog:
    """Every text in the code, in the order of its files."""
    catalog = Catalog()
    for keywords, context in ((_KEYWORDS, None), (_PERSONAL, _YOU)):
        for file, text, own in _extracted(keywords):
            catalog.add(text, locations=[(file, 0)], context=context or own)
    return catalog


def _extracted(
    keywords: _Keywords,
) -> Iterator[tuple[str, str | tuple[str, ...], str | None]]:
    for source in SOURCES:
        found = extract_from_dir(ROOT / source, [("**.py", "python")], keywords=keywords)
        for name, _line, text, _comments, context in found:
            yield f"{source}/{Path(name).as_posix()}", text, context


def po(code: str) -> Path:
    """The catalogue of a language, as people edit it."""
    return FOLDER / code / "LC_MESSAGES" / "acquire.po"


def kept(code: str) -> Catalog:
    """The catalogue of a language as it is; an empty one where there is none."""
    if not po(code).exists():
        return Catalog(locale=code)
    with po(code).open("rb") as file:
        return read_po(file, locale=code)


def updated(code: str, found: Catalog) -> Catalog:
    """The catalogue of a language with exactly the texts found, translated as far as it is."""
    before = kept(code)
    catalog = _Catalog(locale=code, header_comment=_HEADER, fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", PLURALS[code])]
    for text in found:
        if not text.id:
            continue
        message = catalog.add(text.id, context=text.context, locations=text.locations)
        known = before.get(key(text), text.context)
        if known is not None and known.pluralizable == text.pluralizable:
            message.string = known.string
            message.user_comments = known.user_comments
            message.flags |= known.flags & {"fuzzy"}
    return catalog


def key(message: Message) -> str:
    """The English text, the singular of one that has plurals."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


def written(catalog: Catalog) -> bytes:
    """The bytes of the `.po` file."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The bytes of the `.mo` file, which has what is translated."""
    done = _Catalog(locale=catalog.locale_identifier)
    done.mime_headers = [("Plural-Forms", catalog.plural_forms)]
    left = missing(catalog)
    for message in catalog:
        if message.id and message not in left:
            done.add(message.id, message.string, context=message.context)
    out = io.BytesIO()
    write_mo(out, done)
    return out.getvalue()


def missing(catalog: Catalog) -> list[Message]:
    """The messages that are not translated, or only guessed."""
    return [one for one in catalog if one.id and (one.fuzzy or not all(strings(one)))]


def strings(message: Message) -> tuple[str, ...]:
    """The translations of a message, one for each plural form."""
    string = message.string
    return (string or "",) if isinstance(string, str | None) else tuple(map(str, string))


def main() -> int:
    """Updates or checks every catalogue; 0 when all is there."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    check = parser.parse_args().check
    found, complete = template(), True
    for code in PLURALS:
        catalog = updated(code, found)
        for path, data in (
            (po(code), written(catalog)),
            (po(code).with_suffix(".mo"), compiled(catalog)),
        ):
            if path.exists() and path.read_bytes() == data:
                continue
            _say(f"{path.relative_to(ROOT)} {'is out of date' if check else 'written'}")
            complete = complete and not check
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        for message in missing(catalog):
            complete = False
            _say(f"{po(code).relative_to(ROOT)}: not translated: {message.id!r}")
    if not complete:
        _say(f"Run {COMMAND}, fill in each empty msgstr, and run it again.")
    return 0 if complete else 1


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
