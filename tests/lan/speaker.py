"""A program for one laptop: puts a table on the air, or tells which are there, a JSON line each.

python -m tests.lan.speaker advertise NAME SEED | browse | find SEED
"""

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import replace

from acquire_client.lan.advert import Advert, Found, host_id
from acquire_client.lan.advertising import advertise
from acquire_client.lan.discovery import browse, find
from acquire_client.lines import LineReader
from acquire_net.wire.updates import Phase

PATIENCE = 25.0
"""Seconds after which a speaker falls silent, so that no test waits for ever."""


def host_of(seed: str) -> str:
    """The id of the host that a seed stands for."""
    return host_id(seed.encode())


async def main(command: str, *rest: str) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await _speak(command, *rest)


async def _speak(command: str, *rest: str) -> None:
    match command:
        case "advertise":
            await _advertise(*rest)
        case "browse":
            await _browse()
        case "find":
            found = await find(host_of(*rest), PATIENCE / 2)
            _write(found=_plain(found) if found else None)
        case _:
            raise ValueError(command)


async def _advertise(name: str, seed: str) -> None:
    """Each line typed is the number of players from then on; the end of the input is goodbye."""
    advert = Advert(
        name, seed.encode().hex().zfill(64), host_of(seed), 7777, 1, 4, Phase.LOBBY, code=True
    )
    lines = LineReader()
    async with advertise(advert, report=lambda sentence: _write(report=sentence)) as air:
        _write(started=name)
        while (line := await lines.next()) is not None:
            air.update(replace(advert, players=int(line)))
    _write(ended=name)


async def _browse() -> None:
    async with browse(report=lambda sentence: _write(report=sentence)) as air:
        while True:
            seen = air.found
            _write(tables=[_plain(one) for one in seen])
            await air.changed(seen)


def _plain(found: Found) -> dict[str, object]:
    return {
        "name": found.name,
        "players": found.players,
        "host": found.host_id,
        "addresses": [str(address) for address in found.addresses],
    }


def _write(**row: object) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
