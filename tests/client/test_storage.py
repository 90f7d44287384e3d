"""What lies on disk: whole, private, held by one program, and of use after any crash."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from acquire_client.storage import acquaintances, ledgerfile, places, profiles, settings
from acquire_client.storage.ledgerfile import LedgerFile
from acquire_client.storage.party import Files, SeatParty
from acquire_client.storage.settings import Settings
from acquire_client.storage.vault import Vault
from acquire_host.hosting import Hosting
from acquire_host.seating import Seating
from acquire_net.author import Secrets
from acquire_net.errors import Refused, Unreadable
from acquire_net.fairness.commitments import REFEREE
from acquire_net.ledger.statement import Entry, Statement
from acquire_net.wire.updates import Goodbye, GoodbyeReason
from tests.short import SHORT, short
from tests.tables import secrets_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def statements() -> Sequence[Statement]:
    return [entry.statement for entry in short(2).table.entries]


def numbers(count: int) -> bytes:
    return bytes(range(count))


# -- secrets -------------------------------------------------------------------------------------


def vault_at(path: Path) -> Vault:
    return Vault.create(path, {"table": "00", "name": "Ann"}, {0: secrets_of(1, 0)})


def test_secrets_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.acquire.secrets"
    vault = vault_at(path)
    for statement in statements()[:3]:
        vault.keep(statement)
        vault.keep(statement)
    vault.close()

    again = Vault.open(path)
    assert again.about == {"table": "00", "name": "Ann"}
    assert again.authors == {0: secrets_of(1, 0)}
    assert again.outbox == statements()[2]
    assert path.read_bytes().count(b"\n") == 4


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault_at(path).close()
    assert path.stat().st_mode & 0o777 == 0o600
    for mode in (0o640, 0o604, 0o660):
        path.chmod(mode)
        with pytest.raises(Unreadable, match="chmod 600"):
            Vault.open(path)


def test_a_torn_last_line_was_never_acted_on(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault = vault_at(path)
    for statement in statements()[:2]:
        vault.keep(statement)
    vault.close()
    whole = path.read_bytes()
    for cut in (1, 50, len(whole.splitlines()[-1])):
        path.write_bytes(whole[:-cut])
        again = Vault.open(path)
        assert again.outbox == statements()[0]
        again.keep(statements()[1])
        again.close()
        assert path.read_bytes() == whole


def test_looking_at_secrets_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault_at(path).close()
    torn = path.read_bytes() + b"{"
    path.write_bytes(torn)
    assert Vault.load(path).authors == {0: secrets_of(1, 0)}
    assert path.read_bytes() == torn


def test_one_program_at_a_time_plays_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault = vault_at(path)
    with pytest.raises(Refused, match="plays the game") as refused:
        Vault.open(path)
    assert refused.value.reason == "IN_USE"
    assert Vault.load(path).authors
    vault.close()
    Vault.open(path).close()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_secrets_are_never_made_twice(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault_at(path).close()
    before = path.read_bytes()
    with pytest.raises(Refused):
        vault_at(path)
    assert path.read_bytes() == before


# -- ledgers -------------------------------------------------------------------------------------


def ledger_at(path: Path, count: int) -> bytes:
    game = short(2)
    with LedgerFile.create(path, game.table.replica.header_line) as ledger:
        ledger.journal(game.table.entries[:count])
    return path.read_bytes()


def test_a_ledger_is_read_back_and_goes_on(tmp_path: Path) -> None:
    path, entries = tmp_path / "game", short(2).table.entries
    ledger_at(path, 10)
    kept = ledgerfile.load(path)
    assert (kept.header, kept.torn) == (short(2).table.replica.header_line, False)
    assert kept.entries == tuple(entries[:10])
    with LedgerFile.reopen(path) as ledger:
        ledger.journal(entries[10:12])
    assert ledgerfile.load(path).entries == tuple(entries[:12])


def test_a_torn_tail_is_left_out_and_cut_off_when_the_game_goes_on(tmp_path: Path) -> None:
    path, entries = tmp_path / "game", short(2).table.entries
    whole = ledger_at(path, 10)
    path.write_bytes(whole[:-7])
    kept = ledgerfile.load(path)
    assert kept.torn
    assert kept.entries == tuple(entries[:9])
    with LedgerFile.reopen(path) as ledger:
        ledger.journal(entries[9:10])
    assert path.read_bytes() == whole


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    lines = ledger_at(path, 10).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[4][1:], *lines[5:]]))
    with pytest.raises(Unreadable, match=r"game is damaged: line 5: "):
        ledgerfile.load(path)


def test_a_new_ledger_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "game"
    ledgerfile.check_new(path)
    assert not path.exists()
    ledger_at(path, 0)
    with pytest.raises(Refused, match="exists already"):
        ledgerfile.check_new(path)
    assert [one.name for one in path.parent.iterdir()] == ["game"]


# -- a disk that is full -------------------------------------------------------------------------


class FullDisk:
    """A journal that stores so many times, and then finds no space."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.stored: list[Entry] = []

    def __call__(self, entries: Sequence[Entry]) -> None:
        if not self.times:
            raise OSError(28, "No space left on device")
        self.times -= 1
        self.stored += entries


@pytest.mark.parametrize("times", [1, 2, 6, 15])
def test_a_journal_that_fails_stops_the_table_and_nothing_unstored_is_seen(times: int) -> None:
    from tests.tables import Game

    disk = FullDisk(times)
    game = Game(2, 1, SHORT)
    game.table._journal = disk
    already = [*game.table.entries[: game.table.published]]
    with pytest.raises(Refused, match="No space left on device") as refused:
        game.run()
    assert refused.value.reason == "TABLE_STOPPED"
    assert game.table.stopped == "The host cannot store the game: No space left on device."
    assert game.table.entries[: game.table.published] == already + disk.stored
    assert all(s.replica.length <= game.table.published for s in game.sessions)


def test_a_ledger_that_cannot_be_made_sends_everybody_home() -> None:
    def full(_: bytes) -> FullDisk:
        raise OSError(28, "No space left on device", "/games/one")

    for opening in (full, lambda _: FullDisk(0)):
        role = Secrets.seeded(1, REFEREE)
        hosting = Hosting("Table", Seating(SHORT, 2), role, bytes(32), opening)
        players = [Secrets.seeded(1, seat) for seat in range(2)]
        for number, secrets in enumerate(players):
            hosting.sit(secrets.public_identity, f"Player {number}", secrets.public_table)
        rules = bytes.fromhex(hosting_rules(hosting))
        hosting.ready(players[0].public_identity, rules)
        with pytest.raises(Refused, match="cannot store the game: No space left on device"):
            hosting.ready(players[1].public_identity, rules)
        assert hosting.stopped is not None
        assert isinstance(hosting._closing, Goodbye)
        assert hosting._closing.reason is GoodbyeReason.TABLE_STOPPED


def hosting_rules(hosting: Hosting) -> str:
    from acquire_net.agreement import rulebook_hash

    return rulebook_hash(hosting.seating.rulebook).hex()


# -- profiles ------------------------------------------------------------------------------------


def test_a_profile_keeps_its_key_and_is_held_by_one_program(home: Path) -> None:
    first = profiles.take("ann", numbers)
    second = profiles.take("ann", lambda count: bytes(reversed(range(count))))
    assert (first.name, second.name) == ("ann", "ann-2")
    assert first.public != second.public
    with pytest.raises(Refused, match="end that one first"):
        profiles.take("ann", numbers, exactly=True)
    first.release()
    again = profiles.take("ann", lambda count: bytes(count))
    assert (again.name, again.public) == ("ann", first.public)


def test_nine_programs_share_a_profile_and_a_tenth_is_refused(home: Path) -> None:
    held = [profiles.take("ann", os.urandom) for _ in range(9)]
    assert held[-1].name == "ann-9"
    with pytest.raises(Refused, match="use --profile"):
        profiles.take("ann", os.urandom)


@pytest.mark.parametrize("name", ["", "../ann", "a/b", "ann.key", "x" * 41, "-", "a b"])
def test_a_profile_is_named_so_that_it_can_be_a_file(home: Path, name: str) -> None:
    with pytest.raises(Unreadable, match="profile's name"):
        profiles.take(name, numbers)


# -- settings ------------------------------------------------------------------------------------


def test_settings_are_kept(home: Path) -> None:
    assert settings.load() == Settings()
    chosen = Settings('Zoë "the" \\ Shark', confirm=False, announce="hold", pace=2)
    settings.save(chosen)
    assert settings.load() == chosen


def test_what_a_later_version_keeps_is_no_mistake(home: Path) -> None:
    home.mkdir()
    settings.path().write_text('name = "Ann"\nweather = "fine"\n')
    assert settings.load() == Settings("Ann")


# -- a seat, found again -------------------------------------------------------------------------


def seat_party(files: Files, name: str = "Ann") -> SeatParty:
    secrets = secrets_of(1, 0)
    return SeatParty(name, secrets.identity, files, lambda: secrets)


def lobby_of(table_id: bytes) -> Hosting:
    return Hosting("Table", Seating(SHORT, 2), Secrets.seeded(1, REFEREE), table_id, _no_journal)


def _no_journal(_: bytes) -> FullDisk:
    return FullDisk(1000)


def test_secrets_are_on_disk_before_anybody_is_told_the_key(tmp_path: Path) -> None:
    glance = lobby_of(bytes(32)).glance()
    party = seat_party(Files(tmp_path, "20260101-101500"))
    _, key, bot = party.seat_wanted(glance)
    assert not bot
    (path,) = tmp_path.glob("*.secrets")
    assert Vault.load(path).authors[0].public_table == key
    party.close()

    again = seat_party(Files(tmp_path, "20260101-111500"), "Another name")
    assert again.seat_wanted(glance)[:2] == ("Ann", key)


def test_a_ledger_named_for_another_table_is_not_mixed_up(tmp_path: Path) -> None:
    files = Files(tmp_path, "20260101-101500", tmp_path / "mine")
    party = seat_party(files)
    party.seat_wanted(lobby_of(bytes(32)).glance())
    party.close()
    with pytest.raises(Unreadable, match="of another table"):
        seat_party(files).seat_wanted(lobby_of(bytes([1]) * 32).glance())


def test_a_file_that_is_there_already_is_found_before_the_game_begins(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("a letter")
    files = Files(tmp_path, "20260101-101500", tmp_path / "mine")
    with pytest.raises(Refused, match="exists already"):
        seat_party(files).seat_wanted(lobby_of(bytes(32)).glance())
    assert [one.name for one in tmp_path.iterdir()] == ["mine"]


def test_in_a_lobby_an_earlier_game_of_the_same_table_is_over(tmp_path: Path) -> None:
    glance = lobby_of(bytes(32)).glance()
    first = seat_party(Files(tmp_path, "20260101-101500"))
    first.seat_wanted(glance)
    assert first._vault is not None
    first._vault.keep(statements()[0])
    first.close()
    second = seat_party(Files(tmp_path, "20260101-111500"), "Other")
    assert second.seat_wanted(glance)[0] == "Other"
    assert len([*tmp_path.glob("*.secrets")]) == 2


def test_two_games_of_one_table_begun_in_the_same_second_are_both_kept(tmp_path: Path) -> None:
    files = Files(tmp_path, "20260101-101500")
    for number in ("", "-2", "-3"):
        path = files.path("Ann", bytes(32), bytes(32))
        assert path.name.startswith(f"20260101-101500-Ann{number}-00000000-")
        Vault.create(places.secrets_beside(path), {}, {0: secrets_of(1, 0)}).close()


def test_a_bot_that_was_left_behind_is_found_by_its_table(tmp_path: Path) -> None:
    files = Files(tmp_path, "20260101-101500")
    secrets = secrets_of(1, 0)
    bot = SeatParty("Sky", secrets.identity, files, lambda: secrets, bot=True)
    bot.seat_wanted(lobby_of(bytes(32)).glance())
    assert files.left_behind(bytes(32), bot=True) is None  # it still plays
    bot.close()
    assert files.left_behind(bytes(32), bot=True) == secrets.identity
    assert files.left_behind(bytes(32), bot=False) is None
    assert files.left_behind(bytes([1]) * 32, bot=True) is None


def test_where_a_folder_cannot_be_it_says_which(tmp_path: Path) -> None:
    (tmp_path / "stone").write_text("")
    for folder in (tmp_path / "stone", tmp_path / "stone" / "below"):
        with pytest.raises(NotADirectoryError) as refused:
            places.made(folder)
        assert refused.value.filename == str(folder)


# -- whom one has met ------------------------------------------------------------------------------


def test_those_met_are_known_again_to_that_profile_alone(home: Path) -> None:
    ann, bo, cy = (bytes([one]) * 32 for one in range(3))
    met = acquaintances.Met("default")
    assert met.knows(())
    assert not met.knows((ann,))
    met.add((ann, bo))
    met.add((bo,))
    again = acquaintances.Met("default")
    assert again.knows((bo, ann))
    assert not again.knows((ann, cy))
    assert not acquaintances.Met("other").knows((ann,))


def test_who_was_met_long_ago_is_forgotten_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acquaintances, "MOST", 2)
    ann, bo, cy = (bytes([one]) * 32 for one in range(3))
    met = acquaintances.Met("default")
    for one in (ann, bo, ann, cy):
        met.add((one,))
    assert met.knows((ann, cy))
    assert not met.knows((bo,))


# -- what a host keeps -----------------------------------------------------------------------------


def test_a_hosts_lobby_bots_and_facts_come_back(tmp_path: Path) -> None:
    path = tmp_path / "game.acquire.secrets"
    vault = vault_at(path)
    bot = secrets_of(1, 1)
    vault.keep_lobby({"name": "first"})
    vault.keep_bot("greedy", bot)
    vault.keep_lobby({"name": "second"})
    vault.note(port=7777, served=False)
    length = path.stat().st_size
    vault.note(served=False)
    assert path.stat().st_size == length
    vault.close()

    again = Vault.open(path)
    assert again.lobby == {"name": "second"}
    assert again.bots == {bot.public_identity: ("greedy", bot)}
    assert (again.about["port"], again.about["name"]) == (7777, "Ann")
    again.remove()
    assert not path.exists()
