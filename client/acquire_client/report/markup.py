"""HTML and SVG built from elements: whatever is not markup already is escaped where it is put in."""

from html import escape
from typing import Final


class Markup(str):
    """Text that is HTML; every other text is only words."""

    __slots__ = ()


Child = str | None
"""Words, markup, or nothing."""

_VOID: Final = frozenset({"br", "col", "input", "link", "meta"})
"""Elements without content, which HTML does not close."""


def el(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """An element. Attributes end in `_` where Python needs it, and have `_` for `-`.

    An attribute that is True stands alone; one that is False or None is left out.
    """
    shown = "".join(
        f" {_named(key)}" if value is True else f' {_named(key)}="{escape(_plain(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{shown}>")
    return Markup(f"<{name}{shown}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """The children one after the other; words are escaped."""
    return Markup("".join(map(_safe, children)))


def _safe(child: Child) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Markup) else escape(child, quote=False)


def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _plain(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
