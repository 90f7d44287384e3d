"""The presets, the functions a rulebook's words stand for, and a rulebook as plain values."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, get_args, get_type_hints

from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.rules import bonuses
from acquire_net.rules.bonuses import BonusRule
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Draw, Exchange
from acquire_net.rules.ending import EndTurn
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Chain, Rulebook, Seat
from acquire_net.rules.task import Task

SEMANTICS: Final = 1
"""Raised whenever the engine would judge anything differently: equal numbers, equal verdicts."""

CLASSIC_CHAINS: Final = (
    Chain("Luxor", "red", "low"),
    Chain("Tower", "yellow", "low"),
    Chain("American", "blue", "middle"),
    Chain("Festival", "green", "middle"),
    Chain("Worldwide", "brown", "middle"),
    Chain("Continental", "light blue", "high"),
    Chain("Imperial", "purple", "high"),
)
CHAINS_1999: Final = (
    Chain("Sackson", "red", "low"),
    Chain("Zeta", "yellow", "low"),
    Chain("America", "blue", "middle"),
    Chain("Fusion", "light green", "middle"),
    Chain("Hydra", "orange", "middle"),
    Chain("Quantum", "dark green", "high"),
    Chain("Phoenix", "purple", "high"),
)

CLASSIC: Final = Rulebook("classic", CLASSIC_CHAINS)
EDITION_1999: Final = Rulebook("1999", CHAINS_1999, start_order="letter_first")
PRESETS: Final = {preset.preset: preset for preset in (CLASSIC, EDITION_1999)}


@cache
def classic_turn(seat: Seat) -> tuple[Task, ...]:
    """A turn: place, buy, draw, exchange dead tiles."""
    return (Place(seat), BuyShares(seat), Draw(seat), Exchange(seat), EndTurn(seat))


TURNS: Final[Mapping[str, Callable[[Seat], tuple[Task, ...]]]] = {"classic": classic_turn}
BONUS_RULES: Final[Mapping[str, BonusRule]] = {"classic": bonuses.classic}

JSON = Mapping[str, object]

_RANGES: Final = {
    "hand_size": (1, 20),
    "start_cash": (0, 1_000_000),
    "shares": (1, 100),
    "buy_limit": (1, 10),
    "safe_size": (2, 256),
    "end_size": (2, 256),
    "base_price": (100, 10_000),
    "columns": (1, 99),
    "rows": (1, 26),
}


def values(rulebook: Rulebook) -> dict[str, object]:
    """The rulebook as plain JSON values, every field by its name."""
    return {
        field.name: _plain(getattr(rulebook, field.name)) for field in dataclasses.fields(rulebook)
    }


def _plain(value: object) -> object:
    if isinstance(value, Chain):
        return dataclasses.asdict(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def canonical(rulebook: Rulebook) -> bytes:
    """The rulebook as canonical JSON: sorted keys, no spaces, ASCII."""
    return json.dumps(values(rulebook), sort_keys=True, separators=(",", ":")).encode("ascii")


def from_values(plain: JSON) -> Rulebook:
    """The rulebook of such values; raises Unreadable for anything missing, unknown or absurd."""
    hints = get_type_hints(Rulebook)
    fields = {field.name for field in dataclasses.fields(Rulebook)}
    if set(plain) != fields:
        text = _("A rulebook has the fields {names}.")
        raise Unreadable(text.format(names=", ".join(sorted(fields))))
    read: dict[str, object] = {}
    for name, value in plain.items():
        match name:
            case "chains":
                read[name] = _chains(value)
            case "bands":
                read[name] = _bands(value)
            case _:
                read[name] = _word_or_number(name, value, hints[name])
    rulebook = Rulebook(**read)  # type: ignore[arg-type]  # each field was checked above
    if not _plain_words(rulebook.preset):
        raise Unreadable(_("A preset's name is letters and digits."))
    if rulebook.columns * rulebook.rows > 256:
        raise Unreadable(_("A grid has at most 256 squares."))
    if rulebook.turn not in TURNS or rulebook.bonus not in BONUS_RULES:
        text = _("This program knows no turn {turn} or bonus {bonus}.")
        raise Unreadable(text.format(turn=repr(rulebook.turn), bonus=repr(rulebook.bonus)))
    return rulebook


def _chains(value: object) -> tuple[Chain, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 7:
        raise Unreadable(_("A rulebook has 1 to 7 chains."))
    chains = []
    for one in value:
        words = one if isinstance(one, dict) and set(one) == {"name", "colour", "tier"} else {}
        if not words or not all(isinstance(word, str) and word for word in words.values()):
            raise Unreadable(_("A chain has a name, a colour and a tier."))
        if words["tier"] not in ("low", "middle", "high") or not _plain_words(*words.values()):
            text = _("A chain's name and colour are letters; its tier low, middle or high.")
            raise Unreadable(text)
        chains.append(Chain(**words))
    if len({chain.name for chain in chains}) < len(chains):
        raise Unreadable(_("Two chains have one name."))
    return tuple(chains)


def _plain_words(*texts: str) -> bool:
    """Whether texts may be shown anywhere: short, letters and digits and single spaces."""
    return all(
        len(text) <= 24 and text.isascii() and text.replace(" ", "").isalnum() for text in texts
    )


def _bands(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or not all(type(size) is int for size in value):
        raise Unreadable(_("bands is a list of sizes."))
    if value != sorted(set(value)) or not 2 <= value[0] <= value[-1] <= 256:
        raise Unreadable(_("bands is a list of ascending sizes from 2."))
    return tuple(value)


def possible(name: str) -> str:
    """The values that a plain field of a rulebook can have, as they are written."""
    hint = get_type_hints(Rulebook)[name]
    if allowed := get_args(hint):
        return _("one of {values}").format(values=", ".join(map(str, allowed)))
    if hint is bool:
        return _("on or off")
    if name in _RANGES:
        low, high = _RANGES[name]
        return _("from {low} to {high}").format(low=low, high=high)
    return _("a word") if hint is str else _("a list")


def _word_or_number(name: str, value: object, hint: object) -> object:
    if allowed := get_args(hint):
        if value not in allowed:
            raise Unreadable(_("{name} is {possible}.").format(name=name, possible=possible(name)))
    elif type(value) is not hint:
        wrong = _("{name} is {possible}, and not {value}.")
        raise Unreadable(wrong.format(name=name, possible=possible(name), value=repr(value)))
    elif name in _RANGES and isinstance(value, int):
        low, high = _RANGES[name]
        if not low <= value <= high:
            raise Unreadable(_("{name} is {possible}.").format(name=name, possible=possible(name)))
    return value
