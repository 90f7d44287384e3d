"""Screens of their own, as text at both sizes: see `test_golden` for how to write them anew."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from acquire_client.tui.choosing.intents import Deed, Digit, Mode
from acquire_client.tui.choosing.rows import Menu, Row
from acquire_client.tui.pages import ending, helping, lobby, offers, telling
from acquire_client.tui.pages.offers import Offer
from acquire_client.tui.pages.sheet import Sheet
from acquire_client.tui.showing import LobbyPage, Page, TextPage
from acquire_client.tui.theme import LINES
from acquire_client.tui.view import Desk
from acquire_client.words import lobby as words
from acquire_client.words.names import Names
from acquire_net.errors import BrokenPromise
from acquire_net.language import _
from acquire_net.replica import the_host
from acquire_net.rules import events as e
from acquire_net.rules.editions import CLASSIC, canonical
from acquire_net.wire.updates import Lobby, Phase, SeatInfo
from tests.client.asking import PLAYERS
from tests.games import play
from tests.tui.test_golden import SIZES, compare, text

ME: Final = b"m" * 32


def room(*, ready: bool = False) -> Lobby:
    """Two people and a bot at a table of four, the reader hosting."""
    seats = (
        SeatInfo(0, "Red", ME, b"", ready, connected=True, bot=False),
        SeatInfo(1, "Sky", b"s", b"", ready=True, connected=True, bot=False),
        SeatInfo(2, "Ox", b"o", b"", ready=True, connected=True, bot=True),
    )
    rules = canonical(CLASSIC).decode()
    return Lobby("Red's table", Phase.LOBBY, rules, seats, 1, ME, b"t", 0, b"h", 4)


def ways_in() -> tuple[str, ...]:
    """How others join, as the host tells it."""
    command = _("On other computers: {command}").format(command="acquire join 192.0.2.20 482913")
    return command, _("Join code: {code}").format(code="482 913")


def said() -> list[str]:
    return [_("{sender} says: {text}").format(sender="Sky", text="hello")]


def lobby_page(shown: Lobby, me: bytes, typed: list[str] | None = None) -> LobbyPage:
    return LobbyPage(
        lambda: lobby.page(shown, me, ways_in(), said()),
        lambda: lobby.deeds(shown, me),
        (typed if typed is not None else []).append,
    )


def result() -> Sheet:
    heard: list[e.Event] = []
    play(CLASSIC, 4, 7, heard.append)
    names = Names(CLASSIC, PLAYERS[:4], 0, frozenset({2}))
    return ending.over(heard, names, [_("Checked: every draw was fixed before the game.")])


def menu(sheet: Sheet, *rows: str) -> TextPage:
    return TextPage(lambda: sheet, Menu(_("And now?"), [Row(row) for row in rows]))


def offered(offer: Offer) -> TextPage:
    return menu(offer.sheet, *(label for label, _line in offer.answers))


PAGES: Final[dict[str, Callable[[], Page]]] = {
    "lobby-host": lambda: lobby_page(room(), ME),
    "lobby-guest": lambda: lobby_page(room(), b"s"),
    "table-check": lambda: offered(offers.check("482 913")),
    "lost": lambda: TextPage(lambda: telling.lost(_("The connection to the host ended."), "21:14")),
    "away": lambda: offered(offers.away("Oak", "21:09", seats=4, hosting=True)),
    "substitute": lambda: offered(offers.substitute("Oak")),
    "abandon": lambda: offered(offers.abandon("Sky")),
    "broken": lambda: menu(
        telling.broken(BrokenPromise(_("the host's signature does not fit the log"), the_host())),
        _("Leave"),
    ),
    "refused": lambda: TextPage(lambda: telling.refused(_("It is not your decision now."))),
    "game-over": lambda: menu(result(), _("Leave"), _("Look back at the game, turn by turn")),
    "help-place": lambda: TextPage(lambda: helping.page(Mode.PLACE, CLASSIC)),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", [name for name in PAGES if name != "help-place"])
@pytest.mark.usefixtures("in_each_language")
def test_page_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    page = PAGES[name]()
    drawn = page.draw(size[0], size[1] - 1, Desk(mode=page.mode), LINES)

    compare(f"page-{name}-{size[0]}x{size[1]}", text(drawn))


@pytest.mark.parametrize("name", PAGES)
def test_pages_fill_every_size(name: str) -> None:
    for width, height in ((20, 5), (60, 15), (79, 22), (200, 60)):
        page = PAGES[name]()
        lines = text(page.draw(width, height, Desk(), LINES)).splitlines()

        assert len(lines) == height


def test_help_begins_with_the_keys_of_the_moment() -> None:
    lines = text(PAGES["help-place"]().draw(80, 23, Desk(), LINES)).splitlines()

    assert "To place a tile" in lines[2]
    assert any("Enter" in line and "Places the tile" in line for line in lines[:12])


def test_help_tells_the_commands_that_only_the_screen_has() -> None:
    told = " ".join(part for part in helping.page(Mode.LOBBY, None).body if isinstance(part, str))
    for command in ("review", "plot", "report", "theme", "mouse", "plain"):
        assert f"{command}:" in told or f"{command}," in told


def test_text_scrolls_to_its_end_and_no_further() -> None:
    page = PAGES["help-place"]()
    page.draw(80, 23, Desk(), LINES)
    page.press(Deed.MOST)
    last = text(page.draw(80, 23, Desk(), LINES))
    page.press(Deed.ON)

    assert text(page.draw(80, 23, Desk(), LINES)) == last
    assert "lines more" not in last


def test_rows_of_the_lobby_type_what_the_hosting_player_could_type() -> None:
    typed: list[str] = []
    page = lobby_page(room(), ME, typed)
    page.press(Deed.ENTER)
    page.press(Digit(3))
    page.press(Deed.ENTER)
    page.press(Deed.DOWN)
    page.press(Deed.MORE)
    page.press(Deed.DOWN)
    page.press(Deed.MORE)

    assert typed == ["ready", "bot", "seats 5", "preset 1999"]


def test_a_table_that_waits_for_the_reader_alone_says_so() -> None:
    assert words.waiting(room(), ME) == "You are not ready yet."
    assert words.waiting(room(), b"s") == "Not ready yet: Red."
    assert words.waiting(room(ready=True), b"s") == "Waiting for others to sit down."


def test_the_lobby_keeps_its_cursor_within_the_rows_that_are_left() -> None:
    shown = [room()]
    page = LobbyPage(
        lambda: lobby.page(shown[0], ME, (), ()), lambda: lobby.deeds(shown[0], ME), print
    )
    page.press(Deed.MOST)
    shown[0] = replace(room(), seats=room().seats[:1])

    assert "> " in text(page.draw(80, 23, Desk(), LINES))


def test_a_guest_can_be_ready_and_leave_but_not_start() -> None:
    rows = [deed.enter for deed in lobby.deeds(room(), b"s")]

    assert rows == ["not ready", "quit"]
