"""The generated code is what the .proto files say, whoever compiled last."""

import importlib.util
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

GENERATE = Path(__file__).parents[2] / "protos" / "generate.py"


def test_generated_code_is_up_to_date() -> None:
    if importlib.util.find_spec("grpc_tools") is None:
        reason = "grpcio-tools is not installed: pip install -e '.[dev]'"
        print(f"skipped: {reason}")  # noqa: T201
        pytest.skip(reason)

    checked = subprocess.run(
        [sys.executable, str(GENERATE), "--check"], capture_output=True, text=True, check=False
    )

    assert (checked.returncode, checked.stderr) == (0, "")


def test_every_element_of_the_wire_contract_is_commented() -> None:
    for path in sorted(GENERATE.parent.rglob("*.proto")):
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        for before, line in pairwise(lines):
            element = line.endswith((";", "{", "{}")) and not line.startswith(
                ("syntax", "package", "import", "//")
            )
            assert not element or before.startswith("//"), f"{path.name}: {line}"
