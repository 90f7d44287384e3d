"""A bot at a table: whom it follows."""

import random

from acquire_client.bots import LEVELS
from acquire_client.robot import Robot
from acquire_client.session import Session
from acquire_client.voices import SilentVoice
from acquire_net.wire.updates import Presence
from tests.tables import Game


def stopped(bots: frozenset[int]) -> tuple[Game, Robot]:
    """A game that its host abandoned by itself, and the robot at its third seat."""
    game = Game(3, 1).until_playing()
    robot = Robot(SilentVoice(), LEVELS["greedy"], random.Random(1))
    robot.begin(game.sessions[2], bots)
    game.table.stop("game abandoned")
    game.show_all()
    hear(game, robot)
    return game, robot


def hear(game: Game, robot: Robot) -> None:
    """The robot is told of the newest entry, and what to say is said."""
    game.show_all()
    robot.happened(game.table.entries[-1], ())


def signs(session: Session, game: Game) -> bool:
    """Whether a seat signs the end of the game now; then that is in the log."""
    statement = session.statement()
    if statement is None:
        return False
    game.table.submit(statement)
    return statement.kind == "final"


def test_a_bot_signs_an_abandoned_game_when_all_people_who_are_here_have() -> None:
    game, robot = stopped(frozenset({2}))
    ann, bo, bot = game.sessions
    assert not signs(bot, game)
    for one in (ann, bo):
        one.agree_to_stop()
        assert not signs(bot, game)
        assert signs(one, game)
        hear(game, robot)

    assert signs(bot, game)


def test_a_host_that_calls_everybody_absent_has_no_bots_signature() -> None:
    game, robot = stopped(frozenset({2}))
    robot.presence(Presence((2,), 0))
    hear(game, robot)

    assert not signs(game.sessions[2], game)


def test_who_is_away_is_not_waited_for() -> None:
    game, robot = stopped(frozenset({2}))
    ann, _, bot = game.sessions
    robot.presence(Presence((0, 2), 0))
    ann.agree_to_stop()
    assert signs(ann, game)
    hear(game, robot)

    assert signs(bot, game)


def test_bots_among_themselves_need_nobody() -> None:
    game, _ = stopped(frozenset({0, 1, 2}))

    assert signs(game.sessions[2], game)
