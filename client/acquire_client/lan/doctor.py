"""What keeps this computer from hosting or joining: each check in one line, with what to do."""

import asyncio
import datetime
import os
import platform
import secrets
import socket
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import acquire_net
from acquire_client.lan import addresses
from acquire_client.lan.addresses import Likely, OwnAddress
from acquire_client.lan.advert import Advert, host_id
from acquire_client.lan.advertising import advertise
from acquire_client.lan.discovery import browse
from acquire_client.lan.networks import Here
from acquire_client.lan.walls import walls
from acquire_client.voices import Voice
from acquire_net.language import _
from acquire_net.rules.editions import SEMANTICS
from acquire_net.wire.updates import PROTOCOL, Phase

HEARING: Final = 8.0
"""Seconds in which this computer must hear itself."""
_SELF_SERVICE: Final = "_acquire-check._tcp.local."
"""Not the games' service: no list of tables shows the check."""
_DAY: Final = 86_400.0
_YEAR: Final = 366 * _DAY
_LIBRARIES: Final = ("grpcio", "zeroconf", "cryptography")


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `str` is its line."""

    fine: bool
    text: str

    def __str__(self) -> str:
        told = _("ok: {finding}") if self.fine else _("trouble: {finding}")
        return told.format(finding=self.text)


async def doctor(told: Voice, port: int, *, here: Here = addresses.own) -> int:
    """Checks this computer and tells each finding; 0 when all is well, 1 when not.

    `port` is the one that a host would use. Ends with what no check can see from here.
    """
    troubles = 0
    async for finding in _findings(port, here):
        told.tell([str(finding)], "check")
        troubles += not finding.fine
    told.tell(
        [
            _("Mend the lines that begin with trouble.") if troubles else _("All is well here."),
            _("If others still do not find or reach this computer:"),
            *walls(port),
        ],
        "walls",
    )
    return 1 if troubles else 0


async def _findings(port: int, here: Here) -> AsyncIterator[Finding]:
    yield versions()
    yield clock(time.time(), _installed())
    try:
        mine = here()
    except OSError as error:
        mine = ()
        untold = _("the system does not tell this computer's addresses ({error}).")
        yield Finding(False, untold.format(error=error))
    yield network(mine)
    yield free_port(port)
    yield await hears_itself(here)


def versions() -> Finding:
    """Which program this is, and what it runs on."""
    libraries = ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    told = _(
        "acquire {version}, protocol {protocol}, rules {rules}; Python {python} on {system};"
        " {libraries}. All players need the same protocol and rules."
    )
    return Finding(
        True,
        told.format(
            version=_version("acquire-net"),
            protocol=PROTOCOL,
            rules=SEMANTICS,
            python=platform.python_version(),
            system=f"{platform.system()} {platform.release()}",
            libraries=libraries,
        ),
    )


def clock(now: float, installed: float) -> Finding:
    """Whether the clock can be right: not before this program was put here, nor long after.

    Both are seconds since 1970. A host's certificate is valid from a day before its making on,
    so clocks that differ by more keep computers apart.
    """
    try:
        shown = datetime.datetime.fromtimestamp(now).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        shown = _("no date at all")
    if installed - _DAY <= now <= installed + 10 * _YEAR:
        return Finding(True, _("the clock says {date}.").format(date=shown))
    wrong = _("the clock says {date}, which cannot be: set it, or hosts will be refused.")
    return Finding(False, wrong.format(date=shown))


def network(mine: tuple[OwnAddress, ...]) -> Finding:
    """Under which addresses others can reach this computer."""
    outside = [one for one in mine if one.likely is not Likely.LOOPBACK]
    if not outside:
        return Finding(
            False,
            _("this computer is on no network: connect it to the Wi-Fi or cable of the others."),
        )
    shown = ", ".join(f"{one.host} ({one.adapter})" for one in outside)
    if outside[0].likely in (Likely.VIRTUAL, Likely.LINK_LOCAL):
        seldom = _(
            "only addresses that others seldom reach: {addresses}."
            " Connect to the Wi-Fi or cable of the others."
        )
        return Finding(False, seldom.format(addresses=shown))
    told = _("others reach this computer at {addresses}; the first is the likeliest.")
    return Finding(True, told.format(addresses=shown))


def free_port(port: int) -> Finding:
    """Whether a host could listen at that port."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trying:
            if os.name == "posix":  # elsewhere that would share the port with another program
                trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trying.bind(("", port))
            trying.listen(1)
    except OSError as error:
        taken = _(
            "port {port} cannot be used ({error}), perhaps because a table is open already:"
            " stop that, or host with --port 0."
        )
        return Finding(False, taken.format(port=port, error=error.strerror or error))
    return Finding(True, _("port {port} is free for a table.").format(port=port))


async def hears_itself(here: Here, seconds: float = HEARING) -> Finding:
    """Whether multicast DNS works on this computer; what others hear is not known from here."""
    nobody = host_id(secrets.token_bytes(32))
    table = secrets.token_hex(32)
    advert = Advert(f"check {table[:8]}", table, nobody, 9, 1, 2, Phase.LOBBY, code=True)
    reports: list[str] = []
    with suppress(TimeoutError):
        async with (
            asyncio.timeout(seconds),
            browse(report=reports.append, service=_SELF_SERVICE, here=here) as air,
            advertise(advert, report=reports.append, service=_SELF_SERVICE, here=here),
        ):
            while table not in {one.table_id for one in air.found}:
                await air.changed(air.found)
            return Finding(True, _("this computer hears its own announcements of tables."))
    told = [
        _("this computer does not hear its own announcements of tables."),
        *reports[:1],
        _("Let UDP port 5353 through its firewall; until then join by address."),
    ]
    return Finding(False, " ".join(told))


def _installed() -> float:
    """When this program came to this computer, in seconds since 1970."""
    return Path(acquire_net.__file__).stat().st_mtime


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return _("(not installed)")
