"""The tables that this user hosts right now, so that he joins them himself without typing a code."""

import json
from dataclasses import dataclass
from pathlib import Path

from acquire_client.storage import places
from acquire_client.storage.private import read_private, write_private
from acquire_net.errors import AcquireError


@dataclass(frozen=True, slots=True, repr=False)
class OwnTable:
    """Where a table is, its host's certificate (SHA-256) and key, and its code; empty when open."""

    address: str
    port: int
    fingerprint: bytes
    host_key: bytes
    code: str

    def publish(self) -> None:
        """Tells this user's other programs, instead of what was there about this port."""
        row = {
            "address": self.address,
            "port": self.port,
            "certificate": self.fingerprint.hex(),
            "host_key": self.host_key.hex(),
            "code": self.code,
        }
        write_private(_path(self.port), json.dumps(row, indent=2).encode() + b"\n")

    def withdraw(self) -> None:
        """Takes that back, unless another table is at the port by now."""
        if find(self.port, self.fingerprint) == self:
            _path(self.port).unlink(missing_ok=True)


def find(port: int, fingerprint: bytes) -> OwnTable | None:
    """This user's own table at a port, if that certificate is its host's.

    None for what a host that was killed left behind, and for a file that others could read.
    """
    path = _path(port)
    try:
        row = json.loads(read_private(path)) if path.exists() else {}
        table = OwnTable(
            str(row["address"]),
            int(row["port"]),
            bytes.fromhex(row["certificate"]),
            bytes.fromhex(row["host_key"]),
            str(row["code"]),
        )
    except (AcquireError, ValueError, KeyError, TypeError):
        return None
    return table if (table.port, table.fingerprint) == (port, fingerprint) else None


def _path(port: int) -> Path:
    return places.home() / "tables" / f"{port}.json"
