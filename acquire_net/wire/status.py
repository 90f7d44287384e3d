"""How a refusal crosses gRPC: its code, its stable reason and its sentence, there and back.

A status carries `google.rpc.Status` with an ErrorInfo, as any gRPC program can read it.
"""

import acquire_net.wire.quiet  # noqa: F401  # before grpc, which looks once

# isort: split
from collections.abc import Iterable
from typing import Final, cast

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError
from google.rpc import (  # type: ignore[import-untyped]  # typed, but not marked so
    error_details_pb2,
    status_pb2,
)
from grpc import StatusCode

from acquire_net.errors import AcquireError, IllegalAction, Refused, Unreadable
from acquire_net.text import tame

DOMAIN: Final = "acquire-net"
"""The domain of every ErrorInfo of ours."""
DETAILS_KEY: Final = "grpc-status-details-bin"
"""The trailing metadata key under which gRPC keeps a google.rpc.Status."""
MALFORMED: Final = "MALFORMED"
"""The reason of whatever does not parse."""
BUG: Final = "INTERNAL"
"""The reason of what must not happen; the text holds no more than a reference number."""

CODES: Final = {
    reason: code
    for code, reasons in {
        StatusCode.INVALID_ARGUMENT: (MALFORMED,),
        StatusCode.UNAUTHENTICATED: ("SIGNATURE_INVALID", "NOT_ADMITTED", "CODE_WRONG"),
        StatusCode.PERMISSION_DENIED: ("NOT_YOUR_SEAT", "HOST_ONLY"),
        # catch up with the log, then decide anew
        StatusCode.ABORTED: ("STALE", "NOT_DUE", "NONCE_USED", "OTHER_HISTORY", "AHEAD"),
        # TABLE_STOPPED is for good: UNAVAILABLE would invite another try
        StatusCode.FAILED_PRECONDITION: ("VERSION", "GAME_STARTED", "TABLE_STOPPED"),
        StatusCode.RESOURCE_EXHAUSTED: ("TABLE_FULL", "CODE_LOCKED", "RATE_LIMITED"),
        StatusCode.ALREADY_EXISTS: ("NAME_TAKEN",),
        StatusCode.UNAVAILABLE: ("SHUTTING_DOWN",),
        StatusCode.UNIMPLEMENTED: ("NOT_OFFERED",),
        StatusCode.INTERNAL: (BUG,),
    }.items()
    for reason in reasons
}
"""The code of each reason; a reason that is not here, such as a rule's, is FAILED_PRECONDITION."""

_KIND: Final = "kind"
_ILLEGAL, _REFUSED = "illegal action", "refused"
_LIMIT: Final = 500
"""The most characters of a sentence: trailing metadata has room for little more."""

Status = tuple[StatusCode, str, tuple[tuple[str, bytes], ...]]
"""Code, details and trailing metadata, as `ServicerContext.abort` takes them."""


def to_status(
    error: IllegalAction | Refused | Unreadable, retry_after: float | None = None
) -> Status:
    """The status of a refusal; `retry_after` are the seconds after which to try again."""
    text = str(error)[:_LIMIT]
    info = error_details_pb2.ErrorInfo(domain=DOMAIN)
    if isinstance(error, Unreadable):
        info.reason = MALFORMED
    else:
        info.reason = error.reason
        info.metadata[_KIND] = _ILLEGAL if isinstance(error, IllegalAction) else _REFUSED
    code = CODES.get(info.reason, StatusCode.FAILED_PRECONDITION)
    number: int = code.value[0]
    status = status_pb2.Status(code=number, message=text)
    status.details.add().Pack(info)
    if retry_after is not None:
        delay = Duration()
        delay.FromNanoseconds(int(retry_after * 1e9))
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    return code, text, ((DETAILS_KEY, status.SerializeToString()),)


def from_rpc_error(error: grpc.RpcError) -> AcquireError | None:
    """The refusal that a host gave, as it was raised there.

    None when no host of ours answered: nothing was reached, it took too long, or another kind of
    server or gRPC itself said no.
    """
    assert isinstance(error, grpc.aio.AioRpcError)
    status = status_pb2.Status()
    # the stubs know these pairs from the blocking API only
    trailing = cast(Iterable[tuple[str, bytes]], error.trailing_metadata() or ())
    try:
        for key, value in trailing:
            if key == DETAILS_KEY:
                status.ParseFromString(value)
    except DecodeError:
        return None
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        try:
            ours = detail.Unpack(info) and info.domain == DOMAIN
        except DecodeError:
            return None
        if ours:
            return _restored(info, tame(status.message, _LIMIT))
    return None


def _restored(info: error_details_pb2.ErrorInfo, text: str) -> AcquireError:
    reason = tame(info.reason, 40)
    kind = info.metadata.get(_KIND)
    if kind is None and reason == MALFORMED:
        return Unreadable(text)
    if kind == _REFUSED or (kind is None and reason in CODES):
        return Refused(reason, text)
    return IllegalAction(reason, text)
