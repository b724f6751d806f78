"""Titles and tasks of occupations, from the text files of the O*NET database.

The files are tab-separated, without quoting, with CRLF line ends; a missing value is the text 'n/a'. Releases from 30.3
on renamed a file and a column; both generations are read. Format: https://www.onetcenter.org/database.html.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from orqa.errors import BadInput

ONET_URL = "https://www.onetcenter.org/dl_files/database/db_31_0_text.zip"

T = TypeVar("T")

_CODE = "O*NET-SOC Code"
# (file, column) of the alternate titles, the newer generation first.
_TITLE_SOURCES = (("Job Titles.txt", "Job Title"), ("Alternate Titles.txt", "Alternate Title"))
_COMBINED_COLUMNS = ["oews_code", "oews_title", "soc_code"]


@dataclass(frozen=True)
class Task:
    """One task statement; `task_type` is 'Core', 'Supplemental' or None when not rated."""

    task_id: str
    text: str
    task_type: str | None


@dataclass(frozen=True)
class CombinedCode:
    """A code that OEWS alone uses, for several SOC 2018 occupations published as one."""

    oews_code: str
    title: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class Onet:
    """O*NET facts by SOC 2018 code, and by combined OEWS code through its members.

    `titles` has every code; `tasks` (in file order) and `alternate_titles` (each once, in file order, without the title
    itself) have an empty tuple where O*NET publishes none.
    """

    titles: Mapping[str, str]
    tasks: Mapping[str, tuple[Task, ...]]
    alternate_titles: Mapping[str, tuple[str, ...]]


def load_onet(folder: Path, combined: Iterable[CombinedCode]) -> Onet:
    """Read the O*NET text files in `folder`, release 30.1 or later, and bridge the combined OEWS codes.

    The several O*NET occupations of one SOC code are joined: the one that ends in .00 gives the title, the others are
    alternate titles of it. Raises BadInput, with file and line, for a file that is missing or of another format, and
    for a combined code with an unknown member. Source: https://www.onetcenter.org/database.html.
    """
    titles: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    for code, title in _read(folder / "Occupation Data.txt", _CODE, "Title"):
        # In every release with SOC 2018 codes, the SOC code is the first seven characters of the O*NET-SOC code.
        if code.endswith(".00") or code[:7] not in titles:
            titles[code[:7]] = title
        names.setdefault(code[:7], []).append(title)
    tasks: dict[str, list[Task]] = {code: [] for code in titles}
    for code, task_id, text, task_type in _read(folder / "Task Statements.txt", _CODE, "Task ID", "Task", "Task Type"):
        _of(tasks, code, folder).append(Task(task_id, text, _known(task_type)))
    path, column = _title_source(folder)
    for code, title, short in _read(path, _CODE, column, "Short Title"):
        _of(names, code, folder).extend(name for name in (title, _known(short)) if name)
    for entry in combined:
        titles[entry.oews_code] = entry.title
        tasks[entry.oews_code] = [task for member in entry.members for task in _of(tasks, member, folder)]
        names[entry.oews_code] = [name for member in entry.members for name in _of(names, member, folder)]
    return Onet(
        titles,
        {code: tuple(tasks[code]) for code in titles},
        {code: tuple(name for name in dict.fromkeys(names[code]) if name != titles[code]) for code in titles},
    )


def load_combined_codes(path: Path) -> list[CombinedCode]:
    """Read the table of combined OEWS codes, one line a member, sorted by code.

    Columns: oews_code, oews_title, soc_code. Raises BadInput when the file is missing or has other columns. Source: the
    OEWS occupation definitions, https://www.bls.gov/oes/tables.htm.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({error})") from error
    members: dict[tuple[str, str], list[str]] = {}
    for number, row in enumerate(rows or [[]], start=1):
        if len(row) != len(_COMBINED_COLUMNS) or (number == 1 and row != _COMBINED_COLUMNS):
            raise BadInput(f"{path}:{number}: needs the columns {','.join(_COMBINED_COLUMNS)}")
        if number > 1:
            members.setdefault((row[0], row[1]), []).append(row[2])
    return [CombinedCode(code, title, tuple(sorted(codes))) for (code, title), codes in sorted(members.items())]


def _title_source(folder: Path) -> tuple[Path, str]:
    for name, column in _TITLE_SOURCES:
        if (folder / name).is_file():
            return folder / name, column
    raise BadInput(
        f"{folder}: neither {' nor '.join(name for name, _ in _TITLE_SOURCES)} is there; unpack {ONET_URL} here"
    )


def _read(path: Path, *columns: str) -> Iterator[list[str]]:
    """The values of the named columns, row by row.

    Lines are split by hand: a csv reader would take the double quotes in some tasks for quoting, and `splitlines` would
    also split at rare separators inside a text.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").rstrip("\n").split("\n")
    except FileNotFoundError as error:
        raise BadInput(f"{path}: is not there; unpack {ONET_URL} and give its folder") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read as text ({error}); unpack {ONET_URL} again") from error
    header = lines[0].split("\t")
    absent = [column for column in columns if column not in header]
    if absent:
        raise BadInput(f"{path}:1: no column {', '.join(absent)}; unpack {ONET_URL} and give its folder")
    places = [header.index(column) for column in columns]
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise BadInput(
                f"{path}:{number}: {len(cells)} fields, the header has {len(header)}; unpack {ONET_URL} again"
            )
        yield [cells[place] for place in places]


def _known(cell: str) -> str | None:
    return None if cell == "n/a" else cell


def _of(by_code: Mapping[str, list[T]], code: str, folder: Path) -> list[T]:
    """The entry of an O*NET-SOC or SOC code; a code without an occupation means files of different releases."""
    try:
        return by_code[code[:7]]
    except KeyError as error:
        raise BadInput(f"{folder}: {code} is not in Occupation Data.txt; use the files of one release") from error
