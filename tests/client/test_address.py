import pytest

from acquire_client.address import Address, Invitation, read_address, read_invitation
from acquire_net.errors import Unreadable


@pytest.mark.parametrize(
    ("text", "address", "shown"),
    [
        ("127.0.0.1", Address("127.0.0.1", 7777), "127.0.0.1:7777"),
        ("127.0.0.1:1", Address("127.0.0.1", 1), "127.0.0.1:1"),
        (" Localhost:65535 ", Address("localhost", 65535), "localhost:65535"),
        ("[::1]:7778", Address("::1", 7778), "[::1]:7778"),
        ("[::1]", Address("::1", 7777), "[::1]:7777"),
        ("::1", Address("::1", 7777), "[::1]:7777"),
        ("game-1.example", Address("game-1.example", 7777), "game-1.example:7777"),
    ],
)
def test_address_is_read_and_shown(text: str, address: Address, shown: str) -> None:
    assert read_address(text) == address
    assert str(address) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", ":7777", "7777", "host:", "host:0", "host:65536", "host:99999999", "host:x"),
        *("127.0.0.1.", "127.0.0.256", "1.2.3", "[::1", "[localhost]:1", "[]:1", "::g", "a b"),
        *("http://host:1", "host/path", "-host", "host-", "a..b", "höst", "host:-1", "user@host"),
        *("host:٣", "x" * 300, "a." * 200 + "b", "127.0.0.1:7777:1", "\x1b[2J"),
    ],
)
def test_nonsense_is_unreadable_and_says_how_to_write_an_address(text: str) -> None:
    with pytest.raises(Unreadable, match="HOST:PORT"):
        read_address(text)


@pytest.mark.parametrize(
    ("text", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.5.5.5:1", True),
        ("localhost", True),
        ("[::1]", True),
        ("0.0.0.0", False),
        ("192.168.1.20", False),
        ("localhost.example", False),
        ("[fe80::1]", False),
    ],
)
def test_only_this_computer_is_loopback(text: str, loopback: bool) -> None:
    assert read_address(text).loopback is loopback


@pytest.mark.parametrize(
    ("text", "invitation"),
    [
        ("192.168.1.20", Invitation(Address("192.168.1.20", 7777))),
        ("acquire://192.168.1.20", Invitation(Address("192.168.1.20", 7777))),
        ("acquire://192.168.1.20:7/#482913", Invitation(Address("192.168.1.20", 7), "482913")),
        (" ACQUIRE://[fd00::2]:7778#482%20913", None),
        ("acquire://[fd00::2]:7778#482 913", Invitation(Address("fd00::2", 7778), "482913")),
        ("acquire://host/#", Invitation(Address("host", 7777))),
        ("acquire://host/#48291", None),
        ("acquire://host/table#482913", None),
        ("acquire://", None),
        ("https://host:7777/#482913", None),
    ],
)
def test_invitation_is_an_address_with_or_without_a_code(
    text: str, invitation: Invitation | None
) -> None:
    if invitation is not None:
        assert read_invitation(text) == invitation
        return
    with pytest.raises(Unreadable):
        read_invitation(text)
