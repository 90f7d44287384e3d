"""The tables on the air, as others advertise them by multicast DNS."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from acquire_client.address import Address
from acquire_client.lan import addresses
from acquire_client.lan.addresses import Likely, OwnAddress, nearest
from acquire_client.lan.advert import SERVICE, Found, read_found
from acquire_client.lan.networks import Here, Report, in_the_background, quietly
from acquire_net.errors import Unreadable
from acquire_net.language import _

MOST_TABLES: Final = 64
"""The most names that are looked at; a flood of them is no reason to run out of memory."""
_ASK: Final = 3000
"""Milliseconds in which a table must tell where it is."""
_ASKS: Final = 3
_MULTICAST: Final = zeroconf.DNSQuestionType.QM
"""How questions are asked. An answer to one alone could reach another program on this computer
that listens at the same port."""


class Air:
    """The tables on the air; see `browse`."""

    def __init__(self, service: str) -> None:
        self._service = service
        self._found: dict[str, Found] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._bell = asyncio.Event()

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables that are there now, in the order in which they were found."""
        return tuple(self._found.values())

    async def changed(self, seen: tuple[Found, ...]) -> None:
        """Waits until the tables are others than those seen: one came, changed or went."""
        while self.found == seen:
            await self._bell.wait()

    async def listen(self, zc: AsyncZeroconf, here: tuple[OwnAddress, ...]) -> None:
        """Follows the tables of one network until it is cancelled."""

        def heard(
            zeroconf: zeroconf.Zeroconf,
            service_type: str,
            name: str,
            state_change: zeroconf.ServiceStateChange,
        ) -> None:
            self._heard(zeroconf, name, state_change, here)

        browser = AsyncServiceBrowser(
            zc.zeroconf, self._service, handlers=[heard], question_type=_MULTICAST
        )
        try:
            await asyncio.Event().wait()
        finally:
            for task in self._asking.values():
                task.cancel()
            self._asking.clear()
            self._found.clear()
            self._ring()
            await browser.async_cancel()

    def _heard(
        self,
        zc: zeroconf.Zeroconf,
        name: str,
        change: zeroconf.ServiceStateChange,
        here: tuple[OwnAddress, ...],
    ) -> None:
        if old := self._asking.pop(name, None):
            old.cancel()
        if change is zeroconf.ServiceStateChange.Removed:
            if self._found.pop(name, None):
                self._ring()
        elif len(self._asking.keys() | self._found.keys() | {name}) <= MOST_TABLES:
            task = asyncio.ensure_future(self._ask(zc, name, here))
            self._asking[name] = task
            task.add_done_callback(lambda done: self._asked(name, done))

    async def _ask(self, zc: zeroconf.Zeroconf, name: str, here: tuple[OwnAddress, ...]) -> None:
        """Looks up where a table is and what it says; no honest one leaves that open."""
        try:
            info = AsyncServiceInfo(self._service, name)
            for _again in range(_ASKS):
                if await info.async_request(zc, _ASK, _MULTICAST):
                    break
            label = name[: -len(self._service) - 1]
            hosts = nearest(info.parsed_addresses(), here)
            alone = all(one.likely is Likely.LOOPBACK for one in here)
            found = read_found(label, info.properties, hosts, info.port, loopback=alone)
        except (Unreadable, zeroconf.Error, OSError):
            found = None
        if found != self._found.get(name):
            if found is None:
                del self._found[name]
            else:
                self._found[name] = found
            self._ring()

    def _asked(self, name: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(name) is task:
            del self._asking[name]

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()


@asynccontextmanager
async def browse(
    *, report: Report = quietly, service: str = SERVICE, here: Here = addresses.own
) -> AsyncGenerator[Air, None]:
    """Follows the tables on the air while the context lasts."""
    air = Air(service)
    failed = _("Looking for tables does not work here ({error}).")
    async with in_the_background(air.listen, here, report, failed):
        yield air


async def find(
    host: str,
    seconds: float,
    *,
    tried: frozenset[Address] = frozenset(),
    service: str = SERVICE,
    here: Here = addresses.own,
) -> Found | None:
    """A table of the host with that id, wherever it is now; None when it is not on the air.

    Leaves out what has only addresses that were `tried` in vain. Who answers there must still
    prove to be that host: anybody can say so.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), browse(service=service, here=here) as air:
            while True:
                seen = air.found
                for found in seen:
                    if found.host_id == host and not tried.issuperset(found.addresses):
                        return found
                await air.changed(seen)
    return None
