"""Every transcript of $ACQUIRE_TRANSCRIPTS, or of the project's own folder, replays.

The variable may name several folders, separated as in PATH.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.transcripts.replay import replay

VARIABLE = "ACQUIRE_TRANSCRIPTS"
OWN = Path(__file__).parent / "data"


def _files() -> Iterator[ParameterSet]:
    folders = os.environ.get(VARIABLE)
    for folder in map(Path, folders.split(os.pathsep)) if folders else (OWN,):
        found = sorted(folder.glob("*.json"))
        for file in found:
            yield pytest.param(file, id=file.stem)
        if not found:
            reason = f"no transcripts in {folder}, which {VARIABLE} names"
            yield pytest.param(folder, id=folder.name, marks=pytest.mark.skip(reason=reason))


@pytest.mark.parametrize("file", list(_files()))
def test_transcript_replays(file: Path) -> None:
    replay(json.loads(file.read_text(encoding="utf-8")))
