"""The table before the game: who is here, how others join, the rules; and what one can do."""

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.tui.choosing.rows import Row
from acquire_client.tui.pages.sheet import Paragraph, Sheet, heading
from acquire_client.words import lobby as words
from acquire_client.words.rulebook import in_force
from acquire_net.agreement import rulebook_of
from acquire_net.language import _
from acquire_net.rules.editions import PRESETS
from acquire_net.rules.rulebook import MAX_SEATS, MIN_SEATS
from acquire_net.wire.updates import Lobby, SeatInfo

HEARD = 6
"""The most lines of what was said."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A row of what one can do: the lines that Enter, `+` and `-` type; empty for nothing."""

    row: Row
    enter: str
    more: str = ""
    less: str = ""


def page(room: Lobby | None, me: bytes, ways_in: Sequence[str], told: Sequence[str]) -> Sheet:
    """Who is here, what the table waits for, how others join, what was said, the rules."""
    if room is None:
        return Sheet(_("On the way to a table"), ["", *told])
    body: list[Paragraph] = []
    if ways_in:
        body += [heading(_("How others join")), *ways_in, ""]
    body += [heading(_("At the table")), *words.here(room, me), words.waiting(room, me)]
    if told:
        body += ["", heading(_("Said so far")), *told[-HEARD:]]
    body += ["", heading(_("The rules")), *in_force(rulebook_of(room.rulebook))]
    return Sheet(_("{table}: before the game").format(table=room.name), body)


def deeds(room: Lobby, me: bytes) -> tuple[Deed, ...]:
    """What one can do here; the hosting player more than others."""
    own = _own(room, me)
    told = []
    if own is not None and own.ready:
        told.append(Deed(Row(_("Ready"), _("yes"), _("Enter takes it back.")), "not ready"))
    elif own is not None:
        told.append(Deed(Row(_("Ready"), _("no"), _("Enter: you agree to the rules.")), "ready"))
    if own is not None and room.host_identity == me:
        told += _hosting(room, me)
    return (*told, Deed(Row(_("Leave the table")), "quit"))


def _own(room: Lobby, me: bytes) -> SeatInfo | None:
    return next((seat for seat in room.seats if seat.identity == me), None)


def _hosting(room: Lobby, me: bytes) -> list[Deed]:
    seats, taken = room.capacity, len(room.seats)
    told = [
        Deed(Row(_("Start"), "", words.waiting(room, me), words.can_start(room)), "start"),
        Deed(
            Row(_("Add a bot"), "", _("It takes a free seat."), taken < seats),
            "bot",
        ),
        Deed(
            Row(_("Seats"), str(seats), _("+ and - change how many may play.")),
            "",
            f"seats {seats + 1}" if seats < MAX_SEATS else "",
            f"seats {seats - 1}" if seats > max(MIN_SEATS, taken) else "",
        ),
        _edition(room),
    ]
    if taken > 1:
        told.append(Deed(Row(_("Order of play"), "", _("Enter leaves it to chance.")), "shuffle"))
    told += [
        Deed(Row(_("Remove {name}").format(name=seat.name)), f"remove {seat.name}")
        for seat in room.seats
        if seat.identity != me
    ]
    return told


def _edition(room: Lobby) -> Deed:
    names = [*PRESETS]
    now = rulebook_of(room.rulebook).preset
    at = names.index(now) if now in names else -1
    after, before = names[(at + 1) % len(names)], names[(at - 1) % len(names)]
    note = _("+ and - change it; single rules are changed by a command.")
    return Deed(Row(_("Edition"), now, note), "", f"preset {after}", f"preset {before}")
