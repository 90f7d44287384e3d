"""Players whose decisions follow from the position in the game alone, so that games can agree."""

import random

from acquire_client.question import Question
from acquire_net.rules.actions import Action
from tests.tables import Decide


def decided(seed: object, *, to_the_last_tile: bool) -> Decide:
    """Players that differ by seed; some never end a game that can go on."""

    def decide(question: Question, _: random.Random) -> Action:
        options = sorted(question.options, key=repr)
        if to_the_last_tile:
            options = [one for one in options if not getattr(one, "end", False)]
        rng = random.Random(f"{seed}/{question.state.step}/{question.seat}")
        return options[rng.randrange(len(options))]

    return decide
