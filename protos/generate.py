"""Makes acquire_net/v1 from the .proto files beside this one.

    python protos/generate.py            writes the generated files
    python protos/generate.py --check    writes nothing; exit 1 when they are out of date

The output is committed and made with the lowest grpcio-tools that the project supports, so that it
loads with every later runtime: code made by a newer one would refuse an older protobuf.
"""

import argparse
import ast
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Final

TOOLS: Final = "1.76.0"
"""The grpcio-tools whose output is committed."""

PROTOS: Final = Path(__file__).resolve().parent
PACKAGE: Final = Path("acquire_net", "v1")


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit code: 0 done or current, 1 out of date, 2 cannot tell."""
    parser = argparse.ArgumentParser(description="Makes acquire_net/v1 from protos/.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when stale")
    check: bool = parser.parse_args(arguments).check
    installed = tools_version()
    if installed is None or (installed != TOOLS and not check):
        found = "none" if installed is None else installed
        sys.stderr.write(
            f"grpcio-tools {TOOLS} is needed, found {found}: pip install -e '.[dev]'\n"
        )
        return 2
    if not check:
        compile_to(PROTOS.parent)
        return 0
    stale = stale_files(same_tools=installed == TOOLS)
    if stale:
        names = ", ".join(stale)
        sys.stderr.write(f"Out of date: {names}; run python protos/generate.py and commit.\n")
    return 1 if stale else 0


def tools_version() -> str | None:
    """The version of the installed grpcio-tools, or None without them."""
    try:
        return metadata.version("grpcio-tools")
    except metadata.PackageNotFoundError:
        return None


def compile_to(target: Path) -> None:
    """Compiles every .proto file into the package folder under `target`, an existing folder.

    Leaves with exit code 2 if one does not compile; protoc has then said why.
    """
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}"]
    command += [f"--{output}_out={target}" for output in ("python", "pyi", "grpc_python")]
    command += [str(path) for path in sorted(PROTOS.joinpath(PACKAGE).glob("*.proto"))]
    if subprocess.run(command, check=False).returncode:
        sys.exit(2)


def stale_files(*, same_tools: bool) -> list[str]:
    """Names the generated files that differ from a fresh compilation, missing and extra ones too.

    Descriptors are always compared. Text is compared only with the tools that wrote it
    (`same_tools`), because others word the same descriptors differently.
    """
    committed = _generated(PROTOS.parent / PACKAGE)
    with tempfile.TemporaryDirectory() as folder:
        compile_to(Path(folder))
        fresh = _generated(Path(folder) / PACKAGE)
    view = str if same_tools else _descriptor
    return sorted(
        name
        for name in committed.keys() | fresh.keys()
        if name not in committed
        or name not in fresh
        or view(committed[name]) != view(fresh[name])
        or _descriptor(committed[name]) != _descriptor(fresh[name])
    )


def _generated(folder: Path) -> dict[str, str]:
    paths = sorted(folder.glob("*_pb2*.py*"))
    return {path.name: path.read_text("utf-8") for path in paths}


def _descriptor(source: str) -> list[bytes]:
    """The serialized descriptors that a module hands to the runtime; other files have none."""
    return [
        argument.value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "AddSerializedFile"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, bytes)
    ]


if __name__ == "__main__":
    sys.exit(main())
