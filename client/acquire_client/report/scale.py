"""Round numbers for the side of a chart."""

from typing import Final

_STEPS: Final = (1, 2, 5)


def ticks(most: float, count: int) -> list[int]:
    """At most `count` + 1 round whole numbers from 0 up to `most`, evenly apart."""
    step, power = 1, 1
    while most / step > count:
        for factor in _STEPS:
            step = factor * power
            if most / step <= count:
                break
        power *= 10
    return list(range(0, int(most) + 1, step))
