"""A link to a table over gRPC: one pinned certificate, signed calls, deadlines, a watched stream.

Requests are sent as the bytes they are, because those are what callers sign; so the generated
stubs, which encode by themselves, are not used.
"""

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NoReturn, TypeVar

import grpc
from google.protobuf.message import Message
from grpc import StatusCode

from acquire_client.address import Address, read_address
from acquire_client.link import LostHost
from acquire_client.links.probing import (
    SECOND_LOOK,
    Seen,
    hung_up,
    nobody_answers,
    not_a_host,
    probe,
)
from acquire_client.links.retold import farewell, retold
from acquire_client.pairing import Newcomer
from acquire_net.errors import AcquireError, Refused
from acquire_net.fairness import signing
from acquire_net.language import _
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.editions import SEMANTICS
from acquire_net.text import tame
from acquire_net.v1 import statements_pb2, table_pb2
from acquire_net.wire import status
from acquire_net.wire.calls import CERTIFICATE_NAME, Metadata, signed_metadata
from acquire_net.wire.messages import (
    entry_message,
    glance_from,
    parsed,
    statement_message,
    update_from,
)
from acquire_net.wire.updates import PROTOCOL, Glance, Goodbye, Role, Update
from acquire_net.wire.versions import Version, check_versions

DEADLINE: Final = 5.0
"""Seconds that a host has for an answer."""
PATIENCE: Final = 12.5
"""Seconds of silence after which a stream is dead: two and a half heartbeats of the protocol."""
PAUSES: Final = (0.1, 0.3, 0.6)
"""Seconds before a statement is submitted again that may or may not have arrived."""
OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),  # no proxy knows the way to a game nearby
    ("grpc.use_local_subchannel_pool", 1),  # no link waits for another one's back-off
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 3_000),  # for one try: nobody may answer it any more
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
)

_PAIRING: Final = table_pb2.DESCRIPTOR.services_by_name["PairingService"].full_name
_SERVICE: Final = table_pb2.DESCRIPTOR.services_by_name["TableService"].full_name
_RESTORE_BYTES: Final = 48 * 1024
"""Entries given back at once: a host takes 64 KiB."""

CUT_SHORT: Final = 3
"""How often a call is made that the host ended while the client was writing: gRPC loses why."""

_MessageT = TypeVar("_MessageT", bound=Message)


class GrpcLink:
    """A link of one identity to the table at an address; made by `connect`.

    It talks to whoever owns the certificate that was `seen` there, and to nobody else. Whether
    that is the host it should be is for its maker to decide, before anything is signed.
    """

    def __init__(
        self,
        address: Address,
        seen: Seen,
        identity: bytes,
        *,
        program: str = "",
        patience: float = PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.address = address
        self.seen = seen
        self.host_key = b""
        """The host's Ed25519 key, once somebody vouched for it."""
        self._identity = identity
        self._caller = signing.public_key(identity)
        self._program = program
        self._patience = patience
        self._sleep = sleep
        self._closed = False
        self._channel = self._open()

    def _open(self) -> grpc.aio.Channel:
        return grpc.aio.secure_channel(
            str(self.address),
            grpc.ssl_channel_credentials(root_certificates=self.seen.pem),
            options=(*OPTIONS, ("grpc.ssl_target_name_override", CERTIFICATE_NAME)),
        )

    async def move(self, address: Address) -> None:
        """Goes on at another address: the same certificate must answer there."""
        await self._channel.close(None)
        self.address = address
        self._channel = self._open()

    @classmethod
    async def connect(
        cls,
        address: str,
        identity: bytes,
        *,
        program: str = "",
        patience: float = PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> "GrpcLink":
        """Reaches the host at `HOST[:PORT]`; `identity` is the Ed25519 secret that signs calls.

        Raises Unreadable for an address that is none, Refused (VERSION, NOT_A_HOST, CLOCK), and
        LostHost when nobody answers, or not twice under the same certificate.
        """
        where = read_address(address)
        seen = await probe(where)
        link = cls(where, seen, identity, program=program, patience=patience, sleep=sleep)
        try:
            await link._check_host()
        except BaseException:
            await link.close()
            raise
        return link

    async def _check_host(self) -> None:
        table = await self._call("GetTable", table_pb2.GetTableRequest(), _GLANCE)
        check_versions(
            Version(table.protocol, table.semantics, tame(table.program, 24)),
            Version(PROTOCOL, SEMANTICS, self._program),
        )

    async def pair(self, code: str, fresh: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
        """Proves the join code, has this identity admitted, and returns the host's Ed25519 key.

        Raises Refused: CODE_WRONG, also when somebody stands in between; NOT_THE_HOST when the
        host itself does not know the code; CODE_LOCKED, RATE_LIMITED, NOT_OFFERED as the host says.
        """
        for _attempt in range(CUT_SHORT):
            with suppress(_CutShort):
                return await self._pair(
                    Newcomer(code, self.seen.fingerprint, self._identity, fresh)
                )
        raise nobody_answers(self.address)

    async def _pair(self, newcomer: Newcomer) -> bytes:
        self._check_open()
        method = self._channel.stream_stream(f"/{_PAIRING}/Pair", None, None)
        call = method(None, timeout=DEADLINE)
        try:
            element = await self._exchange(call, newcomer.element)
            self.host_key = newcomer.host_key(
                await self._exchange(call, newcomer.confirmation(element))
            )
        except grpc.RpcError as error:
            await self._raise(error)
        finally:
            call.cancel()
        return self.host_key

    async def _exchange(self, call: "_Exchange", frame: bytes) -> bytes:
        try:
            await call.write(table_pb2.PairRequest(frame=frame).SerializeToString())
        except asyncio.InvalidStateError:
            pass  # it has ended: reading tells why
        except grpc.aio.AioRpcError as error:
            if error.code() is StatusCode.INTERNAL:
                raise _CutShort from error
            raise
        data = await call.read()
        if not isinstance(data, bytes):  # gRPC's mark for the end of a stream
            raise not_a_host(self.address)
        return parsed(table_pb2.PairResponse, data).frame

    # -- calls with one answer -----------------------------------------------------------------

    async def glance(self) -> Glance:
        """The table at a glance."""
        request = table_pb2.GetTableRequest(key=self._caller)
        return glance_from(await self._call("GetTable", request, _GLANCE))

    async def sit(self, name: str, x25519: bytes, *, bot: bool) -> int:
        """Takes a seat; its number."""
        request = table_pb2.SitRequest(
            caller=self._caller,
            name=name,
            x25519=x25519,
            protocol=PROTOCOL,
            semantics=SEMANTICS,
            program=self._program,
            bot=bot,
        )
        return (await self._call("Sit", request, table_pb2.SitResponse)).seat

    async def leave(self) -> None:
        """Gives the seat up, before the game starts."""
        request = table_pb2.LeaveRequest(caller=self._caller)
        await self._call("Leave", request, table_pb2.LeaveResponse)

    async def ready(self, rules: bytes | None) -> None:
        """Agrees to the rulebook of that hash, or takes it back."""
        request = table_pb2.ReadyRequest(caller=self._caller, rulebook=rules)
        await self._call("Ready", request, table_pb2.ReadyResponse)

    async def set_rules(self, rulebook: str, capacity: int | None = None) -> None:
        """Changes the rules, and perhaps the number of seats."""
        request = table_pb2.SetRulesRequest(
            caller=self._caller, rulebook=rulebook, capacity=capacity
        )
        await self._call("SetRules", request, table_pb2.SetRulesResponse)

    async def add_bot(self, level: str) -> int:
        """Has the host seat a bot; its seat."""
        request = table_pb2.AddBotRequest(caller=self._caller, level=level)
        return (await self._call("AddBot", request, table_pb2.AddBotResponse)).seat

    async def remove_seat(self, seat: int) -> None:
        """Empties a seat."""
        request = table_pb2.RemoveSeatRequest(caller=self._caller, seat=seat)
        await self._call("RemoveSeat", request, table_pb2.RemoveSeatResponse)

    async def arrange(self, order: tuple[int, ...]) -> None:
        """Puts the seats into another order of play."""
        request = table_pb2.ArrangeRequest(caller=self._caller, order=order)
        await self._call("Arrange", request, table_pb2.ArrangeResponse)

    async def start(self) -> None:
        """Starts the game with those who sit."""
        request = table_pb2.StartRequest(caller=self._caller)
        await self._call("Start", request, table_pb2.StartResponse)

    async def submit(self, statement: Statement) -> int:
        """Puts a signed statement into the log; its sequence number.

        Tries again when it cannot know whether it arrived: the same bytes get the same answer.
        """
        request = table_pb2.SubmitRequest(statement=statement_message(statement))
        for pause in PAUSES:
            try:
                return (await self._call("Submit", request, table_pb2.SubmitResponse)).seq
            except LostHost as error:
                if _code(error) not in (StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED):
                    raise
            await self._sleep(pause)
        return (await self._call("Submit", request, table_pb2.SubmitResponse)).seq

    async def restore(self, entries: tuple[Entry, ...]) -> int:
        """Gives a host back the entries it lost; the number it has then."""
        length = 0
        for part in _parts(entries):
            request = table_pb2.RestoreRequest(entries=part)
            length = (await self._call("Restore", request, table_pb2.RestoreResponse)).length
        return length

    async def substitute(self, seat: int) -> None:
        """Asks all others whether a bot may hold the seat of a player who is away."""
        request = table_pb2.SubstituteRequest(caller=self._caller, seat=seat)
        await self._call("Substitute", request, table_pb2.SubstituteResponse)

    async def abandon(self, agree: bool) -> None:
        """Votes for ending the game as it stands, or takes that back."""
        request = table_pb2.AbandonRequest(caller=self._caller, agree=agree)
        await self._call("Abandon", request, table_pb2.AbandonResponse)

    async def stop(self, why: str, author: int | None = None) -> int:
        """Ends the game before the rules do; the sequence number."""
        request = table_pb2.StopRequest(caller=self._caller, why=why, author=author)
        return (await self._call("Stop", request, table_pb2.StopResponse)).seq

    async def say(self, text: str) -> None:
        """Says something to all."""
        request = table_pb2.SayRequest(caller=self._caller, text=text)
        await self._call("Say", request, table_pb2.SayResponse)

    async def nudge(self, seat: int) -> None:
        """Rings a player everybody waits for."""
        request = table_pb2.NudgeRequest(caller=self._caller, seat=seat)
        await self._call("Nudge", request, table_pb2.NudgeResponse)

    async def confirm(self, digits: str) -> None:
        """Tells the others that the table check was compared."""
        request = table_pb2.ConfirmRequest(caller=self._caller, digits=digits)
        await self._call("Confirm", request, table_pb2.ConfirmResponse)

    async def close(self) -> None:
        """Ends the connection; whoever still watches gets LostHost."""
        self._closed = True
        await self._channel.close(None)

    async def _call(self, rpc: str, request: Message, answer: type[_MessageT]) -> _MessageT:
        data = request.SerializeToString()
        signature = await self._signed(rpc, data) if _names_caller(request) else ()
        self._check_open()
        call = self._channel.unary_unary(f"/{_SERVICE}/{rpc}", None, None)
        try:
            return parsed(answer, await call(data, timeout=DEADLINE, metadata=signature))
        except grpc.RpcError as error:
            await self._raise(error)
        except asyncio.CancelledError:
            if self._closed and not _being_cancelled():
                self._check_open()
            raise

    async def _signed(self, rpc: str, data: bytes) -> Metadata:
        glance = await self.glance()
        return signed_metadata(
            self._identity,
            rpc,
            glance.lobby.table_id,
            glance.nonce,
            data,
            self.seen.fingerprint,
        )

    # -- the stream --------------------------------------------------------------------------

    async def watch(
        self, role: Role, after_seq: int, after_head: bytes
    ) -> AsyncGenerator[Update, None]:
        """Everything after that cursor, then what happens, until a goodbye."""
        data = table_pb2.WatchRequest(
            caller=self._caller,
            role=f"WATCH_ROLE_{role.name}",
            after_seq=after_seq,
            after_head=after_head,
        ).SerializeToString()
        signature = await self._signed("Watch", data)
        self._check_open()
        method = self._channel.unary_stream(f"/{_SERVICE}/Watch", None, None)
        call = method(data, metadata=signature, wait_for_ready=True)
        try:
            while True:
                update = update_from(await self._next(call))
                if isinstance(update, Goodbye):
                    yield farewell(update)
                    return
                yield update
        except grpc.RpcError as error:
            await self._raise(error)
        finally:
            call.cancel()

    async def _next(self, call: "_Stream") -> table_pb2.WatchResponse:
        """The next message. Never cancelled by a timeout, which would end the whole call."""
        reading = asyncio.ensure_future(call.read())
        try:
            await asyncio.wait({reading}, timeout=self._patience)
            if not reading.done():
                raise LostHost(
                    _("The host at {address} has fallen silent.").format(address=self.address)
                )
        finally:
            if not reading.done():
                call.cancel()
                reading.cancel()
                await asyncio.wait({reading})
        if reading.cancelled():
            self._check_open()
        data = reading.result()
        if not isinstance(data, bytes):
            raise LostHost(
                _("The host at {address} has ended the connection.").format(address=self.address)
            )
        return parsed(table_pb2.WatchResponse, data)

    # -- what can go wrong -------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._closed:
            raise LostHost(_("This connection is closed."))

    async def _raise(self, error: grpc.RpcError) -> NoReturn:
        """Raises what the host answered, or why there is no answer."""
        answer = status.from_rpc_error(error)
        answer = retold(answer) if answer is not None else None
        if isinstance(answer, Refused) and answer.reason == "SHUTTING_DOWN":
            raise LostHost(str(answer)) from answer
        code: StatusCode = error.code()
        raise answer if answer is not None else await self._unanswered(code) from error

    async def _unanswered(self, code: StatusCode) -> AcquireError:
        match code:
            case StatusCode.UNAVAILABLE | StatusCode.UNKNOWN | StatusCode.INTERNAL:
                return await self._who_is_there()  # a host that is killed breaks calls off anyhow
            case StatusCode.CANCELLED:
                return nobody_answers(self.address)
            case StatusCode.DEADLINE_EXCEEDED:
                return LostHost(
                    _(
                        "Whoever listens at {address} does not answer in {seconds} seconds. Is it an Acquire host, and not suspended?"
                    ).format(address=self.address, seconds=f"{DEADLINE:.0f}")
                )
            case StatusCode.RESOURCE_EXHAUSTED:
                return Refused(
                    "TOO_MUCH",
                    _("The host at {address} cannot take that much.").format(address=self.address),
                )
            case _:
                return not_a_host(self.address)

    async def _who_is_there(self) -> AcquireError:
        """Why there is no connection: gRPC calls all reasons by one name, so it looks again."""
        try:
            seen = await probe(self.address, seconds=SECOND_LOOK)
        except AcquireError as error:
            if isinstance(error, LostHost):
                return error
            return nobody_answers(self.address) if hung_up(error) else LostHost(str(error))
        if seen != self.seen:
            return LostHost(
                _(
                    "Somebody else answers at {address} now, not the host that was there: nothing was sent."
                ).format(address=self.address)
            )
        return nobody_answers(self.address)


class _CutShort(Exception):
    """The host ended a call while this client was writing, and gRPC does not tell why."""


_GLANCE: Final = table_pb2.GetTableResponse
_Stream = grpc.aio.UnaryStreamCall[Any, Any]
_Exchange = grpc.aio.StreamStreamCall[Any, Any]


def _names_caller(request: Message) -> bool:
    return "caller" in request.DESCRIPTOR.fields_by_name


def _code(error: LostHost) -> StatusCode | None:
    cause = error.__cause__
    return cause.code() if isinstance(cause, grpc.aio.AioRpcError) else None


def _being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _parts(entries: tuple[Entry, ...]) -> Iterator[list[statements_pb2.Entry]]:
    """The entries in parts that a host takes."""
    part: list[statements_pb2.Entry] = []
    size = 0
    for message in map(entry_message, entries):
        size += message.ByteSize() + 8
        if part and size > _RESTORE_BYTES:
            yield part
            part, size = [], message.ByteSize() + 8
        part.append(message)
    if part:
        yield part
