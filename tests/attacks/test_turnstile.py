import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from acquire_host import connections
from acquire_host.attendance import MAX_WATCHERS, SEAT_WATCHES, Attendance
from acquire_host.limits import TooFast
from acquire_host.turnstile import LONGEST_WAIT, UNTAKEN, Turnstile
from acquire_net.errors import Refused
from acquire_net.wire.updates import Role

FOREVER = 600.0


def run(test: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await test

    asyncio.run(bounded())


class Calls:
    """Calls that stay inside as long as they may."""

    def __init__(self, turnstile: Turnstile) -> None:
        self._turnstile = turnstile
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """They come one after the other; the address of each is its first letter."""
        for name in names:
            self._tasks[name] = asyncio.ensure_future(self._stay(name[0]))
            await asyncio.sleep(0)

    async def _stay(self, address: str) -> None:
        async with self._turnstile.passing(address, FOREVER):
            await asyncio.Event().wait()

    async def sent_away(self, *names: str) -> None:
        """These, and nobody else, had to go."""
        gone = [self._tasks.pop(name) for name in names]
        for end in await asyncio.gather(*gone, return_exceptions=True):
            assert isinstance(end, TimeoutError)
        assert not any(task.done() for task in self._tasks.values())

    async def go(self, name: str) -> None:
        """One ends by itself."""
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def test_oldest_call_of_the_busiest_address_makes_way() -> None:
    async def test() -> None:
        calls = Calls(Turnstile(4, lambda: 0.0))
        await calls.come("a1", "b1", "b2", "c1")
        await calls.come("d1")
        await calls.sent_away("b1")
        await calls.come("e1")
        await calls.sent_away("a1")

    run(test())


def test_calls_that_ended_need_no_place() -> None:
    async def test() -> None:
        calls = Calls(Turnstile(2, lambda: 0.0))
        await calls.come("a1", "a2")
        await calls.go("a1")
        await calls.come("b1")
        await calls.sent_away()

    run(test())


def test_call_that_takes_too_long_is_ended() -> None:
    async def test() -> None:
        turnstile = Turnstile(1, lambda: 0.0)
        with pytest.raises(TimeoutError):
            async with turnstile.passing("a", 0.0):
                await asyncio.Event().wait()
        async with turnstile.passing("b", FOREVER):
            pass

    run(test())


def test_address_that_takes_no_answers_gets_none_for_a_while() -> None:
    now = 0.0

    async def test() -> None:
        nonlocal now
        turnstile = Turnstile(1, lambda: now)
        for _ in range(UNTAKEN):
            async with turnstile.passing("a", FOREVER):
                turnstile.untaken("a")
        with pytest.raises(TooFast, match="not taken") as refused:
            async with turnstile.passing("a", FOREVER):
                pass
        assert refused.value.reason == "RATE_LIMITED"
        async with turnstile.passing("b", FOREVER):
            pass
        now = LONGEST_WAIT
        async with turnstile.passing("a", FOREVER):
            pass

    run(test())


def test_crowd_of_spectators_keeps_no_player_out() -> None:
    here = Attendance(lambda: 0.0)
    for number in range(MAX_WATCHERS):
        here.enter(number.to_bytes(32), Role.SPECTATOR)

    with pytest.raises(Refused, match="Too many watch"):
        here.enter(bytes(32), Role.SPECTATOR)
    for _ in range(SEAT_WATCHES):
        here.enter(b"\xff" * 32, Role.SEAT)
    with pytest.raises(Refused, match="Too many watch"):
        here.enter(b"\xff" * 32, Role.SEAT)


@pytest.mark.parametrize(
    ("soft", "hard", "tables", "room"),
    [
        (1024, 1_048_576, 1, 1024),
        (1024, 1_048_576, 4, 1024),
        (20_000, 20_000, 1, 1024),
        (256, 256, 1, 128),
        (256, 256, 4, 32),
        (256, 512, 1, 384),
        (64, 64, 1, 1),
    ],
)
def test_connections_leave_file_descriptors_for_the_ledger(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, tables: int, room: int
) -> None:
    resource = pytest.importorskip("resource", reason="skipped: no such limit on this system")
    allowed: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: allowed.append(limits))

    assert connections.room(tables) == room
    assert all(soft < raised <= hard for raised, _ in allowed)
