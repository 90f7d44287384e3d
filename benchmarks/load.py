"""Full houses over gRPC: a table with 200 spectators, then 32 tables; delivery, CPU and memory."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from acquire_client.bots import LEVELS
from acquire_client.question import Question
from acquire_net.rules.actions import Action
from benchmarks import measuring
from benchmarks.crowd import LEVEL
from benchmarks.measuring import Figure
from benchmarks.programs import Program, empty_home
from tests.tables import Game

PROCESSES = 2
"""Among which each kind of guests is divided."""
BOTS, PAUSE, LIGHT, WHOLE = 6, 0.05, 190, 10
"""At the one table; bots take seconds for a decision. The light spectators decode what comes, the
whole ones check it, too."""
TABLES, SEATS = 32, 4
"""All in one process; their bots take no pause."""


@dataclass(frozen=True, slots=True)
class House:
    """What a host with its guests came to: CPU seconds, bytes, and seconds of every delivery."""

    host: float
    guests: float
    memory: int
    entries: int
    delays: Sequence[float]


def lines() -> Iterator[str]:
    with empty_home():
        yield from _crowded()
        yield from _many()


def _crowded() -> Iterator[str]:
    alone, loop = _in_memory(BOTS, [0])
    house = _house(1, BOTS, PAUSE, LIGHT, WHOLE)
    yield (
        f"a table of {BOTS} bots that take {PAUSE} s for a decision,"
        f" with {LIGHT} spectators who decode and {WHOLE} who check all"
    )
    yield from _told(house, 1, alone, loop)


def _many() -> Iterator[str]:
    alone, loop = _in_memory(SEATS, range(0, TABLES, 8))
    house = _house(TABLES, SEATS, 0.0, 0, 0)
    yield f"{TABLES} tables of {SEATS} bots at one host, as fast as they can"
    yield from _told(house, TABLES, alone, loop)


def _told(house: House, tables: int, alone: float, loop: float) -> Iterator[str]:
    cuts = quantiles(house.delays, n=100, method="inclusive")
    for what, seconds in (("median", cuts[49]), ("99 of 100 within", cuts[98])):
        yield str(Figure(f"  published to received, {what}", seconds, "wall", loop))
    deliveries = len(house.delays)
    yield str(Figure("  the host's work for a delivery", house.host / deliveries, "CPU", loop))
    yield str(Figure("  the host's work for a table", house.host / tables, "CPU", loop))
    whole = (house.host + house.guests) / tables
    yield str(Figure("  a table with all its guests", whole, "CPU", loop))
    yield str(Figure("  its game in memory, without network or disk", alone, "CPU", loop))
    yield f"  {'so that the whole costs':<44}{whole / alone:>9.1f} times the game in memory"
    yield f"  {'memory of the host for a table':<44}{house.memory / tables / 2**20:>9.2f} MB"
    yield f"  {'entries, and how many were delivered':<44}{house.entries:>9} {deliveries:>9}"


def _in_memory(seats: int, seeds: Sequence[int]) -> tuple[float, float]:
    """The CPU time of a game of these bots with no network, and of the scale loop."""
    bot = LEVELS[LEVEL]

    def decide(question: Question, rng: Random) -> Action:
        return bot(question.state, question.seat, dict(question.hand), rng)

    games = [partial(lambda seed: Game(seats, seed, decide=decide).run(), seed) for seed in seeds]
    return measuring.cpu(games, rounds=1)


def _house(tables: int, seats: int, pause: float, light: int, whole: int) -> House:
    """Opens a host, lets everybody come, and waits for the end of all games."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:

        def started(*arguments: object) -> Program:
            program = Program(*map(str, arguments), module="benchmarks.crowd")
            stack.callback(program.kill)
            return program

        host = started("host", tables, seats, folder)
        addresses = json.loads(host.line_with("addresses"))["addresses"]
        guests = dict[Program, Sequence[int]]()
        for part in range(PROCESSES if light + whole else 0):
            crowd = light // PROCESSES, whole // PROCESSES
            guests[started("watchers", addresses[0], part * sum(crowd), *crowd)] = [0]
        for watchers in guests:
            watchers.line_with("present")
        for part in range(min(PROCESSES, tables)):
            here = range(part, tables, PROCESSES)
            guests[started("players", seats, pause, *(addresses[at] for at in here))] = here
        results = {program: _result(program) for program in (*guests, host)}
    published = results[host]["published"]
    delays = [
        (received - sent) / 1e9
        for program, here in guests.items()
        for table, parties in zip(here, results[program]["received"], strict=True)
        for times in parties
        for sent, received in zip(published[table], times, strict=True)
    ]
    cpu = sum(results[program]["cpu"] for program in guests)
    memory = results[host]["full"] - results[host]["base"]
    return House(results[host]["cpu"], cpu, memory, sum(map(len, published)), delays)


def _result(program: Program) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(program.line_with("result"))["result"]
    return result
