"""Shared fixtures: the folder of real files beside the checkout, and a small bank."""

import shutil
from pathlib import Path

import pytest
from build_cases.command import SMALL, build

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official files and real documents beside the checkout; tests that need it skip elsewhere."""
    if not SHARED.is_dir():
        pytest.skip("needs the official files and real documents in ../shared")
    return SHARED


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank of two items; tests only look at it, or work on a copy."""
    bank = tmp_path_factory.mktemp("small") / "orqa.sqlite"
    assert build(*SMALL, "--bank", bank, "--quiet").returncode == 0
    return bank


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    """A copy of the small bank to break."""
    shutil.copytree(small.parent, tmp_path / "copy")
    return tmp_path / "copy" / small.name
