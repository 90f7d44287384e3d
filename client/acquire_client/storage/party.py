"""Who plays at a table from this computer, with the files that make it survive a crash."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from acquire_client.session import Onlooker, Session
from acquire_client.storage import ledgerfile, places
from acquire_client.storage.ledgerfile import Kept, LedgerFile
from acquire_client.storage.vault import Vault
from acquire_net.agreement import rulebook_of
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.language import _
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.editions import canonical
from acquire_net.rules.rulebook import Rulebook
from acquire_net.wire.updates import Glance, Lobby, Phase, Role


@dataclass(frozen=True, slots=True)
class Files:
    """Where a party keeps its game: a folder, or one ledger named by the player.

    `date` begins the file's name. With `keep_ledger` off only secrets are kept: somebody else in
    this process writes the ledger.
    """

    folder: Path
    date: str
    ledger: Path | None = None
    keep_ledger: bool = True

    def path(self, name: str, table_id: bytes, key: bytes) -> Path:
        """The path of a new ledger for one party of a table; a number where there is one already.

        A reproducible table can be opened twice in one second.
        """
        if self.ledger is not None:
            return self.ledger
        names = chain((name,), (f"{name[:20]} {number}" for number in count(2)))
        stems = (places.stem(self.date, one, table_id, key) for one in names)
        paths = (self.folder / (stem + places.LEDGER) for stem in stems)
        return next(path for path in paths if not _taken(path))

    def find(self, table_id: bytes, key: bytes) -> Path | None:
        """The ledger path of a game this key has secrets for, kept from before."""
        if self.ledger is not None:
            secrets = places.secrets_beside(self.ledger)
            return self.ledger if secrets.exists() else None
        return next(self._kept(table_id, key.hex()[:6]), None)

    def left_behind(self, table_id: bytes, *, bot: bool) -> bytes | None:
        """The identity of a player of this table, or of a bot, that was started here and is gone.

        None when there is none.
        """
        for ledger in [self.ledger] if self.ledger else self._kept(table_id):
            with suppress(AcquireError):  # somebody else's, in use, or damaged
                vault = Vault.open(places.secrets_beside(ledger))
                vault.close()
                if (vault.about.get("table"), vault.about.get("bot")) == (table_id.hex(), bot):
                    return vault.authors[0].identity
        return None

    def _kept(self, table_id: bytes, key: str = "*") -> Iterator[Path]:
        """The ledgers of a table whose secrets are here, newest first."""
        tail = f"*-{table_id.hex()[:8]}-{key}{places.SECRETS}"
        for secrets in sorted(self.folder.glob(tail), reverse=True):
            yield places.ledger_beside(secrets)


def _taken(ledger: Path) -> bool:
    return ledger.exists() or places.secrets_beside(ledger).exists()


class SeatParty:
    """A player of this computer at one table.

    `make_secrets` is called once for a new seat; `kept` is the game as far as somebody else in
    this process has stored it.
    """

    role = Role.SEAT

    def __init__(
        self,
        name: str,
        identity: bytes,
        files: Files,
        make_secrets: Callable[[], Secrets],
        *,
        bot: bool = False,
        kept: Kept | None = None,
    ) -> None:
        self.name = name
        self.session: Session | Onlooker | None = None
        self.ledger_path: Path | None = None
        self.key = signing.public_key(identity)
        self._kept = kept
        self._files = files
        self._make_secrets = make_secrets
        self._bot = bot
        self._vault: Vault | None = None
        self._ledger: LedgerFile | None = None
        self.agreed: Rulebook | None = None
        self.torn = False
        """Whether a torn tail was dropped from the ledger."""

    def resume(self, lobby: Lobby) -> None:
        """Opens what is kept of this party at this table, if there is anything.

        Raises Unreadable for what is damaged, Refused(IN_USE) while another program plays it.
        """
        if self._vault is not None:
            return
        path = self._files.find(lobby.table_id, self.key)
        if path is None:
            return
        vault = Vault.open(places.secrets_beside(path))
        if vault.about.get("table") != lobby.table_id.hex():
            vault.close()
            raise Unreadable(
                _("{path} is of another table; name another file with --ledger.").format(path=path)
            )
        if lobby.phase is Phase.LOBBY and vault.outbox is not None:
            vault.close()  # of an earlier game, since in a lobby nothing is signed
            return
        self._vault, self.ledger_path = vault, path
        self.name = str(vault.about.get("name", self.name))
        if isinstance(agreed := vault.about.get("agreed"), str):
            self.agreed = rulebook_of(agreed)
        if self._files.keep_ledger and path.exists():
            self._kept = ledgerfile.load(path)
            self.torn = self._kept.torn
            self._ledger = LedgerFile.reopen(path)
        if (kept := self._kept) is not None:
            secrets = vault.authors[0]
            self.session = Session(
                kept.header,
                secrets,
                self.name,
                entries=kept.entries,
                outbox=vault.outbox,
                lost=self.forgetful,
            )

    @property
    def forgetful(self) -> bool:
        """Whether these secrets were made anew, after those the seat began with were lost."""
        return self._vault is not None and self._vault.about.get("lost") is True

    def seat_wanted(self, glance: Glance) -> tuple[str, bytes, bool]:
        """The name and table key to sit with, stored before they are shown to anybody."""
        self.resume(glance.lobby)
        if self._vault is None:
            started = glance.lobby.phase is not Phase.LOBBY
            if started:
                self.name = self._own_name(glance.lobby)
            self._vault = self._new_vault(glance.lobby.table_id, lost=started)
        return self.name, self._vault.authors[0].public_table, self._bot

    def _own_name(self, lobby: Lobby) -> str:
        """The name under which this key sits already, though its secrets are not here any more."""
        for seat in lobby.seats:
            if seat.identity == self.key:
                return seat.name
        raise Refused("GAME_STARTED", _("The game has started; `acquire watch` shows it."))

    def _new_vault(self, table_id: bytes, *, lost: bool) -> Vault:
        path = self._files.path(self.name, table_id, self.key)
        if self._files.keep_ledger:
            ledgerfile.check_new(path)  # now, not when others wait for this seat to play
        about = {"table": table_id.hex(), "name": self.name, "bot": self._bot, "lost": lost}
        self.ledger_path = path
        return Vault.create(places.secrets_beside(path), about, {0: self._make_secrets()})

    def agree(self, rulebook: Rulebook) -> None:
        """Notes it with the secrets."""
        assert self._vault is not None
        self._vault.note(agreed=canonical(rulebook).decode("ascii"))
        self.agreed = rulebook

    def begin(self, header_line: bytes, agreed: Rulebook | None) -> Session:
        """Starts the session and its ledger."""
        assert self._vault is not None
        assert self.ledger_path is not None
        session = Session(
            header_line,
            self._vault.authors[0],
            self.name,
            agreed,
            outbox=self._vault.outbox,
            lost=self.forgetful,
        )
        if self._files.keep_ledger:
            self._ledger = LedgerFile.create(self.ledger_path, header_line)
        self.session = session
        return session

    def took(self, entry: Entry) -> None:
        """Appends to the ledger."""
        if self._ledger is not None:
            self._ledger.write((entry,))

    def sign(self, statement: Statement) -> None:
        """Syncs the ledger and stores the statement."""
        if self._ledger is not None:
            self._ledger.sync()
        assert self._vault is not None
        self._vault.keep(statement)

    def entries(self) -> Sequence[Entry]:
        """Everything in the ledger."""
        if self._ledger is None or self.ledger_path is None:
            return ()
        self._ledger.sync()
        return ledgerfile.load(self.ledger_path).entries

    def forget(self) -> None:
        """Removes the secrets of a seat that was never taken."""
        if self.session is None and self._vault is not None:
            self._vault.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Closes the ledger and the secrets."""
        if self._vault is not None:
            self._vault.close()
        if self._ledger is not None:
            self._ledger.close()


class OnlookerParty:
    """A spectator of this computer; its ledger is a copy it can audit."""

    role = Role.SPECTATOR
    agreed: Rulebook | None = None
    forgetful = True

    def __init__(self, name: str, key: bytes, files: Files) -> None:
        self.session: Session | Onlooker | None = None
        self.ledger_path: Path | None = None
        self.key = key
        self._name = name
        self._files = files
        self._ledger: LedgerFile | None = None

    def seat_wanted(self, glance: Glance) -> None:
        """An onlooker takes no seat."""

    def agree(self, rulebook: Rulebook) -> None:
        """An onlooker agrees to nothing."""

    def begin(self, header_line: bytes, agreed: Rulebook | None) -> Onlooker:
        """Starts looking on."""
        onlooker = Onlooker(header_line)
        self.ledger_path = self._files.path(self._name, onlooker.replica.header.table_id, self.key)
        self._ledger = LedgerFile.create(self.ledger_path, header_line)
        self.session = onlooker
        return onlooker

    def took(self, entry: Entry) -> None:
        """Appends to the ledger."""
        if self._ledger is not None:
            self._ledger.write((entry,))

    def sign(self, statement: Statement) -> None:
        """An onlooker signs nothing."""

    def entries(self) -> Sequence[Entry]:
        """An onlooker gives nothing back."""
        return ()

    def close(self) -> None:
        """Closes the ledger."""
        if self._ledger is not None:
            self._ledger.close()


class LocalParty:
    """A party whose game somebody else in this process keeps; it has no files of its own.

    `session` is the game it goes on with, if there is one; without `secrets` it only looks on, or
    holds a seat for its owner. `entries` are the log's, where that is kept.
    """

    agreed: Rulebook | None = None
    forgetful = True

    def __init__(
        self,
        name: str,
        secrets: Secrets | None = None,
        session: Session | Onlooker | None = None,
        *,
        bot: bool = False,
        entries: Callable[[], Sequence[Entry]] = tuple,
    ) -> None:
        self._entries = entries
        self.role = Role.SEAT if secrets else Role.SPECTATOR
        self.key = secrets.public_identity if secrets else b""
        self.session = session
        self._name = name
        self._secrets = secrets
        self._bot = bot

    def seat_wanted(self, glance: Glance) -> tuple[str, bytes, bool] | None:
        """The name and table key to sit with."""
        if self._secrets is None:
            return None
        return self._name, self._secrets.public_table, self._bot

    def agree(self, rulebook: Rulebook) -> None:
        """Kept elsewhere."""

    def begin(self, header_line: bytes, agreed: Rulebook | None) -> Session | Onlooker:
        """Starts the session."""
        if self._secrets is None:
            self.session = Onlooker(header_line)
        else:
            self.session = Session(header_line, self._secrets, self._name, agreed)
        return self.session

    def took(self, entry: Entry) -> None:
        """Kept elsewhere."""

    def sign(self, statement: Statement) -> None:
        """Kept elsewhere."""

    def entries(self) -> Sequence[Entry]:
        """What is kept elsewhere, as far as it was told where."""
        return self._entries()
