"""Whole games as they are told in each language."""

import re
from functools import cache

import pytest

from acquire_client import languages
from acquire_net.language import ENGLISH
from acquire_net.rules.editions import CHAINS_1999, CLASSIC_CHAINS, values
from languages import update
from tests.games import any_table
from tests.languages.telling import PLAYERS, told

GAMES = range(3)
WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def game(code: str, seed: int) -> tuple[str, ...]:
    languages.speak(code)
    rulebook, seats = any_table(seed)
    lines = tuple(told(rulebook, seats, seed, me=None if seed % 2 else 0))
    languages.speak(ENGLISH)
    return lines


def same_everywhere() -> set[str]:
    """Words that stay: names of chains, players, presets and options."""
    chains = {chain.name for chain in (*CLASSIC_CHAINS, *CHAINS_1999)}
    options = {part for name in values(any_table(0)[0]) for part in name.split("_")}
    return {one.lower() for one in (*chains, *PLAYERS, *options, "classic")}


@cache
def telltale(code: str) -> frozenset[str]:
    """English words that no translation of that language has."""
    english, local = set[str](), set[str]()
    for message in update.kept(code):
        if message.id:
            english |= set(WORD.findall(str(message.id).lower()))
            local |= set(WORD.findall(" ".join(update.strings(message)).lower()))
    return frozenset(english - local - same_everywhere())


@pytest.mark.parametrize("seed", GAMES)
def test_no_english_is_left_in_a_game(code: str, seed: int) -> None:
    left = {line for line in game(code, seed) if telltale(code) & set(WORD.findall(line.lower()))}

    assert {"the", "you", "share"} <= telltale(code)
    assert not left


@pytest.mark.parametrize("seed", GAMES)
def test_languages_tell_the_same_numbers_tiles_and_chains(code: str, seed: int) -> None:
    """Line by line: what is told differs in words only."""
    names = "|".join(chain.name for chain in (*CLASSIC_CHAINS, *CHAINS_1999))
    kept = re.compile(rf"\$[\d,]*\d|\b\d+[A-Z]\b|\b(?:{names})\b", re.ASCII)
    ours, english = game(code, seed), game(ENGLISH, seed)

    assert len(ours) == len(english)
    for one, other in zip(ours, english, strict=True):
        assert set(kept.findall(one)) == set(kept.findall(other)), (one, other)


def test_no_place_is_left_open(code: str) -> None:
    assert not [line for seed in GAMES for line in game(code, seed) if "{" in line or "}" in line]
