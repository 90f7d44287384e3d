"""`acquire host`: a table on the network, and its hosting player in the same terminal."""

import asyncio
import datetime
from argparse import Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from acquire_client.address import Address
from acquire_client.cli import common
from acquire_client.cli.finding import ledger_to_resume
from acquire_client.cli.parser import program
from acquire_client.console import Left
from acquire_client.lan import addresses
from acquire_client.lines import InputEnded
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Playing
from acquire_client.storage import hostkeys, ledgerfile, places
from acquire_client.storage.hostkeys import Guests, HostKeys
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.owntables import OwnTable
from acquire_client.storage.party import Files, SeatParty
from acquire_client.storage.settings import Settings
from acquire_client.storage.vault import Vault
from acquire_client.voices import Voice
from acquire_host.certificate import (
    ENTROPY,
    Certificate,
    make_certificate,
    read_certificate,
)
from acquire_host.hosting import Hosting
from acquire_host.pairing import Pairing
from acquire_host.seating import Seating
from acquire_host.service import Server, serve
from acquire_host.table import Journal
from acquire_net.author import Secrets
from acquire_net.errors import Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.text import tame
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.pairing import shown_code

FAREWELL = 10.0
"""Seconds that others have to fetch the last entries before the host leaves."""


def run(options: Namespace) -> int:
    """Hosts until the game is over or put away; 0 when it was played and checked to its end."""
    return common.run_until_signal(_run(options))


async def _run(options: Namespace) -> int:
    wishes = common.chosen(options)
    told = common.voice(options)
    desk = _Desk(options, wishes, told)
    server = await serve(
        desk.hosting, desk.certificate, options.port, options.bind, pairing=desk.pairing
    )
    desk.open(server)
    try:
        if options.no_player:
            await desk.hosting.settled()
        else:
            await desk.play()
            await desk.hosting.settled()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await desk.hosting.empty()
    except (Left, asyncio.CancelledError, InputEnded) as why:
        desk.put_away()
        if isinstance(why, Left):
            return 0
        raise
    finally:
        await server.stop("The host has stopped; the game is kept and can go on.")
        desk.close()
    return common.verdict(told, desk.path)


class _Desk:
    """The host's papers: the table's keys, its ledger, and the seat of the hosting player."""

    def __init__(self, options: Namespace, wishes: Settings, told: Voice) -> None:
        self._options = options
        self._wishes = wishes
        self._told = told
        self._file: LedgerFile | None = None
        self.path: Path | None = None
        self._own: OwnTable | None = None
        keys = hostkeys.load(common.entropy, _new_certificate)
        self.certificate = _checked_certificate(keys)
        self._profile = None if options.no_player else common.profile(options, told)
        seed = options.seed
        self._role = (
            Secrets.made_of(common.entropy(32), keys.identity)
            if seed is None
            else Secrets.seeded(seed, REFEREE)
        )
        table_id = common.entropy(32) if seed is None else tagged_hash("seeded", str(seed).encode())
        self._identity = b""
        if self._profile is not None:
            mine = self._profile.identity if seed is None else Secrets.seeded(seed, 0).identity
            self._identity = mine
        self.hosting = self._resumed() if options.resume else self._fresh(table_id)
        self.pairing = None if options.open else self._pairing()

    def _pairing(self) -> Pairing:
        guests = Guests.load()
        return Pairing(
            self.certificate.fingerprint,
            self._role.identity,
            common.entropy,
            admitted=guests.keys,
            on_admitted=guests.add,
            on_new_code=self._new_code,
        )

    @property
    def _player(self) -> bytes:
        if not self._identity:
            return b""
        return Secrets.made_of(bytes(32), self._identity).public_identity

    def _fresh(self, table_id: bytes) -> Hosting:
        options = self._options
        table = options.table or f"{self._wishes.name}'s table"
        return Hosting(
            tame(table, 2 * NAME_LENGTH) or "A table",
            Seating(common.rulebook(options), options.seats),
            self._role,
            table_id,
            self._open_journal,
            player=self._player,
            program=program(),
            seeded=options.seed is not None,
        )

    def _resumed(self) -> Hosting:
        path = ledger_to_resume(self._options.resume, "host")
        vault = Vault.load(places.secrets_beside(path))
        kept = ledgerfile.load(path)
        if kept.torn:
            self._told.tell(["The last line of the ledger was cut short; it is left out."], "torn")
        self._role = vault.authors[REFEREE]
        hosting = self._fresh(bytes(32))
        hosting.name = str(vault.about.get("table", hosting.name))
        self.path, self._file = path, LedgerFile.reopen(path)
        hosting.resume(kept.header, kept.entries, self._file.journal)
        return hosting

    def _open_journal(self, header_line: bytes) -> Journal:
        key = self._role.public_identity
        files = common.files(self._options)
        self.path = files.path(self.hosting.name, self.hosting.table_id, key)
        about = {"kind": "host", "table": self.hosting.name}
        Vault.create(places.secrets_beside(self.path), about, {REFEREE: self._role})
        self._file = LedgerFile.create(self.path, header_line)
        return self._file.journal

    def open(self, server: Server) -> None:
        """Tells how others join, and this user's other programs the code."""
        code = self.pairing.code if self.pairing else ""
        lines = [f"{self.hosting.name} is open on this computer at {server.address}."]
        lines += [f"Others here join with: acquire join {server.address}"]
        lines += _from_elsewhere(server, code)
        if self.hosting.table is not None:
            lines.append("The game goes on as soon as its players are back.")
        self._told.tell(lines, "open")
        if code:
            self._told.tell([f"Join code: {shown_code(code)}"], "code")
        self._own = OwnTable(
            server.host,
            server.port,
            self.certificate.fingerprint,
            self._role.public_identity,
            code,
        )
        self._own.publish()

    def _new_code(self, code: str) -> None:
        lines = ["Somebody tried wrong join codes, so there is a new one."]
        self._told.tell([*lines, f"Join code: {shown_code(code)}"], "code")
        if self._own is not None:
            self._own = replace(self._own, code=code)
            self._own.publish()

    async def play(self) -> None:
        """Plays the hosting player's seat to the end of the game."""
        seed = self._options.seed
        party = SeatParty(
            self._wishes.name,
            self._identity,
            _seat_files(common.files(self._options, keep_ledger=False)),
            lambda: (
                Secrets.made_of(common.entropy(32), self._identity)
                if seed is None
                else Secrets.seeded(seed, 0)
            ),
        )
        link = MemoryLink(self.hosting, self._player)
        console = common.console(self._options, self._wishes, link)
        await common.at_the_console(console, Playing(link, party, console, patience=0))

    def put_away(self) -> None:
        """Tells how the game goes on later."""
        if self.path is not None:
            common.kept_at(self._told, self.path, f"acquire host --resume '{self.path}'")

    def close(self) -> None:
        """Closes the ledger, and takes the code back."""
        if self._own is not None:
            self._own.withdraw()
        if self._file is not None:
            self._file.close()
        if self._profile is not None:
            self._profile.release()


def _seat_files(files: Files) -> Files:
    """The player's own secrets get a name of their own beside a ledger named by him."""
    if files.ledger is None:
        return files
    stem = files.ledger.name.removesuffix(places.LEDGER)
    return replace(files, ledger=files.ledger.with_name(f"{stem}-seat{places.LEDGER}"))


def _new_certificate() -> bytes:
    return make_certificate(datetime.datetime.now(datetime.UTC), common.entropy(ENTROPY)).pem


def _checked_certificate(keys: HostKeys) -> Certificate:
    try:
        return read_certificate(keys.certificate)
    except Unreadable as error:
        mend = "Move it away to get a new one; guests then need a join code again."
        raise Unreadable(f"{keys.path}: {error} {mend}") from error


def _from_elsewhere(server: Server, code: str) -> list[str]:
    """How to join from other computers, by every address at which the host answers."""
    try:
        here = addresses.offered(server.host, addresses.own())
    except OSError:
        return ["This computer does not tell its addresses; its settings show them."]
    usable = [one for one in here if one.likely is not addresses.Likely.LOOPBACK]
    if not usable:
        return []
    first, *rest = (_written(one.host, server.port) for one in usable)
    lines = [f"On other computers: acquire join {first}{' ' * bool(code)}{code}"]
    return lines + [f"or, if that address is not reached: {one}" for one in rest]


def _written(host: str, port: int) -> str:
    address = Address(host, port)
    return str(address) if port != DEFAULT_PORT else str(address).removesuffix(f":{port}")
