"""The shipped facts about occupations: made by the command, equal to the published totals, and sourced."""

import csv
import hashlib
import io
import tomllib
import zipfile
from pathlib import Path

import pytest

from orqa.occupations.__main__ import main
from orqa.occupations.allocate import group_quotas, served_occupations
from orqa.occupations.oews import ANNUAL_ONLY, HOURLY_ONLY, OEWS_URL, OewsRow, load_occupations, load_oews
from orqa.occupations.onet import ONET_URL, load_combined_codes, load_onet

ONET = Path(__file__).resolve().parents[2] / "onet"
SHIPPED = ONET / "occupations.csv"
QUOTAS_2025 = {
    "11": 72, "13": 44, "15": 28, "17": 12, "19": 6, "21": 7, "23": 8, "25": 27, "27": 7, "29": 47, "31": 14,
    "33": 10, "35": 23, "37": 8, "39": 6, "41": 33, "43": 41, "45": 1, "47": 19, "49": 17, "51": 20, "53": 30,
}  # fmt: skip
QUOTAS_2024 = QUOTAS_2025 | {"11": 71, "29": 46, "43": 42, "53": 31}


def wage_bills(rows: list[OewsRow]) -> list[int]:
    return [row.wage_bill_usd for row in rows if row.wage_bill_usd is not None]


def test_the_shipped_occupations_have_the_published_total() -> None:
    rows = load_occupations(SHIPPED)
    assert len(rows) == 830
    assert len(wage_bills(rows)) == 825
    assert sum(wage_bills(rows)) == 10_833_939_665_400
    assert sum(ANNUAL_ONLY in row.flags for row in rows) == 58
    hourly_only = [row for row in rows if HOURLY_ONLY in row.flags]
    assert [row.soc_group for row in hourly_only] == ["27"] * 5
    assert all(row.annual_mean_wage_usd is None and "*" in row.flags for row in hourly_only)


def test_480_items_are_shared_as_published() -> None:
    assert group_quotas(load_occupations(SHIPPED), 480) == QUOTAS_2025


@pytest.mark.parametrize("target", [1, 22, 1016, 10_000])
def test_every_target_is_shared_out_whole(target: int) -> None:
    assert sum(group_quotas(load_occupations(SHIPPED), target).values()) == target


def test_480_items_serve_127_occupations() -> None:
    rows = load_occupations(SHIPPED)
    served = served_occupations(rows, group_quotas(rows, 480), {row.soc_code for row in rows})
    assert len(served) == 127
    assert sum(one.n_items >= 3 for one in served) == 126
    assert sum(one.n_items for one in served) == 480


def test_the_shipped_file_is_what_the_command_makes(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "occupations.csv"
    assert main(["--oews", str(shared / "onet" / "national_M2025_dl.xlsx"), "--out", str(out)]) == 0
    assert out.read_bytes() == SHIPPED.read_bytes()
    said = capsys.readouterr().out
    assert "830 occupations, 825 with a wage bill, together 10833939665400 USD" in said
    assert "5 without a wage bill:\n  27-2011 Actors: * hourly-only\n" in said


def test_the_command_ends_with_2_and_one_line_on_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--oews", str(tmp_path / "absent.zip"), "--out", str(tmp_path / "out.csv")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert OEWS_URL in said.err
    assert not (tmp_path / "out.csv").exists()


def test_the_command_refuses_a_place_it_cannot_write_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "oews.txt"
    table.write_text(
        "OCC_CODE\tOCC_TITLE\tO_GROUP\tTOT_EMP\tA_MEAN\tANNUAL\tHOURLY\n51-4121\tWelders\tdetailed\t5\t9\t\t\n",
        encoding="utf-8",
    )
    assert main(["--oews", str(table), "--out", str(tmp_path / "absent" / "out.csv")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_shares_equal_the_table_beside_the_official_file(shared: Path) -> None:
    with (shared / "onet" / "wage_bill_by_group.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    rows = load_occupations(SHIPPED)
    assert group_quotas(rows, 480) == {line["soc_major"]: int(line["alloc_480"]) for line in table}
    for line in table:
        group = [row for row in rows if row.soc_group == line["soc_major"]]
        assert len(group) == int(line["n_detailed"])
        assert sum(wage_bills(group)) == int(line["wage_bill_usd"])


def test_the_zip_of_2024_has_its_published_total_and_shares(shared: Path) -> None:
    rows = load_oews(shared / "onet" / "oesm24nat.zip")
    assert len(rows) == 831
    assert sum(wage_bills(rows)) == 10_463_201_687_100
    assert group_quotas(rows, 480) == QUOTAS_2024


def test_every_occupation_with_a_wage_bill_meets_onet(shared: Path) -> None:
    onet = load_onet(shared / "onet" / "db_30_1_text", load_combined_codes(ONET / "combined_codes.csv"))
    codes = [row.soc_code for row in load_occupations(SHIPPED) if row.wage_bill_usd is not None]
    assert sum(code in onet.titles for code in codes) == 825
    assert sum(bool(onet.tasks[code]) for code in codes) == 779


def test_sources_name_the_files_that_messages_ask_for() -> None:
    sources = tomllib.loads((ONET / "SOURCES.toml").read_text(encoding="utf-8"))["source"]
    assert {OEWS_URL, ONET_URL} <= {source.get("url") for source in sources}
    assert all(source["licence"] and source["attribution"] for source in sources)


def test_the_official_files_have_the_recorded_hashes(shared: Path) -> None:
    sources = {one["id"]: one for one in tomllib.loads((ONET / "SOURCES.toml").read_text(encoding="utf-8"))["source"]}

    def sha256(body: bytes) -> str:
        return hashlib.sha256(body).hexdigest()

    folder = shared / "onet"
    served = (folder / "oesm24nat.zip").read_bytes()
    assert sha256(served) == sources["oews-2024"]["sha256"]
    [(member, digest)] = sources["oews-2024"]["files"].items()
    with zipfile.ZipFile(io.BytesIO(served)) as archive:
        assert sha256(archive.read(member)) == digest
    for name, digest in sources["oews-2025"]["files"].items():
        assert sha256((folder / name).read_bytes()) == digest
    for name, digest in sources["onet-30.1"]["files"].items():
        assert sha256((folder / "db_30_1_text" / name).read_bytes()) == digest
