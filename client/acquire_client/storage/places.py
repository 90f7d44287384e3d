"""Where things lie on this computer."""

import errno
import os
from pathlib import Path

import platformdirs

LEDGER = ".acquire.jsonl"
SECRETS = ".acquire.secrets"


def named_home() -> Path | None:
    """The folder that `ACQUIRE_HOME` names for everything; None for the system's usual places."""
    named = os.environ.get("ACQUIRE_HOME")
    return Path(named) if named else None


def home() -> Path:
    """The user's data folder."""
    return named_home() or Path(platformdirs.user_data_dir("acquire", appauthor=False))


def settings() -> Path:
    """The file of what the player chose once."""
    folder = named_home() or Path(platformdirs.user_config_dir("acquire", appauthor=False))
    return folder / "config.toml"


def games() -> Path:
    """The folder of ledgers and secrets, made when missing."""
    return made(home() / "games")


def profiles() -> Path:
    """The folder of profiles, made when missing."""
    return made(home() / "profiles")


def made(folder: Path) -> Path:
    """The folder, made when missing; raises NotADirectoryError where something else is."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        code = errno.ENOTDIR
        raise NotADirectoryError(code, os.strerror(code), str(folder)) from None
    return folder


def stem(date: str, name: str, table_id: bytes, key: bytes) -> str:
    """The file name of one party's game without its ending: date, party, table, key."""
    plain = "".join(one if one.isalnum() else "-" for one in name)[:24] or "game"
    return f"{date}-{plain}-{table_id.hex()[:8]}-{key.hex()[:6]}"


def ledger_beside(secrets: Path) -> Path:
    """The ledger that a secrets file belongs to."""
    return secrets.with_name(secrets.name.removesuffix(SECRETS) + LEDGER)


def secrets_beside(ledger: Path) -> Path:
    """The secrets file that belongs to a ledger."""
    return ledger.with_name(ledger.name.removesuffix(LEDGER) + SECRETS)
