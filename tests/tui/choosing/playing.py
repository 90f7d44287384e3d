"""Questions out of random games, choices for them, and keys pressed by their names."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from acquire_client.question import Question
from acquire_client.tui.choosing import chooser_for
from acquire_client.tui.choosing.rows import Chooser, Rows
from acquire_client.tui.keys import meant
from acquire_client.words.names import Names
from acquire_net.rules.buying import BuyShares
from tests.client.asking import PLAYERS
from tests.games import Moment, any_table, moments

KINDS = (
    *("place", "show", "found", "survive", "vanish", "disposeshares"),
    *("buyshares", "buyshares or end", "exchange", "exchange nothing"),
)
"""Every kind of question that the rules can ask."""

MOST_GAMES = 200
COMMON = ("place", "buyshares", "exchange nothing")
"""Kinds of which only every tenth question is taken, so that whole games and many rules ask."""


def questions(most: int) -> Iterator[Question]:
    """Up to so many questions of every kind, out of games by any rules; each is live until the next.

    Fails unless every kind has come up.
    """
    met = Counter[str]()
    for seed in range(MOST_GAMES):
        rulebook, seats = any_table(seed)
        met_before, rng = met.copy(), Random(seed)
        for moment in moments(rulebook, seats, seed):
            question = question_of(moment)
            kind = kind_of(question)
            if kind in COMMON and rng.random() < 0.9:
                continue
            if met[kind] < most and met[kind] == met_before[kind]:  # one of a kind from each game
                met[kind] += 1
                yield question
        if all(met[kind] >= most for kind in KINDS):
            break
    assert set(met) == set(KINDS)


def question_of(moment: Moment) -> Question:
    """What is asked at a moment of a game."""
    task = moment.state.task
    assert task is not None
    hand = tuple(moment.hand.items())
    return Question(moment.seat, task, moment.state, hand, moment.options)


def kind_of(question: Question) -> str:
    """What a question asks: its task, with what makes a difference to the answers."""
    kind = type(question.task).__name__.lower()
    if question.passes:
        return "show"
    if isinstance(question.task, BuyShares) and question.state.may_end():
        return f"{kind} or end"
    return f"{kind} nothing" if kind == "exchange" and len(question.options) == 1 else kind


def choice(question: Question) -> Chooser:
    """A fresh choice for a question."""
    seats = question.state.seats
    return chooser_for(question, Names(question.state.rulebook, PLAYERS[:seats], question.seat))


def type_keys(rows: Rows, keys: Iterable[str], question: Question) -> None:
    """Presses keys by their names; each must mean something."""
    for key in keys:
        intents = meant(rows.mode, key, question.state.rulebook)
        assert intents, key
        for intent in intents:
            rows.press(intent)
