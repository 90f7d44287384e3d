import asyncio
import socket

import pytest

from acquire_client.address import Address
from acquire_client.lan.reaching import reach
from acquire_client.link import LostHost


def closed() -> Address:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return Address("127.0.0.1", one.getsockname()[1])


def test_first_address_that_answers_is_taken() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        there = Address("127.0.0.1", one.getsockname()[1])

        assert asyncio.run(reach([closed(), there], 20)) == there


def test_nothing_that_answers_is_a_lost_host() -> None:
    nowhere = closed()

    with pytest.raises(LostHost, match=f"At {nowhere} no table is open"):
        asyncio.run(reach([nowhere], 20))


def test_silence_ends_with_the_time() -> None:
    with pytest.raises(LostHost, match="Nothing answers"):
        asyncio.run(reach([closed()], 0))
