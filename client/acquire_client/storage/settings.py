"""The player's own settings, in one TOML file that can be read and edited."""

import json
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal, get_args, get_type_hints

from acquire_client.storage import places
from acquire_client.teller import Announce
from acquire_client.tui.theme import ThemeName
from acquire_net.errors import Unreadable
from acquire_net.language import _


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player chose once; command line options go first."""

    name: str = ""
    """How others call the player; empty: not chosen yet."""
    confirm: bool = True
    """Whether weighty answers typed on a terminal take a second Enter."""
    announce: Announce = "all"
    pace: float = 0.7
    """Seconds between the decisions of bots where people play."""
    ui: Literal["screen", "plain"] = "screen"
    """Whether a terminal shows the full screen, or plain text."""
    theme: ThemeName = "default"
    bell: bool = True
    """Whether a question on the full screen rings."""
    ascii: bool = False
    """Whether lines on the full screen are drawn with - and | only."""
    lang: str = ""
    """The language, by its code such as `nl`; empty: that of the system."""


def path() -> Path:
    """Where the settings are."""
    return places.settings()


def load() -> Settings:
    """The settings, the default for each one not chosen; raises Unreadable for a bad file."""
    file = path()
    try:
        chosen = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise Unreadable(
            _("Cannot read {file}: {why}.").format(file=file, why=error.strerror or error)
        ) from error
    except ValueError as error:
        raise Unreadable(
            _("{file} has a mistake: {error}. Mend it or move it away.").format(
                file=file, error=error
            )
        ) from error
    hints = get_type_hints(Settings)
    known = {name: value for name, value in chosen.items() if name in hints}
    for name, value in known.items():
        words = get_args(hints[name])
        kinds = (int, float) if hints[name] is float else (hints[name],)
        if (words and value not in words) or (not words and type(value) not in kinds):
            raise Unreadable(
                _("{file}: {name} cannot be {value}.").format(
                    file=file, name=name, value=repr(value)
                )
            )
    return replace(Settings(), **known)


def save(settings: Settings) -> None:
    """Writes the settings."""
    file = path()
    places.made(file.parent)
    rows = [row(field.name, getattr(settings, field.name)) for field in fields(Settings)]
    file.write_text("".join(line + "\n" for line in rows), "utf-8")


def row(name: str, value: object) -> str:
    """A setting as the file has it."""
    return f"{name} = {json.dumps(value)}"
