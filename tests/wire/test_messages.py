import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from acquire_host.door import for_strangers
from acquire_host.seating import Seating
from acquire_net.errors import Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.editions import CLASSIC
from acquire_net.v1 import statements_pb2, table_pb2
from acquire_net.wire.messages import (
    entries_from,
    glance_from,
    glance_message,
    lobby_from,
    lobby_message,
    parsed,
    statement_from,
    statement_message,
    update_bytes,
    update_from,
    update_message,
)
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
    Phase,
    Presence,
    Update,
)
from tests.tables import NAMES, Game, secrets_of
from tests.wire.network import make_hosting


def full_lobby() -> Lobby:
    hosting = make_hosting()
    hosting.seating = Seating(CLASSIC, 3)
    for seat in range(3):
        secrets = secrets_of(1, seat)
        hosting.sit(secrets.public_identity, NAMES[seat], secrets.public_table, bot=seat == 2)
    return hosting.lobby()


ENTRIES = tuple(Game(seats=3).run(until=lambda game: game.table.published > 12).table.entries)

UPDATES: list[Update] = [
    HeaderLine(b'{"exact":"bytes"}'),
    full_lobby(),
    make_hosting().lobby(),
    Entries(ENTRIES),
    Entries(()),
    Presence((0, 2), 3),
    Presence((), 0),
    Presence((1,), 0, (Away(0, 40), Away(2, 0)), (1, 2)),
    for_strangers(full_lobby()),
    *(Notice(kind, "Ann", 0, "hello") for kind in NoticeKind),
    Notice(NoticeKind.HOST, "", None, "Welcome."),
    Heartbeat(0),
    Heartbeat(2**63),
    *(Goodbye(reason, "Bye.") for reason in GoodbyeReason),
]


@pytest.mark.parametrize("update", UPDATES)
def test_update_arrives_as_it_was_sent(update: Update) -> None:
    data = update_message(update).SerializeToString()

    assert update_from(parsed(table_pb2.WatchResponse, data)) == update


@pytest.mark.parametrize("update", UPDATES, ids=lambda update: type(update).__name__)
def test_update_is_encoded_once_for_all_who_watch(update: Update) -> None:
    encoded = update_bytes(update)

    assert encoded == update_message(update).SerializeToString()
    assert update_bytes(replace(update)) is encoded


def test_table_at_a_glance_arrives_as_it_was_sent() -> None:
    glance = make_hosting().glance(bytes(32))
    data = glance_message(glance).SerializeToString()

    assert glance_from(parsed(table_pb2.GetTableResponse, data)) == glance


def test_statement_arrives_as_it_was_signed() -> None:
    statement = ENTRIES[0].statement

    assert statement_from(statement_message(statement)) == statement


def test_every_phase_has_its_number() -> None:
    assert [phase.value for phase in Phase] == [
        table_pb2.Phase.Value(f"PHASE_{phase.name}") for phase in Phase
    ]


def lobby_with(change: Callable[[table_pb2.Lobby], None]) -> table_pb2.Lobby:
    message = lobby_message(full_lobby())
    change(message)
    return message


def no_phase(lobby: table_pb2.Lobby) -> None:
    lobby.ClearField("phase")


def no_table_id(lobby: table_pb2.Lobby) -> None:
    lobby.ClearField("table_id")


def long_host_key(lobby: table_pb2.Lobby) -> None:
    lobby.host_key += b"."


def short_host_identity(lobby: table_pb2.Lobby) -> None:
    lobby.host_identity = b"short"


def no_identity(lobby: table_pb2.Lobby) -> None:
    lobby.seats[1].ClearField("identity")


def short_table_key(lobby: table_pb2.Lobby) -> None:
    lobby.seats[0].x25519 = bytes(31)


def seats_out_of_order(lobby: table_pb2.Lobby) -> None:
    lobby.seats[0].index = 1


@pytest.mark.parametrize(
    "change",
    [
        no_phase,
        no_table_id,
        long_host_key,
        short_host_identity,
        no_identity,
        short_table_key,
        seats_out_of_order,
    ],
)
def test_lobby_that_lacks_something_is_unreadable(
    change: Callable[[table_pb2.Lobby], None],
) -> None:
    with pytest.raises(Unreadable):
        lobby_from(lobby_with(change))


@pytest.mark.parametrize(
    "message",
    [
        table_pb2.WatchResponse(),
        table_pb2.WatchResponse(notice=table_pb2.Notice(text="no kind")),
        table_pb2.WatchResponse(goodbye=table_pb2.Goodbye(text="no reason")),
        table_pb2.WatchResponse(lobby=table_pb2.Lobby()),
        table_pb2.WatchResponse(
            entries=table_pb2.EntryBatch(entries=[statements_pb2.Entry(host_signature=bytes(64))])
        ),
        parsed(table_pb2.WatchResponse, b"\x2a\x02\x08\x63"),  # a notice of kind 99
        parsed(table_pb2.WatchResponse, b"\x7a\x00"),  # an update that is not known yet
    ],
)
def test_update_that_says_nothing_known_is_unreadable(message: table_pb2.WatchResponse) -> None:
    with pytest.raises(Unreadable):
        update_from(message)


@pytest.mark.parametrize("nonce", [b"", bytes(31), bytes(33)])
def test_nonce_of_another_length_is_unreadable(nonce: bytes) -> None:
    with pytest.raises(Unreadable):
        glance_from(glance_message(make_hosting().glance(nonce)))


def test_table_without_a_lobby_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        glance_from(table_pb2.GetTableResponse(nonce=bytes(32)))


def test_words_of_others_cannot_drive_a_terminal() -> None:
    evil = "\x1b[2J\u202eevil\n" + "x" * 400
    notice = update_from(update_message(Notice(NoticeKind.SAY, evil, 1, evil)))
    goodbye = update_from(update_message(Goodbye(GoodbyeReason.REMOVED, evil)))

    assert isinstance(notice, Notice)
    assert isinstance(goodbye, Goodbye)
    for text, limit in ((notice.sender, 24), (notice.text, 300), (goodbye.text, 300)):
        assert text.isprintable()
        assert text.startswith("[2Jevil")
        assert len(text) == limit


def test_random_bytes_are_unreadable_or_an_update() -> None:
    rng = random.Random(5)
    whole = [update_message(update).SerializeToString() for update in UPDATES]
    read = 0
    for _ in range(3000):
        data = bytearray(rng.choice(whole)[:400] or rng.randbytes(20))
        for _ in range(rng.randrange(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            update_from(parsed(table_pb2.WatchResponse, bytes(data)))
            read += 1
        except Unreadable:
            pass
    assert 0 < read < 3000


def test_entries_with_short_signatures_are_unreadable() -> None:
    batch = update_message(Entries(ENTRIES)).entries
    batch.entries[0].host_signature = bytes(63)

    with pytest.raises(Unreadable):
        entries_from(batch.entries)


def test_host_key_of_a_lobby_is_that_of_its_secrets() -> None:
    assert full_lobby().host_key == secrets_of(1, REFEREE).public_identity
