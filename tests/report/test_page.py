"""Whether the page tells the whole game, asks nobody for anything and obeys no name."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from acquire_client.report import board
from acquire_client.report.colours import colours, ink
from acquire_client.report.log import coloured, lines
from acquire_client.report.page import page
from acquire_client.report.story import Story, story
from acquire_client.words.bonuses import explained
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net import language
from acquire_net.rules.editions import CLASSIC, EDITION_1999
from acquire_net.rules.events import BonusPaid
from acquire_net.rules.rulebook import Chain
from tests.report import games

VOID = {"br", "col", "input", "link", "meta"}


class Read(HTMLParser):
    """A page as a browser without scripts reads it: elements, and words by element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.inside: dict[str, list[str]] = {}
        self.feed(text)
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.inside.setdefault(self.open[-1], []).append(data)
        elif self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        """All words, with single spaces."""
        return " ".join("".join(self.words).split())

    def named(self, tag: str) -> list[dict[str, str]]:
        """The attributes of all elements of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def game(self) -> dict[str, Any]:
        """What the page's script is given."""
        data: dict[str, Any] = json.loads(self.inside["script"][0])
        return data


def told(data: bytes, viewer: int | None = None) -> tuple[Story, Read, Names]:
    """A ledger's story, its page as it is read, and the names in it."""
    one = story(data, viewer)
    return one, Read(page(one)), Names(one.rulebook, one.players)


@pytest.fixture(scope="module")
def four() -> tuple[Story, Read, Names]:
    return told(games.four())


def test_every_line_of_every_move_is_in_the_log(four: tuple[Story, Read, Names]) -> None:
    one, read, names = four
    links = [attributes["href"] for attributes in read.named("a")]

    assert links == [f"#move-{at}" for at in range(1, len(one.moves) + 1)]
    said = " ".join(line for move in one.moves for line in lines(move, names))
    at = 0
    for word in said.split():
        found = read.text.find(word, at)
        assert found >= 0, f"{word} is missing after {read.text[at - 80 : at]}"
        at = found + len(word)


def test_the_script_has_the_board_and_the_numbers_of_every_move(
    four: tuple[Story, Read, Names],
) -> None:
    one, read, _ = four
    rows = read.game["moves"]

    assert len(rows) == len(one.moves)
    for row, move in zip(rows, one.moves, strict=True):
        assert row["board"] == board.marks(move.table.board)
        assert row["last"] == move.table.last_tile
        cells = dict(zip(read.game["keys"], row["cells"], strict=True))
        assert [cells[f"cash-{seat}"] for seat in range(4)] == [
            money(cash or 0) for cash in move.table.cash
        ]
        assert [cells[f"worth-{seat}"] for seat in range(4)] == [
            money(worth or 0) for worth in move.table.worth
        ]
        assert cells["held-2-1"] == str((move.table.shares[2] or ())[1] or "·")
        assert cells["bank-3"] == str(move.table.bank[3])


def test_every_cell_that_changes_is_on_the_page(four: tuple[Story, Read, Names]) -> None:
    _, read, _ = four
    keys = [attributes["data-k"] for _, attributes in read.elements if "data-k" in attributes]

    assert sorted(keys) == sorted(read.game["keys"])


def test_the_final_count_is_told_line_by_line(four: tuple[Story, Read, Names]) -> None:
    one, read, names = four
    assert one.count is not None
    paid = [event for event in one.count.events if isinstance(event, BonusPaid)]

    assert paid
    for event in paid:
        assert " ".join(explained(event, names)) in read.text
    assert re.search(r"(Ann|Bo|Cy|Di) wins with \$[\d,]+\.", read.text)
    for cash in one.count.table.cash:
        assert money(cash or 0) in read.text


def test_the_verdict_and_its_head_are_told(four: tuple[Story, Read, Names]) -> None:
    one, read, _ = four

    assert "Checked: every draw was fixed before the game." in read.text
    assert one.verdict.head in read.text


def test_net_worth_and_holdings_are_tables_too(four: tuple[Story, Read, Names]) -> None:
    one, read, _ = four

    assert len(read.named("polyline")) == 4
    for turn in one.turns:
        for worth in turn.worth:
            assert money(worth or 0) in read.text
        for cash in turn.table.cash:
            assert money(cash or 0) in read.text


def test_it_says_its_language_and_has_headings_in_order(four: tuple[Story, Read, Names]) -> None:
    _, read, _ = four
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]

    assert read.named("html") == [{"lang": "en"}]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert any(one.get("aria-live") == "polite" for _, one in read.elements)
    assert all("aria-label" in one or "aria-hidden" in one for one in read.named("svg"))
    assert all("scope" in one for one in read.named("th"))


def test_its_language_is_the_one_spoken() -> None:
    language.speak(NullTranslations(), "es")
    try:
        assert '<html lang="es">' in page(story(games.abandoned()))
    finally:
        language.speak(NullTranslations())


def addresses(read: Read) -> Iterator[str]:
    """Everything that a browser would fetch, or could be sent to."""
    for _, attributes in read.elements:
        yield from (attributes[key] for key in ("src", "href", "action") if key in attributes)
    for text in read.inside["style"]:
        yield from re.findall(r"url\(|@import", text)


def test_it_asks_nobody_for_anything(four: tuple[Story, Read, Names]) -> None:
    _, read, _ = four

    for address in addresses(read):
        assert address == "data:," or re.fullmatch(r"#move-\d+", address), address


def test_its_policy_allows_its_own_script_and_style_and_nothing_else(
    four: tuple[Story, Read, Names],
) -> None:
    _, read, _ = four
    (policy,) = (
        one["content"] for one in read.named("meta") if one.get("http-equiv", "").startswith("Con")
    )
    allowed = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    def digest(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert allowed == {
        "default-src": "'none'",
        "style-src": digest("".join(read.inside["style"])),
        "script-src": digest(read.inside["script"][1]),
        "img-src": "data:",
    }


def test_hostile_names_are_only_words(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = {tag for tag, _ in told(games.four())[1].elements}
    one, read, _ = told(games.hostile(monkeypatch))

    assert one.players == games.HOSTILE
    assert {tag for tag, _ in read.elements} == usual
    assert [one.get("id") for one in read.named("script")] == ["game", None]
    assert len(read.inside["script"]) == 2
    assert not {name for _, attributes in read.elements for name in attributes if name[:2] == "on"}
    for name in games.HOSTILE:
        assert name in read.text
    for row in read.game["moves"]:
        assert row["where"].endswith(games.HOSTILE[row["mover"]]) or row["turn"] == 0


def test_a_page_is_far_below_a_megabyte() -> None:
    assert len(page(story(games.four())).encode()) < 400_000


def test_a_hidden_unfinished_page_has_nobodys_money_anywhere() -> None:
    one, read, _ = told(games.unfinished())
    cells = [dict(zip(read.game["keys"], row["cells"], strict=True)) for row in read.game["moves"]]

    assert all(cell[f"cash-{seat}"] == "hidden" for cell in cells for seat in range(3))
    assert all(cell[f"held-{seat}-0"] == "?" for cell in cells for seat in range(3))
    assert all(cell[f"worth-{seat}"] == "hidden" for cell in cells for seat in range(3))
    assert not read.named("polyline")
    assert "Cash and shares are hidden in this game until it is over." in read.text
    assert f"Not over: turn {one.turns[-1].number}" in read.text


def test_a_hidden_unfinished_page_shows_its_viewer_his_own() -> None:
    one, read, _ = told(games.unfinished(), viewer=1)
    cells = dict(zip(read.game["keys"], read.game["moves"][-1]["cells"], strict=True))

    assert cells["cash-1"] == money(one.moves[-1].table.cash[1] or 0)
    assert cells["cash-0"] == cells["worth-2"] == "hidden"
    assert len(read.named("polyline")) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (games.unfinished, "Not checked: the log stopped after entry 119, waiting for "),
        (games.stopped, "Stopped in turn "),
        (games.abandoned, "No tile was laid"),
        (games.abandoned, "the set-up was abandoned; no tile had been drawn"),
        (games.false, "FALSE: "),
        (lambda: games.four()[:-9], "the line does not end in a newline"),
    ],
)
def test_what_is_no_whole_game_says_so(data: Any, said: str) -> None:
    one, read, _ = told(data())

    assert said in read.text
    assert one.verdict.headline in read.text


def test_a_game_of_two_tells_what_the_bank_drew() -> None:
    _, read, _ = told(games.two())

    assert re.search(r"the bank \d+ \(it drew \d+[A-I]\)", read.text)


def test_a_chain_is_marked_in_every_language_and_nothing_else_is() -> None:
    rules = story(games.abandoned()).rulebook

    assert coloured("Luxor이(가) 커졌습니다", rules).startswith('<b class="in c0">Luxor</b>이(가)')
    assert coloured("Towers, 3Tower & Imperials", rules) == "Towers, 3Tower &amp; Imperials"


def test_every_chain_has_a_letter_and_a_colour_of_its_own_that_can_be_read() -> None:
    odd = [Chain(name, "red", "low") for name in ("Tower", "Tour", "T", "Ot", "O1")]
    for chains in (CLASSIC.chains, EDITION_1999.chains, tuple(odd)):
        rules = replace(CLASSIC, chains=chains)
        assert len(set(letters(rules))) == len(set(colours(rules))) == len(chains)
        for colour in colours(rules):
            assert contrast(colour, ink(colour)) >= 4.5
    assert letters(CLASSIC) == tuple("LTAFWCI")
    assert letters(EDITION_1999) == tuple("SZAFHQP")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    dark, bright = sorted((light(one), light(other)))
    return bright / dark
