"""Cables pulled out, laptops that drop off the network, move, or freeze: the game goes on after it.

Two play on laptops of their own, the host is on a third.
"""

import signal
import threading

import pytest

from tests.lan.conftest import Account
from tests.lan.duel import FOUND, LOST, Duel, Watch
from tests.lan.namespaces import Lan

pytestmark = pytest.mark.long

PARTED = 20.0
"""Seconds for which a laptop is parted from the others."""


@pytest.fixture
def duel(lan: Lan, account: Account) -> Duel:
    one = Duel(account("host"), account("bo"), account("robot"))
    one.sit(lan.laptops["host"].address)
    one.comes_to(15)
    return one


def test_a_player_parted_from_the_others_comes_back_and_plays_on(lan: Lan, duel: Duel) -> None:
    lan.laptops["bo"].part()
    threading.Event().wait(PARTED)
    duel.bot.wait_for("Bo is away")
    lan.laptops["bo"].meet()
    back = Watch()
    duel.join.wait_for(FOUND)
    back.tell("a parted player was back")
    duel.bot.wait_for("Bo is back")
    duel.ends_well()


def test_players_parted_from_the_host_come_back_and_play_on(lan: Lan, duel: Duel) -> None:
    lan.laptops["host"].part()
    threading.Event().wait(PARTED)
    lan.laptops["host"].meet()
    back = Watch()
    duel.find()
    back.tell("players parted from the host were back")
    duel.ends_well()


@pytest.mark.parametrize("name", ["bo", "host"])
def test_a_cable_that_was_pulled_out_is_plugged_in_again(lan: Lan, duel: Duel, name: str) -> None:
    lan.laptops[name].down()
    duel.join.wait_for(LOST)
    lan.laptops[name].up()
    back = Watch()
    duel.join.wait_for(FOUND)
    back.tell(f"back after the cable of {name} was plugged in")
    duel.ends_well()


def test_a_player_with_another_address_comes_back(lan: Lan, duel: Duel) -> None:
    back = Watch()
    lan.laptops["bo"].readdress()
    duel.join.wait_for(FOUND)
    back.tell("a player with another address was back")
    duel.ends_well()


def test_a_host_with_another_address_is_found_again_while_it_runs(lan: Lan, duel: Duel) -> None:
    back = Watch()
    lan.laptops["host"].readdress()
    duel.find()
    back.tell("a host with another address was found")
    duel.ends_well()


def test_a_host_resumed_at_another_address_is_found_by_its_key(lan: Lan, duel: Duel) -> None:
    duel.host.kill()
    duel.lose()
    lan.laptops["host"].readdress()
    duel.resume()
    duel.host.address()
    back = Watch()
    duel.find()
    back.tell("a host resumed at another address was found")
    duel.ends_well()


def test_a_host_that_freezes_is_noticed_and_one_started_anew_is_found(duel: Duel) -> None:
    frozen = Watch()
    duel.host.signal(signal.SIGSTOP)
    duel.lose()
    frozen.tell("a frozen host was noticed")
    duel.host.kill()
    duel.resume()
    duel.host.address()
    back = Watch()
    duel.find()
    back.tell("live again after a restart")
    duel.ends_well()
