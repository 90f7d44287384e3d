"""The real `acquire` command, that kills itself with -9 where its environment says.

Run as `python -m tests.lan.kills.killable ARGUMENTS`. KILL_AT is a `Kill` as it is written, WITNESS
a file for what this program was shown and what was acknowledged to it, ENTROPY the seed of its
secrets, and FALSELY a position that it complains of without cause. Whoever is asked decides by the
position in the game alone.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from acquire_client.__main__ import main
from acquire_client.cli import common
from acquire_client.console import Console
from acquire_client.links.grpc import GrpcLink
from acquire_client.links.memory import MemoryLink
from acquire_client.question import Question
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.party import SeatParty
from acquire_client.storage.vault import Vault
from acquire_net.author import Secrets
from acquire_net.fairness.deck import Opening
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.actions import Action
from tests.lan.kills.arena import DECIDE
from tests.lan.kills.moments import Kill, Witness


def die() -> None:
    """Ends as a power cut would end it: nothing of Python's own is written out."""
    os.kill(os.getpid(), signal.SIGKILL)


class Fate:
    """Knows when this program dies: once, at most."""

    def __init__(self, kill: Kill | None) -> None:
        self._kill = kill
        self._seen = 0

    def here(self, where: str, kind: str) -> str:
        """The moment at which to die with this statement, in this place; empty for none."""
        kill = self._kill
        if kill is None or (kill.where, kill.kind) != (where, kind):
            return ""
        self._seen += 1
        return kill.moment if self._seen == kill.nth else ""

    def not_yet(self) -> None:
        """What it was asked about came to nothing; the next time counts instead."""
        self._seen -= 1


def arrange_journal(fate: Fate) -> None:
    """The host's journal: a torn line, or an entry without those that were written with it."""
    journal = LedgerFile.journal

    def killable(self: LedgerFile, entries: Sequence[Entry]) -> None:
        moments = [fate.here("journal", entry.statement.kind) for entry in entries]
        moment = next(filter(None, moments), "")
        at = moments.index(moment) if moment else 0
        match moment:
            case "before":
                die()
            case "frozen":
                os.kill(os.getpid(), signal.SIGSTOP)
            case "torn":
                journal(self, entries[:at])
                _append_half(self.path, file.entry_line(entries[at]))
                die()
            case "amid":
                journal(self, entries[: at + 1])
                die()
            case _:
                pass
        journal(self, entries)
        if moment == "after":
            die()

    LedgerFile.journal = killable  # type: ignore[method-assign]


def arrange_vault(fate: Fate) -> None:
    """A client's outbox."""
    keep, create = Vault.keep, Vault.create.__func__  # type: ignore[attr-defined]

    def killable(self: Vault, statement: Statement) -> None:
        moment = fate.here("keep", statement.kind)
        if moment == "before":
            die()
        if moment == "torn":
            keep(self, statement)
            size = self.path.stat().st_size
            os.truncate(self.path, size - 40)
            die()
        keep(self, statement)
        if moment:
            die()

    def made(
        cls: type[Vault], path: Path, about: Mapping[str, object], authors: Mapping[int, Secrets]
    ) -> Vault:
        moment = fate.here("secrets", "new")
        if moment == "before":
            die()
        vault: Vault = create(cls, path, about, authors)
        if moment:
            die()
        return vault

    Vault.keep = killable  # type: ignore[method-assign]
    Vault.create = classmethod(made)  # type: ignore[assignment, method-assign]


def arrange_ledger(fate: Fate) -> None:
    """The header line of a new ledger."""
    create = LedgerFile.create.__func__  # type: ignore[attr-defined]

    def made(cls: type[LedgerFile], path: Path, header: bytes) -> LedgerFile:
        moment = fate.here("ledger", "new")
        if moment == "before":
            die()
        ledger: LedgerFile = create(cls, path, header)
        if moment:
            die()
        return ledger

    LedgerFile.create = classmethod(made)  # type: ignore[assignment, method-assign]


def arrange_link(fate: Fate, witness: Witness) -> None:
    """What a client sends, and what it is told."""
    for link in (GrpcLink, MemoryLink):
        _arrange_submit(link, fate, witness)
    took = SeatParty.took

    def shown(self: SeatParty, entry: Entry) -> None:
        witness.shown(entry)
        took(self, entry)
        if fate.here("took", entry.statement.kind):
            die()

    SeatParty.took = shown  # type: ignore[method-assign]


def _arrange_submit(link: type[GrpcLink | MemoryLink], fate: Fate, witness: Witness) -> None:
    submit = link.submit

    async def killable(self: GrpcLink | MemoryLink, statement: Statement) -> int:
        moment = fate.here("send", statement.kind)
        if moment == "before":
            die()
        witness.sent(statement)
        sending = asyncio.ensure_future(submit(self, statement))  # type: ignore[arg-type]
        if moment == "amid":
            await asyncio.wait({sending}, timeout=0.002)
            die()
        try:
            seq = await sending
        except BaseException:
            if moment:
                fate.not_yet()
            raise
        witness.acknowledged(statement, seq)
        if moment:
            die()
        return seq

    link.submit = killable  # type: ignore[method-assign]


def arrange_complaint(position: int) -> None:
    """A player who says of one true box that it does not open."""
    unsealed = Session._unsealed

    def falsely(self: Session, at: int, box: bytes) -> Opening | None:
        return None if at == position else unsealed(self, at, box)

    Session._unsealed = falsely  # type: ignore[assignment, method-assign]


def _append_half(path: Path, line: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(line[: len(line) // 2])


async def choose(_: Console | Robot, question: Question) -> Action:
    """The decision that every seat takes in that position."""
    return DECIDE(question, random.Random())


def run(arguments: list[str]) -> int:
    """Arranges the end, and starts."""
    fate = Fate(Kill.read(os.environ.get("KILL_AT", "")))
    arrange_journal(fate)
    arrange_vault(fate)
    arrange_ledger(fate)
    arrange_link(fate, Witness(Path(os.environ["WITNESS"])))
    Console.choose = choose  # type: ignore[assignment, method-assign]
    Robot.choose = choose  # type: ignore[assignment, method-assign]
    if seed := os.environ.get("ENTROPY"):
        chance = random.Random(seed)
        common.entropy = lambda nbytes=None: chance.randbytes(nbytes or 32)
    if position := os.environ.get("FALSELY"):
        arrange_complaint(int(position))
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
