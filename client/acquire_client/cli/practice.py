"""`acquire play`: a whole table in one process, over memory links, with its ledger on disk."""

import asyncio
import random
import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from acquire_client.bots import LEVELS, NAMES
from acquire_client.cli import common
from acquire_client.cli.finding import ledger_to_resume
from acquire_client.lines import InputEnded
from acquire_client.links.memory import MemoryLink
from acquire_client.lobby import DEFAULT_LEVEL
from acquire_client.person import Left
from acquire_client.playing import Playing
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage import ledgerfile, places
from acquire_client.storage.ledgerfile import Kept, LedgerFile
from acquire_client.storage.party import LocalParty
from acquire_client.storage.settings import Settings
from acquire_client.storage.vault import Vault
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice, Voice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_host.table import Journal
from acquire_net.author import Secrets
from acquire_net.errors import Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.fairness.hashing import tagged_hash
from acquire_net.language import _
from acquire_net.ledger.statement import Entry
from acquire_net.replica import Replica
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS, Rulebook


@dataclass(frozen=True)
class _Setup:
    """Who plays: seat by seat the name and the bot's level, empty for the person."""

    names: tuple[str, ...]
    levels: tuple[str, ...]
    secrets: dict[int, Secrets]
    rulebook: Rulebook
    table_id: bytes
    seed: int | None


@dataclass(frozen=True)
class _Past:
    """A game to go on with: its header, and the entries that stay."""

    header: bytes
    entries: tuple[Entry, ...]
    decisions: Sequence[int] = ()
    """How many entries there were at each decision of the person."""
    vault: Vault | None = None
    """Its secrets, when it goes on in its own file; else it is copied into a new one."""


def run(options: Namespace) -> int:
    """Plays; 0 when the game ended and everything in it was checked."""
    return common.run_until_signal(_run(options))


async def _run(options: Namespace) -> int:
    wishes = common.chosen(options)
    told = common.voice(options)
    if options.resume:
        given = {
            "--bots": options.bots is not None,
            "--level": options.level is not None,
            "--no-player": options.no_player,
            "--preset": options.preset is not None,
            "--rule": bool(options.rule),
            "--seed": options.seed is not None,
            "--ledger": options.ledger is not None,
        }
        common.tell_ignored(told, given)
        setup, past, first = _kept(options.resume, told)
    else:
        setup, past = _new(options, wishes), None
        key = setup.secrets[REFEREE].public_identity
        first = common.files(options).path(wishes.name, setup.table_id, key)
    path = first
    while True:
        game = _Game(setup, path, wishes, options, past)
        try:
            await game.play()
            break
        except Left as wish:
            if wish.wish != "undo":
                _put_away(told, path)
                return 0
            past, path = game.before_last_decision(), _next_branch(path)
            text = _("Taken back. This goes on as a new practice branch: {path}")
            told.tell([text.format(path=path)], "undo")
        except (InputEnded, asyncio.CancelledError):
            _put_away(told, path)
            raise
        finally:
            game.close()
    code = common.verdict(told, path)
    if _BRANCH.search(path.name):
        told.tell([_("In this practice branch decisions were taken back.")], "verdict")
    return code


def _put_away(told: Voice, path: Path) -> None:
    if path.exists():
        common.kept_at(told, path, f"acquire play --resume {common.quoted(path)}")


def _new(options: Namespace, wishes: Settings) -> _Setup:
    people = 0 if options.no_player else 1
    bots = options.bots if options.bots is not None else 4 - people
    seats = people + bots
    if not MIN_SEATS <= seats <= MAX_SEATS:
        text = _("Acquire is for {least} to {most} players, not {seats}.")
        if people and bots == MAX_SEATS:
            text += " " + _("You take one of the seats; --no-player leaves it to a bot.")
        raise Unreadable(text.format(least=MIN_SEATS, most=MAX_SEATS, seats=seats))
    names = [wishes.name] * people
    names += [name for name in NAMES if name.casefold() != wishes.name.casefold()][:bots]
    levels = [""] * people + [options.level or DEFAULT_LEVEL] * bots
    authors = (*range(seats), REFEREE)
    seed = options.seed
    secrets = {
        one: Secrets.made_of(common.entropy(32)) if seed is None else Secrets.seeded(seed, one)
        for one in authors
    }
    table_id = common.entropy(32) if seed is None else tagged_hash("seeded", str(seed).encode())
    return _Setup(tuple(names), tuple(levels), secrets, common.rulebook(options), table_id, seed)


def _kept(named: str, told: Voice) -> tuple[_Setup, _Past, Path]:
    path = ledger_to_resume(named, "practice", lambda text: told.tell([text], "skipped"))
    vault = Vault.open(places.secrets_beside(path))
    kept = ledgerfile.load(path)
    if kept.torn:
        common.torn(told)
    replica = Replica(kept.header)
    levels = vault.about.get("levels")
    if not isinstance(levels, list) or set(vault.authors) != {*range(len(levels)), REFEREE}:
        raise Unreadable(_("{path} does not fit its ledger.").format(path=vault.path))
    setup = _Setup(
        tuple(replica.names[seat] for seat in range(replica.seats)),
        tuple(map(str, levels)),
        vault.authors,
        replica.rulebook,
        replica.header.table_id,
        None,
    )
    decisions = tuple(
        mark
        for seat, level in enumerate(setup.levels)
        if not level
        for mark in _decided(kept, vault.authors[seat], setup.names[seat])
    )
    return setup, _Past(kept.header, kept.entries, decisions, vault), path


def _decided(kept: Kept, secrets: Secrets, name: str) -> Iterator[int]:
    """How many entries there were at each decision of a seat that was one."""
    session = Session(kept.header, secrets, name)
    for entry in kept.entries:
        if entry.statement.author == session.seat and session.question() is not None:
            yield entry.seq
        session.receive(entry)


_BRANCH = re.compile(rf"-branch-[0-9]+{re.escape(places.LEDGER)}$")


def _next_branch(path: Path) -> Path:
    """The ledger of the next branch of a game, which no file has yet."""
    stem = _BRANCH.sub("", path.name).removesuffix(places.LEDGER)
    branches = (path.with_name(f"{stem}-branch-{n}{places.LEDGER}") for n in count(2))
    return next(branch for branch in branches if not branch.exists())


class _Game:
    """One branch of a practice game."""

    def __init__(
        self, setup: _Setup, path: Path, wishes: Settings, options: Namespace, past: _Past | None
    ) -> None:
        self.setup = setup
        self.path = path
        self._wishes = wishes
        self._options = options
        self._past = past
        self._file: LedgerFile | None = None
        self._vault: Vault | None = None
        role = setup.secrets[REFEREE]
        self.hosting = Hosting(
            _("Practice"),
            Seating(setup.rulebook, len(setup.names)),
            role,
            setup.table_id,
            self._open_journal,
            seeded=setup.seed is not None,
            absence="never",
        )
        if past is not None:
            bots = [seat for seat, level in enumerate(setup.levels) if level]
            self.hosting.resume(past.header, past.entries, self._reopen(past), bots)
        self._decisions = list(past.decisions) if past else []

    def _open_journal(self, header_line: bytes) -> Journal:
        about = {"kind": "practice", "levels": list(self.setup.levels)}
        self._vault = Vault.create(places.secrets_beside(self.path), about, self.setup.secrets)
        self._file = LedgerFile.create(self.path, header_line)
        return self._file.journal

    def _reopen(self, past: _Past) -> Journal:
        if past.vault is not None:
            self._vault, self._file = past.vault, LedgerFile.reopen(self.path)
            return self._file.journal
        journal = self._open_journal(past.header)
        journal(past.entries)
        return journal

    async def play(self) -> None:
        """Plays to the end; raises Left when the person wants to go, or to take back."""
        seats = range(len(self.setup.names))
        for seat in seats:  # in this order, whoever wakes first
            secrets = self.setup.secrets[seat]
            self.hosting.sit(
                secrets.public_identity,
                self.setup.names[seat],
                secrets.public_table,
                bot=bool(self.setup.levels[seat]),
            )
        tasks = [self._seat(seat) for seat in seats]
        if "" not in self.setup.levels:
            tasks.append(self._onlooker())
        try:
            async with asyncio.TaskGroup() as group:
                for task in tasks:
                    group.create_task(task)
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _seat(self, seat: int) -> None:
        name, level = self.setup.names[seat], self.setup.levels[seat]
        secrets = self.setup.secrets[seat]
        session = None
        if self._past is not None:
            session = Session(self._past.header, secrets, name, entries=self._past.entries)
        party = LocalParty(name, secrets, session, bot=bool(level), entries=self._entries)
        link = MemoryLink(self.hosting, secrets.public_identity)
        if level:
            rng = random.Random(
                f"{self.setup.seed}/{seat}" if self.setup.seed is not None else None
            )
            pace = self._wishes.pace if "" in self.setup.levels else 0.0
            robot = Robot(SilentVoice(), LEVELS[level], rng, pace=pace, practice=True)
            await Playing(link, party, robot, patience=0).run()
        else:
            console = common.console(self._options, self._wishes, practice=True)
            console.decisions = self._decisions
            console.verdict = lambda: common.checked(self.path)[1]
            console.game = Playing(link, party, console, patience=0)
            await common.attended(console, console.game.run())

    def _entries(self) -> Sequence[Entry]:
        return self.hosting.table.entries if self.hosting.table is not None else ()

    async def _onlooker(self) -> None:
        link = MemoryLink(self.hosting, b"onlooker")
        teller = Teller(common.voice(self._options), practice=True)
        await Playing(link, LocalParty(""), teller, patience=0).run()

    def before_last_decision(self) -> _Past:
        """The game as it was before the person's last decision; there must be one."""
        assert self.hosting.table is not None
        table, (*marks, last) = self.hosting.table, self._decisions
        return _Past(table.replica.header_line, tuple(table.entries[:last]), marks)

    def close(self) -> None:
        """Closes the ledger and the secrets."""
        if self._vault is not None:
            self._vault.close()
        if self._file is not None:
            self._file.close()
