"""Keys mean one thing wherever they mean anything, on whatever keyboard they are pressed."""

import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from prompt_toolkit.key_binding import KeyBindings

from acquire_client.tui.choosing.intents import ChainLetter, Deed, Digit, Intent, Mode
from acquire_client.tui.choosing.letters import letter_keys
from acquire_client.tui.keyboards import hangul, pressed
from acquire_client.tui.keyhelp import bar, page, sections
from acquire_client.tui.keys import RESERVED, bound, meant, named_keys, table
from acquire_client.words.marks import letters
from acquire_net.rules.editions import CLASSIC, PRESETS
from acquire_net.rules.rulebook import Chain, Rulebook

ROOT: Final = Path(__file__).parents[2]
EVERYWHERE: Final = list(product(PRESETS.values(), Mode))
CHOOSING: Final = [Mode.PLACE, Mode.NAME, Mode.DISPOSE, Mode.BUY, Mode.EXCHANGE, Mode.AHEAD]


@dataclass(frozen=True)
class Keyboard:
    """What a keyboard sends without Shift, and which of its keys send nothing by themselves."""

    plain: str
    dead: str = ""


KEYBOARDS: Final = {
    "United States, Korea": Keyboard("`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"),
    "Spain": Keyboard("º1234567890'¡qwertyuiop+asdfghjklñç<zxcvbnm,.-", "`\N{ACUTE ACCENT}"),
    "Netherlands, US international": Keyboard(
        "1234567890-=qwertyuiop[]\\asdfghjkl;zxcvbnm,./", "`'\"~^"
    ),
    "Belgium": Keyboard("²&é\"'(§è!çà)-azertyuiop$qsdfghjklmùµ<wxcvbn,;:=", "^¨\N{ACUTE ACCENT}`"),
    "Germany": Keyboard("1234567890ßqwertzuiopü+asdfghjklöä#<yxcvbnm,.-", "^\N{ACUTE ACCENT}`"),
}


def meanings(keyboard: Keyboard, mode: Mode, rulebook: Rulebook) -> set[Intent]:
    """All that can be asked for on a keyboard without Shift."""
    return {
        intent for key in [*keyboard.plain, *named_keys()] for intent in meant(mode, key, rulebook)
    }


# -- the table -------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "mode"), EVERYWHERE)
def test_no_key_means_two_things(rulebook: Rulebook, mode: Mode) -> None:
    rows = [row for row in table(rulebook) if mode in row.modes]
    times = Counter(key for row in rows for key in (*row.keys, *row.also))

    assert [key for key, count in times.items() if count > 1] == []
    assert not RESERVED & set(times)


@pytest.mark.parametrize(("rulebook", "mode"), EVERYWHERE)
def test_no_letter_is_a_command_but_e_and_n(rulebook: Rulebook, mode: Mode) -> None:
    chains = letter_keys(rulebook)
    others = {key for key in bound(mode, rulebook) if len(key) == 1 and key.isalpha()} - set(chains)

    assert others <= {"e", "n"}


@pytest.mark.parametrize("rulebook", PRESETS.values(), ids=PRESETS)
def test_every_chain_has_its_letter(rulebook: Rulebook) -> None:
    keys = letter_keys(rulebook)

    assert sorted(keys.values()) == list(range(len(rulebook.chains)))
    for mark, chain in keys.items():
        assert rulebook.chains[chain].name.lower().startswith(mark)
        assert meant(Mode.BUY, mark, rulebook) == (ChainLetter(chain),)
        assert meant(Mode.NAME, mark, rulebook) == (ChainLetter(chain),)


def test_chains_of_any_names_are_told_apart_and_hide_no_command() -> None:
    names = ("Echo", "Nova", "Tower", "Tea", "Eta", "Aa", "A")
    rulebook = replace(CLASSIC, chains=tuple(Chain(name, "red", "low") for name in names))

    assert letters(rulebook) == ("E", "N", "T", "A", "1", "2", "3")
    assert meant(Mode.BUY, "e", rulebook) == (Deed.FINISH,)
    assert meant(Mode.PLACE, "n", rulebook) == (Deed.NEXT,)
    assert meant(Mode.BUY, "1", rulebook) == (Digit(1),)


def test_toolkit_knows_every_named_key_and_f10_is_left_to_the_terminal() -> None:
    bindings = KeyBindings()
    for key in named_keys():
        bindings.add(key)(lambda event: None)

    assert len(bindings.bindings) == len(named_keys())
    assert "f10" not in named_keys()


@pytest.mark.parametrize("mode", CHOOSING)
def test_backspace_does_what_esc_does(mode: Mode) -> None:
    assert meant(mode, "backspace") == meant(mode, "escape") == (Deed.CLEAR,)


def test_texts_belong_to_a_line_that_is_typed() -> None:
    assert [meant(Mode.TYPE, key) for key in ("e", "1", "?", "/", "backspace")] == [()] * 5
    assert meant(Mode.TYPE, "enter") == (Deed.ENTER,)


# -- keyboards -------------------------------------------------------------------------------


@pytest.mark.parametrize("keyboard", KEYBOARDS.values(), ids=KEYBOARDS)
@pytest.mark.parametrize(("rulebook", "mode"), EVERYWHERE)
def test_shift_and_dead_keys_are_never_needed(
    rulebook: Rulebook, mode: Mode, keyboard: Keyboard
) -> None:
    assert meanings(keyboard, mode, rulebook) == set(bound(mode, rulebook).values())


@pytest.mark.parametrize(("rulebook", "mode"), EVERYWHERE)
def test_no_dead_key_is_in_the_table(rulebook: Rulebook, mode: Mode) -> None:
    dead = {key for keyboard in KEYBOARDS.values() for key in keyboard.dead}

    assert not dead & set(bound(mode, rulebook))


@pytest.mark.parametrize("keyboard", KEYBOARDS.values(), ids=KEYBOARDS)
@pytest.mark.parametrize("mode", CHOOSING)
def test_caps_lock_does_no_harm(mode: Mode, keyboard: Keyboard) -> None:
    capitals = {key: key.upper() for key in keyboard.plain if len(key.upper()) == 1}

    for key, capital in capitals.items():
        assert meant(mode, capital) == meant(mode, key)


def test_digit_keys_of_a_belgian_keyboard_are_digits() -> None:
    assert "".join(key for mark in "&é\"'(§è!çà" for key in pressed(mark)) == "1234567890"
    assert meant(Mode.BUY, "é") == (Digit(2),)
    assert meant(Mode.PLACE, "É") == (Digit(2),), "with Caps Lock"


@pytest.mark.parametrize("mark", ["ë", "ê", "Ë", "ẽ"])
def test_letter_after_a_stray_dead_key_is_that_letter(mark: str) -> None:
    assert meant(Mode.BUY, mark) == (Deed.FINISH,)


@pytest.mark.parametrize("mark", "ñäöüßùºª¡¿\N{ACUTE ACCENT}¨²µ€")
def test_key_that_other_keyboards_lack_means_nothing(mark: str) -> None:
    assert [meant(mode, mark) for mode in CHOOSING] == [()] * len(CHOOSING)


HANGUL: Final = dict(
    zip(
        "qwertyuiopasdfghjklzxcvbnm",
        "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ",
        strict=True,
    )
)
"""What the letter keys send in the Hangul mode."""


@pytest.mark.parametrize(("rulebook", "mode"), EVERYWHERE)
def test_letters_mean_the_same_in_the_hangul_mode(rulebook: Rulebook, mode: Mode) -> None:
    for key, jamo in HANGUL.items():
        assert meant(mode, jamo, rulebook) == meant(mode, key, rulebook)


@pytest.mark.parametrize("rulebook", PRESETS.values(), ids=PRESETS)
def test_two_keys_that_arrive_as_one_syllable_are_two_keys(rulebook: Rulebook) -> None:
    keys = ["e", "n", *letter_keys(rulebook)]
    syllables = 0
    for first, second in product(keys, repeat=2):
        typed = unicodedata.normalize("NFKC", HANGUL[first] + HANGUL[second])
        syllables += len(typed) == 1
        intents = meant(Mode.BUY, first, rulebook) + meant(Mode.BUY, second, rulebook)

        assert meant(Mode.BUY, typed, rulebook) == intents

    assert syllables


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("두", "en"),
        ("시", "tl"),
        ("값", "rkqt"),
        ("뭐", "anj"),
        ("깼", "rot"),
        ("ㅢ", "ml"),
        ("ㄶ", "sg"),
        ("쀍", "qnpfr"),
        ("한영", "gksdud"),
        ("\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH PLUS SIGN}", "1+"),
        ("ﾡ", "r"),
        ("\N{MINUS SIGN}", "-"),
    ],
)
def test_syllables_and_wide_forms_are_taken_apart(typed: str, keys: str) -> None:
    assert "".join(pressed(typed)) == keys


def test_hangul_mode_is_noticed() -> None:
    assert hangul("두")
    assert hangul("ㅜ")
    assert not hangul("e")
    assert not hangul("é")
    assert pressed("ᅟ") == (), "a filler is no key"


# -- the bar and the help --------------------------------------------------------------------


def line(mode: Mode, width: int) -> str:
    return "  ".join(f"{item.keys} {item.label}" for item in bar(mode, width))


@pytest.mark.parametrize("mode", Mode)
def test_bar_fits_and_the_most_important_stay(mode: Mode) -> None:
    whole = bar(mode, 500)
    for width in range(20, 121):
        items = bar(mode, width)

        assert len(line(mode, width)) <= width - 2
        assert [item for item in whole if item in items] == list(items), "the order stays"
    if any(item.keys == "Enter" for item in whole):
        assert "Enter" in line(mode, 20)


def test_bar_of_a_purchase_at_eighty_columns() -> None:
    assert line(Mode.BUY, 80) == (
        "Up/Down row  +/- shares  0 none  e end  Enter ok  : command  / chat  ? help"
    )


def test_click_on_the_bar_is_the_key_it_names() -> None:
    clicks = {item.keys: item.click for item in bar(Mode.BUY, 120)}

    assert clicks["Enter"] is Deed.ENTER
    assert clicks["e"] is Deed.FINISH
    assert clicks["0"] == Digit(0)
    assert clicks["+/-"] is Deed.MORE
    assert clicks["Up/Down"] is Deed.DOWN
    assert {item.keys: item.click for item in bar(Mode.PLACE, 120)}["1-9"] is None


def test_help_tells_every_key_of_the_table() -> None:
    lines = [told for section in sections() for told in section.lines]

    assert {told for _, told in lines} == {row.told for row in table()}
    assert ("? , F1", "Keys, prices and rules.") in lines


@pytest.mark.parametrize("mode", [Mode.MENU, Mode.LOBBY, Mode.REVIEW])
def test_tab_is_not_told_where_there_is_no_log_to_go_to(mode: Mode) -> None:
    assert Deed.PANEL not in bound(mode).values()


def test_enter_in_the_lobby_is_told_as_what_it_does_in_every_row() -> None:
    told = [item.label for item in bar(Mode.LOBBY, 120) if item.click is Deed.ENTER]
    assert told == ["ok"]


def test_page_of_the_documents_is_in_step() -> None:
    written = (ROOT / "docs" / "keys.md").read_text("utf-8")

    assert written == page(), "write it anew: python -m acquire_client.tui.keyhelp > docs/keys.md"
