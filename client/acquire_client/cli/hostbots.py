"""The bots that a host runs itself: those it seats, and those that hold seats of who left."""

import asyncio
import logging
import random
from contextlib import suppress
from typing import Final

from acquire_client.bots import LEVELS, NAMES
from acquire_client.cli import common
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.party import LocalParty
from acquire_client.storage.vault import Vault
from acquire_client.voices import SilentVoice
from acquire_client.words.numbers import either
from acquire_host.hosting import Hosting
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, Refused
from acquire_net.language import _

_LOG: Final = logging.getLogger(__name__)
HOLDER: Final = "greedy"
"""The level of a bot that holds a seat for its owner."""


class HostBots:
    """The bots of one table, each a task of this process; their secrets are in the host's vault.

    `pace` is how many seconds each waits before it answers where people play.
    """

    def __init__(self, hosting: Hosting, vault: Vault, pace: float) -> None:
        self._hosting = hosting
        self._vault = vault
        self._pace = pace
        self._tasks: set[asyncio.Task[Outcome]] = set()

    def new(self, level: str) -> bytes:
        """Seats a bot of that level; its identity key. Raises Refused: BOT_LEVEL, TABLE_FULL."""
        if level not in LEVELS:
            text = _("There is no bot {level}; there are {levels}.")
            levels = either([*LEVELS])
            raise Refused("BOT_LEVEL", text.format(level=repr(level[:20]), levels=levels))
        secrets = Secrets.made_of(common.entropy(32))
        self._vault.keep_bot(level, secrets)
        name = self._free_name()
        self._hosting.sit(secrets.public_identity, name, secrets.public_table, bot=True)
        self._start(LocalParty(name, secrets, bot=True), secrets, level)
        return secrets.public_identity

    def _free_name(self) -> str:
        taken = {one.name.casefold() for one in self._hosting.seating.sitters}
        return next(name for name in NAMES if name.casefold() not in taken)

    def hold(self, seat: int) -> Secrets:
        """A bot for the seat of a player who left; its secrets."""
        secrets = Secrets.made_of(common.entropy(32))
        self._vault.keep_substitute(seat, secrets)
        self._go_on(seat, secrets, HOLDER, substitute=seat)
        return secrets

    def resume(self) -> None:
        """Starts the bots again that played when the host stopped."""
        if (table := self._hosting.table) is None:
            return
        for seat, keys in enumerate(table.replica.header.seats):
            if (bot := self._vault.bots.get(keys.identity)) is not None:
                level, secrets = bot
                self._go_on(seat, secrets, level)
        for seat in table.replica.substituted:
            if (secrets_held := self._vault.substitutes.get(seat)) is not None:
                self._go_on(seat, secrets_held, HOLDER, substitute=seat)

    def _go_on(
        self, seat: int, secrets: Secrets, level: str, *, substitute: int | None = None
    ) -> None:
        """Starts a bot in a game that has begun, with all that has happened."""
        table = self._hosting.table
        assert table is not None
        name = table.replica.names[seat]
        session = Session(
            table.replica.header_line,
            secrets,
            name,
            entries=table.entries[: table.published],
            substitute=substitute,
        )
        party = LocalParty(name, secrets if substitute is None else None, session, bot=True)
        self._start(party, secrets, level)

    def _start(self, party: LocalParty, secrets: Secrets, level: str) -> None:
        link = MemoryLink(self._hosting, secrets.public_identity)
        robot = Robot(SilentVoice(), LEVELS[level], random.Random(), pace=self._pace)
        game = Playing(link, party, robot, patience=0)
        robot.consent = game.consent
        task = asyncio.ensure_future(game.run())
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Outcome]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("a bot of this host stopped", exc_info=error)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots that sit at the table, in the order of their seats."""
        bots = (self._vault.bots.get(one.identity) for one in self._hosting.seating.sitters)
        return tuple(bot[0] for bot in bots if bot is not None)

    async def dismiss(self) -> None:
        """Ends the bots; what they signed is in the log."""
        for task in [*self._tasks]:
            task.cancel()
            with suppress(asyncio.CancelledError, AcquireError):
                await task
