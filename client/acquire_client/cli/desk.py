"""One table at its host: its keys and files, the hosting player's seat, its bots."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from acquire_client.cli import common
from acquire_client.cli.finding import ledger_to_resume
from acquire_client.cli.hostbots import HostBots
from acquire_client.cli.house import EVERYWHERE, House
from acquire_client.cli.parser import program
from acquire_client.links.memory import MemoryLink
from acquire_client.person import Person
from acquire_client.playing import Outcome, Playing
from acquire_client.storage import ledgerfile, places, profiles
from acquire_client.storage.ledgerfile import Kept, LedgerFile
from acquire_client.storage.party import Files, SeatParty
from acquire_client.storage.vault import Vault
from acquire_client.voices import Voice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_host.table import Journal
from acquire_net.fairness.commitments import REFEREE
from acquire_net.language import _
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.replica import Replica
from acquire_net.rules.editions import CLASSIC
from acquire_net.text import tame
from acquire_net.wire.calls import DEFAULT_PORT
from acquire_net.wire.updates import Phase

DEFAULT_SEATS = 4


class Desk:
    """A table's papers; made by `fresh`, `resumed` or `next`.

    The secrets are on disk from the beginning, with the lobby as it is at any time, so that a
    host that was killed opens the same table again.
    """

    def __init__(
        self, house: House, told: Voice, name: str, seating: Seating, files: Files, vault: Vault
    ) -> None:
        house.vouch_for(vault.authors[REFEREE].identity)
        self.house = house
        self.told = told
        self.port = DEFAULT_PORT if house.options.port is None else house.options.port
        self.bind: str = house.options.bind or EVERYWHERE
        """Where the table opens; a resumed one where it was, unless the options say otherwise."""
        self.path = places.ledger_beside(vault.path)
        self._files = files
        self._vault = vault
        self._file: LedgerFile | None = None
        self.levels: tuple[str, ...] = ()
        """The bots that are to sit down once it is open."""
        self.hosting = Hosting(
            name,
            seating,
            vault.authors[REFEREE],
            bytes.fromhex(str(vault.about["id"])),
            self._open_journal,
            player=house.player,
            program=program(),
            seeded=house.seed is not None,
        )
        self.bots = HostBots(self.hosting, vault, house.wishes.pace)
        self.hosting.new_bot = self.bots.new
        self.hosting.seat_bot = self.bots.hold
        self.hosting.on_lobby = vault.keep_lobby

    # -- three ways to come by a table -------------------------------------------------------

    @classmethod
    def fresh(cls, house: House, told: Voice, number: int = 0) -> "Desk":
        """A new table as the options want it; the `number`-th of several, from 1."""
        options = house.options
        name = tame(options.table or _table_name(house), 2 * NAME_LENGTH) or "A table"
        seats = options.seats or DEFAULT_SEATS
        name = f"{name} {number}" if number else name
        seating = Seating(common.rulebook(options), seats)
        return cls._new(house, told, name, seating, common.files(options))

    @classmethod
    def _new(cls, house: House, told: Voice, name: str, seating: Seating, files: Files) -> "Desk":
        table_id, role = house.new_table_id(), house.new_role()
        path = files.path(name, table_id, role.public_identity)
        ledgerfile.check_new(path)  # now, not when everybody sits
        about = {
            "kind": "host",
            "id": table_id.hex(),
            "table": name,
            "profile": house.profile.name if house.profile else None,
            "seed": house.seed,
            "open": house.open,
            "served": False,
        }
        vault = Vault.create(places.secrets_beside(path), about, {REFEREE: role})
        return cls(house, told, name, seating, files, vault)

    @classmethod
    def resumed(cls, house: House, told: Voice, named: str) -> "Desk":
        """A table as it was left: a game that goes on, or a lobby."""
        options = house.options
        path = ledger_to_resume(named, "host", lambda text: told.tell([text], "skipped"))
        _tell_ignored(options, told)
        vault = Vault.open(places.secrets_beside(path))
        about = vault.about
        house.open = house.open or about.get("open") is True
        if (profile := about.get("profile")) is not None:
            seed = about.get("seed")
            taken = profiles.take(str(profile), common.entropy, exactly=True)
            house.seat(taken, seed if isinstance(seed, int) else None)
        named_by_player = places.secrets_beside(_seat_ledger(path)).exists()
        files = replace(common.files(options), ledger=path if named_by_player else None)
        if path.exists():
            desk = cls._game(house, told, files, vault, ledgerfile.load(path))
        else:
            desk = cls(house, told, str(about.get("table")), Seating(CLASSIC, 2), files, vault)
            desk._reopen(about)
            assert vault.lobby is not None
            desk.levels = desk.hosting.restore_lobby(vault.lobby)
        for one in desk.hosting.seating.sitters:
            if one.identity == house.player:
                house.goes_by(one.name)
        return desk

    @classmethod
    def _game(cls, house: House, told: Voice, files: Files, vault: Vault, kept: Kept) -> "Desk":
        if kept.torn:
            common.torn(told)
        about, header = vault.about, Replica(kept.header).header
        about.setdefault("id", header.table_id.hex())
        seating = Seating(CLASSIC, len(header.seats))  # until the ledger tells the true one
        desk = cls(house, told, str(about.get("table")), seating, files, vault)
        desk._reopen(about)
        desk._file = LedgerFile.reopen(desk.path)
        bots = about.get("bots")
        desk.hosting.resume(
            kept.header,
            kept.entries,
            desk._file.journal,
            bots if isinstance(bots, list) else (),
        )
        return desk

    def _reopen(self, about: Mapping[str, object]) -> None:
        options = self.house.options
        if options.port is None and isinstance(port := about.get("port"), int):
            self.port = port
        if options.bind is None and isinstance(bind := about.get("bind"), str):
            self.bind = bind

    def next(self) -> "Desk":
        """A new table for the same people: rules, seats and this host's bots as they were."""
        hosting, house, files = self.hosting, self.house, self._files
        if files.ledger is not None:
            files = replace(files, ledger=_next_path(files.ledger))
        house.seed = None  # a seed makes one game reproducible
        files = replace(files, date=common.today())
        seating = Seating(hosting.seating.rulebook, len(hosting.seating.sitters))
        desk = self._new(house, self.told, hosting.name, seating, files)
        desk.port, desk.bind = self.port, self.bind
        desk.levels = self.bots.levels
        return desk

    # -- while it is open --------------------------------------------------------------------

    def opened(self, port: int) -> None:
        """Notes where the table is, and seats the bots that it had before."""
        self.port = port
        self._vault.note(port=port, bind=self.bind)
        if self.hosting.table is None:
            self._vault.keep_lobby(self.hosting.kept_lobby())
        self.bots.resume()
        levels, self.levels = self.levels, ()
        for level in levels:
            self.hosting.add_bot(self.hosting.player, level)

    def _open_journal(self, header_line: bytes) -> Journal:
        sitters = enumerate(self.hosting.seating.sitters)
        self._vault.note(bots=[seat for seat, one in sitters if one.bot])
        self._file = LedgerFile.create(self.path, header_line)
        return self._file.journal

    async def play(self, person: Person) -> Outcome:
        """Plays the hosting player's seat to the end of the game."""
        party = SeatParty(
            self.house.wishes.name,
            self.house.identity,
            self._seat_files,
            self.house.new_secrets,
            kept=self._so_far(),
        )
        link = MemoryLink(self.hosting, self.hosting.player)
        try:
            party.resume(self.hosting.lobby())
            person.game = Playing(link, party, person, agree=not person.attended, patience=0)
            return await person.game.run()
        finally:
            party.close()

    @property
    def _seat_files(self) -> Files:
        """The player's own secrets get a name of their own beside a ledger named by him."""
        ledger = self._files.ledger and _seat_ledger(self._files.ledger)
        return replace(self._files, ledger=ledger, keep_ledger=False)

    def _so_far(self) -> Kept | None:
        """The game as far as it is stored."""
        if (table := self.hosting.table) is None:
            return None
        entries = tuple(table.entries[: table.published])
        return Kept(table.replica.header_line, entries, torn=False)

    def others_here(self) -> bool:
        """Whether somebody else is at the table, even if he has only just sat down, or watches it."""
        lobby = self.hosting.lobby()
        people = [s for s in lobby.seats if not s.bot and s.identity != lobby.host_identity]
        sitting = lobby.phase is Phase.LOBBY and people
        return bool(lobby.spectators or sitting) or any(one.connected for one in people)

    # -- the end -----------------------------------------------------------------------------

    def served(self) -> None:
        """Notes that everybody has the end of the game."""
        self._vault.note(served=True)

    def put_away(self) -> None:
        """Tells how the game goes on later."""
        if self._file is not None:
            again = f"acquire host --resume {common.quoted(self.path)}"
            common.kept_at(self.told, self.path, again)

    def close(self) -> None:
        """Closes the files; a lobby that became no game leaves nothing behind."""
        if self.hosting.table is not None:
            self._vault.close()
        else:
            self._vault.remove()
            self._forget_seat()
        if self._file is not None:
            self._file.close()

    def _forget_seat(self) -> None:
        """Removes the secrets of the hosting player's seat in a lobby that became no game."""
        if self.house.profile is None:
            return
        if ledger := self._seat_files.find(self.hosting.table_id, self.house.player):
            places.secrets_beside(ledger).unlink(missing_ok=True)


def _table_name(house: House) -> str:
    return _("{name}'s table").format(name=house.wishes.name)


def _tell_ignored(options: Namespace, told: Voice) -> None:
    given = {
        "--seats": options.seats is not None,
        "--preset": options.preset is not None,
        "--rule": bool(options.rule),
        "--table": options.table is not None,
        "--tables": options.tables is not None,
        "--no-player": options.no_player,
        "--profile": options.profile is not None,
        "--seed": options.seed is not None,
        "--ledger": options.ledger is not None,
    }
    common.tell_ignored(told, given)


def _seat_ledger(path: Path) -> Path:
    return path.with_name(f"{path.name.removesuffix(places.LEDGER)}-seat{places.LEDGER}")


def _next_path(path: Path) -> Path:
    """A ledger's path for the game after that one, which no file has yet."""
    stem, number = path.name.removesuffix(places.LEDGER), 2
    while (next_path := path.with_name(f"{stem}-{number}{places.LEDGER}")).exists():
        number += 1
    return next_path
