"""What the hosting player can do before the game, and what of a lobby survives its host."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from acquire_host.attendance import RETURN_TIME
from acquire_host.bells import MINUTE
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.agreement import rulebook_hash
from acquire_net.author import Secrets
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.rules.editions import CLASSIC, canonical
from acquire_net.rules.rulebook import Rulebook
from acquire_net.wire.updates import Notice, NoticeKind, Phase, Role, Update
from tests.host.halls import hall
from tests.short import SHORT
from tests.tables import NAMES, no_journal, secrets_of
from tests.wire.network import SEED, run, served

ANN = secrets_of(SEED, 0).public_identity
BO = secrets_of(SEED, 1).public_identity


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def table(seats: int = 4, rulebook: Rulebook = CLASSIC, clock: Clock | None = None) -> Hosting:
    """A table of Ann's at which nobody sits."""
    return Hosting(
        "Ann's table",
        Seating(rulebook, seats),
        secrets_of(SEED, REFEREE),
        bytes(32),
        lambda _: no_journal,
        player=ANN,
        now=clock or Clock(),
    )


def sit(hosting: Hosting, *seats: int) -> None:
    for seat in seats:
        secrets = secrets_of(SEED, seat)
        hosting.sit(secrets.public_identity, NAMES[seat], secrets.public_table)


def get_ready(hosting: Hosting, *seats: int) -> None:
    for seat in seats:
        rules = rulebook_hash(hosting.seating.rulebook)
        hosting.ready(secrets_of(SEED, seat).public_identity, rules)


def names(hosting: Hosting) -> list[str]:
    return [seat.name for seat in hosting.lobby().seats]


def ready(hosting: Hosting) -> list[bool]:
    return [seat.ready for seat in hosting.lobby().seats]


async def arrived(hosting: Hosting, seat: int) -> Any:
    """The watch of a player who is here, after its first update."""
    watch = hosting.watch(secrets_of(SEED, seat).public_identity, Role.SEAT)
    await anext(watch)
    return watch


# -- rules, seats, order ---------------------------------------------------------------------------


def test_new_rules_ask_everybody_again() -> None:
    hosting = table()
    sit(hosting, 0, 1)
    get_ready(hosting, 0, 1)

    hosting.set_rules(ANN, SHORT)

    assert ready(hosting) == [False, False]
    assert hosting.lobby().rulebook == canonical(SHORT).decode()


def test_another_number_of_seats_asks_nobody_again() -> None:
    hosting = table(4)
    sit(hosting, 0, 1)
    get_ready(hosting, 1)

    hosting.set_rules(ANN, CLASSIC, 3)

    assert hosting.lobby().capacity == 3
    assert ready(hosting) == [False, True]


def test_a_table_that_shrinks_to_those_who_are_ready_begins() -> None:
    hosting = table(4)
    sit(hosting, 0, 1)
    get_ready(hosting, 0, 1)

    hosting.set_rules(ANN, CLASSIC, 2)

    assert hosting.lobby().phase is Phase.PLAYING


@pytest.mark.parametrize(("seats", "why"), [(1, "2 to 6"), (7, "2 to 6"), (2, "3 seats are taken")])
def test_a_number_of_seats_that_cannot_be_is_refused(seats: int, why: str) -> None:
    hosting = table(4)
    sit(hosting, 0, 1, 2)

    with pytest.raises(Refused, match=why):
        hosting.set_rules(ANN, SHORT, seats)

    assert hosting.seating.capacity == 4
    assert hosting.seating.rulebook == CLASSIC


def test_the_order_of_play_changes_and_nobody_is_asked_again() -> None:
    hosting = table()
    sit(hosting, 0, 1, 2)
    get_ready(hosting, 2)

    hosting.arrange(ANN, (2, 0, 1))

    assert names(hosting) == ["Cy", "Ann", "Bo"]
    assert ready(hosting) == [True, False, False]
    assert hosting.sit(BO, "Bo", secrets_of(SEED, 1).public_table) == 2


@pytest.mark.parametrize("order", [(), (0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 3)])
def test_an_order_that_is_none_is_refused(order: tuple[int, ...]) -> None:
    hosting = table()
    sit(hosting, 0, 1, 2)

    with pytest.raises(Refused, match="each of the 3 taken seats once"):
        hosting.arrange(ANN, order)

    assert names(hosting) == ["Ann", "Bo", "Cy"]


CONTROLS: list[Callable[[Hosting, bytes], object]] = [
    lambda hosting, who: hosting.set_rules(who, SHORT),
    lambda hosting, who: hosting.add_bot(who, "random"),
    lambda hosting, who: hosting.remove_seat(who, 0),
    lambda hosting, who: hosting.arrange(who, (1, 0)),
    lambda hosting, who: hosting.start(who),
]


def test_the_hosting_player_cannot_empty_his_own_seat() -> None:
    hosting = table()
    sit(hosting, 0, 1)

    with pytest.raises(Refused, match="your own seat"):
        hosting.remove_seat(ANN, 0)

    assert names(hosting) == ["Ann", "Bo"]


def test_the_seat_of_a_hosting_player_who_hosts_on_waits_for_him_and_is_not_ready() -> None:
    async def test() -> None:
        hosting = table(2)
        sit(hosting, 0, 1)
        watch = await arrived(hosting, 0)
        get_ready(hosting, 0)
        await watch.aclose()
        get_ready(hosting, 1)

        assert names(hosting) == ["Ann", "Bo"]
        assert ready(hosting) == [False, True]
        assert hosting.table is None

    run(test())


@pytest.mark.parametrize("control", CONTROLS)
def test_only_the_hosting_player_controls_the_lobby(
    control: Callable[[Hosting, bytes], object],
) -> None:
    hosting = table()
    hosting.new_bot = lambda _: bytes(32)
    sit(hosting, 0, 1)

    with pytest.raises(Refused, match="Only the hosting player"):
        control(hosting, BO)


@pytest.mark.parametrize("control", CONTROLS)
def test_nothing_of_the_lobby_changes_in_a_game(
    control: Callable[[Hosting, bytes], object],
) -> None:
    hosting = table(2)
    hosting.new_bot = lambda _: bytes(32)
    sit(hosting, 0, 1)
    get_ready(hosting, 0, 1)

    with pytest.raises(Refused, match="has started"):
        control(hosting, ANN)


# -- bots of the host --------------------------------------------------------------------------------


class Bots:
    """Bots that a host runs; they sit at once."""

    def __init__(self, hosting: Hosting) -> None:
        self.hosting = hosting
        self.levels: list[str] = []
        hosting.new_bot = self.seat

    def seat(self, level: str) -> bytes:
        if level not in ("random", "greedy"):
            raise Refused("BOT_LEVEL", "There are random and greedy bots.")
        self.levels.append(level)
        secrets = Secrets.made_of(bytes([len(self.levels)]) * 32)
        name = f"Bot {len(self.levels)}"
        self.hosting.sit(secrets.public_identity, name, secrets.public_table, bot=True)
        return secrets.public_identity


def test_a_bot_takes_the_next_seat() -> None:
    hosting = table()
    bots = Bots(hosting)
    sit(hosting, 0)

    assert hosting.add_bot(ANN, "greedy") == 1
    assert bots.levels == ["greedy"]
    assert hosting.lobby().seats[1].bot


def test_a_bot_of_a_level_that_is_none_is_refused_with_those_there_are() -> None:
    hosting = table()
    Bots(hosting)

    with pytest.raises(Refused, match="random and greedy") as refused:
        hosting.add_bot(ANN, "genius")

    assert refused.value.reason == "BOT_LEVEL"
    assert names(hosting) == []


def test_a_full_table_takes_no_bot() -> None:
    hosting = table(2)
    bots = Bots(hosting)
    sit(hosting, 0, 1)

    with pytest.raises(Refused) as refused:
        hosting.add_bot(ANN, "random")

    assert refused.value.reason == "TABLE_FULL"
    assert bots.levels == []


# -- ringing -------------------------------------------------------------------------------------------


def test_who_is_not_ready_is_rung_once_a_minute() -> None:
    clock = Clock()
    hosting = table(clock=clock)
    sit(hosting, 0, 1)
    hosting.nudge(ANN, 1)

    with pytest.raises(Refused, match="Bo was rung already"):
        hosting.nudge(ANN, 1)
    clock.time += MINUTE
    hosting.nudge(ANN, 1)


def test_who_is_ready_is_not_rung() -> None:
    hosting = table()
    sit(hosting, 0, 1)
    get_ready(hosting, 1)

    with pytest.raises(Refused, match="Bo is ready already"):
        hosting.nudge(ANN, 1)


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_is_rung_on_an_empty_seat(seat: int) -> None:
    hosting = table()
    sit(hosting, 0, 1)

    with pytest.raises(Refused, match="Nobody sits there"):
        hosting.nudge(ANN, seat)


def test_nobody_rings_for_himself() -> None:
    hosting = table()
    sit(hosting, 0, 1)

    with pytest.raises(Refused, match="your own seat"):
        hosting.nudge(ANN, 0)


def test_in_the_game_a_seat_is_rung_once_for_each_thing_it_owes() -> None:
    async def test() -> None:
        async with hall() as room:
            keys = [secrets_of(SEED, seat).public_identity for seat in range(3)]
            await room.until(lambda: any(one.asked for one in room.people.values()))
            mover = next(seat for seat, one in room.people.items() if one.asked)
            idle = (mover + 1) % 3
            with pytest.raises(Refused, match=f"Nobody waits for {NAMES[idle]} now"):
                room.hosting.nudge(keys[mover], idle)

            room.hosting.nudge(keys[idle], mover)
            room.time += 10 * MINUTE
            with pytest.raises(Refused, match="rung already"):
                room.hosting.nudge(keys[idle], mover)

            length = room.entries
            room.ponder(lambda question: question.seat == mover and room.entries > length)
            await room.until(lambda: room.entries > length and bool(room.people[mover].asked))
            room.hosting.nudge(keys[idle], mover)

    run(test())


def test_a_stranger_rings_nobody() -> None:
    hosting = table()
    sit(hosting, 0, 1)

    with pytest.raises(Refused, match="no seat"):
        hosting.nudge(secrets_of(SEED, 5).public_identity, 1)


# -- a lobby outlives its host ----------------------------------------------------------------------


def kept(hosting: Hosting) -> dict[str, object]:
    """What a file would hold of a lobby."""
    read: dict[str, object] = json.loads(json.dumps(hosting.kept_lobby()))
    return read


def test_a_lobby_is_the_same_after_a_crash_but_for_who_was_ready() -> None:
    before = table(3, SHORT)
    sit(before, 1, 0)
    get_ready(before, 1)

    after = table(6)
    assert after.restore_lobby(kept(before)) == ()

    assert names(after) == ["Bo", "Ann"]
    assert ready(after) == [False, False]
    assert (after.lobby().capacity, after.lobby().rulebook) == (3, canonical(SHORT).decode())
    assert (after.name, after.table_id) == (before.name, before.table_id)


def test_bots_of_the_host_end_with_it_and_are_told_by_their_levels() -> None:
    before = table(5)
    Bots(before)
    sit(before, 0)
    for level in ("greedy", "random"):
        before.add_bot(ANN, level)
    sit(before, 1)

    after = table()
    assert after.restore_lobby(kept(before)) == ("greedy", "random")
    assert names(after) == ["Ann", "Bo"]


def test_the_level_of_a_bot_is_stored_with_it() -> None:
    stored: list[dict[str, object]] = []
    hosting = table()
    Bots(hosting)
    hosting.on_lobby = stored.append

    hosting.add_bot(ANN, "greedy")

    assert table().restore_lobby(stored[-1]) == ("greedy",)


def test_the_lobby_is_stored_whenever_it_changed_and_only_then() -> None:
    stored: list[dict[str, object]] = []
    hosting = table()
    hosting.on_lobby = stored.append

    sit(hosting, 0)
    sit(hosting, 1)
    get_ready(hosting, 0)
    hosting.arrange(ANN, (1, 0))
    hosting.arrange(ANN, (0, 1))
    hosting.set_rules(ANN, SHORT, 3)
    hosting.leave(BO)

    assert len(stored) == 5
    assert stored[-1] == hosting.kept_lobby()


def test_who_does_not_come_back_in_time_loses_the_seat_and_others_keep_theirs() -> None:
    async def test() -> None:
        before = table()
        sit(before, 0, 1, 2)
        clock = Clock()
        after = table(clock=clock)
        after.restore_lobby(kept(before))
        watch = await arrived(after, 0)

        clock.time += RETURN_TIME - 1
        after.glance()
        assert names(after) == ["Ann", "Bo", "Cy"]

        sit(after, 2)  # Cy is on the way
        clock.time += 1
        after.glance()
        assert names(after) == ["Ann", "Cy"]
        await watch.aclose()

    run(test())


def test_a_seat_that_waits_for_its_player_is_nobody_elses() -> None:
    before = table(2)
    sit(before, 0, 1)
    clock = Clock()
    after = table(clock=clock)
    after.restore_lobby(kept(before))

    with pytest.raises(Refused, match="All 2 seats"):
        sit(after, 2)
    clock.time += RETURN_TIME
    sit(after, 2)

    assert names(after) == ["Cy"]


def test_who_sat_down_and_never_arrived_does_not_hold_the_game_up() -> None:
    async def test() -> None:
        clock = Clock()
        hosting = table(3, clock=clock)
        sit(hosting, 0, 1, 2)
        here = [await arrived(hosting, 0), await arrived(hosting, 1)]
        get_ready(hosting, 0, 1)
        clock.time += RETURN_TIME

        hosting.start(ANN)

        assert hosting.table is not None
        assert [keys.name for keys in hosting.table.replica.header.seats] == ["Ann", "Bo"]
        for watch in here:
            await watch.aclose()

    run(test())


def test_who_leaves_the_lobby_leaves_nothing_behind() -> None:
    async def test() -> None:
        hosting = table(3)
        sit(hosting, 0, 1, 2)
        here = [await arrived(hosting, seat) for seat in range(3)]
        get_ready(hosting, 0, 2)
        await here[1].aclose()

        assert names(hosting) == ["Ann", "Cy"]
        hosting.start(ANN)
        assert hosting.lobby().phase is Phase.PLAYING
        for watch in here:
            await watch.aclose()

    run(test())


def damaged(**changes: object) -> dict[str, object]:
    hosting = table()
    sit(hosting, 0, 1)
    return kept(hosting) | changes


@pytest.mark.parametrize(
    "plain",
    [
        {},
        damaged(seats=None),
        damaged(seats=["Ann"]),
        damaged(seats=damaged()["seats"] * 2),  # type: ignore[operator]  # a list
        damaged(seats=[{"name": "Ann", "identity": "no", "x25519": "hex"}]),
        damaged(capacity=1),
        damaged(capacity="4"),
        damaged(capacity=99),
        damaged(rulebook="{}"),
        damaged(table="00"),
        damaged(name=None),
    ],
)
def test_a_damaged_lobby_is_refused_and_changes_nothing(plain: dict[str, object]) -> None:
    hosting = table(3)
    sit(hosting, 2)

    with pytest.raises(Unreadable):
        hosting.restore_lobby(plain)

    assert names(hosting) == ["Cy"]


# -- the same over gRPC --------------------------------------------------------------------------------


def test_the_hosting_player_prepares_a_game_over_the_network() -> None:
    async def test() -> None:
        hosting = table(6)
        Bots(hosting)
        async with served(hosting) as network:
            ann, bo, _ = await network.sat(3)
            await ann.set_rules(canonical(SHORT).decode(), capacity=4)
            assert await ann.add_bot("greedy") == 3
            await ann.remove_seat(2)
            await ann.arrange((1, 2, 0))
            await ann.nudge(0)
            lobby = (await bo.glance()).lobby

            assert [seat.name for seat in lobby.seats] == ["Bo", "Bot 1", "Ann"]
            assert (lobby.capacity, lobby.rulebook) == (4, canonical(SHORT).decode())
            for control in (bo.start(), bo.add_bot("random"), bo.arrange((0, 1, 2))):
                with pytest.raises(Refused, match="Only the hosting player"):
                    await control
            with pytest.raises(Refused, match="rung already"):
                await ann.nudge(0)

            bot = hosting.seating.sitters[1].identity
            hosting.ready(bot, rulebook_hash(SHORT))
            await bo.ready(rulebook_hash(SHORT))
            await ann.ready(rulebook_hash(SHORT))
            await ann.start()
            assert hosting.lobby().phase is Phase.PLAYING

    run(test())


def test_a_bell_is_heard_by_all_with_both_names() -> None:
    async def test() -> None:
        hosting = table()
        sit(hosting, 0, 1)
        watch = await arrived(hosting, 1)
        hosting.nudge(ANN, 1)
        heard: Update = await anext(watch)
        while not isinstance(heard, Notice):
            heard = await anext(watch)
        assert heard == Notice(NoticeKind.NUDGE, "Ann", 0, "Bo")
        await watch.aclose()

    run(test())
