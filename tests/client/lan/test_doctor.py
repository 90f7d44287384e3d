import asyncio
import io
import socket

import pytest

from acquire_client.lan.addresses import Likely, OwnAddress
from acquire_client.lan.doctor import clock, doctor, free_port, hears_itself, network, versions
from acquire_client.voices import PlainVoice
from tests.client.lan.loopback import only_loopback, skip_without_multicast

DAY = 86_400.0
INSTALLED = 1_800_000_000.0
WIFI = OwnAddress("192.168.1.20", 24, "wlan0", Likely.PRIVATE)
DOCKER = OwnAddress("172.17.0.1", 16, "docker0", Likely.VIRTUAL)


@pytest.mark.parametrize(
    ("now", "fine"),
    [
        (INSTALLED, True),
        (INSTALLED + 365 * DAY, True),
        (INSTALLED - DAY / 2, True),
        (INSTALLED - 2 * DAY, False),
        (0.0, False),
        (INSTALLED + 20 * 366 * DAY, False),
        (1e30, False),
    ],
)
def test_clock_that_cannot_be_right_is_trouble(now: float, fine: bool) -> None:
    assert clock(now, INSTALLED).fine is fine


def test_addresses_are_told_and_having_none_that_help_is_trouble() -> None:
    assert str(network((WIFI, DOCKER))).startswith(
        "ok: others reach this computer at 192.168.1.20 (wlan0)"
    )
    assert str(network((DOCKER,))).startswith("trouble: only addresses that others seldom reach")
    assert str(network(only_loopback())).startswith("trouble: this computer is on no network")
    assert not network(()).fine


def test_taken_port_is_trouble_and_says_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen(1)
        port = taken.getsockname()[1]

        found = free_port(port)

    assert not found.fine
    assert f"port {port} cannot be used" in found.text
    assert "--port 0" in found.text
    assert free_port(port).fine


def test_versions_name_what_must_be_equal() -> None:
    assert "protocol 1, rules" in versions().text


def test_computer_hears_itself() -> None:
    skip_without_multicast()

    assert asyncio.run(hears_itself(only_loopback)).fine


def test_computer_that_cannot_announce_is_told_why_and_what_to_do() -> None:
    def broken() -> tuple[OwnAddress, ...]:
        raise OSError("address in use")

    found = asyncio.run(hears_itself(broken, seconds=0.1))

    assert not found.fine
    assert "address in use" in found.text
    assert "UDP port 5353" in found.text


def test_doctor_tells_a_line_for_each_check_and_the_walls() -> None:
    skip_without_multicast()
    out = io.StringIO()
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        code = asyncio.run(doctor(PlainVoice(out), port, here=only_loopback))

    lines = out.getvalue().splitlines()
    checks = [line.split(":")[0] for line in lines if line.startswith(("ok:", "trouble:"))]
    assert checks == ["ok", "ok", "trouble", "trouble", "ok"]
    assert code == 1
    assert any("Guest Wi-Fi" in line for line in lines)
