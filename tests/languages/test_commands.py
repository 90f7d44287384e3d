"""Words of commands in the player's language, beside the English ones."""

import re
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest

from acquire_client import answers, commands, lobby
from acquire_client.commands import Answer, Help, Quit, Say, Show
from acquire_client.languages import LANGUAGES
from acquire_client.languages.commands import COMMANDS, english, plain, word
from acquire_client.question import Question, tile_rows
from acquire_client.words import questions
from acquire_client.words.actions import chains_of
from acquire_client.words.help import topics
from acquire_net.errors import Unreadable
from acquire_net.language import ENGLISH
from acquire_net.rules.actions import Buy, Dispose, PassPlacing
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.editions import CLASSIC, PRESETS
from tests.client.asking import ask, names, place, run, table
from tests.games import moments
from tests.languages.telling import question_of

ANSWERS = ("all", "none", "rest", "end", "sell", "trade", "keep")
SCREEN = ("plain", "screen", "mouse", "review", "plot", "report", "theme")
ENGLISH_WORDS = {
    *answers.VERBS,
    *commands._COMMANDS,
    *get_args(commands.Topic),
    *lobby._GRAMMAR,
    *topics(),
    *ANSWERS,
    *SCREEN,
    "show",
}
KEPT_IN_ENGLISH = {"?", "not", "bot"}
"""What has no other word: a sign, what `unready` says in one word, and the same word."""


def locals_of(code: str) -> dict[str, str]:
    """The words of a language as they are understood, each with its English one."""
    return {
        plain(local): command
        for command, words in COMMANDS[code].items()
        for local in words.split()
    }


def test_every_language_has_a_word_for_every_command() -> None:
    assert set(COMMANDS) == set(LANGUAGES) - {ENGLISH}
    for code, table_ in COMMANDS.items():
        assert set(table_) == ENGLISH_WORDS - KEPT_IN_ENGLISH, code


@pytest.mark.parametrize("code", list(COMMANDS))
def test_no_word_stands_for_two_commands(code: str) -> None:
    counted = Counter(plain(local) for words in COMMANDS[code].values() for local in words.split())

    assert not [local for local, times in counted.items() if times > 1]


@pytest.mark.parametrize("code", list(COMMANDS))
def test_no_word_clashes_with_english_a_chain_or_a_tile(code: str) -> None:
    for local, command in locals_of(code).items():
        others = [one for one in ENGLISH_WORDS if one.startswith(local) and one != command]
        assert not others, f"{local} for {command} begins {others}"
        for rulebook in PRESETS.values():
            assert not chains_of(rulebook, local), f"{local} begins a chain of {rulebook.preset}"
        assert local.isalpha(), local
        assert not re.fullmatch(r"[0-9]{1,2}[a-z]|[a-z][0-9]{1,2}", local), local


def test_words_are_understood_without_accents_and_in_any_case(code: str) -> None:
    for command, words in COMMANDS[code].items():
        for local in words.split():
            assert english(local.upper()) == command
            assert english(plain(local)) == command
        assert word(command) == words.split()[0]
    assert english("Luxor") is None


def test_in_english_no_other_word_is_understood() -> None:
    assert english("vender") is None
    assert word("sell") == "sell"


def test_disposals_and_purchases_are_typed_in_the_language_or_in_english(code: str) -> None:
    state = table({"Tower": run("A", 1, 3), "Imperial": "5A 6A"}, shares=({"Imperial": 5}, {}, {}))
    place(state, "4A")
    question = ask(state)
    sell, trade, keep, rest = map(word, ("sell", "trade", "keep", "rest"))
    for line in (
        f"{sell} 1 {trade} 2 {keep} {rest}",
        "sell 1 trade 2 keep rest",
        f"{sell}1 {trade}2",
    ):
        assert commands.parse(line, question, CLASSIC) == Answer(Dispose(1, 2)), line
    assert commands.parse(f"{word('dispose')} {sell} {word('all')}", question, CLASSIC) == Answer(
        Dispose(5, 0)
    )


def test_looking_helping_talking_and_leaving_have_words(code: str) -> None:
    def parsed(line: str) -> commands.Command:
        return commands.parse(line, None, CLASSIC)

    assert parsed(word("board")) == Show("board")
    assert parsed(f"{word('show')} {word('board')}") == Show("board")
    assert parsed(f"{word('column')} 5") == Show("column", (5,))
    assert parsed(f"{word('help')} {word('buy')}") == Help("buy")
    assert parsed(f"{word('say')} sell all") == Say("sell all")
    assert parsed(word("quit").upper()) == Quit()
    assert parsed("quit") == Quit()


def test_a_refusal_quotes_what_was_typed(code: str) -> None:
    question = ask(table({"Tower": "1A 2A"}), "9C 10D")
    with pytest.raises(Unreadable, match=word("none")):
        commands.parse(word("none"), question, CLASSIC)


def test_before_the_game_there_are_words_too(code: str) -> None:
    assert lobby.parse(word("ready")) == lobby.Ready()
    assert lobby.parse(word("unready")) == lobby.Ready(agree=False)
    assert lobby.parse(f"not {word('ready')}") == lobby.Ready(agree=False)
    assert lobby.parse(f"{word('seats')} 4") == lobby.Seats(4)


EXAMPLE = re.compile(r"(?:por ejemplo|bijvoorbeeld|예:) ([^.:]+)")
CHOICES = re.compile(r",? (?:o|of|또는) |, ")


def examples(line: str) -> list[str]:
    """What a sentence gives as examples of what may be typed."""
    found = EXAMPLE.search(line)
    return CHOICES.split(found[1]) if found else []


def test_what_is_given_as_an_example_is_understood(code: str) -> None:
    """Of every question of a few games: each example is an answer to it."""
    kinds = set()
    for seed in range(3):
        for moment in moments(CLASSIC, 4, seed):
            question = question_of(moment)
            if isinstance(question.task, Exchange) and not tile_rows(question):
                continue  # there is nothing to number
            for line in (*asked_lines(question), answers.expected(question)):
                for example in examples(line):
                    kinds.add(type(question.task))
                    assert answers.readings(example.split(), question), (line, example)

    assert len(kinds) >= 5


def asked_lines(question: Question) -> list[str]:
    return questions.asked(question, names(question.state, question.seat))


def test_passing_and_ending_have_words(code: str) -> None:
    passes = ends = 0
    soon_over = replace(CLASSIC, hand_size=1, safe_size=5, end_size=20)
    for seed in range(3):
        for moment in moments(soon_over, 4, seed):
            question = question_of(moment)
            if question.passes:
                passes += 1
                (read,) = answers.readings([word("pass")], question)
                assert isinstance(read, PassPlacing)
            elif any(isinstance(one, Buy) and one.end for one in moment.options):
                ends += 1
                words = [word("none"), word("end")]
                assert answers.readings(words, question) == [Buy((), end=True)]

    assert passes
    assert ends
