"""A headless Chromium that is told what to do through a pipe (the DevTools protocol)."""

import base64
import fcntl
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0
"""Seconds after which an answer will not come; a busy computer needs a tenth of it."""
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")

KEYS: Final = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9}
"""The keys that can be pressed, with the codes browsers give them."""


def installed() -> str | None:
    """The command of a Chromium on this computer."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


_AS_3_AND_4: Final = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Starts the browser with the pipe's two ends where it looks for them."""


class Browser:
    """One page in a browser of its own, with all that it asked for and complained of."""

    def __init__(self, said: int, heard: int) -> None:
        self._out = os.fdopen(said, "wb", buffering=0)
        self._in = os.fdopen(heard, "rb")
        self._number = 0
        self._session: str | None = None
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self.requests: list[str] = []
        """Every address that the page asked for."""
        self.complaints: list[str] = []
        """Every error and warning on its console, and every exception."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        data = b""
        while part := self._in.read1():
            *whole, data = (data + part).split(b"\0")
            for message in map(json.loads, whole):
                if "id" in message:
                    self._answers.put(message)
                else:
                    self._note(message)
                    self._events.put(message)

    def _note(self, event: Mapping[str, Any]) -> None:
        method, told = event["method"], event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        level = told.get("type") or told.get("entry", {}).get("level")
        if method == "Runtime.exceptionThrown" or (
            method in ("Log.entryAdded", "Runtime.consoleAPICalled")
            and level in ("error", "warning")
        ):
            self.complaints.append(json.dumps(told))

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Carries out a command of the protocol; what it answers."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._answers.get(timeout=PATIENCE)
            if answer["id"] == self._number:
                assert "error" not in answer, f"{method}: {answer}"
                result: dict[str, Any] = answer["result"]
                return result

    def wait_for(self, method: str) -> None:
        """Waits for an event."""
        deadline = time.monotonic() + PATIENCE
        while True:
            event = self._events.get(timeout=max(0.01, deadline - time.monotonic()))
            if event["method"] == method:
                return

    # -- the page --------------------------------------------------------------------------------

    def begin(self, width: int, height: int) -> None:
        """Opens an empty page of that size and listens to it."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def open(self, path: Path) -> None:
        """Opens a file and waits until it is all there."""
        self.call("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """What a script's expression comes to in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Presses a key and lets it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=KEYS[key],
            )

    def screenshot(self) -> bytes:
        """The page from top to bottom, as a PNG."""
        taken = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(taken["data"])

    def end(self) -> None:
        """Asks the browser to end."""
        self._session = None
        with suppress(OSError, queue.Empty):
            self.call("Browser.close")
        self._out.close()


@contextmanager
def browser(home: Path, width: int = 1280, height: int = 1000) -> Iterator[Browser]:
    """A browser with a profile of its own, gone afterwards."""
    command = installed()
    assert command is not None
    theirs, said = os.pipe()
    heard, answers = os.pipe()
    options = [
        *("--headless=new", "--remote-debugging-pipe", f"--user-data-dir={home}"),
        *("--no-first-run", "--disable-gpu", "--disable-background-networking"),
        *("--disable-dev-shm-usage", "--no-sandbox"),  # as in containers, where root runs tests
    ]
    ours = [theirs, answers]
    theirs, answers = (fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10) for one in ours)
    with (home.parent / "chromium.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _AS_3_AND_4, str(theirs), str(answers), command, *options],
            pass_fds=(theirs, answers),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    for end in (*ours, theirs, answers):
        os.close(end)
    one = Browser(said, heard)
    try:
        one.begin(width, height)
        yield one
        one.end()
        process.wait(PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(PATIENCE)
