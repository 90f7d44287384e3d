"""What can be typed before the game, and what it does to the table: rules, seats, bots, readiness.

One grammar, for the plain console and for a screen's command line alike. Whether the table allows
it is the host's to say.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from acquire_client import commands
from acquire_client.bots import LEVELS
from acquire_client.commands import quoted
from acquire_client.languages.commands import english
from acquire_client.playing import Playing
from acquire_client.words.numbers import either
from acquire_net.agreement import rulebook_of
from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.rules import editions
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS, Rulebook
from acquire_net.wire.updates import Lobby

DEFAULT_LEVEL: Final = "greedy"
OPTIONS: Final = (
    "start_order",
    "dead_tiles",
    "no_tile",
    "bonus_timing",
    "stalemate_end",
    "two_player_bank",
    "disclosure",
    "hand_size",
)
"""The rules that a table usually chooses; every plain value of the rulebook can be set."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Agrees to the rules in force; with `agree` off, takes that back."""

    agree: bool = True


@dataclass(frozen=True, slots=True)
class Here:
    """Tells who is here, which rules are in force, and how others join."""


@dataclass(frozen=True, slots=True)
class SetRule:
    """Changes one rule: `option` is a name of the rulebook, `text` its value as typed."""

    option: str
    text: str


@dataclass(frozen=True, slots=True)
class UsePreset:
    """Plays by that edition; only the disclosure of holdings stays as it was."""

    name: str


@dataclass(frozen=True, slots=True)
class Seats:
    """Makes the table one of so many seats."""

    count: int


@dataclass(frozen=True, slots=True)
class AddBot:
    """Has the host seat a bot of that level."""

    level: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Empties a seat: a name, the start of one, or the number by which `show` lists it."""

    who: str


@dataclass(frozen=True, slots=True)
class Order:
    """Seats these players first, in that order, and then the others; by chance, for nobody."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """Starts the game with those who sit."""


Setting: TypeAlias = SetRule | UsePreset | Seats | AddBot | Remove | Order | Start
"""What the hosting player may do to a table."""
Command: TypeAlias = (
    Setting
    | Ready
    | Here
    | commands.Say
    | commands.Nudge
    | commands.Show
    | commands.Help
    | commands.Again
    | commands.Repeat
    | commands.Quit
)

# -- what a line means ---------------------------------------------------------------------------


def parse(line: str) -> Command:
    """What a line means before the game; raises Unreadable with what was expected.

    Words may be cut short as long as they are clear, except those that others would regret.
    """
    words = commands.words_of(line)
    if isinstance(words, commands.Say):
        return words
    if not words:
        return commands.Repeat()
    verb, rest = _verb(words[0]), words[1:]
    return _GRAMMAR[verb](rest)


def _verb(word: str) -> str:
    lower = english(word) or word.lower()
    if lower in _GRAMMAR:
        return lower
    meant = [verb for verb in _GRAMMAR if verb.startswith(lower) and verb not in _IN_FULL]
    if len(meant) == 1:
        return meant[0]
    if meant:
        text = _("{word} may be {verbs}: type more of it.")
        raise Unreadable(text.format(word=quoted([word]), verbs=either(meant)))
    text = _("The game has not begun yet, and {word} is no command here. Type help.")
    raise Unreadable(text.format(word=quoted([word])))


def _alone(command: Command) -> Callable[[Sequence[str]], Command]:
    def read(rest: Sequence[str]) -> Command:
        if rest:
            raise Unreadable(_("Nothing follows that word: type it alone."))
        return command

    return read


def _not(rest: Sequence[str]) -> Command:
    if [english(word) or word.lower() for word in rest] != ["ready"]:
        raise Unreadable(_("Type not ready to take your agreement back."))
    return Ready(agree=False)


def _rule(rest: Sequence[str]) -> Command:
    option, equals, text = "".join(rest).partition("=")
    if not equals and len(rest) == 2:
        option, text = rest
    if not text:
        example = _("Type an option and its value, for example rule hand_size=5. Options: {names}.")
        raise Unreadable(example.format(names=", ".join(OPTIONS)))
    return SetRule(option.lower(), text.lower())


def _preset(rest: Sequence[str]) -> Command:
    if len(rest) != 1:
        presets = either([*editions.PRESETS])
        raise Unreadable(_("Name the edition: {presets}.").format(presets=presets))
    return UsePreset(rest[0].lower())


def _seats(rest: Sequence[str]) -> Command:
    if len(rest) == 1 and rest[0].isdecimal() and len(rest[0]) == 1:
        return Seats(int(rest[0]))
    text = _("Say how many seats, {least} to {most}, for example seats 4.")
    raise Unreadable(text.format(least=MIN_SEATS, most=MAX_SEATS))


def _bot(rest: Sequence[str]) -> Command:
    if len(rest) > 1:
        text = _("Name one level, for example bot {level}; there are {levels}.")
        raise Unreadable(text.format(level=DEFAULT_LEVEL, levels=either([*LEVELS])))
    return AddBot(rest[0].lower() if rest else DEFAULT_LEVEL)


def _remove(rest: Sequence[str]) -> Command:
    if not rest:
        raise Unreadable(_("Name the player, for example remove Bo."))
    return Remove(" ".join(rest))


def _order(rest: Sequence[str]) -> Command:
    if not rest:
        raise Unreadable(_("Name the players in the order of play, for example order Bo Ann."))
    joined = " ".join(rest)
    names = joined.split(",") if "," in joined else rest
    return Order(tuple(name.strip() for name in names if name.strip()))


def _nudge(rest: Sequence[str]) -> Command:
    if not rest:
        raise Unreadable(_("Name the player, for example nudge Bo."))
    return commands.Nudge(" ".join(rest))


def _say(rest: Sequence[str]) -> Command:
    raise Unreadable(_("Say something, for example say hello."))


def _help(rest: Sequence[str]) -> Command:
    return commands.Help(" ".join(rest).lower())


_GRAMMAR: Final[Mapping[str, Callable[[Sequence[str]], Command]]] = {
    "ready": _alone(Ready()),
    "not": _not,
    "unready": _alone(Ready(agree=False)),
    "show": _alone(Here()),
    "players": _alone(Here()),
    "rules": _alone(commands.Show("rules")),
    "rule": _rule,
    "preset": _preset,
    "seats": _seats,
    "bot": _bot,
    "remove": _remove,
    "order": _order,
    "shuffle": _alone(Order(())),
    "start": _alone(Start()),
    "say": _say,
    "nudge": _nudge,
    "again": _alone(commands.Again()),
    "help": _help,
    "?": _help,
    "quit": _alone(commands.Quit()),
    "adjourn": _alone(commands.Quit()),
}
_IN_FULL: Final = ("remove", "order", "shuffle", "start", "nudge", "quit", "adjourn", "?")
"""Words that are never cut short: what they do is not taken back, or others hear of it."""


# -- what it does --------------------------------------------------------------------------------


async def carry_out(setting: Setting, game: Playing, lobby: Lobby) -> None:
    """Does what the hosting player wants of a table that stands like that.

    Raises Unreadable for what cannot be meant, and what the table answers: Refused, LostHost.
    """
    link = game.link
    match setting:
        case SetRule(option, text):
            rules = changed(rulebook_of(lobby.rulebook), {option: text})
            await link.set_rules(_written(rules))
        case UsePreset(name):
            await link.set_rules(_written(preset(name, rulebook_of(lobby.rulebook).disclosure)))
        case Seats(count):
            await link.set_rules(lobby.rulebook, count)
        case AddBot(level):
            await link.add_bot(level)
        case Remove(who):
            await link.remove_seat(seat_of(who, lobby))
        case Order(who):
            await link.arrange(arranged(who, lobby))
        case Start():
            await link.start()
        case _:
            assert_never(setting)


def _written(rulebook: Rulebook) -> str:
    return editions.canonical(rulebook).decode("ascii")


def preset(name: str, disclosure: str) -> Rulebook:
    """The rulebook of an edition, with that disclosure of holdings; raises Unreadable."""
    if name not in editions.PRESETS:
        presets = either([*editions.PRESETS])
        raise Unreadable(
            _("There is no edition {name}: name {presets}.").format(
                name=quoted([name]), presets=presets
            )
        )
    return changed(editions.PRESETS[name], {"disclosure": disclosure})


def changed(rulebook: Rulebook, options: Mapping[str, str]) -> Rulebook:
    """A rulebook with other values, as typed, for some options; Unreadable with what is possible."""
    plain = editions.values(rulebook)
    return editions.from_values(plain | {one: _value(one, options[one], plain) for one in options})


def _value(option: str, text: str, plain: Mapping[str, object]) -> object:
    like = plain.get(option)
    if not isinstance(like, str | int) or option == "preset":
        known = _("There is no rule {option}. Options: {names}.")
        raise Unreadable(known.format(option=quoted([option]), names=", ".join(OPTIONS)))
    value: object = text
    if isinstance(like, bool):
        value = {"on": True, "true": True, "off": False, "false": False}.get(text.lower(), text)
    elif isinstance(like, int) and text.isdecimal() and len(text) < 9:
        value = int(text)
    if type(value) is not type(like):
        possible = editions.possible(option)
        told = _("{option} cannot be {value}: it is {possible}.")
        raise Unreadable(told.format(option=option, value=quoted([text]), possible=possible))
    return value


def seat_of(who: str, lobby: Lobby) -> int:
    """The seat of a name, of a number as listed, or of the start of a name; raises Unreadable."""
    word = who.casefold()
    whole = [seat.index for seat in lobby.seats if seat.name.casefold() == word]
    if not whole and who.isdecimal() and len(who) < 3 and 1 <= int(who) <= len(lobby.seats):
        return int(who) - 1
    begun = [seat.index for seat in lobby.seats if seat.name.casefold().startswith(word)]
    match whole or begun:
        case [only]:
            return only
        case _:
            players = ", ".join(seat.name for seat in lobby.seats)
            raise Unreadable(_("Which player is meant: {players}?").format(players=players))


def arranged(who: Sequence[str], lobby: Lobby) -> tuple[int, ...]:
    """The seats in the order of play that is wanted; by chance for nobody."""
    seats = [seat.index for seat in lobby.seats]
    if not who:
        return tuple(random.sample(seats, len(seats)))
    first = list(dict.fromkeys(seat_of(one, lobby) for one in who))
    return (*first, *(seat for seat in seats if seat not in first))
