"""Help on the command line in the language spoken, with lines as wide as a terminal shows them."""

import argparse
import re
import sys
from argparse import Action, ArgumentParser, HelpFormatter, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn
from unicodedata import east_asian_width

from acquire_net.language import _


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters take two."""
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


class Formatter(HelpFormatter):
    """Help as argparse lays it out, whatever the width of its letters."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],  # its own type
        prefix: str | None = None,
    ) -> None:
        """Adds the usage line."""
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        if text.isascii():
            return super()._split_lines(text, width)
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if columns(longer) > width and lines[-1]:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


class OutlineFormatter(Formatter, RawDescriptionHelpFormatter):
    """The same, with description and outline as they are written."""


class Parser(ArgumentParser):
    """A parser that speaks the language spoken, also of what it finds wrong."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Formatter)
        super().__init__(add_help=False, **options)
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def error(self, message: str) -> NoReturn:
        """Says what is wrong with what was typed, and exits."""
        self.print_usage(sys.stderr)
        text = _("{program}: error: {what}").format(program=self.prog, what=_retold(message))
        self.exit(2, f"{text}\n")


def _retold(message: str) -> str:
    """What argparse says in English, in the language spoken as far as the sentence is known."""
    if found := re.fullmatch(r"argument (?P<name>.+?): (?P<what>.+)", message):
        what = _retold(found["what"])
        return _("argument {name}: {what}").format(name=found["name"], what=what)
    for pattern, text in _sentences():
        if found := re.fullmatch(pattern, message):
            return text.format(**found.groupdict())
    return message


def _sentences() -> Iterator[tuple[str, str]]:
    """What argparse can say to this program's users: as a pattern, and told anew."""
    yield r"unrecognized arguments: (?P<what>.+)", _("unrecognized arguments: {what}")
    required = _("the following arguments are required: {names}")
    yield r"the following arguments are required: (?P<names>.+)", required
    yield r"expected one argument", _("expected one argument")
    yield r"expected at most one argument", _("expected at most one argument")
    yield r"expected at least one argument", _("expected at least one argument")
    choice = _("invalid choice: {value} (choose from {choices})")
    yield r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)", choice
    yield r"invalid (?P<kind>\w+) value: (?P<value>.+)", _("invalid {kind} value: {value}")
    ignored = _("ignored explicit argument {value}")
    yield r"ignored explicit argument (?P<value>.+)", ignored
    yield r"not allowed with argument (?P<name>.+)", _("not allowed with argument {name}")
    ambiguous = _("ambiguous option: {option} could match {matches}")
    yield r"ambiguous option: (?P<option>.+) could match (?P<matches>.+)", ambiguous
