"""The full screen in a real terminal, typed at and read as a player would."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tui.terminal import ROOT, TMUX, Terminal, terminal

pytestmark = [
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
    pytest.mark.long,
]

GAME: Final = ("play", "--seed", "5", "--name", "Red", "--pace", "0")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(tmp_path) as one:
        yield one


def to_the_first_turn(window: Terminal, *more: str) -> str:
    window.start(*GAME, *more)
    return window.wait("YOU: place a tile")


def settled(window: Terminal) -> None:
    """Waits until Enter would be taken: a question is guarded for a moment."""
    time.sleep(0.5)  # the guard is the program's own clock; nothing on the screen tells of it


def test_a_newcomer_plays_the_first_turn_by_what_is_on_the_screen(window: Terminal) -> None:
    first = to_the_first_turn(window)
    assert len(first.splitlines()) == 24
    assert "PLACE a tile" in first
    assert "Enter place" in first

    window.type("6")
    window.wait(">6 9H")
    settled(window)
    window.type("Enter")
    window.wait("BUY up to 3 shares")
    window.type("2", "+", "+")
    window.wait("Buy 2 Imperial for $800. You keep $5,200.")
    settled(window)
    window.type("Enter")

    window.wait(lambda screen: "You placed 9H" in screen.replace("\n", " ") or "turn 8" in screen)


def test_a_question_marks_the_title_of_the_window(window: Terminal) -> None:
    to_the_first_turn(window)

    assert window.title.startswith("*")


def test_the_screen_follows_the_window_both_ways_and_says_when_it_is_too_small(
    window: Terminal,
) -> None:
    to_the_first_turn(window)
    window.resize(40, 10)
    assert ":plain" in window.wait("too small")
    window.resize(120, 40)
    large = window.wait("Prices and chat")
    assert "Worth" in large
    window.resize(80, 24)

    assert "I " in window.wait(lambda screen: len(screen.splitlines()) == 24 and "PLACE" in screen)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_program_gives_the_terminal_back_with_echo_on(
    window: Terminal, how: signal.Signals
) -> None:
    to_the_first_turn(window)
    os.kill(window.child, how)
    window.wait("Go on with")
    window.wait("prompt>")
    assert not window.alternate

    window.write("stty -a | grep -o ' echo ' | wc -l; echo status $?")
    window.type("Enter")

    assert "1\n" in window.wait("status 0\n")


def test_ctrl_c_twice_leaves_and_once_does_not(window: Terminal) -> None:
    to_the_first_turn(window)
    window.type("C-c")
    window.wait("Ctrl-C once more leaves")
    window.type("1")
    window.wait(lambda screen: "Ctrl-C once more" not in screen)
    window.type("C-c", "C-c")

    assert "acquire play --resume" in window.wait("Go on with")


def test_quit_leaves_and_the_game_goes_on_where_it_was(window: Terminal) -> None:
    to_the_first_turn(window)
    window.write(":quit")
    window.type("Enter")
    window.wait("Go on with")

    window.start("play", "--resume", "--pace", "0")

    assert "turn 4" in window.wait("YOU: place a tile")


def test_plain_and_screen_switch_while_a_question_is_open(window: Terminal) -> None:
    to_the_first_turn(window)
    window.write(":plain")
    window.type("Enter")
    window.wait("YOUR TURN: place a tile.")
    assert not window.alternate
    window.write("hand")
    window.type("Enter")
    window.wait("lies alone")
    window.write(":screen")
    window.type("Enter")

    assert window.wait("YOU: place a tile")
    assert window.alternate


def test_a_command_is_completed_and_answered_on_a_page(window: Terminal) -> None:
    to_the_first_turn(window)
    window.write(":bonu")
    window.type("Tab", "Enter")
    assert "Continental pays" in window.wait("You asked")
    window.type("Escape")

    window.wait("PLACE a tile")


def decide(window: Terminal, screen: str) -> None:
    """Answers whatever is asked: the first choice, a share if one can be bought, the end."""
    if "YOU: buy" in screen:
        window.type("1", "+")
        if "e end" in screen:
            window.type("e")
    elif "YOU: place" in screen:
        window.type("Escape")  # back to the first tile that can be placed
    settled(window)
    before = window.screen
    window.type("Enter")
    if "Enter once more" in window.wait(lambda now: now != before or "And now?" in now):
        settled(window)
        window.type("Enter")


def test_a_whole_game_ends_with_the_result_and_the_verdict(window: Terminal) -> None:
    window.start("play", "--bots", "5", "--seed", "3", "--name", "Red", "--pace", "0")
    for _question in range(200):
        screen = window.wait(lambda screen: "YOU: " in screen or "And now?" in screen)
        if "And now?" in screen:
            break
        decide(window, screen)

    over = window.screen
    assert "The game is over" in over
    assert "wins" in over
    assert "Verdict" in over
    settled(window)
    window.type("1", "Enter")
    window.wait("LOOKING BACK: turn")
    window.type("Escape", "3")
    settled(window)
    window.type("Enter")
    window.wait(lambda screen: "Net worth over the turns" in screen and "┤" in screen)
    window.type("Escape", "5")
    settled(window)
    window.type("Enter")
    assert "every draw was fixed before the game" in window.wait("prompt>").replace("\n", " ")


def test_a_killed_host_is_waited_for_and_play_goes_on_when_it_is_back(tmp_path: Path) -> None:
    with terminal(tmp_path) as host, terminal(tmp_path, name="guest") as guest:
        host.start("host", "--seats", "2", "--open", "--no-mdns", "--port", "0", "--name", "Red")
        shown = host.wait("before the game")
        found = re.search(r"acquire join 127.0.0.1:([0-9]+)", shown)
        assert found
        guest.start("join", f"127.0.0.1:{found[1]}", "--name", "Sky")
        guest.wait("At the table")
        host.type("Enter")
        guest.type("Enter")
        for one in (host, guest):
            one.wait("Table check")
            settled(one)
            one.type("Enter")
            one.wait(" turn 1")

        os.kill(host.child, signal.SIGKILL)
        guest.wait("Reconnecting")
        assert "Nothing is lost" in guest.screen
        host.write("reset")
        host.type("Enter")
        host.start("host", "--resume", "--open", "--no-mdns")

        assert "Connected again." in guest.wait(" turn 1")
        host.wait(" turn 1")


_STRAY: Final = """
import os, sys, threading, time
def stray():
    while True:
        time.sleep(0.2)
        os.write(1, b"STRAY OUTPUT"); os.write(2, b"STRAY ERROR"); print("STRAY PRINT", flush=True)
threading.Thread(target=stray, daemon=True).start()
from acquire_client.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_what_libraries_write_never_shows_on_the_screen(window: Terminal, tmp_path: Path) -> None:
    (tmp_path / "stray.py").write_text(_STRAY)
    window.write(f"clear; {sys.executable} {tmp_path / 'stray.py'} {' '.join(GAME)}")
    window.type("Enter")
    window.wait("YOU: place a tile")
    log = window.home / "logs" / "stray.log"
    window.wait(lambda _: log.exists() and log.read_text().count("STRAY PRINT") > 3)

    assert "STRAY" not in window.screen


def test_a_program_that_was_stopped_takes_the_terminal_again(window: Terminal) -> None:
    to_the_first_turn(window)
    child = window.child
    os.kill(child, signal.SIGSTOP)
    window.wait("prompt>")
    window.write("fg")
    window.type("Enter")

    assert len(window.wait("YOU: place a tile").splitlines()) == 24
    window.type("6")
    window.wait(">6 9H")


def test_ascii_and_mono_are_taken_from_the_command_line(window: Terminal) -> None:
    shown = to_the_first_turn(window, "--ascii", "--theme", "mono")

    assert shown.isascii()
    assert "-- PLACE a tile ---" in shown


def test_piped_input_keeps_to_plain_text(tmp_path: Path) -> None:
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "client", "host"))
    environment = os.environ | {"ACQUIRE_HOME": str(tmp_path), "PYTHONPATH": paths}
    ran = subprocess.run(
        [sys.executable, "-m", "acquire_client", *GAME],
        input="hand\nquit\n",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "YOUR TURN: place a tile." in ran.stdout
    assert "\x1b" not in ran.stdout


@pytest.mark.parametrize("setting", ["TERM=dumb", "TERM=", "ACQUIRE_UI=plain"])
def test_a_terminal_that_cannot_or_shall_not_gets_plain_text(
    window: Terminal, setting: str
) -> None:
    window.write(f"clear; {setting} {sys.executable} -m acquire_client {' '.join(GAME)}")
    window.type("Enter")
    window.wait("YOUR TURN: place a tile.")

    assert not window.alternate
