"""`acquire games`, `show`, `export` and `rules`: looking back, and looking things up."""

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from acquire_client import lobby
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
from acquire_client.words.numbers import listing, money
from acquire_net.audit import Playback, Step, audit
from acquire_net.errors import AcquireError, Unreadable
from acquire_net.fairness import commitments
from acquire_net.language import _
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
        told.tell([_("No games are kept here yet. Play one: acquire play")])
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
        told = _("{date}: {file} cannot be read: {error}.")
        return told.format(date=date, file=path.name, error=str(error).rstrip("."))
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
        told = _("{file} cannot be replayed: {error}.")
        raise Unreadable(told.format(file=path, error=error)) from error


def _result(data: bytes) -> str:
    playback = Playback(data)
    try:
        for _step in playback:
            pass
    except AcquireError:
        return ""
    state, names = playback.replica.state, playback.replica.names
    if not state.over:
        return _("Turn {turn}, not over.").format(turn=state.turn)
    winners = listing([names[seat] for seat in state.winners()])
    return _("{players} won with {money}.").format(players=winners, money=money(max(state.cash)))


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
            head = _("Entry {number}.").format(number=options.at)
            told.tell([head, *_lines(step, replica, names)])
            for what in ("turn", "board", "chains", "players", "last"):
                told.tell(look(Show(what), replica.state, names, (), log))
            return 0
    if options.at is not None:
        wrong = _("That game has entries 0 to {last}, not {number}.")
        raise Unreadable(wrong.format(last=replica.length - 1, number=options.at))
    return 0


def _set_up() -> Mapping[str, str]:
    """What the parties do besides playing, by the kind of the statement."""
    return {
        "commit": _("{party} committed to a secret."),
        "reveal": _("{party} revealed the secret."),
        "deck": _("{party} published the sealed bag."),
        "deal": _("{party} dealt tiles."),
        "lay": _("{party} laid the start tiles."),
        "complaint": _("{party} complained of a box."),
        "answer": _("{party} answered the complaint."),
        "toss": _("{party} tossed the coin."),
        "end": _("{party} opened the last secret: every draw can be checked."),
        "final": _("{party} signed the whole game."),
        "stop": _("{party} stopped the game."),
    }


def _party(replica: Replica, author: int) -> str:
    """Who made a statement, at the head of a line."""
    match author:
        case commitments.REFEREE:
            return _("The referee")
        case commitments.DEALER:
            return _("The dealer")
        case _:
            return replica.names[author]


def _lines(step: Step, replica: Replica, names: Names) -> list[str]:
    statement = step.entry.statement
    line = _set_up().get(statement.kind)
    lines = [line.format(party=_party(replica, statement.author))] if line else []
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
    choice = _("A table can choose with --rule OPTION=VALUE: {options}.")
    told.tell([choice.format(options=", ".join(lobby.OPTIONS))])
    return 0
