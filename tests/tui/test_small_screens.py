"""What a small screen must not leave out, and what no screen should flash up."""

import pytest

from acquire_client.tui.choosing.intents import Deed, Mode
from acquire_client.tui.keys import meant
from acquire_client.tui.screen import Screen
from acquire_client.voices import LentVoice, SilentVoice
from tests.tui.test_pages import ME, room
from tests.tui.test_screen import Seat

SMALL = (80, 24)


class Hosting(Screen):
    """A hosting player's."""

    @property
    def key(self) -> bytes:
        return ME


def before_the_game(*, practice: bool = False) -> Screen:
    """A hosting player in the lobby."""
    screen = Hosting(LentVoice(SilentVoice()), practice=practice)
    screen.room = room()
    screen.ways_in = lambda: ["On other computers: acquire join 192.0.2.20 482913"] * 4
    return screen


def shown(screen: Screen) -> str:
    lines = screen.picture(*SMALL).lines
    return "\n".join("".join(text for _, text in line) for line in lines)


def test_what_is_said_in_the_lobby_is_seen_however_much_there_is_to_do() -> None:
    screen = before_the_game()
    screen.heard(["Sky says: good evening"], "notice")

    assert "Sky says: good evening" in shown(screen)


def test_an_answer_goes_when_it_is_no_longer_so_but_what_was_said_stays() -> None:
    screen = before_the_game()
    screen.say(["You are ready. Waiting for others to sit down."])
    screen.lobby(room(ready=True))
    assert "Waiting for others to sit down" not in shown(screen)
    screen.heard(["Sky says: good evening"], "notice")
    screen.lobby(room())

    assert "Sky says: good evening" in shown(screen)


def test_the_rest_of_a_page_with_a_menu_is_a_page_down_and_not_a_row() -> None:
    assert "lines more: PgDn --" in shown(before_the_game())


def test_a_practice_game_has_no_lobby_to_flash_up() -> None:
    text = shown(before_the_game(practice=True))

    assert "before the game" not in text
    assert "What you can do" not in text


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
def test_what_is_said_in_the_game_is_on_the_screen_at_every_size(size: tuple[int, int]) -> None:
    seat = Seat(practice=False)
    seat.screen.show(None)
    seat.screen.heard(["Bo says: hello"], "notice")

    lines = seat.screen.picture(*size).lines
    assert any("Bo says: hello" in text for line in lines for _, text in line)


def test_a_look_back_has_no_empty_hand() -> None:
    seat = Seat()
    seat.screen.look_back()

    text = shown(seat.screen)
    assert "LOOKING BACK" in text
    assert "a number and Enter to a" in text
    assert "You hold no tiles" not in text


def test_enter_leaves_a_text_as_escape_does() -> None:
    assert meant(Mode.LOG, "enter") == (Deed.ENTER,)
    seat = Seat()
    seat.press(Deed.HELP)
    seat.press(Deed.ENTER)

    assert seat.screen.page is None
