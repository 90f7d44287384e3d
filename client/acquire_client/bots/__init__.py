"""Players that are programs: each a function of what its seat can know, and of nothing else."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from acquire_client.bots import greedy, random
from acquire_net.rules.actions import Action
from acquire_net.rules.rulebook import Seat
from acquire_net.rules.state import State
from acquire_net.rules.task import Hand

Bot = Callable[[State, Seat, Hand, Random], Action]
"""(public state, the seat that is asked, its own tiles by position, chance) -> an answer.

A bot may play on copies of the state; it leaves the state itself as it is.
"""

LEVELS: Final[Mapping[str, Bot]] = {"random": random.choose, "greedy": greedy.choose}
"""The bots by the name of their level, the weakest first."""

NAMES: Final = ("Sky", "Ox", "Oak", "Fox", "Elm", "Jay", "Ivy")
"""What bots are called that nobody named."""
