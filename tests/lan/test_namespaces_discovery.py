"""Tables are found by multicast from one laptop to another."""

import json
import sys
from collections.abc import Callable
from subprocess import Popen

import pytest

from tests.lan.namespaces import Lan, Laptop
from tests.lan.speaker import host_of

pytestmark = pytest.mark.long

Row = dict[str, object]
SPEAKER = [sys.executable, "-m", "tests.lan.speaker"]


class Speaker:
    """A speaker's lines; it falls silent by itself, so that waiting always ends."""

    def __init__(self, laptop: Laptop, *command: str) -> None:
        self._process: Popen[str] = laptop.popen([*SPEAKER, *command])

    def until(self, wanted: Callable[[Row], bool]) -> Row:
        """The first line from here on that is as wanted."""
        assert self._process.stdout is not None
        heard = []
        for line in self._process.stdout:
            row: Row = json.loads(line)
            heard.append(row)
            if wanted(row):
                return row
        raise AssertionError(f"never heard; only {heard}")

    def say(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")

    def goodbye(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self.until(lambda row: "ended" in row)


def shows(**wanted: object) -> Callable[[Row], bool]:
    """Whether a line lists a table with all those values."""

    def check(row: Row) -> bool:
        tables = row.get("tables")
        return isinstance(tables, list) and any(wanted.items() <= one.items() for one in tables)

    return check


def names(row: Row) -> list[str] | None:
    tables = row.get("tables")
    return sorted(one["name"] for one in tables) if isinstance(tables, list) else None


def test_table_is_found_on_other_laptops_followed_and_gone_after_its_goodbye(lan: Lan) -> None:
    host, one, two = (lan.laptop(name) for name in ("host", "one", "two"))
    listeners = [Speaker(one, "browse"), Speaker(two, "browse")]
    table = Speaker(host, "advertise", "Red's table", "red")

    for listener in listeners:
        listener.until(shows(name="Red's table", players=1, addresses=[f"{host.address}:7777"]))
    table.say("3")
    for listener in listeners:
        listener.until(shows(name="Red's table", players=3))
    table.goodbye()
    for listener in listeners:
        listener.until(lambda row: row == {"tables": []})


def test_second_table_of_a_name_is_seen_under_another(lan: Lan) -> None:
    red, blue, guest = (lan.laptop(name) for name in ("red", "blue", "guest"))
    listener = Speaker(guest, "browse")
    Speaker(red, "advertise", "Our table", "red")
    listener.until(lambda row: names(row) == ["Our table"])

    second = Speaker(blue, "advertise", "Our table", "blue")

    told = second.until(lambda row: "report" in row)["report"]
    assert told == "Another table here has that name, so others see this one as Our table-2."
    listener.until(lambda row: names(row) == ["Our table", "Our table-2"])


def test_host_with_another_address_is_found_again_by_its_id(lan: Lan) -> None:
    host, guest = lan.laptop("host"), lan.laptop("guest")
    follower = Speaker(guest, "browse")
    Speaker(host, "advertise", "Red's table", "red")
    old = f"{host.address}:7777"
    follower.until(shows(host=host_of("red"), addresses=[old]))

    new = f"{host.readdress()}:7777"

    follower.until(shows(host=host_of("red"), addresses=[new]))
    found = Speaker(guest, "find", "red").until(lambda row: "found" in row)["found"]
    assert isinstance(found, dict)
    assert found["addresses"] == [new]


def test_host_whose_cable_was_out_is_found_by_who_comes_later(lan: Lan) -> None:
    host, guest = lan.laptop("host"), lan.laptop("guest")
    host.down()
    Speaker(host, "advertise", "Red's table", "red").until(lambda row: "started" in row)
    listener = Speaker(guest, "browse")
    listener.until(lambda row: row == {"tables": []})

    host.up()

    listener.until(shows(name="Red's table"))


def test_tables_of_one_name_on_two_networks_that_become_one_are_told_apart(lan: Lan) -> None:
    red, blue, guest = (lan.laptop(name) for name in ("red", "blue", "guest"))
    blue.down()
    for laptop in (red, blue):
        Speaker(laptop, "advertise", "Our table", laptop.name)
    Speaker(guest, "browse").until(lambda row: names(row) == ["Our table"])

    blue.up()

    later = Speaker(guest, "browse")
    later.until(lambda row: names(row) == ["Our table", "Our table-2"])
