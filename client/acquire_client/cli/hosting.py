"""`acquire host`: a table on the network, and its hosting player in the same terminal."""

import asyncio
import datetime
import random
from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from acquire_client.address import Address
from acquire_client.bots import LEVELS
from acquire_client.cli import common
from acquire_client.cli.finding import ledger_to_resume
from acquire_client.cli.parser import program
from acquire_client.console import Left
from acquire_client.lan import addresses, walls
from acquire_client.lan.advert import Advert, advert_of
from acquire_client.lan.advertising import advertise
from acquire_client.lan.awake import awake
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage import hostkeys, ledgerfile, places, profiles
from acquire_client.storage.hostkeys import Guests, HostKeys
from acquire_client.storage.ledgerfile import Kept, LedgerFile
from acquire_client.storage.owntables import OwnTable
from acquire_client.storage.party import Files, LocalParty, SeatParty
from acquire_client.storage.profiles import Profile
from acquire_client.storage.settings import Settings
from acquire_client.storage.vault import Vault
from acquire_client.voices import SilentVoice, Voice
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
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.fairness import signing
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.replica import Replica
from acquire_net.rules.editions import CLASSIC
from acquire_net.text import tame
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.pairing import shown_code

EVERYWHERE = "::"
"""Every address of this computer."""
FAREWELL = 10.0
"""Seconds that others have to fetch the last entries before the host leaves."""


def run(options: Namespace) -> int:
    """Hosts until the game is over or put away; 0 when it was played and checked to its end."""
    return common.run_until_signal(_run(options))


async def _run(options: Namespace) -> int:
    with closing(_Desk(options, common.chosen(options), common.voice(options))) as desk:
        hosting = desk.hosting
        hosting.seat_bot = desk.seat_bot
        server = await serve(
            hosting,
            desk.certificate,
            desk.port,
            desk.bind,
            pairing=desk.pairing,
            reflection=options.reflection,
        )
        desk.open(server)
        try:
            desk.resume_bots()
            async with desk.on_the_air(server):
                await desk.play()
                await hosting.settled()
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await hosting.empty()
        except (Left, asyncio.CancelledError, AcquireError) as why:
            desk.put_away()
            if isinstance(why, Left):
                return 0
            raise
        finally:
            kept = "; the game is kept and can go on" if hosting.table else ""
            await desk.dismiss_bots()
            await server.stop(f"The host has stopped{kept}.")
        return desk.verdict()


class _Desk:
    """The host's papers: the table's keys, its ledger, and the seat of the hosting player.

    A resumed table remembers whose seat the hosting player's is, and whether there is one.
    """

    def __init__(self, options: Namespace, wishes: Settings, told: Voice) -> None:
        self._options = options
        self._wishes = wishes
        self._told = told
        self._path: Path | None = None
        self._file: LedgerFile | None = None
        self._vault: Vault | None = None
        self._kept: Kept | None = None
        self._profile: Profile | None = None
        self._own: OwnTable | None = None
        self.port = DEFAULT_PORT if options.port is None else options.port
        self.bind = options.bind or EVERYWHERE
        """Where the table opens; a resumed one where it was, unless the options say otherwise."""
        self._bots: set[asyncio.Task[Outcome]] = set()
        """The bots that hold seats of players who left."""
        self._identity = b""
        self._keys = hostkeys.load(common.entropy, _new_certificate)
        self.certificate = _checked_certificate(self._keys)
        self.hosting = self._resumed(options.resume) if options.resume else self._fresh()
        self.pairing = None if options.open else self._pairing()

    def _pairing(self) -> Pairing:
        guests = Guests.load()
        return Pairing(
            self.certificate.fingerprint,
            self.hosting.role.identity,
            common.entropy,
            admitted=guests.keys,
            on_admitted=guests.add,
            on_new_code=self._new_code,
        )

    def _fresh(self) -> Hosting:
        options = self._options
        if not options.no_player:
            self._sit(common.profile(options, self._told), options.seed)
        seed = options.seed
        name = tame(options.table or f"{self._wishes.name}'s table", 2 * NAME_LENGTH) or "A table"
        hosting = self._hosting(
            name,
            Seating(common.rulebook(options), options.seats),
            (
                Secrets.made_of(common.entropy(32), self._keys.identity)
                if seed is None
                else Secrets.seeded(seed, REFEREE)
            ),
            common.entropy(32) if seed is None else tagged_hash("seeded", str(seed).encode()),
        )
        ledgerfile.check_new(self._new_path(hosting))  # now, not when everybody sits
        return hosting

    def _resumed(self, named: str) -> Hosting:
        path = ledger_to_resume(named, "host")
        self._vault = vault = Vault.open(places.secrets_beside(path))
        self._path, self._kept = path, ledgerfile.load(path)
        if places.secrets_beside(_seat_ledger(path)).exists():
            self._options.ledger = path
        if self._kept.torn:
            common.torn(self._told)
        about = vault.about
        if self._options.port is None and isinstance(port := about.get("port"), int):
            self.port = port
        if self._options.bind is None and isinstance(bind := about.get("bind"), str):
            self.bind = bind
        if (profile := about.get("profile")) is not None:
            seed = about.get("seed")
            taken = profiles.take(str(profile), common.entropy, exactly=True)
            self._sit(taken, seed if isinstance(seed, int) else None)
        header = Replica(self._kept.header).header
        hosting = self._hosting(
            str(about.get("table")),
            Seating(CLASSIC, len(header.seats)),  # until the ledger tells the true one
            vault.authors[REFEREE],
            header.table_id,
        )
        self._file = LedgerFile.reopen(path)
        bots = about.get("bots")
        hosting.resume(
            self._kept.header,
            self._kept.entries,
            self._file.journal,
            bots if isinstance(bots, list) else (),
        )
        return hosting

    def _hosting(self, name: str, seating: Seating, role: Secrets, table_id: bytes) -> Hosting:
        return Hosting(
            name,
            seating,
            role,
            table_id,
            self._open_journal,
            player=signing.public_key(self._identity) if self._identity else b"",
            program=program(),
            seeded=self._options.seed is not None,
        )

    def _sit(self, profile: Profile, seed: int | None) -> None:
        self._profile = profile
        self._options.seed = seed
        self._identity = profile.identity if seed is None else Secrets.seeded(seed, 0).identity

    def _new_path(self, hosting: Hosting) -> Path:
        if self._path is None:
            files = common.files(self._options)
            self._path = files.path(hosting.name, hosting.table_id, hosting.role.public_identity)
        return self._path

    def _open_journal(self, header_line: bytes) -> Journal:
        path, role = self._new_path(self.hosting), self.hosting.role
        about = {
            "kind": "host",
            "table": self.hosting.name,
            "profile": self._profile.name if self._profile else None,
            "seed": self._options.seed,
            "port": self.port,
            "bind": self.bind,
            "bots": [at for at, one in enumerate(self.hosting.seating.sitters) if one.bot],
        }
        self._vault = Vault.create(places.secrets_beside(path), about, {REFEREE: role})
        self._file = LedgerFile.create(path, header_line)
        return self._file.journal

    def open(self, server: Server) -> None:
        """Tells how others join, and this user's other programs the code."""
        code = self.pairing.code if self.pairing else ""
        lines = [f"{self.hosting.name} is open on this computer at {server.address}."]
        lines += [f"Others here join with: acquire join {server.address}"]
        lines += _from_elsewhere(server, code)
        if self.hosting.table is not None:
            lines.append("The game goes on as soon as its players are back.")
        self.port = server.port
        self._told.tell(lines, "open")
        if code:
            self._told.tell([f"Join code: {shown_code(code)}"], "code")
        self._own = OwnTable(
            server.host,
            server.port,
            self.certificate.fingerprint,
            self.hosting.role.public_identity,
            code,
        )
        self._own.publish()

    @asynccontextmanager
    async def on_the_air(self, server: Server) -> AsyncGenerator[None, None]:
        """Advertises the table and keeps the computer awake, as far as that goes; never fails."""
        options, hosting = self._options, self.hosting

        def report(text: str) -> None:
            self._told.tell([text], "network")

        def advert() -> Advert:
            return advert_of(hosting.lobby(), server.port, code=not options.open)

        async with AsyncExitStack() as stack:
            if not options.allow_sleep:
                report(stack.enter_context(awake()))
            if not options.no_mdns and not _loopback(server):
                air = await stack.enter_async_context(
                    advertise(advert(), report=report, bind=server.host)
                )
                hosting.on_change = lambda: air.update(advert())
                hint = asyncio.ensure_future(self._hint(server))
                stack.callback(hint.cancel)
            yield
        hosting.on_change = None

    async def _hint(self, server: Server) -> None:
        """Tells what usually keeps others away, when nobody has come for a while."""
        await asyncio.sleep(walls.PATIENCE)
        if len(self.hosting.seating.sitters) > (1 if self._profile else 0):
            return
        here = addresses.offered(server.host, addresses.own())
        usable = [one for one in here if one.likely is not addresses.Likely.LOOPBACK]
        lines = walls.unreached([Address(one.host, server.port) for one in usable])
        self._told.tell(list(lines), "network")

    def _new_code(self, code: str) -> None:
        lines = ["Somebody tried wrong join codes, so there is a new one."]
        self._told.tell([*lines, f"Join code: {shown_code(code)}"], "code")
        if self._own is not None:
            self._own = replace(self._own, code=code)
            self._own.publish()

    async def play(self) -> None:
        """Plays the hosting player's seat, if there is one, to the end of the game."""
        if self._profile is None:
            return
        identity, seed = self._identity, self._options.seed
        party = SeatParty(
            self._wishes.name,
            identity,
            _seat_files(common.files(self._options, keep_ledger=False)),
            lambda: (
                Secrets.made_of(common.entropy(32), identity)
                if seed is None
                else Secrets.seeded(seed, 0)
            ),
            kept=self._kept,
        )
        link = MemoryLink(self.hosting, self.hosting.player)
        console = common.console(self._options, self._wishes, link)
        try:
            party.resume(self.hosting.lobby())
            game = Playing(link, party, console, patience=0)
            console.consent = game.consent
            console.hand_over = partial(self.hosting.substitute, self.hosting.player)
            await common.at_the_console(console, game)
        finally:
            party.close()

    def seat_bot(self, seat: int) -> Secrets:
        """A bot for the seat of a player who left, stored and started; its secrets."""
        assert self._vault is not None
        secrets = Secrets.made_of(common.entropy(32))
        self._vault.keep_substitute(seat, secrets)
        self._start_bot(seat, secrets)
        return secrets

    def resume_bots(self) -> None:
        """Starts the bots again that held seats when the host stopped."""
        if self._vault is None or self.hosting.table is None:
            return
        for seat in self.hosting.table.replica.substituted:
            if (secrets := self._vault.substitutes.get(seat)) is not None:
                self._start_bot(seat, secrets)

    async def dismiss_bots(self) -> None:
        """Ends the bots; what they signed is in the log."""
        for task in [*self._bots]:
            task.cancel()
            with suppress(asyncio.CancelledError, AcquireError):
                await task

    def _start_bot(self, seat: int, secrets: Secrets) -> None:
        table = self.hosting.table
        assert table is not None
        name = table.replica.names[seat]
        session = Session(table.replica.header_line, secrets, name, substitute=seat)
        party = LocalParty(name, session=session)
        robot = Robot(SilentVoice(), LEVELS["greedy"], random.Random(), pace=self._wishes.pace)
        link = MemoryLink(self.hosting, secrets.public_identity)
        task = asyncio.ensure_future(Playing(link, party, robot, patience=0).run())
        self._bots.add(task)
        task.add_done_callback(self._bots.discard)

    def put_away(self) -> None:
        """Tells how the game goes on later."""
        if self._file is not None and self._path is not None:
            again = f"acquire host --resume {common.quoted(self._path)}"
            common.kept_at(self._told, self._path, again)

    def verdict(self) -> int:
        """Tells what the audit of the ledger says, or why there is no whole game; the exit code."""
        if (why := self.hosting.stopped) is not None:
            if self._profile is None:  # else the player was told
                self._told.tell([why], "stopped")
            self.put_away()
        return common.verdict(self._told, self._path)

    def close(self) -> None:
        """Closes the ledger and the secrets, takes the code back, and gives the profile free."""
        if self._own is not None:
            self._own.withdraw()
        if self._vault is not None:
            self._vault.close()
        if self._profile is not None:
            self._profile.release()
        if self._file is not None:
            self._file.close()


def _seat_files(files: Files) -> Files:
    """The player's own secrets get a name of their own beside a ledger named by him."""
    return replace(files, ledger=files.ledger and _seat_ledger(files.ledger))


def _seat_ledger(path: Path) -> Path:
    return path.with_name(f"{path.name.removesuffix(places.LEDGER)}-seat{places.LEDGER}")


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


def _loopback(server: Server) -> bool:
    return Address(server.host, server.port).loopback


def _written(host: str, port: int) -> str:
    address = Address(host, port)
    return str(address) if port != DEFAULT_PORT else str(address).removesuffix(f":{port}")
