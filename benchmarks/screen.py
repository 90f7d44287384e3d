"""The full screen on a terminal: its start, its rest, its answers to keys and events, its size."""

import json
import os
import re
import sys
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from benchmarks import measuring
from benchmarks.measuring import Figure
from benchmarks.programs import Program, empty_home

if TYPE_CHECKING:
    from benchmarks.terminal import Terminal

STARTS = 7
REST = 20.0
"""Seconds in which nothing happens; ACQUIRE_REST in the environment makes it longer."""
LARGE, SMALL = (120, 40), (80, 24)
"""Columns and lines."""
KEYS, EVENTS = 100, 200
APART = 0.06
"""Seconds between two keys or events, more than a picture takes."""
QUIET = 1.0
"""Seconds without a byte after which a screen has nothing more to say."""
SHARE = 0.0015
"""The goal for a screen at rest, as a part of one processor."""
_SEEDS = count(1)
FIRST = re.compile(rb"tiles left")
"""Is on the first picture of a game."""


def lines() -> Iterator[str]:
    if os.name != "posix":
        yield "not measured: there are no pseudo-terminals here"
        return
    loop = _loop()
    with empty_home() as home:
        yield from _start()
        yield from _rest(loop)
        for size in (LARGE, SMALL):
            yield from _keys(size, loop)
            yield from _events(size, loop, home / "came.json")


def _loop() -> float:
    """CPU seconds of the scale loop, at its quickest."""
    spent = []
    for _ in range(5):
        start = time.process_time()
        measuring.scale_loop()
        spent.append(time.process_time() - start)
    return min(spent)


def _game(size: tuple[int, int]) -> "Terminal":
    """A practice game, another one each time, whose bots take no pause."""
    from benchmarks.terminal import Terminal

    return Terminal(size, "acquire_client", "play", "--pace", "0", "--seed", str(next(_SEEDS)))


def _start() -> Iterator[str]:
    def run() -> float:
        start = time.perf_counter()
        game = _game(SMALL)
        game.see(FIRST)
        spent = time.perf_counter() - start
        game.end()
        return spent

    found = measuring.processes(run, runs=STARTS)
    what = "acquire play, to its first picture"
    yield str(Figure(what, found.wall, "wall", found.loop, goal=0.8))
    yield str(Figure("the quickest of them", found.quickest, "wall", found.loop))
    yield str(Figure("one of them, with its end", found.cpu, "CPU", found.loop))


def _rest(loop: float) -> Iterator[str]:
    if sys.platform != "linux":
        yield "rest and memory: not measured, there is no /proc here"
        return
    game = _game(LARGE)
    game.see(FIRST)
    game.settle(QUIET)
    seconds = float(os.environ.get("ACQUIRE_REST", REST))
    before, written = game.cpu, len(game.written)
    time.sleep(seconds)
    share = (game.cpu - before) / seconds
    written = len(game.written) - written
    yield str(Figure("a minute of rest", share * 60, "CPU", loop, goal=SHARE * 60))
    yield f"  {f'that is, over {seconds:g} s':<44}{share:>9.3%} of a processor, {written} writes"
    yield _memory(game)
    game.end()


def _memory(game: "Terminal") -> str:
    plain = Program("play", "--pace", "0", "--seed", "1", "--json")
    plain.line_with('"type": "question"')
    screen, text = _resident(game.pid), _resident(plain.pid)
    plain.kill()
    ratio = f"{screen / text:.2f} times that of lines, {text / 2**20:.1f} MB"
    return f"{'memory at the first question':<46}{screen / 2**20:>6.1f} MB       {ratio}"


def _resident(pid: int) -> int:
    """Bytes of memory that a process has now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _keys(size: tuple[int, int], loop: float) -> Iterator[str]:
    game = _game(size)
    game.see(FIRST)
    game.settle(QUIET)
    before, pressed = _cpu(game), []
    for _ in range(KEYS):
        pressed.append(game.press(b"n"))
        time.sleep(APART)
    game.settle(QUIET)
    work = _cpu(game) - before
    game.end()
    yield from _delays("from a key", size, pressed, game.written, loop)
    if work:
        yield str(Figure("its work", work / KEYS, "CPU", loop))


def _cpu(game: "Terminal") -> float:
    return game.cpu if sys.platform == "linux" else 0.0


def _events(size: tuple[int, int], loop: float, file: Path) -> Iterator[str]:
    from benchmarks.terminal import Terminal

    stage = Terminal(size, "benchmarks.stage", str(EVENTS), str(APART), str(file))
    stage.finish()
    came, work = json.loads(file.read_text("utf-8"))
    yield from _delays("from an event", size, came, stage.written, loop, goals=(0.008, 0.020))
    yield str(Figure("its work, checking included", work / len(came), "CPU", loop))


def _delays(
    what: str,
    size: tuple[int, int],
    causes: Sequence[int],
    written: Sequence[tuple[int, bytes]],
    loop: float,
    goals: tuple[float | None, float | None] = (None, None),
) -> Iterator[str]:
    """How long after each cause the last byte of its picture came, and how many bytes it had."""
    times = [at for at, _ in written]
    delays, sizes = list[float](), list[int]()
    for cause, following in pairwise([*causes, causes[-1] + int(APART * 1e9)]):
        pieces = written[bisect_left(times, cause) : bisect_left(times, following)]
        if pieces:
            delays.append((pieces[-1][0] - cause) / 1e9)
            sizes.append(sum(len(data) for _, data in pieces))
    cuts = quantiles(delays, n=100, method="inclusive")
    shown = "x".join(map(str, size))
    told = partial(Figure, clock="wall", loop=loop)
    yield str(told(f"{what} to its picture, {shown}, median", cuts[49], goal=goals[0]))
    yield str(told("99 of 100 within", cuts[98], goal=goals[1]))
    redraws = f"{median(sizes):.0f}, at most {max(sizes)}; {len(delays)} of {len(causes)} redrew"
    yield f"  {'bytes of a picture, median':<44}{redraws}"
