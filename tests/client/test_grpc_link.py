import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import grpc
import pytest

from acquire_client.link import LostHost
from acquire_client.links.grpc import GrpcLink
from acquire_net.agreement import rulebook_hash
from acquire_net.errors import AcquireError, IllegalAction, Refused, Unreadable
from acquire_net.ledger import bodies
from acquire_net.ledger.statement import Statement
from acquire_net.rules.editions import CLASSIC
from acquire_net.v1 import table_pb2
from acquire_net.wire import status
from acquire_net.wire.messages import entry_message, glance_message
from acquire_net.wire.updates import (
    Away,
    Entries,
    Goodbye,
    GoodbyeReason,
    HeaderLine,
    Heartbeat,
    Lobby,
    Notice,
    NoticeKind,
    Presence,
    Role,
    Update,
)
from tests.tables import Game, no_journal, secrets_of
from tests.wire.network import (
    CERTIFICATE,
    SEED,
    STRANGER,
    Follower,
    ledger,
    make_hosting,
    run,
    served,
)

IDENTITY = secrets_of(SEED, STRANGER).identity


def test_three_players_and_a_spectator_see_one_whole_game_over_the_network() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.started(3)
            parties = [Follower(link, seat) for seat, link in enumerate(links)]
            parties.append(Follower(await network.link(STRANGER), STRANGER, Role.SPECTATOR))

            await asyncio.gather(*(party.follow() for party in parties))

            table = network.hosting.table
            assert table is not None
            assert table.replica.complete
            assert table.replica.state.over
            expected = ledger(table.replica.header_line, table.entries)
            assert [party.ledger for party in parties] == [expected] * 4
            assert all(party.replica.complete for party in parties)
            reasons = [party.goodbye and party.goodbye.reason for party in parties]
            assert reasons == [GoodbyeReason.GAME_OVER] * 4

    run(test())


def test_lobby_tells_who_came_and_who_is_ready() -> None:
    async def test() -> None:
        async with served() as network:
            ann, bo = await network.sat(2)
            await bo.ready(rulebook_hash(CLASSIC))
            glance = await ann.glance()

            assert [seat.name for seat in glance.lobby.seats] == ["Ann", "Bo"]
            assert [seat.ready for seat in glance.lobby.seats] == [False, True]

            await bo.ready(None)
            await ann.leave()
            glance = await ann.glance()

            assert [(seat.name, seat.ready) for seat in glance.lobby.seats] == [("Bo", False)]

    run(test())


def test_chat_and_table_check_reach_everybody() -> None:
    async def test() -> None:
        async with served() as network:
            ann, _ = await network.sat(2)
            async with aclosing(ann.watch(Role.SEAT, 0, b"")) as updates:
                await anext(updates)
                await ann.say("hello \x1b[31mall")
                await ann.confirm("123456")

                heard = [update async for update in taken(updates, 2, Notice)]

        assert heard == [
            Notice(NoticeKind.SAY, "Ann", 0, "hello [31mall"),
            Notice(NoticeKind.CONFIRM, "Ann", 0, "123456"),
        ]

    run(test())


def test_watcher_who_comes_back_gets_only_what_it_missed() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.started(3)
            spectator = await network.link(STRANGER)
            async with asyncio.TaskGroup() as tasks:
                players = [Follower(link, seat) for seat, link in enumerate(links)]
                playing = [tasks.create_task(player.follow()) for player in players]
                first = Follower(spectator, STRANGER, Role.SPECTATOR)
                await first.follow(until=lambda one: len(one.entries) >= 10)
                seen = len(first.entries)
                head = first.replica.head
                again = [one async for one in spectator.watch(Role.SPECTATOR, seen, head)]
                await asyncio.gather(*playing)

            assert not [update for update in again if isinstance(update, HeaderLine)]
            missed = [
                entry for update in again if isinstance(update, Entries) for entry in update.entries
            ]
            assert [*first.entries, *missed] == players[0].entries

    run(test())


def test_other_history_is_refused() -> None:
    async def test() -> None:
        async with served() as network:
            link, *_ = await network.started(3)
            with pytest.raises(Refused) as refused:
                await anext(link.watch(Role.SEAT, 1, bytes(32)))
            assert refused.value.reason == "OTHER_HISTORY"
            with pytest.raises(Refused) as refused:
                await anext(link.watch(Role.SEAT, 10**6, bytes(32)))
            assert refused.value.reason == "AHEAD"

    run(test())


def test_same_statement_again_gets_the_same_place() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.started(3)
            player = Follower(links[0], 0)
            await player.follow(until=lambda one: one.sent is not None)
            assert player.sent is not None

            first, second = [await links[0].submit(player.sent) for _ in range(2)]

            assert first == second

    run(test())


def test_illegal_decision_comes_back_with_its_reason() -> None:
    async def test() -> None:
        game = Game(seats=3, seed=SEED).until_playing()
        hosting = make_hosting()
        hosting.resume(game.header.encode(), game.table.entries, no_journal)
        (asked,) = game.asked()
        for session in game.sessions:
            wrong = session.author.sign(bodies.Act(bodies.Buy((), end=False), ()))
            async with served(hosting) as network:
                link = await network.link(session.seat)
                with pytest.raises(IllegalAction) as illegal:
                    await link.submit(wrong)
            assert illegal.value.reason == ("WRONG_TASK" if session is asked else "NOT_ASKED")

    run(test())


def test_host_that_lost_its_newest_entries_gets_them_back_in_parts_it_can_take() -> None:
    async def test() -> None:
        game = Game(seats=3, seed=SEED).run()
        entries = game.table.entries
        assert sum(entry_message(entry).ByteSize() for entry in entries) > 64 * 1024
        hosting = make_hosting()
        hosting.resume(game.header.encode(), entries[:5], no_journal)
        async with served(hosting) as network:
            link = await network.link(0)

            length = await link.restore(tuple(entries))

            assert length == len(entries)
            assert hosting.table is not None
            assert hosting.table.replica.complete

    run(test())


# -- nobody there, or somebody else -----------------------------------------------------------


def test_nobody_at_the_address_is_one_clear_sentence() -> None:
    async def test() -> None:
        port = await free_port()
        with pytest.raises(LostHost) as lost:
            await GrpcLink.connect(f"127.0.0.1:{port}", IDENTITY)
        expected = f"Nobody answers at 127.0.0.1:{port}. Is `acquire host` running there?"
        assert str(lost.value) == expected

    run(test())


def test_web_server_is_told_from_a_host() -> None:
    def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async def test() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            with pytest.raises(Refused, match=rf"127.0.0.1:{port} is no Acquire host") as refused:
                await GrpcLink.connect(f"127.0.0.1:{port}", IDENTITY)
        assert refused.value.reason == "NOT_A_HOST"

    run(test())


def test_who_always_hangs_up_is_no_host() -> None:
    async def test() -> None:
        async with hanging_up() as port:
            with pytest.raises(Refused, match="no Acquire host"):
                await GrpcLink.connect(f"127.0.0.1:{port}", IDENTITY)

    run(test())


def test_host_that_is_just_ending_is_not_taken_for_something_else() -> None:
    async def test() -> None:
        async with hanging_up(times=1) as port:
            with pytest.raises(LostHost, match="Nobody answers"):
                await GrpcLink.connect(f"127.0.0.1:{port}", IDENTITY)

    run(test())


def test_host_that_was_there_and_hangs_up_is_gone() -> None:
    async def test() -> None:
        async with served() as network:
            link = await network.link(STRANGER)
            port = network.server.port
            await network.server._server.stop(None)
            async with hanging_up(port):
                with pytest.raises(LostHost, match="Nobody answers"):
                    await link.glance()

    run(test())


@pytest.mark.parametrize("code", [grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL])
def test_call_that_a_dying_host_breaks_off_anyhow_is_a_lost_host(code: grpc.StatusCode) -> None:
    calls = 0

    async def get_table(_: bytes, context: Any) -> bytes:
        nonlocal calls
        calls += 1
        if calls > 1:
            await context.abort(code, "Stream removed")
        return glance_message(make_hosting().glance(bytes(32))).SerializeToString()

    async def test() -> None:
        async with other_host({"GetTable": unary(get_table)}) as address:
            link = await GrpcLink.connect(address, IDENTITY)
            with pytest.raises(LostHost):
                await link.glance()
            await link.close()

    run(test())


def test_grpc_server_of_another_kind_is_told_from_a_host() -> None:
    async def test() -> None:
        async with other_host({}) as address:
            with pytest.raises(Refused) as refused:
                await GrpcLink.connect(address, IDENTITY)
        assert refused.value.reason == "NOT_A_HOST"

    run(test())


def test_host_of_another_version_is_refused_with_both_versions() -> None:
    async def get_table(_: bytes, context: Any) -> bytes:
        table = glance_message(make_hosting().glance(bytes(32)))
        table.protocol, table.program = 2, "0.9"
        return table.SerializeToString()

    async def test() -> None:
        async with other_host({"GetTable": unary(get_table)}) as address:
            with pytest.raises(Refused) as refused:
                await GrpcLink.connect(address, IDENTITY, program="0.1")
        assert refused.value.reason == "VERSION"
        assert "0.9 (protocol 2" in str(refused.value)
        assert "0.1 (protocol 1" in str(refused.value)

    run(test())


@pytest.mark.parametrize("answer", [b"\xff\xff", b"", b"\x0a\x00"])
def test_host_that_talks_nonsense_is_unreadable(answer: bytes) -> None:
    async def get_table(_: bytes, context: Any) -> bytes:
        return answer

    async def test() -> None:
        async with other_host({"GetTable": unary(get_table)}) as address:
            with pytest.raises(AcquireError):
                await GrpcLink.connect(address, IDENTITY)

    run(test())


def test_nonsense_for_an_address_is_unreadable() -> None:
    async def test() -> None:
        with pytest.raises(Unreadable, match="HOST:PORT"):
            await GrpcLink.connect("no such place", IDENTITY)

    run(test())


# -- hosts that fall silent -------------------------------------------------------------------


def test_silent_stream_is_noticed() -> None:
    async def get_table(_: bytes, context: Any) -> bytes:
        return glance_message(make_hosting().glance(bytes(32))).SerializeToString()

    async def watch(_: bytes, context: Any) -> None:
        await context.write(update_bytes(heartbeat=table_pb2.Heartbeat(length=3)))
        await asyncio.Event().wait()

    async def test() -> None:
        handlers = {"GetTable": unary(get_table), "Watch": stream(watch)}
        async with other_host(handlers) as address:
            link = await GrpcLink.connect(address, IDENTITY, patience=0.2)
            updates = link.watch(Role.SPECTATOR, 0, b"")
            assert await anext(updates) == Heartbeat(3)
            with pytest.raises(LostHost, match="fallen silent"):
                await anext(updates)
            await link.close()

    run(test())


def test_stream_that_ends_without_goodbye_is_a_lost_host() -> None:
    async def get_table(_: bytes, context: Any) -> bytes:
        return glance_message(make_hosting().glance(bytes(32))).SerializeToString()

    async def watch(_: bytes, context: Any) -> None:
        pass

    async def test() -> None:
        handlers = {"GetTable": unary(get_table), "Watch": stream(watch)}
        async with other_host(handlers) as address:
            link = await GrpcLink.connect(address, IDENTITY)
            with pytest.raises(LostHost, match="ended the connection"):
                await anext(link.watch(Role.SPECTATOR, 0, b""))
            await link.close()

    run(test())


def test_statement_that_may_not_have_arrived_is_sent_again_unchanged() -> None:
    came: list[bytes] = []
    pauses: list[float] = []

    async def get_table(_: bytes, context: Any) -> bytes:
        return glance_message(make_hosting().glance(bytes(32))).SerializeToString()

    async def submit(request: bytes, context: Any) -> bytes:
        came.append(request)
        if len(came) < 3:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "on and off")
        return table_pb2.SubmitResponse(seq=7).SerializeToString()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def test() -> None:
        handlers = {"GetTable": unary(get_table), "Submit": unary(submit)}
        async with other_host(handlers) as address:
            link = await GrpcLink.connect(address, IDENTITY, sleep=pause)
            assert await link.submit(some_statement()) == 7
            await link.close()

    run(test())
    assert len(came) == 3
    assert len(set(came)) == 1
    assert pauses == sorted(pauses)


@pytest.mark.parametrize(
    "refusal", [Refused("STALE", "Catch up."), Refused("SHUTTING_DOWN", "Closing.")]
)
def test_answer_is_never_asked_for_twice(refusal: Refused) -> None:
    came: list[bytes] = []

    async def get_table(_: bytes, context: Any) -> bytes:
        return glance_message(make_hosting().glance(bytes(32))).SerializeToString()

    async def submit(request: bytes, context: Any) -> bytes:
        came.append(request)
        await context.abort(*status.to_status(refusal))
        return b""

    async def test() -> None:
        handlers = {"GetTable": unary(get_table), "Submit": unary(submit)}
        async with other_host(handlers) as address:
            link = await GrpcLink.connect(address, IDENTITY)
            with pytest.raises((Refused, LostHost), match=str(refusal)):
                await link.submit(some_statement())
            await link.close()

    run(test())
    assert len(came) == 1


# -- ends -------------------------------------------------------------------------------------


def test_host_that_closes_says_goodbye_and_then_nobody_answers() -> None:
    async def test() -> None:
        async with served() as network:
            link = await network.link(STRANGER)
            async with aclosing(link.watch(Role.SPECTATOR, 0, b"")) as updates:
                assert isinstance(await anext(updates), Lobby)
                await network.server.stop("Ann went to bed.")
                last = [update async for update in updates][-1]

            assert last == Goodbye(GoodbyeReason.SHUTTING_DOWN, "Ann went to bed.")
            with pytest.raises(LostHost, match="Nobody answers at"):
                await link.glance()

    run(test())


def test_host_that_dies_is_lost_without_goodbye() -> None:
    async def test() -> None:
        async with served() as network:
            link = await network.link(STRANGER)
            async with aclosing(link.watch(Role.SPECTATOR, 0, b"")) as updates:
                await anext(updates)
                await network.server._server.stop(None)
                with pytest.raises(LostHost):
                    await anext(updates)

    run(test())


def test_closed_link_ends_its_own_watch() -> None:
    async def test() -> None:
        async with served() as network:
            link = await network.link(STRANGER)
            async with aclosing(link.watch(Role.SPECTATOR, 0, b"")) as updates:
                await anext(updates)
                waiting = asyncio.ensure_future(anext(updates))
                await asyncio.wait({waiting}, timeout=0)
                await link.close()
                with pytest.raises(LostHost):
                    await waiting
            with pytest.raises(LostHost, match="closed"):
                await link.glance()

    run(test())


def test_watcher_who_leaves_is_gone_from_the_table() -> None:
    async def test() -> None:
        async with served() as network:
            link = await network.link(STRANGER)
            async with aclosing(link.watch(Role.SPECTATOR, 0, b"")) as updates:
                await anext(updates)
                assert network.hosting.lobby().spectators == 1
            await network.hosting.empty()
            assert network.hosting.lobby().spectators == 0

    run(test())


def test_second_watch_of_one_player_replaces_the_first() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.sat(2)
            async with aclosing(links[0].watch(Role.SEAT, 0, b"")) as first:
                await anext(first)
                async with aclosing(links[0].watch(Role.SEAT, 0, b"")) as second:
                    await anext(second)
                    last = [update async for update in first][-1]
            assert isinstance(last, Goodbye)
            assert last.reason is GoodbyeReason.REPLACED

    run(test())


def test_presence_is_told_during_a_game() -> None:
    async def test() -> None:
        async with served() as network:
            links = await network.started(3)
            player = Follower(links[1], 1)
            await player.follow(until=lambda one: any(isinstance(x, Presence) for x in one.others))
            assert Presence((1,), 0, (Away(0, 0), Away(2, 0))) in player.others

    run(test())


# -- what these tests use ---------------------------------------------------------------------

Handler = Callable[[bytes, Any], Any]


def unary(behaviour: Handler) -> Any:
    return grpc.unary_unary_rpc_method_handler(behaviour, None, None)


def stream(behaviour: Handler) -> Any:
    return grpc.unary_stream_rpc_method_handler(behaviour, None, None)


@asynccontextmanager
async def other_host(handlers: dict[str, Any]) -> AsyncGenerator[str, None]:
    """A gRPC server that is not ours; its address."""
    service = grpc.method_handlers_generic_handler("acquire_net.v1.TableService", handlers)
    server = grpc.aio.server(handlers=(service,))
    credentials = grpc.ssl_server_credentials([(CERTIFICATE.key, CERTIFICATE.chain)])
    port = server.add_secure_port("127.0.0.1:0", credentials)
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(0)


@asynccontextmanager
async def hanging_up(port: int = 0, times: int = 1000) -> AsyncGenerator[int, None]:
    """Somebody who takes so many connections and says nothing; the port."""
    left = times

    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal left
        left -= 1
        writer.transport.abort()
        if left <= 0:
            server.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", port)
    yield server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()


async def free_port() -> int:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


def update_bytes(**update: Any) -> bytes:
    return table_pb2.WatchResponse(**update).SerializeToString()


def some_statement() -> Statement:
    return Statement(0, 0, 0, bytes(32), "commit", b"", bytes(64))


async def taken(
    updates: AsyncGenerator[Update, None], count: int, kind: type[Update]
) -> AsyncGenerator[Update, None]:
    """The next updates of a kind."""
    async for update in updates:
        if isinstance(update, kind):
            yield update
            count -= 1
            if not count:
                return
