"""Who asks much, asks half or never listens: the game beside goes on, the host's memory is bounded."""

import asyncio
import random
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
import grpc

from acquire_client.links.grpc import GrpcLink
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, Refused
from acquire_net.v1 import table_pb2
from acquire_net.wire.calls import CERTIFICATE_NAME, signed_metadata
from acquire_net.wire.updates import Role
from tests.attacks.siege import MB, SEED, Fortress, Stranger, besieged, connected, need_linux
from tests.cli.programs import Computer

pytestmark = pytest.mark.long

SERVICE = "/acquire_net.v1.TableService"
FEW_FILES = ("sh", "-c", 'ulimit -n 256 && exec "$@"', "sh")
"""Begins a command that may have only so many files open, as on a Mac."""
BOUND = 150.0
"""Seconds after which a test has hung."""


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    need_linux()
    one = Computer(tmp_path)
    yield one
    one.put_out()


def run(test: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(BOUND):
            await test

    asyncio.run(bounded())


async def strangers(fortress: Fortress, count: int, room: int = 0) -> list[Stranger]:
    """So many who get in, of all who try."""
    found: list[Stranger] = []
    for _ in range(count):
        with suppress(OSError):
            found.append(Stranger(*await connected(fortress.port), room))
    return found


# -- connections ---------------------------------------------------------------------------------


def test_ten_thousand_connections_opened_and_dropped_leave_nothing_behind(
    computer: Computer,
) -> None:
    fortress = Fortress(computer)

    async def knock(count: int, *, encrypted: bool) -> None:
        for _ in range(count):
            with suppress(OSError):
                _, writer = await connected(fortress.port, encrypted=encrypted)
                writer.transport.abort()

    async def test() -> None:
        async with besieged(fortress):
            with fortress.bounded(48 * MB, "10,000 connections opened and dropped"):
                await asyncio.gather(*(knock(800, encrypted=False) for _ in range(10)))
                await asyncio.gather(*(knock(200, encrypted=True) for _ in range(10)))

    run(test())


def test_strangers_who_take_every_connection_stop_no_game_and_are_sent_away(
    computer: Computer,
) -> None:
    """Nobody who plays is cut off, the ledger can be written, and newcomers wait half a minute."""
    computer.there = FEW_FILES
    fortress = Fortress(computer)
    late = Secrets.seeded(SEED, 50)

    async def newcomer() -> GrpcLink:
        while True:
            try:
                return await fortress.link(late)
            except AcquireError:
                await asyncio.sleep(0.5)

    async def test() -> None:
        async with besieged(fortress):
            with fortress.bounded(48 * MB, "every connection taken"):
                crowd = await strangers(fortress, 400)
            with pytest.raises(AcquireError):
                await fortress.link(late)

            link = await newcomer()

            assert (await anext(link.watch(Role.SPECTATOR, 0, b""))) is not None
            await link.close()
            await asyncio.gather(*(stranger.hung_up_on() for stranger in crowd))

    run(test())


# -- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rpc", ["TableService/GetTable", "TableService/Watch"])
def test_half_requests_only_crowd_out_themselves(computer: Computer, rpc: str) -> None:
    fortress = Fortress(computer)

    async def test() -> None:
        async with besieged(fortress):
            with fortress.bounded(48 * MB, "1,600 requests that never came"):
                crowd = await strangers(fortress, 100)
                for stranger in crowd:
                    for _ in range(16):
                        stranger.call(f"/acquire_net.v1.{rpc}", None)
                await asyncio.gather(*(stranger.all_ended() for stranger in crowd))
            await asyncio.gather(*(stranger.hang_up() for stranger in crowd))

    run(test())


def test_answers_that_nobody_takes_are_soon_given_no_more(computer: Computer) -> None:
    fortress = Fortress(computer)

    async def test() -> None:
        async with besieged(fortress):
            with fortress.bounded(96 * MB, "8,000 answers that were not taken"):
                crowd = await strangers(fortress, 500)
                for stranger in crowd:
                    for _ in range(16):
                        stranger.call(f"{SERVICE}/GetTable", b"")
                await ended(crowd, 16 * len(crowd) - 400)
            await asyncio.gather(*(stranger.hang_up() for stranger in crowd))

    run(test())


def test_flood_of_calls_from_elsewhere_slows_the_game_at_most(computer: Computer) -> None:
    fortress = Fortress(computer)

    async def ask(stranger: Stranger, rng: random.Random) -> None:
        while not stranger.gone:
            stranger.call(f"{SERVICE}/GetTable", b"")
            stranger.call(f"{SERVICE}/Submit", rng.randbytes(200))
            stranger.call(f"{SERVICE}/Restore", rng.randbytes(200))
            await stranger.all_ended(but=12)

    async def test() -> None:
        crowd = await strangers(fortress, 8, room=2**20)
        floods = [
            asyncio.ensure_future(ask(stranger, random.Random(number)))
            for number, stranger in enumerate(crowd)
        ]
        async with besieged(fortress):
            with fortress.bounded(32 * MB, "a flood of 5,000 calls"):
                await ended(crowd, sum(stranger.ended for stranger in crowd) + 5_000)
        await asyncio.gather(*floods)

    run(test())


async def ended(crowd: list[Stranger], calls: int) -> None:
    """Waits until the host has ended so many calls of a crowd."""
    while sum(stranger.ended for stranger in crowd) < calls:  # noqa: ASYNC110  # many events
        await asyncio.sleep(0.02)


def test_messages_of_64_kib_by_the_thousand_take_no_memory(computer: Computer) -> None:
    fortress = Fortress(computer)

    async def say(link: GrpcLink, size: int) -> str:
        try:
            await link.say("x" * size)
        except Refused as refused:
            return refused.reason
        return "said"

    async def test() -> None:
        async with besieged(fortress) as game:
            with fortress.bounded(32 * MB, "1,000 messages of 64,000 bytes, 60 of up to 3 MB"):
                for _ in range(100):
                    sizes = [64_000] * 10
                    answers = await asyncio.gather(*(say(game.links[0], one) for one in sizes))
                    assert {*answers} <= {"said", "RATE_LIMITED"}
                for _ in range(20):
                    sizes = [66_000, 1_000_000, 3_000_000]
                    answers = await asyncio.gather(*(say(game.links[0], one) for one in sizes))
                    assert {*answers} == {"TOO_MUCH"}

    run(test())


# -- readers -------------------------------------------------------------------------------------


def test_hundreds_who_watch_and_never_read_take_little_and_hold_nobody_up(
    computer: Computer,
) -> None:
    fortress = Fortress(computer, "--open")

    async def test() -> None:
        async with AsyncExitStack() as stack, besieged(fortress) as game:
            with fortress.bounded(64 * MB, "250 watchers who never read"):
                unread = []
                for number in range(250):
                    if number % 10 == 0:
                        channel = await stack.enter_async_context(_channel(game.links[0]))
                    keys = Secrets.seeded(1000 + number, 0)
                    unread.append(await _unread(channel, game.links[0], keys))
                chat = [asyncio.ensure_future(_chatter(link, 40)) for link in game.links]
                await asyncio.gather(*chat)

    run(test())


def test_flood_of_chat_is_thinned_out_and_the_game_goes_on(computer: Computer) -> None:
    fortress = Fortress(computer)

    async def test() -> None:
        async with besieged(fortress) as game:
            with fortress.bounded(32 * MB, "1,500 lines of chat"):
                said = await asyncio.gather(*(_chatter(link, 500) for link in game.links))
            assert all(5 <= count < 100 for count in said), said

    run(test())


async def _chatter(link: GrpcLink, lines: int) -> int:
    """How many of so many lines the table passed on."""
    said = 0
    for number in range(lines):
        with suppress(Refused):
            await link.say(f"{number} " + "blah " * 60)
            said += 1
    return said


def _channel(link: GrpcLink) -> grpc.aio.Channel:
    """Another connection to the same host."""
    options = (
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.ssl_target_name_override", CERTIFICATE_NAME),
    )
    trust = grpc.ssl_channel_credentials(root_certificates=link.seen.pem)
    return grpc.aio.secure_channel(str(link.address), trust, options=options)


async def _unread(channel: grpc.aio.Channel, link: GrpcLink, keys: Secrets) -> object:
    """A watch that its owner never looks at."""
    table = await link.glance()
    data = table_pb2.WatchRequest(
        caller=keys.public_identity, role=table_pb2.WATCH_ROLE_SPECTATOR
    ).SerializeToString()
    seen = link.seen.fingerprint
    signed = signed_metadata(keys.identity, "Watch", table.lobby.table_id, table.nonce, data, seen)
    call = channel.unary_stream(f"{SERVICE}/Watch", None, None)(data, metadata=signed)
    await call.wait_for_connection()
    return call
