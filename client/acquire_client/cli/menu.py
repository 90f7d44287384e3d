"""A bare `acquire`: a numbered menu, and the name that is asked once."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from acquire_client.cli import common, parser, running
from acquire_client.cli.finding import kept_games
from acquire_client.languages.commands import english
from acquire_client.lines import InputEnded
from acquire_client.storage import settings
from acquire_client.voices import PlainVoice
from acquire_net.errors import Unreadable
from acquire_net.language import _


def entries() -> Sequence[tuple[str, str]]:
    """What can be chosen, and the word for it here."""
    return (
        (_("play against the computer"), "play"),
        (_("host a table"), "host"),
        (_("join a table"), "join"),
        (_("continue a practice game"), "continue"),
        (_("look back at games"), "games"),
        (_("rules and prices"), "rules"),
        (_("change your name"), "name"),
        (_("leave"), "leave"),
    )


def run(options: Namespace) -> int:
    """Shows the menu and does what is chosen, until the player leaves or a game is over."""
    told = PlainVoice(sys.stdout)
    kept = settings.load()
    if not kept.name:
        kept = _ask_name(told, common.player_name(""))
    while True:
        told.tell([_("Acquire. You are {name}.").format(name=kept.name)])
        told.tell([f"{number}. {text}" for number, (text, word) in enumerate(entries(), 1)])
        match _choice(told):
            case "leave":
                return 0
            case "name":
                kept = _ask_name(told, kept.name)
            case "join":
                told.tell([_("The host's address, for example 192.168.1.20, and the join code:")])
                return running.run(parser.parse(["join", *(_line() or "127.0.0.1").split()]))
            case "continue":
                return running.run(parser.parse(["play", "--resume"]))
            case "games":
                running.run(parser.parse(["games"]))
                if kept_games():
                    told.tell(
                        [_("`acquire show 1` replays the first, `acquire audit 1` checks it.")]
                    )
            case "rules":
                running.run(parser.parse(["rules"]))
            case command:
                return running.run(parser.parse([command]))


def _choice(told: PlainVoice) -> str:
    words = [word for text, word in entries()]
    while True:
        told.tell([_("Type a number from 1 to {last}:").format(last=len(words))])
        text = _line()
        if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(words):
            return words[int(text) - 1]
        if text.lower() in ("quit", "q") or english(text) == "quit":
            return "leave"
        told.tell([_("That is no number from 1 to {last}.").format(last=len(words))])


def _ask_name(told: PlainVoice, proposed: str) -> settings.Settings:
    while True:
        told.tell([_("What shall others call you? Enter for {name}:").format(name=proposed)])
        try:
            name = common.usable_name(_line() or proposed)
        except Unreadable as error:
            told.tell([str(error)])
            continue
        chosen = replace(settings.load(), name=name)
        settings.save(chosen)
        return chosen


def _line() -> str:
    """The next line typed, and not a byte more: a game started from here reads the rest itself."""
    data = b""
    while not data.endswith(b"\n") and len(data) < 1000:
        one = os.read(0, 1)
        if not one and not data:
            raise InputEnded(
                _("The input ended; `acquire --help` tells what can be typed at once.")
            )
        if not one:
            break
        data += one
    return data.decode("utf-8", "replace").strip()
