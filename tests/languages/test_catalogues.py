"""Every text is in every catalogue, translated, with the same places, and compiled."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from acquire_client.languages import LANGUAGES, catalogue
from acquire_net.language import ENGLISH, YOU
from languages import update

CALLS = ("_", "ngettext", "pgettext", "did")
Key = tuple[str | None, str]
"""Context and English text, the singular of one that has plurals."""

every_language = pytest.mark.parametrize("code", list(update.PLURALS))


@cache
def found() -> Catalog:
    return update.template()


def key(message: Message) -> Key:
    return message.context, update.key(message)


def messages(catalog: Catalog) -> dict[Key, Message]:
    return {key(message): message for message in catalog if message.id}


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert {ENGLISH, *update.PLURALS} == set(LANGUAGES)


@every_language
def test_catalogue_has_exactly_the_texts_of_the_code(code: str) -> None:
    texts, kept = set(messages(found())), set(messages(update.kept(code)))
    how = f"run {update.COMMAND}, fill in each empty msgstr of {update.po(code)}, and run it again"

    assert not texts - kept, f"new texts in the code: {how}"
    assert not kept - texts, f"texts that are gone from the code: {how}"


@every_language
def test_every_text_is_translated(code: str) -> None:
    left = [message.id for message in update.missing(update.kept(code))]

    assert not left, f"fill these in in {update.po(code)}, then run {update.COMMAND}"


@every_language
def test_what_is_compiled_is_what_was_written(code: str) -> None:
    with catalogue(code).open("rb") as file:
        compiled = {key(one): update.strings(one) for one in read_mo(file) if one.id}
    written = {at: update.strings(one) for at, one in messages(update.kept(code)).items()}

    assert compiled == {at: texts for at, texts in written.items() if all(texts)}, (
        f"run {update.COMMAND}"
    )


def places(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


@every_language
def test_translations_have_the_places_of_the_english_text(code: str) -> None:
    wrong = {
        (message.id, text)
        for message in messages(update.kept(code)).values()
        for text in update.strings(message)
        if text
        and places(text) != places(message.id[-1] if message.pluralizable else key(message)[1])
    }

    assert not wrong


def ends(text: str) -> tuple[bool, bool, bool]:
    return text[0].isspace(), text[-1].isspace(), text.endswith(":")


@every_language
def test_translations_begin_and_end_like_the_english_text(code: str) -> None:
    """A colon that asks for input, a full stop, and the space around what is put together."""
    wrong = {
        (key(message), text)
        for message in messages(update.kept(code)).values()
        for text in update.strings(message)
        if text and ends(text) != ends(key(message)[1])
    }

    assert not wrong


# -- what the extraction could overlook ------------------------------------------------------


def asks_for_text(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS


def calls(path: Path) -> Iterator[ast.Call]:
    yield from filter(asks_for_text, ast.walk(ast.parse(path.read_text("utf-8"))))


def sources() -> Iterator[Path]:
    for source in update.SOURCES:
        for path in sorted((update.ROOT / source).rglob("*.py")):
            if path.name != "language.py" or path.parent.name != "acquire_net":
                yield path


def texts(call: ast.Call) -> list[Key]:
    """The texts that a call asks for, as the catalogues have them."""
    assert isinstance(call.func, ast.Name)
    words = [one.value for one in call.args if isinstance(one, ast.Constant)]
    first, second = (*words, "", "")[:2]
    match call.func.id:
        case "pgettext":
            return [(str(first), str(second))]
        case "did":
            return [(None, str(first)), (YOU, str(first))]
        case _:
            return [(None, str(first))]


def test_every_text_that_is_asked_for_is_one_that_the_extraction_sees() -> None:
    """It sees no text inside an f-string, before Python 3.12, nor one that is no literal."""
    known = set(messages(found()))
    unseen = {
        f"{path.relative_to(update.ROOT)}:{call.lineno}"
        for path in sources()
        for call in calls(path)
        if not known.issuperset(texts(call))
    }

    assert not unseen, "write these as literals, and outside of f-strings"


def test_no_text_is_asked_for_when_a_module_is_loaded() -> None:
    """The language may be chosen later: a table of texts is a function that makes the table."""
    early = set()
    for path in sources():
        todo: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
        while todo:
            node: ast.AST = todo.pop()
            if asks_for_text(node):
                early.add(f"{path.relative_to(update.ROOT)}:{node.lineno}")
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                todo.extend(ast.iter_child_nodes(node))

    assert not early
