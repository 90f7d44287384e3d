from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Statement(_message.Message):
    __slots__ = ("author", "nonce", "seen_seq", "seen_head", "kind", "body", "signature")
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    SEEN_SEQ_FIELD_NUMBER: _ClassVar[int]
    SEEN_HEAD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    BODY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    author: int
    nonce: int
    seen_seq: int
    seen_head: bytes
    kind: str
    body: bytes
    signature: bytes
    def __init__(self, author: _Optional[int] = ..., nonce: _Optional[int] = ..., seen_seq: _Optional[int] = ..., seen_head: _Optional[bytes] = ..., kind: _Optional[str] = ..., body: _Optional[bytes] = ..., signature: _Optional[bytes] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("seq", "statement", "host_signature")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    HOST_SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    seq: int
    statement: Statement
    host_signature: bytes
    def __init__(self, seq: _Optional[int] = ..., statement: _Optional[_Union[Statement, _Mapping]] = ..., host_signature: _Optional[bytes] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("position", "tile", "salt")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SALT_FIELD_NUMBER: _ClassVar[int]
    position: int
    tile: int
    salt: bytes
    def __init__(self, position: _Optional[int] = ..., tile: _Optional[int] = ..., salt: _Optional[bytes] = ...) -> None: ...

class Box(_message.Message):
    __slots__ = ("position", "box")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    position: int
    box: bytes
    def __init__(self, position: _Optional[int] = ..., box: _Optional[bytes] = ...) -> None: ...

class Commit(_message.Message):
    __slots__ = ("commitment", "tip")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    TIP_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    tip: bytes
    def __init__(self, commitment: _Optional[bytes] = ..., tip: _Optional[bytes] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("secret",)
    SECRET_FIELD_NUMBER: _ClassVar[int]
    secret: bytes
    def __init__(self, secret: _Optional[bytes] = ...) -> None: ...

class Deck(_message.Message):
    __slots__ = ("leaves", "root")
    LEAVES_FIELD_NUMBER: _ClassVar[int]
    ROOT_FIELD_NUMBER: _ClassVar[int]
    leaves: _containers.RepeatedScalarFieldContainer[bytes]
    root: bytes
    def __init__(self, leaves: _Optional[_Iterable[bytes]] = ..., root: _Optional[bytes] = ...) -> None: ...

class Lay(_message.Message):
    __slots__ = ("openings",)
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    openings: _containers.RepeatedCompositeFieldContainer[Opening]
    def __init__(self, openings: _Optional[_Iterable[_Union[Opening, _Mapping]]] = ...) -> None: ...

class Deal(_message.Message):
    __slots__ = ("seat", "boxes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOXES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    boxes: _containers.RepeatedCompositeFieldContainer[Box]
    def __init__(self, seat: _Optional[int] = ..., boxes: _Optional[_Iterable[_Union[Box, _Mapping]]] = ...) -> None: ...

class Act(_message.Message):
    __slots__ = ("action", "openings")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    action: Action
    openings: _containers.RepeatedCompositeFieldContainer[Opening]
    def __init__(self, action: _Optional[_Union[Action, _Mapping]] = ..., openings: _Optional[_Iterable[_Union[Opening, _Mapping]]] = ...) -> None: ...

class Complaint(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: int
    def __init__(self, position: _Optional[int] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("opening",)
    OPENING_FIELD_NUMBER: _ClassVar[int]
    opening: Opening
    def __init__(self, opening: _Optional[_Union[Opening, _Mapping]] = ...) -> None: ...

class Toss(_message.Message):
    __slots__ = ("link",)
    LINK_FIELD_NUMBER: _ClassVar[int]
    link: bytes
    def __init__(self, link: _Optional[bytes] = ...) -> None: ...

class Stop(_message.Message):
    __slots__ = ("why", "author")
    WHY_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    why: str
    author: int
    def __init__(self, why: _Optional[str] = ..., author: _Optional[int] = ...) -> None: ...

class End(_message.Message):
    __slots__ = ("secret",)
    SECRET_FIELD_NUMBER: _ClassVar[int]
    secret: bytes
    def __init__(self, secret: _Optional[bytes] = ...) -> None: ...

class Final(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Action(_message.Message):
    __slots__ = ("place_tile", "pass_placing", "found_chain", "choose_survivor", "choose_defunct", "dispose", "buy", "exchange_dead")
    PLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    PASS_PLACING_FIELD_NUMBER: _ClassVar[int]
    FOUND_CHAIN_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SURVIVOR_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_DEFUNCT_FIELD_NUMBER: _ClassVar[int]
    DISPOSE_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_DEAD_FIELD_NUMBER: _ClassVar[int]
    place_tile: PlaceTile
    pass_placing: PassPlacing
    found_chain: FoundChain
    choose_survivor: ChooseSurvivor
    choose_defunct: ChooseDefunct
    dispose: Dispose
    buy: Buy
    exchange_dead: ExchangeDead
    def __init__(self, place_tile: _Optional[_Union[PlaceTile, _Mapping]] = ..., pass_placing: _Optional[_Union[PassPlacing, _Mapping]] = ..., found_chain: _Optional[_Union[FoundChain, _Mapping]] = ..., choose_survivor: _Optional[_Union[ChooseSurvivor, _Mapping]] = ..., choose_defunct: _Optional[_Union[ChooseDefunct, _Mapping]] = ..., dispose: _Optional[_Union[Dispose, _Mapping]] = ..., buy: _Optional[_Union[Buy, _Mapping]] = ..., exchange_dead: _Optional[_Union[ExchangeDead, _Mapping]] = ...) -> None: ...

class PlaceTile(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: int
    def __init__(self, position: _Optional[int] = ...) -> None: ...

class PassPlacing(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FoundChain(_message.Message):
    __slots__ = ("chain",)
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    chain: int
    def __init__(self, chain: _Optional[int] = ...) -> None: ...

class ChooseSurvivor(_message.Message):
    __slots__ = ("chain",)
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    chain: int
    def __init__(self, chain: _Optional[int] = ...) -> None: ...

class ChooseDefunct(_message.Message):
    __slots__ = ("chain",)
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    chain: int
    def __init__(self, chain: _Optional[int] = ...) -> None: ...

class Dispose(_message.Message):
    __slots__ = ("sell", "trade")
    SELL_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    sell: int
    trade: int
    def __init__(self, sell: _Optional[int] = ..., trade: _Optional[int] = ...) -> None: ...

class Buy(_message.Message):
    __slots__ = ("shares", "end")
    SHARES_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    shares: _containers.RepeatedCompositeFieldContainer[Purchase]
    end: bool
    def __init__(self, shares: _Optional[_Iterable[_Union[Purchase, _Mapping]]] = ..., end: bool = ...) -> None: ...

class Purchase(_message.Message):
    __slots__ = ("chain", "count")
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    chain: int
    count: int
    def __init__(self, chain: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class ExchangeDead(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, positions: _Optional[_Iterable[int]] = ...) -> None: ...

class Consent(_message.Message):
    __slots__ = ("seat", "since")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    since: int
    def __init__(self, seat: _Optional[int] = ..., since: _Optional[int] = ...) -> None: ...

class Substitute(_message.Message):
    __slots__ = ("seat", "identity", "x25519", "tip")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    X25519_FIELD_NUMBER: _ClassVar[int]
    TIP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    identity: bytes
    x25519: bytes
    tip: bytes
    def __init__(self, seat: _Optional[int] = ..., identity: _Optional[bytes] = ..., x25519: _Optional[bytes] = ..., tip: _Optional[bytes] = ...) -> None: ...

class Return(_message.Message):
    __slots__ = ("x25519", "tip")
    X25519_FIELD_NUMBER: _ClassVar[int]
    TIP_FIELD_NUMBER: _ClassVar[int]
    x25519: bytes
    tip: bytes
    def __init__(self, x25519: _Optional[bytes] = ..., tip: _Optional[bytes] = ...) -> None: ...
