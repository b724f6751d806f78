"""Employment and wages by detailed occupation, from the OEWS national file of the Bureau of Labor Statistics.

Three forms are read, told apart by their content and never by their name: the workbook, the zip it is served in, and
tab-separated text with the official column names. `write_occupations` and `load_occupations` keep the same facts in a
small csv file. Field definitions: the sheet 'Field Descriptions' of the workbook, https://www.bls.gov/oes/tables.htm.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import python_calamine

from orqa.errors import BadInput

OEWS_URL = "https://www.bls.gov/oes/special-requests/oesm25nat.zip"
CSV_COLUMNS = ("soc_code", "title", "soc_group", "employment", "annual_mean_wage_usd", "flags")

# What may stand in place of a number: wage not available, employment not available, top-coded wage, small share.
SIGNS = ("*", "**", "#", "~")
MISSING, ANNUAL_ONLY, HOURLY_ONLY = "missing", "annual-only", "hourly-only"
FLAGS = frozenset((*SIGNS, MISSING, ANNUAL_ONLY, HOURLY_ONLY))

_COLUMNS = ("OCC_CODE", "OCC_TITLE", "O_GROUP", "TOT_EMP", "A_MEAN", "ANNUAL", "HOURLY")
_SOC_CODE = re.compile(r"[0-9]{2}-[0-9]{4}")
_WHOLE_NUMBER = re.compile(r"[0-9]+|[0-9]{1,3}(,[0-9]{3})+")


@dataclass(frozen=True)
class OewsRow:
    """One detailed occupation; an unknown number is None and `flags` keeps the sign that stood in its place.

    `soc_group` is the two-digit SOC major group. `flags` holds members of FLAGS: signs as printed in the file,
    'missing' for an empty cell, 'annual-only' or 'hourly-only' when only such wages are published.
    """

    soc_code: str
    title: str
    soc_group: str
    employment: int | None
    annual_mean_wage_usd: int | None
    flags: tuple[str, ...]

    @property
    def wage_bill_usd(self) -> int | None:
        """Employment times annual mean wage, in whole USD; None when either is unknown."""
        if self.employment is None or self.annual_mean_wage_usd is None:
            return None
        return self.employment * self.annual_mean_wage_usd


def load_oews(path: Path) -> list[OewsRow]:
    """Read the detailed occupations of an OEWS national file, sorted by code.

    `path` is a workbook, a zip that holds one, or tab-separated text. Raises BadInput when the file is none of these,
    damaged, or not the national cross-industry file. Source: https://www.bls.gov/oes/tables.htm.
    """
    try:
        body = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); {_by_hand(path)}") from error
    if body.startswith(b"PK"):
        return _parse_table(_workbook_table(_workbook_bytes(body, path), path), path)
    if body.split(b"\n", 1)[0].upper().count(b"\t") >= len(_COLUMNS) - 1:
        return _parse_table([line.split("\t") for line in _decode(body, path).split("\n")], path)
    # bls.gov turns unknown clients away with an HTML page, which a download script may save under the name of the zip.
    raise BadInput(
        f"{path}: neither a zip, a workbook nor tab-separated text, perhaps a refusal page; {_by_hand(path)}"
    )


def write_occupations(rows: Iterable[OewsRow], path: Path) -> None:
    """Write occupations as csv with CSV_COLUMNS, sorted by code; unknown numbers are empty, flags parted by a space.

    Equal rows give equal bytes. Raises BadInput when the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for row in sorted(rows, key=lambda row: row.soc_code):
        numbers = ["" if number is None else number for number in (row.employment, row.annual_mean_wage_usd)]
        writer.writerow([row.soc_code, row.title, row.soc_group, *numbers, " ".join(row.flags)])
    try:
        path.write_bytes(text.getvalue().encode())
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror}); choose another place") from error


def load_occupations(path: Path) -> list[OewsRow]:
    """Read the occupations that `write_occupations` wrote, sorted by code.

    Raises BadInput, with file and line, for a file that is missing, empty or was edited into something else.
    """
    try:
        text = _decode(path.read_bytes(), path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); make it with python -m orqa.occupations") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows = []
    try:
        if tuple(next(reader, [])) != CSV_COLUMNS:
            raise BadInput(f"{path}:1: the first line must be {','.join(CSV_COLUMNS)}")
        rows = [_parse_csv_row(cells, f"{path}:{reader.line_num}") for cells in reader]
    except csv.Error as error:
        raise BadInput(f"{path}:{reader.line_num}: not csv ({error}); make the file again") from error
    return _checked(rows, path)


def _by_hand(path: Path) -> str:
    return f"fetch {OEWS_URL} with a browser and save it as {path.parent / OEWS_URL.rpartition('/')[2]}"


def _decode(body: bytes, path: Path) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from error


def _workbook_bytes(body: bytes, path: Path) -> bytes:
    """The workbook itself: a workbook is a zip too, so what tells them apart is the member every workbook has."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = archive.namelist()
            if "xl/workbook.xml" in names:
                return body
            books = [name for name in names if name.lower().endswith(".xlsx") and not name.startswith("__MACOSX/")]
            if len(books) == 1:
                return archive.read(books[0])
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise BadInput(f"{path}: a damaged or locked zip ({error}); {_by_hand(path)}") from error
    raise BadInput(f"{path}: holds {len(books)} workbooks, needs exactly one; {_by_hand(path)}")


def _workbook_table(body: bytes, path: Path) -> list[list[str]]:
    """The rows of the sheet that has the official columns: its name changes with the year, its place might."""
    try:
        with python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(body)) as workbook:
            for name in workbook.sheet_names:
                table = [[_as_text(cell) for cell in row] for row in workbook.get_sheet_by_name(name).to_python()]
                if table and set(_COLUMNS) <= set(_header(table[0])):
                    return table
    except python_calamine.CalamineError as error:
        raise BadInput(f"{path}: a damaged workbook ({error}); {_by_hand(path)}") from error
    raise BadInput(f"{path}: no sheet has the columns {', '.join(_COLUMNS)}; {_by_hand(path)}")


def _as_text(cell: object) -> str:
    """A cell as the text forms print it: a workbook stores every number as a float."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _header(cells: Sequence[str]) -> list[str]:
    return [cell.strip().upper() for cell in cells]


def _parse_table(table: Sequence[Sequence[str]], path: Path) -> list[OewsRow]:
    """The detailed rows of a table with a header; the other levels repeat the same jobs, and would count them again."""
    header = _header(table[0])
    absent = [column for column in _COLUMNS if column not in header]
    if absent:
        raise BadInput(f"{path}: no column {', '.join(absent)}; {_by_hand(path)}")
    return _checked(_detailed_rows(header, table[1:], path), path)


def _detailed_rows(header: Sequence[str], table: Sequence[Sequence[str]], path: Path) -> Iterator[OewsRow]:
    for number, cells in enumerate(table, start=2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            raise BadInput(f"{path}: row {number} has {len(cells)} cells, the header {len(header)}; {_by_hand(path)}")
        row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
        if row["O_GROUP"].lower() == "detailed":
            yield _parse_oews_row(row, f"{path}: row {number}")


def _parse_oews_row(row: dict[str, str], where: str) -> OewsRow:
    employment, employment_sign = _parse_number(row["TOT_EMP"], f"{where}, TOT_EMP")
    wage, wage_sign = _parse_number(row["A_MEAN"], f"{where}, A_MEAN")
    flags = [sign for sign in (employment_sign, wage_sign) if sign]
    flags += [ANNUAL_ONLY] if row["ANNUAL"].upper() == "TRUE" else []
    flags += [HOURLY_ONLY] if row["HOURLY"].upper() == "TRUE" else []
    code = _checked_code(row["OCC_CODE"], where)
    return OewsRow(code, row["OCC_TITLE"], code[:2], employment, wage, tuple(dict.fromkeys(flags)))


def _parse_number(cell: str, where: str) -> tuple[int | None, str]:
    """A whole number and no sign, or None and the sign that stands in its place: a sign is neither text nor zero."""
    if cell in SIGNS:
        return None, cell
    if not cell:
        return None, MISSING
    if not _WHOLE_NUMBER.fullmatch(cell):
        raise BadInput(f"{where}: {cell!r} is neither a whole number nor one of {' '.join(SIGNS)}")
    return int(cell.replace(",", "")), ""


def _checked_code(code: str, where: str) -> str:
    if not _SOC_CODE.fullmatch(code):
        raise BadInput(f"{where}: {code!r} is not an occupation code like 29-1141")
    return code


def _parse_csv_row(cells: Sequence[str], where: str) -> OewsRow:
    if len(cells) != len(CSV_COLUMNS):
        raise BadInput(f"{where}: {len(cells)} fields, needs {len(CSV_COLUMNS)}")
    code, title, group = _checked_code(cells[0], where), cells[1], cells[2]
    if group != code[:2]:
        raise BadInput(f"{where}: soc_group {group!r} is not the first two digits of {code}")
    employment, wage = (_parse_number(cell, where)[0] for cell in cells[3:5])
    flags = tuple(cells[5].split())
    unknown = sorted(set(flags) - FLAGS)
    if unknown:
        raise BadInput(f"{where}: unknown flag {unknown[0]!r}, allowed are {' '.join(sorted(FLAGS))}")
    if (employment is None or wage is None) and not set(flags) & {*SIGNS, MISSING}:
        raise BadInput(f"{where}: a number is left out, and no flag says why")
    return OewsRow(code, title, group, employment, wage, flags)


def _checked(rows: Iterable[OewsRow], path: Path) -> list[OewsRow]:
    """The rows sorted by code; each code once, which also refuses files by state or by industry."""
    by_code: dict[str, OewsRow] = {}
    for row in rows:
        if row.soc_code in by_code:
            raise BadInput(f"{path}: two rows for {row.soc_code}; give the national cross-industry file")
        by_code[row.soc_code] = row
    if not by_code:
        raise BadInput(f"{path}: holds no detailed occupation; give the national cross-industry file")
    return [by_code[code] for code in sorted(by_code)]
