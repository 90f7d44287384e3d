"""Which language a program speaks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from wcwidth import wcswidth

from acquire_client import languages
from acquire_client.cli import parser
from acquire_net.language import ENGLISH, _, did, ngettext, spoken


def chosen(option: str = "", kept: str = "", system: str = "", **environment: str) -> str:
    return languages.chosen(option, environment, lambda: kept, lambda: system)


def test_option_goes_before_variable_settings_and_locale() -> None:
    rest = {"ACQUIRE_LANG": "nl", "LANG": "en_GB.UTF-8"}
    assert chosen("ko", "es", **rest) == "ko"
    assert chosen("", "es", **rest) == "nl"
    assert chosen("", "es", LANG="ko_KR.UTF-8") == "es"
    assert chosen(LANG="ko_KR.UTF-8", system="es_ES") == "ko"
    assert chosen(system="es_ES") == "es"


def test_locale_is_what_gettext_makes_of_it() -> None:
    assert chosen(LC_ALL="nl_BE@euro", LC_MESSAGES="ko_KR", LANG="es_ES") == "nl"
    assert chosen(LC_ALL="", LC_MESSAGES="ko_KR", LANG="es_ES") == "ko"


@pytest.mark.parametrize("wish", ["", "C", "C.UTF-8", "POSIX", "de_DE.UTF-8", "tlh", "español"])
def test_languages_that_it_does_not_speak_are_english(wish: str) -> None:
    assert chosen(LANG=wish) == ENGLISH
    assert chosen(wish) == ENGLISH


@pytest.mark.parametrize("wish", ["es", "ES", "es_MX.UTF-8", "es-419", " es "])
def test_a_region_or_an_encoding_does_not_matter(wish: str) -> None:
    assert languages.code_of(wish) == "es"


def test_option_is_taken_out_wherever_it_stands() -> None:
    assert languages.taken(["--lang", "ko", "play"]) == ("ko", ["play"])
    assert languages.taken(["play", "--lang=nl", "--bots", "2"]) == ("nl", ["play", "--bots", "2"])
    assert languages.taken(["play", "--lang"]) == ("", ["play", "--lang"])


def test_settings_are_asked_and_damaged_ones_are_no_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    assert languages.kept_wish() == ""
    (tmp_path / "config.toml").write_text('name = "lang"\nlang = "ko"\n', "utf-8")
    assert languages.kept_wish() == "ko"
    (tmp_path / "config.toml").write_bytes(b"lang = \xff")
    assert languages.kept_wish() == ""


def test_what_is_chosen_is_spoken_and_english_comes_back(code: str) -> None:
    assert spoken() == code
    assert _("The game is over.") != "The game is over."
    languages.speak(ENGLISH)
    assert _("The game is over.") == "The game is over."


def test_each_language_has_its_own_plurals_and_persons() -> None:
    told = {}
    for code in languages.LANGUAGES:
        languages.speak(code)
        one, many = (ngettext("{count} tile", "{count} tiles", n).format(count=n) for n in (1, 3))
        told[code] = one, many, did("bought nothing", you=True), did("bought nothing", you=False)
    languages.speak(ENGLISH)

    assert told["en"] == ("1 tile", "3 tiles", "bought nothing", "bought nothing")
    assert told["es"] == ("1 ficha", "3 fichas", "no compraste nada", "no compró nada")
    assert told["nl"] == ("1 steen", "3 stenen", "kocht niets", "kocht niets")
    assert told["ko"] == ("타일 1개", "타일 3개", "구매 안 함", "구매 안 함")


def ran(home: Path, *arguments: str, **environment: str) -> str:
    quiet = {"ACQUIRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}
    kept = {name: value for name, value in os.environ.items() if name not in quiet}
    done = subprocess.run(
        [sys.executable, "-m", "acquire_client", *arguments],
        env=kept | {"ACQUIRE_HOME": str(home), "PYTHONIOENCODING": "utf-8"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("command", [[], ["join"], ["host"]])
def test_help_is_in_the_language_and_no_wider_than_a_terminal(
    code: str,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        parser.parse([*command, "--help"])
    told = capsys.readouterr().out

    assert told.startswith(_("usage: "))
    assert f"\n{_('options')}:\n" in told
    assert _("show this help message and exit") in told
    assert max(map(wcswidth, told.splitlines())) <= 80


def test_program_speaks_what_was_asked_for_and_a_terminal_that_cannot_show_it_is_no_error(
    tmp_path: Path,
) -> None:
    assert ran(tmp_path, "rules").startswith("Rules: classic.")
    assert ran(tmp_path, "rules", "--lang", "nl").startswith("Regels: classic.")
    assert ran(tmp_path, "rules", LANG="es_AR.UTF-8").startswith("Reglas: classic.")
    assert ran(tmp_path, "--lang=ko", "rules", LANG="es_AR.UTF-8").startswith("규칙: classic.")
    assert ran(tmp_path, "rules", ACQUIRE_LANG="ko", PYTHONIOENCODING="ascii").startswith("?")
