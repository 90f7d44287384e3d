"""What a host says of its own, in the language of this program instead of the host's.

By the reason, where that tells everything; else a host that speaks English is understood as far as
its words are a text of ours. What is neither stays as the host said it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from acquire_client.languages import everywhere
from acquire_net.errors import AcquireError, IllegalAction, Refused, Unreadable
from acquire_net.language import _, known
from acquire_net.wire.updates import Goodbye, GoodbyeReason

_ENDINGS: Final = (
    "The host has stopped; the game is kept and can go on.",
    "The host has stopped.",
    "The host has closed the table.",
)


def retold(answer: AcquireError) -> AcquireError:
    """The same answer of a host, said anew."""
    match answer:
        case Refused(reason="SHUTTING_DOWN" as reason):
            return Refused(reason, _ending(str(answer)))
        case Refused(reason=reason):
            return Refused(reason, _told().get(reason) or known(str(answer)))
        case IllegalAction(reason=reason):
            return IllegalAction(reason, _told().get(reason) or known(str(answer)))
        case Unreadable():
            return Unreadable(known(str(answer)))
        case _:
            return answer


def farewell(goodbye: Goodbye) -> Goodbye:
    """The same goodbye, said anew."""
    match goodbye.reason:
        case GoodbyeReason.REPLACED:
            text = _("You are connected from somewhere else now.")
        case GoodbyeReason.REMOVED:
            text = _("The hosting player gave your seat to nobody.")
        case GoodbyeReason.SHUTTING_DOWN:
            text = _ending(goodbye.text)
        case _:
            text = known(goodbye.text)
    return replace(goodbye, text=text)


def _ending(text: str) -> str:
    """Why a host stops, if it is one of the reasons of this program, in whichever language."""
    return next((known(one) for one in _ENDINGS if text in everywhere(one)), text)


def _told() -> Mapping[str, str]:
    """What each reason means that says everything; not those whose texts tell more."""
    return {
        "NOT_STARTED": _("The game has not started."),
        "GAME_STARTED": _("The game has started; you can watch it."),
        "HOST_ONLY": _("Only the hosting player may do that."),
        "NOT_READY": _("At least two players must sit, and all be ready."),
        "RULES_CHANGED": _("The rules have changed; look at them again."),
        "NAME_TAKEN": _("Somebody here has that name; choose another name."),
        "NOT_ADMITTED": _("This table asks newcomers for its join code first."),
        "CODE_WRONG": _(
            "That is not the join code of this table, or somebody stands between you and its host."
        ),
        "NO_CONSENT": _("Not everybody else consents to a bot in that seat."),
        "NOT_ASKED": _("It is not your decision now."),
        "TILE_NOT_HELD": _("You do not hold that tile."),
        "TOO_SLOW": _("This took too long; try again."),
    }
