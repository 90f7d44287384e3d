"""How a program speaks: in plain lines for people, or in JSON lines for other programs."""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Protocol, TextIO

from acquire_client.question import Question
from acquire_net.rules.events import Event


class Voice(Protocol):
    """Where everything goes that a client has to say."""

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Lines for the player; `kind` names what they are about."""

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """A fact of the game, with the lines that tell it; a voice may need only one of them."""

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """A decision put to the player."""


class PlainVoice:
    """One line after another, each written out at once."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Writes the lines."""
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Writes the lines."""
        self.tell(lines)

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Writes the lines."""
        self.tell(lines)


class NamedVoice:
    """A voice among several at one place: every line begins with whose it is."""

    def __init__(self, name: str, voice: Voice) -> None:
        self._name = name
        self._voice = voice

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Tells the lines."""
        self._voice.tell([f"{self._name}: {line}" for line in lines], kind)

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Tells the event."""
        self._voice.event(event, [f"{self._name}: {line}" for line in lines])

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Puts the question."""
        self._voice.question(question, [f"{self._name}: {line}" for line in lines])


class SilentVoice:
    """Says nothing: for bots whose moves others tell."""

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Nothing."""

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Nothing."""

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Nothing."""


class LentVoice:
    """A voice that can be lent: while somebody has it, everything goes to him."""

    def __init__(self, own: Voice) -> None:
        self._own = own
        self._lent: Voice | None = None

    @contextmanager
    def to(self, other: Voice) -> Iterator[None]:
        """Lends it for a while."""
        before, self._lent = self._lent, other
        try:
            yield
        finally:
            self._lent = before

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Tells the lines by whoever has the voice."""
        (self._lent or self._own).tell(lines, kind)

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Tells the event by whoever has the voice."""
        (self._lent or self._own).event(event, lines)

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Puts the question by whoever has the voice."""
        (self._lent or self._own).question(question, lines)


class JsonVoice:
    """One JSON object per line: `{"type": ..., ...}`, tiles and chains as the rules number them."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, lines: Sequence[str], kind: str = "text") -> None:
        """Writes `{"type": kind, "lines": [...]}`."""
        self._write({"type": kind, "lines": list(lines)})

    def event(self, event: Event, lines: Sequence[str]) -> None:
        """Writes `{"type": "event", "event": name, ..., "lines": [...]}`."""
        facts = {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
        name = type(event).__name__
        self._write({"type": "event", "event": name, **facts, "lines": list(lines)})

    def question(self, question: Question, lines: Sequence[str]) -> None:
        """Writes `{"type": "question", "kind": task, "seat": ..., "hand": {...}, "lines": [...]}`."""
        grid = question.state.rulebook.grid
        self._write(
            {
                "type": "question",
                "kind": type(question.task).__name__,
                "seat": question.seat,
                "hand": [grid.name(tile) for _, tile in question.hand],
                "options": len(question.options),
                "lines": list(lines),
            }
        )

    def _write(self, row: dict[str, object]) -> None:
        self._out.write(json.dumps(row, default=_plain) + "\n")
        self._out.flush()


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"no JSON for {value!r}")
