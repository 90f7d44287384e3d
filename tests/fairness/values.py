"""Reads a file of test vectors: `VECTORS["level1"]["root"].hexed`, typed and checked."""

import json
from collections.abc import Iterator
from pathlib import Path


class Node:
    """A value of the file; asking for the wrong kind fails the test."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __getitem__(self, key: str | int) -> "Node":
        if isinstance(key, int):
            assert isinstance(self._value, list)
            return Node(self._value[key])
        assert isinstance(self._value, dict)
        return Node(self._value[key])

    def __iter__(self) -> Iterator["Node"]:
        assert isinstance(self._value, list)
        return map(Node, self._value)

    @property
    def text(self) -> str:
        assert isinstance(self._value, str)
        return self._value

    @property
    def number(self) -> int:
        assert isinstance(self._value, int)
        return self._value

    @property
    def hexed(self) -> bytes:
        return bytes.fromhex(self.text)

    @property
    def all_hexed(self) -> list[bytes]:
        return [node.hexed for node in self]

    @property
    def numbers(self) -> list[int]:
        return [node.number for node in self]

    @property
    def plain(self) -> object:
        return self._value


def read(name: str) -> Node:
    return Node(json.loads((Path(__file__).parent / name).read_text(encoding="utf-8")))


VECTORS = read("vectors.json")
OWN = read("own_vectors.json")
CTX = VECTORS["table"]["ctx"].hexed
EVERYWHERE = VECTORS["small_permutations"]["key"].hexed
"""Some 32 bytes for tests that need a key and do not care which."""
