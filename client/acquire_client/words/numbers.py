"""Numbers and lists as they are said."""

from collections.abc import Sequence

from acquire_net.language import _, ngettext, pgettext


def money(dollars: int) -> str:
    """Dollars as `$1,200`, a loss as `-$1,200`; the same in every language."""
    return f"${dollars:,}" if dollars >= 0 else f"-${-dollars:,}"


def tiles(number: int) -> str:
    """A number of tiles: `1 tile`, `3 tiles`."""
    return ngettext("{count} tile", "{count} tiles", number).format(count=number)


def shares(number: int) -> str:
    """A number of shares: `1 share`, `3 shares`."""
    return ngettext("{count} share", "{count} shares", number).format(count=number)


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    *front, final = words or [""]
    if not front:
        return final
    # Spanish says "e" for "and" before this sound: Tower e Imperial
    before_i = final.lower().startswith(("i", "hi"))
    pair = pgettext("before an i", "{front} and {last}") if before_i else _("{front} and {last}")
    return pair.format(front=", ".join(front), last=final)


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *front, final = words or [""]
    return _("{front} or {last}").format(front=", ".join(front), last=final) if front else final


def spans(numbers: Sequence[int]) -> str:
    """Ascending numbers with runs joined: `1, 2, 5 to 8`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts.extend([span(run[0], run[-1])] if len(run) > 2 else map(str, run))
    return ", ".join(parts)


def span(first: object, last: object) -> str:
    """From one to another: `5 to 8`, `A to D`."""
    return _("{first} to {last}").format(first=first, last=last)


def sentence(phrase: str) -> str:
    """A phrase with its first letter raised and a full stop."""
    return f"{phrase[:1].upper()}{phrase[1:]}."
