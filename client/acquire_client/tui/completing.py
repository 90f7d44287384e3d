"""The words that a typed line may be made of, for completion: the language's own, then English."""

from collections.abc import Iterable
from typing import Final, get_args

from acquire_client import answers
from acquire_client.commands import Topic
from acquire_client.languages.commands import word

_TABLE: Final = (
    *("show", "why", "help", "say", "since", "again", "nudge", "confirm", "consent", "substitute"),
    *("abandon", "continue", "rematch", "adjourn", "undo", "quit"),
)
_LOBBY: Final = (
    *("ready", "unready", "show", "rules", "say", "nudge", "help", "quit", "start", "bot"),
    *("seats", "preset", "rule", "order", "shuffle", "remove"),
)
_SCREEN: Final = ("review", "plot", "report", "theme", "mouse", "plain")
_AFTER: Final = ("all", "none", "rest", "end", "sell", "trade", "keep")


def command_words(*, first: bool, playing: bool = True) -> tuple[str, ...]:
    """Command words where a line begins, and what may follow them later.

    `playing` tells that there is a game; before it the lobby has words of its own.
    """
    topics: tuple[str, ...] = get_args(Topic)
    if not playing:
        return _spoken((*_LOBBY, *_SCREEN) if first else ())
    return _spoken((*answers.VERBS, *_TABLE, *topics, *_SCREEN) if first else (*_AFTER, *topics))


def _spoken(words: Iterable[str]) -> tuple[str, ...]:
    """The words as the language says them, then as English does; each once."""
    words = tuple(words)
    return tuple(dict.fromkeys([*map(word, words), *words]))
