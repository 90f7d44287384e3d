"""Discovery over multicast on loopback, where that works."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from acquire_client.address import Address
from acquire_client.lan.addresses import OwnAddress
from acquire_client.lan.advert import Advert, Found
from acquire_client.lan.advertising import Advertiser, advertise
from acquire_client.lan.discovery import MOST_TABLES, Air, browse, find
from acquire_net.wire.updates import Phase
from tests.client.lan.loopback import (
    LOOPBACK,
    only_loopback,
    own_service,
    skip_without_multicast,
)
from tests.client.lan.tables import advert

Tables = tuple[Found, ...]


class Place:
    """A network of its own, and what its host was told."""

    def __init__(self) -> None:
        self.service = own_service()
        self.told: list[str] = []

    @asynccontextmanager
    async def advertise(self, *adverts: Advert) -> AsyncIterator[Advertiser]:
        async with advertise(
            *adverts, report=self.told.append, service=self.service, here=only_loopback
        ) as air:
            yield air

    @asynccontextmanager
    async def browse(self) -> AsyncIterator[Air]:
        async with browse(report=self.told.append, service=self.service, here=only_loopback) as air:
            yield air


class Told:
    """What was reported."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.something = asyncio.Event()

    def __call__(self, sentence: str) -> None:
        self.sentences.append(sentence)
        self.something.set()


@pytest.fixture
def place() -> Place:
    skip_without_multicast()
    return Place()


async def until(air: Air, wanted: Callable[[Tables], bool]) -> Tables:
    async with asyncio.timeout(20):
        while not wanted(seen := air.found):
            await air.changed(seen)
    return seen


def names(*wanted: str) -> Callable[[Tables], bool]:
    return lambda tables: sorted(one.name for one in tables) == sorted(wanted)


def test_table_appears_changes_and_vanishes(place: Place) -> None:
    async def story() -> None:
        async with place.browse() as air:
            async with place.advertise(advert("Mr. Red's table 東京")) as host:
                (found,) = await until(air, names("Mr. Red's table 東京"))
                assert found.addresses == (Address(LOOPBACK, 7777),)
                assert found.open
                now = replace(advert("Mr. Red's table 東京", players=5), phase=Phase.PLAYING)
                host.update(now)
                (found,) = await until(air, lambda tables: tables[0].players == 5)
                assert found.phase is Phase.PLAYING
            await until(air, names())
        assert place.told == []

    asyncio.run(story())


@pytest.mark.long
def test_namesake_and_long_names_are_seen_apart(place: Place) -> None:
    long = "🎲" * 48

    async def story() -> None:
        async with place.browse() as air, place.advertise(advert(long, 1)):
            await until(air, names(long))
            async with place.advertise(advert(long, 2)):
                await until(air, names(long, f"{long}-2"))

    asyncio.run(story())
    (told,) = place.told
    assert told.startswith("Another table here has that name")


@pytest.mark.long
def test_tables_of_one_host_with_one_name_are_told_apart(place: Place) -> None:
    async def story() -> None:
        twins = [advert("Twin", number) for number in (1, 2, 3)]
        async with place.browse() as air, place.advertise(*twins):
            await until(air, names("Twin", "Twin-2", "Twin-3"))

    asyncio.run(story())


@pytest.mark.long
def test_host_of_several_tables_opens_renames_and_closes_some(place: Place) -> None:
    async def story() -> None:
        async with place.browse() as air, place.advertise(advert("One", 1), advert("Two", 2)) as to:
            await until(air, names("One", "Two"))
            to.update(advert("Uno", 1), advert("Three", 3))
            await until(air, names("Uno", "Three"))

    asyncio.run(story())


@pytest.mark.long
def test_host_is_found_by_its_id_and_not_where_it_was_tried_in_vain(place: Place) -> None:
    async def looked_up(host: str, seconds: float, tried: frozenset[Address]) -> Found | None:
        return await find(host, seconds, tried=tried, service=place.service, here=only_loopback)

    async def story() -> None:
        wanted = advert("Blue's table", 2)
        async with place.advertise(advert("Red's table", 1), wanted):
            found = await looked_up(wanted.host_id, 20, frozenset())
            assert found is not None
            assert found.table_id == wanted.table_id
            assert await looked_up(wanted.host_id, 2, frozenset(found.addresses)) is None

    asyncio.run(story())


def test_hostile_records_beside_a_table_are_tamed_or_not_shown(place: Place) -> None:
    good = advert("Red's table").txt()
    hostile = {
        "Evil players": {**good, "players": "9999/2"},
        "Evil id": {**good, "id": "\x1b[2J"},
        "Evil nothing": {},
        "Evil \u202ename": {**good, "id": "ee" * 32, "name": "\x1b[2J" * 20},
    }

    async def story() -> None:
        zc = AsyncZeroconf(interfaces=[LOOPBACK])
        try:
            await zc.zeroconf.async_wait_for_start()
            async with place.browse() as air:
                for label, txt in hostile.items():
                    info = AsyncServiceInfo(
                        place.service,
                        f"{label}.{place.service}",
                        port=7777,
                        properties=txt,
                        server="evil.local.",
                        parsed_addresses=[LOOPBACK],
                    )
                    zc.zeroconf.registry.async_add(info)
                async with place.advertise(advert("Red's table")):
                    await until(air, names("Red's table", "Evil name"))
        finally:
            await zc.async_close()

    asyncio.run(story())


def test_flood_of_names_is_not_asked_about_without_end(place: Place) -> None:
    async def story() -> None:
        zc = AsyncZeroconf(interfaces=[LOOPBACK])
        air = Air(place.service)
        listening = asyncio.ensure_future(air.listen(zc, only_loopback()))
        for number in range(10 * MOST_TABLES):
            name = f"Table {number}.{place.service}"
            air._heard(zc.zeroconf, name, ServiceStateChange.Added, only_loopback())
        assert len(air._asking) == MOST_TABLES
        await asyncio.sleep(0)
        listening.cancel()
        await asyncio.wait({listening})
        assert not air._asking
        await zc.async_close()

    asyncio.run(story())


def test_failing_network_is_told_once_and_stops_nothing() -> None:
    def broken() -> tuple[OwnAddress, ...]:
        raise OSError("no such device")

    async def story() -> list[str]:
        told = Told()
        async with advertise(advert(), report=told, here=broken) as air:
            await told.something.wait()
            air.update(advert(players=3))
        return told.sentences

    assert asyncio.run(story()) == [
        "This table does not show up on other computers by itself (no such device);"
        " its address works."
    ]


def test_even_a_bug_below_discovery_only_makes_it_silent() -> None:
    def bug() -> tuple[OwnAddress, ...]:
        raise ZeroDivisionError

    async def story() -> list[str]:
        told = Told()
        async with browse(report=told, here=bug) as air:
            await told.something.wait()
            assert air.found == ()
        return told.sentences

    assert asyncio.run(story()) == ["Looking for tables does not work here (ZeroDivisionError)."]


def test_computer_without_any_address_says_so() -> None:
    async def story() -> list[str]:
        told = Told()
        async with browse(report=told, here=tuple):
            await told.something.wait()
        return told.sentences

    assert asyncio.run(story()) == [
        "Looking for tables does not work here (this computer has no network)."
    ]


def test_network_that_comes_later_is_used(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_client.lan.networks.RETRY", 0.0)
    networks = iter([(), ()])

    def later() -> tuple[OwnAddress, ...]:
        return next(networks, only_loopback())

    async def story() -> None:
        async with (
            place.browse() as air,
            advertise(advert(), report=place.told.append, service=place.service, here=later),
        ):
            await until(air, names("Red's table"))

    asyncio.run(story())
    assert len(place.told) == 1
