"""An evening at real terminals: the lobby, bots, who leaves and comes back, one game after another."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.programs import Computer, Player, until
from tests.cli.test_terminal import SHORT, Terminal

pytestmark = pytest.mark.long

QUIET = ("--bind", "127.0.0.1", "--allow-sleep", "--pace", "0")
HERE = (*QUIET, "--port", "0", "--name", "Ann", *SHORT)


class Room:
    """Terminals on one computer, which are put out in the end."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.terminals: list[Terminal] = []

    def at(self, *arguments: str, player: Player | None = None) -> Terminal:
        self.terminals.append(Terminal(self.computer, *arguments, player=player))
        return self.terminals[-1]

    def host(self, *arguments: str, player: Player | None = None) -> Terminal:
        return self.at("host", *HERE, *arguments, player=player)

    def join(self, host: Terminal, *arguments: str, player: Player | None = None) -> Terminal:
        return self.at("join", address(host), "--profile", "bo", *arguments, player=player)


@pytest.fixture
def room(computer: Computer) -> Iterator[Room]:
    one = Room(computer)
    yield one
    for terminal in one.terminals:
        terminal.put_out()


def address(host: Terminal) -> str:
    line = host.lines[host.wait_for(" is open on this computer at ") - 1]
    return line.rpartition(" at ")[2].rstrip(".")


def test_people_agree_by_enter_and_play_again_until_somebody_leaves(room: Room) -> None:
    ann = room.host("--seats", "3", player=Player())
    address(ann)
    ann.type("bot random")
    ann.wait_for(r"\(bot\)")
    bo = room.join(ann, "--name", "Bo", player=Player())
    heard = bo.wait_for("At the table: Ann, .*Bo")
    bo.wait_for("Enter, or ready, agrees", heard)
    bo.type("")
    ann.wait_for("Bo is ready")
    ann.type("")
    seen = {ann: 0, bo: 0}
    for again in (False, True):
        for one in (ann, bo):
            seen[one] = one.wait_for("Checked: every draw was fixed", seen[one])
            seen[one] = one.wait_for("^Table check not compared.$", seen[one])
            if again:
                seen[one] = one.wait_for("^Score of the evening: ", seen[one])
            seen[one] = one.wait_for("^Enter or rematch: ", seen[one])
        if again:
            break
        bo.type("rematch")
        bo.wait_for("Waiting for the host to open the next table", seen[bo])
        ann.type("")
        for one in (ann, bo):
            seen[one] = one.wait_for(r"At the table: .*Bo.*\.$", seen[one])
            one.type("ready")
    bo.type("quit")
    ann.type("quit")
    assert (bo.end(), ann.end()) == (0, 0)
    assert len(room.computer.ledgers()) == 4
    assert {len(path.name.split("-")[-2]) for path in room.computer.ledgers()} == {8}


def test_a_host_seats_bots_of_its_own_and_has_them_again_after_a_crash(room: Room) -> None:
    ann = room.host("--seats", "4")
    address(ann)
    ann.type("bot random")
    ann.wait_for(r"At the table: Ann, \w+ \(bot\); waiting for 2 more")
    ann.type("bot wise")
    ann.wait_for("There is no bot 'wise'; there are random")
    ann.type("bot")
    seen = ann.wait_for(r"At the table: Ann, \w+ \(bot\), \w+ \(bot\); waiting for 1 more")
    ann.type("ready")
    ann.wait_for("All are ready", seen)
    ann.type("start")
    ann.wait_for("^The game begins")
    ann.wait_for("YOUR TURN")
    ann.put_out()
    again = room.at("host", "--resume", *QUIET, player=Player())
    again.wait_for("The game goes on where it was")
    again.wait_for("Checked: every draw was fixed")
    assert "Table check not compared." not in again.lines  # nobody else was there


def test_a_lobby_is_open_again_after_its_host_was_killed(room: Room) -> None:
    ann = room.host("--seats", "3")
    bo = room.join(ann, "--name", "Bo")
    bo.wait_for("Enter, or ready, agrees")
    bo.type("ready")
    ann.wait_for("Bo is ready")
    ann.type("bot")
    ann.wait_for(r"At the table: Ann, Bo, \w+ \(bot\)")
    where = address(ann)
    ann.put_out()
    bo.wait_for("Nothing is lost; trying again")
    again = room.at("host", "--resume", *QUIET, "--seats", "2")
    again.wait_for("so this is ignored: --seats")
    assert address(again) == where
    bo.wait_for("Connected again")
    again.wait_for(r"At the table: .*Bo.*\(bot\)")
    again.type("ready")
    bo.wait_for("^The game begins")
    again.wait_for("^The game begins")


def test_a_hosting_player_may_leave_his_seat_and_take_it_again(room: Room) -> None:
    ann = room.host("--seats", "2")
    bo = room.join(ann, "--name", "Bo")
    bo.wait_for("Enter, or ready, agrees")
    bo.type("")
    ann.wait_for("Bo is ready")
    ann.type("")
    ann.wait_for("Table check")
    bo.wait_for("Table check")
    seen = len(ann.lines)
    ann.type("quit")
    ann.wait_for("1. Keep hosting", seen)
    ann.type("1")
    seen = ann.wait_for("You host on. Your seat waits", seen)
    bo.wait_for("Ann is away")
    ann.type("")
    ann.wait_for("The game goes on where it was", seen)
    bo.wait_for("Ann is back")
    seen = len(ann.lines)
    ann.type("quit")
    ann.wait_for("2. Save the game and stop", seen)
    ann.type("2")
    assert ann.end() == 0
    assert ann.lines[-1].startswith("Go on with: acquire host --resume ")
    assert bo.end() == 2
    assert any("The host has stopped; the game is kept" in line for line in bo.lines)


def test_who_hosts_on_before_the_game_has_his_seat_at_a_table_that_is_full_by_then(
    room: Room,
) -> None:
    ann = room.host("--seats", "3")
    bo = room.join(ann, "--name", "Bo")
    seen = ann.wait_for("At the table: Ann, Bo")
    ann.type("quit")
    ann.wait_for("2. Close the table and stop", seen)
    ann.type("1")
    ann.wait_for("Your seat waits")
    bot = room.computer.start("bot", address(ann), "--pace", "0")
    bot.wait_for(" plays at ")
    late = room.at("join", address(ann), "--profile", "cy", "--name", "Cy")
    late.wait_for("Watch instead")
    seen = len(ann.lines)
    ann.type("")
    seen = ann.wait_for(r"At the table: Ann, Bo, \w+ \(bot\)\.", seen)
    ann.type("ready")
    bo.type("ready")
    ann.wait_for("^The game begins", seen)


def test_after_an_abandoned_game_everybody_may_play_again(room: Room) -> None:
    ann = room.host("--seats", "2")
    bo = room.join(ann, "--name", "Bo")
    for one in (ann, bo):
        one.wait_for("Enter, or ready, agrees")
        one.type("ready")
    for one in (ann, bo):
        one.wait_for("^Table check ")
        one.type("abandon")
    seen = {one: one.wait_for("^Enter or rematch: ") for one in (ann, bo)}
    for one in (bo, ann):
        one.type("")
    heard = ann.wait_for(r"At the table: .*Bo.*\.$", seen[ann])
    bo.type("quit")
    assert bo.end() == 0
    ann.wait_for("At the table: Ann; waiting for 1 more", heard)
    ann.type("quit")
    assert ann.end() == 0


def test_a_host_that_went_on_has_its_name_in_the_next_game_too(room: Room) -> None:
    ann = room.host("--seats", "2")
    bo = room.join(ann, "--name", "Bo")
    for one in (ann, bo):
        one.wait_for("Enter, or ready, agrees")
        one.type("ready")
    ann.wait_for("^Table check ")
    ann.put_out()
    again = room.at("host", "--resume", *QUIET)
    again.wait_for("The game goes on where it was")
    seen = bo.wait_for("Connected again")
    for one in (again, bo):
        one.type("abandon")
    for one in (again, bo):
        one.wait_for("^Enter or rematch: ")
        one.type("")
    bo.wait_for(r"At the table: (Ann, Bo|Bo, Ann)\.$", seen)


def test_a_table_that_was_open_to_all_still_is_when_its_host_comes_back(room: Room) -> None:
    ann = room.host("--seats", "3", "--open")
    ann.wait_for("At the table: Ann")
    ann.put_out()
    again = room.at("host", "--resume", *QUIET)
    where = address(again)
    again.wait_for("At the table: Ann; waiting for 2 more")
    assert not any(line.startswith("Join code:") for line in again.lines)
    stranger = Computer(room.computer.home / "elsewhere")
    stranger.home.mkdir()
    bo = stranger.start("join", where, "--name", "Bo")
    bo.wait_for("At the table: Ann, Bo")
    stranger.put_out()


def test_a_name_that_is_taken_is_asked_for_until_one_will_do(room: Room) -> None:
    ann = room.host("--seats", "3")
    bo = room.join(ann, "--name", "ann")
    bo.wait_for("^Another name:")
    bo.type("x" * 40)
    seen = bo.wait_for("That name cannot be used")
    bo.wait_for("^Another name:", seen)
    bo.type("Bo")
    bo.wait_for("At the table: Ann, Bo; waiting for 1 more")


def test_a_full_table_can_be_watched_instead(room: Room) -> None:
    ann = room.host("--seats", "2")
    bot = room.computer.start("bot", address(ann), "--pace", "0")
    bot.wait_for(" plays at ")
    ann.wait_for(r"\(bot\)\.$")
    bo = room.join(ann, "--name", "Bo")
    bo.wait_for("Watch instead")
    bo.type("")
    bo.wait_for("At the table: ")
    ann.type("")
    bo.wait_for("^The game begins")
    cy = room.at("join", address(ann), "--profile", "cy")
    cy.wait_for("Watch instead")
    cy.type("no")
    assert cy.end() == 1


def test_a_seat_is_taken_back_from_ones_own_other_program(room: Room) -> None:
    ann = room.host("--seats", "3")
    first = room.join(ann, "--name", "Bo")
    ann.wait_for("At the table: Ann, Bo; waiting for 1 more")
    other = room.join(ann, "--name", "Cy")
    other.wait_for("1. Take that seat back")
    other.type("2")
    other.wait_for("At the table: Ann, Bo, Cy")
    second = room.join(ann, "--name", "Bo")
    second.wait_for("2. Sit as another player")
    second.type("1")
    first.wait_for("You are connected from somewhere else now.")
    assert first.end() == 2
    second.wait_for("At the table: .*Bo")


def test_several_tables_end_and_fail_by_themselves(room: Room, computer: Computer) -> None:
    host = computer.start(
        "host", "--tables", "3", "--seats", "2", "--port", "0", *SHORT, "--name", "Ann"
    )
    ports: dict[str, str] = {}
    while len(ports) < 3:
        line = host.wait_for(" is open on this computer at ")
        found = re.search(r"^Ann's table (\d): .* at (\S+)\.$", line)
        assert found, line
        ports[found[1]] = found[2]
    assert len(set(ports.values())) == 3
    bots = [computer.start("bot", ports["2"], "--pace", "0") for _ in range(2)]
    for bot in bots:
        bot.ended(0)
    host.wait_for("^Ann's table 2: Checked: every draw was fixed")
    waiting = computer.start("join", ports["3"], "--name", "Bo")
    waiting.wait_for("At the table: Bo")
    host.signal(15)
    host.ended(143)
    assert waiting.ended(2).lines[-1] == "The host has stopped."
    assert len(computer.ledgers()) == 3


def test_a_host_by_itself_opens_the_next_table(computer: Computer) -> None:
    host = computer.start("host", "--no-player", "--rematch", "--seats", "2", "--port", "0", *SHORT)
    where = host.address()
    for _ in range(2):
        bots = [computer.start("bot", where, "--pace", "0") for _ in range(2)]
        for bot in bots:
            bot.ended(0)
        host.wait_for("Checked: every draw was fixed")
        assert host.address() == where


def test_a_host_whose_input_ended_says_what_that_means(computer: Computer) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--name", "Ann")
    host.address()
    host.hang_up()
    assert "nobody can answer for Ann" in host.wait_for("No input will come")


def test_resume_says_which_damaged_game_it_left_aside(computer: Computer) -> None:
    ledgers: list[Path] = []
    for number in (1, 2):
        host = computer.start("host", "--seats", "2", "--port", "0", "--name", "Ann", *SHORT)
        bot = computer.start("bot", host.address(), "--pace", "0")
        host.wait_for("The game begins")
        until(lambda count=number: len(ours(computer)) == count, host)  # type: ignore[misc]
        host.kill()
        bot.kill()
        ledgers.append(next(path for path in ours(computer) if path not in ledgers))
    first, second = ledgers
    second.write_bytes(second.read_bytes() + b"rubbish\n")
    again = computer.start("host", "--resume", "--port", "0")
    assert str(second) in again.wait_for("^Left aside: ")
    again.wait_for("The game goes on as soon as its players are back")
    assert first.exists()


def ours(computer: Computer) -> list[Path]:
    return [path for path in computer.ledgers() if "Ann-s-table" in path.name]
