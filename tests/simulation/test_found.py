"""What kills and bad networks brought to light, each by itself."""

import asyncio
import os
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from acquire_client.link import LostHost
from acquire_client.links.memory import MemoryLink
from acquire_client.playing import Outcome, Playing
from acquire_client.question import Question
from acquire_client.session import Session
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.party import LocalParty
from acquire_client.storage.vault import Vault
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_host.table import Journal
from acquire_net.audit import Status, audit
from acquire_net.author import Dealer, Secrets
from acquire_net.errors import AcquireError, BrokenPromise, Refused
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.replica import Replica
from acquire_net.rules.actions import Action
from acquire_net.rules.events import Event
from acquire_net.wire.updates import Goodbye, GoodbyeReason, Role, Update
from tests.attacks.cheats import LyingHost, place_of
from tests.short import FEW_CHAINS, SHORT, by_turn, short, to_the_last_tile
from tests.simulation.virtual import run
from tests.simulation.world import Killed
from tests.tables import NAMES, Game, no_journal, secrets_of


def without_disk(game: Game, seat: int) -> Session:
    """A player's session after his disk was lost, but for his identity."""
    identity = secrets_of(game.seed, seat).identity
    anew = Secrets.made_of(random.Random(9).randbytes(32), identity)
    return Session(game.header.encode(), anew, NAMES[seat], lost=True)


# -- coming back without a disk --------------------------------------------------------------------


def test_whoever_comes_back_without_a_disk_holds_the_tiles_that_lie_face_up() -> None:
    game = Game(2, 2, FEW_CHAINS, to_the_last_tile, "consent").run(
        until=lambda game: bool(game.table.replica.state.face_up)
    )
    state = game.table.replica.state
    (seat, *_) = {state.holder[position] for position in state.face_up}
    back = game.sessions[seat] = without_disk(game, seat)

    game.run(until=lambda _: back.seated)

    assert set(state.face_up) & set(back.hand)
    game.run()
    assert audit(game.ledger()).status is Status.VERIFIED


def test_boxes_that_were_for_lost_keys_are_not_complained_of() -> None:
    """A host that deals to another seat first must not make a player complain falsely."""
    game = Game(3, 1, SHORT, by_turn, "consent").run()
    first = place_of(game, "act")
    acted = next(
        entry
        for entry in game.table.entries[first:]
        if entry.statement.kind == "act"
        and game.table.entries[entry.seq + 1].statement.kind == "deal"
    )
    back = without_disk(game, (acted.statement.author + 1) % 3)
    host = LyingHost(game, game.table.entries[: acted.seq + 1])
    replica = Replica(game.header.encode())
    for entry in host.entries:
        replica.fold(entry)
        back.receive(entry)
    dealer = Dealer(secrets_of(game.seed, REFEREE), replica)

    statement = back.statement()
    while statement is not None:
        entry = host.put(statement)
        replica.fold(entry)
        back.receive(entry)
        said = back.statement()
        assert said is None or said.kind in ("return", "act")
        duty = dealer.duty()
        statement = dealer.sign(duty) if duty is not None else None

    assert back.seated
    assert sorted(back.hand) == sorted(replica.state.hands[back.seat])


def test_whoever_lost_his_disk_when_the_game_was_over_still_countersigns_it() -> None:
    whole = Game(3, 1, SHORT, by_turn, "consent").run()
    game = whole.resumed(place_of(whole, "end") + 1)
    game.sessions[2] = without_disk(whole, 2)

    game.run()

    assert game.table.replica.complete


# -- the host -----------------------------------------------------------------------------------------


def resumed(entries: Sequence[Entry], journal: Journal = no_journal) -> Hosting:
    """The host of a short game of three that goes on after these entries."""
    role = secrets_of(1, REFEREE)
    hosting = Hosting("Table", Seating(SHORT, 3), role, bytes(32), lambda _: journal)
    hosting.resume(short(3).header.encode(), entries, journal)
    return hosting


async def goodbye_to(hosting: Hosting, seat: int) -> Goodbye:
    """What a seat that has seen nothing is told last."""
    last: Update | None = None
    async for update in hosting.watch(secrets_of(1, seat).public_identity, Role.SEAT):
        last = update
    assert isinstance(last, Goodbye)
    return last


async def acknowledge(hosting: Hosting, seat: int) -> None:
    """Asks for what comes after the last entry, as a seat does that has everything."""
    length, head = (glance := hosting.glance()).length, glance.head
    key = secrets_of(1, seat).public_identity
    async with aclosing(hosting.watch(key, Role.SEAT, length, head)) as updates:
        await anext(updates)


def test_a_disk_that_fills_up_at_the_last_entry_stops_the_table_and_does_not_end_the_game() -> None:
    def full(_: Sequence[Entry]) -> None:
        raise OSError(28, "No space left on device")

    async def test() -> None:
        *before, last = short(3).table.entries
        hosting = resumed(before, full)
        with pytest.raises(Refused, match="No space"):
            hosting.submit(last.statement)
        await hosting.settled()
        assert (await goodbye_to(hosting, 0)).reason is GoodbyeReason.TABLE_STOPPED

    run(test())


def test_a_host_killed_after_the_last_entry_stays_until_everybody_has_fetched_it() -> None:
    async def test() -> None:
        hosting = resumed(short(3).table.entries)
        await hosting.settled()
        leaving = asyncio.create_task(hosting.empty())
        for seat in range(3):
            await asyncio.sleep(1)
            assert not leaving.done()
            assert (await goodbye_to(hosting, seat)).reason is GoodbyeReason.GAME_OVER
            assert not leaving.done()
            await acknowledge(hosting, seat)
        await leaving

    run(test())


# -- the client ------------------------------------------------------------------------------------------


class Quick(Teller):
    """A player who answers at once, and remembers that the host was lost."""

    def __init__(self) -> None:
        super().__init__(SilentVoice())
        self.losses: list[str] = []

    async def choose(self, question: Question) -> Action:
        return by_turn(question, random.Random())

    def lost(self, error: AcquireError) -> None:
        self.losses.append(str(error))


class Thinker(Quick):
    """A player who comes to a decision only when the game was stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking = asyncio.Event()
        self.stopped = asyncio.Event()

    def happened(self, entry: Entry, events: tuple[Event, ...]) -> None:
        if entry.statement.kind == "stop":
            self.stopped.set()

    async def choose(self, question: Question) -> Action:
        self.thinking.set()
        options = question.options
        await self.stopped.wait()
        return options[0]


class Room:
    """A table of two in this process, on which a link of the test's own is tried."""

    def __init__(self) -> None:
        self.players: list[Quick] = []
        key = secrets_of(1, 0).public_identity
        self.hosting = Hosting(
            "Table",
            Seating(SHORT, 2),
            secrets_of(1, REFEREE),
            bytes(32),
            lambda _: no_journal,
            player=key,
            now=asyncio.get_running_loop().time,
        )

    def playing(self, seat: int, player: Quick, link: type[MemoryLink] = MemoryLink) -> Playing:
        self.players.append(player)
        secrets = secrets_of(1, seat)
        party = LocalParty(NAMES[seat], secrets)
        return Playing(link(self.hosting, secrets.public_identity), party, player)

    async def play(self, link: type[MemoryLink]) -> list[Outcome]:
        """A whole game, the first player's over that link."""
        first, second = self.playing(0, Quick(), link), self.playing(1, Quick())
        return [*await asyncio.gather(first.run(), second.run())]


def test_an_answer_that_comes_when_the_game_was_stopped_disturbs_nobody() -> None:
    async def test() -> None:
        room = Room()
        thinkers = [Thinker(), Thinker()]
        games = [
            asyncio.create_task(room.playing(seat, thinker).run())
            for seat, thinker in enumerate(thinkers)
        ]
        asked = {asyncio.create_task(one.thinking.wait()) for one in thinkers}
        _, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()

        room.hosting.stop(room.hosting.player, "game abandoned", None)

        assert [outcome.complete for outcome in await asyncio.gather(*games)] == [True, True]

    run(test())


def test_a_stream_that_breaks_while_an_answer_is_missing_is_noticed() -> None:
    class Deaf(MemoryLink):
        hearing = False

        async def submit(self, statement: Statement) -> int:
            while not self.hearing:
                await asyncio.Event().wait()
            return await super().submit(statement)

        async def watch(
            self, role: Role, after_seq: int, after_head: bytes
        ) -> AsyncGenerator[Update, None]:
            async for update in super().watch(role, after_seq, after_head):
                yield update
                if not self.hearing and self._table.glance().length > 1:
                    self.hearing = True
                    raise LostHost("The host has fallen silent.")

    async def test() -> None:
        room = Room()
        outcomes = await room.play(Deaf)
        assert [outcome.complete for outcome in outcomes] == [True, True]
        assert room.players[0].losses == ["The host has fallen silent."]

    run(test())


def test_a_host_found_to_have_less_than_the_client_is_looked_at_again() -> None:
    class Behind(MemoryLink):
        behind = True

        async def watch(
            self, role: Role, after_seq: int, after_head: bytes
        ) -> AsyncGenerator[Update, None]:
            if self.behind:
                self.behind = False
                raise Refused("AHEAD", "This host has only 2 entries.")
            async for update in super().watch(role, after_seq, after_head):
                yield update

    async def test() -> None:
        room = Room()
        outcomes = await room.play(Behind)
        assert [outcome.complete for outcome in outcomes] == [True, True]
        assert room.players[0].losses == ["This host has only 2 entries."]

    run(test())


def continued(count: int, hosting: Hosting) -> Playing:
    """The first player of a short game who has seen so many entries of it, at that host."""
    game, secrets = short(3), secrets_of(1, 0)
    entries = game.table.entries[:count]

    class Kept(LocalParty):
        def entries(self) -> Sequence[Entry]:
            return entries

    session = Session(game.header.encode(), secrets, NAMES[0], entries=entries)
    link = MemoryLink(hosting, secrets.public_identity)
    return Playing(link, Kept(NAMES[0], secrets, session), Quick())


def test_a_client_that_has_the_whole_log_needs_no_host() -> None:
    class Unreachable(Hosting):
        def glance(self, nonce: bytes = b"") -> object:  # type: ignore[override]
            raise LostHost("Nobody answers.")

    async def test() -> None:
        role = secrets_of(1, REFEREE)
        nobody = Unreachable("", Seating(SHORT, 3), role, bytes(32), lambda _: no_journal)
        outcome = await continued(len(short(3).table.entries), nobody).run()
        assert outcome.complete

    run(test())


def test_a_host_that_cannot_take_back_what_it_had_shown_told_another_history() -> None:
    game = short(3)
    before = game.table.entries[:1]
    bo = Session(game.header.encode(), secrets_of(1, 1), NAMES[1], entries=before)
    said = bo.statement()
    assert said is not None

    async def test() -> None:
        hosting = resumed(before)
        hosting.submit(said)  # this client has seen another entry in that place
        with pytest.raises(BrokenPromise) as caught:
            await continued(3, hosting).run()
        assert caught.value.who == "the host"

    run(test())


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["ledger", "secrets"])
def test_a_file_whose_making_was_interrupted_is_made_again(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"

    def make() -> None:
        if kind == "ledger":
            LedgerFile.create(path, b"{}").close()
        else:
            Vault.create(path, {}, {0: secrets_of(1, 0)})

    def killed(_: int) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", killed)
        with pytest.raises(Killed):
            make()
    assert not path.exists()
    make()
    assert path.exists()
    with pytest.raises(Refused):
        make()
