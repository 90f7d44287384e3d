"""A measured time, told beside its goal and beside a fixed loop of pure Python."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median
from typing import Literal


def scale_loop() -> int:
    """The fixed loop: integers, a list, nothing of ours. About 30 ms."""
    cells, last = [0] * 108, 1
    for number in range(250_000):
        last = (last * 31 + cells[last % 108]) & 0xFFFF
        cells[number % 108] = last
    return last


@dataclass(frozen=True, slots=True)
class Figure:
    """A time in seconds, by the clock it was taken with; `loop` is the scale loop's CPU time.

    `goal` is what was aimed at, `most` what is still good.
    """

    what: str
    seconds: float
    clock: Literal["CPU", "wall"]
    loop: float
    goal: float | None = None
    most: float | None = None

    def __str__(self) -> str:
        ratio = f"{self.seconds / self.loop:.3g} loops of {_time(self.loop)}"
        aims = [f"goal {_time(self.goal)}"] if self.goal is not None else []
        aims += [f"at most {_time(self.most)}"] if self.most is not None else []
        told = f"{self.what:<46}{_time(self.seconds):>9} {self.clock:<5} {ratio:<24}"
        return f"{told} {', '.join(aims)}".rstrip()


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size / 10:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.2f} us"


def cpu(jobs: Sequence[Callable[[], object]], *, rounds: int) -> tuple[float, float]:
    """The CPU seconds of a job on average, and of the scale loop, each at its quickest.

    A round does every job once. The quickest of several is what other programs on this machine
    disturbed least. The first round is not counted: it fills tables that are made once.
    """
    everything = [scale_loop, *jobs]
    least = [inf] * len(everything)
    for number in range(rounds + 1):
        for at, job in enumerate(everything):
            start = time.process_time()
            job()
            spent = time.process_time() - start
            if number:
                least[at] = min(least[at], spent)
    return sum(least[1:]) / len(jobs), least[0]


@dataclass(frozen=True, slots=True)
class Processes:
    """What programs took, in seconds: the median run and the quickest, and CPU time on average."""

    wall: float
    quickest: float
    cpu: float
    loop: float


def processes(run: Callable[[], float], *, runs: int) -> Processes:
    """Measures programs that `run` starts and waits for; it says how many seconds count.

    The first run is not counted: the system and Python keep what they have read.
    """
    run()
    walls, loops = list[float](), list[float]()
    before = _children()
    for _ in range(runs):
        start = time.process_time()
        scale_loop()
        loops.append(time.process_time() - start)
        walls.append(run())
    return Processes(median(walls), min(walls), (_children() - before) / runs, min(loops))


def _children() -> float:
    """CPU seconds of all programs started here that have ended; 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system
