"""`acquire host`: tables on the network, and the hosting player in the same terminal."""

import asyncio
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, closing, suppress
from typing import Final

from acquire_client.address import Address
from acquire_client.cli import common
from acquire_client.cli.desk import Desk
from acquire_client.cli.evening import Evening
from acquire_client.cli.house import House
from acquire_client.lan import addresses, walls
from acquire_client.lan.advert import Advert, advert_of
from acquire_client.lan.advertising import Advertiser, advertise
from acquire_client.lan.awake import awake
from acquire_client.person import Left, Person
from acquire_client.voices import NamedVoice
from acquire_host.service import Server, serve
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.language import _

FAREWELL: Final = 10.0
"""Seconds that others have to fetch the last entries before the host leaves."""


def run(options: Namespace) -> int:
    """Hosts until the game is over or put away; 0 when it was played and checked to its end."""
    return common.run_until_signal(_run(options))


async def _run(options: Namespace) -> int:
    told = common.voice(options)
    with closing(House(options, common.chosen(options), told)) as house:
        async with AsyncExitStack() as stack:
            air = _Air(house, stack)
            if options.tables and not options.resume:
                return await _several(house, air)
            return await _Opened(house, air, _first(house)).run()


def _first(house: House) -> Desk:
    options, told = house.options, house.told
    if options.resume:
        return Desk.resumed(house, told, options.resume)
    if not options.no_player:
        house.seat(common.profile(options, told), options.seed)
    return Desk.fresh(house, told)


async def _several(house: House, air: "_Air") -> int:
    """Hosts tables beside each other; what becomes of one is nothing to the others."""
    options = house.options
    if options.ledger is not None or options.seed is not None:
        raise Unreadable(_("--ledger and --seed are for one table; leave them out with --tables."))
    desks = [Desk.fresh(house, house.told, number) for number in range(1, options.tables + 1)]
    for number, desk in enumerate(desks):
        desk.told = NamedVoice(desk.hosting.name, house.told)
        if desk.port and number:
            desk.port += number
    codes = await asyncio.gather(*(_by_itself(_Opened(house, air, desk)) for desk in desks))
    return max(codes)


async def _by_itself(opened: "_Opened") -> int:
    try:
        return await opened.run()
    except (AcquireError, OSError) as error:
        opened.desk.told.tell([str(error)], "stopped")
        return 1


class _Air:
    """All tables of a host on the network, as far as that goes; never fails.

    Keeps the computer awake, too. All ends with the `stack`.
    """

    def __init__(self, house: House, stack: AsyncExitStack) -> None:
        self._house = house
        self._stack = stack
        self._shown: dict[int, Callable[[], Advert]] = {}
        self._advertiser: Advertiser | None = None
        self._awake = False

    async def show(self, server: Server, desk: Desk) -> None:
        """Shows a table instead of the one that was at its port before."""
        options = self._house.options
        if not options.allow_sleep and not self._awake:
            self._awake = True
            self._report(self._stack.enter_context(awake()))
        hosting = desk.hosting
        self._shown[server.port] = lambda: advert_of(
            hosting.lobby(), server.port, code=not self._house.open
        )
        if options.no_mdns or _loopback(server):
            return
        if self._advertiser is None:
            air = advertise(*self._adverts(), report=self._report, bind=server.host)
            self._advertiser = await self._stack.enter_async_context(air)
        hosting.on_change = self._update
        self._update()

    def hide(self, server: Server) -> None:
        """Takes a table off the air."""
        self._shown.pop(server.port, None)
        self._update()

    def _adverts(self) -> list[Advert]:
        return [advert() for advert in self._shown.values()]

    def _update(self) -> None:
        if self._advertiser is not None:
            self._advertiser.update(*self._adverts())

    def _report(self, text: str) -> None:
        self._house.told.tell([text], "network")


class _Opened:
    """A table that is open at a port, and those that follow it there."""

    def __init__(self, house: House, air: _Air, desk: Desk) -> None:
        self.desk = desk
        self._house = house
        self._air = air
        self._evening = Evening(desk.told)
        self._server: Server | None = None
        self._hint: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Opens the table and hosts, until there is no further game; the last one's exit code."""
        house, desk = self._house, self.desk
        try:
            self._server = server = await serve(
                desk.hosting,
                house.certificate,
                desk.port,
                desk.bind,
                pairing=house.pairing,
                reflection=house.options.reflection,
                tables=house.options.tables or 1,
            )
            await self._open(server)
            return await (
                self._games(server, None) if house.profile is None else self._played(server)
            )
        except (Left, asyncio.CancelledError, AcquireError) as why:
            self.desk.put_away()
            if isinstance(why, Left):
                return 0
            raise
        finally:
            await self._close()

    async def _open(self, server: Server) -> None:
        desk, house = self.desk, self._house
        desk.opened(server.port)  # and stored, before anybody is told of it
        text = _("{name} is open on this computer at {address}.")
        lines = [text.format(name=desk.hosting.name, address=server.address)]
        *ways_in, last = house.ways_in(server)
        coded = house.pairing is not None
        lines += ways_in if coded else [*ways_in, last]
        if desk.hosting.table is not None:
            lines.append(_("The game goes on as soon as its players are back."))
        desk.told.tell(lines, "open")
        if coded:
            desk.told.tell([last], "code")
        house.publish(server, desk.hosting.role.public_identity)
        await self._air.show(server, desk)
        if not house.options.tables and not house.options.no_mdns and not _loopback(server):
            self._hint = asyncio.ensure_future(self._hint_at_walls(server))

    async def _hint_at_walls(self, server: Server) -> None:
        """Tells what usually keeps others away, when nobody has come for a while."""
        await asyncio.sleep(walls.PATIENCE)
        hosting = self.desk.hosting
        if any(one.identity != hosting.player for one in hosting.seating.sitters):
            return
        here = addresses.offered(server.host, addresses.own())
        usable = [one for one in here if one.likely is not addresses.Likely.LOOPBACK]
        lines = walls.unreached([Address(one.host, server.port) for one in usable])
        self.desk.told.tell(list(lines), "network")

    # -- with a hosting player ---------------------------------------------------------------

    async def _played(self, server: Server) -> int:
        """Hosts with a player at this terminal, who may leave his seat and take it again."""
        house = self._house
        while True:
            person = common.console(house.options, house.wishes)
            person.ways_in = lambda: house.ways_in(server)
            person.missed = lambda: self.desk.others_here() and not self.desk.hosting.over
            person.acquaintances = house.profile.met if house.profile else None
            try:
                return await common.attended(person, self._while_watched(server, person))
            except Left as left:
                if left.wish != "away":
                    raise
            await self._away()

    async def _while_watched(self, server: Server, person: Person) -> int:
        """Hosts; says what it waits for where nobody can ever type an answer."""
        if person.attended:
            return await self._games(server, person)
        warning = asyncio.ensure_future(self._warn_of_end())
        try:
            return await self._games(server, person)
        finally:
            warning.cancel()

    async def _warn_of_end(self) -> None:
        if await common.typed_lines().at_end():
            text = _(
                "No input will come, so nobody can answer for {name}: this waits for players, and"
                " stops at the first question. --no-player hosts without a seat."
            )
            self.desk.told.tell([text.format(name=self._house.wishes.name)], "input")

    async def _away(self) -> None:
        """Goes on hosting, until the player types Enter or the game can go no further."""
        lines = _("You host on. Your seat waits: Enter takes it again, Ctrl-C stops hosting.")
        self.desk.told.tell([lines], "away")
        waits: list[Coroutine[object, object, object]] = [
            common.typed_lines().next(),
            self.desk.hosting.settled(),
        ]
        tasks = [asyncio.ensure_future(one) for one in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    # -- game after game ---------------------------------------------------------------------

    async def _games(self, server: Server, person: Person | None) -> int:
        while True:
            if person is not None:
                await self.desk.play(person)
            await self.desk.hosting.settled()
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self.desk.hosting.empty()
                    self.desk.served()
            code = self._verdict(person)
            if self.desk.hosting.stopped is not None or not await self._another(person):
                return code
            await self._next(server)

    def _verdict(self, person: Person | None) -> int:
        """Tells what the audit of the ledger says, or why there is no whole game; the exit code."""
        desk = self.desk
        if (why := desk.hosting.stopped) is not None:
            if person is None:  # else the player was told
                desk.told.tell([why], "stopped")
            desk.put_away()
        seats = desk.hosting.seating.sitters
        others = any(not one.bot and one.identity != desk.hosting.player for one in seats)
        compared = person is None or person.compared or not others
        code = common.verdict(desk.told, desk.path, compared=compared)
        if desk.hosting.table is not None:
            self._evening.count(desk.hosting.table.replica)
        return code

    async def _another(self, person: Person | None) -> bool:
        """Whether there is to be another game."""
        if person is not None:
            return await person.wants_rematch()
        return bool(self._house.options.rematch)

    async def _next(self, server: Server) -> None:
        """Opens the next table at the same place."""
        old, self.desk = self.desk, self.desk.next()
        await old.bots.dismiss()
        server.change(self.desk.hosting)
        old.close()
        await self._open(server)

    async def _close(self) -> None:
        """Says goodbye to everybody, and closes the files."""
        desk, server = self.desk, self._server
        if self._hint is not None:
            self._hint.cancel()
        if server is not None:
            self._air.hide(server)
        await desk.bots.dismiss()
        if server is not None:
            going_on = _("The host has stopped; the game is kept and can go on.")
            await server.stop(going_on if desk.hosting.table else _("The host has stopped."))
        desk.close()


def _loopback(server: Server) -> bool:
    return Address(server.host, server.port).loopback
