"""What a player does that concerns the others at the table: talk, votes, and the lobby's settings."""

from dataclasses import replace
from typing import TypeAlias

from acquire_client import commands, lobby
from acquire_client.playing import Playing
from acquire_client.teller import Teller
from acquire_client.words import lobby as words
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.wire.updates import Lobby

Dealing: TypeAlias = (
    commands.Say
    | commands.Nudge
    | commands.Consent
    | commands.Substitute
    | commands.Confirm
    | commands.Abandon
    | lobby.Ready
    | lobby.Setting
)
"""A command that concerns the others."""


async def deal(command: Dealing, me: Teller, game: Playing | None) -> list[str]:
    """Does what a command says; what to tell `me` about it, whom `game` plays.

    Raises Unreadable for what cannot be meant, and as the table answers: Refused, IllegalAction,
    LostHost.
    """
    if game is None or me.practice:
        raise Unreadable(_alone(command))
    match command:
        case commands.Say(text=text):
            await game.link.say(text)
            return []
        case commands.Nudge(name=name):
            await game.link.nudge(_seat(name, me))
            return []
        case commands.Confirm():
            return await _compared(me, game)
        case commands.Consent(name=name):
            return _consent(_seat(name, me), me, game)
        case commands.Substitute(name=name):
            await game.link.substitute(seat := _seat(name, me))
            return _consent(seat, me, game)
        case commands.Abandon(agree=agree):
            await game.abandon(agree=agree)
            return [_("You agree to end the game as it stands.") if agree else _("You play on.")]
        case lobby.Ready(agree=agree):
            await game.ready(agree=agree)
            return [_ready(me, agree=agree)] if me.session is None else []  # or it has begun
        case _:
            await lobby.carry_out(command, game, _room(me))
            return []


def _alone(command: Dealing) -> str:
    """Why something cannot be done where nobody else is."""
    match command:
        case commands.Consent() | commands.Substitute():
            return _("Nobody can leave a practice game.")
        case commands.Confirm() | commands.Abandon():
            return _("That is for games with others; quit leaves this one.")
        case _:
            return _("Nobody else is here to hear you.")


def _room(me: Teller) -> Lobby:
    if me.room is None:
        raise Refused("NOT_STARTED", _("You are at no table yet."))
    return me.room


def _seat(name: str, me: Teller) -> int:
    """The seat of another player: by name, by the start of one; before the game by number too."""
    if me.names is None:
        return lobby.seat_of(name, _room(me))
    players, word = me.names.players, name.casefold()
    others = [seat for seat in range(len(players)) if seat != me.seat]
    meant = [seat for seat in others if players[seat].casefold() == word]
    meant = meant or [seat for seat in others if players[seat].casefold().startswith(word)]
    if len(meant) != 1:
        text = _("Which player is meant: {players}?")
        raise Unreadable(text.format(players=", ".join(players[seat] for seat in others)))
    return meant[0]


def _consent(seat: int, me: Teller, game: Playing) -> list[str]:
    assert me.names is not None
    name = me.names.players[seat]
    if me.present is not None and seat in me.present.connected:
        raise Unreadable(_("{name} is here.").format(name=name))
    game.consent(seat)
    return [_("You say that {name} has left.").format(name=name)]


async def _compared(me: Teller, game: Playing) -> list[str]:
    if not (digits := me.digits):
        raise Unreadable(_("There is no table check yet."))
    await game.link.confirm(digits)
    return [_("You compared the table check, {digits}.").format(digits=digits)]


def _ready(me: Teller, *, agree: bool) -> str:
    if not agree:
        return _("You are not ready any more.")
    room = _room(me)  # which may not have been told of it yet
    seats = tuple(replace(s, ready=s.ready or s.identity == me.key) for s in room.seats)
    waiting = words.waiting(replace(room, seats=seats), me.key)
    return _("You are ready. {waiting}").format(waiting=waiting)
