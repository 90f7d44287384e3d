"""Whole games between laptops, whose programs find each other by multicast."""

import re
from collections.abc import Sequence

import pytest

from tests.cli.programs import Computer, Player, Program, Typist, until
from tests.cli.test_terminal import Terminal
from tests.lan.conftest import Account
from tests.lan.duel import CHECKED, SHORT_RULES, same_game
from tests.lan.namespaces import Lan

pytestmark = pytest.mark.long


def discovered(
    computer: Computer, *command: str, code: str, typist: Typist | None = None
) -> Program:
    """A program that found the one table on the air; looked for again if it was not heard in time."""
    for _ in range(5):
        program = computer.start(*command, code=code, typist=typist)
        until(lambda it=program: "seats taken" in it.output or not it.running, program)  # type: ignore[misc]
        if program.running:
            return program
        program.end()
        assert "No table was found on this network" in program.errors, str(program)
    raise AssertionError("The table is not on the air.")


def end(programs: Sequence[Program]) -> None:
    """Waits until all have ended, with the verdict that all is well."""
    until(lambda: not any(one.running for one in programs), "\n".join(map(str, programs)))
    for program in programs:
        assert CHECKED in program.ended(0).output


def test_laptops_find_a_table_play_a_whole_game_and_each_verifies_it(
    lan: Lan, account: Account
) -> None:
    ann, bo, one, two, guest = everybody = [
        account(name) for name in ("ann", "bo", "one", "two", "guest")
    ]
    options = ("--seats", "4", "--name", "Ann", "--pace", "0", *SHORT_RULES)
    host = ann.start("host", *options, typist=Player())
    code = host.wait_for("^Join code: ").removeprefix("Join code: ")
    watch = discovered(guest, "watch", code=code)
    address = lan.laptops["ann"].address
    bots = [computer.start("bot", address, "--pace", "0", code=code) for computer in (one, two)]
    for bot in bots:
        bot.wait_for(f" plays at {address}:7777")

    join = discovered(bo, "join", "--name", "Bo", typist=Player(), code=code)

    end([host, join, watch, *bots])
    same_game(*everybody)


def listed(terminal: Terminal) -> dict[str, tuple[str, str]]:
    """The tables on a list, by address: number and name."""
    tables = {}
    for line in [*terminal.lines]:
        if shown := re.match(r"(\d+)\. (.+): \d of .* at ([0-9.]+)", line):
            tables[shown[1]] = (shown[3], shown[2])
        elif gone := re.match(r"(\d+)\. .* is gone\.", line):
            tables.pop(gone[1], None)
    return {address: (number, name) for number, (address, name) in tables.items()}


def sit_at(address: str, code: str, guest: Computer) -> None:
    """Chooses the table at that address from the list of both, and takes a seat there."""
    terminal = Terminal(guest, "join", "--name", "Sky")
    both = {"Our table", "Our table-2"}
    try:
        until(lambda: {name for _, name in listed(terminal).values()} == both, terminal.lines)
        terminal.type(listed(terminal)[address][0])
        terminal.wait_for("^Join code, six digits")
        terminal.type(code)
        terminal.wait_for("^At the table: Sky; waiting for 1 more")
    finally:
        terminal.put_out()


def test_two_tables_of_one_name_are_both_listed_and_each_can_be_joined(
    lan: Lan, account: Account
) -> None:
    options = ("--table", "Our table", "--seats", "2", "--no-player")
    hosts = {name: account(name).start("host", *options) for name in ("red", "blue")}
    codes = {
        lan.laptops[name].address: host.wait_for("^Join code: ").removeprefix("Join code: ")
        for name, host in hosts.items()
    }
    for guest, (address, code) in zip(("sky", "tan"), codes.items(), strict=True):
        sit_at(address, code, account(guest))
