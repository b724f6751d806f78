"""Shared fixtures: the folder of real files beside the checkout, and a closed network."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official files and real documents beside the checkout; tests that need it skip elsewhere."""
    if not SHARED.is_dir():
        pytest.skip("needs the official files and real documents in ../shared")
    return SHARED
