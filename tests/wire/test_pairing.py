import random
from collections.abc import Callable

import pytest

from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing
from acquire_net.wire.pairing import CONFIRMATION, ELEMENT, Exchange, Side, read_code, shown_code

CERTIFICATE = bytes(range(32))
OTHER = bytes(32)
CLIENT, HOST = bytes([1]) * 32, bytes([2]) * 32


def side(side: Side, code: str = "482913", certificate: bytes = CERTIFICATE) -> Exchange:
    return Exchange(side, code, certificate, random.Random(f"{side} {code}").randbytes)


def agreed(client: Exchange, host: Exchange) -> tuple[Exchange, Exchange]:
    client.agree(host.element)
    host.agree(client.element)
    return client, host


def test_right_code_tells_each_side_the_others_key() -> None:
    client, host = agreed(side("client"), side("host"))

    assert host.confirmed(client.confirmation(CLIENT)) == signing.public_key(CLIENT)
    assert client.confirmed(host.confirmation(HOST)) == signing.public_key(HOST)


@pytest.mark.parametrize(
    "other", [side("host", code="482914"), side("host", certificate=OTHER)], ids=["code", "tls"]
)
def test_other_code_or_other_certificate_convinces_nobody(other: Exchange) -> None:
    client, host = agreed(side("client"), other)

    for one, frame in ((host, client.confirmation(CLIENT)), (client, host.confirmation(HOST))):
        with pytest.raises(Refused) as refused:
            one.confirmed(frame)
        assert refused.value.reason == "CODE_WRONG"


def test_own_confirmation_sent_back_is_refused() -> None:
    client, _ = agreed(side("client"), side("host"))

    with pytest.raises(Refused, match="not the join code"):
        client.confirmed(client.confirmation(CLIENT))


def test_confirmation_of_another_exchange_is_refused() -> None:
    client, _ = agreed(side("client"), side("host"))
    again = Exchange("host", "482913", CERTIFICATE, random.Random(7).randbytes)
    agreed(side("client"), again)

    with pytest.raises(Refused, match="not the join code"):
        again.confirmed(client.confirmation(CLIENT)[::-1])
    replayed = client.confirmation(CLIENT)
    with pytest.raises(Refused, match="not the join code"):
        again.confirmed(replayed)


def test_key_of_somebody_else_cannot_be_vouched_for() -> None:
    client, host = agreed(side("client"), side("host"))
    own = host.confirmation(HOST)
    borrowed = signing.public_key(CLIENT) + own[32:96]  # who knows the code makes any authenticator
    forged = borrowed + host._authenticator("host", borrowed)

    with pytest.raises(Unreadable, match="not its sender's own"):
        client.confirmed(forged)


@pytest.mark.parametrize(
    "element",
    [
        b"",
        b"B",
        bytes(ELEMENT),
        b"B" + bytes(32),
        b"B" + b"\x01" + bytes(31),
        b"B" + b"\x02" + bytes(31),
        b"B" + b"\xff" * 32,
        b"B" * 300,
        side("client").element,
        b"B" + side("client").element[1:],
    ],
)
def test_element_that_is_none_is_unreadable(element: bytes) -> None:
    with pytest.raises(Unreadable):
        side("client").agree(element)


@pytest.mark.parametrize("length", [0, CONFIRMATION - 1, CONFIRMATION + 1, 4096])
def test_confirmation_of_another_length_is_unreadable(length: int) -> None:
    client, _ = agreed(side("client"), side("host"))

    with pytest.raises(Unreadable):
        client.confirmed(bytes(length))


@pytest.mark.parametrize(
    "text",
    ["482913", "482 913", " 4 8 2\t913 ", "482-913", "482\u2013913", "\uff14\uff18\uff12913"],
)
def test_code_is_read_however_it_is_typed(text: str) -> None:
    assert read_code(text) == "482913"


@pytest.mark.parametrize("text", ["", "48291", "4829130", "48291x", "+48291", "482.913", "½82913"])
def test_code_that_is_none_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="six digits"):
        read_code(text)


def test_code_is_shown_as_people_read_it_out() -> None:
    assert shown_code("042007") == "042 007"


def test_confirmations_hide_the_code_from_a_listener() -> None:
    """Whoever hears all of an exchange cannot try codes against it afterwards."""

    def heard(code: str, fresh: Callable[[int], bytes]) -> bytes:
        client = Exchange("client", code, CERTIFICATE, fresh)
        client.agree(side("host").element)
        return client.confirmation(CLIENT)

    frame = heard("482913", random.Random(1).randbytes)

    assert frame != heard("482913", random.Random(2).randbytes)
    assert frame != heard("000000", random.Random(1).randbytes)
