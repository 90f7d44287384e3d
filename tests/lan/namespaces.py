"""Several laptops on one machine: a switch and network namespaces plugged into it, and nothing of
it left afterwards. The machine's own network is not touched."""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from tests.cli.programs import Computer

Arguments = Sequence[str]

NETWORK = "192.168.77"
_FIRST = 11


class Lan:
    """A local network, until the context ends. There every laptop and all that runs on it go too.

    with Lan() as lan:
        red, sky = lan.laptop("red"), lan.laptop("sky")
        red.popen([sys.executable, "-m", "acquire_client", "host"])
    """

    def __init__(self) -> None:
        self._prefix = f"acq{secrets.token_hex(3)}"
        self._switch = f"{self._prefix}-switch"
        self._next = _FIRST
        self.laptops: dict[str, Laptop] = {}

    def __enter__(self) -> Self:
        # the switch has a namespace of its own, where no firewall of this machine filters it
        _ip("netns", "add", self._switch)
        try:
            _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
            _ip("-n", self._switch, "link", "set", "switch", "up")
        except RuntimeError:
            _ip("netns", "del", self._switch)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for laptop in self.laptops.values():
            laptop.remove()
        _ip("netns", "del", self._switch)

    def laptop(self, name: str) -> "Laptop":
        """A new laptop, plugged in, with an address."""
        port = f"port{len(self.laptops)}"
        namespace = f"{self._prefix}-{name}"
        _ip("netns", "add", namespace)
        laptop = Laptop(self, name, namespace, port)
        self.laptops[name] = laptop
        _ip(
            *("-n", self._switch, "link", "add", port, "type", "veth"),
            *("peer", "name", "eth0", "netns", namespace),
        )
        _ip("-n", self._switch, "link", "set", port, "up")
        self.let_through(port)
        _ip("-n", namespace, "link", "set", "lo", "up")
        laptop.up()
        laptop.readdress()
        return laptop

    def let_through(self, port: str) -> None:
        """Connects a port of the switch with the others."""
        _ip("-n", self._switch, "link", "set", port, "master", "switch")

    def shut_off(self, port: str) -> None:
        """Lets nothing through a port, without whoever is plugged in there noticing."""
        _ip("-n", self._switch, "link", "set", port, "nomaster")

    def free_address(self) -> str:
        """An address that no laptop had yet."""
        self._next += 1
        return f"{NETWORK}.{self._next - 1}"


class Laptop:
    """A computer on a `Lan`; `address` is its IPv4 address."""

    def __init__(self, lan: Lan, name: str, namespace: str, port: str) -> None:
        self.name = name
        self.address = ""
        self._lan = lan
        self._namespace = namespace
        self._port = port
        self._running: list[subprocess.Popen[str]] = []
        self._computers: list[Computer] = []

    def computer(self, home: Path) -> Computer:
        """An account there, with a new home, where the command is run."""
        home.mkdir()
        self._computers.append(Computer(home, self._there(())))
        return self._computers[-1]

    def run(
        self, command: Arguments, *, timeout: float = 60, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end there; what it wrote, and its exit code."""
        return subprocess.run(
            self._there(command),
            capture_output=True,
            check=False,
            env={**os.environ, **(env or {})},
            text=True,
            timeout=timeout,
        )

    def popen(
        self,
        command: Arguments,
        *,
        env: Mapping[str, str] | None = None,
        stderr: int | None = None,
    ) -> subprocess.Popen[str]:
        """Starts a command there, to be written to and read from line by line.

        Its `pid` is that of the command itself. It is killed at the latest when the network ends.
        """
        process = subprocess.Popen(
            self._there(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env={**os.environ, **(env or {})},
            text=True,
            bufsize=1,
        )
        self._running.append(process)
        return process

    def down(self) -> None:
        """Pulls the cable out."""
        _ip("-n", self._namespace, "link", "set", "eth0", "down")

    def up(self) -> None:
        """Plugs the cable in."""
        _ip("-n", self._namespace, "link", "set", "eth0", "up")

    def part(self) -> None:
        """Lets nothing reach or leave the laptop, whose cable and address stay as they are."""
        self._lan.shut_off(self._port)

    def meet(self) -> None:
        """Ends that."""
        self._lan.let_through(self._port)

    def readdress(self) -> str:
        """Gives the laptop another address instead of the one it has; the new one."""
        if self.address:
            _ip("-n", self._namespace, "addr", "del", f"{self.address}/24", "dev", "eth0")
        self.address = self._lan.free_address()
        _ip(
            *("-n", self._namespace, "addr", "add", f"{self.address}/24"),
            *("broadcast", f"{NETWORK}.255", "dev", "eth0"),
        )
        return self.address

    def remove(self) -> None:
        """Ends everything that runs there, and the laptop itself."""
        for computer in self._computers:
            computer.put_out()
        for process in self._running:
            process.kill()
        for left in _ip("netns", "pids", self._namespace).split():
            subprocess.run(["kill", "-9", left], check=False, capture_output=True)
        for process in self._running:
            with process:  # closes its pipes and waits for it
                pass
        _ip("netns", "del", self._namespace)

    def _there(self, command: Arguments) -> list[str]:
        return ["ip", "netns", "exec", self._namespace, *command]


@cache
def why_not() -> str:
    """Why laptops cannot be made here; empty when they can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are a thing of Linux"
    if shutil.which("ip") is None:
        return "the command ip is missing (apt-get install iproute2)"
    try:
        with Lan() as lan:
            lan.laptop("trial")
    except (RuntimeError, OSError) as error:
        return f"no network namespaces are permitted here: {error}"
    return ""


def lan_or_skip() -> Lan:
    """A network to enter; skips the test, with the reason, where that is not permitted."""
    if reason := why_not():
        pytest.skip(reason)
    return Lan()


def _ip(*arguments: str) -> str:
    done = subprocess.run(["ip", *arguments], capture_output=True, check=False, text=True)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout
