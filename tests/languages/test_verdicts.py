"""What is found wrong, with a ledger or with a command line, is said in the language spoken."""

from functools import cache

import pytest

from acquire_client import languages
from acquire_client.cli import parser
from acquire_net.audit import Status, Verdict, audit
from acquire_net.language import ENGLISH, _
from tests.languages.test_telling import WORD, telltale
from tests.tables import NAMES, Game


@cache
def ledger() -> bytes:
    """A game of two until it is played."""
    return Game(2).until_playing().ledger()


def verdicts() -> dict[str, Verdict]:
    """Every way in which such a file can be found wanting."""
    whole = ledger()
    head, first, *_rest = whole.splitlines(keepends=True)
    return {
        "empty": audit(b""),
        "no ledger": audit(b"{}\n"),
        "only a header": audit(head),
        "not over": audit(whole),
        "torn": audit(whole[:-1]),
        "damaged": audit(whole.replace(b'"kind"', b'"kinds"', 1)),
        "altered": audit(whole.replace(NAMES[0].encode(), b"Mallory", 1)),
        "out of order": audit(head + first + first),
    }


def told(verdict: Verdict) -> list[str]:
    texts = verdict.headline, verdict.what, verdict.who, verdict.where, *verdict.notes
    return [text for text in texts if text]


def test_no_english_is_left_in_a_verdict(code: str) -> None:
    for name, verdict in verdicts().items():
        left = [text for text in told(verdict) if telltale(code) & set(WORD.findall(text.lower()))]

        assert not left, name


def test_verdicts_are_the_same_in_every_language(code: str) -> None:
    ours = verdicts()
    languages.speak(ENGLISH)

    for name, english in verdicts().items():
        one = ours[name]
        assert (one.status, one.entries, one.head) == (
            english.status,
            english.entries,
            english.head,
        )
        assert bool(one.where) == bool(english.where), name
        assert one.headline != english.headline
    assert {one.status for one in ours.values()} == {Status.BROKEN, Status.UNVERIFIED}


def complaint(typed: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """How the usage is told that follows such a command line, and what is wrong with it."""
    with pytest.raises(SystemExit, match="2"):
        parser.parse(typed)
    usage, *_more, last = capsys.readouterr().err.splitlines()
    return usage, last


@pytest.mark.parametrize(
    "typed",
    [["plai"], ["play", "--bots"], ["play", "--bots", "9"], ["games", "--nonsense"], ["export"]],
    ids=" ".join,
)
def test_what_is_wrong_with_a_command_line_is_said_in_the_language(
    code: str, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    usage, ours = complaint(typed, capsys)
    local = _("usage: "), _("{program}: error: {what}").split("{")[1]
    languages.speak(ENGLISH)
    english = complaint(typed, capsys)[1]

    assert usage.startswith(local[0])
    assert local[1].removeprefix("program}") in ours
    assert ours != english
    assert not {"invalid", "expected", "unrecognized", "required", "is"} & {*WORD.findall(ours)}
