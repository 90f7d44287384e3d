"""The words that a typed line may be made of, for completion."""

from typing import Final, get_args

from acquire_client import answers
from acquire_client.commands import Topic

_TABLE: Final = (
    *("show", "why", "help", "say", "since", "again", "nudge", "confirm", "consent", "substitute"),
    *("abandon", "continue", "rematch", "adjourn", "undo", "quit"),
)
_AFTER: Final = ("all", "none", "rest", "end", "sell", "trade", "keep")


def command_words(*, first: bool) -> tuple[str, ...]:
    """Command words where a line begins, and what may follow them later."""
    topics: tuple[str, ...] = get_args(Topic)
    return (*answers.VERBS, *_TABLE, *topics) if first else (*_AFTER, *topics)
