"""Four processes play a whole game over the network, a fifth looks on, and all agree."""

from tests.cli.programs import Computer, Player, entries


def test_four_processes_play_a_whole_game_and_all_ledgers_agree(computer: Computer) -> None:
    host = computer.start(
        *("host", "--seats", "4", "--port", "0", "--name", "Ann", "--pace", "0"), typist=Player()
    )
    address = host.address()
    join = computer.start("join", address, "--name", "Bo", typist=Player())
    watch = computer.start("watch", address)
    bots = [computer.start("bot", address, "--pace", "0") for _ in range(2)]

    programs = [host, join, watch, *bots]
    for program in programs:
        program.ended(0)
        assert "Checked: every draw was fixed before the game." in program.output

    ledgers = computer.ledgers()
    assert len(ledgers) == 5
    assert len({entries(path) for path in ledgers}) == 1
    for path in ledgers:
        audit = computer.run("audit", path).ended(0)
        assert audit.lines[0] == "Checked: every draw was fixed before the game."
