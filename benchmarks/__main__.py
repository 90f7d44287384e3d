"""Runs the benchmarks that are named, or all of them."""

import sys
from collections.abc import Sequence
from importlib import import_module

BENCHMARKS = ("rules", "memory", "network", "startup", "screen", "load")


def main(names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"No benchmark is called {unknown[0]}: choose from {', '.join(BENCHMARKS)}.")
        return 2
    for name in names or BENCHMARKS:
        benchmark = import_module(f"benchmarks.{name}")
        print(f"{name}: {benchmark.__doc__}")
        for line in benchmark.lines():
            print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
