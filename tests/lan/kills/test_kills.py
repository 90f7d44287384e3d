"""Hosts and clients killed with -9 at every moment that could tear something; nothing is lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from acquire_net.audit import Status, audit
from acquire_net.ledger import file
from tests.lan.kills.arena import Arena
from tests.lan.kills.moments import Kill

pytestmark = pytest.mark.long

ROUNDS = range(5)
NOTICED = 20.0
"""Seconds after which a frozen host should have been noticed long since: 15 are promised."""
WRITING = ("before", "torn", "amid", "after")
"""The moments of a host's journal write."""
SAYING = (
    *(("keep", "before"), ("keep", "torn")),
    *(("send", "before"), ("send", "amid"), ("send", "after")),
)
"""The places and moments of what a client signs, keeps and sends."""


def host_dies(turn: int) -> list[Kill]:
    """A death for each kind that a host writes, in the order of the game, its moment by the turn.

    What was written in one go with the entry after whose writing the host died never comes again.
    """
    kinds = ("commit", "reveal", "deck", "lay", "deal", "act", "toss", "end", "final")
    kills = [
        Kill("journal", kind, WRITING[(number + turn) % 4], 1 + (kind in ("act", "final")))
        for number, kind in enumerate(kinds)
    ]
    done = Kill("journal", "deck", "after") in kills
    return [kill for kill in kills if not (done and kill.kind == "lay")]


def client_dies(turn: int) -> list[Kill]:
    """A death for each kind that a client of two says, in the order of the game."""
    kinds = ("commit", "reveal", "act", "act", "toss", "final")
    return [
        Kill(where, kind, moment, 1 + number % 3 * (kind == "act"))
        for number, kind in enumerate(kinds)
        for where, moment in (SAYING[(number + turn) % 5],)
    ]


def play(arena: Arena) -> None:
    arena.run()
    arena.check()


def test_a_host_and_its_clients_killed_in_mid_game_lose_nothing(tmp_path: Path) -> None:
    host = [Kill("journal", "act", "after", 2), Kill("journal", "deal", "torn")]
    clients = [
        [Kill("keep", "act", "torn", 2), Kill("send", "act", "before", 2)],
        [Kill("send", "act", "amid", 3), Kill("took", "act", "after", 2)],
    ]

    play(Arena(tmp_path, host, clients))


@pytest.mark.parametrize("turn", ROUNDS)
def test_a_host_killed_around_every_journal_write_loses_nothing(tmp_path: Path, turn: int) -> None:
    play(Arena(tmp_path, host_dies(turn), [[], []], seed=turn))


@pytest.mark.parametrize("turn", ROUNDS)
def test_clients_killed_around_everything_they_say_lose_nothing(tmp_path: Path, turn: int) -> None:
    play(Arena(tmp_path, [], [client_dies(turn), client_dies(turn + 2)], seed=turn))


@pytest.mark.parametrize("turn", range(2))
def test_all_killed_in_one_game_lose_nothing(tmp_path: Path, turn: int) -> None:
    """With the hosting player at the same terminal, and clients that had written, but not synced."""
    clients: list[Sequence[Kill]] = [
        [
            Kill("took", "deck", "after"),
            Kill("send", "act", "after", 2),
            Kill("took", "act", "after"),
        ],
        [
            Kill("keep", "reveal", "torn"),
            Kill("took", "deal", "after", 4),
            Kill("send", "final", "before"),
        ],
    ]
    host = [
        Kill("journal", kind, WRITING[(number + turn) % 4], 2)
        for number, kind in enumerate(("reveal", "act", "deal", "act", "final"))
    ]

    play(Arena(tmp_path, host, clients, hosting_player=True, seed=10 + turn))


@pytest.mark.parametrize("moment", ["before", "after"])
def test_clients_killed_while_their_files_are_made_take_their_seats(
    tmp_path: Path, moment: str
) -> None:
    files = [Kill("secrets", "new", moment), Kill("ledger", "new", moment)]

    play(Arena(tmp_path, [Kill("ledger", "new", "after")], [files, files]))


@pytest.mark.parametrize("turn", range(2))
def test_a_complaint_and_its_answer_survive_every_death(tmp_path: Path, turn: int) -> None:
    """The complaint is false, as the end of the game proves to all."""
    host = [
        Kill("journal", "complaint", ("before", "torn")[turn]),
        Kill("journal", ("complaint", "answer")[turn], ("amid", "torn")[turn]),
    ]
    client = [
        Kill("keep", "complaint", "before"),
        Kill(("send", "took")[turn], "complaint", ("amid", "after")[turn]),
    ]
    arena = Arena(tmp_path, host, [client, []], code=1)
    arena.clients[0].environment["FALSELY"] = "3"

    arena.run()

    data = arena.host_ledger().read_bytes()
    verdict = audit(data)
    assert (verdict.status, verdict.who) == (Status.BROKEN, "player0")
    arena.check_told([*file.split(data).entries()])
    assert {arena.ledger(client.name).read_bytes() for client in arena.clients} == {data}


def test_a_host_that_freezes_is_noticed_and_play_goes_on_when_it_wakes(tmp_path: Path) -> None:
    """One client waits for an answer, the other for the stream."""
    arena = Arena(tmp_path, [Kill("journal", "act", "frozen", 4)], [[], []])
    with arena.running():
        arena.until(lambda: all(client.said("lost") for client in arena.clients), NOTICED)
        assert not any(client.said("found") for client in arena.clients)
        arena.wake_host()
        arena.until(arena.over)

    assert all(client.said("found") for client in arena.clients)
    arena.check()
