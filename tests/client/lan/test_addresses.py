import ifaddr
import pytest

from acquire_client.lan.addresses import Likely, OwnAddress, nearest, offered, ordered, own


def adapter(name: str, *ips: str | tuple[str, int], nice: str = "") -> ifaddr.Adapter:
    return ifaddr.Adapter(
        name,
        nice or name,
        [
            ifaddr.IP(ip if isinstance(ip, str) else (ip[0], 0, ip[1]), 24, nice or name)
            for ip in ips
        ],
        1,
    )


LAPTOP = [
    adapter("lo", "127.0.0.1", ("::1", 0)),
    adapter("docker0", "172.17.0.1"),
    adapter("eth0", "169.254.7.7", ("fe80::1", 2), ("2001:db8::7", 0)),
    adapter("tun0", "10.8.0.3"),
    adapter("wlan0", "100.64.3.2", "192.168.1.20"),
    adapter("eth1", "10.0.0.5"),
]


def hosts(found: tuple[OwnAddress, ...]) -> list[str]:
    return [one.host for one in found]


def test_private_addresses_come_first_and_what_others_seldom_reach_last() -> None:
    assert hosts(ordered(LAPTOP)) == [
        "192.168.1.20",
        "10.0.0.5",
        "100.64.3.2",
        "2001:db8::7",
        "172.17.0.1",
        "10.8.0.3",
        "169.254.7.7",
        "127.0.0.1",
        "::1",
    ]


def test_address_that_leads_to_the_internet_is_first_among_its_equals_only() -> None:
    assert hosts(ordered(LAPTOP, "10.0.0.5"))[:2] == ["10.0.0.5", "192.168.1.20"]
    assert hosts(ordered(LAPTOP, "10.8.0.3"))[:2] == ["192.168.1.20", "10.0.0.5"]


@pytest.mark.parametrize(
    ("name", "nice"),
    [
        ("br-0a1b2c3d4e5f", ""),
        ("veth12ab", ""),
        ("virbr0", ""),
        ("vboxnet0", ""),
        ("vmnet8", ""),
        ("utun4", ""),
        ("wg0", ""),
        ("ztabcdef12", ""),
        ("tailscale0", ""),
        ("{6F1C}", "VirtualBox Host-Only Ethernet Adapter"),
        ("{6F1C}", "Hyper-V Virtual Ethernet Adapter"),
    ],
)
def test_virtual_adapter_is_known_by_its_name(name: str, nice: str) -> None:
    (found,) = ordered([adapter(name, "192.168.56.1", nice=nice)])

    assert found.likely is Likely.VIRTUAL


@pytest.mark.parametrize("name", ["eth0", "br0", "en0", "wlp3s0", "Wi-Fi", "Ethernet 2"])
def test_ordinary_adapter_is_not_taken_for_a_virtual_one(name: str) -> None:
    assert ordered([adapter(name, "192.168.1.9")])[0].likely is Likely.PRIVATE


def test_address_on_two_adapters_is_shown_once() -> None:
    assert hosts(ordered([adapter("eth0", "10.0.0.5"), adapter("eth1", "10.0.0.5")])) == [
        "10.0.0.5"
    ]


def test_only_where_the_host_listens_is_offered() -> None:
    here = ordered(LAPTOP)

    assert hosts(offered("192.168.1.20", here)) == ["192.168.1.20"]
    assert hosts(offered("localhost", here)) == ["127.0.0.1"]
    assert hosts(offered("192.168.1.99", here)) == []
    assert "2001:db8::7" not in hosts(offered("0.0.0.0", here))
    assert "2001:db8::7" in hosts(offered("::", here))
    assert "127.0.0.1" not in hosts(offered("", here))


def test_computer_without_a_network_offers_itself_to_itself() -> None:
    assert hosts(offered("0.0.0.0", ordered([adapter("lo", "127.0.0.1")]))) == ["127.0.0.1"]


def test_addresses_in_a_network_of_ours_are_tried_first() -> None:
    here = ordered([adapter("wlan0", "10.1.1.7"), adapter("lo", "127.0.0.1")])

    assert nearest(["192.168.56.1", "fd00::1", "10.1.1.20"], here) == (
        "10.1.1.20",
        "192.168.56.1",
        "fd00::1",
    )


def test_this_computer_has_addresses() -> None:
    assert all(one.host and one.prefix for one in own())
