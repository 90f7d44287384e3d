"""What players install: the wheel, by itself, in an empty environment far from this folder."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by way of the source archive as `python -m build` does."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


class Elsewhere:
    """An empty environment, an empty folder to be in, and a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", with_pip=True)
        self._scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    def run(self, program: str, *arguments: str) -> str:
        """What a program of this environment prints; it must end well."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        ran = subprocess.run(
            [str(self._scripts / program), *arguments],
            cwd=self.folder,
            env=kept | {"ACQUIRE_HOME": str(self.folder / "home")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    """An environment with the wheel and nothing but what it asks for."""
    place = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    place.run("python", "-m", "pip", "install", "--quiet", str(wheel))
    return place


def test_wheel_holds_the_three_packages_with_their_types_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    info = next(top for top in tops if top.endswith(".dist-info"))

    assert tops == {"acquire_net", "acquire_client", "acquire_host", info}
    assert {f"{top}/py.typed" for top in tops - {info}} <= set(names)
    assert {path.name for path in (ROOT / "acquire_net" / "v1").glob("*.py*")} == {
        name.rpartition("/")[2] for name in names if name.startswith("acquire_net/v1/")
    }
    assert (
        "acquire = acquire_client.__main__:main"
        in ZipFile(wheel).read(f"{info}/entry_points.txt").decode()
    )


def test_wheel_holds_every_module_and_catalogue_of_the_sources(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())

    for root in (ROOT, ROOT / "client", ROOT / "host"):
        for package in root.glob("acquire_*/"):
            for path in (*package.rglob("*.py"), *package.rglob("*.mo")):
                assert path.relative_to(root).as_posix() in names


def test_installed_wheel_plays_a_game_and_verifies_it(elsewhere: Elsewhere) -> None:
    played = elsewhere.run("acquire", "play", "--no-player", "--pace", "0")
    audited = elsewhere.run("acquire", "audit", "last")

    assert "Checked: every draw was fixed before the game." in played
    assert "Checked: every draw was fixed before the game." in audited


def test_installed_wheel_comes_from_nowhere_else(elsewhere: Elsewhere) -> None:
    where = elsewhere.run(
        "python", "-c", "import acquire_net, acquire_host; print(*acquire_net.__path__)"
    )

    assert elsewhere.folder in Path(where.strip()).parents
    elsewhere.run("python", "-m", "pip", "check")
