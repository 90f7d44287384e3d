"""Which game is meant: a file, a number in the list of games, or the last one."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from acquire_client.storage import ledgerfile, places
from acquire_client.storage.vault import Vault
from acquire_net.errors import AcquireError, Refused, Unreadable
from acquire_net.language import _, ngettext
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
        if not games:
            raise Unreadable(_("No games are kept here; `acquire games` lists them."))
        kept = ngettext(
            "{count} game is kept here; `acquire games` lists them.",
            "{count} games are kept here; `acquire games` lists them.",
            len(games),
        )
        raise Unreadable(kept.format(count=len(games)))
    none = _("There is no file {file}; `acquire games` lists the games kept here.")
    raise Unreadable(none.format(file=named[:80]))


def ledger_to_resume(
    named: str, kind: str, skipped: Callable[[str], None] = lambda _: None
) -> Path:
    """The ledger of a game of that kind (`practice`, `host`) that can go on on this computer.

    A host's lobby that was never left in order can go on too, though it has no ledger yet. For
    `last`, unfinished games go first, then those whose end others may not have; `skipped` is told
    of damaged ones. Raises Refused when there is none, or the named one is of another kind, or
    over and nobody else's.
    """
    command = "play" if kind == "practice" else kind
    if named == "last":
        for path in _unfinished(kind, skipped):
            return path
        none = _("No unfinished game of acquire {command} is kept here.")
        raise Refused("NOTHING_KEPT", none.format(command=command))
    path = Path(named).expanduser()
    if not _is_lobby(path):
        path = ledger_named(named)
    if not _is_kind(path, kind):
        other = _("{file} has no secrets of acquire {command} beside it.")
        raise Refused("OTHER_KIND", other.format(file=path, command=command))
    if kind == "practice" and _over(path):  # a host may still have the end to hand out
        over = _("The game in {file} is over; `acquire show` replays it.")
        raise Refused("GAME_OVER", over.format(file=path))
    return path


def _unfinished(kind: str, skipped: Callable[[str], None]) -> Iterator[Path]:
    unserved = []
    for path in _with_secrets():
        try:
            about = Vault.load(places.secrets_beside(path)).about
            if about.get("kind") != kind:
                continue
            if not path.exists():
                if _is_lobby(path) and not _in_use(path):
                    yield path
            elif not _over(path):
                yield path
            elif about.get("served") is False:
                unserved.append(path)
        except AcquireError as error:  # one damaged game never stops the others
            skipped(_("Left aside: {why}").format(why=error))
    yield from unserved


def _with_secrets() -> list[Path]:
    """The ledgers that have secrets beside them, or will have one; the newest first."""
    secrets = places.games().glob(f"*{places.SECRETS}")
    ledgers = [places.ledger_beside(path) for path in secrets]
    return sorted(ledgers, key=lambda path: (_changed(path), path.name), reverse=True)


def _changed(path: Path) -> int:
    newest = path if path.exists() else places.secrets_beside(path)
    return newest.stat().st_mtime_ns


def _is_lobby(path: Path) -> bool:
    """Whether a host's lobby is kept there, which became no game yet."""
    with suppress(OSError):
        secrets = places.secrets_beside(path)
        ends = path.name.endswith(places.LEDGER)
        if ends and not path.exists() and secrets.exists():
            vault = Vault.load(secrets)
            return vault.about.get("kind") == "host" and vault.lobby is not None
    return False


def _in_use(path: Path) -> bool:
    vault = Vault(places.secrets_beside(path))
    try:
        vault.hold()
    except Refused:
        return True
    vault.close()
    return False


def _is_kind(path: Path, kind: str) -> bool:
    secrets = places.secrets_beside(path)
    return secrets.exists() and Vault.load(secrets).about.get("kind") == kind


def _over(path: Path) -> bool:
    kept = ledgerfile.load(path)
    replica = Replica(kept.header)
    for entry in kept.entries:
        replica.fold(entry)
    return replica.complete
