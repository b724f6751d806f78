"""Where things are, and what the environment says. The only reader of `os.environ`."""

import os
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from orqa.text import sha256_hex

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


@lru_cache(maxsize=32)
def code_sha256(*names: str) -> str:
    """The hash of ORQA's own source files: `names` are files or folders of the package. A recipe that holds it changes
    with the code, so that rows made by older code are never taken for today's."""
    paths = [
        path
        for name in names
        for path in ([PACKAGE / name] if name.endswith(".py") else (PACKAGE / name).rglob("*.py"))
    ]
    return sha256_hex("".join(sha256_hex(path.read_bytes()) for path in sorted(paths)))
