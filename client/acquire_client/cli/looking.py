"""`acquire games`, `show`, `export` and `rules`: looking back, and looking things up."""

import json
import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from acquire_client.cli import common
from acquire_client.cli.finding import kept_games, ledger_named
from acquire_client.commands import Show
from acquire_client.storage import ledgerfile
from acquire_client.voices import PlainVoice
from acquire_client.words import events as event_words
from acquire_client.words import prices
from acquire_client.words import rulebook as rulebook_words
from acquire_client.words.look import look
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing
from acquire_net.audit import Playback, Step, audit
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.replica import Replica
from acquire_net.rules.events import Event, PositionsGiven
from acquire_net.transcript import transcript


def run(options: Namespace) -> int:
    """Runs the command."""
    commands = {
        "games": _games,
        "show": _show,
        "export": _export,
        "rules": _rules,
    }
    return commands[options.command](options)


def _voice() -> PlainVoice:
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    return PlainVoice(sys.stdout)


def _games(options: Namespace) -> int:
    told = _voice()
    games = kept_games()
    if not games:
        told.tell(["No games are kept here yet. Play one: acquire play"])
    for number, path in enumerate(games, 1):
        told.tell([f"{number}. {_summary(path)}"])
    return 0


def _summary(path: Path) -> str:
    """One line for a game: when, who, who won, what the audit says."""
    date = _when(path)
    try:
        data = ledgerfile.read(path)
        playback = Playback(data)
        players = listing([playback.replica.names[one] for one in range(playback.replica.seats)])
        found = audit(data)
    except AcquireError as error:
        return f"{date}: {path.name} cannot be read: {str(error).rstrip('.')}."
    return f"{date}: {players}. {_result(data)} {found.headline}"


def _when(path: Path) -> str:
    """When a game began, by its file's name; else when it was last written."""
    try:
        began = datetime.strptime(path.name[: len("20260131-235959")], "%Y%m%d-%H%M%S")
    except ValueError:
        began = datetime.fromtimestamp(path.stat().st_mtime)
    return f"{began:%Y-%m-%d %H:%M}"


def _playback(named: str) -> Playback:
    """A game to replay; raises Unreadable with the file's name and what is wrong with it."""
    path = ledger_named(named)
    data = ledgerfile.read(path)
    try:
        return Playback(data)
    except Unreadable as error:
        raise Unreadable(f"{path} cannot be replayed: {error}.") from error


def _result(data: bytes) -> str:
    playback = Playback(data)
    try:
        for _ in playback:
            pass
    except AcquireError:
        return ""
    state, names = playback.replica.state, playback.replica.names
    if not state.over:
        return f"Turn {state.turn}, not over."
    winners = listing([names[seat] for seat in state.winners()])
    return f"{winners} won with ${max(state.cash):,}."


def _show(options: Namespace) -> int:
    told = _voice()
    playback = _playback(options.file)
    replica = playback.replica
    names = Names(replica.rulebook, tuple(replica.names[one] for one in range(replica.seats)))
    log: list[Event] = []
    for step in playback:
        log += step.events
        if options.at is None:
            told.tell([f"{step.entry.seq}. {line}" for line in _lines(step, replica, names)])
        elif step.entry.seq == options.at:
            told.tell([f"Entry {options.at}.", *_lines(step, replica, names)])
            for what in ("turn", "board", "chains", "players", "last"):
                told.tell(look(Show(what), replica.state, names, (), log))
            return 0
    if options.at is not None:
        raise Unreadable(f"That game has entries 0 to {replica.length - 1}, not {options.at}.")
    return 0


_SET_UP = {
    "commit": "committed to a secret.",
    "reveal": "revealed the secret.",
    "deck": "published the sealed bag.",
    "deal": "dealt tiles.",
    "lay": "laid the start tiles.",
    "complaint": "complained of a box.",
    "answer": "answered the complaint.",
    "toss": "tossed the coin.",
    "end": "opened the last secret: every draw can be checked.",
    "final": "signed the whole game.",
    "stop": "stopped the game.",
}


def _lines(step: Step, replica: Replica, names: Names) -> list[str]:
    who = replica.names[step.entry.statement.author]
    lines = (
        [f"{who[0].upper()}{who[1:]} {_SET_UP[kind]}"]
        if (kind := step.entry.statement.kind) in _SET_UP
        else []
    )
    for event in step.events:
        if not isinstance(event, PositionsGiven):
            lines += event_words.lines(event, names)
    return lines


def _export(options: Namespace) -> int:
    _playback(options.file)
    text = json.dumps(transcript(ledgerfile.read(ledger_named(options.file))))
    if options.output:
        Path(options.output).expanduser().write_text(text + "\n", "utf-8")
    else:
        _voice().tell([text])
    return 0


def _rules(options: Namespace) -> int:
    rulebook = common.rulebook(options)
    told = _voice()
    told.tell(rulebook_words.in_force(rulebook))
    told.tell(prices.card(rulebook))
    told.tell([f"A table can choose with --rule OPTION=VALUE: {', '.join(common.OPTIONS)}."])
    return 0
