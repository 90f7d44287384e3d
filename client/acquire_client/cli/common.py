"""What several commands share: settings, voices, signals, and the verdict at the end."""

import asyncio
import datetime
import getpass
import os
import secrets
import shlex
import signal
import sys
from argparse import Namespace
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from acquire_client.cli.running import Terminated
from acquire_client.console import Console
from acquire_client.lines import LineReader
from acquire_client.link import Link
from acquire_client.playing import Outcome, Playing
from acquire_client.storage import ledgerfile, places, profiles, settings
from acquire_client.storage.party import Files
from acquire_client.storage.profiles import Profile
from acquire_client.storage.settings import Settings
from acquire_client.voices import JsonVoice, PlainVoice, SilentVoice, Voice
from acquire_client.words.numbers import sentence
from acquire_net.audit import audit
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.ledger.header import NAME_LENGTH, checked_name
from acquire_net.rules import editions
from acquire_net.rules.rulebook import Rulebook
from acquire_net.text import tame

LAST_STEPS = 1.0
"""Seconds that a program's loop goes on for what its libraries have still to do."""

entropy = secrets.token_bytes


def today() -> str:
    """The date and time that begin a file's name."""
    return datetime.datetime.now().strftime("%Y%m%d-%H%M%S")


def chosen(options: Namespace) -> Settings:
    """The settings, as far as the command line does not say otherwise."""
    kept = settings.load()
    return replace(
        kept,
        name=player_name(options.name or kept.name),
        confirm=kept.confirm and not options.no_confirm,
        announce=options.announce or kept.announce,
        pace=kept.pace if options.pace is None else options.pace,
    )


def player_name(wanted: str) -> str:
    """A name for the table: the wanted one, else the login name; raises Unreadable."""
    if wanted:
        return usable_name(wanted)
    try:
        login = getpass.getuser()
    except (KeyError, OSError):
        login = ""
    return tame(login, NAME_LENGTH) or "Player"


def usable_name(wanted: str) -> str:
    """The name without what nobody can see; raises Unreadable when it cannot be a player's."""
    try:
        return checked_name(tame(wanted, 1000))
    except Unreadable as error:
        raise Unreadable(f"That name cannot be used: {error}.") from error


def voice(options: Namespace) -> Voice:
    """Where this program speaks: standard output, in words or in JSON."""
    stream = sys.stdout
    if stream is None:  # closed by whoever started this: there is nobody to tell
        return SilentVoice()
    stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that cannot show it
    return JsonVoice(stream) if options.json else PlainVoice(stream)


@cache
def typed_lines() -> LineReader:
    """The lines of standard input; one reader, whoever asks."""
    return LineReader()


def at_a_terminal() -> bool:
    """Whether a person types here, rather than a script through a pipe."""
    return sys.stdin is not None and sys.stdin.isatty()


def console(
    options: Namespace, wishes: Settings, link: Link | None = None, *, practice: bool = False
) -> Console:
    """The person at this terminal, or the script at the other end of the pipe."""
    interactive = at_a_terminal() and not options.json
    return Console(
        voice(options),
        typed_lines(),
        interactive=interactive,
        confirm=wishes.confirm,
        announce=wishes.announce,
        auto_board=options.auto_board,
        practice=practice,
        link=link,
    )


def files(options: Namespace, *, keep_ledger: bool = True) -> Files:
    """Where this party's game is kept."""
    ledger = Path(options.ledger).expanduser() if options.ledger else None
    return Files(places.games(), today(), ledger, keep_ledger)


def profile(options: Namespace, told: Voice) -> Profile:
    """The profile that plays; says so when it is not the one asked for."""
    wanted = options.profile or "default"
    taken = profiles.take(wanted, entropy)
    if taken.name != wanted:
        told.tell([f"Profile {wanted} plays already, so this is {taken.name}."], "profile")
    return taken


def rulebook(options: Namespace) -> Rulebook:
    """The rules that the options ask for; raises Unreadable for what no rulebook has."""
    preset = editions.PRESETS[options.preset]
    plain = editions.values(replace(preset, disclosure=options.disclosure))
    for rule in options.rule:
        name, equals, text = rule.partition("=")
        if not equals or name not in plain:
            known = ", ".join(sorted(OPTIONS))
            raise Unreadable(f"{rule!r} is no rule: write OPTION=VALUE with one of {known}.")
        plain[name] = _value(text, plain[name])
    return editions.from_values(plain)


OPTIONS = (
    "start_order",
    "dead_tiles",
    "no_tile",
    "bonus_timing",
    "stalemate_end",
    "two_player_bank",
    "disclosure",
    "hand_size",
)
"""The rules that a table usually chooses; every plain value of the rulebook can be set."""


def _value(text: str, like: object) -> object:
    if isinstance(like, bool):
        words = {"on": True, "true": True, "off": False, "false": False}
        return words.get(text.lower(), text)
    if isinstance(like, int):
        return int(text) if text.isdecimal() and len(text) < 9 else text
    return text


async def at_the_console(player: Console, playing: Playing) -> Outcome:
    """Plays while the person types; raises Left when he wants to go."""
    listening = asyncio.ensure_future(player.listen())
    running = asyncio.ensure_future(playing.run())
    try:
        await asyncio.wait({listening, running}, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
        return await running
    finally:
        for task in (listening, running):
            task.cancel()
            with suppress(asyncio.CancelledError, AcquireError):
                await task


def run_until_signal(main: Coroutine[object, object, int]) -> int:
    """Runs a program's loop; SIGTERM and SIGHUP end it as Ctrl-C does, by raising Terminated."""

    async def guarded() -> int:
        task = asyncio.ensure_future(main)
        caught: list[int] = []

        def stop(number: int) -> None:
            caught.append(number)
            task.cancel()

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                with suppress(NotImplementedError):  # not on Windows
                    loop.add_signal_handler(getattr(signal, name), stop, getattr(signal, name))
        try:
            return await task
        except asyncio.CancelledError:
            if caught:
                raise Terminated(caught[0]) from None
            raise
        finally:
            await _last_steps()

    return asyncio.run(guarded())


async def _last_steps() -> None:
    """Lets tasks end that are about to: cancelled in their last step, those of gRPC complain."""
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others, timeout=LAST_STEPS)


def verdict(told: Voice, ledger: Path | None) -> int:
    """Audits a finished game's ledger and tells the verdict in a line; its exit code."""
    if ledger is None or not ledger.exists():
        told.tell(["No ledger was kept."], "verdict")
        return 2
    found = audit(ledgerfile.read(ledger))
    told.tell([found.headline, *map(sentence, found.notes), f"Ledger: {ledger}"], "verdict")
    return found.exit_code


def kept_at(told: Voice, ledger: Path, again: str) -> None:
    """Tells where an interrupted game is kept, and how to go on."""
    told.tell([f"The game is kept in {ledger}.", f"Go on with: {again}"], "kept")


def torn(told: Voice) -> None:
    """Tells that the ledger's tail was dropped."""
    told.tell(["The last line of the ledger was cut short; it is left out."], "torn")


def quoted(text: str | Path) -> str:
    """A word of a command line, in quotes where the shell needs them."""
    if os.name == "posix":
        return shlex.quote(str(text))
    return f'"{text}"' if " " in str(text) else str(text)
