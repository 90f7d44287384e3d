import pytest

from acquire_client.address import Address, read_address
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
