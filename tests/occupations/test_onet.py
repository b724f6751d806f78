"""The O*NET loader: both generations of files, missing values, combined codes."""

import re
from pathlib import Path

import pytest

from orqa.errors import BadInput
from orqa.occupations.onet import CombinedCode, Onet, Task, load_combined_codes, load_onet

ROOT = Path(__file__).resolve().parents[2]
CODE = "O*NET-SOC Code"
OCCUPATIONS = [
    [CODE, "Title", "Description"],
    ["31-1121.00", "Home Health Aides", "Help at home."],
    ["31-1122.00", "Personal Care Aides", "Help with care."],
    ["47-2031.01", "Stair Joiners", "Build stairs."],
    ["47-2031.00", "Joiners", "Join wood."],
]
TASKS = [
    [CODE, "Task ID", "Task", "Task Type", "Incumbents Responding", "Date", "Domain Source"],
    ["31-1121.00", "1", "Change bed linen.", "Core", "95", "08/2023", "Incumbent"],
    ["31-1122.00", "2", 'Record care as "done".', "n/a", "n/a", "08/2023", "Incumbent"],
    ["47-2031.01", "3", "Fit treads.", "Supplemental", "9", "08/2023", "Incumbent"],
]
NAMES = [
    ["31-1121.00", "Certified Home Aide", "CHA", "08"],
    ["31-1122.00", "Certified Home Aide", "n/a", "08"],
    ["47-2031.00", "Joiners", "n/a", "08"],
]
OLD = ("Alternate Titles.txt", [CODE, "Alternate Title", "Short Title", "Source(s)"])
NEW = ("Job Titles.txt", [CODE, "Job Title", "Short Title", "Source(s)"])
AIDES = CombinedCode("31-1120", "Home Health and Personal Care Aides", ("31-1121", "31-1122"))


def write(path: Path, table: list[list[str]]) -> None:
    path.write_bytes("".join("\t".join(row) + "\r\n" for row in table).encode())


def write_folder(folder: Path, generation: tuple[str, list[str]] = OLD) -> Path:
    write(folder / "Occupation Data.txt", OCCUPATIONS)
    write(folder / "Task Statements.txt", TASKS)
    write(folder / generation[0], [generation[1], *NAMES])
    return folder


@pytest.mark.parametrize("generation", [OLD, NEW])
def test_both_generations_give_the_same_facts(tmp_path: Path, generation: tuple[str, list[str]]) -> None:
    onet = load_onet(write_folder(tmp_path, generation), [AIDES])
    assert onet == Onet(
        titles={
            "31-1121": "Home Health Aides",
            "31-1122": "Personal Care Aides",
            "47-2031": "Joiners",
            "31-1120": "Home Health and Personal Care Aides",
        },
        tasks={
            "31-1121": (Task("1", "Change bed linen.", "Core"),),
            "31-1122": (Task("2", 'Record care as "done".', None),),
            "47-2031": (Task("3", "Fit treads.", "Supplemental"),),
            "31-1120": (Task("1", "Change bed linen.", "Core"), Task("2", 'Record care as "done".', None)),
        },
        alternate_titles={
            "31-1121": ("Certified Home Aide", "CHA"),
            "31-1122": ("Certified Home Aide",),
            "47-2031": ("Stair Joiners",),
            "31-1120": ("Home Health Aides", "Certified Home Aide", "CHA", "Personal Care Aides"),
        },
    )


@pytest.mark.parametrize("name", ["Occupation Data.txt", "Task Statements.txt", "Alternate Titles.txt"])
def test_a_missing_file_says_what_to_unpack(tmp_path: Path, name: str) -> None:
    (write_folder(tmp_path) / name).unlink()
    with pytest.raises(BadInput, match=rf"{re.escape(name)}.*db_31_0_text\.zip"):
        load_onet(tmp_path, [])


def test_a_column_of_the_other_generation_is_named(tmp_path: Path) -> None:
    write_folder(tmp_path, ("Job Titles.txt", OLD[1]))
    with pytest.raises(BadInput, match=r"Job Titles\.txt:1: no column Job Title;"):
        load_onet(tmp_path, [])


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    write(write_folder(tmp_path) / "Task Statements.txt", [*TASKS, ["47-2031.00", "4"]])
    with pytest.raises(BadInput, match=r"Task Statements\.txt:5: 2 fields"):
        load_onet(tmp_path, [])


def test_files_of_different_releases_are_refused(tmp_path: Path) -> None:
    write(write_folder(tmp_path) / "Task Statements.txt", [*TASKS, ["55-1011.00", "4", "Fly.", *TASKS[1][3:]]])
    with pytest.raises(BadInput, match=r"55-1011\.00 is not in Occupation Data\.txt"):
        load_onet(tmp_path, [])


def test_a_combined_code_with_an_unknown_member_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="39-7011 is not in"):
        load_onet(write_folder(tmp_path), [CombinedCode("39-7010", "Tour and Travel Guides", ("39-7011",))])


def test_the_shipped_combined_codes_are_twelve() -> None:
    combined = load_combined_codes(ROOT / "onet" / "combined_codes.csv")
    assert [entry.oews_code for entry in combined] == [
        "13-1020", "13-2020", "21-1018", "25-2052", "25-9045", "29-2010",
        "31-1120", "39-7010", "47-4090", "51-2028", "51-2090", "53-1047",
    ]  # fmt: skip
    assert sum(len(entry.members) for entry in combined) == 28
    assert combined[6] == AIDES


@pytest.mark.parametrize(
    ("text", "line"), [("", 1), ("a,b,c\n", 1), ("oews_code,oews_title,soc_code\n31-1120,Aides\n", 2)]
)
def test_a_table_of_combined_codes_in_another_form_is_refused(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "combined_codes.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=f":{line}: needs the columns"):
        load_combined_codes(path)


def test_the_official_files_are_read_whole(shared: Path) -> None:
    onet = load_onet(shared / "onet" / "db_30_1_text", [])
    assert len(onet.titles) == 867
    tasks = [task for tasks in onet.tasks.values() for task in tasks]
    assert len({task.task_id for task in tasks}) == len(tasks) == 18_796
    assert sum(task.task_type is None for task in tasks) == 845
    assert sum('"' in task.text for task in tasks) == 6
    assert not any("\r" in task.text for task in tasks)
    names = [name for names in onet.alternate_titles.values() for name in names]
    assert "n/a" not in names
    assert "Chief Sustainability Officers" in onet.alternate_titles["11-1011"]
    assert onet.titles["29-1141"] == "Registered Nurses"
