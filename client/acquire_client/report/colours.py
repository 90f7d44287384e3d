"""The colours of chains on a page, with ink that can be read on them; letters tell them apart too."""

from collections.abc import Mapping
from typing import Final

from acquire_net.rules.rulebook import Rulebook

_COLOURS: Final[Mapping[str, str]] = {
    "red": "#c8382f",
    "yellow": "#f3c636",
    "blue": "#2c5fb3",
    "green": "#2b8047",
    "brown": "#835231",
    "light blue": "#86c9ec",
    "purple": "#7d459f",
    "light green": "#a7d36c",
    "orange": "#ee8c2e",
    "dark green": "#1c6848",
}
"""The colours that rulebooks name."""
_SPARE: Final = ("#d0577f", "#0b7c7c", "#b8a15a", "#54616e", "#9bb7d4", "#5b3fb0", "#d9d2c5")
"""For chains whose colour nobody here knows, by their place."""


def colours(rulebook: Rulebook) -> tuple[str, ...]:
    """Each chain's colour, as `#rrggbb`; no two have the same."""
    named = [_COLOURS.get(chain.colour) for chain in rulebook.chains]
    return tuple(
        colour if colour and named.index(colour) == at else _SPARE[at]
        for at, colour in enumerate(named)
    )


def ink(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour (WCAG 2.2, contrast ratio)."""
    light = _luminance(colour)
    return "#16181c" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff"


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
