import asyncio
import json
import logging
import random
import socket
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NoReturn

import pytest

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from grpc_health.v1 import health_pb2

from acquire_client.links.grpc import GrpcLink
from acquire_host import service
from acquire_host.service import Server, serve
from acquire_net.agreement import rulebook_hash
from acquire_net.errors import Refused
from acquire_net.ledger.statement import Entry
from acquire_net.rules.editions import CLASSIC, canonical, values
from acquire_net.v1 import table_pb2
from acquire_net.wire import calls
from acquire_net.wire.calls import Metadata, signed_metadata
from acquire_net.wire.messages import parsed
from acquire_net.wire.status import from_rpc_error
from acquire_net.wire.updates import Role
from tests.tables import Game, secrets_of
from tests.wire.network import (
    CERTIFICATE,
    SEED,
    STRANGER,
    Follower,
    Network,
    make_hosting,
    run,
    served,
)

TABLE = table_pb2.DESCRIPTOR.services_by_name["TableService"]
RPCS = [method.name for method in TABLE.methods]
HEALTH = "/grpc.health.v1.Health/Check"
ANN = secrets_of(SEED, 0)


class Raw:
    """A caller that sends what it likes."""

    def __init__(self, channel: grpc.aio.Channel, network: Network) -> None:
        self.channel = channel
        self.network = network

    async def call(self, rpc: str, data: bytes, metadata: Metadata = ()) -> bytes:
        path = rpc if rpc.startswith("/") else f"/{TABLE.full_name}/{rpc}"
        if rpc == "Watch":
            stream = self.channel.unary_stream(path, None, None)(data, metadata=metadata)
            try:
                first = await stream.read()
            finally:
                stream.cancel()
            return first if isinstance(first, bytes) else b""
        method = self.channel.unary_unary(path, None, None)
        answer: bytes = await method(data, timeout=10, metadata=metadata)
        return answer

    async def table(self) -> table_pb2.GetTableResponse:
        return parsed(table_pb2.GetTableResponse, await self.call("GetTable", b""))

    async def signed(self, rpc: str, data: bytes, identity: bytes = ANN.identity) -> Metadata:
        """The metadata with which the holder of that secret makes a call."""
        table = await self.table()
        table_id, seen = table.lobby.table_id, CERTIFICATE.fingerprint
        return signed_metadata(identity, rpc, table_id, table.nonce, data, seen)

    async def error(
        self, rpc: str, data: bytes, metadata: Metadata = ()
    ) -> grpc.aio.AioRpcError | None:
        """How a call is refused; None when it is not."""
        try:
            await self.call(rpc, data, metadata)
        except grpc.aio.AioRpcError as error:
            return error
        return None

    async def refusal(self, rpc: str, data: bytes, metadata: Metadata = ()) -> tuple[Any, str]:
        """Code and reason with which a call is refused; fails when it is not."""
        error = await self.error(rpc, data, metadata)
        assert error is not None, f"{rpc} was accepted"
        restored = from_rpc_error(error)
        return error.code(), getattr(restored, "reason", type(restored).__name__)


@asynccontextmanager
async def raw_caller(network: Network) -> AsyncGenerator[Raw, None]:
    options = (
        ("grpc.enable_http_proxy", 0),
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.ssl_target_name_override", calls.CERTIFICATE_NAME),
    )
    trust = grpc.ssl_channel_credentials(root_certificates=CERTIFICATE.chain)
    address = network.server.address
    async with grpc.aio.secure_channel(address, trust, options=options) as channel:
        yield Raw(channel, network)


def ready(identity: bytes = ANN.public_identity) -> bytes:
    request = table_pb2.ReadyRequest(caller=identity, rulebook=rulebook_hash(CLASSIC))
    return request.SerializeToString()


SIGNATURE_INVALID = (StatusCode.UNAUTHENTICATED, "SIGNATURE_INVALID")

# -- signed calls -----------------------------------------------------------------------------


def test_signed_call_is_accepted_once() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            metadata = await raw.signed("Ready", ready())
            await raw.call("Ready", ready(), metadata)

            assert await raw.refusal("Ready", ready(), metadata) == SIGNATURE_INVALID

    run(test())


def test_unsigned_calls_are_refused() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            for rpc in RPCS:
                request = GetMessageClass(TABLE.methods_by_name[rpc].input_type)
                if "caller" in request.DESCRIPTOR.fields_by_name:
                    data = request(caller=ANN.public_identity).SerializeToString()
                    assert await raw.refusal(rpc, data) == SIGNATURE_INVALID, rpc

    run(test())


def test_call_with_a_nonce_of_ones_own_is_refused() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            table_id = network.hosting.table_id
            seen = CERTIFICATE.fingerprint
            own = signed_metadata(ANN.identity, "Ready", table_id, bytes(32), ready(), seen)

            assert await raw.refusal("Ready", ready(), own) == SIGNATURE_INVALID

    run(test())


def test_call_signed_by_another_key_or_for_another_request_is_refused() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            bo = await raw.signed("Ready", ready(), secrets_of(SEED, 1).identity)
            leaving = await raw.signed("Leave", ready())
            other_bytes = await raw.signed("Ready", ready() + b"\x1a\x00")

            for metadata in (bo, leaving, other_bytes):
                assert await raw.refusal("Ready", ready(), metadata) == SIGNATURE_INVALID
            assert not network.hosting.seating.sitters[0].ready

    run(test())


def test_refused_signature_uses_no_nonce_up() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            (nonce, signature) = await raw.signed("Ready", ready())
            await raw.refusal("Ready", ready(), (nonce, (calls.SIGNATURE_KEY, bytes(64))))

            await raw.call("Ready", ready(), (nonce, signature))

    run(test())


# -- who may do what --------------------------------------------------------------------------


def test_spectator_cannot_act() -> None:
    async def test() -> None:
        async with served() as network:
            await network.started(3)
            stranger = await network.link(STRANGER)
            with pytest.raises(Refused) as refused:
                await stranger.say("I should place 9A")
            assert refused.value.reason == "NOT_YOUR_SEAT"
            with pytest.raises(Refused) as refused:
                await anext(stranger.watch(Role.SEAT, 0, b""))
            assert refused.value.reason == "NOT_YOUR_SEAT"

    run(test())


def test_statement_signed_by_another_key_is_refused() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.started(3)
            player = Follower(links[0], 0)
            await player.follow(until=lambda one: one.session is not None)
            assert player.session is not None
            statement = Game(seats=3, seed=2).sessions[1].statement()
            assert statement is not None
            with pytest.raises(Refused) as refused:
                await links[1].submit(statement)
            assert refused.value.reason in {"SIGNATURE_INVALID", "OTHER_HISTORY"}

    run(test())


@pytest.mark.parametrize(
    "request_message",
    [
        table_pb2.SetRulesRequest(rulebook=canonical(CLASSIC).decode()),
        table_pb2.RemoveSeatRequest(seat=0),
        table_pb2.StartRequest(),
    ],
)
def test_only_the_hosting_player_controls_the_table(request_message: Any) -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            bo = secrets_of(SEED, 1)
            request = type(request_message)()
            request.CopyFrom(request_message)
            request.caller = bo.public_identity
            data = request.SerializeToString()
            rpc = type(request).__name__.removesuffix("Request")

            refusal = await raw.refusal(rpc, data, await raw.signed(rpc, data, bo.identity))

            assert refusal == (StatusCode.PERMISSION_DENIED, "HOST_ONLY")

    run(test())


def test_hosting_player_removes_a_seat_starts_and_stops() -> None:
    async def test() -> None:
        async with served(make_hosting(seats=4)) as network, raw_caller(network) as raw:
            links = await network.sat(3)

            async def control(rpc: str, request: Message) -> None:
                data = request.SerializeToString()
                await raw.call(rpc, data, await raw.signed(rpc, data))

            me = ANN.public_identity
            await control("RemoveSeat", table_pb2.RemoveSeatRequest(caller=me, seat=2))
            await control(
                "SetRules",
                table_pb2.SetRulesRequest(caller=me, rulebook=canonical(CLASSIC).decode()),
            )
            for link in links[:2]:
                await link.ready(rulebook_hash(CLASSIC))
            await control("Start", table_pb2.StartRequest(caller=me))
            await control("Stop", table_pb2.StopRequest(caller=me, why="set-up abandoned"))

            assert network.hosting.table is not None
            assert network.hosting.table.replica.stopped is not None
            assert len(network.hosting.table.replica.header.seats) == 2

    run(test())


def test_newcomer_with_other_rules_is_refused_with_both_versions() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            request = table_pb2.SitRequest(
                caller=ANN.public_identity,
                name="Ann",
                x25519=ANN.public_table,
                protocol=1,
                semantics=999,
                program="0.9\x1b",
            )
            data = request.SerializeToString()
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await raw.call("Sit", data, await raw.signed("Sit", data))

        restored = from_rpc_error(refused.value)
        assert isinstance(restored, Refused)
        assert restored.reason == "VERSION"
        assert "plays 0.1 (protocol 1, rules" in str(restored)
        assert "have 0.9 (protocol 1, rules 999)" in str(restored)

    run(test())


def test_name_twice_and_one_player_too_many_are_refused() -> None:
    async def test() -> None:
        async with served(make_hosting(seats=2)) as network:
            await network.sat(2)
            cy, keys = await network.link(2), secrets_of(SEED, 2)
            for name, reason in (("ann", "NAME_TAKEN"), ("Cy", "TABLE_FULL")):
                with pytest.raises(Refused) as refused:
                    await cy.sit(name, keys.public_table, bot=False)
                assert refused.value.reason == reason

    run(test())


@pytest.mark.parametrize(
    "request_class", [table_pb2.AddBotRequest, table_pb2.SubstituteRequest], ids=["bot", "stand-in"]
)
def test_what_this_host_does_not_do_is_said_in_a_sentence(request_class: Any) -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            data = request_class(caller=ANN.public_identity).SerializeToString()
            rpc = request_class.DESCRIPTOR.name.removesuffix("Request")
            metadata = await raw.signed(rpc, data)
            expected = (StatusCode.UNIMPLEMENTED, "NOT_OFFERED")
            assert await raw.refusal(rpc, data, metadata) == expected

    run(test())


def test_pairing_is_not_offered_where_there_is_no_code() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            pair = raw.channel.stream_stream("/acquire_net.v1.PairingService/Pair", None, None)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await pair(None, timeout=10).read()
            assert refused.value.code() is StatusCode.UNIMPLEMENTED
            assert "no join code" in str(from_rpc_error(refused.value))

    run(test())


# -- limits -----------------------------------------------------------------------------------


def test_chatter_is_slowed_down_and_told_when_to_go_on() -> None:
    async def test() -> None:
        async with served(now=lambda: 0.0) as network:
            ann, bo = await network.sat(2)
            for _ in range(5):
                await ann.say("hurry up")
            with pytest.raises(Refused, match="wait a second") as refused:
                await ann.say("hurry up")
            assert refused.value.reason == "RATE_LIMITED"
            await bo.say("no")

    run(test())


def test_message_that_is_too_large_is_refused() -> None:
    async def test() -> None:
        async with served() as network:
            link = (await network.sat(2))[0]
            with pytest.raises(Refused) as refused:
                await link.say("x" * 70_000)
            assert refused.value.reason == "TOO_MUCH"
            await link.say("x" * 60_000)

    run(test())


def test_watcher_that_never_reads_holds_nobody_up() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            links = await network.started(3)
            stranger = secrets_of(SEED, STRANGER)
            data = table_pb2.WatchRequest(
                caller=stranger.public_identity, role=table_pb2.WATCH_ROLE_SPECTATOR
            ).SerializeToString()
            metadata = await raw.signed("Watch", data, stranger.identity)
            unread = raw.channel.unary_stream(f"/{TABLE.full_name}/Watch", None, None)(
                data, metadata=metadata
            )
            await unread.wait_for_connection()

            parties = [Follower(link, seat) for seat, link in enumerate(links)]
            await asyncio.gather(*(party.follow() for party in parties))

            assert all(party.replica.complete for party in parties)
            async with asyncio.timeout(5):
                await network.server.stop()
            unread.cancel()

    run(test())


# -- what comes from strangers ----------------------------------------------------------------


@pytest.mark.parametrize("rpc", RPCS)
@pytest.mark.parametrize("started", [False, True], ids=["lobby", "game"])
def test_garbage_is_refused_as_garbage(rpc: str, started: bool) -> None:
    rng = random.Random(f"{rpc} {started}")

    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await (network.started(3) if started else network.sat(3))
            for data in garbage(rpc, rng):
                metadata = await raw.signed(rpc, data) if rng.random() < 0.9 else ()
                error = await raw.error(rpc, data, metadata)
                if error is not None:
                    assert error.code() not in (StatusCode.UNKNOWN, StatusCode.INTERNAL), data
                    assert from_rpc_error(error) is not None, data
            assert (await raw.table()).lobby.name == "Ann's table"

    run(test())


def garbage(rpc: str, rng: random.Random) -> Iterator[bytes]:
    """Bytes that are no request, and requests that no client of ours makes."""
    request = GetMessageClass(TABLE.methods_by_name[rpc].input_type)
    yield from (b"", b"\xff", b"\x0a\xff\xff\xff\xff\x0f", bytes(100), b"\x0a\x02\xff\xfe")
    yield from (rng.randbytes(rng.randrange(1, 60)) for _ in range(10))
    for _ in range(25):
        message = filled(request(), rng)
        if "caller" in request.DESCRIPTOR.fields_by_name:
            message.caller = ANN.public_identity
        yield message.SerializeToString()


def filled(message: Any, rng: random.Random, depth: int = 0) -> Any:
    """A message with about half of its fields set to something odd."""
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.3:
            continue
        row = getattr(message, field.name) if field.is_repeated else None
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            inner = row.add() if row is not None else getattr(message, field.name)
            inner.SetInParent()
            filled(inner, rng, depth + 1)
        elif row is not None:
            row.extend(odd(field, rng) for _ in range(rng.randrange(3)))
        else:
            setattr(message, field.name, odd(field, rng))
    return message


def odd(field: FieldDescriptor, rng: random.Random) -> Any:
    match field.type:
        case FieldDescriptor.TYPE_STRING:
            words = ["", "act", "commit", "stop", "stuck", "{}", "\x00", "\u202e\x1b[2J", "x" * 999]
            return rng.choice(words)
        case FieldDescriptor.TYPE_BYTES:
            return rng.randbytes(rng.choice([0, 1, 31, 32, 32, 32, 64, 64, 65, 300]))
        case FieldDescriptor.TYPE_BOOL:
            return rng.random() < 0.5
        case FieldDescriptor.TYPE_UINT64:
            return rng.choice([0, 1, 2, 2**63, 2**64 - 1])
        case FieldDescriptor.TYPE_ENUM:
            return rng.choice([0, 1, 2, 99, -1])
        case _:
            return rng.choice([0, 1, 2, 254, 255, 256, 2**32 - 1])


def test_absurd_rules_are_unreadable() -> None:
    sound = values(CLASSIC)
    absurd: list[object] = [None, True, 1, "x", [], {}, list(sound), [sound], {"a": {"b": []}}]
    for name in sound:
        odd_values: list[object] = [None, -1, 10**9, [], {}, [[]], [{}], {"name": 1}]
        absurd += [sound | {name: value} for value in odd_values]

    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            texts = [json.dumps(one, sort_keys=True, separators=(",", ":")) for one in absurd]
            for text in [*texts, "", "{", "[" * 5000, "\u00e9", '{"a":1e999}', "NaN", "{} "]:
                request = table_pb2.SetRulesRequest(caller=ANN.public_identity, rulebook=text)
                data = request.SerializeToString()
                metadata = await raw.signed("SetRules", data)
                code, _ = await raw.refusal("SetRules", data, metadata)
                assert code is StatusCode.INVALID_ARGUMENT, text

    run(test())


def test_browser_does_no_harm() -> None:
    async def test() -> None:
        async with served() as network:
            reader, writer = await asyncio.open_connection("127.0.0.1", network.server.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await reader.read()
            writer.close()
            await writer.wait_closed()

            assert (await (await network.link(0)).glance()).lobby.name == "Ann's table"

    run(test())


# -- bugs and broken disks --------------------------------------------------------------------


def test_bug_in_the_host_is_a_reference_number_and_a_line_in_its_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def journal(_: bytes) -> NoReturn:
        raise ZeroDivisionError("secret of the host")

    async def test() -> None:
        async with served(make_hosting(2, journal)) as network:
            ann, bo = await network.sat(2)
            await ann.ready(rulebook_hash(CLASSIC))
            with pytest.raises(Refused) as refused:
                await bo.ready(rulebook_hash(CLASSIC))

        assert refused.value.reason == "INTERNAL"
        assert "secret" not in str(refused.value)
        reference = str(refused.value).rstrip(".").rpartition(" ")[2]
        (record,) = [one for one in caplog.records if one.name == service.__name__]
        assert record.levelno == logging.ERROR
        assert reference in record.getMessage()
        assert record.exc_info is not None
        assert isinstance(record.exc_info[1], ZeroDivisionError)

    run(test())


def test_host_that_cannot_store_the_game_says_so() -> None:
    def full_disk(_: Sequence[Entry]) -> None:
        raise OSError(28, "No space left on device")

    async def test() -> None:
        async with served(make_hosting(2, lambda _: full_disk)) as network:
            ann, bo = await network.sat(2)
            await ann.ready(rulebook_hash(CLASSIC))
            with pytest.raises(Refused, match="No space left on device") as refused:
                await bo.ready(rulebook_hash(CLASSIC))
            assert refused.value.reason == "TABLE_STOPPED"

    run(test())


# -- where it listens, and how it ends --------------------------------------------------------


def test_second_host_on_one_port_is_told_what_to_do(capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with served() as network:
            port = network.server.port
            with pytest.raises(Refused) as refused:
                await serve(make_hosting(), CERTIFICATE, port, "localhost", pairing=None)
            expected = f"Port {port} is taken; try --port 0 for any free one."
            assert (refused.value.reason, str(refused.value)) == ("PORT_TAKEN", expected)

    run(test())
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("bind", ["192.0.2.77", "2001:db8::7", "example.org", ""])
def test_host_opens_at_addresses_of_this_computer_only(bind: str) -> None:
    async def test() -> None:
        with pytest.raises(Refused, match="cannot open on") as refused:
            await serve(make_hosting(), CERTIFICATE, 0, bind, pairing=None)
        assert refused.value.reason == "BIND_REFUSED"

    run(test())


@pytest.mark.parametrize("port", [-1, 65536])
def test_port_that_is_none_is_refused(port: int) -> None:
    async def test() -> None:
        with pytest.raises(Refused, match=f"no port {port}"):
            await serve(make_hosting(), CERTIFICATE, port, "localhost", pairing=None)

    run(test())


@pytest.mark.parametrize("bind", ["127.0.0.1", "localhost", "::1", "[::1]", "::", "0.0.0.0"])
def test_host_is_found_where_it_says_it_is(bind: str) -> None:
    if ":" in bind and not has_ipv6():
        print(reason := "skipped: this computer has no IPv6")  # noqa: T201
        pytest.skip(reason)

    async def test() -> None:
        server: Server = await serve(make_hosting(), CERTIFICATE, 0, bind, pairing=None)
        assert server.port != 0
        link = await GrpcLink.connect(server.address, ANN.identity)
        assert (await link.glance()).lobby.capacity == 3
        await link.close()
        await server.stop()

    run(test())


def test_closing_host_lets_nobody_in() -> None:
    async def test() -> None:
        async with served() as network:
            port = network.server.port
            network.server._door.closed = "Closing time."
            async with raw_caller(network) as raw:
                refusal = await raw.refusal("GetTable", b"")
                assert refusal == (StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
            await network.server.stop()

            again = await serve(make_hosting(), CERTIFICATE, port, "localhost", pairing=None)
            await again.stop()

    run(test())


def test_health_is_told_as_every_grpc_tool_asks() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            for name in ("", TABLE.full_name):
                data = health_pb2.HealthCheckRequest(service=name).SerializeToString()
                answer = health_pb2.HealthCheckResponse.FromString(await raw.call(HEALTH, data))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING

    run(test())


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True
