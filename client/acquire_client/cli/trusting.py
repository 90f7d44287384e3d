"""How a command reaches a host: which one it trusts, and by which join code."""

import asyncio
import os
from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from acquire_client.address import read_invitation
from acquire_client.cli import common
from acquire_client.cli.parser import program
from acquire_client.lines import InputEnded
from acquire_client.links.grpc import GrpcLink
from acquire_client.storage import knownhosts, owntables
from acquire_client.storage.knownhosts import KnownHost
from acquire_client.storage.owntables import OwnTable
from acquire_client.trust import Changed, Met, judge
from acquire_client.voices import Voice
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.wire.pairing import read_code
from acquire_net.wire.updates import Glance

CODE_VARIABLE: Final = "ACQUIRE_JOIN_CODE"
"""Where a code can be without others on this computer seeing it, as they see command lines."""
BUSY_TRIES: Final = 20
"""Seconds that one waits while many pair from the same address."""


async def look(options: Namespace) -> Glance:
    """The table at a glance, as whoever answers tells it: nothing is trusted yet."""
    where = read_invitation(options.address).address
    link = await GrpcLink.connect(str(where), common.entropy(32), program=program())
    try:
        return await link.glance()
    finally:
        await link.close()


async def reach(options: Namespace, told: Voice, identity: bytes) -> GrpcLink:
    """A link to the host at `options.address` that is trusted, and has admitted `identity`.

    Asks for the join code where one is needed and somebody types. Raises Refused: CODE_NEEDED,
    CODE_WRONG or CODE_LOCKED; HOST_CHANGED for another host than the known one, OTHER_HOST for one
    that cannot be the host that told the code; what `GrpcLink.connect` raises.
    """
    invitation = read_invitation(options.address)
    link = await GrpcLink.connect(str(invitation.address), identity, program=program())
    try:
        await _Introduction(link, told, invitation.code or _given(options), options).make()
    except BaseException:
        await link.close()
        raise
    return link


def _given(options: Namespace) -> str:
    """The code on the command line or in the environment; empty when there is none."""
    text = " ".join(options.code) or os.environ.get(CODE_VARIABLE, "")
    return read_code(text) if text else ""


class _Introduction:
    """What happens between connecting and trusting."""

    def __init__(self, link: GrpcLink, told: Voice, code: str, options: Namespace) -> None:
        self._link = link
        self._told = told
        self._code = code
        self._interactive = common.at_a_terminal() and not options.json
        self._address = str(link.address)

    async def make(self) -> None:
        """Trusts the host, is admitted, and remembers it."""
        link, glance = self._link, await self._link.glance()
        host_key, fingerprint = glance.lobby.host_key, link.seen.fingerprint
        own = owntables.find(link.address.port, fingerprint)
        opinion = judge(knownhosts.load(), fingerprint, host_key, self._address)
        vouched = isinstance(opinion, Met) or (own is not None and own.host_key == host_key)
        if isinstance(opinion, Changed) and not vouched:
            self._changed(opinion, glance)
        if not vouched and not glance.code:
            self._trust_at_first_sight()
        elif not vouched or not glance.admitted:
            await self._pair(own, host_key)
        link.host_key = host_key
        knownhosts.remember(KnownHost(host_key, fingerprint, glance.lobby.name, (self._address,)))

    def _changed(self, opinion: Changed, glance: Glance) -> None:
        """Explains; goes on only where a code can vouch for the new host."""
        lines = opinion.explained(self._address)
        can_vouch = glance.code and bool(self._code or self._interactive)
        if can_vouch:
            settled = _("Its join code settles that, and is needed again.")
            self._told.tell([*lines, settled], "changed")
            return
        refused = (
            _(
                "Refused: give its join code again, or `acquire hosts forget {key}` if you are"
                " sure that it is right."
            )
            if glance.code
            else _(
                "Refused: it asks for no join code, or `acquire hosts forget {key}` if you are"
                " sure that it is right."
            )
        )
        lines.append(refused.format(key=opinion.before.short))
        raise Refused("HOST_CHANGED", " ".join(lines))

    def _trust_at_first_sight(self) -> None:
        """An open table: whoever answers first is its host."""
        if self._code:
            other = _(
                "You have a join code, but what answers at {address} asks for none, so it cannot"
                " be the host that told it. Leave the code out if that is as it should be."
            )
            raise Refused("OTHER_HOST", other.format(address=self._address))
        self._told.tell(
            [
                _("This table asks for no join code, so nobody vouches for its host."),
                _("It is remembered as it is now, and must be the same next time."),
            ],
            "open",
        )

    async def _pair(self, own: OwnTable | None, host_key: bytes) -> None:
        async with aclosing(self._codes(own)) as codes:
            async for code, last in codes:
                try:
                    key = await self._paired(code)
                except Refused as error:
                    if error.reason != "CODE_WRONG" or last:
                        raise
                    if own is None or code != own.code:
                        self._told.tell([str(error)], "refused")
                    continue
                if key != host_key:
                    text = _("The host plays with another key than the one that it vouched for.")
                    raise Refused("OTHER_HOST", text)
                return

    async def _codes(self, own: OwnTable | None) -> AsyncGenerator[tuple[str, bool], None]:
        """The codes to try, and whether there are no more: this user's own, given, typed."""
        if own is not None and own.code:
            yield own.code, not (self._code or self._interactive)
        if self._code:
            yield self._code, not self._interactive
        while self._interactive:
            self._told.tell([_("Join code, six digits on the host's screen:")], "code")
            line = await common.typed_lines().next()
            if line is None:
                raise InputEnded(_("The input ended before the join code came."))
            try:
                code = read_code(line)
            except Unreadable as error:
                self._told.tell([str(error)], "refused")
            else:
                yield code, False
        if not self._code and (own is None or not own.code):
            needed = _(
                "This table asks for its join code: put it after the address, or into {variable}."
            )
            raise Refused("CODE_NEEDED", needed.format(variable=CODE_VARIABLE))

    async def _paired(self, code: str) -> bytes:
        """Pairs; waits while too many others do from the same address."""
        for _again in range(BUSY_TRIES):
            try:
                return await self._link.pair(code)
            except Refused as error:
                if error.reason != "RATE_LIMITED":
                    raise
            await asyncio.sleep(1)
        return await self._link.pair(code)
