"""Where things are, and what the environment says. The only reader of `os.environ`."""

import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
SCHEMA_VERSION = 1  # of the bank file


@dataclass(frozen=True)
class Settings:
    """Folders of data that come with ORQA, and the contact that live fetching needs.

    In a checkout the data stand at its top level; in an installed wheel they stand under `orqa/_data`.
    """

    onet_dir: Path
    whitelists_dir: Path
    prompts_dir: Path
    sample_dir: Path
    contact: str | None
    version: str


def load_settings() -> Settings:
    """The settings of this process, read once by a command's `main`."""
    checkout = PACKAGE.parent
    data = checkout if (checkout / "pyproject.toml").is_file() else PACKAGE / "_data"
    try:
        orqa_version = version("orqa")
    except PackageNotFoundError:
        orqa_version = "0+unknown"
    return Settings(
        onet_dir=data / "onet",
        whitelists_dir=data / "whitelists",
        prompts_dir=data / "prompts",
        sample_dir=PACKAGE / "sample",
        contact=os.environ.get("ORQA_CONTACT") or None,
        version=orqa_version,
    )
