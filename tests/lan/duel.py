"""A short game of two, wherever its programs run: started one by one, checked at the end."""

import json
import re
import time
from collections.abc import Sequence

from acquire_net.audit import Playback, Status, audit
from acquire_net.rules.events import TilePlaced
from tests.cli.programs import Computer, Player, Program, until
from tests.lan.kills.arena import SHORT

CHECKED = "Checked: every draw was fixed before the game."
SHORT_RULES = [f"--rule={rule}" for rule in SHORT]
"""For a game that is over soon."""
RULES = [f"--rule={rule}" for rule in ("columns=8", "rows=6", "hand_size=3", "end_size=20")]
"""For one that is not over before a test has done to it what it wants."""
LOST = "Nothing is lost; trying again"
FOUND = "Connected again"


def same_game(*computers: Computer) -> bytes:
    """The game that all of them kept: each checks it for itself, and comes to the same head."""
    said = [computer.run("audit", "last").ended(0).lines for computer in computers]
    assert {lines[0] for lines in said} == {CHECKED}
    assert len({lines[-1] for lines in said}) == 1
    assert re.fullmatch(r"\d+ entries, head [0-9a-f]{64}\.", said[0][-1])
    (data,) = {computer.ledgers()[-1].read_bytes() for computer in computers}
    assert audit(data).status is Status.VERIFIED
    return data


class Duel:
    """Bo, who answers through a pipe, against a bot; the host has no player."""

    def __init__(
        self,
        host: Computer,
        bo: Computer,
        robot: Computer,
        *options: str,
        rules: Sequence[str] = RULES,
    ) -> None:
        self.computers = host, bo, robot
        self.host = host.start("host", "--no-player", "--seats", "2", *rules, *options)
        self.address = self.host.address()
        self.code = self.host.wait_for("^Join code: ").removeprefix("Join code: ")
        self.join: Program
        self.bot: Program

    def sit(self, address: str) -> None:
        """Seats both, who reach the host at that address; the game begins."""
        self.sit_bo(address)
        self.sit_bot(address)

    def sit_bo(self, address: str) -> None:
        """Seats Bo first."""
        bo = self.computers[1]
        self.join = bo.start("join", address, "--name", "Bo", typist=Player(), code=self.code)
        self.join.wait_for("^At the table: Bo")

    def sit_bot(self, address: str) -> None:
        """Seats the bot; the game begins."""
        robot = self.computers[2]
        self.bot = robot.start("bot", address, "--pace", "0", "--json", code=self.code)
        self.join.wait_for("^The game begins")

    def resume(self, *options: str) -> None:
        """Starts the host again."""
        self.host = self.computers[0].start("host", "--resume", *options)

    @property
    def length(self) -> int:
        """How many entries the host has stored."""
        return sum(one.read_bytes().count(b"\n") - 1 for one in self.computers[0].ledgers())

    def comes_to(self, count: int) -> None:
        """Waits until the log has so many entries."""
        until(lambda: self.length >= count, self)

    def lose(self) -> None:
        """Waits until both clients say that the host is away."""
        for program in (self.join, self.bot):
            program.wait_for(LOST)

    def find(self) -> None:
        """Waits until both clients say that it is back."""
        for program in (self.join, self.bot):
            program.wait_for(FOUND)

    def ends_well(self) -> None:
        """All end with the same verified game, in which everything is as it was told, once each."""
        programs = (self.host, self.join, self.bot)
        while any(program.running for program in programs):
            self._goes_on(programs)
        for program in programs:
            assert CHECKED in program.ended(0).output
        replayed = Playback(same_game(*self.computers))
        placed = [
            (event.seat, event.tile)
            for step in replayed
            for event in step.events
            if isinstance(event, TilePlaced)
        ]
        rows = [json.loads(line) for line in self.bot.lines]
        told = [(it["seat"], it["tile"]) for it in rows if it.get("event") == "TilePlaced"]
        assert told == placed
        names, grid = replayed.replica.names, replayed.replica.rulebook.grid
        own = re.findall(r"(?m)^You placed (\w+)\.$", self.join.output)
        assert own == [grid.name(tile) for seat, tile in placed if names[seat] == "Bo"]

    def _goes_on(self, programs: Sequence[Program]) -> None:
        """Waits until something is said or everybody has ended: a slow game may take its time."""
        said = sum(len(program.lines) for program in programs)
        until(
            lambda: (
                sum(len(program.lines) for program in programs) > said
                or not any(program.running for program in programs)
            ),
            self,
        )

    def __str__(self) -> str:
        return f"{self.length} entries\n{self.host}\n{self.join}\n{self.bot}"


class Watch:
    """Seconds that something took: told with -s, and never judged, since computers may be busy."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def tell(self, what: str) -> None:
        print(f"\n{what}: {time.monotonic() - self._since:.1f} s")  # noqa: T201
