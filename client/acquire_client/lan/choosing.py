"""Which table to go to: `find` lists those on the air, `join` and `watch` let the player choose."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Final

from acquire_client.address import read_address
from acquire_client.lan.advert import Found
from acquire_client.lan.discovery import Air, browse
from acquire_client.lan.walls import nothing_found
from acquire_client.lines import InputEnded, LineReader
from acquire_client.voices import Voice
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _, pgettext
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.updates import Phase

LOOK: Final = 2.0
"""Seconds before a player is asked to choose."""
LONG_LOOK: Final = 5.0
"""Seconds that `acquire find` listens."""

Browse = Callable[[], AbstractAsyncContextManager[Air]]
"""Starts following the tables on the air."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The player chose a table on the air, to sit at it, to come back to it, or to `watch`."""

    found: Found
    watch: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """The player typed where to go, in words that the reader of addresses takes."""

    text: str


def table_line(number: int, found: Found, remark: str = "") -> str:
    """One table in one line: number, name, players, phase, address."""
    address = found.addresses[0]
    where = address.host if address.port == DEFAULT_PORT else str(address)
    told = _("{number}. {table}: {players} of {seats} players, {phase}, at {address}")
    line = told.format(
        number=number,
        table=found.name,
        players=found.players,
        seats=found.seats,
        phase=_phase(found),
        address=where,
    )
    return f"{line} ({remark})" if remark else line


def _phase(found: Found) -> str:
    if not found.speaks:
        return _("another version of acquire")
    if found.phase is Phase.LOBBY:
        waiting = _("waiting for players") if found.open else pgettext("table", "full")
        return waiting if found.code else ", ".join([waiting, _("no code needed")])
    if found.phase is Phase.PLAYING:
        return pgettext("table", "playing")
    return pgettext("table", "finished")


async def find(told: Voice, seconds: float = LONG_LOOK, look: Browse = browse) -> int:
    """Lists the tables as they appear, change and vanish; 0 when there is one at the end, else 1."""
    told.tell([_("Looking for tables on this network...")], "looking")
    async with look() as air:
        await _Listing(told, air).follow(seconds)
        left = len(air.found)
    if not left:
        told.tell(nothing_found(DEFAULT_PORT), "nothing")
        return 1
    here = _("{count} here. Join with acquire join, watch with acquire watch.")
    told.tell([here.format(count=left)], "found")
    return 0


async def choose(
    told: Voice,
    lines: LineReader,
    *,
    watching: bool,
    interactive: bool,
    mine: frozenset[str] = frozenset(),
    read: Callable[[str], object] = read_address,
    seconds: float = LOOK,
    look: Browse = browse,
) -> Picked | Typed:
    """Lets the player choose among the tables on the air, or type an address instead.

    `mine` are the ids of tables at which this player has a seat: he can go back there. `read`
    raises Unreadable for words that are no address. Where nobody can be asked, not
    `interactive`, the one table that would be offered is taken. Raises Refused when there is
    none or are several, InputEnded when no answer comes.
    """
    told.tell([_("Looking for tables on this network...")], "looking")
    async with look() as air:
        desk = _Desk(told, air, watching, mine)
        await desk.listing.follow(seconds)
        if not interactive:
            return desk.only()
        while True:
            text = await _typed(lines, desk)
            if text.lower() == "r":
                desk.start_anew()
                await desk.listing.follow(0 if air.found else seconds)
            elif choice := desk.answer(text, read):
                return choice


async def _typed(lines: LineReader, desk: "_Desk") -> str:
    """The next line typed; meanwhile the list goes on, and the question with it."""
    typing = asyncio.ensure_future(lines.next())
    asked: list[str] = []
    try:
        while True:
            if asked != (question := desk.question()):
                asked = question
                desk.told.tell(asked, "choose")
            following = asyncio.ensure_future(desk.listing.follow_once())
            try:
                await asyncio.wait({typing, following}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                following.cancel()
            if typing.done():
                text = typing.result()
                if text is None:
                    raise InputEnded(_("The input ended before a table was chosen."))
                return text.strip()
    finally:
        typing.cancel()


class _Listing:
    """Tells the tables on the air under numbers, which they keep."""

    def __init__(
        self, told: Voice, air: Air, remark: Callable[[Found], str] = lambda found: ""
    ) -> None:
        self.shown: dict[int, Found] = {}
        self._told = told
        self._air = air
        self._remark = remark
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._seen: tuple[Found, ...] = ()

    async def follow(self, seconds: float) -> None:
        """Tells what appears, changes and vanishes for that time."""
        self._tell()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self.follow_once()

    async def follow_once(self) -> None:
        """Waits for something to appear, change or vanish, and tells it."""
        await self._air.changed(self._seen)
        self._tell()

    def now(self, number: int) -> Found | None:
        """The table with that number as it is now; None when it is gone."""
        key = _key(self.shown[number]) if number in self.shown else None
        return next((one for one in self._air.found if _key(one) == key), None)

    def _tell(self) -> None:
        lines = []
        self._seen = self._air.found
        for one in self._seen:
            number = self._numbers.setdefault(_key(one), len(self._numbers) + 1)
            if self.shown.get(number) != one:
                self.shown[number] = one
                lines.append(table_line(number, one, self._remark(one)))
        there = {self._numbers[_key(one)] for one in self._seen}
        gone = sorted(self.shown.keys() - there)
        left = _("{number}. {table} is gone.")
        lines += [left.format(number=one, table=self.shown.pop(one).name) for one in gone]
        if lines:
            self._told.tell(lines, "tables")


def _key(found: Found) -> tuple[str, str, str]:
    return found.name, found.host_id, found.table_id


class _Desk:
    """What one player can choose, and what his answers mean."""

    def __init__(self, told: Voice, air: Air, watching: bool, mine: frozenset[str]) -> None:
        self.told = told
        self._air = air
        self._watching = watching
        self._mine = mine
        self.start_anew()

    def start_anew(self) -> None:
        """Begins the list again, with number 1."""
        self.listing = _Listing(self.told, self._air, self._remark)

    def _remark(self, found: Found) -> str:
        if found.table_id in self._mine:
            return _("you have a seat")
        return _("to watch") if self._must_watch(found) and not self._watching else ""

    def _must_watch(self, found: Found) -> bool:
        return found.speaks and not found.open and found.table_id not in self._mine

    def offer(self) -> Found | None:
        """The table that Enter takes: one's own, or the only one; None when there is a choice."""
        known = [one for one in self.listing.shown.values() if one.speaks]
        if not self._watching:
            mine = [one for one in known if one.table_id in self._mine]
            known = mine or [one for one in known if one.open]
        return known[0] if len(known) == 1 else None

    def only(self) -> Picked:
        """The table that is taken without asking; raises Refused when there is no such one."""
        if found := self.offer():
            return Picked(found, self._watching)
        if not self.listing.shown:
            none = _("No table was found on this network; give an address.")
            raise Refused("NO_TABLE", none)
        several = _("It is not clear which table is meant; give its address.")
        raise Refused("WHICH_TABLE", several)

    def question(self) -> list[str]:
        """What to ask, after the list."""
        if not self.listing.shown:
            return [
                *nothing_found(DEFAULT_PORT),
                _("Type the host's address, for example 192.168.1.20, or r to look again:"),
            ]
        offered = self.offer()
        if offered is None:
            return [_("Type a number, or an address, or r to look again:")]
        if self._watching:
            enter = _("Press Enter to watch {table}. Or type a number, an address, or r:")
        elif offered.table_id in self._mine:
            enter = _("Press Enter to go back to {table}. Or type a number, an address, or r:")
        else:
            enter = _("Press Enter to join {table}. Or type a number, an address, or r:")
        return [enter.format(table=offered.name)]

    def answer(self, text: str, read: Callable[[str], object]) -> Picked | Typed | None:
        """What the answer chooses; None, after telling why, when it chooses nothing."""
        if not text:
            offered = self.offer()
            return self._pick(offered) if offered else None
        if text.isdecimal() and len(text) < 4:
            if found := self.listing.now(int(text)):
                return self._pick(found)
            self.told.tell([_("There is no table {number}.").format(number=int(text))])
            return None
        try:
            read(text)
        except Unreadable as error:
            self.told.tell([str(error)])
            return None
        return Typed(text)

    def _pick(self, found: Found) -> Picked | None:
        if not found.speaks:
            other = _("{table} is played with another version of acquire: one must be updated.")
            self.told.tell([other.format(table=found.name)])
            return None
        return Picked(found, self._watching or self._must_watch(found))
