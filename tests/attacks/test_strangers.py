"""What strangers and insiders do at a table over the network, as far as it takes no crowd."""

import asyncio
import io
import random
import unicodedata
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress

import pytest

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
from grpc import StatusCode

from acquire_client.bots import LEVELS
from acquire_client.links.grpc import GrpcLink
from acquire_client.playing import Playing
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.party import LocalParty
from acquire_client.voices import PlainVoice
from acquire_host.hosting import Hosting
from acquire_host.pairing import Pairing
from acquire_host.seating import Seating
from acquire_host.service import serve
from acquire_net.author import Secrets
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.editions import CLASSIC
from acquire_net.wire.updates import Lobby, Role
from tests.attacks.siege import Waiting, connected
from tests.host.test_service import raw_caller
from tests.tables import NAMES, no_journal, secrets_of
from tests.wire.network import SEED, certificate, make_hosting, run, served

# -- noise ---------------------------------------------------------------------------------------

BROWSER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


@pytest.mark.parametrize("protocol", ["", "h2", "http/1.1"], ids=["clear", "h2", "https"])
def test_noise_and_browsers_disturb_nobody(protocol: str) -> None:
    rng = random.Random(protocol)
    noises = [BROWSER, b"\x16\x03\x01\xff\xff", bytes(9)]
    noises += [rng.randbytes(rng.randrange(1, 5000)) for _ in range(20)]

    async def noise(port: int, data: bytes) -> None:
        """Sends it; the host may hang up, or wait for more."""
        with suppress(OSError):
            reader, writer = await connected(
                port, encrypted=bool(protocol), protocol=protocol or "h2", source="127.0.0.1"
            )
            writer.write(data)
            with suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await reader.read()
            writer.transport.abort()

    async def test() -> None:
        async with served() as network:
            links = await network.sat(2)
            async with aclosing(links[0].watch(Role.SEAT, 0, b"")) as updates:
                assert isinstance(await anext(updates), Lobby)
                for data in [*noises, *(PREFACE + one for one in noises)]:
                    await noise(network.server.port, data)
                await links[1].say("Did you hear that?")
                while "hear" not in str(await anext(updates)):
                    pass
            assert (await (await network.link(2)).glance()).lobby.name == "Ann's table"

    run(test())


def test_health_is_told_but_not_watched_for_that_would_hold_a_call_without_a_code() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            watch = raw.channel.unary_stream("/grpc.health.v1.Health/Watch", None, None)(b"")
            assert await watch.code() is StatusCode.UNIMPLEMENTED
            error = await raw.error("/grpc.health.v1.Health/Check", b"\x0a\x03any")
            assert error is not None
            assert error.code() is StatusCode.NOT_FOUND

    run(test())


# -- hostile text --------------------------------------------------------------------------------

EVIL = (
    "\x1b]0;owned\x07\x1b[2J\u202ereversed\u2066\u200b\r\n$ rm -rf\x9b31m" + 4000 * "e\u0301\u0301"
)


def test_hostile_names_are_refused_and_hostile_chat_is_tamed() -> None:
    screen = io.StringIO()
    victim = Robot(PlainVoice(screen), LEVELS["random"], random.Random(0))

    async def test() -> None:
        gate = asyncio.Event()
        villain = Waiting(gate, 1)
        async with served(make_hosting(seats=2)) as network:
            ann, mallory = [await network.link(seat) for seat in range(2)]
            parties = [LocalParty(NAMES[seat], secrets_of(SEED, seat)) for seat in range(2)]
            for name in (EVIL, "Bo\x1b[2J", "\u202eoB", "o" * 10_000, "e" + 9 * "\u0301", " "):
                with pytest.raises(Unreadable, match="name"):
                    await mallory.sit(name, secrets_of(SEED, 1).public_table, bot=False)
            async with asyncio.TaskGroup() as games:
                games.create_task(Playing(ann, parties[0], victim).run())
                games.create_task(Playing(mallory, parties[1], villain).run())
                await villain.asked.wait()
                await mallory.say(EVIL)
                await mallory.say("\u202e" * 10_000)
                gate.set()

    run(test())

    shown = screen.getvalue()
    assert "]0;owned[2Jreversed $ rm -rf31m" in shown
    assert {one for one in shown if unicodedata.category(one) in ("Cc", "Cf")} <= {"\n"}
    assert "e" + 4 * "\u0301" not in unicodedata.normalize("NFD", shown)
    assert max(map(len, shown.splitlines())) < 1000


# -- an insider who plays the host ---------------------------------------------------------------


@asynccontextmanager
async def played(
    role: Secrets, table_id: bytes, sitters: Sequence[Secrets], code: str
) -> AsyncGenerator[tuple[Hosting, GrpcLink, Sequence[Session]], None]:
    """A table of Ann, Bo and Cy, whoever they are, up to its first decision, and a link to it."""
    hosting = Hosting("Ann's table", Seating(CLASSIC, 3), role, table_id, lambda _: no_journal)
    known_by = certificate(role.identity[0])
    fresh = random.Random(1).randbytes
    pairing = Pairing(known_by.fingerprint, role.identity, fresh)
    pairing.code = code
    server = await serve(hosting, known_by, 0, "localhost", pairing=pairing)
    robots = [Waiting(asyncio.Event(), seat) for seat in range(3)]
    parties = [LocalParty(name, keys) for name, keys in zip(NAMES, sitters, strict=False)]
    links = [await GrpcLink.connect(server.address, keys.identity) for keys in sitters]
    games = []
    for link, party, robot in zip(links, parties, robots, strict=True):
        assert await link.pair(code) == role.public_identity
        games.append(asyncio.ensure_future(Playing(link, party, robot).run()))
    asked = [asyncio.ensure_future(robot.asked.wait()) for robot in robots]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    while not all(one.session and one.session.replica.table_check for one in parties):  # noqa: ASYNC110  # no signal
        await asyncio.sleep(0)  # the others hear of it a moment later
    try:
        sessions = [party.session for party in parties]
        yield hosting, links[0], [one for one in sessions if isinstance(one, Session)]
    finally:
        for task in [*games, *asked]:
            task.cancel()
        await asyncio.gather(*games, *asked, return_exceptions=True)
        for link in links:
            await link.close()
        await server.stop()


def test_insider_who_relays_as_the_host_cannot_make_the_table_checks_agree() -> None:
    """Mallory knows the code: Bo pairs with her "host", where she is everybody else, and she is Bo
    at the true one. All see the same names, table id and code; but keys cannot be lent."""
    table_id = random.Random(1).randbytes(32)
    true_host, false_host = secrets_of(1, REFEREE), secrets_of(2, REFEREE)
    ann, bo, cy = (secrets_of(1, seat) for seat in range(3))
    mallory = [secrets_of(2, seat) for seat in range(3)]

    async def test() -> None:
        true = played(true_host, table_id, (ann, mallory[1], cy), "123456")
        false = played(false_host, table_id, (mallory[0], bo, mallory[2]), "123456")
        async with true as (_, link, at_true), false as (hosting, _, at_false):
            heard = at_true[0].replica.table_check
            assert at_true[0].replica.names == at_false[1].replica.names
            assert heard == at_true[2].replica.table_check != ""
            assert heard != at_false[1].replica.table_check != ""

            assert hosting.table is not None
            said = [one.statement for one in hosting.table.entries if one.statement.author == 1]
            assert said
            for statement in said:
                with pytest.raises(Refused):
                    await link.submit(statement)

    run(test())
