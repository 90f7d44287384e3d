"""What a person waits for: help, the first question of a practice game, an audit."""

import time
from collections.abc import Callable, Iterator
from itertools import count

from benchmarks import measuring
from benchmarks.measuring import Figure
from benchmarks.programs import Program, empty_home

RUNS = 9


def lines() -> Iterator[str]:
    with empty_home() as home:
        ledger = str(home / "finished.acquire.jsonl")
        Program("play", "--no-player", "--seed", "1", "--ledger", ledger).finish()
        for what, run, most in (
            ("acquire --help", _ended("--help"), 0.25),
            ("acquire play, to its first question", _first_question(), 1.0),
            ("acquire audit, of a finished game", _ended("audit", ledger), 0.5),
        ):
            found = measuring.processes(run, runs=RUNS)
            yield str(Figure(what, found.wall, "wall", found.loop, most=most))
            yield str(Figure("", found.cpu, "CPU", found.loop))


def _ended(*arguments: str) -> Callable[[], float]:
    def run() -> float:
        start = time.perf_counter()
        Program(*arguments).finish()
        return time.perf_counter() - start

    return run


def _first_question() -> Callable[[], float]:
    """Practice games of many seeds, where any seat may begin; bots do not pause."""
    seeds = count(1)

    def run() -> float:
        start = time.perf_counter()
        game = Program("play", "--pace", "0", "--json", "--seed", str(next(seeds)))
        game.line_with('"type": "question"')
        spent = time.perf_counter() - start
        game.kill()
        return spent

    return run
