"""A bot that answers anything the rules allow, each answer as likely as another."""

from random import Random

from acquire_net.rules.actions import Action
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand


def choose(state: State, seat: Seat, hand: Hand, chance: Random) -> Action:
    """One of the options of an asked seat."""
    return chance.choice(state.options(seat, hand))
