"""Imports point down only: the layers of the house, read from the source files."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "orqa"

LAYERS: list[set[str]] = [
    {"errors", "text", "settings", "sentences", "quantities", "vectors"},
    {"models"},
    {"db", "mcq", "stats", "engine"},
    {"stage", "workers", "llm"},
    {"occupations", "crawl", "evidence", "engines", "items"},
    {"versions"},
    {"review", "evaluate", "report", "release", "export"},
    {"gather", "accept", "runs", "console", "build", "__main__"},
]
MAY_IMPORT_EACH_OTHER = [0, 2, 3, 7]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def room_of(path: Path) -> str:
    """The room of the house that a file stands in."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a file imports, at any depth of its code."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"orqa.{alias.name}" for alias in node.names] if node.module == "orqa" else [node.module]
        rooms |= {name.split(".")[1] for name in names if name.startswith("orqa.")}
    return rooms


def faults_of(room: str, imported: str) -> str | None:
    """What is wrong with one import, or None."""
    if imported == room:
        return None
    if imported not in LEVEL:
        return f"{imported} has no place in the house"
    above, below = LEVEL[room], LEVEL[imported]
    if below < above or (below == above and above in MAY_IMPORT_EACH_OTHER):
        return None
    return f"{room} imports {imported}"


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down_only(path: Path) -> None:
    room = room_of(path)
    assert room in LEVEL, f"{room} has no place in the house"
    assert [fault for imported in sorted(imported_rooms(path)) if (fault := faults_of(room, imported))] == []


def test_domains_never_import_each_other() -> None:
    assert faults_of("engines", "items") == "engines imports items"
    assert faults_of("items", "build") == "items imports build"
    assert faults_of("accept", "items") is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_and_functions_stay_small(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= 300
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, node.name


def test_no_drawer_for_everything() -> None:
    assert [path.name for path in FILES if path.stem in {"utils", "helpers", "common", "misc"}] == []


def test_only_settings_reads_the_environment() -> None:
    readers = [
        path.name
        for path in FILES
        if "environ" in path.read_text(encoding="utf-8") or "getenv" in path.read_text(encoding="utf-8")
    ]
    assert readers == ["settings.py"]
