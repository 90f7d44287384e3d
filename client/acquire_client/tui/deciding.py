"""Who decides what, in a few words: the line that is always on the screen."""

from acquire_client.words.names import Names
from acquire_net.language import _
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.state import State
from acquire_net.rules.task import Task


def deciding(state: State, names: Names) -> str:
    """Who decides what now; empty when nobody does."""
    if state.over:
        return _("The game is over")
    if not state.asking or state.task is None:
        return ""
    if names.me in state.asking:
        return _mine(state.task, names)
    who = ", ".join(names.players[seat] for seat in state.asking)
    return _others(state.task, names).format(name=who)


def _mine(task: Task, names: Names) -> str:
    match task:
        case Place():
            return _("YOU: place a tile")
        case Found():
            return _("YOU: found a chain")
        case Survive():
            return _("YOU: choose the survivor")
        case Vanish():
            return _("YOU: choose what is settled first")
        case DisposeShares():
            return _("YOU: sell, trade or keep {chain}").format(chain=names.chain(task.chain))
        case BuyShares():
            return _("YOU: buy shares")
        case Exchange():
            return _("YOU: replace dead tiles")
        case _:
            return _("YOU: decide")


def _others(task: Task, names: Names) -> str:
    match task:
        case Place():
            return _("{name} places a tile")
        case Found():
            return _("{name} founds a chain")
        case Survive():
            return _("{name} chooses the survivor")
        case Vanish():
            return _("{name} chooses what is settled first")
        case DisposeShares():
            text = _("{name} sells, trades or keeps {chain}")
            return text.replace("{chain}", names.chain(task.chain))
        case BuyShares():
            return _("{name} buys shares")
        case Exchange():
            return _("{name} replaces dead tiles")
        case _:
            return _("{name} decides")
