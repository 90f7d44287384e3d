"""Two play through a network that delays, holds back, loses and cuts; no move is lost or doubled."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.programs import Computer
from tests.lan.duel import FOUND, LOST, SHORT_RULES, Duel, Watch
from tests.lan.proxy import Proxy, Way

pytestmark = pytest.mark.long

Three = tuple[Computer, Computer, Computer]


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Three]:
    """Those of the host, of Bo, and of the bot."""
    host, bo, robot = (Computer(tmp_path / name) for name in ("host", "bo", "robot"))
    three = host, bo, robot
    for computer in three:
        computer.home.mkdir()
    yield three
    for computer in three:
        computer.put_out()


@pytest.fixture
def duel(computers: Three) -> Duel:
    return Duel(*computers, "--port", "0")


@pytest.mark.parametrize("jitter", [0.0, 0.1])
def test_a_slow_network_only_makes_the_game_slow(computers: Three, jitter: float) -> None:
    duel = Duel(*computers, "--port", "0", rules=SHORT_RULES)
    with Proxy(duel.address, delay=0.1, jitter=jitter) as network:
        duel.sit(network.address)
        duel.ends_well()
    assert LOST not in duel.join.output


def test_a_connection_cut_before_the_game_costs_nobody_the_seat(duel: Duel) -> None:
    with Proxy(duel.address) as network:
        duel.sit_bo(network.address)
        network.cut()
        duel.join.wait_for(FOUND)
        duel.sit_bot(network.address)
        duel.ends_well()


def test_a_network_that_stalls_now_and_then_loses_nobody(duel: Duel) -> None:
    with Proxy(duel.address) as network:
        duel.sit(network.address)
        for entries in (10, 18, 26):
            duel.comes_to(entries)
            network.hold()
            threading.Event().wait(3)
            network.release()
        duel.ends_well()
    assert LOST not in duel.join.output


def test_what_was_held_back_until_everybody_had_connected_anew_comes_too_late(duel: Duel) -> None:
    with Proxy(duel.address) as network:
        duel.sit(network.address)
        duel.comes_to(15)
        stalled = Watch()
        network.hold()
        duel.lose()
        stalled.tell("lost a network that stalls")
        duel.find()
        stalled.tell("found another way")
        network.release()
        duel.ends_well()


def test_connections_cut_in_the_middle_of_a_message_are_made_again(duel: Duel) -> None:
    with Proxy(duel.address) as network:
        duel.sit(network.address)
        duel.comes_to(12)
        network.fuse = lambda: network.rng.randrange(5_000, 15_000)
        network.cut()
        before = network.accepted
        duel.ends_well()
        assert network.accepted > before + 5


def test_a_host_that_accepts_and_stays_silent_is_tried_again(duel: Duel) -> None:
    with Proxy(duel.address) as network:
        duel.sit(network.address)
        duel.comes_to(15)
        network.stay_silent(4)
        network.cut()
        duel.lose()
        silent = Watch()
        duel.find()
        silent.tell("found after connections that stayed silent")
        assert network.silent == 0
        duel.ends_well()


@pytest.mark.parametrize("way", ["to the host", "to the client"])
def test_a_connection_that_carries_one_way_only_is_given_up(duel: Duel, way: Way) -> None:
    with Proxy(duel.address) as network:
        duel.sit(network.address)
        duel.comes_to(15)
        lost = Watch()
        network.swallow(way)
        duel.lose()
        lost.tell(f"noticed that nothing came {way}")
        duel.find()
        lost.tell("found again")
        duel.ends_well()
