"""What a typed line means: one grammar for every place where a player types.

A bare answer is read by the question; a command begins with its word, or with a start of it that
neither another command nor a chain has. A line with two readings is refused with both of them.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from acquire_client import answers
from acquire_client.languages.commands import english, word
from acquire_client.question import Question, chain_rows, tile_rows
from acquire_client.words.actions import abbreviates, promise
from acquire_client.words.help import topics
from acquire_client.words.names import Names
from acquire_client.words.numbers import either, listing
from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.rules.actions import Action, Shown
from acquire_net.rules.rulebook import Rulebook

LONGEST_LINE = 1000
"""Characters; nothing that anybody means is longer."""
LONGEST_CHAT = 300

Topic = Literal[
    "board",
    "chains",
    "players",
    "hand",
    "log",
    "bonuses",
    "me",
    "standings",
    "row",
    "column",
    "at",
    "chain",
    "last",
    "turn",
    "unseen",
    "price",
    "rules",
]
"""What can be shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers the question; whether the rules allow it is not known yet."""

    action: Action


@dataclass(frozen=True, slots=True)
class Show:
    """Shows a part of the game.

    `args` has for `log` the number of events or nothing, for `row` the row from 0, for `column`
    the column from 1, for `at` the tile, for `chain` the chain, for `price` chain and size or
    nothing.
    """

    what: Topic
    args: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """Says what a tile would do, and why."""

    tile: int


@dataclass(frozen=True, slots=True)
class Help:
    """Explains a topic; everything for an empty one."""

    topic: str


@dataclass(frozen=True, slots=True)
class Say:
    """Says something to the table, at most LONGEST_CHAT characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Since:
    """Tells what happened since the player's last decision."""


@dataclass(frozen=True, slots=True)
class Again:
    """Repeats what was told last."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Repeats the question: an empty line."""


@dataclass(frozen=True, slots=True)
class Adjourn:
    """Stops the game and keeps it."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last decision of a practice game back."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Says that the player of that name has left, so that a bot may hold the seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Substitute:
    """Asks all to let a bot hold the seat of the player of that name; for the hosting player."""

    name: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Rings the player of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """Says that the table check was compared, and is the same everywhere."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Votes for ending the game as it stands; with `agree` off, takes that back."""

    agree: bool = True


@dataclass(frozen=True, slots=True)
class Rematch:
    """Plays again with the same people, once the game is over."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leaves the table."""


Command = (
    Answer
    | Show
    | Why
    | Help
    | Say
    | Since
    | Again
    | Repeat
    | Consent
    | Substitute
    | Nudge
    | Confirm
    | Abandon
    | Rematch
    | Adjourn
    | Undo
    | Quit
)


class Ambiguous(Unreadable):
    """A line that can mean several things; `str(error)` numbers them from 1 as `readings` does."""

    def __init__(self, line: str, readings: Sequence[Command], texts: Sequence[str]) -> None:
        told = " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
        text = _("{line} can mean: {readings} Say it more clearly.")
        super().__init__(text.format(line=line, readings=told))
        self.readings = tuple(readings)


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line is read against: the rulebook, the question if one is asked, the hand."""

    rulebook: Rulebook
    question: Question | None
    hand: Sequence[Shown]


def parse(
    line: str, question: Question | None, rulebook: Rulebook, hand: Sequence[Shown] = ()
) -> Command:
    """What a line means; raises Unreadable with what was expected, or Ambiguous.

    `hand` numbers the tiles where no question does.
    """
    words = words_of(line)
    if isinstance(words, Say):
        return words
    return _one_reading(words, _Line(rulebook, question, hand)) if words else Repeat()


def words_of(line: str) -> Say | list[str]:
    """The words of a line, without a colon before them; or what it says to the table.

    Raises Unreadable for a line that is too long, or chat that is.
    """
    if len(line) > LONGEST_LINE:
        text = _("That line is too long: at most {most} characters.")
        raise Unreadable(text.format(most=f"{LONGEST_LINE:,}"))
    text = unicodedata.normalize("NFC", _printable(line)).strip()
    if text.startswith("/"):
        return Say(_chat(text[1:]))
    # Full-width letters and digits, as some keyboards send them, are the plain ones here.
    words = unicodedata.normalize("NFKC", text).removeprefix(":").split()
    if len(words) > 1 and "say" in (words[0].lower(), english(words[0])):
        return Say(_chat(text.removeprefix(":").split(maxsplit=1)[1]))
    return words


def _printable(line: str) -> str:
    """The line with control characters as spaces, and without invisible format characters."""
    kinds = ((mark, unicodedata.category(mark)) for mark in line)
    return "".join(" " if kind in ("Cc", "Cs") else mark for mark, kind in kinds if kind != "Cf")


def _chat(text: str) -> str:
    text = text.strip()
    if not text:
        raise _nothing_said()
    if len(text) > LONGEST_CHAT:
        raise Unreadable(_("Say it in at most {most} characters.").format(most=LONGEST_CHAT))
    return text


def quoted(words: Sequence[str]) -> str:
    """What was typed, in quotes, short and with letters, digits and spaces only."""
    kept = "".join(mark for mark in " ".join(words) if mark.isalnum() or mark in " .,:;$?%/+-")
    kept = kept.strip()
    return f'"{kept[:30]}{"..." if len(kept) > 30 else ""}"' if kept else _("That")


def _nothing_said() -> Unreadable:
    return Unreadable(_("Say something, for example say hello."))


def _one_reading(words: Sequence[str], line: _Line) -> Command:
    found: list[Command] = []
    complaint: Unreadable | None = None
    bare: Unreadable | None = None
    verbs = _verbs(words[0], line.rulebook)
    if verbs:
        try:
            found += _commands(verbs, words, line)
        except Unreadable as refusal:
            complaint = refusal
    if line.question:
        try:
            found += [Answer(action) for action in answers.readings(words, line.question)]
        except Unreadable as refusal:
            bare = refusal
    readings = list(dict.fromkeys(found))
    if len(readings) == 1:
        return readings[0]
    if readings:
        texts = [_described(reading, words, line) for reading in readings]
        raise Ambiguous(quoted(words), readings, texts)
    raise complaint or _unreadable(words, bare)


def _unreadable(words: Sequence[str], bare: Unreadable | None) -> Unreadable:
    if bare is None:
        return Unreadable(
            _(
                "{words} is no command, and nothing is asked of you now:"
                " type help, or for example board."
            ).format(words=quoted(words))
        )
    if isinstance(bare, answers.Unfit):
        return bare
    text = _("{words} is no answer. {expected}")
    return Unreadable(text.format(words=quoted(words), expected=bare))


def _described(reading: Command, words: Sequence[str], line: _Line) -> str:
    if isinstance(reading, Answer) and line.question:
        return promise(reading.action, line.question, Names(line.rulebook, ()))
    return _("The command {word}.").format(word=words[0].lower())


_IN_FULL = (
    *("pass", "consent", "substitute", "nudge", "confirm", "abandon", "continue", "rematch"),
    *("adjourn", "undo", "quit"),
)
"""Words that are never cut short: what they do is not taken back, or others hear of it."""


def _verbs(typed: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The command words that a word may stand for; the whole word goes first."""
    lower = english(typed) or typed.lower()
    if lower in _ALL_VERBS:
        return (lower,)
    return tuple(
        verb
        for verb in _ALL_VERBS
        if verb not in _IN_FULL and lower.isalpha() and abbreviates(rulebook, lower, verb)
    )


def _commands(verbs: Sequence[str], words: Sequence[str], line: _Line) -> list[Command]:
    if len(verbs) > 1:
        text = _("{word} may be {verbs}: type more of it.")
        raise Unreadable(text.format(word=quoted(words[:1]), verbs=either(verbs)))
    (verb,), rest = verbs, words[1:]
    if verb == "show":
        return [_show(rest, line)]
    if verb in answers.VERBS:
        return [Answer(action) for action in _answers(verb, words, line)]
    return [_COMMANDS[verb](verb, rest, line)]


def _answers(verb: str, words: Sequence[str], line: _Line) -> list[Action]:
    question = line.question
    if question is None:
        raise Unreadable(_("Nothing is asked of you now: type turn to hear who decides."))
    if not isinstance(question.task, answers.VERBS[verb]):
        text = _("You are asked something else. {expected}")
        raise Unreadable(text.format(expected=answers.expected(question)))
    return answers.readings(words if verb == "pass" else words[1:], question)


def _show(rest: Sequence[str], line: _Line) -> Command:
    if not rest:
        return Show("board")
    topics = get_args(Topic)
    lower = english(rest[0]) or rest[0].lower()
    meant = [lower] if lower in topics else [t for t in topics if lower and t.startswith(lower)]
    if len(meant) != 1:
        text = _("There is no {name} to show: {topics}.")
        raise Unreadable(
            text.format(name=quoted(rest[:1]), topics=either([word(topic) for topic in topics]))
        )
    return _COMMANDS[meant[0]](meant[0], rest[1:], line)


def _plain(command: Command) -> Callable[[str, Sequence[str], _Line], Command]:
    """A command without arguments."""

    def read(verb: str, rest: Sequence[str], line: _Line) -> Command:
        if rest:
            text = _("Nothing follows {verb}: type just {verb}.")
            raise Unreadable(text.format(verb=word(verb)))
        return command

    return read


def _row(verb: str, rest: Sequence[str], line: _Line) -> Command:
    rows = line.rulebook.rows
    last = chr(ord("A") + rows - 1)
    if len(rest) == 1 and len(rest[0]) == 1:
        index = ord(rest[0].upper()[0]) - ord("A")
        number = answers.number_of(rest[0])
        index = index if number is None else number - 1
        if 0 <= index < rows:
            return Show("row", (index,))
    text = _("A row is A to {last}, for example {verb} A.")
    raise Unreadable(text.format(last=last, verb=word(verb)))


def _column(verb: str, rest: Sequence[str], line: _Line) -> Command:
    columns = line.rulebook.columns
    number = answers.number_of(rest[0]) if len(rest) == 1 else None
    if number is None or not 1 <= number <= columns:
        text = _("A column is 1 to {last}, for example {verb} {number}.")
        number = min(5, columns)
        raise Unreadable(text.format(last=columns, verb=word(verb), number=number))
    return Show("column", (number,))


def _log(verb: str, rest: Sequence[str], line: _Line) -> Command:
    if not rest:
        return Show("log")
    number = answers.number_of(rest[0]) if len(rest) == 1 else None
    if not number:
        text = _("Say how many events, for example {verb} 20.")
        raise Unreadable(text.format(verb=word(verb)))
    return Show("log", (number,))


def _tile(verb: str, rest: Sequence[str], line: _Line) -> Command:
    rows = (line.question and tile_rows(line.question)) or line.hand
    tile = answers.tile_of(rest, line.rulebook, rows) if rest else None
    if tile is None:
        last = line.rulebook.grid.name(line.rulebook.grid.size - 1)
        text = _("Name a square, 1A to {last}, for example {verb} 5C.")
        raise Unreadable(text.format(last=last, verb=word(verb)))
    return Why(tile) if verb == "why" else Show("at", (tile,))


def _chain(verb: str, rest: Sequence[str], line: _Line) -> Command:
    if len(rest) != 1:
        text = _("Name a chain, for example {verb} {chain}.")
        raise Unreadable(text.format(verb=word(verb), chain=line.rulebook.chains[0].name))
    return Show("chain", (_which_chain(rest[0], verb, line),))


def _which_chain(name: str, verb: str, line: _Line) -> int:
    rulebook = line.rulebook
    rows = (line.question and chain_rows(line.question)) or tuple(range(len(rulebook.chains)))
    meant = answers.chains_named(name, rulebook, rows)
    if len(meant) == 1:
        return meant[0]
    among = meant or range(len(rulebook.chains))
    names = [rulebook.chains[chain].name for chain in among]
    text = _("Which chain is meant, {names}? For example {verb} {chain}.")
    raise Unreadable(text.format(names=either(names), verb=word(verb), chain=names[0]))


def _price(verb: str, rest: Sequence[str], line: _Line) -> Command:
    if not rest:
        return Show("price")
    size = answers.number_of(rest[-1]) if len(rest) == 2 else None
    if len(rest) > 2 or (len(rest) == 2 and size is None):
        name = line.rulebook.chains[0].name
        text = _("Name a chain and a size, for example {verb} {chain} 11.")
        raise Unreadable(text.format(verb=word(verb), chain=name))
    chain = _which_chain(rest[0], verb, line)
    return Show("chain", (chain,)) if size is None else Show("price", (chain, size))


def _help(verb: str, rest: Sequence[str], line: _Line) -> Command:
    topic = " ".join(rest).lower()
    topic = english(topic) or topic
    meant = [name for name in topics() if topic and name.startswith(topic)]
    if topic and len(meant) != 1:
        text = _("There is help on {topics}, for example help buy.")
        raise Unreadable(text.format(topics=listing([word(topic) for topic in topics()])))
    return Help(meant[0] if meant else "")


def _say(verb: str, rest: Sequence[str], line: _Line) -> Command:
    raise _nothing_said()


def _about_player(
    command: type[Consent] | type[Substitute] | type[Nudge],
) -> Callable[[str, Sequence[str], _Line], Command]:
    def read(verb: str, rest: Sequence[str], line: _Line) -> Command:
        if not rest:
            raise Unreadable(_("Name the player, for example {verb} Bo.").format(verb=word(verb)))
        return command(" ".join(rest))

    return read


_COMMANDS: Mapping[str, Callable[[str, Sequence[str], _Line], Command]] = {
    **{what: _plain(Show(what)) for what in get_args(Topic)},
    "row": _row,
    "column": _column,
    "log": _log,
    "at": _tile,
    "chain": _chain,
    "price": _price,
    "why": _tile,
    "help": _help,
    "?": _help,
    "say": _say,
    "since": _plain(Since()),
    "again": _plain(Again()),
    "consent": _about_player(Consent),
    "substitute": _about_player(Substitute),
    "nudge": _about_player(Nudge),
    "confirm": _plain(Confirm()),
    "abandon": _plain(Abandon()),
    "continue": _plain(Abandon(agree=False)),
    "rematch": _plain(Rematch()),
    "adjourn": _plain(Adjourn()),
    "undo": _plain(Undo()),
    "quit": _plain(Quit()),
}
_ALL_VERBS = (*answers.VERBS, "show", *_COMMANDS)
