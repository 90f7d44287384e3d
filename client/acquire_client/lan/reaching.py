"""The first of several addresses at which something answers."""

import asyncio
from collections.abc import Sequence
from typing import Final

from acquire_client.address import Address
from acquire_client.lan.walls import cut_off
from acquire_client.link import LostHost

HEAD_START: Final = 0.2
"""Seconds that a likelier address has before the next one is tried beside it."""


async def reach(addresses: Sequence[Address], seconds: float = 4.0) -> Address:
    """The address that takes a connection first; likelier ones are tried a little earlier.

    Raises LostHost, with what to do about it, when none does within that time. Who answers is
    not asked here.
    """
    tries = [
        asyncio.ensure_future(_knock(address, place * HEAD_START))
        for place, address in enumerate(addresses)
    ]
    error: OSError = TimeoutError()
    try:
        async with asyncio.timeout(seconds):
            for next_one in asyncio.as_completed(tries):
                try:
                    return await next_one
                except OSError as why:
                    error = why
    except TimeoutError as why:
        error = why
    finally:
        for one in tries:
            one.cancel()
        await asyncio.gather(*tries, return_exceptions=True)
    raise LostHost(cut_off(addresses, error)) from error


async def _knock(address: Address, delay: float) -> Address:
    await asyncio.sleep(delay)
    _reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.close()
    return address
