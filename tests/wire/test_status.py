import pytest

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
from typing import Any

import grpc
from google.rpc import (  # type: ignore[import-untyped]  # typed, but not marked so
    error_details_pb2,
    status_pb2,
)
from grpc import StatusCode

from acquire_net.errors import AcquireError, IllegalAction, Refused, Unreadable
from acquire_net.wire.status import CODES, DETAILS_KEY, from_rpc_error, to_status
from tests.wire.network import run

Refusal = IllegalAction | Refused | Unreadable

ROWS: list[tuple[Refusal, StatusCode, str]] = [
    (Unreadable("No such tile: 13Q."), StatusCode.INVALID_ARGUMENT, "MALFORMED"),
    *(
        (Refused(reason, f"That is {reason}; try 9A."), code, reason)
        for code, reasons in {
            StatusCode.UNAUTHENTICATED: ["SIGNATURE_INVALID", "NOT_ADMITTED", "CODE_WRONG"],
            StatusCode.PERMISSION_DENIED: ["NOT_YOUR_SEAT", "HOST_ONLY"],
            StatusCode.ABORTED: ["STALE", "NOT_DUE", "OTHER_HISTORY", "NONCE_USED"],
            StatusCode.FAILED_PRECONDITION: [
                *("VERSION", "GAME_STARTED", "NOT_STARTED", "TABLE_STOPPED"),
                *("RULES_CHANGED", "A_REASON_OF_TOMORROW"),
            ],
            StatusCode.RESOURCE_EXHAUSTED: ["TABLE_FULL", "CODE_LOCKED", "RATE_LIMITED"],
            StatusCode.ALREADY_EXISTS: ["NAME_TAKEN"],
            StatusCode.UNAVAILABLE: ["SHUTTING_DOWN"],
            StatusCode.UNIMPLEMENTED: ["NOT_OFFERED"],
            StatusCode.INTERNAL: ["INTERNAL"],
        }.items()
        for reason in reasons
    ),
    *(
        (IllegalAction(reason, "9A is dead; you can place 1A or 2A."), code, reason)
        for reason, code in {
            "TILE_DEAD": StatusCode.FAILED_PRECONDITION,
            "NOT_ASKED": StatusCode.FAILED_PRECONDITION,
            "PURCHASE_LIMIT": StatusCode.FAILED_PRECONDITION,
            "A_RULE_OF_TOMORROW": StatusCode.FAILED_PRECONDITION,
            "MALFORMED": StatusCode.INVALID_ARGUMENT,
        }.items()
    ),
]


async def over_the_wire(*status: Any) -> grpc.aio.AioRpcError:
    """What a caller gets of a status that a real server answers with."""

    async def refuse(_: bytes, context: Any) -> None:
        await context.abort(*status)

    handler = grpc.unary_unary_rpc_method_handler(refuse, None, None)
    service = grpc.method_handlers_generic_handler("test", {"Ask": handler})
    server = grpc.aio.server(handlers=(service,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    options = (("grpc.enable_http_proxy", 0), ("grpc.use_local_subchannel_pool", 1))
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await channel.unary_unary("/test/Ask", None, None)(b"", timeout=10)
    await server.stop(0)
    return refused.value


def test_every_refusal_arrives_with_its_code_reason_and_sentence() -> None:
    async def test() -> None:
        for refusal, code, reason in ROWS:
            error = await over_the_wire(*to_status(refusal))
            restored = from_rpc_error(error)

            assert error.code() is code, reason
            assert error.details() == str(refusal)
            assert type(restored) is type(refusal), reason
            assert str(restored) == str(refusal)
            assert getattr(restored, "reason", "MALFORMED") == reason

    run(test())


def test_any_grpc_program_can_read_the_reason_and_when_to_try_again() -> None:
    async def test() -> None:
        error = await over_the_wire(*to_status(Refused("RATE_LIMITED", "Slower."), 1.5))

        metadata = {key: value for key, value in error.trailing_metadata()}  # type: ignore[misc, has-type]  # noqa: C416  # the stubs know no pairs here
        status = status_pb2.Status.FromString(metadata[DETAILS_KEY])
        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        assert status.details[0].Unpack(info)
        assert status.details[1].Unpack(retry)
        assert (status.code, status.message) == (8, "Slower.")
        assert (info.domain, info.reason) == ("acquire-net", "RATE_LIMITED")
        assert retry.retry_delay.ToMilliseconds() == 1500

    run(test())


@pytest.mark.parametrize(
    "status",
    [
        (StatusCode.UNAVAILABLE, "gone"),
        (StatusCode.UNKNOWN, "who knows", ((DETAILS_KEY, b"\xff\xff"),)),
        (StatusCode.ABORTED, "", ((DETAILS_KEY, status_pb2.Status(code=10).SerializeToString()),)),
    ],
)
def test_status_of_somebody_else_is_no_answer(status: tuple[Any, ...]) -> None:
    async def test() -> None:
        assert from_rpc_error(await over_the_wire(*status)) is None

    run(test())


@pytest.mark.parametrize(
    ("reason", "kind"),
    [("MALFORMED", Unreadable), ("STALE", Refused), ("TILE_DEAD", IllegalAction)],
)
def test_host_in_another_language_needs_only_the_reason(
    reason: str, kind: type[AcquireError]
) -> None:
    status = status_pb2.Status(code=9, message="So it is.")
    status.details.add().Pack(error_details_pb2.ErrorInfo(domain="acquire-net", reason=reason))

    async def test() -> None:
        details = ((DETAILS_KEY, status.SerializeToString()),)
        restored = from_rpc_error(
            await over_the_wire(StatusCode.FAILED_PRECONDITION, "So it is.", details)
        )
        assert type(restored) is kind
        assert str(restored) == "So it is."

    run(test())


def test_sentence_of_a_host_cannot_drive_a_terminal() -> None:
    async def test() -> None:
        error = await over_the_wire(*to_status(Refused("STALE", "\x1b[2Jgone" + "x" * 5000)))
        assert str(from_rpc_error(error)).startswith("[2Jgone")
        assert len(str(from_rpc_error(error))) <= 500

    run(test())


def test_stopped_table_is_not_a_reason_to_try_again() -> None:
    assert CODES["TABLE_STOPPED"] is not StatusCode.UNAVAILABLE
