"""A whole game of four bots in one process; host and players check everything, five replicas."""

from collections.abc import Iterator
from functools import partial
from random import Random

from acquire_client.bots import LEVELS
from acquire_client.question import Question
from acquire_net.audit import Status, audit
from acquire_net.rules.actions import Action
from benchmarks import measuring
from benchmarks.measuring import Figure
from tests.tables import Decide, Game

SEEDS = range(1, 4)
ROUNDS = 5


def lines() -> Iterator[str]:
    for level in LEVELS:
        games = [partial(_play, seed, _bot(level)) for seed in SEEDS]
        each, loop = measuring.cpu(games, rounds=ROUNDS)
        yield str(Figure(f"a game of {level} bots, audited", each, "CPU", loop, most=1.0))


def _bot(level: str) -> Decide:
    bot = LEVELS[level]

    def decide(question: Question, rng: Random) -> Action:
        return bot(question.state, question.seat, dict(question.hand), rng)

    return decide


def _play(seed: int, decide: Decide) -> None:
    found = audit(Game(seed=seed, decide=decide).run().ledger())
    if found.status is not Status.VERIFIED:
        raise SystemExit(f"The game is worth nothing: {found.headline}")
