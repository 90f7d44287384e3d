"""Virtual time, and a network that drops, delays, duplicates and so reorders what it carries."""

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Deed = Callable[[], None]


class Clock:
    """A queue of deeds in virtual time; equal times in the order in which they were planned."""

    def __init__(self) -> None:
        self.now = 0.0
        self._queue: list[tuple[float, int, Deed]] = []
        self._planned = 0

    def after(self, seconds: float, deed: Deed) -> None:
        """Plans a deed."""
        heapq.heappush(self._queue, (self.now + seconds, self._planned, deed))
        self._planned += 1

    def tick(self) -> None:
        """Does the next deed; IndexError when nothing is planned."""
        self.now, _, deed = heapq.heappop(self._queue)
        deed()


@dataclass(frozen=True)
class Weather:
    """How bad a network is: chances for each message, and its longest delay in seconds."""

    drop: float = 0.12
    duplicate: float = 0.12
    late: float = 0.1
    delay: float = 0.05
    lateness: float = 4.0


class Network:
    """Carries messages; `count` tells what became of them."""

    def __init__(self, clock: Clock, rng: Random, weather: Weather) -> None:
        self.clock = clock
        self.rng = rng
        self.weather = weather
        self.count: Counter[str] = Counter()
        self._sent = 0
        self._arrived: dict[object, int] = {}

    def send(self, road: object, deliver: Deed) -> None:
        """Delivers once, never, or twice, at some later time; `road` is one way between two."""
        self._sent += 1
        if self.rng.random() < self.weather.drop:
            self.count["dropped"] += 1
            return
        copies = 1
        if self.rng.random() < self.weather.duplicate:
            self.count["duplicated"] += 1
            copies = 2
        for _ in range(copies):
            self.clock.after(self._delay(), self._arriving(road, self._sent, deliver))

    def _delay(self) -> float:
        if self.rng.random() < self.weather.late:
            self.count["late"] += 1
            return self.rng.random() * self.weather.lateness
        return self.rng.random() * self.weather.delay

    def _arriving(self, road: object, number: int, deliver: Deed) -> Deed:
        def arrive() -> None:
            if number < self._arrived.get(road, 0):
                self.count["overtaken"] += 1
            self._arrived[road] = max(number, self._arrived.get(road, 0))
            deliver()

        return arrive
