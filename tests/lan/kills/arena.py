"""Real programs around one table: started, killed by themselves where planned, started again."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from acquire_client.storage import places
from acquire_client.storage.vault import Vault
from acquire_net.audit import Status, audit
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry
from tests.lan.kills.moments import Kill, testimony
from tests.simulation.deciding import acts, decided, undisturbed

ROOT = Path(__file__).parents[3]
DECIDE = decided("killed", to_the_last_tile=False)
"""How everybody plays."""
PATIENCE = 90.0
"""Seconds without a sign of life after which a test has hung."""
NOBODY_THERE = ("Nobody answers", "is no Acquire host")
SHORT = ("columns=6", "rows=5", "hand_size=2", "safe_size=5", "end_size=12")
"""The rules of a game that is over soon."""


@dataclass
class Program:
    """One of the programs, and the deaths that are planned for it, one for each start."""

    name: str
    arguments: tuple[str, ...]
    kills: list[Kill] = field(default_factory=list)
    died: list[Kill] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    process: subprocess.Popen[str] | None = None
    done: bool = False
    starts: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def found_nobody(self) -> bool:
        """Whether it ended because the host was not there."""
        last = [line for line in self.lines if not line.startswith("{")]  # what it ended with
        return any(sentence in line for line in last for sentence in NOBODY_THERE)

    def said(self, kind: str) -> bool:
        """Whether it wrote something of that kind since it was started last."""
        return any(f'"type": "{kind}"' in line for line in self.lines)


class Arena:
    """A host, its clients, and one home for all of them. `run` plays a game to its end.

    The same seed deals the same tiles. `code` is the exit code that all come to in the end.
    """

    def __init__(
        self,
        home: Path,
        host: Sequence[Kill],
        clients: Sequence[Sequence[Kill]],
        *,
        hosting_player: bool = False,
        seed: int = 1,
        code: int = 0,
    ) -> None:
        self.home = home
        self.seed = seed
        self.code = code
        self._alone = not hosting_player
        self.late: list[Program] = []
        """The clients that came back only when the host had gone, the game being over."""
        self._events: queue.Queue[tuple[Program, str | None]] = queue.Queue()
        seats = len(clients) + hosting_player
        rules = [f"--rule={rule}" for rule in SHORT]
        options = ("--seats", str(seats), "--bind", "localhost", "--json", *rules)
        who = ("--name", "Red") if hosting_player else ("--no-player",)
        self.host = Program("host", ("host", *options, *who), [*host])
        self.clients = [
            Program(f"player{number}", self._client(number), [*kills])
            for number, kills in enumerate(clients)
        ]
        self._address = ""

    def _client(self, number: int) -> tuple[str, ...]:
        name = f"player{number}"
        own = ("--name", name, "--profile", name, "--json")
        return ("join" if number % 2 else "bot", "ADDRESS", *own)

    # -- starting ------------------------------------------------------------------------------

    def start(self, program: Program) -> None:
        """Starts a program, for the first time or again."""
        kill = program.kills[0].written() if program.kills else ""
        witness = self.home / f"{program.name}.witness"
        inherited = {name: it for name, it in os.environ.items() if not name.startswith("ACQUIRE_")}
        program.lines = []
        program.starts += 1
        own = {
            "ACQUIRE_HOME": str(self.home),
            "ACQUIRE_LANG": "en",
            "KILL_AT": kill,
            "WITNESS": str(witness),
            "ENTROPY": f"{self.seed}/{program.name}/{program.starts}",
        }
        program.process = subprocess.Popen(
            [sys.executable, "-m", "tests.lan.kills.killable", *self._arguments(program)],
            env=inherited | own | program.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, args=(program, program.process), daemon=True).start()

    def _arguments(self, program: Program) -> list[str]:
        if program is not self.host:
            return [self._address if one == "ADDRESS" else one for one in program.arguments]
        if not self._address:
            return [*program.arguments, "--port", "0"]
        port = self._address.rpartition(":")[2]
        again = ("--resume", str(self.host_ledger()))
        return [*program.arguments, "--port", port, *again]

    def _listen(self, program: Program, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._events.put((program, line))
        process.wait()
        self._events.put((program, None))

    # -- running -------------------------------------------------------------------------------

    @contextmanager
    def running(self) -> Iterator["Arena"]:
        """The host, open, and its clients; nothing is left behind."""
        try:
            self.start(self.host)
            self.until(lambda: bool(self._address) and (self._alone or self.host.said("lobby")))
            for number, client in enumerate(self.clients, start=1):
                self.start(client)  # one after the other: the order of the seats deals the tiles
                self.until(lambda number=number: len(self._seated()) >= number)  # type: ignore[misc]
            yield self
        finally:
            for program in (self.host, *self.clients):
                if program.process is not None:
                    program.process.kill()
                    program.process.wait()

    def run(self) -> None:
        """Plays to the end; fails when a program ends in any other way than planned."""
        with self.running():
            self.until(self.over)

    def over(self) -> bool:
        """Whether every program has come to its end."""
        return all(one.done for one in (self.host, *self.clients))

    def wake_host(self) -> None:
        """Lets a frozen host go on."""
        assert self.host.process is not None
        self.host.kills.pop(0)
        self.host.process.send_signal(signal.SIGCONT)

    def _seated(self) -> set[str]:
        """Who was told that he sits at the table, or that the game has begun."""
        return {one.name for one in self.clients if one.said("lobby") or one.said("begin")}

    def until(self, condition: Callable[[], bool], silence: float = PATIENCE) -> None:
        """Lets the programs go on until a condition holds; they are never so long silent."""
        while not condition():
            try:
                program, line = self._events.get(timeout=silence)
            except queue.Empty:
                raise AssertionError(f"all is silent: {self.story()}") from None
            if line is None:
                self._ended(program)
                continue
            program.lines.append(line)
            if program is self.host and (found := re.search(r"join (127\.0\.0\.1:\d+)", line)):
                self._address = found[1]

    def _ended(self, program: Program) -> None:
        assert program.process is not None
        code = program.process.returncode
        if code == -signal.SIGKILL and program.kills:
            program.died.append(program.kills.pop(0))
            self.start(program)
        elif code == 1 and program is not self.host and program.found_nobody:
            if self.host.done:
                self.late.append(program)
                program.done = True
            else:
                self.start(program)
        elif code == self.code:
            program.done = True
        else:
            raise AssertionError(f"{program.name} ended with {code}: {self.story()}")

    def story(self) -> str:
        """What the programs said last, for a test that failed."""
        return "".join(
            f"\n--- {one.name}, died of {one.died}, planned {one.kills}\n{''.join(one.lines[-12:])}"
            for one in (self.host, *self.clients)
        )

    # -- what is left ----------------------------------------------------------------------------

    def vaults(self) -> dict[str, Vault]:
        """The secrets of all, by the name of the player; the host's role is `host`."""
        found = map(Vault.load, (self.home / "games").glob(f"*{places.SECRETS}"))
        return {str(one.about.get("name", "host")): one for one in found}

    def ledger(self, name: str) -> Path:
        """Where a party keeps its game."""
        path = self.vaults()[name].path
        return path.with_name(path.name.removesuffix(places.SECRETS) + places.LEDGER)

    def host_ledger(self) -> Path:
        """Where the host keeps the game."""
        return self.ledger("host")

    def check(self) -> None:
        """All ledgers agree and are verified; nothing told to anybody is lost or doubled."""
        data = self.host_ledger().read_bytes()
        text = file.split(data)
        entries = [*text.entries()]
        assert audit(data).status is Status.VERIFIED
        self.check_told(entries)
        for client in self.clients:
            kept = self.ledger(client.name).read_bytes()
            if client not in self.late:
                assert kept == data
            assert data.startswith(kept), "other entries than the host's"
            assert audit(kept).status is Status.VERIFIED
        assert acts(entries) == acts(self.undisturbed(text.header))

    def check_told(self, entries: Sequence[Entry]) -> None:
        """What was shown or acknowledged to anybody is where it was, and all died as planned.

        Nobody said two different things under one number.
        """
        for client in self.clients:
            sent: dict[int, str] = {}
            for what, number, signature in testimony(self.home / f"{client.name}.witness"):
                if what == "sent":
                    assert sent.setdefault(number, signature) == signature, "one number, two things"
                    continue
                entry = entries[number]
                true = entry.host_signature if what == "shown" else entry.statement.signature
                assert signature == true.hex(), f"{what} to {client.name}: entry {number}"
        left = [kill for one in (self.host, *self.clients) for kill in one.kills]
        assert left == [], f"these never came: {left}"

    def undisturbed(self, header_line: bytes) -> list[Entry]:
        """The log of the same game, with the same secrets, where nobody is killed."""
        vaults = self.vaults()
        role = vaults.pop("host").authors[REFEREE]
        players = {name: vault.authors[0] for name, vault in vaults.items()}
        return undisturbed(header_line, role, players, DECIDE)
