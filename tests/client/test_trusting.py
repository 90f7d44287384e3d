"""How `join`, `watch` and `bot` come to trust a host, against real ones on this computer."""

import asyncio
import os
import random
import ssl
from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from acquire_client.address import read_address
from acquire_client.cli import common, trusting
from acquire_client.cli.trusting import reach
from acquire_client.lines import InputEnded, LineReader
from acquire_client.link import LostHost
from acquire_client.links.grpc import GrpcLink
from acquire_client.links.probing import probe
from acquire_client.playing import Playing
from acquire_client.storage import knownhosts
from acquire_client.storage.knownhosts import KnownHost
from acquire_client.storage.owntables import OwnTable
from acquire_client.storage.party import LocalParty
from acquire_client.teller import Teller
from acquire_client.trust import Changed, Met, Stranger, judge
from acquire_client.voices import SilentVoice
from acquire_host.certificate import ENTROPY, make_certificate
from acquire_host.pairing import Pairing
from acquire_host.service import Server, serve
from acquire_net.errors import BrokenPromise, Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.wire.updates import Role
from tests.tables import Game, no_journal, secrets_of
from tests.wire.network import CERTIFICATE, SEED, STRANGER, certificate, make_hosting, run
from tests.wire.relays import man_in_the_middle

IDENTITY = secrets_of(SEED, STRANGER).identity
HOST = secrets_of(SEED, REFEREE)
KEY = HOST.public_identity
CODE, WRONG = "482913", "482914"


class Told(SilentVoice):
    """Keeps what the player was told."""

    def __init__(self) -> None:
        self.text = ""

    def tell(self, lines: Any, kind: str = "text") -> None:
        self.text += "\n".join([*lines, ""])


@pytest.fixture(autouse=True)
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """A home of its own, no code in the environment, and nobody who types."""
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    monkeypatch.delenv("ACQUIRE_JOIN_CODE", raising=False)
    monkeypatch.setattr(common, "at_a_terminal", lambda: False)
    return Told()


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Somebody who types these lines, and no more."""
    reading, writing = os.pipe()
    os.write(writing, "".join(f"{line}\n" for line in lines).encode())
    os.close(writing)
    reader = LineReader(reading)
    monkeypatch.setattr(common, "at_a_terminal", lambda: True)
    monkeypatch.setattr(common, "typed_lines", lambda: reader)


@asynccontextmanager
async def host(
    *,
    number: int = 0,
    port: int = 0,
    with_code: bool = True,
    **options: Any,
) -> AsyncGenerator[Server, None]:
    """A host with the certificate of that number, whose code is 482 913."""
    shown = certificate(number)
    pairing = Pairing(shown.fingerprint, HOST.identity, random.Random(1).randbytes, **options)
    pairing.code = CODE
    server = await serve(
        make_hosting(), shown, port, "localhost", pairing=pairing if with_code else None
    )
    try:
        yield server
    finally:
        await server.stop()


def asked(address: str, *code: str) -> Namespace:
    """The options of a command line."""
    return Namespace(address=address, code=list(code), json=False)


async def joined(told: Told, address: str, *code: str) -> bytes:
    """Reaches the host, and leaves again; the host's key as it is trusted."""
    link = await reach(asked(address, *code), told, IDENTITY)
    glance = await link.glance()
    assert glance.admitted
    await link.close()
    return link.host_key


async def refused(told: Told, address: str, *code: str) -> tuple[str, str]:
    """Reason and text with which the host is not reached."""
    with pytest.raises(Refused) as error:
        await reach(asked(address, *code), told, IDENTITY)
    return error.value.reason, str(error.value)


# -- the first time, and the next -------------------------------------------------------------


@pytest.mark.parametrize("code", [("482913",), ("482", "913"), ("482-913",)])
def test_first_contact_takes_the_code_and_later_ones_none(told: Told, code: tuple[str]) -> None:
    async def test() -> None:
        async with host() as server:
            assert await joined(told, server.address, *code) == KEY
            assert await joined(told, server.address) == KEY
            (known,) = knownhosts.load()
            assert known == KnownHost(
                KEY, CERTIFICATE.fingerprint, "Ann's table", (server.address,)
            )

    run(test())


def test_link_and_environment_can_bring_the_code(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with host() as server:
            assert await joined(told, f"acquire://{server.address}/#482913") == KEY
            knownhosts.forget("1")
            monkeypatch.setenv("ACQUIRE_JOIN_CODE", "482 913")
            assert await joined(told, server.address) == KEY

    run(test())


def test_without_a_code_a_script_is_told_where_to_put_it(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            reason, text = await refused(told, server.address)
            assert reason == "CODE_NEEDED"
            assert "ACQUIRE_JOIN_CODE" in text
            assert knownhosts.load() == ()

    run(test())


def test_wrong_code_from_a_script_ends_it(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            assert (await refused(told, server.address, WRONG))[0] == "CODE_WRONG"
            assert knownhosts.load() == ()

    run(test())


def test_person_is_asked_until_the_code_is_right(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "what?", WRONG, "482 913")

    async def test() -> None:
        async with host() as server:
            assert await joined(told, server.address) == KEY

    run(test())
    assert told.text.splitlines() == [
        "Join code, six digits on the host's screen:",
        "A join code is six digits, such as 482 913.",
        "Join code, six digits on the host's screen:",
        "That is not the join code of this table, or somebody stands between you and its host.",
        "Join code, six digits on the host's screen:",
    ]


def test_person_who_stops_typing_joins_nothing(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, WRONG)

    async def test() -> None:
        async with host() as server:
            with pytest.raises(InputEnded):
                await reach(asked(server.address), told, IDENTITY)

    run(test())


def test_too_many_wrong_codes_end_the_asking(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *[WRONG] * 9)

    async def test() -> None:
        async with host() as server:
            reason, text = await refused(told, server.address)
            assert reason == "CODE_LOCKED"
            assert "Try again in" in text

    run(test())


def test_code_that_is_none_is_unreadable(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            with pytest.raises(Unreadable, match="six digits"):
                await reach(asked(server.address, "48291"), told, IDENTITY)

    run(test())


def test_known_host_may_ask_a_new_key_for_the_code(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            await joined(told, server.address, CODE)
            bot = secrets_of(SEED, 5).identity
            with pytest.raises(Refused, match="asks for its join code"):
                await reach(asked(server.address), told, bot)
            link = await reach(asked(server.address, CODE), told, bot)
            await link.close()

    run(test())


def test_pairing_waits_while_many_others_pair_from_the_same_address(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def test() -> None:
        async with host() as server:
            pairing = server._door._pairing
            assert pairing is not None
            pairing._pace.spend("ipv4:127.0.0.1", 0.0)
            pairing._pace._left["ipv4:127.0.0.1"] = (-1.5, server._door._now())
            link = await reach(asked(server.address, CODE), told, IDENTITY)
            await link.close()

    monkeypatch.setattr("acquire_client.cli.trusting.asyncio.sleep", sleep)
    with pytest.raises(Refused, match="wait a second"):
        run(test())
    assert waited == [1] * trusting.BUSY_TRIES


# -- one's own table --------------------------------------------------------------------------


def own(server: Server, code: str = CODE) -> OwnTable:
    return OwnTable("127.0.0.1", server.port, CERTIFICATE.fingerprint, KEY, code)


def test_table_of_the_same_user_needs_no_typing(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            own(server).publish()
            assert await joined(told, server.address) == KEY

    run(test())
    assert told.text == ""


def test_stale_code_of_the_same_user_gives_way_to_the_given_one(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            own(server, WRONG).publish()
            assert await joined(told, server.address, CODE) == KEY

    run(test())
    assert told.text == ""


def test_note_about_an_own_table_does_not_vouch_for_another_host(told: Told) -> None:
    async def test() -> None:
        async with host(number=1) as server:
            own(server).publish()
            assert (await refused(told, server.address))[0] == "CODE_NEEDED"

    run(test())


# -- open tables ------------------------------------------------------------------------------


def test_open_table_is_trusted_at_first_sight_and_says_so(told: Told) -> None:
    async def test() -> None:
        async with host(with_code=False) as server:
            assert await joined(told, server.address) == KEY
            assert "nobody vouches for its host" in told.text
            told.text = ""
            assert await joined(told, server.address) == KEY
            assert told.text == ""

    run(test())


def test_host_that_asks_for_no_code_is_not_the_one_that_told_it(told: Told) -> None:
    async def test() -> None:
        async with host(with_code=False) as server:
            assert (await refused(told, server.address, CODE))[0] == "OTHER_HOST"
            assert knownhosts.load() == ()

    run(test())


def test_open_table_cannot_pass_for_a_host_that_is_known(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            await joined(told, server.address, CODE)
            before = knownhosts.load()
        async with host(number=1, with_code=False) as impostor:  # says the known host's key is its
            reason, text = await refused(told, impostor.address)
            assert reason == "HOST_CHANGED"
            assert "acquire hosts forget" in text
            assert knownhosts.load() == before

    run(test())


# -- another host than before -----------------------------------------------------------------


def test_changed_certificate_is_refused_and_explained_until_the_code_settles_it(
    told: Told,
) -> None:
    async def test() -> None:
        async with host() as server:
            await joined(told, server.address, CODE)
        async with host(number=1, port=server.port) as server:
            reason, text = await refused(told, server.address)
            assert reason == "HOST_CHANGED"
            assert "not the host that you know as Ann's table" in text
            assert "give its join code again" in text

            assert (await refused(told, server.address, WRONG))[0] == "CODE_WRONG"
            assert "not the host that you know as Ann's table" in told.text
            assert knownhosts.load()[0].fingerprint == CERTIFICATE.fingerprint

            assert await joined(told, server.address, CODE) == KEY
            assert knownhosts.load()[0].fingerprint == certificate(1).fingerprint
            assert await joined(told, server.address) == KEY

    run(test())


def test_man_in_the_middle_at_a_known_address_gets_nothing(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with host() as server:
            await joined(told, server.address, CODE)
            port = server.port
        async with (
            host() as moved,
            man_in_the_middle(moved.port, certificate(1), port) as relay,
        ):
            assert (await refused(told, relay.address))[0] == "HOST_CHANGED"
            assert (await refused(told, relay.address, CODE))[0] == "CODE_WRONG"
            assert CODE.encode() not in relay.read

    run(test())


def test_forgotten_host_is_met_anew(told: Told) -> None:
    async def test() -> None:
        async with host() as server:
            await joined(told, server.address, CODE)
            knownhosts.forget(server.address)
            assert (await refused(told, server.address))[0] == "CODE_NEEDED"

    run(test())


@pytest.mark.parametrize(
    ("fingerprint", "key", "address", "opinion"),
    [
        (b"cert", b"key", "a:1", Met()),
        (b"cert", b"key", "b:2", Met()),
        (b"new", b"key", "b:2", "Changed"),
        (b"new", b"new", "a:1", "Changed"),
        (b"cert", b"new", "a:1", Stranger()),
        (b"new", b"new", "b:2", Stranger()),
    ],
)
def test_opinion_of_a_host_by_what_is_known(
    fingerprint: bytes, key: bytes, address: str, opinion: object
) -> None:
    known = KnownHost(b"key", b"cert", "Red's table", ("a:1",))

    expected = Changed(known) if opinion == "Changed" else opinion
    assert judge([known], fingerprint, key, address) == expected


# -- the ledger's host ------------------------------------------------------------------------


def test_game_signed_by_another_host_than_the_one_paired_with_is_refused() -> None:
    game = Game(seats=3, seed=SEED).until_playing()
    hosting = make_hosting()
    hosting.resume(game.header.encode(), game.table.entries, no_journal)

    async def test() -> None:
        server = await serve(hosting, CERTIFICATE, 0, "localhost", pairing=None)
        for host_key in (KEY, secrets_of(SEED, 3).public_identity):
            link = await GrpcLink.connect(server.address, IDENTITY)
            link.host_key = host_key
            party = LocalParty("Watcher")
            assert party.role is Role.SPECTATOR
            playing = asyncio.ensure_future(Playing(link, party, Teller(SilentVoice())).run())
            if host_key == KEY:
                await asyncio.wait({playing}, timeout=0.3)
                assert party.session is not None
                playing.cancel()
                await asyncio.wait({playing})
            else:
                with pytest.raises(BrokenPromise, match="another host than the one paired with"):
                    await playing
            await link.close()
        await server.stop()

    run(test())


# -- what does not encrypt, or not well ---------------------------------------------------------


def test_silent_listener_is_told_from_a_host() -> None:
    async def test() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(LostHost, match="does not answer"):
            await probe(read_address(f"127.0.0.1:{port}"), seconds=0.05)
        server.close()

    run(test())


@pytest.mark.parametrize("year", [1999, 2199])
def test_clock_that_is_years_off_is_named(year: int) -> None:
    async def test() -> None:
        async with host() as server:
            with pytest.raises(Refused, match=f"clock says {year}-05-17") as error:
                await probe(read_address(server.address), lambda: datetime(year, 5, 17, tzinfo=UTC))
            assert error.value.reason == "CLOCK"

    run(test())


def test_host_whose_clock_is_a_day_ahead_is_accepted() -> None:
    made = datetime(2026, 5, 17, 23, tzinfo=UTC)
    ahead = make_certificate(made, bytes(ENTROPY))

    async def test() -> None:
        server = await serve(make_hosting(), ahead, 0, "localhost", pairing=None)
        seen = await probe(
            read_address(server.address), lambda: datetime(2026, 5, 17, 1, tzinfo=UTC)
        )
        assert seen.fingerprint == ahead.fingerprint
        await server.stop()

    run(test())


@pytest.mark.parametrize(
    ("protocol", "mine"), [("http/1.1", True), ("h2", False)], ids=["protocol", "certificate"]
)
def test_encrypted_web_server_is_told_from_a_host(
    protocol: str, mine: bool, tmp_path: Path
) -> None:
    async def test() -> None:
        async with web_server(tmp_path, protocol, mine) as port:
            with pytest.raises(Refused, match="no Acquire host") as error:
                await probe(read_address(f"127.0.0.1:{port}"))
            assert error.value.reason == "NOT_A_HOST"

    run(test())


@asynccontextmanager
async def web_server(folder: Path, protocol: str, mine: bool) -> AsyncGenerator[int, None]:
    """A server with TLS that is no host: it speaks another protocol, or has another certificate."""

    path = folder / "web.pem"
    with pytest.MonkeyPatch.context() as patch:
        if not mine:
            patch.setattr("acquire_host.certificate.CERTIFICATE_NAME", "web.example")
        path.write_bytes(make_certificate(datetime.now(UTC), bytes(ENTROPY)).pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    context.set_alpn_protocols([protocol])
    server = await asyncio.start_server(
        lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context
    )
    yield server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
