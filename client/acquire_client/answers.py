"""Reads an answer to a question: every action that the words can mean, and what was expected.

Whether the rules allow the action is theirs to say; here only the words are understood.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from acquire_client.languages.commands import english
from acquire_client.question import Question, chain_rows, choices, tile_rows
from acquire_client.words.actions import abbreviates, chains_of, short_form
from acquire_client.words.numbers import either
from acquire_net.errors import Unreadable
from acquire_net.language import _, ngettext
from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    ExchangeDead,
    FoundChain,
    PassPlacing,
    PlaceTile,
    Shown,
)
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.task import Task

VERBS: dict[str, type[Task]] = {
    "place": Place,
    "pass": Place,
    "found": Found,
    "survivor": Survive,
    "order": Vanish,
    "dispose": DisposeShares,
    "buy": BuyShares,
    "exchange": Exchange,
}
"""The words that an answer may begin with, and the task that each answers."""

_MOST_TOKENS = 16
_MOST_NUMBERS = 5
"""Longer purchases than any rule allows; bounds how many readings are tried."""

_NUMBER = re.compile(r"[0-9]{1,6}")
_TILE = re.compile(r"(?:[0-9]{1,2}[a-z]|[a-z][0-9]{1,2})", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;+]")


class Unfit(Unreadable):
    """Words that were understood but fit nothing here; `str(error)` says all there is to say."""


def readings(words: Sequence[str], question: Question) -> list[Action]:
    """Every different action that the words can mean; raises Unreadable when there is none."""
    words = _SEPARATORS.sub(" ", " ".join(words)).split()
    found = list(dict.fromkeys(_readings(words, question)))
    if not found:
        raise Unreadable(expected(question))
    return found


def _readings(words: Sequence[str], question: Question) -> Iterator[Action]:
    match question.task:
        case Place():
            yield from _places(words, question)
        case Found():
            yield from (FoundChain(chain) for chain in _one_chain(words, question))
        case Survive():
            yield from (ChooseSurvivor(chain) for chain in _one_chain(words, question))
        case Vanish():
            yield from (ChooseDefunct(chain) for chain in _one_chain(words, question))
        case DisposeShares() as task:
            yield from _disposals(words, question, task)
        case BuyShares():
            yield from _purchases(words, question)
        case Exchange():
            yield from _exchanges(words, question)
        case _:
            return


def expected(question: Question) -> str:
    """What an answer to the question looks like, as a sentence with an example."""
    rules = question.state.rulebook
    match question.task:
        case Place() if question.passes:
            return _("No tile of yours can be placed: type pass.")
        case Place():
            told = _("Type the number or the name of a tile in your hand, for example {tile}.")
            return told.format(tile=rules.grid.name(question.hand[0][1]))
        case Found() | Survive() | Vanish():
            rows = chain_rows(question)
            names = either([rules.chains[chain].name for chain in rows])
            told = _("Type a number or a chain, for example {chain}: {chains}.")
            return told.format(chain=short_form(rules, rows[0]), chains=names)
        case DisposeShares(seat=seat, chain=chain):
            told = _(
                "Say what to do with your {count} {chain}, for example sell 1, trade 2,"
                " or keep all."
            )
            held = question.state.held(seat, chain)
            return told.format(count=held, chain=rules.chains[chain].name)
        case BuyShares():
            return _purchase_expected(question)
        case Exchange():
            return _("Type all, none, or the numbers of dead tiles, for example 1.")
        case _:
            return _("Type help for the commands.")


def _purchase_expected(question: Question) -> str:
    rows = chain_rows(question)
    if not rows:
        return _("Say what to buy, for example none.")
    purchase = f"{short_form(question.state.rulebook, rows[0]).upper()}2"
    told = _("Say what to buy, for example {purchase}, or none.")
    return told.format(purchase=purchase)


def number_of(word: str) -> int | None:
    """The number that a word of at most six digits is; None for any other word."""
    return int(word) if _NUMBER.fullmatch(word) else None


def tile_of(words: Sequence[str], rulebook: Rulebook, rows: Sequence[Shown]) -> int | None:
    """The tile that `3B`, `b3`, `3 b` or a number of the rows names; None when it names none."""
    if len(words) == 1 and (number := number_of(words[0])) is not None:
        return rows[number - 1][1] if 1 <= number <= len(rows) else None
    name = "".join(words)
    if len(words) > 2 or not _TILE.fullmatch(name):
        return None
    try:
        return rulebook.grid.tile(name)
    except Unreadable:
        return None


def _places(words: Sequence[str], question: Question) -> Iterator[Action]:
    numbered = choices(question)
    passing = len(words) == 1 and "pass" in (words[0].lower(), english(words[0]))
    if passing or (question.passes and list(words) == ["1"]):
        yield PassPlacing(tuple(sorted(question.hand)))
        return
    tile = tile_of(words, question.state.rulebook, question.hand)
    if tile is None:
        return
    for position, mine in question.hand:
        if mine == tile:
            yield PlaceTile(position, tile)
            return
    if numbered:
        name = question.state.rulebook.grid.name(tile)
        not_held = _("You do not hold {tile}.").format(tile=name)
        raise Unfit(f"{not_held} {expected(question)}")


def chains_named(word: str, rulebook: Rulebook, rows: Sequence[int]) -> tuple[int, ...]:
    """The chains that a word may mean: a row number, or a start of names."""
    number = number_of(word)
    if number is None:
        return chains_of(rulebook, word)
    return (rows[number - 1],) if 1 <= number <= len(rows) else ()


def _one_chain(words: Sequence[str], question: Question) -> tuple[int, ...]:
    if len(words) != 1:
        return ()
    return chains_named(words[0], question.state.rulebook, chain_rows(question))


def _disposals(words: Sequence[str], question: Question, task: DisposeShares) -> Iterator[Action]:
    numbered = choices(question)
    if len(words) == 1 and (number := number_of(words[0])) is not None:
        if 1 <= number <= len(numbered):
            yield numbered[number - 1]
        return
    tokens = [token for word in words for token in _pieces(word)]
    rulebook, held = question.state.rulebook, question.state.held(task.seat, task.chain)
    clauses = list(zip(tokens[::2], tokens[1::2], strict=False))
    if not tokens or len(tokens) % 2:
        return
    amounts = {"sell": 0, "trade": 0, "keep": 0}
    later: list[tuple[str, str]] = []
    for verb, amount in clauses:
        deeds = [deed for deed in amounts if abbreviates(rulebook, verb, deed)]
        wholes = [whole for whole in ("all", "rest") if abbreviates(rulebook, amount, whole)]
        number = number_of(amount)
        if len(deeds) != 1 or (number is None and len(wholes) != 1):
            return
        if number is None:
            later.append((deeds[0], wholes[0]))
        else:
            amounts[deeds[0]] += number
    for deed, whole in later:
        left = held if whole == "all" else max(0, held - sum(amounts.values()))
        # Two shares are traded for one, so "all" and "rest" leave an odd share aside.
        amounts[deed] += left - left % 2 if deed == "trade" else left
    said = any(abbreviates(rulebook, verb, "keep") for verb, amount in clauses)
    total = sum(amounts.values())
    if said and total != held:
        told = ngettext(
            "That speaks of {count} share and you hold {held}: say for example sell 1 keep rest.",
            "That speaks of {count} shares and you hold {held}: say for example sell 1 keep rest.",
            total,
        )
        raise Unfit(told.format(count=total, held=held))
    yield Dispose(amounts["sell"], amounts["trade"])


def _pieces(word: str) -> list[str]:
    """A word cut between letters and digits, so that `sell2` is `sell 2`."""
    pieces: list[str] = re.findall(r"[0-9]+|[^0-9]+", word)
    return pieces


@dataclass(frozen=True, slots=True)
class _Basket:
    """Part of a purchase while it is read: (chain, count) pairs, and whether the end is declared."""

    shares: tuple[tuple[int, int], ...] = ()
    end: bool = False

    def plus(self, chain: int, count: int) -> "_Basket":
        return _Basket((*self.shares, (chain, count)), self.end)

    def purchase(self) -> Buy:
        counts = dict[int, int]()
        for chain, count in self.shares:
            counts[chain] = counts.get(chain, 0) + count
        return Buy(tuple(sorted(pair for pair in counts.items() if pair[1])), self.end)


@dataclass(frozen=True, slots=True)
class _Purchases:
    """Reads the tokens of a purchase: `2 luxor`, `luxor 2`, `luxor`, in any mixture."""

    rulebook: Rulebook
    rows: tuple[int, ...] = field(default=())
    """The chains that bare numbers may mean; none where the line has words too."""

    def read(self, tokens: Sequence[str], basket: _Basket) -> Iterator[_Basket]:
        if not tokens:
            yield basket
            return
        first, rest = tokens[0], tokens[1:]
        for chain in self._chains(first):
            yield from self.read(rest, basket.plus(chain, 1))
            if rest and (count := number_of(rest[0])) is not None:
                yield from self.read(rest[1:], basket.plus(chain, count))
        if rest and (count := number_of(first)) is not None:
            for chain in self._chains(rest[0]):
                yield from self.read(rest[1:], basket.plus(chain, count))
        if not rest and abbreviates(self.rulebook, first, "end"):
            yield _Basket(basket.shares, end=True)

    def _chains(self, word: str) -> tuple[int, ...]:
        if number_of(word) is not None:
            return chains_named(word, self.rulebook, self.rows)
        return chains_of(self.rulebook, word)


def _purchases(words: Sequence[str], question: Question) -> Iterator[Action]:
    rulebook = question.state.rulebook
    if not words or len(words) > _MOST_TOKENS:
        return
    if abbreviates(rulebook, words[0], "none") or words[0] == "0":
        if len(words) == 1:
            yield Buy(())
        elif len(words) == 2 and abbreviates(rulebook, words[1], "end"):
            yield Buy((), end=True)
    shares = words[:-1] if abbreviates(rulebook, words[-1], "end") else words
    only_numbers = bool(shares) and all(number_of(word) is not None for word in shares)
    if only_numbers and len(shares) > _MOST_NUMBERS:
        return
    rows = chain_rows(question) if only_numbers else ()
    joined, loose = _unjoined(words, rulebook)
    for basket in joined:
        for whole in _Purchases(rulebook, rows).read(loose, basket):
            yield whole.purchase()


def _unjoined(words: Sequence[str], rulebook: Rulebook) -> tuple[list[_Basket], list[str]]:
    """What joined words like `W2` or `2w1l` mean for themselves, and the other words.

    A list of baskets, for a start of a name may be that of several chains; empty when a joined
    word means nothing.
    """
    baskets, loose = [_Basket()], list[str]()
    for word in words:
        pieces = _pieces(word)
        if len(pieces) == 1:
            loose.append(word)
            continue
        turned = number_of(pieces[0]) is not None
        pairs = list(zip(pieces[turned::2], pieces[not turned :: 2], strict=False))
        if len(pieces) % 2:
            return [], loose
        for name, count in pairs:
            number = number_of(count)
            baskets = [
                basket.plus(chain, number)
                for basket in baskets
                for chain in chains_of(rulebook, name)
                if number is not None
            ]
    return baskets, loose


def _exchanges(words: Sequence[str], question: Question) -> Iterator[Action]:
    rulebook, dead = question.state.rulebook, tile_rows(question)
    if len(words) == 1 and abbreviates(rulebook, words[0], "all"):
        yield ExchangeDead(tuple(sorted(dead)))
        return
    if len(words) == 1 and (abbreviates(rulebook, words[0], "none") or words[0] == "0"):
        yield ExchangeDead(())
        return
    shown = set[Shown]()
    for word in words:
        tile = tile_of([word], rulebook, dead)
        held = [mine for mine in question.hand if mine[1] == tile]
        if not held:
            return
        shown.add(held[0])
    if shown:
        yield ExchangeDead(tuple(sorted(shown)))
