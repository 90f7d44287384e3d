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
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from acquire_client import lobby
from acquire_client.cli import screening
from acquire_client.cli.running import Terminated
from acquire_client.console import Console
from acquire_client.lines import LineReader
from acquire_client.person import Person
from acquire_client.storage import ledgerfile, places, profiles, settings
from acquire_client.storage.party import Files
from acquire_client.storage.profiles import Profile
from acquire_client.storage.settings import Settings
from acquire_client.tui.lines import AskedLines
from acquire_client.voices import JsonVoice, LentVoice, PlainVoice, SilentVoice, Voice
from acquire_client.words.numbers import sentence
from acquire_net.audit import audit
from acquire_net.errors import AcquireError, BrokenPromise, Unreadable
from acquire_net.language import _
from acquire_net.ledger.header import NAME_LENGTH, checked_name
from acquire_net.rules import editions
from acquire_net.rules.rulebook import Rulebook
from acquire_net.text import tame

_T = TypeVar("_T")

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
        raise Unreadable(_("That name cannot be used: {error}.").format(error=error)) from error


def voice(options: Namespace) -> LentVoice:
    """Where this program speaks, one for the whole program: a full screen may borrow it."""
    if "voice" not in options:
        options.voice = LentVoice(_own_voice(options))
    told: LentVoice = options.voice
    return told


def _own_voice(options: Namespace) -> Voice:
    """Standard output, in words or in JSON."""
    stream = sys.stdout
    if stream is None:  # closed by whoever started this: there is nobody to tell
        return SilentVoice()
    stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that cannot show it
    return JsonVoice(stream) if options.json else PlainVoice(stream)


@cache
def typed_lines() -> LineReader:
    """The lines of standard input; one reader, whoever asks.

    On a terminal it reads nothing ahead: a full screen may open, and its keys are its own.
    """
    return AskedLines() if at_a_terminal() else LineReader()


def at_a_terminal() -> bool:
    """Whether a person types here, rather than a script through a pipe."""
    return sys.stdin is not None and sys.stdin.isatty()


def console(options: Namespace, wishes: Settings, *, practice: bool = False) -> Person:
    """The person at this terminal, or the script at the other end of the pipe."""
    if screening.possible(options):
        return screening.screen(voice(options), typed_lines(), options, wishes, practice=practice)
    interactive = at_a_terminal() and not options.json
    return Console(
        voice(options),
        typed_lines(),
        interactive=interactive,
        confirm=wishes.confirm,
        announce=wishes.announce,
        auto_board=options.auto_board,
        practice=practice,
    )


def watcher(options: Namespace) -> Person | None:
    """Whoever watches at a full screen; None where lines are told, to nobody in particular."""
    wishes = settings.load()
    if not screening.possible(options) or screening.plain(options, wishes):
        return None
    return screening.screen(voice(options), typed_lines(), options, wishes, practice=False)


def files(options: Namespace, *, keep_ledger: bool = True) -> Files:
    """Where this party's game is kept."""
    ledger = Path(options.ledger).expanduser() if options.ledger else None
    return Files(places.games(), today(), ledger, keep_ledger)


def profile(options: Namespace, told: Voice) -> Profile:
    """The profile that plays; says so when it is not the one asked for."""
    wanted = options.profile or "default"
    taken = profiles.take(wanted, entropy)
    if taken.name != wanted:
        text = _("Profile {wanted} plays already, so this is {taken}.")
        told.tell([text.format(wanted=wanted, taken=taken.name)], "profile")
    return taken


def rulebook(options: Namespace) -> Rulebook:
    """The rules that the options ask for; raises Unreadable for what no rulebook has."""
    chosen: dict[str, str] = {}
    for rule in options.rule:
        name, equals, text = rule.partition("=")
        if not equals:
            known = ", ".join(sorted(lobby.OPTIONS))
            told = _("{rule} is no rule: write OPTION=VALUE with one of {known}.")
            raise Unreadable(told.format(rule=repr(rule), known=known))
        chosen[name] = text
    preset = lobby.preset(options.preset or editions.CLASSIC.preset, options.disclosure)
    return lobby.changed(preset, chosen)


async def attended(person: Person, evening: Coroutine[object, object, _T]) -> _T:
    """Runs what is played while the person types; raises Left when he wants to go."""
    listening = asyncio.ensure_future(person.listen())
    running = asyncio.ensure_future(evening)
    try:
        await asyncio.wait({listening, running}, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
        try:
            outcome = await running
        except BrokenPromise as lie:
            await person.proved_false(lie)
            raise
        await person.finished()
        return outcome
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


async def asked(told: Voice, *lines: str) -> str | None:
    """What somebody types when he is asked; None where nobody types, or no more comes."""
    if not at_a_terminal():
        return None
    told.tell(lines, "asked")
    line = await typed_lines().next()
    return None if line is None else line.strip()


def verdict(told: Voice, ledger: Path | None, *, compared: bool = True) -> int:
    """Audits a finished game's ledger and tells the verdict in a line; its exit code.

    `compared` tells whether this player compared the table check, where that matters.
    """
    code, lines = checked(ledger, compared=compared)
    told.tell(lines, "verdict")
    return code


def checked(ledger: Path | None, *, compared: bool = True) -> tuple[int, list[str]]:
    """What the audit of a ledger says: the exit code, and the verdict in lines."""
    if ledger is None or not ledger.exists():
        return 2, [_("No ledger was kept.")]
    found = audit(ledgerfile.read(ledger))
    lines = [found.headline, *map(sentence, found.notes)]
    if not compared:
        lines.append(_("Table check not compared."))
    return found.exit_code, [*lines, _("Ledger: {file}").format(file=ledger)]


def tell_ignored(told: Voice, given: Mapping[str, bool]) -> None:
    """Says which of the options that were given do nothing, where a kept game goes on."""
    if ignored := [option for option, was_given in given.items() if was_given]:
        text = _("The game goes on as it was, so this is ignored: {options}.")
        told.tell([text.format(options=", ".join(ignored))], "ignored")


def kept_at(told: Voice, ledger: Path, again: str) -> None:
    """Tells where an interrupted game is kept, and how to go on."""
    told.tell(
        [
            _("The game is kept in {file}.").format(file=ledger),
            _("Go on with: {command}").format(command=again),
        ],
        "kept",
    )


def torn(told: Voice) -> None:
    """Tells that the ledger's tail was dropped."""
    told.tell([_("The last line of the ledger was cut short; it is left out.")], "torn")


def quoted(text: str | Path) -> str:
    """A word of a command line, in quotes where the shell needs them."""
    if os.name == "posix":
        return shlex.quote(str(text))
    return f'"{text}"' if " " in str(text) else str(text)
