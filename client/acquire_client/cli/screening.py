"""Whether a person gets the full screen, and how it is set up from options and settings."""

import os
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from acquire_client.lines import LineReader
from acquire_client.person import Person
from acquire_client.storage import places, settings
from acquire_client.storage.settings import Settings
from acquire_client.tui import terminal
from acquire_client.voices import LentVoice


def possible(options: Namespace) -> bool:
    """Whether a full screen can be shown here."""
    return not options.json and terminal.usable()


def plain(options: Namespace, wishes: Settings) -> bool:
    """Whether plain lines were chosen, to begin with."""
    named = os.environ.get("ACQUIRE_UI", "")
    return options.plain or named == "plain" or (wishes.ui == "plain" and named != "screen")


def screen(
    voice: LentVoice,
    reader: LineReader,
    options: Namespace,
    wishes: Settings,
    *,
    practice: bool,
) -> Person:
    """A person at a full screen, or at plain lines that can become one.

    Its modules are loaded when there is one, and the toolkit when the screen opens.
    """
    from acquire_client.tui.screen import Screen

    bell = wishes.bell and not options.no_bell
    stray = _stray()

    async def open_face(one: Screen) -> None:
        from acquire_client.tui.shell import show

        await show(one, one.theme, bell=bell, stray=stray)

    one = Screen(
        voice,
        lines=terminal.frames(ascii_only=options.ascii or wishes.ascii),
        confirm=wishes.confirm,
        announce=wishes.announce,
        auto_board=getattr(options, "auto_board", False),
        practice=practice,
        plain=plain(options, wishes),
    )
    one.open_face, one.reader = open_face, reader
    one.theme = options.theme or wishes.theme
    one.keep_report = _keep_report
    one.keep_theme = lambda name: settings.save(replace(settings.load(), theme=name))
    return one


def _keep_report(ledger: bytes) -> Path:
    from acquire_client.cli import reporting  # with all that a page needs

    return reporting.keep(ledger)


def _stray() -> Path:
    """The file for what libraries write while the screen is up."""
    return places.home() / "logs" / "stray.log"
