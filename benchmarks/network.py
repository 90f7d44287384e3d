"""A whole game over gRPC: a host, whose player is a script, and three bots, each a program."""

import re
import time
from collections.abc import Iterator

from benchmarks import measuring
from benchmarks.measuring import Figure
from benchmarks.programs import Program, empty_home

RUNS = 5
BOTS = 3

TYPED = "1\n2\n3\n4\n5\n6\nnone\n" * 200
"""Answers any question sooner or later: what is refused is followed by something else.

Little enough for a pipe to hold, and more than a game needs.
"""


def lines() -> Iterator[str]:
    with empty_home():
        found = measuring.processes(_game, runs=RUNS)
    what = "a game, from start to all four verdicts"
    yield str(Figure(what, found.wall, "wall", found.loop, most=3.0))
    yield str(Figure("the quickest of them", found.quickest, "wall", found.loop))
    yield str(Figure("the four programs together", found.cpu, "CPU", found.loop))


def _game() -> float:
    start = time.perf_counter()
    host = Program("host", "--seats", str(BOTS + 1), "--port", "0", "--pace", "0")
    address = re.search(r"[\d.]+:\d+", host.line_with("acquire join"))
    assert address is not None
    bots = [Program("bot", address[0], "--pace", "0") for _ in range(BOTS)]
    host.type(TYPED)
    for program in (host, *bots):
        program.line_with("Checked:")
    spent = time.perf_counter() - start
    for program in (host, *bots):
        program.finish()
    return spent
