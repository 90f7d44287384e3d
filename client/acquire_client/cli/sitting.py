"""What somebody is asked who wants a seat and cannot simply have it: which one, or under what name.

Only people at a terminal are asked; a script gets the refusal.
"""

import asyncio
from argparse import Namespace
from contextlib import aclosing
from typing import Final

from acquire_client.address import read_invitation
from acquire_client.cli import common
from acquire_client.cli.parser import program
from acquire_client.cli.trusting import reach
from acquire_client.links.grpc import GrpcLink
from acquire_client.storage import owntables, profiles
from acquire_client.storage.profiles import Profile
from acquire_client.voices import Voice
from acquire_net.errors import AcquireError, Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.language import _
from acquire_net.wire.updates import Role

LETTING_GO: Final = 15.0
"""Seconds that another program has to give a seat up that is taken back from it."""


async def another_name(told: Voice, error: Refused) -> str:
    """A name instead of one that is taken; raises the error again where nobody types."""
    told.tell([str(error)], "refused")
    while True:
        line = await common.asked(told, _("Another name:"))
        if line is None:
            raise error
        try:
            if line:
                return common.usable_name(line)
        except Unreadable as why:
            told.tell([str(why)], "refused")


async def watches_instead(options: Namespace, told: Voice, error: Refused) -> bool:
    """Whether somebody wants to watch a table that has no seat for him."""
    if error.reason not in ("TABLE_FULL", "GAME_STARTED") or not common.at_a_terminal():
        return False
    if options.json:
        return False
    told.tell([str(error)], "refused")
    line = await common.asked(told, _("Watch instead? Enter watches, anything else leaves."))
    options.command = "watch" if line == "" else options.command
    return line == ""


async def own_profile(options: Namespace, told: Voice) -> Profile:
    """The profile that plays; asks when it sits at the table already, in another program."""
    name = options.profile or "default"
    identity = None
    if common.at_a_terminal() and not options.json:
        identity = profiles.identity_of(name)
    if identity is None or not await _sits_there(options, identity):
        return common.profile(options, told)
    line = None
    while line not in ("1", "2"):
        line = await common.asked(
            told,
            _("You sit at this table already, in another program."),
            _("1. Take that seat back."),
            _("2. Sit as another player."),
        )
        if line is None:
            raise Refused("PROFILE_IN_USE", _("That seat is taken by your other program."))
    if line == "1":
        return await _taken_back(options, told, name, identity)
    return common.profile(options, told)


async def _sits_there(options: Namespace, identity: bytes) -> bool:
    """Whether that key has a seat at the table, and not the one of the program that hosts it."""
    where = read_invitation(options.address).address
    link = await GrpcLink.connect(str(where), identity, program=program())
    try:
        lobby = (await link.glance()).lobby
        own = owntables.find(link.address.port, link.seen.fingerprint)
    finally:
        await link.close()
    key = signing.public_key(identity)
    hosting = own is not None and lobby.host_identity == key
    return not hosting and any(seat.identity == key for seat in lobby.seats)


async def _taken_back(options: Namespace, told: Voice, name: str, identity: bytes) -> Profile:
    """The profile, once the program that had it was sent away by the host."""
    link = await reach(options, told, identity)
    try:
        async with aclosing(link.watch(Role.SEAT, 0, b"")) as updates:
            async for _update in updates:  # the host has taken notice, and sent the other one away
                break
    except AcquireError as error:
        told.tell([str(error)], "refused")
    finally:
        await link.close()
    waited, pause = 0.0, 0.2
    while True:
        try:
            return profiles.take(name, common.entropy, exactly=True)
        except Refused:
            if waited >= LETTING_GO:
                raise
        waited += pause
        await asyncio.sleep(pause)
