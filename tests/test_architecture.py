"""Who may import what, what starting up may load, and what no file of the project may name."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = {
    "acquire_net": ROOT,
    "acquire_client": ROOT / "client",
    "acquire_host": ROOT / "host",
}
"""Our packages, and the folder each is imported from."""

CORES: Final = (
    "acquire_net",
    "acquire_client.answers",
    "acquire_client.bots",
    "acquire_client.commands",
    "acquire_client.question",
    "acquire_client.session",
    "acquire_client.words",
    "acquire_host.limits",
    "acquire_host.seating",
    "acquire_host.table",
)
"""What takes time, chance, files and secrets as arguments."""
SHELLS: Final = ("acquire_net.wire.quiet", "acquire_net.wire.status", "acquire_net.v1")
"""The exceptions within those."""
OUTSIDE_WORLD: Final = {
    *("asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "signal"),
    *("socket", "subprocess", "sys", "tempfile", "threading", "time"),
}

# -- reading imports -------------------------------------------------------------------------


@cache
def modules() -> dict[str, Path]:
    """Every module of ours by its dotted name."""
    found = {}
    for package, root in SOURCES.items():
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(source: str, *, at_start: bool = False) -> Iterator[str]:
    """The modules that a text imports; `at_start`: only what loading it loads.

    What only type checkers read counts as nothing.
    """
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                submodules = {f"{module}.{name.name}" for name in names} & modules().keys()
                plain = len(submodules) < len(names)
                yield from submodules
                if plain:
                    yield module
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                todo.extend(orelse)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if at_start:
                pass
            case _:
                todo.extend(ast.iter_child_nodes(node))


@cache
def imports(module: str) -> frozenset[str]:
    """Everything a module of ours imports, wherever in it."""
    return frozenset(imported(modules()[module].read_text("utf-8")))


def within(module: str, packages: Iterable[str]) -> bool:
    """Whether a module is one of these packages, or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def those_that_import(*packages: str) -> set[str]:
    """The modules of ours that import one of these packages, or something in one."""
    return {
        module
        for module in modules()
        if any(within(name, packages) and not within(module, packages) for name in imports(module))
    }


def test_an_import_is_found_wherever_it_is_written() -> None:
    source = """
import json
from typing import TYPE_CHECKING
from acquire_net.ledger import file
if TYPE_CHECKING:
    import grpc
def later():
    from acquire_net.errors import Refused
"""
    whole = {"json", "typing", "acquire_net.ledger.file", "acquire_net.errors"}

    assert set(imported(source)) == whole
    assert set(imported(source, at_start=True)) == whole - {"acquire_net.errors"}


# -- who may import what ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        (
            "acquire_net.rules",
            ["acquire_net.errors", "acquire_net.language", "acquire_net.rules"],
        ),
        ("acquire_net.fairness", ["acquire_net.errors", "acquire_net.fairness"]),
        (
            "acquire_net.ledger",
            [
                *("acquire_net.errors", "acquire_net.language", "acquire_net.fairness"),
                *("acquire_net.ledger", "acquire_net.v1"),
            ],
        ),
        ("acquire_net", ["acquire_net"]),
        ("acquire_host", ["acquire_net", "acquire_host"]),
    ],
)
def test_package_imports_only_what_lies_below_it(package: str, allowed: list[str]) -> None:
    wrong = {
        f"{module} imports {name}"
        for module in modules()
        if within(module, [package])
        for name in imports(module)
        if within(name, SOURCES) and not within(name, allowed)
    }

    assert not wrong


def test_only_the_command_line_brings_host_and_client_together() -> None:
    assert all(
        within(module, ["acquire_client.cli"]) for module in those_that_import("acquire_host")
    )
    assert all(within(module, ["acquire_client"]) for module in those_that_import("acquire_client"))


def test_only_service_link_and_status_table_speak_grpc() -> None:
    speakers = {
        module
        for module in those_that_import("grpc", "grpc_health", "grpc_status")
        if not module.endswith("_pb2_grpc")
    }

    assert speakers == {
        "acquire_host.service",
        "acquire_client.links.grpc",
        "acquire_net.wire.status",
    }


def test_only_the_full_screen_knows_its_toolkit() -> None:
    assert all(
        within(module, ["acquire_client.tui"]) for module in those_that_import("prompt_toolkit")
    )


def test_cores_touch_nothing_of_the_outside_world() -> None:
    allowed = {("random", "acquire_client.bots")}  # for the type: a bot is handed its chance
    touched = {
        f"{module} imports {name}"
        for module in modules()
        if within(module, CORES) and not within(module, SHELLS)
        for name in imports(module)
        if name.partition(".")[0] in OUTSIDE_WORLD
        and not any(name == one and within(module, [place]) for one, place in allowed)
    }

    assert not touched


def test_no_module_needs_itself_to_be_loaded() -> None:
    needs = {
        module: set(imported(path.read_text("utf-8"), at_start=True)) & modules().keys()
        for module, path in modules().items()
    }
    while leaves := {module for module, wanted in needs.items() if not wanted}:
        needs = {module: wanted - leaves for module, wanted in needs.items() if wanted}

    assert not needs, "these import in a circle, or from one"


# -- what starting up loads ------------------------------------------------------------------

_LOADED = """
import sys
from acquire_client.__main__ import main
try:
    main(sys.argv[1:])
finally:
    print("LOADED", *sys.modules, file=sys.stderr)
"""


def loaded(home: Path, *arguments: str) -> set[str]:
    """The top packages that a command has loaded when it ends; it is told to quit."""
    environment = os.environ | {
        "ACQUIRE_HOME": str(home),
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(map(str, SOURCES.values()))),
    }
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED, *arguments],
        input="quit\n",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    named = next(line for line in ran.stderr.splitlines() if line.startswith("LOADED "))
    return {name.partition(".")[0] for name in named.split()[1:]} | {
        name for name in named.split()[1:] if name.startswith(("google.", "acquire_net."))
    }


@pytest.mark.parametrize("line", ["--help", "--version", "play --help", "play --bots many", "dig"])
def test_help_and_wrong_command_lines_load_nothing_heavy(line: str, tmp_path: Path) -> None:
    heavy = {"grpc", "cryptography", "google.protobuf", "acquire_net.rules", "asyncio"}

    assert not loaded(tmp_path, *line.split()) & heavy


def test_practice_never_loads_grpc(tmp_path: Path) -> None:
    names = loaded(tmp_path, "play", "--pace", "0")

    assert "cryptography" in names, "the game began"
    assert "grpc" not in names


# -- what no file names ----------------------------------------------------------------------

_MADE: Final = {".git", ".venv", "build", "dist"}
"""What is not the project's own text, at the top."""
_ONE_COMPUTER: Final = re.compile(r"(?<![\w.~:/-])/(?:home|root|Users|work|tmp)/[\w.]")
"""A path that exists on somebody's computer only."""
_AN_INDEX: Final = re.compile(
    r"pypi[.](?:org|python)|python[h]osted|index[-]url\b|https?://[^\s/]*/simple\b"
)
"""A package index; which one is used is the reader's own setting."""


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the project: its name and what it says."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        made = parts[0] in _MADE or any(
            part.endswith(("_cache", "__pycache__", ".egg-info")) for part in parts
        )
        if path.is_file() and not made:
            try:
                yield str(path.relative_to(ROOT)), path.read_text("utf-8")
            except UnicodeDecodeError:
                continue  # not text


@pytest.mark.parametrize("never", [_ONE_COMPUTER, _AN_INDEX], ids=["a path", "an index"])
def test_no_file_names_one_computer_or_its_package_index(never: re.Pattern[str]) -> None:
    named = {f"{name}: {found.group()}" for name, text in texts() for found in never.finditer(text)}

    assert not named


def test_every_package_says_that_it_is_typed() -> None:
    for package, root in SOURCES.items():
        assert (root / package / "py.typed").is_file(), package
