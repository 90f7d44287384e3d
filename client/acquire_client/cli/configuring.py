"""`acquire config`: what the player chose once, and in which file; `acquire completion`: for shells."""

import dataclasses
import sys
from argparse import Namespace

import shtab

from acquire_client.cli import parser
from acquire_client.storage import settings
from acquire_client.voices import PlainVoice
from acquire_net.language import _


def run(options: Namespace) -> int:
    """Shows the settings, or the file's path alone, for scripts; or prints a completion; 0."""
    told = PlainVoice(sys.stdout)
    if options.command == "completion":
        told.tell([shtab.complete(parser.build(), options.shell).rstrip("\n")])
    elif options.action == "path":
        told.tell([str(settings.path())])
    else:
        told.tell(shown())
    return 0


def shown() -> list[str]:
    """The settings as the file has them or would have them, after a line that says where it is."""
    path = settings.path()
    state = (
        _("Settings, from {path}:") if path.exists() else _("Settings; {path} is not there yet:")
    )
    kept = dataclasses.asdict(settings.load())
    return [state.format(path=path), *(settings.row(name, value) for name, value in kept.items())]
