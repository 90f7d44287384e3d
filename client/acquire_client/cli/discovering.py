"""`acquire find` and `acquire doctor`: what is on this network, and why it is not reached."""

from argparse import Namespace
from contextlib import suppress
from typing import Final

from acquire_client.address import read_invitation
from acquire_client.cli import common
from acquire_client.lan import choosing, doctor
from acquire_client.lan.advert import host_id
from acquire_client.lan.choosing import Typed
from acquire_client.lan.discovery import find
from acquire_client.lan.reaching import reach
from acquire_client.link import LostHost
from acquire_client.links.grpc import GrpcLink
from acquire_client.storage import places
from acquire_client.storage.vault import Vault
from acquire_client.voices import Voice
from acquire_net.errors import AcquireError
from acquire_net.wire.pairing import read_code

LOOK_ELSEWHERE: Final = 1.5
"""Seconds for which a lost host is looked for at other addresses, between two tries where it was."""


def run(options: Namespace) -> int:
    """Lists tables, or examines this computer; 0 when something was found, or all is well."""
    told = common.voice(options)
    if options.command == "find":
        return common.run_until_signal(choosing.find(told))
    return common.run_until_signal(doctor.doctor(told, options.port))


async def find_table(options: Namespace, told: Voice) -> None:
    """Fills in `options.address` and `options.code` from what this network offers, if it is empty.

    A full or started table is watched instead, when the player says so.
    """
    if options.address is not None:
        return
    choice = await choosing.choose(
        told,
        common.typed_lines(),
        watching=options.command == "watch",
        interactive=common.at_a_terminal() and not options.json,
        mine=_kept_tables(),
        read=_read,
    )
    if isinstance(choice, Typed):
        options.address, *options.code = choice.text.split()
        return
    options.address = str(await reach(choice.found.addresses))
    if choice.watch:
        options.command = "watch"


async def look_elsewhere(link: GrpcLink) -> None:
    """Moves a link to where its host is on the air now, if that is somewhere else."""
    old = frozenset({link.address})
    found = await find(host_id(link.host_key), LOOK_ELSEWHERE, tried=old) if link.host_key else None
    if found is not None:
        with suppress(LostHost):
            await link.move(await reach([one for one in found.addresses if one not in old]))


def _read(text: str) -> None:
    """Raises Unreadable unless the text is an address, with or without a code behind it."""
    address, _space, code = text.strip().partition(" ")
    read_invitation(address)
    if code.strip():
        read_code(code)


def _kept_tables() -> frozenset[str]:
    """The ids of the tables that this computer has a player's secrets of."""
    tables = set()
    for path in places.games().glob(f"*{places.SECRETS}"):
        with suppress(AcquireError):  # a damaged file is told of when its game is opened
            tables.add(str(Vault.load(path).about.get("table")))
    return frozenset(tables)
