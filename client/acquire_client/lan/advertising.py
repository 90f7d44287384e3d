"""A host's tables on the air, for others to find by multicast DNS."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from acquire_client.lan import addresses
from acquire_client.lan.addresses import OwnAddress, offered
from acquire_client.lan.advert import SERVICE, Advert
from acquire_client.lan.networks import Here, Report, in_the_background
from acquire_net.language import _

NAMESAKE_CHECK: Final = 2.0
"""Seconds between looks for a table that has got the same name at the same time."""
_TTL: Final = 120
"""Seconds that others believe in a table whose host has vanished without a word."""


class Advertiser:
    """Keeps a host's tables on the air; see `advertise`."""

    def __init__(self, adverts: Iterable[Advert], report: Report, bind: str, service: str) -> None:
        self._report = report
        self._bind = bind
        self._service = service
        self._wanted = tuple(adverts)
        self._bell = asyncio.Event()
        self._renamed: set[str] = set()

    def update(self, *adverts: Advert) -> None:
        """Puts these tables on the air instead of all before; never waits, never fails."""
        if adverts != self._wanted:
            self._wanted = adverts
            self._bell.set()

    async def serve(self, zc: AsyncZeroconf, here: tuple[OwnAddress, ...]) -> None:
        """Registers, updates and withdraws until it is cancelled."""
        hosts = [one.host for one in offered(self._bind, here)]
        if not hosts:
            raise OSError(_("{address} is no address of this computer").format(address=self._bind))
        shown: dict[str, _Shown] = {}
        while True:
            self._bell.clear()
            wanted = {one.table_id: one for one in self._wanted}
            old = [one for one in shown.values() if not one.stays(wanted)]
            for one in old:
                del shown[one.advert.table_id]
            await _all(zc.async_unregister_service(one.info) for one in old)
            changed = [
                _Shown(advert, self._info(advert, shown[table_id].info.name, hosts))
                for table_id, advert in wanted.items()
                if table_id in shown and shown[table_id].advert != advert
            ]
            shown |= {one.advert.table_id: one for one in changed}
            await _all(zc.async_update_service(one.info) for one in changed)
            new = [advert for table_id, advert in wanted.items() if table_id not in shown]
            apart = {advert.label.lower(): advert for advert in new}.values()
            if len(apart) < len(new):
                self._bell.set()  # namesakes of ours come one after another
            for one in await asyncio.gather(*(self._register(zc, ad, hosts) for ad in apart)):
                shown[one.advert.table_id] = one
            with suppress(TimeoutError):
                async with asyncio.timeout(NAMESAKE_CHECK):
                    await self._bell.wait()
            await _settle_names(zc, shown)

    async def _register(self, zc: AsyncZeroconf, advert: Advert, hosts: list[str]) -> "_Shown":
        info = self._info(advert, f"{advert.label}.{self._service}", hosts)
        announcing = await zc.async_register_service(info, allow_name_change=True)
        label = info.name.removesuffix(f".{self._service}")
        if label != advert.label and label not in self._renamed:
            self._renamed.add(label)
            other = _("Another table here has that name, so others see this one as {name}.")
            self._report(other.format(name=label))
        await announcing
        return _Shown(advert, info)

    def _info(self, advert: Advert, name: str, hosts: list[str]) -> AsyncServiceInfo:
        # a name of its own for every set of addresses: nobody adds the old ones to the new
        place = hashlib.sha256(" ".join(sorted(hosts)).encode()).hexdigest()[:8]
        return AsyncServiceInfo(
            self._service,
            name,
            port=advert.port,
            properties=advert.txt(),
            server=f"{_owner(advert)}{place}.local.",
            parsed_addresses=hosts,
            host_ttl=_TTL,
            other_ttl=_TTL,
        )


@dataclass(frozen=True, slots=True)
class _Shown:
    advert: Advert
    info: AsyncServiceInfo

    def stays(self, wanted: Mapping[str, Advert]) -> bool:
        """Whether it can stay as it is registered, with other figures at most."""
        old, new = self.advert, wanted.get(self.advert.table_id)
        if new is None:
            return False
        return (new.name, new.port, new.host_id) == (old.name, old.port, old.host_id)


async def _all(calls: Iterable[Awaitable[Awaitable[object]]]) -> None:
    """Makes the calls, and waits until what each began is done."""
    await asyncio.gather(*(await asyncio.gather(*calls)))


def _owner(advert: Advert) -> str:
    """How the names of the computers begin that a table may have."""
    return f"acquire-{advert.host_id}-{advert.table_id[:8]}-"


async def _settle_names(zc: AsyncZeroconf, shown: dict[str, _Shown]) -> None:
    """Lets one of two tables go that got one name unseen: at once, or on two networks made one.

    The one that goes is registered again under the next name, without a goodbye, which would be
    the other's too; the one that stays says again whose the name is.
    """
    stay: list[AsyncServiceInfo] = []
    for table_id, one in list(shown.items()):
        records = zc.zeroconf.cache.entries_with_name(one.info.name)
        servers = {getattr(record, "server", "") for record in records} - {""}  # of SRV records
        rivals = sorted(name for name in servers if not name.startswith(_owner(one.advert)))
        if rivals and rivals[0] < _owner(one.advert):
            del shown[table_id]
            zc.zeroconf.registry.async_remove(one.info)
        elif rivals:
            stay.append(one.info)
    await _all(zc.async_update_service(info) for info in stay)


@asynccontextmanager
async def advertise(
    *adverts: Advert,
    report: Report,
    bind: str = "",
    service: str = SERVICE,
    here: Here = addresses.own,
) -> AsyncGenerator[Advertiser, None]:
    """Keeps tables on the air while the context lasts, and says goodbye after it.

    `bind` is where the host listens, `report` takes what went wrong, or under what other name a
    table is seen. A table's name is changed to "name-2" where another has it already.
    """
    advertiser = Advertiser(adverts, report, bind, service)
    failed = _(
        "This table does not show up on other computers by itself ({error}); its address works."
    )
    async with in_the_background(advertiser.serve, here, report, failed):
        yield advertiser
