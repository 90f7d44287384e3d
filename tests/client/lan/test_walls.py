import errno

import pytest

from acquire_client.address import Address
from acquire_client.lan.walls import cut_off, unreached, walls

HERE = (Address("192.168.1.20", 7777), Address("10.0.0.5", 7777))


@pytest.mark.parametrize(
    ("platform", "words"),
    [
        ("darwin", "Local Network"),
        ("win32", "Allow an app through firewall"),
        ("linux", "TCP port 7777"),
    ],
)
def test_each_system_has_its_own_wall(platform: str, words: str) -> None:
    assert words in " ".join(walls(7777, platform))


def test_host_whom_nobody_reached_is_told_the_steps_and_what_others_type() -> None:
    told = " ".join(unreached(HERE, "win32"))

    assert "cancelled its dialog" in told
    assert "acquire join 192.168.1.20:7777 (or, if that fails, 10.0.0.5:7777)." in told
    assert "acquire doctor" in told


def test_host_without_a_network_is_told_that() -> None:
    assert "no network" in " ".join(unreached((), "linux"))


def test_mac_that_lets_nothing_out_is_told_where_to_allow_it() -> None:
    error = OSError(errno.EHOSTUNREACH, "No route to host")

    assert "Local Network" in cut_off(HERE, error, "darwin")
    assert "Local Network" not in cut_off(HERE, error, "linux")


def test_closed_port_and_silence_are_told_apart() -> None:
    assert "no table is open" in cut_off(HERE, ConnectionRefusedError(), "linux")
    assert "Guest Wi-Fi" in cut_off(HERE, TimeoutError(), "linux")
