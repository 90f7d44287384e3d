from acquire_net.v1 import statements_pb2 as _statements_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_LOBBY: _ClassVar[Phase]
    PHASE_PLAYING: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class WatchRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WATCH_ROLE_UNSPECIFIED: _ClassVar[WatchRole]
    WATCH_ROLE_SEAT: _ClassVar[WatchRole]
    WATCH_ROLE_SPECTATOR: _ClassVar[WatchRole]

class NoticeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTICE_KIND_UNSPECIFIED: _ClassVar[NoticeKind]
    NOTICE_KIND_SAY: _ClassVar[NoticeKind]
    NOTICE_KIND_NUDGE: _ClassVar[NoticeKind]
    NOTICE_KIND_CONFIRM: _ClassVar[NoticeKind]
    NOTICE_KIND_REFUSED: _ClassVar[NoticeKind]
    NOTICE_KIND_HOST: _ClassVar[NoticeKind]
    NOTICE_KIND_CONSENT: _ClassVar[NoticeKind]
    NOTICE_KIND_SUBSTITUTED: _ClassVar[NoticeKind]
    NOTICE_KIND_ABANDON: _ClassVar[NoticeKind]
    NOTICE_KIND_PLAY_ON: _ClassVar[NoticeKind]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_REPLACED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_SHUTTING_DOWN: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_GAME_OVER: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_REMOVED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_TABLE_STOPPED: _ClassVar[GoodbyeReason]
PHASE_UNSPECIFIED: Phase
PHASE_LOBBY: Phase
PHASE_PLAYING: Phase
PHASE_OVER: Phase
WATCH_ROLE_UNSPECIFIED: WatchRole
WATCH_ROLE_SEAT: WatchRole
WATCH_ROLE_SPECTATOR: WatchRole
NOTICE_KIND_UNSPECIFIED: NoticeKind
NOTICE_KIND_SAY: NoticeKind
NOTICE_KIND_NUDGE: NoticeKind
NOTICE_KIND_CONFIRM: NoticeKind
NOTICE_KIND_REFUSED: NoticeKind
NOTICE_KIND_HOST: NoticeKind
NOTICE_KIND_CONSENT: NoticeKind
NOTICE_KIND_SUBSTITUTED: NoticeKind
NOTICE_KIND_ABANDON: NoticeKind
NOTICE_KIND_PLAY_ON: NoticeKind
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_REPLACED: GoodbyeReason
GOODBYE_REASON_SHUTTING_DOWN: GoodbyeReason
GOODBYE_REASON_GAME_OVER: GoodbyeReason
GOODBYE_REASON_REMOVED: GoodbyeReason
GOODBYE_REASON_TABLE_STOPPED: GoodbyeReason

class SeatInfo(_message.Message):
    __slots__ = ("index", "name", "identity", "x25519", "ready", "connected", "bot")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    X25519_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    index: int
    name: str
    identity: bytes
    x25519: bytes
    ready: bool
    connected: bool
    bot: bool
    def __init__(self, index: _Optional[int] = ..., name: _Optional[str] = ..., identity: _Optional[bytes] = ..., x25519: _Optional[bytes] = ..., ready: bool = ..., connected: bool = ..., bot: bool = ...) -> None: ...

class Lobby(_message.Message):
    __slots__ = ("name", "phase", "rulebook", "seats", "spectators", "host_identity", "table_id", "attempt", "host_key", "capacity")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    RULEBOOK_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    HOST_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    HOST_KEY_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    name: str
    phase: Phase
    rulebook: str
    seats: _containers.RepeatedCompositeFieldContainer[SeatInfo]
    spectators: int
    host_identity: bytes
    table_id: bytes
    attempt: int
    host_key: bytes
    capacity: int
    def __init__(self, name: _Optional[str] = ..., phase: _Optional[_Union[Phase, str]] = ..., rulebook: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatInfo, _Mapping]]] = ..., spectators: _Optional[int] = ..., host_identity: _Optional[bytes] = ..., table_id: _Optional[bytes] = ..., attempt: _Optional[int] = ..., host_key: _Optional[bytes] = ..., capacity: _Optional[int] = ...) -> None: ...

class EntryBatch(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[_statements_pb2.Entry]
    def __init__(self, entries: _Optional[_Iterable[_Union[_statements_pb2.Entry, _Mapping]]] = ...) -> None: ...

class Presence(_message.Message):
    __slots__ = ("connected", "spectators", "away", "abandoning")
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    AWAY_FIELD_NUMBER: _ClassVar[int]
    ABANDONING_FIELD_NUMBER: _ClassVar[int]
    connected: _containers.RepeatedScalarFieldContainer[int]
    spectators: int
    away: _containers.RepeatedCompositeFieldContainer[Away]
    abandoning: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, connected: _Optional[_Iterable[int]] = ..., spectators: _Optional[int] = ..., away: _Optional[_Iterable[_Union[Away, _Mapping]]] = ..., abandoning: _Optional[_Iterable[int]] = ...) -> None: ...

class Away(_message.Message):
    __slots__ = ("seat", "seconds")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seconds: int
    def __init__(self, seat: _Optional[int] = ..., seconds: _Optional[int] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("kind", "sender", "seat", "text")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SENDER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    kind: NoticeKind
    sender: str
    seat: int
    text: str
    def __init__(self, kind: _Optional[_Union[NoticeKind, str]] = ..., sender: _Optional[str] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("length",)
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    length: int
    def __init__(self, length: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    text: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., text: _Optional[str] = ...) -> None: ...

class PairRequest(_message.Message):
    __slots__ = ("frame",)
    FRAME_FIELD_NUMBER: _ClassVar[int]
    frame: bytes
    def __init__(self, frame: _Optional[bytes] = ...) -> None: ...

class PairResponse(_message.Message):
    __slots__ = ("frame",)
    FRAME_FIELD_NUMBER: _ClassVar[int]
    frame: bytes
    def __init__(self, frame: _Optional[bytes] = ...) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: bytes
    def __init__(self, key: _Optional[bytes] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("lobby", "protocol", "semantics", "program", "nonce", "length", "head", "code", "admitted")
    LOBBY_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    ADMITTED_FIELD_NUMBER: _ClassVar[int]
    lobby: Lobby
    protocol: int
    semantics: int
    program: str
    nonce: bytes
    length: int
    head: bytes
    code: bool
    admitted: bool
    def __init__(self, lobby: _Optional[_Union[Lobby, _Mapping]] = ..., protocol: _Optional[int] = ..., semantics: _Optional[int] = ..., program: _Optional[str] = ..., nonce: _Optional[bytes] = ..., length: _Optional[int] = ..., head: _Optional[bytes] = ..., code: bool = ..., admitted: bool = ...) -> None: ...

class SitRequest(_message.Message):
    __slots__ = ("caller", "name", "x25519", "protocol", "semantics", "program", "bot")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    X25519_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SEMANTICS_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    name: str
    x25519: bytes
    protocol: int
    semantics: int
    program: str
    bot: bool
    def __init__(self, caller: _Optional[bytes] = ..., name: _Optional[str] = ..., x25519: _Optional[bytes] = ..., protocol: _Optional[int] = ..., semantics: _Optional[int] = ..., program: _Optional[str] = ..., bot: bool = ...) -> None: ...

class SitResponse(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LeaveRequest(_message.Message):
    __slots__ = ("caller",)
    CALLER_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    def __init__(self, caller: _Optional[bytes] = ...) -> None: ...

class LeaveResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReadyRequest(_message.Message):
    __slots__ = ("caller", "rulebook")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    RULEBOOK_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    rulebook: bytes
    def __init__(self, caller: _Optional[bytes] = ..., rulebook: _Optional[bytes] = ...) -> None: ...

class ReadyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetRulesRequest(_message.Message):
    __slots__ = ("caller", "rulebook", "capacity")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    RULEBOOK_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    rulebook: str
    capacity: int
    def __init__(self, caller: _Optional[bytes] = ..., rulebook: _Optional[str] = ..., capacity: _Optional[int] = ...) -> None: ...

class SetRulesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AddBotRequest(_message.Message):
    __slots__ = ("caller", "level")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    level: str
    def __init__(self, caller: _Optional[bytes] = ..., level: _Optional[str] = ...) -> None: ...

class AddBotResponse(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class RemoveSeatRequest(_message.Message):
    __slots__ = ("caller", "seat")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    seat: int
    def __init__(self, caller: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class RemoveSeatResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ArrangeRequest(_message.Message):
    __slots__ = ("caller", "order")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    order: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, caller: _Optional[bytes] = ..., order: _Optional[_Iterable[int]] = ...) -> None: ...

class ArrangeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StartRequest(_message.Message):
    __slots__ = ("caller",)
    CALLER_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    def __init__(self, caller: _Optional[bytes] = ...) -> None: ...

class StartResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SubstituteRequest(_message.Message):
    __slots__ = ("caller", "seat")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    seat: int
    def __init__(self, caller: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class SubstituteResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StopRequest(_message.Message):
    __slots__ = ("caller", "why", "author")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    why: str
    author: int
    def __init__(self, caller: _Optional[bytes] = ..., why: _Optional[str] = ..., author: _Optional[int] = ...) -> None: ...

class StopResponse(_message.Message):
    __slots__ = ("seq",)
    SEQ_FIELD_NUMBER: _ClassVar[int]
    seq: int
    def __init__(self, seq: _Optional[int] = ...) -> None: ...

class AbandonRequest(_message.Message):
    __slots__ = ("caller", "agree")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    AGREE_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    agree: bool
    def __init__(self, caller: _Optional[bytes] = ..., agree: bool = ...) -> None: ...

class AbandonResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SubmitRequest(_message.Message):
    __slots__ = ("statement",)
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    statement: _statements_pb2.Statement
    def __init__(self, statement: _Optional[_Union[_statements_pb2.Statement, _Mapping]] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("seq",)
    SEQ_FIELD_NUMBER: _ClassVar[int]
    seq: int
    def __init__(self, seq: _Optional[int] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ("caller", "role", "after_seq", "after_head")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    AFTER_SEQ_FIELD_NUMBER: _ClassVar[int]
    AFTER_HEAD_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    role: WatchRole
    after_seq: int
    after_head: bytes
    def __init__(self, caller: _Optional[bytes] = ..., role: _Optional[_Union[WatchRole, str]] = ..., after_seq: _Optional[int] = ..., after_head: _Optional[bytes] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("header", "lobby", "entries", "presence", "notice", "heartbeat", "goodbye")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    LOBBY_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    PRESENCE_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    header: bytes
    lobby: Lobby
    entries: EntryBatch
    presence: Presence
    notice: Notice
    heartbeat: Heartbeat
    goodbye: Goodbye
    def __init__(self, header: _Optional[bytes] = ..., lobby: _Optional[_Union[Lobby, _Mapping]] = ..., entries: _Optional[_Union[EntryBatch, _Mapping]] = ..., presence: _Optional[_Union[Presence, _Mapping]] = ..., notice: _Optional[_Union[Notice, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class RestoreRequest(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[_statements_pb2.Entry]
    def __init__(self, entries: _Optional[_Iterable[_Union[_statements_pb2.Entry, _Mapping]]] = ...) -> None: ...

class RestoreResponse(_message.Message):
    __slots__ = ("length",)
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    length: int
    def __init__(self, length: _Optional[int] = ...) -> None: ...

class SayRequest(_message.Message):
    __slots__ = ("caller", "text")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    text: str
    def __init__(self, caller: _Optional[bytes] = ..., text: _Optional[str] = ...) -> None: ...

class SayResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class NudgeRequest(_message.Message):
    __slots__ = ("caller", "seat")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    seat: int
    def __init__(self, caller: _Optional[bytes] = ..., seat: _Optional[int] = ...) -> None: ...

class NudgeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ConfirmRequest(_message.Message):
    __slots__ = ("caller", "digits")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    DIGITS_FIELD_NUMBER: _ClassVar[int]
    caller: bytes
    digits: str
    def __init__(self, caller: _Optional[bytes] = ..., digits: _Optional[str] = ...) -> None: ...

class ConfirmResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
