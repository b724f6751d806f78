"""The OEWS loader: detailed rows only, unknown numbers kept apart from zero, refusals named."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.errors import BadInput
from orqa.occupations.oews import (
    FLAGS,
    MISSING,
    OEWS_URL,
    SIGNS,
    OewsRow,
    load_occupations,
    load_oews,
    write_occupations,
)

HEADER = "OCC_CODE\tOCC_TITLE\tO_GROUP\tTOT_EMP\tH_MEAN\tA_MEAN\tANNUAL\tHOURLY"
WELDERS = "51-4121\tWelders\tdetailed\t1,200\t20\t50,000\t\t"


def write_table(folder: Path, *lines: str, header: str = HEADER, newline: str = "\n") -> Path:
    path = folder / "oews.txt"
    path.write_bytes(newline.join([header, *lines, ""]).encode())
    return path


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_tab_text_gives_whole_numbers(tmp_path: Path, newline: str) -> None:
    [row] = load_oews(write_table(tmp_path, WELDERS, newline=newline))
    assert row == OewsRow("51-4121", "Welders", "51", 1200, 50000, ())
    assert row.wage_bill_usd == 60_000_000


def test_only_detailed_rows_are_kept(tmp_path: Path) -> None:
    levels = [WELDERS.replace("detailed", level) for level in ("total", "major", "minor", "broad")]
    assert len(load_oews(write_table(tmp_path, *levels, WELDERS))) == 1


@pytest.mark.parametrize(
    ("employment", "wage", "annual", "hourly", "flags"),
    [
        ("10", "#", "", "", ("#",)),
        ("**", "52,210", "", "", ("**",)),
        ("**", "*", "", "", ("**", "*")),
        ("~", "52,210", "", "", ("~",)),
        ("", "52,210", "", "", ("missing",)),
        ("10", "*", "", "TRUE", ("*", "hourly-only")),
    ],
)
def test_an_unknown_number_is_none_and_keeps_its_sign(
    tmp_path: Path, employment: str, wage: str, annual: str, hourly: str, flags: tuple[str, ...]
) -> None:
    [row] = load_oews(write_table(tmp_path, f"11-1021\tX\tdetailed\t{employment}\t1\t{wage}\t{annual}\t{hourly}"))
    assert row.flags == flags
    assert row.wage_bill_usd is None
    assert (row.employment is None) == (not employment.isdecimal())
    assert (row.annual_mean_wage_usd is None) == (wage in SIGNS)


def test_a_byte_order_mark_is_not_part_of_the_first_column(tmp_path: Path) -> None:
    assert len(load_oews(write_table(tmp_path, WELDERS, header=f"\ufeff{HEADER}"))) == 1


def test_annual_only_wages_count_and_are_flagged(tmp_path: Path) -> None:
    [row] = load_oews(write_table(tmp_path, "25-2021\tTeachers\tdetailed\t10\t*\t70,000\tTRUE\t"))
    assert row.flags == ("annual-only",)
    assert row.wage_bill_usd == 700_000


def test_zero_is_known(tmp_path: Path) -> None:
    [row] = load_oews(write_table(tmp_path, "25-2021\tTeachers\tdetailed\t0\t*\t70,000\t\t"))
    assert row.wage_bill_usd == 0
    assert row.flags == ()


def test_the_reported_case_of_signs_read_as_numbers(shared: Path, tmp_path: Path) -> None:
    lines = (shared / "cases" / "reported_troubles.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["id"] == "PR-OCC-01")
    path = tmp_path / "case.txt"
    path.write_text(case["input"], encoding="utf-8")
    rows = load_oews(path)
    assert sum(row.wage_bill_usd is not None for row in rows) == case["expect"]["wage_bill_rows"]
    assert {row.soc_code: " ".join(row.flags) for row in rows} == case["expect"]["flags"]


@pytest.mark.parametrize("name", ["oesm25nat.zip", "national_M2025_dl.xlsx", "oews.txt"])
def test_a_refusal_page_under_any_name_says_what_to_fetch_by_hand(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"<!DOCTYPE HTML>\n<html>\t<title>Access Denied</title></html>\n")
    with pytest.raises(BadInput) as caught:
        load_oews(path)
    message = str(caught.value)
    assert OEWS_URL in message
    assert "browser" in message
    assert str(path) in message
    assert "\n" not in message


@pytest.mark.parametrize("path", ["absent.zip", "."])
def test_a_file_that_cannot_be_read_says_what_to_fetch(path: str) -> None:
    with pytest.raises(BadInput, match=r"cannot be read.*oesm25nat\.zip"):
        load_oews(Path(path))


def zip_of(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return path


@pytest.mark.parametrize(
    ("members", "n"), [({"readme.txt": b"x"}, 0), ({"a.xlsx": b"", "b.xlsx": b""}, 2), ({"__MACOSX/a.xlsx": b""}, 0)]
)
def test_a_zip_without_exactly_one_workbook_is_refused(tmp_path: Path, members: dict[str, bytes], n: int) -> None:
    with pytest.raises(BadInput, match=f"holds {n} workbooks"):
        load_oews(zip_of(tmp_path / "x.zip", members))


def test_damaged_archives_are_bad_input(tmp_path: Path) -> None:
    whole = zip_of(tmp_path / "x.zip", {"a.xlsx": b"not a workbook"})
    with pytest.raises(BadInput, match="damaged workbook"):
        load_oews(whole)
    (tmp_path / "cut.zip").write_bytes(whole.read_bytes()[:40])
    with pytest.raises(BadInput, match="damaged or locked zip"):
        load_oews(tmp_path / "cut.zip")


def test_the_sheet_is_chosen_by_its_columns(shared: Path, tmp_path: Path) -> None:
    official = (shared / "onet" / "national_M2025_dl.xlsx").read_bytes()
    renamed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(official)) as old, zipfile.ZipFile(renamed, "w") as new:
        for member in old.namelist():
            body = old.read(member)
            if member == "xl/workbook.xml":
                first, rest = body.split(b"<sheets>")
                sheets, last = rest.split(b"</sheets>")
                cells = [b"<sheet " + sheet for sheet in sheets.split(b"<sheet ")[1:]]
                body = first + b"<sheets>" + b"".join(reversed(cells)) + b"</sheets>" + last
            new.writestr(member, body)
    path = tmp_path / "reversed.xlsx"
    path.write_bytes(renamed.getvalue())
    assert len(load_oews(path)) == 830


def test_a_workbook_without_the_columns_is_refused(shared: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(shared / "onet" / "national_M2025_dl.xlsx") as archive:
        members = {name: archive.read(name).replace(b"O_GROUP", b"O_GRP") for name in archive.namelist()}
    with pytest.raises(BadInput, match="no sheet has the columns"):
        load_oews(zip_of(tmp_path / "x.xlsx", members))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("51-4121\tWelders\tdetailed\tmany\t20\t50,000\t\t", "row 2, TOT_EMP: 'many'"),
        ("51-4121\tWelders\tdetailed\t-5\t20\t50,000\t\t", "row 2, TOT_EMP: '-5'"),
        ("51-4121\tWelders\tdetailed\t5\t20\t50,00\t\t", "row 2, A_MEAN: '50,00'"),
        ("51-4121\tWelders\tdetailed\t5\t20\t99.5\t\t", "row 2, A_MEAN: '99.5'"),
        ("514121\tWelders\tdetailed\t5\t20\t50,000\t\t", "row 2: '514121'"),
        ("51-4121\tWelders\tdetailed\t5", "row 2 has 4 cells"),
        (f"{WELDERS}\n{WELDERS}", "two rows for 51-4121"),
        (WELDERS.replace("detailed", "broad"), "no detailed occupation"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        load_oews(write_table(tmp_path, line))


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no column O_GROUP"):
        load_oews(write_table(tmp_path, WELDERS, header=HEADER.replace("O_GROUP", "LEVEL")))


KNOWN = st.integers(min_value=0, max_value=10**8)
TITLES = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1)


@st.composite
def rows(draw: st.DrawFn) -> OewsRow:
    code = draw(st.from_regex(r"[0-9]{2}-[0-9]{4}", fullmatch=True))
    employment, wage = draw(st.none() | KNOWN), draw(st.none() | KNOWN)
    flags = draw(st.lists(st.sampled_from(sorted(FLAGS)), unique=True))
    if employment is None or wage is None:
        flags = [MISSING, *(flag for flag in flags if flag != MISSING)]
    return OewsRow(code, draw(TITLES), code[:2], employment, wage, tuple(flags))


@given(st.lists(rows(), min_size=1, unique_by=lambda row: row.soc_code))
def test_what_is_written_is_read_back_sorted(tmp_path_factory: pytest.TempPathFactory, written: list[OewsRow]) -> None:
    path = tmp_path_factory.mktemp("csv") / "occupations.csv"
    write_occupations(written, path)
    assert load_occupations(path) == sorted(written, key=lambda row: row.soc_code)


CSV_HEADER = "soc_code,title,soc_group,employment,annual_mean_wage_usd,flags\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: the first line must be soc_code,title"),
        ("soc_code,title\n", ":1: the first line must be"),
        (CSV_HEADER, "no detailed occupation"),
        (CSV_HEADER + "51-4121,Welders,51,5,50000\n", ":2: 5 fields"),
        (CSV_HEADER + "51-412,Welders,51,5,50000,\n", ":2: '51-412'"),
        (CSV_HEADER + "51-4121,Welders,53,5,50000,\n", ":2: soc_group '53'"),
        (CSV_HEADER + "51-4121,Welders,51,5.0,50000,\n", ":2: '5.0'"),
        (CSV_HEADER + "51-4121,Welders,51,5,50000,odd\n", ":2: unknown flag 'odd'"),
        (CSV_HEADER + "51-4121,Welders,51,,50000,annual-only\n", ":2: a number is left out"),
        (CSV_HEADER + '51-4121,"Welders"s,51,5,50000,\n', ":2: not csv"),
        (CSV_HEADER + "51-4121,Welders,51,5,50000,\n" * 2, "two rows for 51-4121"),
    ],
)
def test_an_edited_csv_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "occupations.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        load_occupations(path)


def test_a_csv_that_is_not_there_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"python -m orqa\.occupations"):
        load_occupations(tmp_path / "occupations.csv")


def test_a_csv_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "occupations.csv").write_bytes(CSV_HEADER.encode() + "51-4121,Soudés,51,5,5,\n".encode("latin-1"))
    with pytest.raises(BadInput, match="not UTF-8"):
        load_occupations(tmp_path / "occupations.csv")
