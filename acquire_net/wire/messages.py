"""What a host tells its watchers as protobuf, and back. No gRPC here.

Whatever is read comes from strangers: a field that is missing, a word that is unknown or a key of
another length is Unreadable, and text for people is tamed before anybody sees it.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from typing import Final, TypeVar, cast

from google.protobuf.message import DecodeError, Message

from acquire_net.errors import Unreadable
from acquire_net.ledger import codec
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.text import tame
from acquire_net.v1 import statements_pb2, table_pb2
from acquire_net.wire.calls import NONCE_LENGTH
from acquire_net.wire.updates import (
    Away,
    Entries,
    Glance,
    Goodbye,
    GoodbyeReason,
    HeaderLine,
    Heartbeat,
    Lobby,
    Notice,
    NoticeKind,
    Phase,
    Presence,
    SeatInfo,
    Update,
)

KEY: Final = 32
"""The length of every key, hash and table id, in bytes."""
NAME_LENGTH: Final = 24
TEXT_LENGTH: Final = 300

_MessageT = TypeVar("_MessageT", bound=Message)
_Word = TypeVar("_Word", bound=Enum)


def parsed(cls: type[_MessageT], data: bytes) -> _MessageT:
    """The message of these bytes; Unreadable when they are none."""
    message = cls()
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise Unreadable(f"These bytes are no {cls.__name__}.") from None
    return message


def exactly(value: bytes, length: int, what: str) -> bytes:
    """The bytes themselves, if there are so many; Unreadable otherwise."""
    if len(value) != length:
        raise Unreadable(f"{what} must be {length} bytes long, not {len(value)}.")
    return value


def word(cls: type[_Word], value: int, what: str) -> _Word:
    """The member with the number that the protocol gives it; Unreadable when there is none."""
    try:
        return cls(value)
    except ValueError:
        raise Unreadable(f"{value} is no {what} that this program knows.") from None


# -- statements and entries ----------------------------------------------------------------------


def statement_message(statement: Statement) -> statements_pb2.Statement:
    """A statement as protobuf."""
    return cast(statements_pb2.Statement, codec.to_message(statement))  # named after its class


def statement_from(message: statements_pb2.Statement) -> Statement:
    """A statement of protobuf; whether it holds is not asked here."""
    return codec.from_message(Statement, message)


def entry_message(entry: Entry) -> statements_pb2.Entry:
    """An entry as protobuf."""
    return cast(statements_pb2.Entry, codec.to_message(entry))  # named after its class


def entries_from(messages: Iterable[statements_pb2.Entry]) -> tuple[Entry, ...]:
    """Entries of protobuf; whether they follow each other is not asked here."""
    return tuple(codec.from_message(Entry, message) for message in messages)


# -- the lobby -----------------------------------------------------------------------------------


def lobby_message(lobby: Lobby) -> table_pb2.Lobby:
    """A lobby as protobuf."""
    return table_pb2.Lobby(
        name=lobby.name,
        phase=f"PHASE_{lobby.phase.name}",
        rulebook=lobby.rulebook,
        seats=[
            table_pb2.SeatInfo(
                index=seat.index,
                name=seat.name,
                identity=seat.identity,
                x25519=seat.x25519,
                ready=seat.ready,
                connected=seat.connected,
                bot=seat.bot,
            )
            for seat in lobby.seats
        ],
        spectators=lobby.spectators,
        host_identity=lobby.host_identity,
        table_id=lobby.table_id,
        attempt=lobby.attempt,
        host_key=lobby.host_key,
        capacity=lobby.capacity,
    )


def lobby_from(message: table_pb2.Lobby) -> Lobby:
    """A lobby of protobuf; its rulebook is read by whoever agrees to it."""
    return Lobby(
        name=tame(message.name, TEXT_LENGTH),
        phase=word(Phase, message.phase, "phase of a table"),
        rulebook=message.rulebook,
        seats=tuple(_seat_from(index, seat) for index, seat in enumerate(message.seats)),
        spectators=message.spectators,
        host_identity=message.host_identity
        and exactly(message.host_identity, KEY, "The hosting player's key"),
        table_id=exactly(message.table_id, KEY, "The table's id"),
        attempt=message.attempt,
        host_key=exactly(message.host_key, KEY, "The host's key"),
        capacity=message.capacity,
    )


def _seat_from(index: int, message: table_pb2.SeatInfo) -> SeatInfo:
    if message.index != index:
        raise Unreadable(f"Seat {index} calls itself seat {message.index}.")
    if message.name or message.identity or message.x25519:  # else the caller may not know
        exactly(message.identity, KEY, "A player's key")
        exactly(message.x25519, KEY, "A player's table key")
    return SeatInfo(
        index,
        tame(message.name, NAME_LENGTH),
        message.identity,
        message.x25519,
        message.ready,
        message.connected,
        message.bot,
    )


def glance_message(glance: Glance) -> table_pb2.GetTableResponse:
    """A table at a glance as protobuf."""
    return table_pb2.GetTableResponse(
        lobby=lobby_message(glance.lobby),
        protocol=glance.protocol,
        semantics=glance.semantics,
        program=glance.program,
        nonce=glance.nonce,
        length=glance.length,
        head=glance.head,
        code=glance.code,
        admitted=glance.admitted,
    )


def glance_from(message: table_pb2.GetTableResponse) -> Glance:
    """A table at a glance of protobuf."""
    if not message.HasField("lobby"):
        raise Unreadable("This table has no lobby.")
    return Glance(
        lobby_from(message.lobby),
        message.protocol,
        message.semantics,
        tame(message.program, NAME_LENGTH),
        exactly(message.nonce, NONCE_LENGTH, "A nonce"),
        message.length,
        message.head and exactly(message.head, KEY, "A head"),
        message.code,
        message.admitted,
    )


# -- updates -------------------------------------------------------------------------------------


def update_message(update: Update) -> table_pb2.WatchResponse:
    """An update as one message of a stream."""
    response = table_pb2.WatchResponse
    match update:
        case HeaderLine(line):
            return response(header=line)
        case Lobby():
            return response(lobby=lobby_message(update))
        case Entries(entries):
            rows = [entry_message(entry) for entry in entries]
            return response(entries=table_pb2.EntryBatch(entries=rows))
        case Presence():
            return response(presence=_presence_message(update))
        case Notice(kind, sender, seat, text):
            name = f"NOTICE_KIND_{kind.name}"
            notice = table_pb2.Notice(kind=name, sender=sender, seat=seat, text=text)
            return response(notice=notice)
        case Heartbeat(length):
            return response(heartbeat=table_pb2.Heartbeat(length=length))
        case Goodbye(reason, text):
            name = f"GOODBYE_REASON_{reason.name}"
            return response(goodbye=table_pb2.Goodbye(reason=name, text=text))


@lru_cache(maxsize=128)
def update_bytes(update: Update) -> bytes:
    """An update as the bytes of one message of a stream, made once for all who get the same."""
    return update_message(update).SerializeToString()


def update_from(message: table_pb2.WatchResponse) -> Update:
    """The update in one message of a stream."""
    kind = message.WhichOneof("update")
    if kind is None:
        raise Unreadable("The host sent an update that this program does not know.")
    return _READERS[kind](message)


def _presence_message(presence: Presence) -> table_pb2.Presence:
    return table_pb2.Presence(
        connected=presence.connected,
        spectators=presence.spectators,
        away=[table_pb2.Away(seat=one.seat, seconds=one.seconds) for one in presence.away],
        abandoning=presence.abandoning,
    )


def _presence_from(message: table_pb2.Presence) -> Presence:
    return Presence(
        tuple(message.connected),
        message.spectators,
        tuple(Away(one.seat, one.seconds) for one in message.away),
        tuple(message.abandoning),
    )


def _notice_from(message: table_pb2.Notice) -> Notice:
    return Notice(
        word(NoticeKind, message.kind, "kind of notice"),
        tame(message.sender, NAME_LENGTH),
        message.seat if message.HasField("seat") else None,
        tame(message.text, TEXT_LENGTH),
    )


def _goodbye_from(message: table_pb2.Goodbye) -> Goodbye:
    reason = word(GoodbyeReason, message.reason, "reason to say goodbye")
    return Goodbye(reason, tame(message.text, TEXT_LENGTH))


_READERS: Final[dict[str, Callable[[table_pb2.WatchResponse], Update]]] = {
    "header": lambda message: HeaderLine(message.header),
    "lobby": lambda message: lobby_from(message.lobby),
    "entries": lambda message: Entries(entries_from(message.entries.entries)),
    "presence": lambda message: _presence_from(message.presence),
    "notice": lambda message: _notice_from(message.notice),
    "heartbeat": lambda message: Heartbeat(message.heartbeat.length),
    "goodbye": lambda message: _goodbye_from(message.goodbye),
}
