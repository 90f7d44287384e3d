"""Programs that are killed without a word, at awkward moments, and started again."""

import random
from collections.abc import Callable

import pytest

from tests.cli.programs import Computer, Player, Program, entries, until

pytestmark = pytest.mark.long

RULES = [
    word
    for rule in ("columns=8", "rows=6", "hand_size=3", "end_size=20")
    for word in ("--rule", rule)
]
"""For a game that is not long, but never over before a test is done with it."""


class Table:
    """A host with its player, a joined player and a bot, at a table whose game is short."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.host = self.open("--seats", "3", "--port", "0", "--name", "Ann", *RULES)
        self.address = self.host.address()
        self.join = self.joined("--name", "Bo")
        self.host.wait_for("Bo; waiting for 1 more")
        self.bot = self.botted()

    def open(self, *options: str) -> Program:
        return self.computer.start("host", *options, typist=Player())

    def resumed(self) -> Program:
        """The host again, at the same port."""
        port = self.address.rpartition(":")[2]
        return self.open("--resume", "--port", port)

    def joined(self, *options: str) -> Program:
        return self.computer.start("join", self.address, *options, typist=Player())

    def botted(self) -> Program:
        return self.computer.start("bot", self.address, "--pace", "0", "--profile", "robot")

    def length(self) -> int:
        """How many entries the host has stored."""
        for ledger in self.computer.games.glob("*Ann-s-table*.acquire.jsonl"):
            return ledger.read_bytes().count(b"\n") - 1
        return 0

    def comes_to(self, count: int) -> None:
        """Waits until the log has so many entries, or is complete."""
        until(lambda: self.length() >= count, self)

    def __str__(self) -> str:
        return f"{self.length()} entries\n{self.host}\n{self.join}\n{self.bot}"

    def ends_well(self) -> None:
        """Everybody ends with a verified game, and the same one."""
        programs = (self.host, self.join, self.bot)
        until(lambda: not any(program.running for program in programs), self)
        for program in programs:
            program.ended(0)
            assert "Checked: every draw was fixed before the game." in program.output
        ledgers = self.computer.ledgers()
        assert len(ledgers) == 3
        assert len({entries(path) for path in ledgers}) == 1
        for path in ledgers:
            self.computer.run("audit", path).ended(0)


def again(table: Table, who: str) -> None:
    """Kills programs, and starts them again."""
    names = who.split()
    for name in names:
        getattr(table, name).kill()
    start: dict[str, Callable[[], Program]] = {
        "host": table.resumed,
        "join": table.joined,
        "bot": table.botted,
    }
    for name in names:
        program = start[name]()
        setattr(table, name, program)
        program.wait_for(" is open on this | plays at |game begins|goes on where it was")


def test_clients_come_back_by_themselves_to_a_host_that_was_killed(computer: Computer) -> None:
    table = Table(computer)
    table.comes_to(25)
    again(table, "host")
    table.join.wait_for("Nothing is lost; trying again")
    table.join.wait_for("Connected again")
    table.ends_well()


def test_a_player_and_a_bot_who_were_killed_take_their_seats_again(computer: Computer) -> None:
    table = Table(computer)
    table.comes_to(20)
    again(table, "join")
    table.comes_to(30)
    again(table, "bot")
    table.ends_well()
    assert "Bo is away." in table.host.output


def test_bots_without_a_profile_find_their_seats_again_even_both_at_once(
    computer: Computer,
) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--no-player", *RULES)
    address = host.address()
    bots = [computer.start("bot", address, "--pace", "0") for _ in range(2)]
    until(lambda: len(computer.ledgers()) == 3, host)
    for bot in bots:
        bot.kill()
    again = [computer.start("bot", address, "--pace", "0") for _ in range(2)]
    for program in (host, *again):
        assert "Checked: every draw was fixed before the game." in program.ended(0).output
    assert len({entries(path) for path in computer.ledgers()}) == 1


def test_everybody_killed_at_once_goes_on(computer: Computer) -> None:
    table = Table(computer)
    table.comes_to(40)
    again(table, "host join bot")
    table.ends_well()


@pytest.mark.parametrize("seed", range(12))
def test_whoever_is_killed_whenever_the_game_ends_verified(computer: Computer, seed: int) -> None:
    rng = random.Random(seed)
    table = Table(computer)
    count = 0
    for _ in range(3):
        count += rng.randrange(1, 20)
        table.comes_to(count)
        again(table, rng.choice(["host", "join", "bot", "host join", "join bot", "host join bot"]))
    table.ends_well()
