"""A table on the network: gRPC around the door, its options and limits, and where it listens.

Requests arrive as the bytes they are, because those are what callers sign; so the generated
servicers, which only see what was read from them, are not used.
"""

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
import asyncio
import errno
import logging
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from ipaddress import ip_address
from typing import Final, NoReturn, TypeAlias, cast

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from acquire_host.certificate import Certificate
from acquire_host.door import CALLS, NOT_OFFERED, Caller, Door
from acquire_host.hosting import Hosting
from acquire_host.limits import TooFast
from acquire_host.pairing import Pairing
from acquire_net.errors import IllegalAction, Refused, Unreadable
from acquire_net.v1 import table_pb2
from acquire_net.wire import status
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.messages import parsed

EVERYWHERE: Final = "::"
"""Where a host listens unless it says otherwise: all addresses, of IPv4 too."""
PAIRING_TIME: Final = 10.0
"""Seconds for one exchange about the join code; its two answers take milliseconds."""
GRACE: Final = 0.5
"""Seconds that open calls have to end when the host stops."""
MOST_CALLS: Final = 512
"""At one time, whoever they come from."""
OPTIONS: Final = (
    ("grpc.so_reuseport", 0),  # else two hosts share a port, and nobody is told
    ("grpc.max_receive_message_length", 64 * 1024),
    ("grpc.max_concurrent_streams", 256),
    ("grpc.server_handshake_timeout_ms", 5_000),
    # A player whose computer went away is gone within 15 s ...
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # ... and may ask every 10 s whether the host is there, without being shut out for it.
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 2_000),
    ("grpc.http2.max_ping_strikes", 5),
)

_LOG: Final = logging.getLogger(__name__)
_TABLE: Final = table_pb2.DESCRIPTOR.services_by_name["TableService"].full_name
_PAIRING: Final = table_pb2.DESCRIPTOR.services_by_name["PairingService"].full_name

# in quotes, since only the stubs know that these are generic
_Context: TypeAlias = "grpc.aio.ServicerContext[bytes, Message]"
_Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, Message]"
_Service: TypeAlias = "grpc.GenericRpcHandler[bytes, Message]"


class Server:
    """A table that listens on `port` of `host`, an address without brackets; made by `serve`.

    `retire` tells those who ask for the service's health that it ends.
    """

    def __init__(
        self,
        hosting: Hosting,
        door: Door,
        server: grpc.aio.Server,
        retire: Callable[[], Awaitable[None]],
        host: str,
        port: int,
    ) -> None:
        self.host = host
        self.port = port
        self._hosting = hosting
        self._door = door
        self._server = server
        self._retire = retire

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of this computer."""
        return ip_address(self.host).is_unspecified

    @property
    def address(self) -> str:
        """Where to join, `HOST:PORT`; from this computer, if it listens everywhere."""
        host = "127.0.0.1" if self.everywhere else self.host
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    async def stop(self, text: str = "The host has closed the table.") -> None:
        """Says goodbye to everybody, for the reason `text`, and stops listening."""
        self._door.closed = text
        self._hosting.close(text)
        await self._retire()
        await self._server.stop(GRACE)


async def serve(
    hosting: Hosting,
    certificate: Certificate,
    port: int = DEFAULT_PORT,
    bind: str = EVERYWHERE,
    *,
    pairing: Pairing | None,
    reflection: bool = False,
    fresh: Callable[[int], bytes] = secrets.token_bytes,
    now: Callable[[], float] = time.monotonic,
) -> Server:
    """Opens a table to the network, always encrypted; port 0 takes any free one.

    `pairing` admits newcomers by its join code; None opens the table to whoever calls;
    `reflection` lets other programs ask which calls there are. Raises Refused: BIND_REFUSED for an
    address that is none of this computer's, PORT_TAKEN when somebody else listens there or nobody
    may.
    """
    host = _own_address(bind)
    if not 0 <= port <= 65535:
        raise Refused("PORT_TAKEN", f"There is no port {port}; try --port 0 for any free one.")
    door = Door(hosting, certificate.fingerprint, pairing, fresh, now)
    server = grpc.aio.server(
        handlers=_handlers(door), options=OPTIONS, maximum_concurrent_rpcs=MOST_CALLS
    )
    health_service = health.aio.HealthServicer()  # type: ignore[attr-defined]  # not in the stubs
    health_pb2_grpc.add_HealthServicer_to_server(health_service, server)
    await health_service.set(_TABLE, health_pb2.HealthCheckResponse.SERVING)
    if reflection:
        _tell_calls(server)
    credentials = grpc.ssl_server_credentials([(certificate.key, certificate.chain)])
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        bound = server.add_secure_port(where, credentials)
    except RuntimeError as error:
        raise Refused("PORT_TAKEN", _why_not(host, port)) from error
    await server.start()
    return Server(hosting, door, server, health_service.enter_graceful_shutdown, host, bound)


def _tell_calls(server: grpc.aio.Server) -> None:
    """Answers what grpcurl and the like ask; loaded only when wanted."""
    from grpc_reflection.v1alpha import reflection

    names = (_TABLE, _PAIRING, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)


def _own_address(bind: str) -> str:
    """The numeric address meant by `--bind`, one of this computer's; without brackets."""
    text = "127.0.0.1" if bind == "localhost" else bind.removeprefix("[").removesuffix("]")
    try:
        address = ip_address(text)
        with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET) as probe:
            probe.bind((text, 0))
    except ValueError:
        reason = "that is no numeric address"
    except OSError as error:
        if address.is_unspecified:  # without IPv6, gRPC listens on IPv4 alone
            return text
        reason = error.strerror or str(error)
    else:
        return text
    raise Refused("BIND_REFUSED", f"A table cannot open on {bind[:60]!r}: {reason}.")


def _why_not(host: str, port: int) -> str:
    """Why nobody can listen there: gRPC tells only its log."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return f"Port {port} cannot be opened ({error.strerror}); try --port 0 for a free one."
    return f"Port {port} is taken; try --port 0 for any free one."


# -- handlers ------------------------------------------------------------------------------------


def _handlers(door: Door) -> tuple[_Service, ...]:
    unary = ("GetTable", *CALLS, *(rpc for rpc in NOT_OFFERED if rpc != "Pair"))
    table = {rpc: _answering(door, rpc) for rpc in unary} | {"Watch": _watching(door)}
    pairing = {"Pair": _pairing(door)}
    return (
        grpc.method_handlers_generic_handler(_TABLE, table),
        grpc.method_handlers_generic_handler(_PAIRING, pairing),
    )


def _answering(door: Door, rpc: str) -> _Handler:
    async def answer(request: bytes, context: _Context) -> Message:
        try:
            return door.answer(rpc, request, _caller(context))
        except Exception as error:  # whatever it is, the caller is told something it can read
            await _abort(context, rpc, error)

    return grpc.unary_unary_rpc_method_handler(answer, None, _serialized)


def _watching(door: Door) -> _Handler:
    async def watch(request: bytes, context: _Context) -> None:
        try:
            async with aclosing(door.watch(request, _caller(context))) as updates:
                async for update in updates:
                    await context.write(update)
        except grpc.aio.BaseError:
            return  # the watcher is gone
        except Exception as error:  # whatever it is, the caller is told something it can read
            await _abort(context, "Watch", error)

    return grpc.unary_stream_rpc_method_handler(watch, None, _serialized)


def _pairing(door: Door) -> _Handler:
    async def exchange(context: _Context) -> None:
        attempt = door.pair(_caller(context))
        element = attempt.element(await _frame(context))
        await context.write(table_pb2.PairResponse(frame=element))
        confirmation = door.confirm(attempt, await _frame(context))
        await context.write(table_pb2.PairResponse(frame=confirmation))

    async def pair(_: object, context: _Context) -> None:
        try:
            async with asyncio.timeout(PAIRING_TIME):
                await exchange(context)
        except grpc.aio.BaseError:
            return  # the newcomer is gone
        except TimeoutError:
            await _abort(context, "Pair", Refused("TOO_SLOW", "Pairing took too long; try again."))
        except Exception as error:  # whatever it is, the caller is told something it can read
            await _abort(context, "Pair", error)

    return grpc.stream_stream_rpc_method_handler(pair, None, _serialized)


async def _frame(context: _Context) -> bytes:
    """The newcomer's next frame."""
    data = await context.read()
    if not isinstance(data, bytes):  # gRPC's mark for the end of a stream
        raise Unreadable("The exchange ended early.")
    return parsed(table_pb2.PairRequest, data).frame


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


def _caller(context: _Context) -> Caller:
    # the stubs know these pairs from the blocking API only
    pairs = cast(Iterable[tuple[str, str | bytes]], context.invocation_metadata() or ())
    return Caller(context.peer().rpartition(":")[0], dict(pairs))


async def _abort(context: _Context, rpc: str, error: Exception) -> NoReturn:
    """Ends a call with a refusal; with a reference number, when it is a bug."""
    match error:
        case TooFast():
            await context.abort(*status.to_status(error, error.seconds))
        case IllegalAction() | Refused() | Unreadable():
            await context.abort(*status.to_status(error))
        case _:
            reference = secrets.token_hex(4)
            _LOG.error("reference %s: %s failed", reference, rpc, exc_info=error)
            text = f"The host made a mistake; its log has more under {reference}."
            await context.abort(*status.to_status(Refused(status.BUG, text)))
