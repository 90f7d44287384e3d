"""Tables on the air, made up."""

from dataclasses import replace

from acquire_client.address import Address
from acquire_client.lan.advert import Advert, Found, host_id
from acquire_net.wire.updates import Phase

RED = Found(
    name="Red's table",
    addresses=(Address("192.168.1.20", 7777),),
    table_id="01" * 32,
    host_id=host_id(b"red"),
    players=2,
    seats=6,
    phase=Phase.LOBBY,
    code=True,
    protocol=1,
)
OFFICE = replace(
    RED,
    name="Office game",
    addresses=(Address("192.168.1.31", 7000),),
    table_id="02" * 32,
    host_id=host_id(b"office"),
    players=4,
    seats=4,
    phase=Phase.PLAYING,
)
BLUE = replace(RED, name="Blue's table", table_id="03" * 32, host_id=host_id(b"blue"), code=False)


def advert(name: str = "Red's table", number: int = 1, players: int = 2) -> Advert:
    """What a host tells of its table in the lobby."""
    host = host_id(bytes([number]))
    return Advert(name, f"{number:064x}", host, 7777, players, 6, Phase.LOBBY, code=True)
