import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
import grpc
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from acquire_client.link import LostHost
from acquire_client.links.grpc import GrpcLink
from acquire_host import service
from acquire_host.pairing import Pairing
from acquire_net.agreement import rulebook_hash
from acquire_net.errors import AcquireError, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.editions import CLASSIC
from acquire_net.v1 import table_pb2
from acquire_net.wire.calls import signed_metadata
from acquire_net.wire.updates import Lobby, Role
from tests.host.test_service import Raw, raw_caller
from tests.tables import NAMES, Game, no_journal, secrets_of
from tests.wire.network import (
    CERTIFICATE,
    SEED,
    STRANGER,
    Network,
    certificate,
    make_hosting,
    run,
    served,
)
from tests.wire.relays import man_in_the_middle, switch

TABLE = table_pb2.DESCRIPTOR.services_by_name["TableService"]
PAIR = "/acquire_net.v1.PairingService/Pair"
MALLORY = secrets_of(SEED, STRANGER)
NOT_ADMITTED = (StatusCode.UNAUTHENTICATED, "NOT_ADMITTED")
HOST_KEY = secrets_of(SEED, REFEREE).public_identity


def make_pairing(number: int = 1, **callbacks: Any) -> Pairing:
    """The join code of the table that these tests serve."""
    identity = secrets_of(SEED, REFEREE).identity
    fresh = random.Random(number).randbytes
    return Pairing(CERTIFICATE.fingerprint, identity, fresh, **callbacks)


@asynccontextmanager
async def locked(
    pairing: Pairing | None = None, **options: Any
) -> AsyncGenerator[tuple[Network, Pairing], None]:
    """A table that nobody enters without its code; its clock stands still."""
    pairing = pairing or make_pairing()
    async with served(None, pairing, now=lambda: 0.0, **options) as network:
        yield network, pairing


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


async def refusal(doing: Any) -> str:
    """The reason with which something is refused; fails when it is not."""
    with pytest.raises(Refused) as refused:
        await doing
    return refused.value.reason


async def sit(link: GrpcLink, seat: int) -> int:
    return await link.sit(NAMES[seat], secrets_of(SEED, seat).public_table, bot=False)


def test_right_code_opens_the_table_and_tells_whose_it_is() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            bo = await network.link(1)
            assert await refusal(sit(bo, 1)) == "NOT_ADMITTED"

            assert await bo.pair(pairing.code) == HOST_KEY == network.hosting.lobby().host_key

            assert await sit(bo, 1) == 0
            async with aclosing(bo.watch(Role.SEAT, 0, b"")) as updates:
                assert isinstance(await anext(updates), Lobby)

    run(test())


def test_table_tells_whether_a_key_needs_the_code() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            bo = await network.link(1)
            before = await bo.glance()
            await bo.pair(pairing.code)
            after = await bo.glance()

            assert (before.code, before.admitted) == (True, False)
            assert (after.code, after.admitted) == (True, True)
        async with served() as network:
            open_table = await (await network.link(STRANGER)).glance()
            assert (open_table.code, open_table.admitted) == (False, True)

    run(test())


def test_stranger_without_a_code_can_do_nothing() -> None:
    async def test() -> None:
        async with locked() as (network, _), raw_caller(network) as raw:
            for rpc, request in _signed_requests():
                data = request.SerializeToString()
                metadata = await raw.signed(rpc, data, MALLORY.identity)
                assert await raw.refusal(rpc, data, metadata) == NOT_ADMITTED, rpc
            assert network.hosting.seating.sitters == []

    run(test())


def _signed_requests() -> list[tuple[str, Any]]:
    requests = []
    for rpc in TABLE.methods:
        request = GetMessageClass(rpc.input_type)
        if "caller" in request.DESCRIPTOR.fields_by_name:
            requests.append((rpc.name, request(caller=MALLORY.public_identity)))
    return requests


class CutsShort:
    """A channel on which the first calls end while the client writes, so that gRPC loses why."""

    def __init__(self, channel: Any, times: int) -> None:
        self._channel = channel
        self._left = times

    def stream_stream(self, *which: Any) -> Any:
        self._left -= 1
        return self._channel.stream_stream(*which) if self._left < 0 else lambda *_, **__: self

    async def write(self, _: bytes) -> None:
        nothing = grpc.aio.Metadata()
        raise grpc.aio.AioRpcError(StatusCode.INTERNAL, nothing, nothing, "", "from Core")

    def cancel(self) -> None:
        """It has ended."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)


def test_pairing_that_was_cut_short_is_tried_again() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            bo = await network.link(1)
            bo._channel = CutsShort(bo._channel, 2)  # type: ignore[assignment]  # acts like one

            assert await bo.pair(pairing.code) == HOST_KEY

            bo._channel = CutsShort(bo._channel, 1000)  # type: ignore[assignment]
            with pytest.raises(LostHost, match="Nobody answers"):
                await bo.pair(pairing.code)

    run(test())


def test_stranger_sees_the_table_but_not_who_sits_there() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            ann, stranger = await network.link(0), await network.link(STRANGER)
            await ann.pair(pairing.code)
            await sit(ann, 0)

            seen = (await stranger.glance()).lobby
            assert (seen.name, len(seen.seats), seen.capacity) == ("Ann's table", 1, 3)
            assert (seen.seats[0].name, seen.seats[0].identity, seen.seats[0].x25519) == (
                "",
                b"",
                b"",
            )
            assert seen.host_identity == b""
            assert seen.host_key == HOST_KEY

            await stranger.pair(pairing.code)
            assert [seat.name for seat in (await stranger.glance()).lobby.seats] == ["Ann"]

    run(test())


def test_wrong_code_is_refused_and_costs_a_try_until_the_code_changes() -> None:
    codes: list[str] = []

    async def test() -> None:
        async with locked(make_pairing(on_new_code=codes.append)) as (network, pairing):
            mallory = await network.link(STRANGER)
            for _ in range(5):
                assert await refusal(mallory.pair(wrong(pairing.code))) == "CODE_WRONG"
            assert codes == [pairing.code]
            assert await refusal(mallory.pair(pairing.code)) == "CODE_LOCKED"
            assert await refusal(sit(mallory, 1)) == "NOT_ADMITTED"

    run(test())


def test_wait_after_wrong_codes_is_told_as_every_grpc_program_reads_it() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            mallory = await network.link(STRANGER)
            for _ in range(5):
                await refusal(mallory.pair(wrong(pairing.code)))
            with pytest.raises(Refused, match=r"Try again in 30 seconds\.") as locked_out:
                await mallory.pair(pairing.code)
            cause = locked_out.value.__cause__
            assert isinstance(cause, grpc.aio.AioRpcError)
            assert cause.code() is StatusCode.RESOURCE_EXHAUSTED
            assert "RetryInfo" in str(cause.trailing_metadata())

    run(test())


def test_code_of_another_table_is_a_wrong_one() -> None:
    async def test() -> None:
        async with locked() as (network, _):
            bo = await network.link(1)
            assert await refusal(bo.pair(make_pairing(2).code)) == "CODE_WRONG"

    run(test())


def test_guest_of_earlier_days_and_the_hosting_player_need_no_code() -> None:
    async def test() -> None:
        guest = secrets_of(SEED, 1).public_identity
        identity = secrets_of(SEED, REFEREE).identity
        fresh = random.Random(1).randbytes
        pairing = Pairing(CERTIFICATE.fingerprint, identity, fresh, admitted=[guest])
        async with locked(pairing) as (network, _):
            assert [await sit(await network.link(seat), seat) for seat in (0, 1)] == [0, 1]

    run(test())


def test_seats_of_a_game_that_goes_on_need_no_code() -> None:
    async def test() -> None:
        game = Game(seats=3, seed=SEED).until_playing()
        hosting = make_hosting()
        hosting.resume(game.header.encode(), game.table.entries, no_journal)
        async with served(hosting, make_pairing()) as network:
            for seat in range(3):
                link = await network.link(seat)
                assert (await link.glance()).admitted
                async with aclosing(link.watch(Role.SEAT, 0, b"")) as updates:
                    await anext(updates)
            stranger = await network.link(STRANGER)
            assert await refusal(anext(stranger.watch(Role.SPECTATOR, 0, b""))) == "NOT_ADMITTED"

    run(test())


def test_spectator_who_is_admitted_still_cannot_act() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            spectator = await network.link(STRANGER)
            await spectator.pair(pairing.code)
            async with aclosing(spectator.watch(Role.SPECTATOR, 0, b"")) as updates:
                await anext(updates)
                for doing in (
                    spectator.say("I should place 9A"),
                    spectator.ready(rulebook_hash(CLASSIC)),
                    spectator.leave(),
                    anext(spectator.watch(Role.SEAT, 0, b"")),
                ):
                    assert await refusal(doing) == "NOT_YOUR_SEAT"

    run(test())


def test_seat_cannot_be_taken_with_somebody_elses_key() -> None:
    async def test() -> None:
        async with locked() as (network, pairing), raw_caller(network) as raw:
            await (await network.link(STRANGER)).pair(pairing.code)
            ann = secrets_of(SEED, 0)
            data = table_pb2.SitRequest(
                caller=ann.public_identity, name="Ann", x25519=ann.public_table
            ).SerializeToString()

            metadata = await raw.signed("Sit", data, MALLORY.identity)

            assert await raw.refusal("Sit", data, metadata) == (
                StatusCode.UNAUTHENTICATED,
                "SIGNATURE_INVALID",
            )

    run(test())


def test_call_signed_for_another_certificate_is_refused() -> None:
    async def test() -> None:
        async with served() as network, raw_caller(network) as raw:
            await network.sat(2)
            bo = secrets_of(SEED, 1)
            data = table_pb2.LeaveRequest(caller=bo.public_identity).SerializeToString()
            for seen in (certificate(1).fingerprint, bytes(32)):
                table = await raw.table()
                metadata = signed_metadata(
                    bo.identity, "Leave", table.lobby.table_id, table.nonce, data, seen
                )
                assert (await raw.refusal("Leave", data, metadata))[1] == "SIGNATURE_INVALID"
            assert len(network.hosting.seating.sitters) == 2

    run(test())


# -- the exchange itself ----------------------------------------------------------------------


async def frames(raw: Raw, *sent: bytes) -> list[bytes]:
    """What the host answers to these messages of an exchange, until it ends."""
    call: Any = raw.channel.stream_stream(PAIR, None, None)(None, timeout=10)
    answers = []
    try:
        for data in sent:
            await call.write(data)
            answer = await call.read()
            if not isinstance(answer, bytes):
                break
            answers.append(table_pb2.PairResponse.FromString(answer).frame)
        await call.done_writing()
        await call.read()
    finally:
        call.cancel()
    return answers


def test_nonsense_instead_of_an_exchange_is_unreadable_and_costs_no_try() -> None:
    codes: list[str] = []
    rng = random.Random(5)

    async def test() -> None:
        pairing = make_pairing(on_new_code=codes.append)
        async with locked(pairing) as (network, _), raw_caller(network) as raw:
            element = table_pb2.PairRequest(frame=b"A" + bytes([1] * 32)).SerializeToString()
            for sent in (b"", b"\xff", rng.randbytes(40), element, b"\x0a\x21" + bytes(33)):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await frames(raw, sent, sent)
                assert refused.value.code() is StatusCode.INVALID_ARGUMENT
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await frames(raw)
            assert refused.value.code() is StatusCode.INVALID_ARGUMENT
            assert codes == []
            assert await (await network.link(1)).pair(pairing.code) == HOST_KEY

    run(test())


def test_exchange_that_nobody_goes_on_with_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAIRING_TIME", 0.05)

    async def test() -> None:
        async with locked() as (network, _), raw_caller(network) as raw:
            call: Any = raw.channel.stream_stream(PAIR, None, None)(None, timeout=10)
            with pytest.raises(grpc.aio.AioRpcError, match="took too long"):
                await call.read()

    run(test())


def test_newcomer_who_hangs_up_leaves_nothing_behind() -> None:
    async def test() -> None:
        async with locked() as (network, pairing), raw_caller(network) as raw:
            for _ in range(3):
                call: Any = raw.channel.stream_stream(PAIR, None, None)(None, timeout=10)
                await call.wait_for_connection()
                call.cancel()
            assert await (await network.link(1)).pair(pairing.code) == HOST_KEY

    run(test())


# -- somebody in between ----------------------------------------------------------------------


def test_right_code_through_a_man_in_the_middle_is_a_wrong_one() -> None:
    async def test() -> None:
        async with (
            locked() as (network, pairing),
            man_in_the_middle(network.server.port, certificate(1)) as relay,
        ):
            bo = await GrpcLink.connect(relay.address, secrets_of(SEED, 1).identity, program="0.1")
            network.links.append(bo)
            assert (await bo.glance()).lobby.name == "Ann's table"  # it does relay
            assert b"Ann's table" in relay.read

            assert await refusal(bo.pair(pairing.code)) == "CODE_WRONG"

            assert not pairing.admits(secrets_of(SEED, 1).public_identity)
            assert not pairing.admits(MALLORY.public_identity)
            assert await (await network.link(1)).pair(pairing.code) == HOST_KEY

    run(test())


def test_signed_call_through_a_man_in_the_middle_is_refused() -> None:
    async def test() -> None:
        async with (
            served() as network,
            man_in_the_middle(network.server.port, certificate(1)) as relay,
        ):
            bo = await GrpcLink.connect(relay.address, secrets_of(SEED, 1).identity, program="0.1")
            network.links.append(bo)
            assert await refusal(sit(bo, 1)) == "SIGNATURE_INVALID"
            assert network.hosting.seating.sitters == []

    run(test())


def test_certificate_swapped_after_the_first_look_is_noticed() -> None:
    async def test() -> None:
        other = await service.serve(
            make_hosting(), certificate(1), 0, "localhost", pairing=make_pairing()
        )
        async with locked() as (network, _), switch([network.server.port, other.port]) as relay:
            with pytest.raises(LostHost, match="Somebody else answers"):
                await GrpcLink.connect(relay.address, MALLORY.identity, program="0.1")
        await other.stop()

    run(test())


def test_host_replaced_by_another_at_its_address_is_not_talked_to() -> None:
    async def test() -> None:
        async with locked() as (network, pairing):
            bo = await network.link(1)
            await bo.pair(pairing.code)
            port = network.server.port
            await network.server.stop()
            other = await service.serve(
                make_hosting(), certificate(1), port, "localhost", pairing=None
            )
            with pytest.raises(LostHost, match="not the host that was there: nothing was sent"):
                await sit(bo, 1)
            assert other._hosting.seating.sitters == []
            await other.stop()

            again = await service.serve(
                network.hosting, CERTIFICATE, port, "localhost", pairing=pairing
            )
            network.hosting._closing = None
            async with asyncio.timeout(10):
                while not await _sits(bo):
                    pass
            await again.stop()

    run(test())


async def _sits(link: GrpcLink) -> bool:
    """Whether the host is back, so that a seat can be had."""
    try:
        return await sit(link, 1) == 0
    except LostHost:
        return False
    except AcquireError as error:
        raise AssertionError from error


def test_plain_text_is_not_answered_and_nothing_is_drawn_on_the_screen(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def test() -> None:
        async with locked() as (network, _):
            options = (("grpc.enable_http_proxy", 0),)
            address = network.server.address
            async with grpc.aio.insecure_channel(address, options=options) as channel:
                get_table = channel.unary_unary(f"/{TABLE.full_name}/GetTable", None, None)
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await get_table(b"", timeout=10)
            assert refused.value.code() is StatusCode.UNAVAILABLE

    run(test())
    assert capfd.readouterr() == ("", "")
