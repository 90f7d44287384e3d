"""Which game is meant: a file, a number in the list of games, or the last one."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from acquire_client.storage import ledgerfile, places
from acquire_client.storage.vault import Vault
from acquire_net.errors import AcquireError, Refused, Unreadable
from acquire_net.replica import Replica


def kept_games() -> list[Path]:
    """The ledgers on this computer, newest first."""
    ledgers = [path for path in places.games().glob(f"*{places.LEDGER}") if path.is_file()]
    return sorted(ledgers, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def ledger_named(named: str) -> Path:
    """The ledger of that name: a path, a number of `acquire games` from 1, or `last`.

    Raises Unreadable when there is none.
    """
    with suppress(OSError, RuntimeError):  # a name that no file can have, or nobody's home
        if (path := Path(named).expanduser()).exists():
            return path
    games = kept_games()
    if named == "last" and games:
        return games[0]
    if named.isdecimal() and len(named) < 6 and 1 <= int(named) <= len(games):
        return games[int(named) - 1]
    if named == "last" or named.isdecimal():
        are = "game is" if len(games) == 1 else "games are"
        raise Unreadable(f"{len(games) or 'No'} {are} kept here; `acquire games` lists them.")
    raise Unreadable(f"There is no file {named[:80]}; `acquire games` lists the games kept here.")


def ledger_to_resume(named: str, kind: str) -> Path:
    """The ledger of a game of that kind (`practice`, `host`) that can go on on this computer.

    Raises Refused when there is none, or the named one is of another kind, or over and nobody else's.
    """
    command = "play" if kind == "practice" else kind
    if named == "last":
        for path in _unfinished(kind):
            return path
        raise Refused("NOTHING_KEPT", f"No unfinished game of acquire {command} is kept here.")
    path = ledger_named(named)
    if not _is_kind(path, kind):
        raise Refused("OTHER_KIND", f"{path} has no secrets of acquire {command} beside it.")
    if kind == "practice" and _over(path):  # a host may still have the end to hand out
        raise Refused("GAME_OVER", f"The game in {path} is over; `acquire show` replays it.")
    return path


def _unfinished(kind: str) -> Iterator[Path]:
    for path in kept_games():
        try:
            if _is_kind(path, kind) and not _over(path):
                yield path
        except AcquireError:
            continue  # one damaged game never stops the others


def _is_kind(path: Path, kind: str) -> bool:
    secrets = places.secrets_beside(path)
    return secrets.exists() and Vault.load(secrets).about.get("kind") == kind


def _over(path: Path) -> bool:
    kept = ledgerfile.load(path)
    replica = Replica(kept.header)
    for entry in kept.entries:
        replica.fold(entry)
    return replica.complete
