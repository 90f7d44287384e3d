"""How programs at a networked table end: signals, a host that stops, a lobby that is left."""

import json

import pytest

from tests.cli.programs import INTERRUPT, TERMINATE, Computer, Player, entries, until

pytestmark = pytest.mark.long

SHORT = tuple(
    word
    for rule in ("columns=6", "rows=5", "hand_size=2", "safe_size=5", "end_size=12")
    for word in ("--rule", rule)
)


@pytest.mark.parametrize(("number", "code"), [(INTERRUPT, 130), (TERMINATE, 143)])
def test_a_signal_ends_everybody_cleanly_and_says_how_to_go_on(
    computer: Computer, number: int, code: int
) -> None:
    host = computer.start("host", "--seats", "3", "--port", "0", "--name", "Ann", *SHORT)
    address = host.address()
    join = computer.start("join", address, "--name", "Bo", "--profile", "bo", typist=Player())
    host.wait_for("Bo; waiting for 1 more")
    watch = computer.start("watch", address)
    bot = computer.start("bot", address, "--pace", "0")
    for program in (host, join, watch):
        program.wait_for("The game begins")
    until(lambda: len(computer.ledgers()) == 4, host)

    for program, command in ((watch, "watch"), (join, "join"), (bot, "bot"), (host, "host")):
        program.signal(number)
        assert program.ended(code).errors == "Stopped.\n"
        assert program.lines[-2].startswith("The game is kept in ")
        assert program.lines[-1].startswith(f"Go on with: acquire {command} ")
    assert join.lines[-1] == f"Go on with: acquire join {address} --profile bo"

    if number == TERMINATE:
        return  # once is enough
    again = host.lines[-1].removeprefix("Go on with: acquire ").split()
    port = address.rpartition(":")[2]
    host = computer.start(*again, "--port", port, typist=Player())
    host.wait_for("The game goes on as soon as its players are back.")
    join = computer.start("join", address, "--profile", "bo", typist=Player())
    bot = computer.start("bot", address, "--pace", "0")
    for program in (host, join, bot):
        assert "Checked: every draw was fixed before the game." in program.ended(0).output
    assert "Sky (bot)" in host.output


def test_a_host_that_stops_tells_everybody_how_to_come_back(computer: Computer) -> None:
    host = computer.start("host", "--seats", "3", "--port", "0", "--name", "Ann", *SHORT)
    address = host.address()
    join = computer.start("join", address, "--name", "Bo", "--profile", "bo")
    host.wait_for("Bo; waiting for 1 more")
    bot = computer.start("bot", address, "--pace", "0", "--profile", "robot")
    join.wait_for("The game begins")
    until(lambda: len(computer.ledgers()) == 3, host)
    host.signal(INTERRUPT)
    host.ended(130)
    assert "The host has stopped; the game is kept and can go on." in join.ended(2).lines
    for program, command in ((join, "join"), (bot, "bot")):
        profile = "bo" if program is join else "robot"
        program.ended(2)
        assert program.lines[-1] == f"Go on with: acquire {command} {address} --profile {profile}"


def test_whoever_leaves_the_lobby_gives_the_seat_up(computer: Computer) -> None:
    host = computer.start("host", "--seats", "3", "--port", "0", "--name", "Ann")
    address = host.address()
    host.wait_for("At the table: Ann; waiting for 2 more.")
    for end in ("signal", "kill"):
        join = computer.start("join", address, "--name", "Bo", "--profile", end)
        join.wait_for("At the table: Ann, Bo; waiting for 1 more.")
        host.wait_for("At the table: Ann, Bo; waiting for 1 more.")
        if end == "kill":
            join.kill()
        else:
            join.signal(TERMINATE)
            join.ended(143)
        host.wait_for(r"At the table: Ann; waiting for 2 more\.")
    host.signal(TERMINATE)
    host.ended(143)
    assert computer.ledgers() == []


def test_those_who_wait_in_a_lobby_are_told_that_it_closed(computer: Computer) -> None:
    host = computer.start("host", "--seats", "3", "--port", "0", "--no-player")
    address = host.address()
    join = computer.start("join", address, "--name", "Bo")
    join.wait_for("At the table: Bo; waiting for 2 more.")
    host.signal(INTERRUPT)
    host.ended(130)
    assert join.ended(2).lines[-1] == "The host has stopped."


def test_another_table_in_the_old_ones_place_is_not_taken_for_it(computer: Computer) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--name", "Ann", *SHORT)
    address = host.address()
    join = computer.start("join", address, "--name", "Bo", "--profile", "bo", typist=Player())
    host.wait_for("The game begins")
    join.wait_for("The game begins")
    port = address.rpartition(":")[2]
    host.kill()
    join.wait_for("Nothing is lost; trying again")
    other = computer.start("host", "--seats", "2", "--port", port, "--name", "Cy")
    other.address()
    stranger = computer.start("bot", address, "--profile", "stranger")
    other.wait_for("The game begins")
    stranger.wait_for(" plays at ")
    other.kill()
    mine = computer.ledger("Ann-s-table")
    host = computer.start("host", "--resume", mine, "--port", port, typist=Player())
    assert "Checked: every draw was fixed before the game." in host.ended(0).output
    assert "Connected again." in join.ended(0).lines
    assert "FALSE" not in join.output
    assert entries(mine) == entries(computer.ledger("-Bo-"))


def test_a_seeded_table_draws_the_same_tiles_over_the_network(computer: Computer) -> None:
    placed = []
    for _ in range(2):
        seed = ("--seed", "11")
        host = computer.start(
            *("host", "--seats", "2", "--port", "0", "--name", "Ann", *seed, *SHORT),
            typist=Player(),
        )
        address = host.address()
        host.wait_for("waiting for 1 more")
        bot = computer.start("bot", address, "--pace", "0", "--name", "Bo", *seed)
        host.ended(0)
        bot.ended(0)
        placed.append([line for line in host.lines if " placed " in line])
    assert placed[0]
    assert placed[0] == placed[1]


def test_a_host_without_a_player_only_hosts(computer: Computer) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--no-player", *SHORT)
    address = host.address()
    bots = [computer.start("bot", address, "--pace", "0") for _ in range(2)]
    for program in (host, *bots):
        assert "Checked: every draw was fixed before the game." in program.ended(0).output
    assert len({entries(path) for path in computer.ledgers()}) == 1


def test_a_host_whose_input_ends_keeps_the_game(computer: Computer) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--name", "Ann", *SHORT)
    bot = computer.start("bot", host.address(), "--pace", "0")
    host.wait_for("The game begins")
    host.hang_up()
    host.ended(1)
    assert host.errors == "The input ended while an answer is needed; the game is kept.\n"
    assert host.lines[-1].startswith("Go on with: acquire host --resume ")
    bot.ended(2)


def test_every_line_of_json_at_a_table_is_an_object(computer: Computer) -> None:
    host = computer.start("host", "--seats", "2", "--port", "0", "--no-player", "--json", *SHORT)
    row = json.loads(host.wait_for("is open on this computer"))
    address = row["lines"][0].rpartition(" at ")[2].rstrip(".")
    bots = [computer.start("bot", address, "--pace", "0", "--json") for _ in range(2)]
    watch = computer.start("watch", address, "--json")
    for program in (host, *bots, watch):
        assert program.end() in (0, 1)  # one who comes to watch may come too late
        for line in program.lines:
            assert isinstance(json.loads(line)["lines"], list)
