import random
from dataclasses import dataclass, field

import pytest

from acquire_client.pairing import Newcomer
from acquire_host.limits import TooFast
from acquire_host.pairing import Attempt, Pairing
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness import signing

CERTIFICATE = bytes(range(32))
HOST = bytes([9]) * 32


@dataclass
class Door:
    """A pairing whose host keeps what it is told."""

    pairing: Pairing = field(init=False)
    admitted: list[bytes] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pairing = Pairing(
            CERTIFICATE,
            HOST,
            random.Random(1).randbytes,
            on_admitted=self.admitted.append,
            on_new_code=self.codes.append,
        )

    def begin(self, code: str, address: str = "ann", now: float = 0.0) -> tuple[Newcomer, Attempt]:
        attempt = self.pairing.begin(address, now)
        return newcomer(code), attempt

    def pair(self, code: str, address: str = "ann", now: float = 0.0) -> bytes:
        """The host's key as a newcomer from that address learns it."""
        return finish(*self.begin(code, address, now), now)

    def refusal(self, code: str, address: str = "ann", now: float = 0.0) -> str:
        with pytest.raises(Refused) as refused:
            self.pair(code, address, now)
        return refused.value.reason

    def wrong(self) -> str:
        """A code that is not the right one."""
        return f"{(int(self.pairing.code) + 1) % 10**6:06}"


def newcomer(code: str, identity: bytes = bytes([3]) * 32) -> Newcomer:
    return Newcomer(code, CERTIFICATE, identity, random.Random(code).randbytes)


def finish(newcomer: Newcomer, attempt: Attempt, now: float = 0.0) -> bytes:
    confirmation = newcomer.confirmation(attempt.element(newcomer.element))
    return newcomer.host_key(attempt.confirm(confirmation, now))


def test_code_admits_the_newcomers_key_and_tells_the_hosts() -> None:
    door = Door()

    assert door.pair(door.pairing.code) == signing.public_key(HOST)

    key = signing.public_key(bytes([3]) * 32)
    assert door.pairing.admits(key)
    assert door.admitted == [key]
    assert not door.pairing.admits(signing.public_key(HOST))


def test_key_is_stored_before_its_owner_is_told() -> None:
    def full_disk(_: bytes) -> None:
        raise OSError(28, "No space left on device")

    pairing = Pairing(CERTIFICATE, HOST, random.Random(1).randbytes, on_admitted=full_disk)
    with pytest.raises(OSError, match="No space"):
        finish(newcomer(pairing.code), pairing.begin("ann", 0.0))

    assert not pairing.admits(signing.public_key(bytes([3]) * 32))


def test_guest_of_earlier_days_is_admitted() -> None:
    key = bytes([7]) * 32

    assert Pairing(CERTIFICATE, HOST, random.Random(1).randbytes, admitted=[key]).admits(key)


def test_wrong_code_admits_nobody() -> None:
    door = Door()

    assert door.refusal(door.wrong()) == "CODE_WRONG"
    assert door.admitted == []


def test_fifth_wrong_code_changes_it_and_the_new_one_works() -> None:
    door = Door()
    first = door.pairing.code
    for address in ("ann", "bo", "cy", "di"):
        door.refusal(door.wrong(), address)
    assert door.pairing.code == first

    door.refusal(door.wrong(), "ed")

    (new,) = door.codes
    assert door.pairing.code == new != first
    assert door.refusal(first, "flo") == "CODE_WRONG"
    assert door.pair(new, "gus") == signing.public_key(HOST)


def test_one_address_with_five_wrong_codes_waits_and_others_do_not() -> None:
    door = Door()
    for _ in range(5):
        door.refusal(door.wrong(), "mallory")

    with pytest.raises(TooFast) as locked:
        door.pairing.begin("mallory", 1.0)
    assert locked.value.reason == "CODE_LOCKED"
    assert 0 < locked.value.seconds <= 30
    assert "Try again in 29 seconds" in str(locked.value)

    assert door.pair(door.pairing.code, "ann", 1.0)
    assert door.pair(door.pairing.code, "mallory", 31.0)


def test_each_further_wrong_code_doubles_the_wait() -> None:
    door = Door()
    now, waits = 0.0, []
    for tries in range(14):
        door.refusal(door.wrong(), "mallory", now)
        if tries >= 4:
            with pytest.raises(TooFast) as locked:
                door.pairing.begin("mallory", now)
            waits.append(locked.value.seconds)
            now += locked.value.seconds

    assert waits == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_right_code_forgives_the_wrong_ones() -> None:
    door = Door()
    for _ in range(3):
        door.refusal(door.wrong(), "ann")
    door.pair(door.pairing.code, "ann", 10.0)
    for _ in range(4):
        door.refusal(door.wrong(), "ann", 10.0)

    assert door.pair(door.pairing.code, "ann", 10.0)


def test_guesser_with_many_addresses_is_slowed_down_too() -> None:
    door = Door()
    for number in range(100):
        assert door.refusal(door.wrong(), f"address {number}") == "CODE_WRONG"

    assert door.refusal(door.wrong(), "address 100") == "CODE_LOCKED"
    assert len(door.codes) == 20
    assert door.pair(door.pairing.code, "ann", 1.0)


def test_only_a_wrong_confirmation_spends_a_try() -> None:
    door = Door()
    for address in range(20):
        _, attempt = door.begin("000000", str(address))
        attempt.element(newcomer("000000").element)  # and then leaves
        with pytest.raises(Unreadable):
            door.begin("000000", str(address))[1].element(b"rubbish")

    assert door.codes == []
    assert door.pair(door.pairing.code)


def test_exchange_begun_before_the_code_changed_is_worth_nothing() -> None:
    door = Door()
    early = [door.begin(door.pairing.code, f"early {number}") for number in range(3)]
    for address in range(5):
        door.refusal(door.wrong(), str(address))

    for pair in early:
        with pytest.raises(Refused, match="just changed"):
            finish(*pair)
    assert door.admitted == []
    assert len(door.codes) == 1


def test_many_exchanges_at_once_from_one_address_are_slowed_down() -> None:
    door = Door()
    for _ in range(20):
        door.begin("000000")
    with pytest.raises(TooFast) as refused:
        door.begin("000000")
    assert refused.value.reason == "RATE_LIMITED"
    door.begin("000000", "bo")


def test_recorded_exchange_admits_nobody_again() -> None:
    door = Door()
    ann, attempt = door.begin(door.pairing.code)
    recorded = ann.element, ann.confirmation(attempt.element(ann.element))
    attempt.confirm(recorded[1], 0.0)

    again = door.pairing.begin("mallory", 0.0)
    again.element(recorded[0])
    with pytest.raises(Refused) as refused:
        again.confirm(recorded[1], 0.0)
    assert refused.value.reason == "CODE_WRONG"


def test_host_that_accepts_any_code_is_found_out() -> None:
    door = Door()
    ann, attempt = door.begin(door.pairing.code)
    ann.confirmation(attempt.element(ann.element))

    with pytest.raises(Refused) as refused:
        ann.host_key(bytes(128))
    assert refused.value.reason == "NOT_THE_HOST"


def test_codes_are_six_digits_even_when_they_begin_with_noughts() -> None:
    small = Pairing(CERTIFICATE, HOST, lambda length: bytes(length - 1) + b"\x07")

    assert small.code == "000007"
