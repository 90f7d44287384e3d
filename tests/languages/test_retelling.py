"""What a host of another language says, as its guest hears it."""

import pytest

from acquire_client import languages
from acquire_client.links.retold import farewell, retold
from acquire_net.errors import AcquireError, BrokenPromise, IllegalAction, Refused, Unreadable
from acquire_net.language import ENGLISH, _
from acquire_net.wire.updates import Goodbye, GoodbyeReason

KOREAN = "호스트만 할 수 있습니다."


@pytest.mark.parametrize(
    "answer", [Refused("HOST_ONLY", KOREAN), IllegalAction("HOST_ONLY", KOREAN)]
)
def test_a_reason_that_says_everything_is_told_in_the_guests_own_words(
    code: str, answer: AcquireError
) -> None:
    told = retold(answer)

    assert type(told) is type(answer)
    assert str(told) == _("Only the hosting player may do that.")
    languages.speak(ENGLISH)
    assert str(retold(answer)) == "Only the hosting player may do that."


def test_a_text_with_more_in_it_than_the_reason_stays_the_hosts() -> None:
    full = Refused("TABLE_FULL", "Alle 4 plaatsen zijn bezet; je kunt kijken.")

    assert str(retold(full)) == str(full)
    assert str(retold(Unreadable(""))) == ""


def test_a_host_that_speaks_english_is_understood(code: str) -> None:
    told = retold(Refused("NOT_YOUR_SEAT", "Nobody sits there."))

    assert str(told) == _("Nobody sits there.") != "Nobody sits there."


def test_a_goodbye_is_told_anew_and_a_lie_as_it_is(code: str) -> None:
    replaced = Goodbye(GoodbyeReason.REPLACED, KOREAN)
    lie = BrokenPromise("what", "who")

    assert farewell(replaced).text == _("You are connected from somewhere else now.")
    assert retold(lie) is lie


@pytest.mark.parametrize("host", languages.LANGUAGES)
def test_why_a_host_stops_is_understood_in_every_language(code: str, host: str) -> None:
    languages.speak(host)
    said = _("The host has stopped; the game is kept and can go on.")
    languages.speak(code)

    for told in (
        farewell(Goodbye(GoodbyeReason.SHUTTING_DOWN, said)).text,
        str(retold(Refused("SHUTTING_DOWN", said))),
    ):
        assert told == _("The host has stopped; the game is kept and can go on.")


def test_what_a_host_says_in_its_own_words_stays(code: str) -> None:
    own = Goodbye(GoodbyeReason.SHUTTING_DOWN, "Ann went to bed.")

    assert farewell(own) == own
