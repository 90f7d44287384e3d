"""When a program is to die, and what it was told before."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from acquire_net.ledger.statement import Entry, Statement


@dataclass(frozen=True)
class Kill:
    """The nth time a statement of that kind comes to that place: before, amid, torn, or after."""

    where: str
    kind: str
    moment: str
    nth: int = 1

    def written(self) -> str:
        """As `read` takes it."""
        return f"{self.where} {self.kind} {self.moment} {self.nth}"

    @classmethod
    def read(cls, text: str) -> "Kill | None":
        """None for an empty text."""
        if not text:
            return None
        where, kind, moment, nth = text.split()
        return cls(where, kind, moment, int(nth))


class Witness:
    """A file that outlives its program: every row is in it when the call returns."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def shown(self, entry: Entry) -> None:
        """An entry came."""
        self._write("shown", entry.seq, entry.host_signature)

    def sent(self, statement: Statement) -> None:
        """A statement leaves its author."""
        self._write("sent", statement.nonce, statement.signature)

    def acknowledged(self, statement: Statement, seq: int) -> None:
        """The host said where a statement is."""
        self._write("acknowledged", seq, statement.signature)

    def _write(self, what: str, number: int, signature: bytes) -> None:
        os.write(self._file, json.dumps([what, number, signature.hex()]).encode() + b"\n")


def testimony(path: Path) -> list[tuple[str, int, str]]:
    """All that a program, or those started after it, saw and said: what, which, and signatures.

    What was shown or acknowledged is told by its place in the log, what was sent by its nonce.
    """
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [(what, number, signature) for what, number, signature in rows]
