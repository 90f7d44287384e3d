"""A table, its players and their disks on a bad network: everything is killed now and then.

The cores are the real ones; the shells around them here do what the real shells promise: an entry
is on the host's disk before it is seen, a statement on its author's before it is sent, and what a
dead program had in memory only is gone.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from acquire_client.session import Session
from acquire_host.table import Table
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger import file
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.rules.rulebook import Rulebook
from tests.simulation.network import Clock, Network, Weather
from tests.tables import NAMES, Decide, header_for, secrets_of

BEAT = 1.0
"""Seconds between two looks of a player at the table when nothing comes."""
FOREVER = 4_000.0
"""Virtual seconds in which every game must have ended."""


class Killed(Exception):
    """The program ended here, as by kill -9."""


@dataclass(frozen=True)
class Trouble:
    """How often programs die: chances at every step that could be torn, and between them."""

    journal: float = 0.03
    sending: float = 0.02
    host_every: float = 25.0
    player_every: float = 25.0
    amnesia: float = 0.2
    """How often the disk of a restarted host has lost what it had promised to keep."""
    absences: int = 0
    lost_disks: bool = False


@dataclass
class Disk:
    """What survives of one player: his secrets, his ledger, and what he signed last."""

    secrets: Secrets
    entries: list[Entry] = field(default_factory=list)
    outbox: Statement | None = None
    lost: bool = False
    """Whether this disk is a new one, without the secrets of the old."""


class Host:
    """The host's program: down, or a table."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.disk: list[Entry] = []
        self.table: Table | None = None

    def start(self) -> None:
        """Starts from the disk; may die doing so."""
        self.guarded(self._start)

    def _start(self) -> None:
        self._forget()
        role = secrets_of(self.world.seed, REFEREE)
        self.table = Table(self.world.line, role, self._journal, [*self.disk])

    def _forget(self) -> None:
        """Loses the end of the disk, if somebody can give back all of it, and has him do so."""
        world = self.world
        witness = next((one for one in world.players if one.knows(len(self.disk))), None)
        if witness is None or len(self.disk) < 2 or not world.chance(world.trouble.amnesia):
            return
        world.count["host's disk lost entries"] += 1
        known = self.disk[: -world.rng.randint(1, min(3, len(self.disk)))]
        self.disk = [*known]
        role = secrets_of(world.seed, REFEREE)
        Table(world.line, role, self.disk.extend, known).restore(witness.entries[len(known) :])

    def _journal(self, entries: Sequence[Entry]) -> None:
        world = self.world
        if world.chance(world.trouble.journal):
            kept = world.rng.randint(0, len(entries))
            self.disk.extend(entries[:kept])
            where = "before" if not kept else "after" if kept == len(entries) else "amid"
            world.count[f"host killed {where} the journal write"] += 1
            raise Killed
        self.disk.extend(entries)

    def guarded(self, deed: Callable[[], None]) -> None:
        """Does something, unless it is down; may die, and will be started again."""
        try:
            deed()
        except Killed:
            self.kill()

    def kill(self) -> None:
        """Ends the program."""
        self.table = None
        self.world.clock.after(self.world.rng.random() * 6, self.start)

    # -- what it hears -------------------------------------------------------------------------

    def submit(self, player: "Player", statement: Statement) -> None:
        """A statement arrives: answered, and what is new told to all."""
        if self.table is not None:
            self.guarded(lambda: self._submit(player, statement))

    def _submit(self, player: "Player", statement: Statement) -> None:
        assert self.table is not None
        try:
            seq = self.table.submit(statement)
        except AcquireError as error:
            refusal = error
            self.world.count["refusals"] += 1
            self.world.count[f"refused {getattr(error, 'reason', '')}"] += 1
            self.world.to_player(player, lambda: player.refused(statement, refusal))
            return
        self.world.to_player(player, lambda: player.taken(statement, seq))
        for one in self.world.players:
            self.tell(one, one.told)

    def watch(self, player: "Player", seen: int, head: bytes) -> None:
        """A player tells where he is, and gets what follows."""
        if self.table is None:
            return
        assert seen <= self.table.published, "the host lost what it had shown"
        assert head == self.table.replica.heads[seen], "the host tells another history"
        self.tell(player, seen)

    def tell(self, player: "Player", seen: int) -> None:
        """Sends what follows the first `seen` entries."""
        assert self.table is not None
        if entries := self.table.entries[seen : self.table.published]:
            player.told = self.table.published
            self.world.to_player(player, lambda: player.hear(entries))

    def stand_in(self, seat: int) -> None:
        """Hands the seat of one who is gone to a bot, as soon as all others consent."""
        if self.table is not None and self.table.replica.playing:
            self.guarded(lambda: self._stand_in(seat))

    def _stand_in(self, seat: int) -> None:
        world, table = self.world, self.table
        assert table is not None
        if seat in table.replica.substituted or table.replica.missing_consents(seat):
            return
        secrets = Secrets.made_of(world.rng.randbytes(32))
        bot = Player(world, seat, Disk(secrets), substitute=True)
        world.players.append(bot)
        bot.start()
        try:
            table.substitute(seat, secrets)
        except Refused:
            return
        world.count["substitutions"] += 1


class Player:
    """One player's program: down, or a session."""

    def __init__(self, world: "World", seat: int, disk: Disk, *, substitute: bool = False) -> None:
        self.world = world
        self.seat = seat
        self.disk = disk
        self.substitute = substitute
        self.session: Session | None = None
        self.entries: list[Entry] = []
        self.told = 0
        """How many entries the host has sent so far, as it believes."""
        self._life = 0

    def start(self) -> None:
        """Starts from the disk."""
        disk = self.disk
        self.session = Session(
            self.world.line,
            disk.secrets,
            NAMES[self.seat],
            self.world.rulebook,
            disk.entries,
            disk.outbox,
            lost=disk.lost,
            substitute=self.seat if self.substitute else None,
        )
        self.entries = [*disk.entries]
        self._life += 1
        self._beat(self._life)

    def kill(self, away: float) -> None:
        """Ends the program for a while; of what was not synced, some made it to the disk."""
        rng, disk = self.world.rng, self.disk
        disk.entries = self.entries[: rng.randint(len(disk.entries), len(self.entries))]
        self.session = None
        self.world.clock.after(away, self.start)

    def lose_disk(self) -> None:
        """The disk breaks; only the identity, kept elsewhere, comes back."""
        old = self.disk.secrets
        secrets = Secrets.made_of(self.world.rng.randbytes(32), old.identity)
        self.disk = Disk(secrets, lost=True)
        self.entries = []

    def knows(self, length: int) -> bool:
        """Whether this program runs and has at least so many entries."""
        return self.session is not None and len(self.entries) >= length

    @property
    def done(self) -> bool:
        """Whether it has seen the whole log."""
        return self.session is not None and self.session.replica.complete

    # -- what it hears -------------------------------------------------------------------------

    def hear(self, entries: Sequence[Entry]) -> None:
        """Entries arrive, perhaps again, perhaps before those they follow."""
        if self.session is None:
            return
        for entry in entries:
            self.world.witness(entry)
            if entry.seq == len(self.entries):
                self.entries.append(entry)
                self.session.receive(entry)
        self._speak()

    def taken(self, statement: Statement, seq: int) -> None:
        """The host has taken a statement."""
        self.world.acknowledged[statement] = seq

    def refused(self, statement: Statement, error: AcquireError) -> None:
        """The host has not taken a statement: it is kept, until the log has it or excludes it."""

    def _beat(self, life: int) -> None:
        """Looks at the table, and says again what may have been lost on the way."""
        if self.session is None or life != self._life:
            return
        replica, host = self.session.replica, self.world.host
        seen, head = replica.length, replica.head
        self.world.to_host(self, lambda: host.watch(self, seen, head))
        self._consent()
        self._speak()
        self.world.clock.after(BEAT, lambda: self._beat(life))

    # -- what it says --------------------------------------------------------------------------

    def _consent(self) -> None:
        """Says that the player who is gone is gone."""
        gone, session = self.world.gone, self.session
        if gone is None or session is None or self.seat == gone or not session.replica.playing:
            return
        if session.replica.seats == 2:
            return  # nobody decides alone about the other
        if self.seat in session.replica.missing_consents(gone):
            try:
                session.consent(gone)
            except Refused:
                return  # something else is on its way, or he was heard of just now

    def _speak(self) -> None:
        session, world = self.session, self.world
        if session is None:
            return
        statement = session.statement()
        if statement is None and (question := session.question()) is not None:
            statement = session.answer(world.decide(question, world.rng))
        if statement is None:
            return
        if statement != self.disk.outbox:
            if self._dies("between signing and keeping"):
                return
            self.disk.entries = [*self.entries]
            self.disk.outbox = statement
            if self._dies("between keeping and sending"):
                return
        said = world.said.setdefault((self.disk.secrets.table, statement.nonce), statement)
        assert said == statement, "one number, two statements"
        world.to_host(self, lambda: world.host.submit(self, statement))
        self._dies("after sending")

    def _dies(self, where: str) -> bool:
        if not self.world.chance(self.world.trouble.sending):
            return False
        self.world.count[f"player killed {where}"] += 1
        self.kill(self.world.rng.random() * 4)
        return True


class World:
    """One game from set-up to its last countersignature; `run` plays it."""

    def __init__(
        self,
        seats: int,
        seed: int,
        rulebook: Rulebook,
        decide: Decide,
        weather: Weather,
        trouble: Trouble,
    ) -> None:
        self.seed = seed
        self.rulebook = rulebook
        self.decide = decide
        self.trouble = trouble
        self.rng = random.Random(f"world {seed}")
        self.clock = Clock()
        self.network = Network(self.clock, self.rng, weather)
        self.line = header_for(seats, seed, rulebook, "consent").encode()
        self.count: Counter[str] = Counter()
        """What happened to this world."""
        self.acknowledged: dict[Statement, int] = {}
        """Every statement that its author knows to be taken, with its place."""
        self.said: dict[tuple[bytes, int], Statement] = {}
        """Every statement that ever left its author, by his secrets and its number."""
        self.shown: dict[int, Entry] = {}
        """Every entry that anybody ever saw, by its place."""
        self.gone: int | None = None
        """The seat whose player has left."""
        self.host = Host(self)
        self.players = [Player(self, seat, Disk(secrets_of(seed, seat))) for seat in range(seats)]

    def chance(self, likelihood: float) -> bool:
        """Whether something with that chance happens now."""
        return self.rng.random() < likelihood

    def to_host(self, player: Player, deliver: Callable[[], None]) -> None:
        """Sends something to the host."""
        self.network.send((id(player), "up"), deliver)

    def to_player(self, player: Player, deliver: Callable[[], None]) -> None:
        """Sends something to a player."""
        self.network.send((id(player), "down"), deliver)

    def witness(self, entry: Entry) -> None:
        """Somebody sees an entry: whoever saw that place before saw the same."""
        assert self.shown.setdefault(entry.seq, entry) == entry, "one place, two entries"

    def run(self) -> "World":
        """Plays until everybody has seen the whole log."""
        self.host.start()
        for player in [*self.players]:
            player.start()
        self._plan(self._kill_host, self.trouble.host_every)
        self._plan(self._kill_player, self.trouble.player_every)
        for number in range(self.trouble.absences):
            self.clock.after(4 + 30 * number, self._leave)
        while not all(player.done for player in self.players):
            self.clock.tick()
            assert self.clock.now < FOREVER, f"the game does not end: {self.waiting()}"
        return self

    def waiting(self) -> str:
        """Where the game stands, for a test that failed."""
        table = self.host.table
        due = table.replica.waiting_for() if table else "the host"
        return f"seed {self.seed}, waiting for {due}, {self.count}"

    def _plan(self, deed: Callable[[], None], every: float) -> None:
        """Does something again and again, so many seconds apart on average."""
        if every == float("inf"):
            return

        def again() -> None:
            deed()
            self.clock.after(self.rng.expovariate(1 / every), again)

        self.clock.after(self.rng.expovariate(1 / every), again)

    def _kill_host(self) -> None:
        if self.host.table is not None:
            self.count["host killed"] += 1
            self.host.kill()

    def _kill_player(self) -> None:
        player = self.rng.choice(self.players)
        if player.session is not None:
            self.count["player killed"] += 1
            player.kill(self.rng.random() * 4)

    # -- who leaves ----------------------------------------------------------------------------

    def _leave(self) -> None:
        """A player leaves in mid-game for longer than the others want to wait."""
        table = self.host.table
        player = self.rng.choice([one for one in self.players if not one.substitute])
        if table is None or not table.replica.playing or player.session is None:
            if not any(one.done for one in self.players):
                self.clock.after(1, self._leave)
            return
        self.count["absences"] += 1
        self.gone = player.seat
        player.session = None
        if self.trouble.lost_disks and self.chance(0.5):
            self.count["disks lost"] += 1
            player.lose_disk()
        away = 5 + 15 * self.rng.random()
        self.clock.after(away, lambda: self._come_back(player))
        self._look_for_stand_in(player.seat)

    def _come_back(self, player: Player) -> None:
        self.gone = None
        player.start()

    def _look_for_stand_in(self, seat: int) -> None:
        if self.gone == seat:
            self.host.stand_in(seat)
            self.clock.after(BEAT, lambda: self._look_for_stand_in(seat))

    # -- the end -------------------------------------------------------------------------------

    def ledger(self, entries: Sequence[Entry]) -> bytes:
        """The file that somebody with these entries has."""
        return self.line + b"\n" + b"".join(map(file.entry_line, entries))
