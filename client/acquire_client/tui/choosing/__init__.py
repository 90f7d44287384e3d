"""Choosing an answer with few keys: a numbered list in the making for every question there is."""

from collections.abc import Sequence

from acquire_client.question import Question
from acquire_client.tui.choosing.buying import Buying
from acquire_client.tui.choosing.disposing import Disposing
from acquire_client.tui.choosing.exchanging import Exchanging
from acquire_client.tui.choosing.naming import Founding, Ordering, Surviving
from acquire_client.tui.choosing.placing import Ahead, Placing, Showing
from acquire_client.tui.choosing.rows import Chooser
from acquire_client.words.names import Names
from acquire_net.rules.actions import Shown
from acquire_net.rules.buying import BuyShares
from acquire_net.rules.drawing import Exchange
from acquire_net.rules.founding import Found
from acquire_net.rules.merging import DisposeShares, Survive, Vanish
from acquire_net.rules.placing import Place
from acquire_net.rules.state import State


def chooser_for(question: Question, names: Names, wish: int | None = None) -> Chooser:
    """The choice that answers a question, with nothing chosen yet that needs thought.

    `wish` is the tile chosen ahead of one's turn: a placement begins there.
    """
    match question.task:
        case Place():
            return Showing(question, names) if question.passes else Placing(question, names, wish)
        case Found() as task:
            return Founding(question, names, task)
        case Survive() as task:
            return Surviving(question, names, task)
        case Vanish() as task:
            return Ordering(question, names, task)
        case DisposeShares() as task:
            return Disposing(question, names, task)
        case BuyShares():
            return Buying(question, names)
        case Exchange():
            return Exchanging(question, names)
        case other:
            raise TypeError(f"no choice for {other}")


def chooser_ahead(
    state: State, hand: Sequence[Shown], names: Names, wish: int | None = None
) -> Ahead:
    """The choice of the next tile while somebody else decides; its `wish` goes to `chooser_for`.

    `state` may go on meanwhile; after a draw a new choice is made, with the old one's wish.
    """
    return Ahead(state, hand, names, wish)
