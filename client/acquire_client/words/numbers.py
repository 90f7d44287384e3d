"""Numbers and lists as they are said."""

from collections.abc import Sequence

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def money(dollars: int) -> str:
    """Dollars as `$1,200`, a loss as `-$1,200`."""
    return f"${dollars:,}" if dollars >= 0 else f"-${-dollars:,}"


def count(number: int, thing: str) -> str:
    """A number of things: `1 share`, `3 shares`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def ordinal(number: int) -> str:
    """`first` to `eighth`, then `number 9`."""
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"number {number}"


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    *front, final = words or [""]
    return f"{', '.join(front)} {last} {final}" if front else final


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return listing(words, "or")


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
        parts.extend(_run(run))
    return ", ".join(parts)


def _run(run: list[int]) -> list[str]:
    return [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]


def sentence(phrase: str) -> str:
    """A phrase with its first letter raised and a full stop."""
    return f"{phrase[:1].upper()}{phrase[1:]}."
