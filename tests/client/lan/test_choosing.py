import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from acquire_client.lan import choosing
from acquire_client.lan.advert import Found
from acquire_client.lan.choosing import Picked, Typed
from acquire_client.lan.discovery import Air
from acquire_client.lines import InputEnded, LineReader
from acquire_client.question import Question
from acquire_net.errors import Refused
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Phase
from tests.client.lan.tables import BLUE, OFFICE, RED


class Evening:
    """A player at a prompt: at every question the next thing happens."""

    def __init__(self, *tables: Found) -> None:
        self.air = Air("unheard")
        self.set_tables(*tables)
        self.heard: list[str] = []
        self._happenings: Iterator[Callable[[], None]] = iter(())
        self._hears, self._types = os.pipe()

    def set_tables(self, *tables: Found) -> None:
        self.air._found = {one.name: one for one in tables}
        self.air._ring()

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        self.heard += lines
        if kind == "choose":
            next(self._happenings, lambda: os.close(self._types))()

    def event(self, event: Event, lines: Sequence[str]) -> None:
        raise AssertionError

    def question(self, question: Question, lines: Sequence[str]) -> None:
        raise AssertionError

    def types(self, text: str) -> Callable[[], None]:
        def typing() -> None:
            os.write(self._types, f"{text}\n".encode())

        return typing

    def tables(self, *tables: Found) -> Callable[[], None]:
        return lambda: self.set_tables(*tables)

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Air]:
        yield self.air

    def choose(
        self,
        *happenings: Callable[[], None],
        watching: bool = False,
        interactive: bool = True,
        mine: frozenset[str] = frozenset(),
    ) -> Picked | Typed:
        self._happenings = iter(happenings)

        async def main() -> Picked | Typed:
            async with asyncio.timeout(20):
                return await choosing.choose(
                    self,
                    LineReader(self._hears),
                    watching=watching,
                    interactive=interactive,
                    mine=mine,
                    seconds=0,
                    look=self.look,
                )

        return asyncio.run(main())

    def find(self) -> int:
        return asyncio.run(choosing.find(self, 0, self.look))


def test_tables_are_listed_in_plain_words_with_numbers() -> None:
    evening = Evening(RED, OFFICE, BLUE)

    assert evening.find() == 0
    assert evening.heard[1:4] == [
        "1. Red's table: 2 of 6 players, waiting for players, at 192.168.1.20",
        "2. Office game: 4 of 4 players, playing, at 192.168.1.31:7000",
        "3. Blue's table: 2 of 6 players, waiting for players, no code needed, at 192.168.1.20",
    ]


def test_nothing_found_is_explained() -> None:
    evening = Evening()

    assert evening.find() == 1
    told = " ".join(evening.heard)
    for wall in ("same Wi-Fi", "Guest Wi-Fi", "firewall", "VPN", "address"):
        assert wall in told


def test_enter_takes_the_only_open_table() -> None:
    evening = Evening(OFFICE, RED)

    assert evening.choose(evening.types("")) == Picked(RED, watch=False)
    assert evening.heard[-1].startswith("Press Enter to join Red's table.")
    assert evening.heard[1].endswith("(to watch)")


def test_among_two_open_tables_enter_takes_none_and_a_number_decides() -> None:
    evening = Evening(RED, BLUE)

    assert evening.choose(evening.types(""), evening.types("2")) == Picked(BLUE, watch=False)


def test_ones_own_table_is_offered_first_even_while_it_plays() -> None:
    evening = Evening(RED, OFFICE)
    mine = frozenset({OFFICE.table_id})

    assert evening.choose(evening.types(""), mine=mine) == Picked(OFFICE, watch=False)
    assert evening.heard[-1].startswith("Press Enter to go back to Office game.")


def test_table_that_plays_can_only_be_watched() -> None:
    evening = Evening(RED, OFFICE)

    assert evening.choose(evening.types("2")) == Picked(OFFICE, watch=True)


def test_watching_offers_the_only_table_whatever_it_does() -> None:
    evening = Evening(OFFICE)

    assert evening.choose(evening.types(""), watching=True) == Picked(OFFICE, watch=True)
    assert evening.heard[-1].startswith("Press Enter to watch Office game.")


def test_address_can_be_typed_instead_and_nonsense_is_asked_again() -> None:
    evening = Evening(RED)

    chosen = evening.choose(evening.types("http://x"), evening.types("192.168.1.9:7001"))

    assert chosen == Typed("192.168.1.9:7001")
    assert any("'http://x'" in line for line in evening.heard)


def test_number_that_no_table_has_is_asked_again() -> None:
    evening = Evening(RED)

    assert evening.choose(evening.types("7"), evening.types("1")) == Picked(RED, watch=False)
    assert "There is no table 7." in evening.heard


def test_list_grows_while_the_player_thinks_and_numbers_stay() -> None:
    evening = Evening()

    chosen = evening.choose(
        evening.tables(RED),
        evening.tables(RED, BLUE),
        evening.tables(BLUE),
        evening.types("2"),
    )

    assert chosen == Picked(BLUE, watch=False)
    assert "1. Red's table is gone." in evening.heard
    assert sum(line.startswith("2. Blue's table") for line in evening.heard) == 1


def test_looking_again_numbers_anew() -> None:
    evening = Evening(RED)

    chosen = evening.choose(
        evening.tables(RED, BLUE),
        evening.tables(BLUE),
        evening.types("r"),
        evening.types("1"),
    )

    assert chosen == Picked(BLUE, watch=False)


def test_table_that_filled_up_meanwhile_is_picked_as_it_is_now() -> None:
    full = replace(RED, players=6)
    evening = Evening(RED)

    assert evening.choose(evening.tables(full), evening.types("1")) == Picked(full, watch=True)


def test_table_of_another_version_is_shown_and_refused() -> None:
    evening = Evening(replace(RED, protocol=2), BLUE)

    assert evening.choose(evening.types("1"), evening.types("")) == Picked(BLUE, watch=False)
    assert any("another version of acquire: one must be updated" in one for one in evening.heard)


def test_script_gets_the_one_open_table_without_being_asked() -> None:
    assert Evening(OFFICE, RED).choose(interactive=False) == Picked(RED, watch=False)


@pytest.mark.parametrize(
    ("tables", "reason"),
    [((), "NO_TABLE"), ((RED, BLUE), "WHICH_TABLE"), ((OFFICE,), "WHICH_TABLE")],
)
def test_script_is_refused_where_it_would_have_to_choose(
    tables: tuple[Found, ...], reason: str
) -> None:
    with pytest.raises(Refused) as refused:
        Evening(*tables).choose(interactive=False)

    assert refused.value.reason == reason


def test_input_that_ends_chooses_nothing() -> None:
    with pytest.raises(InputEnded):
        Evening(RED).choose()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (replace(RED, players=6), "full"),
        (replace(RED, phase=Phase.OVER), "finished"),
        (replace(RED, protocol=9), "another version"),
    ],
)
def test_what_a_table_does_is_said_in_words(found: Found, words: str) -> None:
    assert words in choosing.table_line(1, found)
