"""Which game goes on when nobody names one."""

import os
from pathlib import Path

import pytest

from acquire_client.cli.finding import ledger_to_resume
from acquire_client.storage import places
from acquire_client.storage.vault import Vault
from acquire_net.errors import AcquireError, Refused
from tests.short import short
from tests.tables import secrets_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    return tmp_path


def kept(name: str, age: int, *, entries: int | None = None, **about: object) -> Path:
    """A game of a host here, so many seconds old; a lobby without a number of entries."""
    path = places.games() / f"{name}{places.LEDGER}"
    vault = Vault.create(
        places.secrets_beside(path), {"kind": "host"} | about, {0: secrets_of(1, 0)}
    )
    if entries is None:
        vault.keep_lobby({"name": name})
    else:
        path.write_bytes(b"".join([*short(2).lines()][: entries + 1]))
        os.utime(path, (10_000 - age, 10_000 - age))
    os.utime(vault.path, (10_000 - age, 10_000 - age))
    vault.close()
    return path


WHOLE = len([*short(2).lines()]) - 1


def test_the_newest_unfinished_game_goes_on() -> None:
    kept("old", 9, entries=20)
    new = kept("new", 5, entries=20)
    kept("over", 1, entries=WHOLE)
    assert ledger_to_resume("last", "host") == new


def test_a_lobby_goes_on_too_unless_somebody_is_in_it() -> None:
    old = kept("old", 9, entries=20)
    lobby = kept("lobby", 5)
    assert ledger_to_resume("last", "host") == lobby
    assert ledger_to_resume(str(lobby), "host") == lobby
    vault = Vault.open(places.secrets_beside(lobby))
    assert ledger_to_resume("last", "host") == old
    vault.close()


def test_a_finished_game_goes_on_while_others_may_lack_its_end() -> None:
    kept("served", 1, entries=WHOLE, served=True)
    with pytest.raises(Refused, match="No unfinished game"):
        ledger_to_resume("last", "host")
    unserved = kept("unserved", 5, entries=WHOLE, served=False)
    assert ledger_to_resume("last", "host") == unserved
    unfinished = kept("unfinished", 9, entries=20)
    assert ledger_to_resume("last", "host") == unfinished


def test_damaged_games_are_named_and_left_aside() -> None:
    good = kept("good", 9, entries=20)
    torn = kept("damaged", 5, entries=20)
    torn.write_bytes(torn.read_bytes() + b"rubbish\n")
    secrets = places.secrets_beside(kept("secrets", 1, entries=20))
    secrets.write_bytes(b"rubbish\n")
    told: list[str] = []
    assert ledger_to_resume("last", "host", told.append) == good
    assert [line.startswith("Left aside: ") for line in told] == [True, True]
    assert str(torn) in "".join(told)
    assert str(secrets) in "".join(told)


def test_only_hosts_have_lobbies() -> None:
    lobby = kept("lobby", 1, kind="practice")
    with pytest.raises(AcquireError, match="No unfinished game of acquire play"):
        ledger_to_resume("last", "practice")
    with pytest.raises(AcquireError, match="There is no file"):
        ledger_to_resume(str(lobby), "host")
