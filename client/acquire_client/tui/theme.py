"""How things look: themes as tables of style names, by how many colours a terminal has.

A colour never says anything alone: chains are letters, own tiles `[1]`, the last tile `(T)`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

ThemeName = Literal["default", "contrast", "colour-blind", "mono"]
Depth = Literal[1, 4, 8, 24]
"""Bits of colour that a terminal shows; 1 is none."""

_SLOTS: Final = ("red", "yellow", "blue", "green", "brown", "cyan", "purple")
"""The seven colours that every theme tells apart."""
_NEAREST: Final[Mapping[str, str]] = {
    "light blue": "cyan",
    "light green": "green",
    "dark green": "cyan",
    "orange": "brown",
}
"""The slot of a rulebook's colour, if it is none itself."""
_ANSI: Final[Mapping[str, tuple[str, str]]] = {
    "red": ("ansired", "ansiwhite"),
    "yellow": ("ansiyellow", "ansiblack"),
    "blue": ("ansiblue", "ansiwhite"),
    "green": ("ansigreen", "ansiblack"),
    "brown": ("ansigray", "ansiblack"),
    "cyan": ("ansicyan", "ansiblack"),
    "purple": ("ansimagenta", "ansiwhite"),
}
"""Background and letter where there are 16 colours: six hues and white."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A look: the chains' backgrounds by slot as `rrggbb`, and the style of everything else."""

    chains: Mapping[str, str]
    styles: Mapping[str, str]
    styles16: Mapping[str, str]
    """What is different where there are 16 colours."""


_PLAIN: Final[Mapping[str, str]] = {
    "bar": "reverse",
    "bar.mine": "bold reverse",
    "bar.key": "bold",
    "rule": "",
    "head": "bold",
    "title": "bold",
    "dim": "",
    "off": "",
    "own": "bold",
    "loose": "",
    "empty": "",
    "fresh": "underline",
    "cursor": "reverse",
    "me": "bold",
    "bad": "bold",
    "good": "bold",
    "sum": "",
    "typing": "bold",
}
"""Every style there is, as it looks without colours."""

_DEFAULT: Final = Theme(
    {
        "red": "af0000",
        "yellow": "d7af00",
        "blue": "005faf",
        "green": "5f8700",
        "brown": "875f00",
        "cyan": "5fafd7",
        "purple": "875faf",
    },
    {
        "bar": "bg:#303030 #d0d0d0",
        "bar.mine": "bg:#d7af00 #000000 bold",
        "bar.key": "#ffd75f bold",
        "rule": "#5f5f5f",
        "head": "#8a8a8a",
        "title": "bold",
        "dim": "#8a8a8a",
        "off": "#767676",
        "own": "#ffd75f bold",
        "loose": "bold",
        "empty": "#5f5f5f",
        "bad": "#ff8787 bold",
        "good": "#87d787 bold",
        "sum": "#ffd75f",
    },
    {
        "bar": "reverse",
        "bar.mine": "bg:ansiyellow ansiblack bold",
        "bar.key": "bold",
        "rule": "",
        "head": "",
        "dim": "",
        "off": "",
        "own": "ansiyellow bold",
        "empty": "",
        "bad": "ansired bold",
        "good": "ansigreen bold",
        "sum": "bold",
    },
)
_CONTRAST: Final = Theme(
    {
        "red": "ff0000",
        "yellow": "ffff00",
        "blue": "0000ff",
        "green": "00d700",
        "brown": "ff8700",
        "cyan": "00ffff",
        "purple": "d787ff",
    },
    {
        "": "bg:#000000 #ffffff",
        "bar": "bg:#ffffff #000000",
        "bar.mine": "bg:#ffff00 #000000 bold",
        "bar.key": "bold underline",
        "rule": "#ffffff",
        "own": "#ffff00 bold",
        "bad": "#ffff00 bold",
        "sum": "bold",
    },
    {
        "": "bg:ansiblack ansiwhite",
        "bar": "bg:ansiwhite ansiblack",
        "bar.mine": "bg:ansiyellow ansiblack bold",
        "rule": "ansiwhite",
        "own": "ansiyellow bold",
        "bad": "ansiyellow bold",
    },
)
# The colours that M. Okabe and K. Ito chose so that colour-blind people tell them apart.
_COLOUR_BLIND: Final = Theme(
    {
        "red": "d55e00",
        "yellow": "f0e442",
        "blue": "0072b2",
        "green": "009e73",
        "brown": "e69f00",
        "cyan": "56b4e9",
        "purple": "cc79a7",
    },
    {
        **_DEFAULT.styles,
        "bar.mine": "bg:#f0e442 #000000 bold",
        "bar.key": "#f0e442 bold",
        "own": "#f0e442 bold",
        "bad": "#e69f00 bold",
        "good": "#56b4e9 bold",
        "sum": "#f0e442",
    },
    _DEFAULT.styles16,
)
_MONO: Final = Theme({}, {}, {})

THEMES: Final[Mapping[ThemeName, Theme]] = {
    "default": _DEFAULT,
    "contrast": _CONTRAST,
    "colour-blind": _COLOUR_BLIND,
    "mono": _MONO,
}


def styles(name: ThemeName, colours: Sequence[str], depth: Depth) -> dict[str, str]:
    """Every style of a theme by its class name, `""` being everything else's.

    `colours` are the rulebook's names of its chains' colours; chain 0 is the class `chain0`.
    """
    theme = THEMES[name]
    if depth == 1:
        theme = _MONO
    told = {**_PLAIN, **theme.styles}
    if depth == 4:
        told |= theme.styles16
    for chain, slot in enumerate(_slots(colours)):
        told[f"chain{chain}"] = _chain(theme, slot, depth)
    return told


def _chain(theme: Theme, slot: str, depth: Depth) -> str:
    if not theme.chains:
        return "bold"
    if depth == 4:
        back, ink = _ANSI[slot]
        return f"bg:{back} {ink}"
    back = theme.chains[slot]
    return f"bg:#{back} #{_ink(back)}"


def _slots(colours: Sequence[str]) -> list[str]:
    """A slot for each colour, its own unless an earlier one has it."""
    wanted = [_NEAREST.get(colour, colour) for colour in colours]
    own = {slot: at for at, slot in reversed([*enumerate(wanted)])}
    free = iter([slot for slot in _SLOTS if slot not in own])
    return [
        slot if own[slot] == at and slot in _SLOTS else next(free) for at, slot in enumerate(wanted)
    ]


def _ink(back: str) -> str:
    """Black or white, whichever reads better on a background."""
    return "000000" if luminance(back) > 0.179 else "ffffff"


def luminance(colour: str) -> float:
    """The relative luminance of an `rrggbb`, 0 to 1 (WCAG 2, relative luminance)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@dataclass(frozen=True, slots=True)
class Borders:
    """The marks that lines are drawn with."""

    across: str
    down: str
    meets_below: str
    """Where a line across has one going down from it."""
    meets_above: str
    crossing: str


LINES: Final = Borders("\u2500", "\u2502", "\u252c", "\u2534", "\u253c")
ASCII: Final = Borders("-", "|", "+", "+", "+")


def borders(encoding: str | None, language: str = "") -> Borders:
    """Drawn lines where an encoding has them, else ASCII.

    Terminals of East Asia may draw them two columns wide; there they are ASCII as well.
    """
    try:
        LINES.across.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return ASCII if language[:2] in ("ko", "ja", "zh") else LINES
