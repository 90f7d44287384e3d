"""Everything that is told of a game to one player: events, questions, what can be looked at."""

from collections.abc import Iterator, Sequence
from typing import get_args

from acquire_client.answers import expected
from acquire_client.commands import Help, Show, Topic, Why
from acquire_client.question import Question, choices
from acquire_client.words import actions, events, questions, recap
from acquire_client.words.help import topics
from acquire_client.words.look import look
from acquire_client.words.names import Names
from acquire_net.rules.events import Event
from acquire_net.rules.rulebook import Rulebook
from acquire_net.rules.state import State
from tests.games import Moment, moments

PLAYERS = ("Red", "Sky", "Ox", "Oak", "Ann", "Bob")
ARGUMENTS: dict[str, tuple[int, ...]] = {"row": (0,), "column": (5,), "at": (17,), "chain": (2,)}
"""What `show` needs for some topics."""


def told(rulebook: Rulebook, seats: int, seed: int, me: int | None = 0) -> Iterator[str]:
    """Every line of a game, as seat `me` or a spectator could read it."""
    names = Names(rulebook, PLAYERS[:seats], me, frozenset({seats - 1}))
    heard: list[Event] = []
    done = 0
    state = None
    for number, moment in enumerate(moments(rulebook, seats, seed, heard.append)):
        state = moment.state
        for event in heard[done:]:
            yield from events.lines(event, names, moment.hand if moment.seat == me else {})
        done = len(heard)
        if moment.seat == me:
            yield from asked(moment, names)
        if number % 40 == 0:
            yield from looked(state, names, heard)
    assert state is not None
    for event in heard[done:]:
        yield from events.lines(event, names)
    yield from looked(state, names, heard)


def asked(moment: Moment, names: Names) -> Iterator[str]:
    """The question, what is expected, and what the answers promise."""
    question = question_of(moment)
    yield from questions.asked(question, names)
    yield expected(question)
    for action in (*choices(question), moment.choice):
        yield actions.promise(action, question, names)


def question_of(moment: Moment) -> Question:
    hand = tuple(moment.hand.items())
    return Question(moment.seat, moment.state.agenda[-1], moment.state, hand, moment.options)


def looked(state: State, names: Names, heard: Sequence[Event]) -> Iterator[str]:
    """The answers to every question that a player can ask of the table."""
    hand = tuple((position, position) for position in state.hands[names.me or 0])
    for topic in get_args(Topic):
        yield from look(Show(topic, ARGUMENTS.get(topic, ())), state, names, hand, heard)
    for tile in range(0, state.rulebook.grid.size, 7):
        yield from look(Why(tile), state, names, hand, heard)
    for topic in ("", *topics()):
        yield from look(Help(topic), state, names, hand, heard)
    yield from recap.since(heard[-20:], names)
    yield from recap.condensed(heard[-20:], names)
