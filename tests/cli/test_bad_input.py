"""Wrong addresses, ports, files, keys, names: a sentence each, and nothing is lost."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import IO

import pytest

from tests.cli.conftest import Here, Said
from tests.cli.programs import ROOT, Computer, Program


def sentence(program: Program | Said, code: int = 1) -> str:
    """What a refused command says on its error stream: one line, a sentence or a command."""
    program.ended(code)
    (line,) = program.errors.splitlines()
    assert line.endswith((".", "?", "'")), line
    return line


@contextmanager
def web_server() -> Iterator[int]:
    """An HTTP server on this computer; its port."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# -- addresses and ports -------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["join", "watch", "bot"])
def test_where_no_host_is_one_is_told_so(here: Here, command: str) -> None:
    port = free_port()
    assert sentence(here(command, f"127.0.0.1:{port}")) == (
        f"Nobody answers at 127.0.0.1:{port}. Is `acquire host` running there?"
    )


def test_an_address_that_is_none_is_explained(here: Here) -> None:
    for address in ("", "a b", "127.0.0.1:x", "127.0.0.1:99999", "999.1.1.1", "\udcff"):
        assert "such as 127.0.0.1:7777" in sentence(here("join", address))


def test_another_kind_of_server_is_no_host(computer: Computer) -> None:
    with web_server() as port:
        assert sentence(computer.run("join", f"127.0.0.1:{port}")) == (
            f"What answers at 127.0.0.1:{port} is no Acquire host. Is the port right?"
        )
        assert sentence(computer.run("host", "--port", str(port))) == (
            f"Port {port} is taken; try --port 0 for any free one."
        )


def test_a_table_opens_at_an_address_of_this_computer_only(here: Here) -> None:
    said = sentence(here("host", "--port", "0", "--bind", "203.0.113.9"))
    assert "203.0.113.9" in said


def test_a_second_host_on_one_port_harms_nothing(computer: Computer) -> None:
    first = computer.start("host", "--port", "0", "--seats", "2")
    port = first.address().rpartition(":")[2]
    second = computer.run("host", "--port", port)
    assert sentence(second) == f"Port {port} is taken; try --port 0 for any free one."
    assert "Profile default plays already, so this is default-2." in second.lines
    bot = computer.start("bot", f"127.0.0.1:{port}", "--pace", "0")
    first.wait_for("The game begins")
    bot.wait_for(" plays at ")


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "host", "games", "audit", ""])
def test_a_home_that_cannot_be_written_is_named(computer: Computer, command: str) -> None:
    stone = computer.home / "stone"
    stone.write_text("no folder")
    below = Computer(stone / "home")
    said = sentence(below.run(*[word for word in [command] if word]), 1)
    assert str(stone) in said
    assert "Not a directory" in said


@pytest.mark.long
def test_a_ledger_that_cannot_be_made_is_refused_before_anybody_plays(computer: Computer) -> None:
    stone = computer.home / "stone"
    stone.write_text("no folder")
    for command in ("play", "host"):
        refused = computer.run(
            command, "--ledger", stone / "game", *["--port", "0"][: 2 * (command == "host")]
        )
        assert "Not a directory" in sentence(refused)
    host = computer.start("host", "--port", "0", "--seats", "2")
    address = host.address()
    host.wait_for("waiting for 1 more")
    assert "Not a directory" in sentence(computer.run("join", address, "--ledger", stone / "game"))
    assert f"{stone} exists already" in sentence(computer.run("join", address, "--ledger", stone))
    computer.start("bot", address, "--pace", "0")
    host.wait_for("The game begins")
    assert stone.read_text() == "no folder"


def test_a_key_that_others_can_read_is_refused_with_the_remedy(
    computer: Computer, here: Here
) -> None:
    host = computer.start("host", "--port", "0", "--profile", "ann")
    host.wait_for("waiting for")
    key = computer.home / "profiles" / "ann.key"
    assert key.stat().st_mode & 0o777 == 0o600
    host.put_out()
    key.chmod(0o644)
    refused = sentence(computer.run("host", "--port", "0", "--profile", "ann"))
    assert refused == f"Others can read {key}; mend that with: chmod 600 '{key}'"
    key.chmod(0o600)
    for damage in (b"", b"zz", b"\xff" * 64, b"ab" * 31):
        key.write_bytes(damage)
        assert f"{key} is no key" in sentence(here("host", "--profile", "ann"))


def test_damaged_settings_are_named_and_never_overwritten(computer: Computer, here: Here) -> None:
    config = computer.home / "config.toml"
    for content in (b"name = ", b"\xff\xfe", b'pace = "fast"', b'announce = "loud"'):
        config.write_bytes(content)
        assert str(config) in sentence(here("play"))
        assert config.read_bytes() == content


def test_damaged_secrets_are_named(computer: Computer, here: Here) -> None:
    computer.run("play", typed="quit").ended(0)
    (secrets,) = computer.games.glob("*.secrets")
    whole = secrets.read_bytes()
    (ledger,) = computer.ledgers()
    for damage in (b"", b"{}\n", b"\xff\n", whole.replace(b"authors", b"bothers")):
        secrets.write_bytes(damage)
        refused = sentence(here("play", "--resume", ledger))
        assert f"{secrets} is no secrets file of this program, or damaged." == refused
    secrets.write_bytes(whole)
    secrets.chmod(0o640)
    assert "chmod 600" in sentence(here("play", "--resume", ledger))
    secrets.unlink()
    assert "has no secrets" in sentence(here("play", "--resume", ledger))


# -- names and seats -----------------------------------------------------------------------------


def test_names_are_made_plain_or_refused(computer: Computer, here: Here) -> None:
    for name in ("   ", "\u200b", "x" * 25, "\udcff"):
        assert "That name cannot be used" in sentence(here("play", "--name", name))
    host = computer.start("host", "--port", "0", "--seats", "2", "--name", "a\x1b[31m\u202eb\n")
    host.wait_for(r"^At the table: a\[31mb; waiting for 1 more\.$")


@pytest.mark.long
def test_a_name_or_seat_that_is_taken_is_refused(computer: Computer) -> None:
    host = computer.start("host", "--port", "0", "--seats", "3", "--name", "Ann")
    address = host.address()
    host.wait_for("waiting for 2 more")
    taken = sentence(computer.run("join", address, "--name", "ANN"))
    assert taken == "Somebody here has that name; choose another name."
    bots = [computer.start("bot", address) for _ in range(2)]
    host.wait_for("The game begins")
    for bot in bots:
        bot.wait_for(" plays at ")
    late = sentence(computer.run("join", address, "--name", "Cy"))
    assert late == "The game has started; `acquire watch` shows it."
    assert not [path for path in computer.games.iterdir() if "Cy" in path.name]


def test_a_table_for_seven_is_refused(here: Here) -> None:
    assert sentence(here("play", "--bots", "6")) == (
        "Acquire is for 2 to 6 players, not 7."
        " You take one of the seats; --no-player leaves it to a bot."
    )
    assert "7 is not from 2 to 6" in here("host", "--seats", "7").ended(2).errors


@pytest.mark.parametrize(
    "options",
    [
        ["--rule", "hand_size=0"],
        ["--rule", "nonsense=1"],
        ["--rule", "hand_size"],
        ["--rule", "bonus_timing=never"],
        ["--rule", "columns=999999999999"],
    ],
)
def test_rules_that_are_none_are_refused(here: Here, options: list[str]) -> None:
    sentence(here("play", *options))


def test_options_that_are_none_are_explained(here: Here) -> None:
    for options in (["--preset", "2008"], ["--pace", "fast"], ["--pace", "nan"], ["--seed", "x"]):
        refused = here("play", *options).ended(2)
        assert refused.errors.splitlines()[-1].startswith("acquire play: error: argument ")
    assert "choose from" in here("nonsense").ended(2).errors


@pytest.mark.long
def test_json_stays_json_when_something_is_refused(computer: Computer) -> None:
    game = computer.run("play", "--json", typed="nonsense\n\xff\nquit").ended(0)
    rows = [json.loads(line) for line in game.lines]
    assert [row["type"] for row in rows].count("refused") == 2
    assert rows[-1]["type"] == "kept"


def test_a_path_with_spaces_is_told_so_that_it_can_be_typed(
    computer: Computer, tmp_path: Path
) -> None:
    path = tmp_path / "my games" / "one.acquire.jsonl"
    game = computer.run("play", "--ledger", path, typed="quit").ended(0)
    assert game.lines[-1] == f"Go on with: acquire play --resume '{path}'"


# -- floods and closed doors ---------------------------------------------------------------------


def test_a_flood_of_answers_does_not_keep_a_program_from_being_ended(computer: Computer) -> None:
    game = subprocess.Popen(
        [sys.executable, "-m", "acquire_client", "play", "--pace", "0"],
        env=computer.environment,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert game.stdin is not None
    assert game.stdout is not None
    flood = threading.Thread(target=_flood, args=(game.stdin,), daemon=True)
    flood.start()
    for line in game.stdout:
        if b"no answer" in line:
            break
    game.terminate()
    threading.Thread(target=game.stdout.read, daemon=True).start()

    assert game.wait(20) == 143


def _flood(pipe: IO[bytes]) -> None:
    with suppress(OSError):
        while True:
            pipe.write(b"nonsense\n" * 1000)
            pipe.flush()


def test_a_closed_standard_output_is_no_accident(computer: Computer) -> None:
    command = f"{sys.executable} -m acquire_client play </dev/null >&-"
    said = subprocess.run(
        ["sh", "-c", command],
        env=computer.environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert said.returncode == 1
    assert b"Traceback" not in said.stderr
