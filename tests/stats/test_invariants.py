"""A sound bank has no faults; each thing that can be wrong is named."""

from typing import Any

import pytest

from orqa.stats.invariants import check_bank

TEXT = "Intro. A ladder must be inspected within 30 days. End."
QUOTE = "A ladder must be inspected within 30 days."


def row(**changes: Any) -> dict[str, Any]:
    start = TEXT.index(QUOTE)
    sound = {
        "bank_version": "v0001-abc", "position": 1, "item_id": "i1", "soc_group": "47", "soc_code": "47-2031",
        "occupation": "Carpenters", "task": "inspect", "stem": "Within how many days?", "option_a": "10 days",
        "option_b": "30 days", "option_c": "45 days", "option_d": "60 days", "option_e": "All of the above",
        "option_f": "None of the above", "key": "B", "rationale": "The rule says so.", "document_id": "d1",
        "publisher": "osha", "publisher_type": "federal", "url": "https://www.osha.gov/x", "licence": "public domain",
        "body_sha256": "0" * 64, "quote": QUOTE, "start_char": start, "end_char": start + len(QUOTE),
        "window_start_char": 0, "window_end_char": len(TEXT), "truths": "[false,true,false,false]",
        "document_text": TEXT,
    }  # fmt: skip
    return sound | changes


def test_a_sound_bank_has_no_faults() -> None:
    assert check_bank([row()]) == []
    assert check_bank([]) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"quote": "A ladder must be inspected within 31 days."}, "not what stands at"),
        ({"start_char": 6}, "not what stands at"),
        ({"end_char": 9999}, "outside its document"),
        ({"start_char": -1}, "outside its document"),
        ({"window_end_char": 20}, "outside its window"),
        ({"option_a": "30 DAYS"}, "two options are equal"),
        ({"option_a": "30\u00a0days"}, "two options are equal"),
        ({"option_c": "none of the above"}, "two options are equal"),
        ({"option_d": "  "}, "option D is empty"),
        ({"option_e": "None of the above", "option_f": "All of the above"}, "E and F"),
        ({"key": "A"}, "its key is A"),
        ({"key": "E"}, "gives B"),
        ({"truths": "[true,true,false,false]"}, "gives None"),
        ({"truths": "[true,null,false,false]"}, "gives None"),
        ({"truths": "[true]"}, "1 truth values"),
        ({"body_sha256": ""}, "body_sha256 is missing"),
        ({"url": None}, "url is missing"),
    ],
)
def test_each_fault_is_named_with_its_item(changes: dict[str, Any], fault: str) -> None:
    found = check_bank([row(**changes)])
    assert len(found) == 1
    assert found[0].startswith("item i1: ")
    assert fault in found[0]


def test_an_item_a_place_and_a_quote_stand_once() -> None:
    found = check_bank([row(), row()])
    assert found == [
        "item_id i1 stands 2 times",
        "position 1 stands 2 times",
        "the quote at 7-49 of document d1 carries 2 items",
    ]


@pytest.mark.parametrize(("key", "truths"), [("E", "[true,true,true,true]"), ("F", "[false,false,false,false]")])
def test_e_and_f_are_sound_keys(key: str, truths: str) -> None:
    assert check_bank([row(key=key, truths=truths)]) == []
