"""How the players fared, drawn as SVG: net worth as lines, shares as layers of their chains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Final

from acquire_client.report.markup import Markup, el
from acquire_client.report.scale import ticks
from acquire_client.report.story import Story
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_client.words.numbers import money
from acquire_net.language import _

_LABEL: Final = 16.0
"""The least distance between the names beside the lines."""
_LONG: Final = 14
"""Characters of a name beside its line; the table below has all of it."""
_ROOM: Final = 13.0
"""How high and wide a part of a layer must be for its letter."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """A drawing's size, its margins, and what its axes span: turns to the right, numbers up."""

    width: float
    height: float
    left: float
    right: float
    turns: int
    most: float
    top: float = 14.0
    below: float = 28.0

    def x(self, turn: float) -> float:
        return self.left + (self.width - self.left - self.right) * turn / max(1, self.turns)

    def y(self, number: float) -> float:
        high = self.height - self.top - self.below
        return self.height - self.below - high * number / max(1.0, self.most)

    def drawing(self, title: str, *parts: Markup) -> Markup:
        """The whole drawing with a line, at first unseen, that marks the turn shown above."""
        now = el(
            "line",
            class_="now",
            x1=self.x(self.turns),
            x2=self.x(self.turns),
            y1=self.top,
            y2=self.height - self.below,
        )
        return el(
            "svg",
            *parts,
            now,
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            role="img",
            aria_label=title,
            data_first=self.x(0),
            data_step=(self.x(self.turns) - self.x(0)) / max(1, self.turns),
        )

    def axes(self, marks: Sequence[int], *, dollars: bool) -> Iterator[Markup]:
        """Lines across with their numbers, and the numbers of turns below."""
        for mark in marks:
            y = self.y(mark)
            yield el("line", class_="grid", x1=self.left, x2=self.width - self.right, y1=y, y2=y)
            text = money(mark) if dollars else str(mark)
            yield _text(text, self.left - 8, y + 4, "axis end")
        for turn in ticks(self.turns, 9):
            yield _text(str(turn), self.x(turn), self.height - 8, "axis middle")


def _text(text: str, x: float, y: float, kind: str) -> Markup:
    return el("text", text, class_=kind, x=x, y=y)


def worth(story: Story, names: Names) -> Markup:
    """Every told player's net worth over the turns, a line each with the name at its end."""
    fortunes = story.fortunes
    most = max(max(points) for points in fortunes.values())
    frame = _Frame(960, 380, 76, 130, story.turns[-1].number, most)
    marks = ticks(most, 6)
    parts = [*frame.axes(marks, dollars=True)]
    numbers = [turn.number for turn in story.turns]
    for seat, points in fortunes.items():
        path = " ".join(
            f"{frame.x(turn):.1f},{frame.y(point):.1f}"
            for turn, point in zip(numbers, points, strict=True)
        )
        parts.append(el("polyline", class_=f"line p{seat}", points=path))
        parts.append(
            el(
                "circle",
                class_=f"dot p{seat}",
                cx=frame.x(numbers[-1]),
                cy=frame.y(points[-1]),
                r=4,
            )
        )
    ends = {seat: frame.y(points[-1]) for seat, points in fortunes.items()}
    for seat, y in _apart(ends).items():
        parts.append(
            _text(_short(names.players[seat]), frame.width - frame.right + 12, y + 4, f"p{seat}")
        )
    title = _("Net worth over {turns} turns").format(turns=frame.turns)
    return frame.drawing(title, *parts)


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """The heights moved upwards where they are too close for names."""
    placed: dict[int, float] = {}
    limit = float("inf")
    for seat, y in sorted(heights.items(), key=lambda pair: -pair[1]):
        placed[seat] = min(y, limit - _LABEL)
        limit = placed[seat]
    return placed


def _short(name: str) -> str:
    return name if len(name) <= _LONG else f"{name[: _LONG - 1]}…"


def shares(story: Story, seat: int, names: Names) -> Markup:
    """A told player's shares over the turns, a layer for each chain with its letter."""
    held = [turn.table.shares[seat] or () for turn in story.turns]
    most = max(sum(shares or ()) for turn in story.turns for shares in turn.table.shares if shares)
    frame = _Frame(460, 200, 34, 10, story.turns[-1].number, max(4, most))
    numbers = [turn.number for turn in story.turns]
    edges = [[0, *accumulate(one)] for one in held]
    parts = [*frame.axes(ticks(frame.most, 4), dollars=False)]
    marks = letters(story.rulebook)
    for chain in range(len(marks)):
        low, high = [edge[chain] for edge in edges], [edge[chain + 1] for edge in edges]
        if low == high:
            continue
        parts.append(_layer(frame, numbers, low, high, chain))
        if letter := _letter(frame, numbers, low, high, marks[chain], chain):
            parts.append(letter)
    title = _("Shares of {name} over {turns} turns").format(
        name=names.players[seat], turns=frame.turns
    )
    return frame.drawing(title, *parts)


def _layer(
    frame: _Frame, turns: Sequence[int], low: Sequence[int], high: Sequence[int], chain: int
) -> Markup:
    """What lies between two edges, in steps: shares change within a turn."""
    above = [(frame.x(turn), frame.y(top)) for turn, top in _steps(turns, high)]
    below = [(frame.x(turn), frame.y(top)) for turn, top in _steps(turns, low)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*above, *reversed(below)))
    return el("polygon", class_=f"layer c{chain}", points=path)


def _steps(turns: Sequence[int], numbers: Sequence[int]) -> Iterator[tuple[float, int]]:
    """Corners of steps; what does not change in between needs none."""
    yield turns[0], numbers[0]
    for before, (turn, number) in zip(
        numbers, zip(turns[1:], numbers[1:], strict=True), strict=False
    ):
        if number != before:
            yield turn, before
            yield turn, number
    yield turns[-1], numbers[-1]


def _letter(
    frame: _Frame,
    turns: Sequence[int],
    low: Sequence[int],
    high: Sequence[int],
    mark: str,
    chain: int,
) -> Markup | None:
    """A chain's letter in the middle of the longest step of its layer that has room for it."""
    steps: list[tuple[int, int, int, int]] = []
    ends = [*turns[1:], turns[-1]]
    for (bottom, top), run in groupby(
        zip(low, high, turns, ends, strict=True), key=lambda corner: corner[:2]
    ):
        begun = [*run]
        if frame.y(bottom) - frame.y(top) >= _ROOM:
            steps.append((begun[-1][3] - begun[0][2], begun[0][2], bottom, top))
    long, start, bottom, top = max(steps, default=(0, 0, 0, 0))
    if frame.x(long) - frame.x(0) < _ROOM:
        return None
    y = frame.y((bottom + top) / 2) + 4
    return _text(mark, frame.x(start + long / 2), y, f"middle onto c{chain}")
