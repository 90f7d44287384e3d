"""A network of laptops, made for one test and removed after it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.programs import Computer
from tests.lan.namespaces import Lan, lan_or_skip

Account = Callable[[str], Computer]


@pytest.fixture
def lan() -> Iterator[Lan]:
    """Skips the test, with the reason, where there can be none."""
    with lan_or_skip() as lan:
        yield lan


@pytest.fixture
def account(lan: Lan, tmp_path: Path) -> Account:
    """Makes a laptop of that name, and somebody at it with a new home."""
    return lambda name: lan.laptop(name).computer(tmp_path / name)
