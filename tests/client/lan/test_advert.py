from dataclasses import replace

import pytest

from acquire_client.address import Address
from acquire_client.lan.advert import Advert, Found, advert_of, host_id, label_of, read_found
from acquire_net.errors import Unreadable
from acquire_net.wire.updates import Lobby, Phase, SeatInfo
from tests.client.lan.tables import advert

Txt = dict[bytes, bytes | None]


def txt_of(one: Advert, **changed: str) -> Txt:
    return {key.encode(): value.encode() for key, value in {**one.txt(), **changed}.items()}


def read(label: str, txt: Txt, *hosts: str, port: int | None = 7777) -> Found:
    return read_found(label, txt, hosts or ("192.168.1.20",), port)


def test_what_a_host_advertises_is_what_others_find() -> None:
    one = advert()

    assert read(one.label, txt_of(one)) == Found(
        "Red's table",
        (Address("192.168.1.20", 7777),),
        one.table_id,
        one.host_id,
        2,
        6,
        Phase.LOBBY,
        code=True,
        protocol=1,
    )


def test_lobby_is_advertised_with_its_players_and_no_keys() -> None:
    player = SeatInfo(0, "Red", b"i" * 32, b"x" * 32, ready=True, connected=True, bot=False)
    lobby = Lobby(
        "Red's table", Phase.LOBBY, "{}", (player,), 3, b"i" * 32, b"t" * 32, 0, b"h" * 32, 4
    )

    one = advert_of(lobby, 7777, code=False)

    found = read(one.label, txt_of(one))
    assert (found.players, found.seats, found.code) == (1, 4, False)
    assert found.table_id == (b"t" * 32).hex()
    assert found.host_id == host_id(b"h" * 32)
    assert not any((key * 32).hex() in str(one.txt()) for key in (b"i", b"x", b"h"))


@pytest.mark.parametrize(
    "name",
    [
        "Red's table",
        "Mr. Red's 2nd. table..",
        "Łódź, 東京 and 🎲",
        "東" * 48,
        "🎲" * 48,
        "." * 10 + "x",
        "Table-2",
    ],
)
def test_name_survives_the_network_whole_within_the_limits_of_dns(name: str) -> None:
    one = advert(name)

    assert "." not in one.label
    assert 0 < len(one.label.encode()) <= 59
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in one.txt().items())
    assert read(one.label, txt_of(one)).name in (name, name[:48])
    assert read(one.label + "-2", txt_of(one)).name.endswith("-2")


def test_long_name_is_cut_between_two_characters() -> None:
    assert label_of("東" * 48) == "東" * 19


def test_table_without_a_name_has_one_all_the_same() -> None:
    assert label_of(" . ") == "A table"
    assert read(" ", txt_of(advert("")), "10.0.0.1").name == "A table"


def test_namesake_is_shown_as_its_host_was_told() -> None:
    one = advert("Mr. Red's table")

    assert read("Mr Red's table-2", txt_of(one)).name == "Mr. Red's table-2"


def test_name_in_the_record_does_not_replace_another_on_the_network() -> None:
    assert read("Blue", txt_of(advert("Red's table"))).name == "Blue"


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("\x1b[2J\x1b]0;owned\x07Red", "[2J]0;ownedRed"),
        ("Red\u202egnp.exe", "Redgnp.exe"),
        ("Red\n1. Fake table", "Red 1. Fake table"),
        ("Z" + "\u0301" * 500, "\u0179\u0301\u0301"),
        ("x" * 10_000, "x" * 52),
    ],
)
def test_hostile_name_is_tamed(label: str, name: str) -> None:
    shown = read(label, txt_of(advert(), name=label)).name

    assert shown.startswith(name[:40])
    assert len(shown) <= 52
    assert shown.isprintable()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((b"players", value) for value in (b"", b"2", b"7/6", b"1/1", b"2/7", b"-1/4", b"999/6")),
        *((b"players", value) for value in ("٢/6".encode(), b"2/6\n", b"2/6/6")),
        *((b"phase", value) for value in (b"", b"LOBBY", b"paused", b"\xff")),
        *((b"code", value) for value in (b"", b"2", b"yes", b"01")),
        *((b"proto", value) for value in (b"", b"x", b"-1", b"9" * 200)),
        *((b"id", value) for value in (b"", b"zz" * 32, b"AB" * 32, b"ab" * 31, b"\x1b[2J")),
        *((b"host", value) for value in (b"", b"0" * 15, b"0" * 17, b"../../etc/passwd")),
    ],
)
def test_record_that_no_host_writes_is_unreadable(key: bytes, value: bytes) -> None:
    good = txt_of(advert())
    for bad in ({**good, key: value}, {**good, key: None}, {k: good[k] for k in good if k != key}):
        with pytest.raises(Unreadable):
            read("Red", bad)


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_table_at_no_port_is_unreadable(port: int | None) -> None:
    with pytest.raises(Unreadable, match="no address"):
        read("Red", txt_of(advert()), port=port)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "::1", "0.0.0.0", "::", "224.0.0.251", "ff02::fb", "255.255.255.255"),
        *("fe80::1", "::ffff:127.0.0.1", "localhost", "evil.example", "", "1.2.3", "\x1b"),
    ],
)
def test_address_that_leads_nowhere_or_to_ourselves_is_left_out(host: str) -> None:
    with pytest.raises(Unreadable, match="no address"):
        read("Red", txt_of(advert()), host)

    kept = read("Red", txt_of(advert()), host, "10.0.0.1").addresses
    assert kept == (Address("10.0.0.1", 7777),)


def test_flood_of_addresses_is_cut() -> None:
    many = [f"10.0.0.{number}" for number in range(1, 200)]

    assert len(read("Red", txt_of(advert()), *many).addresses) == 8


def test_only_a_lobby_with_a_free_seat_and_our_protocol_is_open() -> None:
    found = read("Red", txt_of(advert()))

    assert found.open
    assert not replace(found, players=6).open
    assert not replace(found, phase=Phase.PLAYING).open
    assert not replace(found, protocol=2).open


def test_host_id_is_short_and_of_its_key_alone() -> None:
    assert host_id(bytes(32)) == host_id(bytes(32)) != host_id(b"\1" * 32)
    assert len(host_id(bytes(32))) == 16
