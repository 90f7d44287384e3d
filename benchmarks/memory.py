"""A whole game of four bots in one process; host and players check everything, five replicas."""

from collections.abc import Iterator
from random import Random

from acquire_client.bots import LEVELS
from acquire_client.question import Question
from acquire_net.audit import Status, audit
from acquire_net.rules.actions import Action
from benchmarks import measuring
from benchmarks.measuring import Figure
from tests.tables import Decide, Game

SEEDS = range(1, 4)
BATCHES = 5


def lines() -> Iterator[str]:
    for level in LEVELS:
        decide = _bot(level)

        def games(decide: Decide = decide) -> None:
            for seed in SEEDS:
                _verified(Game(seed=seed, decide=decide).run())

        seconds, loop = measuring.cpu(games, batches=BATCHES)
        each = seconds / len(SEEDS)
        yield str(Figure(f"a game of {level} bots, audited", each, "CPU", loop, most=1.0))


def _bot(level: str) -> Decide:
    bot = LEVELS[level]

    def decide(question: Question, rng: Random) -> Action:
        return bot(question.state, question.seat, dict(question.hand), rng)

    return decide


def _verified(game: Game) -> None:
    found = audit(game.ledger())
    if found.status is not Status.VERIFIED:
        raise SystemExit(f"The game is worth nothing: {found.headline}")
