"""An installed wheel is the whole project: it builds a bank in any folder."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from build_cases.command import ROOT, TIMEOUT_S, environment, lines

pytestmark = pytest.mark.slow


def run(*arguments: str, cwd: Path, package_root: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Run a Python command."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment(package_root),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    made = run("-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    assert made.returncode == 0, made.stderr
    return next(folder.glob("orqa-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content installed."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", str(folder)]
    made = run("-m", "pip", "install", *options, str(wheel), cwd=folder)
    assert made.returncode == 0, made.stderr
    return folder


def test_the_wheel_is_small_and_holds_the_data_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.stat().st_size < 3_000_000
    for wanted in (
        "orqa/views.sql", "orqa/_data/onet/occupations.csv", "orqa/_data/onet/SOURCES.toml",
        "orqa/_data/whitelists/sample/federal.yaml", "orqa/sample/manifest.csv",
    ):  # fmt: skip
        assert wanted in names
    prompts = [path.name for path in (ROOT / "prompts").iterdir() if path.is_file()]
    assert [name for name in prompts if f"orqa/_data/prompts/{name}" not in names] == []
    pages = [path.relative_to(ROOT).as_posix() for path in (ROOT / "orqa" / "sample" / "pages").rglob("*.html")]
    assert [page for page in pages if page not in names] == []
    strangers = [name for name in names if not name.startswith(("orqa/", "orqa-"))]
    assert strangers == [name for name in names if "/parts/" in name or name.startswith("tests/")] == []


@pytest.mark.parametrize("command", [("-m", "orqa.build"), ("-m", "orqa", "build")])
def test_an_installed_wheel_builds_a_bank_in_any_folder(
    command: tuple[str, ...], installed: Path, tmp_path: Path
) -> None:
    ended = run(*command, "--target", "20", cwd=tmp_path, package_root=installed)
    assert (ended.returncode, ended.stderr) == (0, "")
    bank = tmp_path / "bank" / "orqa.sqlite"
    assert len(lines(bank)) == 20
    again = run(*command, "--target", "20", cwd=tmp_path, package_root=installed)
    assert (again.returncode, again.stdout.splitlines()[0]) == (0, "nothing to do: same inputs as run 1")


def test_the_installed_command_is_the_package_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    asked = (
        "from orqa.settings import *; f = load_settings(); print(PACKAGE, f.version, f.onet_dir, f.sample_dir, sep='|')"
    )
    ended = run("-c", asked, cwd=tmp_path, package_root=installed)
    package, version, onet, sample = ended.stdout.strip().split("|")
    assert [Path(folder).is_relative_to(installed) for folder in (package, onet, sample)] == [True] * 3
    assert version == "0.1.0"
    assert (installed / "bin" / "orqa").is_file()
