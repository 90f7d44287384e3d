"""What a real terminal makes of the screen: colours, marks, mouse, bell, sizes, and two at a table."""

import os
import re
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.tui.terminal import TMUX, Terminal, terminal

pytestmark = [
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
    pytest.mark.long,
]

GAME: Final = ("play", "--seed", "5", "--name", "Red", "--pace", "0")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(tmp_path) as one:
        yield one


def to_the_first_turn(window: Terminal, *more: str, **environment: str) -> str:
    window.start(*GAME, *more, **environment)
    return window.see("PLACE a tile")


def hosted(window: Terminal) -> str:
    """Hosts a table of two; its port."""
    window.start("host", "--seats", "2", "--open", "--no-mdns", "--port", "0", "--name", "Red")
    port = re.search(r"acquire join 127.0.0.1:([0-9]+)", window.see("acquire join 127.0.0.1:"))
    assert port is not None
    return port[1]


def test_colours_are_left_out_when_they_are_not_wanted(window: Terminal) -> None:
    to_the_first_turn(window)
    assert any(code.startswith(("38;", "48;")) for code in window.colours)
    window.command(":quit")
    window.see("Go on with")

    shown = to_the_first_turn(window, NO_COLOR="1")

    plain = {"0", "1", "4", "7"}  # bold, underlined, reversed
    codes = {part for code in window.colours for part in code.split(";")}
    assert codes <= plain | {"39", "49", "10"}, codes
    assert "[1]" in shown


def test_in_the_c_locale_everything_is_ascii(window: Terminal) -> None:
    shown = to_the_first_turn(window, LC_ALL="C")

    assert shown.isascii()
    assert "-- PLACE a tile ---" in shown


def test_a_click_goes_to_a_tile_on_the_board_and_to_one_of_the_hand(window: Terminal) -> None:
    to_the_first_turn(window)
    window.click("[6]")
    window.see(">6 ")
    window.click(" 2 ")
    window.see("^   1  2  3")
    window.click(re.search(r"\n.* (3 \d+[A-I]) ", window.screen)[1])  # type: ignore[index]
    window.see(">3 ")


def test_the_mouse_can_be_given_back_to_the_terminal(window: Terminal) -> None:
    to_the_first_turn(window)
    assert window.knows("mouse_any_flag") == "1"
    window.type("F9")
    window.see("The mouse selects text")
    assert window.knows("mouse_any_flag") == "0"
    window.command(":mouse on")
    window.see("The mouse plays")
    assert window.knows("mouse_any_flag") == "1"


def test_a_question_rings_and_is_in_the_title_until_it_is_answered(window: Terminal) -> None:
    to_the_first_turn(window)
    assert window.rang
    assert window.title == "* PLACE a tile - Acquire"
    window.command(":quit")
    window.see("Go on with")

    assert "PLACE" not in window.title


def test_nothing_rings_where_no_bell_is_wanted(window: Terminal) -> None:
    to_the_first_turn(window, "--no-bell")

    assert not window.rang
    assert window.title.startswith("* ")


def test_words_to_complete_with_are_shown_above_the_line(window: Terminal) -> None:
    shown = to_the_first_turn(window)
    window.write(":sh")
    window.type("Tab")
    window.see("^:show")
    *_rest, bar = window.screen.splitlines()
    assert bar.lstrip().startswith("Up/Down earlier lines  Tab complete")
    window.type("Escape")

    window.wait(lambda screen: screen == shown)


def _is_whole(screen: str, height: int) -> bool:
    lines = screen.splitlines()
    return len(lines) == height and "Enter place" in lines[-1]


def test_every_size_has_the_question_and_the_whole_board(window: Terminal) -> None:
    to_the_first_turn(window)
    for width, height in ((120, 40), (60, 16), (200, 50), (100, 30), (80, 24)):
        window.resize(width, height)
        shown = window.wait(partial(_is_whole, height=height))
        rows = re.findall(r"^[A-I] ", shown, re.MULTILINE)
        assert len(rows) == 9, shown
        assert "YOU: place a tile" in shown
        assert all(f"[{number}]" in shown for number in range(1, 7))
        assert max(map(len, shown.splitlines())) <= width


def test_plain_lines_tell_the_way_back(window: Terminal) -> None:
    to_the_first_turn(window)
    window.command(":plain")
    window.see("screen brings the full screen back")
    window.see("YOUR TURN: place a tile")
    window.command("screen")

    window.see("PLACE a tile")


def test_what_grpc_complains_of_never_shows_on_the_screen(tmp_path: Path) -> None:
    with terminal(tmp_path) as host, terminal(tmp_path, name="guest") as guest:
        port = hosted(host)
        guest.start(
            "join", f"127.0.0.1:{port}", "--name", "Sky", GRPC_VERBOSITY="debug", GRPC_TRACE="http"
        )
        guest.see("2. Sky")
        os.kill(host.child, signal.SIGKILL)
        guest.see("Reconnecting")
        stray = guest.home / "logs" / "stray.log"
        guest.wait(lambda _: stray.exists() and stray.stat().st_size > 0)

        assert not re.search(r"^\S*[DIWE]\d{4} ", guest.screen, re.MULTILINE), guest.screen
        assert re.match(r" Reconnecting, since \d\d:\d\d\n", guest.screen)


def test_two_meet_in_the_lobby_talk_get_ready_and_play(tmp_path: Path) -> None:
    with terminal(tmp_path) as host, terminal(tmp_path, name="guest") as guest:
        guest.start("join", f"127.0.0.1:{hosted(host)}", "--name", "Sky")
        assert "Red" in guest.see("2. Sky")
        host.see("Sky: not ready|Sky.*not ready")
        guest.command("/good evening")
        host.see("good evening")
        host.command("/and to you")
        guest.see("and to you")
        guest.type("Enter")
        host.see("2. Sky: ready")
        host.type("Enter")
        for one in (host, guest):
            assert re.search(r"\d\d\d \d\d\d", one.see("Table check"))
        host.type("2")
        host.enter()
        host.see("Enter once more")
        host.enter()
        host.see("turn 1 ")
        guest.enter()
        assert "check " in guest.see("turn 1 "), "it is not compared yet"
        mover, other = (host, guest) if "YOU:" in host.screen else (guest, host)
        mover.command("/off we go")

        other.see("off we go")
