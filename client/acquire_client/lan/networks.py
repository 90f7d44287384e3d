"""Something done on whatever network this computer is on, beside a game that it must not stop.

Whatever fails is told once, as a sentence, and tried again: laptops change networks, sleep, and
have adapters that refuse.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Final, NoReturn

import zeroconf
from zeroconf.asyncio import AsyncZeroconf

from acquire_client.lan.addresses import Likely, OwnAddress
from acquire_net.language import _

NETWORK_CHECK: Final = 2.0
"""Seconds between looks at this computer's addresses."""
RETRY: Final = 20.0
"""Seconds after which what failed is tried again."""
GOODBYE: Final = 2.0
"""The most seconds that saying goodbye may take."""

Report = Callable[[str], None]
"""Takes a sentence for the player."""
Here = Callable[[], tuple[OwnAddress, ...]]
"""Tells this computer's addresses."""
Session = Callable[[AsyncZeroconf, tuple[OwnAddress, ...]], Coroutine[object, object, None]]
"""What is done on one network; cancelled when that changes."""


def quietly(sentence: str) -> None:
    """A report that nobody reads."""


@asynccontextmanager
async def in_the_background(
    session: Session, here: Here, report: Report, failed: str
) -> AsyncGenerator[None, None]:
    """Runs a session beside the game; whatever ends it is a sentence, and never an exception.

    `failed` is that sentence, with a place for the `error`.
    """

    def ended(task: asyncio.Task[NoReturn]) -> None:
        if not task.cancelled() and (error := task.exception()):
            report(failed.format(error=_why(error)))

    task = asyncio.ensure_future(_on_every_network(session, here, report, failed))
    task.add_done_callback(ended)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task}, timeout=GOODBYE)


async def _on_every_network(session: Session, here: Here, report: Report, failed: str) -> NoReturn:
    """Runs the session anew on every network that this computer comes to."""
    reported = False
    while True:
        try:
            await _on_this_network(session, here)
        except (OSError, RuntimeError, zeroconf.Error) as error:
            if not reported:
                reported = True
                report(failed.format(error=_why(error)))
            await asyncio.sleep(RETRY)


async def _on_this_network(session: Session, here: Here) -> None:
    """Runs the session until this computer's addresses change."""
    now = here()
    zc = AsyncZeroconf(interfaces=_interfaces(now))
    tasks = {
        asyncio.ensure_future(session(zc, now)),
        asyncio.ensure_future(_until_moved(now, here)),
    }
    try:
        done, _pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await zc.async_close()


async def _until_moved(then: tuple[OwnAddress, ...], here: Here) -> None:
    while set(here()) == set(then):  # noqa: ASYNC110  # the system rings no bell
        await asyncio.sleep(NETWORK_CHECK)


def _interfaces(here: tuple[OwnAddress, ...]) -> list[str]:
    """The addresses whose adapters are used: IPv4 ones, if there are any."""
    outside = [one for one in here if one.likely is not Likely.LOOPBACK] or list(here)
    chosen = [one.host for one in outside if not one.ipv6] or [one.host for one in outside]
    if not chosen:
        raise OSError(_("this computer has no network"))
    return chosen


def _why(error: BaseException) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__
