"""A bare `acquire`: the menu, and the name that is asked once."""

from tests.cli.programs import TERMINATE, Computer, until


def test_the_name_is_asked_once_and_kept(computer: Computer) -> None:
    first = computer.run(typed="Zoë\n8").ended(0)
    assert first.lines[0].startswith("What shall others call you? Enter for ")
    assert "Acquire. You are Zoë." in first.lines
    second = computer.run(typed="8").ended(0)
    assert second.lines[0] == "Acquire. You are Zoë."


def test_a_name_that_cannot_be_is_asked_again(computer: Computer) -> None:
    menu = computer.run(typed="x" * 40 + "\n\n8").ended(0)
    assert "That name cannot be used: a name has 1 to 24 characters, not 40." in menu.lines
    assert menu.output.count("What shall others call you?") == 2


def test_every_number_of_the_menu_does_what_it_says(computer: Computer) -> None:
    menu = computer.run(typed="Ann\n5\n6\n7\nBo\n1\nquit").ended(0)
    assert "No games are kept here yet. Play one: acquire play" in menu.lines
    assert "Rules: classic." in menu.lines
    assert "Acquire. You are Bo." in menu.lines
    assert "YOUR TURN: place a tile." in menu.lines
    menu = computer.run(typed="5\n4\nquit").ended(0)
    assert any(line.startswith("1. 20") for line in menu.lines)
    assert "The game goes on where it was." in menu.lines


def test_joining_from_the_menu_asks_for_the_address(computer: Computer) -> None:
    menu = computer.run(typed="Ann\n3\n127.0.0.1:1").ended(1)
    assert menu.errors == "Nobody answers at 127.0.0.1:1. Is `acquire host` running there?\n"


def test_hosting_from_the_menu_opens_a_table(computer: Computer) -> None:
    menu = computer.start()
    menu.type("Ann", "2")
    until(lambda: "is open on this computer at" in menu.output or not menu.running, menu)
    if menu.running:
        menu.signal(TERMINATE)
        assert menu.ended(143).errors == "Stopped.\n"
    else:  # another program has the usual port
        assert menu.ended(1).errors.startswith("Port 7777 is taken")


def test_the_menu_understands_no_nonsense(computer: Computer) -> None:
    menu = computer.run(typed=b"Ann\n0\n9\nplay\n\xff\xfe\n\x00\n" + b"7" * 5000 + b"\nquit").ended(
        0
    )
    assert menu.output.count("That is no number from 1 to 8.") >= 6


def test_a_closed_input_ends_the_menu_with_a_sentence(computer: Computer) -> None:
    for typed in ("", "Ann\n7"):
        menu = computer.run(typed=typed).ended(1)
        assert menu.errors == (
            "The input ended; `acquire --help` tells what can be typed at once.\n"
        )
