import itertools

import pytest

from acquire_host.limits import Nonces, Pace, TooFast
from acquire_net.errors import Refused


def test_burst_is_let_through_and_then_the_rate() -> None:
    pace = Pace(rate=2, burst=3, text="Slower.")
    for _ in range(3):
        pace.spend("ann", 0.0)

    with pytest.raises(TooFast, match="Slower") as fast:
        pace.spend("ann", 0.0)
    assert (fast.value.reason, fast.value.seconds) == ("RATE_LIMITED", 0.5)

    pace.spend("ann", 0.5)
    with pytest.raises(TooFast):
        pace.spend("ann", 0.75)


def test_refused_calls_do_not_count() -> None:
    pace = Pace(rate=1, burst=1, text="")
    pace.spend("ann", 0.0)
    for hundredth in range(100):
        with pytest.raises(TooFast):
            pace.spend("ann", hundredth / 100)
    pace.spend("ann", 1.0)


def test_one_caller_does_not_slow_another() -> None:
    pace = Pace(rate=1, burst=1, text="")
    pace.spend("ann", 0.0)
    pace.spend("bo", 0.0)


def test_callers_beyond_count_are_forgotten() -> None:
    pace = Pace(rate=1, burst=1, text="")
    for caller in range(5000):
        pace.spend(caller, 0.0)
    pace.spend(0, 0.0)
    with pytest.raises(TooFast):
        pace.spend(4999, 0.0)


def test_nonce_is_good_for_one_use() -> None:
    nonces = counted()
    nonce = nonces.hand_out()
    nonces.use(nonce)
    with pytest.raises(Refused) as refused:
        nonces.use(nonce)
    assert refused.value.reason == "SIGNATURE_INVALID"


def test_nonce_that_was_never_handed_out_is_refused() -> None:
    with pytest.raises(Refused):
        counted().use(bytes(32))


def test_oldest_nonces_expire_first() -> None:
    nonces = counted(most=3)
    first, second, *_ = [nonces.hand_out() for _ in range(4)]
    with pytest.raises(Refused):
        nonces.use(first)
    nonces.use(second)


def counted(most: int = 10) -> Nonces:
    numbers = itertools.count(1)
    return Nonces(lambda: next(numbers).to_bytes(32, "big"), most)
