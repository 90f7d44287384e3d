"""A full screen at which a game passes by, entry by entry, as fast as a host would send it.

Started by `screen`, which reads the terminal. Ends with a file of JSON: when each entry that tells
something came, on the system's one monotonic clock, in nanoseconds; and the CPU seconds for all.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

from acquire_client.session import Session
from acquire_client.tui.screen import Screen
from acquire_client.tui.shell import show
from acquire_client.voices import LentVoice, SilentVoice
from tests.tables import NAMES, Game, secrets_of

SEED, SEATS, PLAYER = 1, 4, 0
OPENING = 1.0
"""Seconds in which the screen opens."""


async def passing(events: int, seconds: float) -> tuple[list[int], float]:
    """Shows so many entries of a game that tell something, so many seconds apart."""
    game = Game(SEATS, SEED).run()
    session = Session(game.header.encode(), secrets_of(SEED, PLAYER), NAMES[PLAYER])
    screen = Screen(LentVoice(SilentVoice()), practice=True)
    screen.begin(session, frozenset())
    times: list[int] = []
    spent = 0.0

    async def play() -> None:
        await asyncio.sleep(OPENING)
        assert screen.face is not None
        nonlocal spent
        start = time.process_time()
        for entry in game.table.entries:
            came = time.monotonic_ns()
            if told := session.receive(entry):
                times.append(came)
            screen.happened(entry, told)
            if told:
                await asyncio.sleep(seconds)
            if len(times) == events:
                break
        spent = time.process_time() - start
        screen.face.leave()

    playing = asyncio.ensure_future(play())
    await show(screen, "default", bell=False, stray=Path("/dev/null"))
    await playing
    return times, spent


if __name__ == "__main__":
    events, seconds, file = sys.argv[1:]
    came = asyncio.run(passing(int(events), float(seconds)))
    Path(file).write_text(json.dumps(came), "utf-8")
