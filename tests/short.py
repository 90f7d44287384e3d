"""Short games on a small grid, for what a whole one would take too long to show."""

import random
from dataclasses import replace
from functools import cache

from acquire_client.question import Question
from acquire_net.rules.actions import Action
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook
from tests.tables import Game

SHORT = replace(CLASSIC, preset="short", columns=6, rows=5, hand_size=2, safe_size=5, end_size=12)
FEW_CHAINS = replace(SHORT, preset="few chains", chains=CLASSIC.chains[:2])
"""Two chains only: soon there are hands without a tile that may be placed."""
BROKE = replace(SHORT, preset="broke", start_cash=0)
"""Nobody has money but what a merger brings."""


def by_turn(question: Question, _: random.Random) -> Action:
    """An option that depends on the position alone, so that a game goes on as it began."""
    rng = random.Random(question.state.step)
    return question.options[rng.randrange(len(question.options))]


def to_the_last_tile(question: Question, rng: random.Random) -> Action:
    """Any option but to end the game."""
    options = [one for one in question.options if not getattr(one, "end", False)]
    return options[rng.randrange(len(options))]


@cache
def short(seats: int, seed: int = 1, rulebook: Rulebook = SHORT) -> Game:
    """A whole short game, to cut and to copy from but not to change; decided `by_turn`."""
    return Game(seats, seed, rulebook, by_turn).run()
