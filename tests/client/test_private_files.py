import json
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.storage import hostkeys, knownhosts, owntables, profiles
from acquire_client.storage.hostkeys import Guests
from acquire_client.storage.knownhosts import KnownHost
from acquire_client.storage.owntables import OwnTable
from acquire_client.storage.private import write_private
from acquire_net.errors import Refused, Unreadable


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    return tmp_path


def key(number: int) -> bytes:
    return bytes([number]) * 32


def entropy(length: int) -> bytes:
    return bytes([5]) * length


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


# -- the host's own keys ----------------------------------------------------------------------


def host_keys(pem: bytes = b"a certificate") -> hostkeys.HostKeys:
    return hostkeys.load(entropy, lambda: pem)


def test_host_keeps_its_keys_for_the_next_time(home: Path) -> None:
    first = host_keys()

    assert host_keys(b"another") == first
    assert (first.certificate, first.identity) == (b"a certificate", entropy(32))
    assert {mode(home / "host" / name) for name in ("certificate.pem", "host.key")} == {0o600}
    assert mode(home / "host") == 0o700


@pytest.mark.parametrize("name", ["host/certificate.pem", "host/host.key", "host/guests"])
@pytest.mark.parametrize("open_to", [0o640, 0o604, 0o660])
def test_file_that_others_can_read_is_refused_with_the_command_that_mends_it(
    home: Path, name: str, open_to: int
) -> None:
    def use() -> None:
        host_keys()
        Guests.load()

    use()
    Guests.load().add(key(1))
    (home / name).chmod(open_to)

    with pytest.raises(Unreadable) as refused:
        use()
    assert f"chmod 600 '{home / name}'" in str(refused.value)

    (home / name).chmod(0o600)
    use()


def test_profile_key_that_others_can_read_is_refused(home: Path) -> None:
    profiles.take("default", entropy).release()
    (home / "profiles" / "default.key").chmod(0o644)

    with pytest.raises(Unreadable, match="chmod 600"):
        profiles.take("default", entropy)


@pytest.mark.parametrize("text", ["", "no key", "00" * 31, "zz" * 32])
def test_damaged_host_key_is_not_replaced_silently(home: Path, text: str) -> None:
    host_keys()
    (home / "host" / "host.key").write_text(text)

    with pytest.raises(Unreadable, match="move it away"):
        host_keys()


def test_guests_come_back_after_a_restart_and_a_torn_line_admits_nobody(home: Path) -> None:
    guests = Guests.load()
    for number in (1, 2, 1):
        guests.add(key(number))
    with (home / "host" / "guests").open("ab") as stream:
        stream.write(key(3).hex().encode()[:40])

    again = Guests.load()
    again.add(key(4))

    assert again.keys == (key(1), key(2), key(4))
    assert Guests.load().keys == again.keys
    assert mode(home / "host" / "guests") == 0o600


def test_whole_last_line_without_its_end_is_kept_whole(home: Path) -> None:
    Guests.load().add(key(1))
    path = home / "host" / "guests"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))

    Guests.load().add(key(2))

    assert Guests.load().keys == (key(1), key(2))


def test_oldest_guests_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostkeys, "MOST_GUESTS", 2)
    guests = Guests.load()
    for number in (1, 2, 3):
        guests.add(key(number))

    assert Guests.load().keys == (key(2), key(3))


# -- hosts met --------------------------------------------------------------------------------

RED = KnownHost(key(1), key(11), "Red's table", ("192.168.1.20:7777",))
SKY = KnownHost(key(2), key(12), "Sky's table", ("192.168.1.31:7777",))


def test_host_is_remembered_with_its_last_addresses() -> None:
    knownhosts.remember(RED)
    knownhosts.remember(SKY)
    moved = KnownHost(RED.key, RED.fingerprint, "Red again", ("192.168.1.99:7777",))
    knownhosts.remember(moved)

    red, sky = knownhosts.load()
    assert sky == SKY
    assert red.name == "Red again"
    assert red.addresses == ("192.168.1.99:7777", "192.168.1.20:7777")


def test_address_belongs_to_whoever_was_met_there_last() -> None:
    knownhosts.remember(RED)
    knownhosts.remember(KnownHost(SKY.key, SKY.fingerprint, SKY.name, RED.addresses))

    sky, red = knownhosts.load()
    assert sky.addresses == RED.addresses
    assert red.addresses == ()


def test_name_of_a_host_cannot_draw_on_the_terminal() -> None:
    knownhosts.remember(KnownHost(key(1), key(11), "\x1b[2JRed\u202e\n" + "x" * 900, ()))

    (host,) = knownhosts.load()
    assert host.name == ("[2JRed " + "x" * 900)[:48]


@pytest.mark.parametrize(
    "which", ["2", "Red's table", "red's TABLE", "192.168.1.20:7777", key(1).hex()[:12]]
)
def test_host_is_forgotten_by_number_name_address_or_key(which: str) -> None:
    knownhosts.remember(RED)
    knownhosts.remember(SKY)

    assert knownhosts.forget(which) == RED
    assert knownhosts.load() == (SKY,)


@pytest.mark.parametrize("which", ["3", "0", "Blue's table", "0101", "", "10.0.0.1"])
def test_host_that_is_not_known_cannot_be_forgotten(which: str) -> None:
    knownhosts.remember(RED)
    with pytest.raises(Refused, match="No host is known"):
        knownhosts.forget(which)
    assert knownhosts.load() == (RED,)


def test_two_hosts_of_one_name_are_not_confused() -> None:
    for host in (RED, KnownHost(key(3), key(13), RED.name, ())):
        knownhosts.remember(host)
    with pytest.raises(Refused, match="2 hosts are known"):
        knownhosts.forget(RED.name)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-20],
        lambda text: text.replace("acquire-hosts/1", "acquire-hosts/2"),
        lambda text: text.replace('"name"', '"nome"'),
        lambda text: text.replace(key(1).hex(), "12"),
        lambda _: "[]",
        lambda _: "\udcff",
    ],
)
def test_damaged_list_of_hosts_is_told_and_kept(home: Path, damage: Callable[[str], str]) -> None:
    knownhosts.remember(RED)
    path = home / "known_hosts.json"
    damaged = damage(path.read_text()).encode("utf-8", "surrogateescape")
    path.write_bytes(damaged)

    with pytest.raises(Unreadable, match=r"known_hosts\.json is damaged"):
        knownhosts.remember(SKY)
    assert path.read_bytes() == damaged


# -- tables of one's own ----------------------------------------------------------------------

OWN = OwnTable("::", 7777, key(11), key(1), "482913")


def test_own_table_is_found_while_it_runs(home: Path) -> None:
    OWN.publish()

    assert owntables.find(7777, key(11)) == OWN
    assert mode(home / "tables" / "7777.json") == 0o600
    assert "482913" not in repr(OWN)

    OWN.withdraw()
    assert owntables.find(7777, key(11)) is None
    OWN.withdraw()


def test_what_a_killed_host_left_behind_is_not_taken_for_another() -> None:
    OWN.publish()

    assert owntables.find(7777, key(12)) is None
    assert owntables.find(7778, key(11)) is None


def test_new_table_at_the_port_is_not_withdrawn_by_the_old_one() -> None:
    new = OwnTable("::", 7777, key(11), key(1), "000000")
    OWN.publish()
    new.publish()
    OWN.withdraw()

    assert owntables.find(7777, key(11)) == new


@pytest.mark.parametrize("text", ["", "{", "[]", "null", json.dumps({"port": 7777})])
def test_damaged_note_of_a_table_is_none(home: Path, text: str) -> None:
    OWN.publish()
    (home / "tables" / "7777.json").write_text(text)

    assert owntables.find(7777, key(11)) is None


def test_note_that_others_could_read_is_not_believed(home: Path) -> None:
    OWN.publish()
    (home / "tables" / "7777.json").chmod(0o644)

    assert owntables.find(7777, key(11)) is None


def test_a_profile_with_a_bad_key_is_not_left_taken(home: Path) -> None:
    path = home / "profiles" / "ann.key"
    write_private(path, b"no key\n")
    with pytest.raises(Unreadable):
        profiles.take("ann", entropy)
    path.unlink()

    taken = profiles.take("ann", entropy, exactly=True)
    taken.release()
    assert taken.name == "ann"
