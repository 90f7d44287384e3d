"""With few keys every answer that the rules allow can be given, and no other."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from acquire_client.question import Question, chain_rows, tile_rows
from acquire_client.tui.choosing.intents import (
    ChainLetter,
    Deed,
    Digit,
    Intent,
    RowAt,
    TileAt,
)
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
)
from tests.tui.choosing.playing import choice, questions, type_keys

Goes = Callable[[int, int, int], Iterator[str]]
"""(row in focus, row wanted, rows) -> the keys that go there."""


def by_digit(_focused: int, wanted: int, _rows: int) -> Iterator[str]:
    yield str(wanted + 1)


def by_arrows(focused: int, wanted: int, rows: int) -> Iterator[str]:
    yield from ["down"] * ((wanted - focused) % rows)


def counted(question: Question, counts: dict[int, int], goes: Goes, more: str) -> Iterator[str]:
    """The keys that add so many to rows, one row after the other."""
    rows = 3 if isinstance(question.options[0], Dispose) else len(chain_rows(question)) + 1
    focused = 0
    for row, count in counts.items():
        yield from goes(focused, row, rows)
        yield from [more] * count
        focused = row


def keys(question: Question, action: Action, goes: Goes, more: str, less: str) -> Iterator[str]:
    """The keys that choose an answer, from a fresh choice on, without Enter."""
    match action:
        case FoundChain(chain) | ChooseSurvivor(chain) | ChooseDefunct(chain):
            rows = chain_rows(question)
            yield from goes(0, rows.index(chain), len(rows))
        case Dispose(sell, trade):
            yield from counted(question, {0: sell, 1: trade // 2}, goes, more)
        case Buy(shares, end):
            rows = chain_rows(question)
            wanted = {rows.index(chain): count for chain, count in shares}
            yield from counted(question, wanted | ({len(rows): 1} if end else {}), goes, more)
        case ExchangeDead(shown):
            dead, focused = tile_rows(question), 0
            for row, tile in enumerate(dead):
                if tile not in shown and goes is by_digit:
                    yield str(row + 1)
                elif tile not in shown:
                    yield from [*goes(focused, row, len(dead)), less]
                    focused = row
        case PassPlacing() | PlaceTile():
            pass  # a hand is gone over as it lies on the board: see below


def test_every_answer_is_chosen_by_digits_and_plus() -> None:
    for question in questions(16):
        for action in question.options:
            chosen = choice(question)
            if isinstance(action, PlaceTile):
                number = question.hand.index((action.position, action.tile)) + 1
                type_keys(chosen, str(number), question)
            type_keys(chosen, keys(question, action, by_digit, "+", "-"), question)

            assert chosen.ready() == action


def test_every_answer_is_chosen_by_arrows_alone() -> None:
    for question in questions(16):
        for action in question.options:
            chosen = choice(question)
            if isinstance(action, PlaceTile):
                arrow = ("left", "right", "up", "down")[action.tile % 4]
                for _ in question.hand:
                    if chosen.focus != action.tile:
                        type_keys(chosen, [arrow], question)
            type_keys(chosen, keys(question, action, by_arrows, "right", "left"), question)

            assert chosen.ready() == action


def any_intent(rng: Random, question: Question) -> Intent:
    """Any key or click, mostly ones that do something."""
    rulebook = question.state.rulebook
    match rng.randrange(6):
        case 0:
            return Digit(rng.randrange(10))
        case 1:
            return ChainLetter(rng.randrange(len(rulebook.chains)))
        case 2:
            return RowAt(rng.randrange(10))
        case 3 if question.hand:
            return TileAt(rng.choice(question.hand)[1])
        case 4:
            return TileAt(rng.randrange(rulebook.grid.size))
        case _:
            return rng.choice(list(Deed))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_only_what_the_rules_allow_is_answered(seed: int) -> None:
    rng = Random(seed)
    for question in questions(12):
        before, chosen = question.state.copy(), choice(question)
        first = chosen.ready()
        for _ in range(40):
            chosen.press(any_intent(rng, question))
            answer = chosen.ready()

            assert answer if isinstance(answer, str) else answer in question.options
            assert chosen.title
            assert chosen.summary
            rows = chosen.rows
            assert chosen.cursor in range(max(1, len(rows)))
            assert all(row.note and row.label for row in rows)
        chosen.press(Deed.CLEAR)

        assert chosen.ready() == first
        assert question.state == before
