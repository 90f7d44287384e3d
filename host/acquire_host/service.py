"""A table on the network: gRPC around the door, its options and limits, and where it listens.

Requests arrive as the bytes they are, because those are what callers sign; so the generated
servicers, which only see what was read from them, are not used.
"""

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
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
from grpc_health.v1 import health_pb2

from acquire_host import connections
from acquire_host.certificate import Certificate
from acquire_host.door import CALLS, Caller, Door
from acquire_host.hosting import Hosting
from acquire_host.limits import TooFast
from acquire_host.pairing import Pairing
from acquire_host.turnstile import Turnstile
from acquire_net.errors import IllegalAction, Refused, Unreadable
from acquire_net.language import _
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
CALL_TIME: Final = 5.0
"""Seconds for a request to come and its answer to go; honest callers need milliseconds."""
CALLS_INSIDE: Final = 256
"""At one time, watchers not counted; see `Turnstile`."""
OPTIONS: Final = (
    ("grpc.so_reuseport", 0),  # else two hosts share a port, and nobody is told
    ("grpc.max_receive_message_length", 64 * 1024),
    # A client has two or three calls open. More cannot be closed on whoever never takes an answer.
    ("grpc.max_concurrent_streams", 16),
    ("grpc.server_handshake_timeout_ms", 5_000),
    ("grpc.max_connection_idle_ms", 30_000),  # who watches has a call open, and is not idle
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
_HEALTH: Final = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

# in quotes, since only the stubs know that these are generic
_Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
_Handler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"
_Service: TypeAlias = "grpc.GenericRpcHandler[bytes, bytes]"
_Doing: TypeAlias = Callable[[_Context], Awaitable[None]]


class Server:
    """A table that listens on `port` of `host`, an address without brackets; made by `serve`."""

    def __init__(
        self,
        hosting: Hosting,
        door: Door,
        server: grpc.aio.Server,
        host: str,
        port: int,
    ) -> None:
        self.host = host
        self.port = port
        self._hosting = hosting
        self._door = door
        self._server = server

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of this computer."""
        return ip_address(self.host).is_unspecified

    @property
    def address(self) -> str:
        """Where to join, `HOST:PORT`; from this computer, if it listens everywhere."""
        host = "127.0.0.1" if self.everywhere else self.host
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def change(self, hosting: Hosting) -> None:
        """Serves another table from now on; whoever watches the old one goes on doing so."""
        self._hosting = hosting
        self._door.change(hosting)

    async def stop(self, text: str = "") -> None:
        """Says goodbye to everybody, for the reason `text`, and stops listening."""
        text = text or _("The host has closed the table.")
        self._door.closed = text
        self._hosting.close(text)
        await self._server.stop(GRACE)


async def serve(
    hosting: Hosting,
    certificate: Certificate,
    port: int = DEFAULT_PORT,
    bind: str = EVERYWHERE,
    *,
    pairing: Pairing | None,
    reflection: bool = False,
    tables: int = 1,
    fresh: Callable[[int], bytes] = secrets.token_bytes,
    now: Callable[[], float] = time.monotonic,
) -> Server:
    """Opens a table to the network, always encrypted; port 0 takes any free one.

    `pairing` admits newcomers by its join code; None opens the table to whoever calls;
    `reflection` lets other programs ask which calls there are. `tables` are as many as this process
    opens in all, which share what connections it may have. Raises Refused: BIND_REFUSED for an
    address that is none of this computer's, PORT_TAKEN when somebody else listens there or nobody
    may.
    """
    host = _own_address(bind)
    if not 0 <= port <= 65535:
        raise Refused(
            "PORT_TAKEN",
            _("There is no port {port}; try --port 0 for any free one.").format(port=port),
        )
    door = Door(hosting, certificate.fingerprint, pairing, fresh, now)
    options = (*OPTIONS, ("grpc.max_allowed_incoming_connections", connections.room(tables)))
    server = grpc.aio.server(handlers=_handlers(door, now), options=options)
    if reflection:
        _tell_calls(server)
    credentials = grpc.ssl_server_credentials([(certificate.key, certificate.chain)])
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        bound = server.add_secure_port(where, credentials)
    except RuntimeError as error:
        raise Refused("PORT_TAKEN", _why_not(host, port)) from error
    await server.start()
    return Server(hosting, door, server, host, bound)


def _tell_calls(server: grpc.aio.Server) -> None:
    """Answers what grpcurl and the like ask; loaded only when wanted."""
    from grpc_reflection.v1alpha import reflection

    names = (_TABLE, _PAIRING, _HEALTH, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)


def _own_address(bind: str) -> str:
    """The numeric address meant by `--bind`, one of this computer's; without brackets."""
    text = "127.0.0.1" if bind == "localhost" else bind.removeprefix("[").removesuffix("]")
    try:
        address = ip_address(text)
        with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET) as probe:
            probe.bind((text, 0))
    except ValueError:
        reason = _("that is no numeric address")
    except OSError as error:
        if address.is_unspecified:  # without IPv6, gRPC listens on IPv4 alone
            return text
        reason = error.strerror or str(error)
    else:
        return text
    raise Refused(
        "BIND_REFUSED",
        _("A table cannot open on {address}: {reason}.").format(
            address=repr(bind[:60]), reason=reason
        ),
    )


def _why_not(host: str, port: int) -> str:
    """Why nobody can listen there: gRPC tells only its log."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            text = _("Port {port} cannot be opened ({why}); try --port 0 for a free one.")
            return text.format(port=port, why=error.strerror)
    return _("Port {port} is taken; try --port 0 for any free one.").format(port=port)


# -- handlers ------------------------------------------------------------------------------------
#
# All are streams to gRPC, which look alike on the wire: it would wait for ever for the rest of the
# one request of a call, and for its answer to be taken.


def _handlers(door: Door, now: Callable[[], float]) -> tuple[_Service, ...]:
    turnstile = Turnstile(CALLS_INSIDE, now)
    table = {rpc: _answering(door, turnstile, rpc) for rpc in ("GetTable", *CALLS)}
    table["Watch"] = _watching(door, turnstile)
    return (
        grpc.method_handlers_generic_handler(_TABLE, table),
        grpc.method_handlers_generic_handler(_PAIRING, {"Pair": _pairing(door, turnstile)}),
        grpc.method_handlers_generic_handler(_HEALTH, {"Check": _checking(door, turnstile)}),
    )


def _answering(door: Door, turnstile: Turnstile, rpc: str) -> _Handler:
    async def answer(context: _Context) -> None:
        caller = _caller(context)
        async with turnstile.passing(caller.address, CALL_TIME):
            answered = door.answer(rpc, await _message(context), caller)
            await context.write(answered.SerializeToString())

    return _handler(rpc, answer, turnstile)


def _watching(door: Door, turnstile: Turnstile) -> _Handler:
    async def watch(context: _Context) -> None:
        caller = _caller(context)
        async with turnstile.passing(caller.address, CALL_TIME):
            request = await _message(context)
        async with aclosing(door.watch(request, caller)) as updates:
            async for update in updates:
                await context.write(update)

    return _handler("Watch", watch, turnstile)


def _pairing(door: Door, turnstile: Turnstile) -> _Handler:
    async def frame(context: _Context) -> bytes:
        return parsed(table_pb2.PairRequest, await _message(context)).frame

    async def pair(context: _Context) -> None:
        caller = _caller(context)
        async with turnstile.passing(caller.address, PAIRING_TIME):
            attempt = door.pair(caller)
            element = attempt.element(await frame(context))
            await context.write(table_pb2.PairResponse(frame=element).SerializeToString())
            confirmation = door.confirm(attempt, await frame(context))
            await context.write(table_pb2.PairResponse(frame=confirmation).SerializeToString())

    return _handler("Pair", pair, turnstile)


def _checking(door: Door, turnstile: Turnstile) -> _Handler:
    """Health, asked once: who watches it would hold a call without being admitted."""

    async def check(context: _Context) -> None:
        async with turnstile.passing(_caller(context).address, CALL_TIME):
            request = parsed(health_pb2.HealthCheckRequest, await _message(context))
            if request.service not in ("", _TABLE):
                await context.abort(grpc.StatusCode.NOT_FOUND, "There is no such service here.")
            word = "SERVING" if door.closed is None else "NOT_SERVING"
            await context.write(health_pb2.HealthCheckResponse(status=word).SerializeToString())

    return _handler("Check", check, turnstile)


def _handler(rpc: str, doing: _Doing, turnstile: Turnstile) -> _Handler:
    async def call(_request: object, context: _Context) -> None:
        try:
            await doing(context)
        except grpc.aio.AbortError:
            raise
        except grpc.aio.BaseError:
            return  # the caller is gone
        except TimeoutError:
            try:
                await _abort(context, rpc, Refused("TOO_SLOW", _("This took too long; try again.")))
            except grpc.aio.InternalError:  # the answer before it waits, and cannot be taken back
                turnstile.untaken(_caller(context).address)
        except Exception as error:  # whatever it is, the caller is told something it can read
            await _abort(context, rpc, error)

    return grpc.stream_stream_rpc_method_handler(call, None, None)


async def _message(context: _Context) -> bytes:
    """The next message of a call."""
    data = await context.read()
    if not isinstance(data, bytes):  # gRPC's mark for the end of a stream
        raise Unreadable(_("The call ended early."))
    return data


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
            text = _("The host made a mistake; its log has more under {reference}.")
            refused = Refused(status.BUG, text.format(reference=reference))
            await context.abort(*status.to_status(refused))
