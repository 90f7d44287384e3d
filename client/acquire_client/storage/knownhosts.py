"""The hosts that this user has met: by their own keys, with the certificates they had."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from filelock import FileLock

from acquire_client.storage import places
from acquire_client.storage.ledgerfile import read
from acquire_client.storage.private import write_private
from acquire_net.errors import Refused, Unreadable
from acquire_net.language import _
from acquire_net.text import tame

FORMAT: Final = "acquire-hosts/1"
MOST_ADDRESSES: Final = 4
"""Addresses that are remembered of a host, the last one first."""
_NAME_LENGTH: Final = 48


@dataclass(frozen=True, slots=True)
class KnownHost:
    """A host: its Ed25519 key, the SHA-256 of its certificate, its table's last name, and where."""

    key: bytes
    fingerprint: bytes
    name: str
    addresses: tuple[str, ...]

    @property
    def short(self) -> str:
        """The beginning of its key, which tells it from others."""
        return self.key.hex()[:12]


def load() -> tuple[KnownHost, ...]:
    """The known hosts, the one met last first; Unreadable for a damaged file."""
    path = _path()
    if not path.exists():
        return ()
    try:
        whole = json.loads(read(path))
        if whole["format"] != FORMAT:
            raise ValueError
        return tuple(_host(row) for row in whole["hosts"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unreadable(
            _("{path} is damaged; move it away to meet every host anew.").format(path=path)
        ) from None


def remember(host: KnownHost) -> None:
    """Notes that a host was met: it replaces what was known of the same key, but its addresses."""
    host = replace(host, name=tame(host.name, _NAME_LENGTH))
    with _lock():
        known = load()
        for other in known:
            if other.key == host.key:
                kept = dict.fromkeys(host.addresses + other.addresses)
                host = replace(host, addresses=tuple(kept)[:MOST_ADDRESSES])
        rest = [
            replace(one, addresses=tuple(at for at in one.addresses if at not in host.addresses))
            for one in known
            if one.key != host.key
        ]
        new = (host, *rest)
        if new != known:
            _save(new)


def forget(which: str) -> KnownHost:
    """Forgets the host of that number in the list, name, address or beginning of its key.

    Raises Refused unless exactly one is meant.
    """
    with _lock():
        known = load()
        meant = _meant(which, known)
        _save(tuple(one for one in known if one is not meant))
    return meant


def _meant(which: str, known: tuple[KnownHost, ...]) -> KnownHost:
    if which.isdecimal() and len(which) < 6 and 1 <= int(which) <= len(known):
        return known[int(which) - 1]
    word = which.casefold()
    fits = [
        one
        for one in known
        if word == one.name.casefold()
        or which in one.addresses
        or (len(word) >= 6 and one.key.hex().startswith(word))
    ]
    match fits:
        case [only]:
            return only
        case []:
            raise Refused(
                "UNKNOWN_HOST", _("No host is known by {name}.").format(name=repr(which[:60]))
            )
        case _:
            raise Refused(
                "UNKNOWN_HOST",
                _("{count} hosts are known by {name}.").format(
                    count=len(fits), name=repr(which[:60])
                ),
            )


def _host(row: Mapping[str, object]) -> KnownHost:
    name, addresses = row["name"], row["addresses"]
    key, fingerprint = (bytes.fromhex(str(row[one])) for one in ("key", "certificate"))
    if len(key) != 32 or len(fingerprint) != 32 or not isinstance(addresses, list):
        raise ValueError
    return KnownHost(key, fingerprint, str(name), tuple(map(str, addresses)))


def _save(hosts: tuple[KnownHost, ...]) -> None:
    rows = [
        {
            "key": one.key.hex(),
            "certificate": one.fingerprint.hex(),
            "name": one.name,
            "addresses": list(one.addresses),
        }
        for one in hosts
    ]
    text = json.dumps({"format": FORMAT, "hosts": rows}, indent=2, ensure_ascii=False)
    write_private(_path(), text.encode() + b"\n")


def _path() -> Path:
    return places.home() / "known_hosts.json"


def _lock() -> FileLock:
    places.home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return FileLock(places.home() / "known_hosts.lock")
