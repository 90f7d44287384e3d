"""The door of a table: who calls, who is let in, and what each call asks for. No gRPC here.

Takes the exact bytes of requests, since those are what callers sign.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Final

from google.protobuf.message import Message

from acquire_host.hosting import Hosting
from acquire_host.limits import Nonces, Pace
from acquire_host.pairing import Attempt, Pairing
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.ledger import canonical
from acquire_net.rules.editions import SEMANTICS, from_values
from acquire_net.text import tame
from acquire_net.v1 import table_pb2
from acquire_net.wire.calls import NONCE_LENGTH, signed_nonce
from acquire_net.wire.messages import (
    KEY,
    entries_from,
    exactly,
    glance_message,
    parsed,
    statement_from,
    update_bytes,
    word,
)
from acquire_net.wire.updates import PROTOCOL, Lobby, Role
from acquire_net.wire.versions import Version, check_versions

CALLS_PER_SECOND: Final = 2000
"""From one address: six bots at full speed need a tenth of it."""
NOTICES_PER_SECOND: Final = 5
"""From one key: nobody reads more."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a call comes from: its address without the port, and its metadata."""

    address: str
    metadata: Mapping[str, str | bytes]


class Door:
    """Answers the calls to one table.

    `pairing` has the join code and whom it admitted; without it anybody is admitted. What callers
    sign names the certificate with that SHA-256. `fresh` makes so many random bytes, `now` tells
    the time in seconds.
    """

    def __init__(
        self,
        hosting: Hosting,
        certificate_sha256: bytes,
        pairing: Pairing | None,
        fresh: Callable[[int], bytes],
        now: Callable[[], float],
    ) -> None:
        self._hosting = hosting
        self._certificate_sha256 = certificate_sha256
        self._pairing = pairing
        self._now = now
        self._nonces = Nonces(lambda: fresh(NONCE_LENGTH))
        self._calls = Pace(CALLS_PER_SECOND, CALLS_PER_SECOND, _("Too many calls; wait a moment."))
        self._notices = Pace(
            NOTICES_PER_SECOND, NOTICES_PER_SECOND, _("You talk too fast; wait a second.")
        )
        self.closed: str | None = None
        """Why nobody is let in any more, in a sentence."""

    def change(self, hosting: Hosting) -> None:
        """Answers for another table from now on; whoever watches the old one goes on doing so."""
        self._hosting = hosting

    def answer(self, rpc: str, request: bytes, caller: Caller) -> Message:
        """Does what a call asks for. Raises Refused, IllegalAction or Unreadable as the table does."""
        self._let_in(caller)
        if rpc == "GetTable":
            return self._glance(parsed(table_pb2.GetTableRequest, request).key)
        call = CALLS[rpc]
        message: Any = parsed(call.request, request)
        if call.signed:
            self._check_signed(rpc, message.caller, request, caller)
        if rpc in _NOTICES:
            self._notices.spend(message.caller, self._now())
        return call.answer(self._hosting, message)

    async def watch(self, request: bytes, caller: Caller) -> AsyncGenerator[bytes, None]:
        """The messages of a Watch, encoded. Raises like `answer`, before the first."""
        self._let_in(caller)
        message = parsed(table_pb2.WatchRequest, request)
        self._check_signed("Watch", message.caller, request, caller)
        role = word(Role, message.role, "role to watch in")
        head = message.after_head and exactly(message.after_head, KEY, "A head")
        updates = self._hosting.watch(message.caller, role, message.after_seq, head)
        async with aclosing(updates):
            async for update in updates:
                yield update_bytes(update)

    def pair(self, caller: Caller) -> Attempt:
        """Starts an exchange about the join code. Raises Refused as `Pairing.begin` does, too."""
        self._let_in(caller)
        if self._pairing is None:
            text = _("This table has no join code: it is open to everybody on the network.")
            raise Refused("NOT_OFFERED", text)
        return self._pairing.begin(caller.address, self._now())

    def confirm(self, attempt: Attempt, frame: bytes) -> bytes:
        """The host's confirmation for the client's, now."""
        return attempt.confirm(frame, self._now())

    def _glance(self, key: bytes) -> Message:
        admitted = self._admits(key and exactly(key, KEY, "The key that is asked about"))
        glance = self._hosting.glance(self._nonces.hand_out())
        if not admitted:
            glance = replace(glance, lobby=for_strangers(glance.lobby))
        return glance_message(replace(glance, code=self._pairing is not None, admitted=admitted))

    def _admits(self, key: bytes) -> bool:
        """Whether that key may act here; a seat is an admission, also in a game that goes on."""
        hosting = self._hosting
        return (
            self._pairing is None
            or self._pairing.admits(key)
            or hosting.seating.seat_of(key) is not None
            or (key == hosting.player and bool(key))
        )

    def _let_in(self, caller: Caller) -> None:
        if self.closed is not None:
            raise Refused("SHUTTING_DOWN", self.closed)
        self._calls.spend(caller.address, self._now())

    def _check_signed(self, rpc: str, key: bytes, request: bytes, caller: Caller) -> None:
        exactly(key, KEY, "The caller's key")
        signed = (caller.metadata, key, rpc, self._hosting.table_id, request)
        self._nonces.use(signed_nonce(*signed, self._certificate_sha256))
        if not self._admits(key):
            raise Refused("NOT_ADMITTED", _("This table asks newcomers for its join code first."))


def for_strangers(lobby: Lobby) -> Lobby:
    """What anybody on the network may know of a table: not who sits there."""
    seats = tuple(replace(seat, name="", identity=b"", x25519=b"") for seat in lobby.seats)
    return replace(lobby, seats=seats, host_identity=b"")


@dataclass(frozen=True, slots=True)
class Call:
    """What a call takes, and what it does."""

    request: type[Message]
    answer: Callable[[Hosting, Any], Message]

    @property
    def signed(self) -> bool:
        """Whether its caller must sign it: whatever names one."""
        return "caller" in self.request.DESCRIPTOR.fields_by_name


def _sit(hosting: Hosting, request: table_pb2.SitRequest) -> Message:
    check_versions(
        Version(PROTOCOL, SEMANTICS, hosting.program),
        Version(request.protocol, request.semantics, tame(request.program, 24)),
    )
    seat = hosting.sit(request.caller, request.name, request.x25519, bot=request.bot)
    return table_pb2.SitResponse(seat=seat)


def _leave(hosting: Hosting, request: table_pb2.LeaveRequest) -> Message:
    hosting.leave(request.caller)
    return table_pb2.LeaveResponse()


def _ready(hosting: Hosting, request: table_pb2.ReadyRequest) -> Message:
    rules = None
    if request.HasField("rulebook"):
        rules = exactly(request.rulebook, KEY, "The hash of a rulebook")
    hosting.ready(request.caller, rules)
    return table_pb2.ReadyResponse()


def _set_rules(hosting: Hosting, request: table_pb2.SetRulesRequest) -> Message:
    plain = canonical.loads(request.rulebook.encode())
    if not isinstance(plain, Mapping):
        raise Unreadable("A rulebook is an object.")
    capacity = request.capacity if request.HasField("capacity") else None
    hosting.set_rules(request.caller, from_values(plain), capacity)
    return table_pb2.SetRulesResponse()


def _add_bot(hosting: Hosting, request: table_pb2.AddBotRequest) -> Message:
    return table_pb2.AddBotResponse(seat=hosting.add_bot(request.caller, request.level))


def _remove_seat(hosting: Hosting, request: table_pb2.RemoveSeatRequest) -> Message:
    hosting.remove_seat(request.caller, request.seat)
    return table_pb2.RemoveSeatResponse()


def _arrange(hosting: Hosting, request: table_pb2.ArrangeRequest) -> Message:
    hosting.arrange(request.caller, tuple(request.order))
    return table_pb2.ArrangeResponse()


def _start(hosting: Hosting, request: table_pb2.StartRequest) -> Message:
    hosting.start(request.caller)
    return table_pb2.StartResponse()


def _stop(hosting: Hosting, request: table_pb2.StopRequest) -> Message:
    author = request.author if request.HasField("author") else None
    return table_pb2.StopResponse(seq=hosting.stop(request.caller, request.why, author))


def _substitute(hosting: Hosting, request: table_pb2.SubstituteRequest) -> Message:
    hosting.substitute(request.caller, request.seat)
    return table_pb2.SubstituteResponse()


def _abandon(hosting: Hosting, request: table_pb2.AbandonRequest) -> Message:
    hosting.abandon(request.caller, request.agree)
    return table_pb2.AbandonResponse()


def _submit(hosting: Hosting, request: table_pb2.SubmitRequest) -> Message:
    if not request.HasField("statement"):
        raise Unreadable("There is no statement to submit.")
    return table_pb2.SubmitResponse(seq=hosting.submit(statement_from(request.statement)))


def _restore(hosting: Hosting, request: table_pb2.RestoreRequest) -> Message:
    return table_pb2.RestoreResponse(length=hosting.restore(entries_from(request.entries)))


def _say(hosting: Hosting, request: table_pb2.SayRequest) -> Message:
    hosting.say(request.caller, request.text)
    return table_pb2.SayResponse()


def _nudge(hosting: Hosting, request: table_pb2.NudgeRequest) -> Message:
    hosting.nudge(request.caller, request.seat)
    return table_pb2.NudgeResponse()


def _confirm(hosting: Hosting, request: table_pb2.ConfirmRequest) -> Message:
    hosting.confirm(request.caller, request.digits)
    return table_pb2.ConfirmResponse()


CALLS: Final[Mapping[str, Call]] = {
    "Sit": Call(table_pb2.SitRequest, _sit),
    "Leave": Call(table_pb2.LeaveRequest, _leave),
    "Ready": Call(table_pb2.ReadyRequest, _ready),
    "SetRules": Call(table_pb2.SetRulesRequest, _set_rules),
    "AddBot": Call(table_pb2.AddBotRequest, _add_bot),
    "RemoveSeat": Call(table_pb2.RemoveSeatRequest, _remove_seat),
    "Arrange": Call(table_pb2.ArrangeRequest, _arrange),
    "Start": Call(table_pb2.StartRequest, _start),
    "Substitute": Call(table_pb2.SubstituteRequest, _substitute),
    "Abandon": Call(table_pb2.AbandonRequest, _abandon),
    "Stop": Call(table_pb2.StopRequest, _stop),
    "Submit": Call(table_pb2.SubmitRequest, _submit),
    "Restore": Call(table_pb2.RestoreRequest, _restore),
    "Say": Call(table_pb2.SayRequest, _say),
    "Nudge": Call(table_pb2.NudgeRequest, _nudge),
    "Confirm": Call(table_pb2.ConfirmRequest, _confirm),
}
"""The calls with one answer, but for GetTable, by the names of the protocol."""

_NOTICES: Final = {"Say", "Nudge", "Confirm", "Abandon"}
"""What everybody is told at once."""
