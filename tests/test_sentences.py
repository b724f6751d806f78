"""Sentences end where a reader would end them, and never inside an abbreviation, number, heading, item or row."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.sentences import split_sentences

WHOLE = [
    "Use form No. 12 for each entry.",
    "See Nos. 4 and 5 of Fig. 3 and Sec. 12(a) of the code.",
    "The U.S. Department of Labor enforces the rule.",
    "Wear a respirator, e.g. a half mask, or a hood, i.e. a full cover.",
    "Ship it to Acme Inc. Chicago before noon.",
    "Dr. Smith and Mr. J. R. Jones signed the log.",
    "The limit in Smith v. Jones is not the limit here.",
    "Open the gate at 6 a.m. Monday and close it at 5:30 p.m. daily.",
    "The gap may not exceed 0.5 in. at any point of the guard.",
    "A rate of 1.5 percent and a dose of .25 mg are allowed.",
    "1. Lock the switch before the panel is opened.",
    "(a) The owner shall keep the log.",
    "iv. The owner shall keep the log.",
    "§ 47-2809.01. Body art establishments.",
    "Sec. 12. The owner shall keep the log.",
    "The rule . . . applies to every yard.",
    "The rule ... applies to every yard.",
    'He asked "Is the valve shut?" before he went on.',
    "Visit www.example.gov/a.b for the form.",
    "Title 29 C.F.R. Part 1910 applies to the shop.",
    "The Jan. 5 notice and the Sept. 2024 notice differ.",
    "Mail it to 12 Main St. Austin before May.",
]
CUT = {
    "Use form No. 12 for each entry. Keep the copy.": 2,
    "The answer is no. Keep the copy.": 2,
    "He works in the U.S. The rule binds him.": 2,
    "Close at 5 p.m. The guard then locks the gate.": 2,
    "Is it shut? Yes! Go on.": 3,
    'She said "Stop." The crane stopped.': 2,
    "The limit is 30 feet.[2] The crew must stay behind it.": 2,
    "(The log is kept.) The clerk signs it.": 2,
    "Wait for the signal... The crane then lifts.": 2,
    "It weighs 5 lb. The lift is 3 ft.": 2,
    "Keep tools, rags, etc. The bin must be shut.": 2,
    "请勿进入。门已锁。": 2,
    "Wear gloves. 24 hours later, wash them.": 2,
    "Wear gloves 🧤. Wash them.": 2,
    "# No. 1 Rules. Of the yard\n\nKeep out. Stay back.": 3,
    "The crew must keep:\n- the log. And the pen\n- the key": 4,
    "| a. B | c. D |\n| e | f |": 2,
    "A line that is\nwrapped goes on. The next one too.": 2,
    "One block\n\nAnother block": 2,
    "One block\r\n\r\nAnother. Block": 3,
    "Do this: 1. Stop the truck. 2. Warn the room.": 2,
    "The plan is met. b. The crew signs it.": 2,
    "The limit is 5. The crew keeps it.": 2,
    "(1) First;\n(2) Second.": 2,
}


@pytest.mark.parametrize("text", WHOLE)
def test_a_sentence_is_not_cut_inside(text: str) -> None:
    assert [span.of(text) for span in split_sentences(text)] == [text]


@pytest.mark.parametrize(("text", "n"), CUT.items())
def test_sentences_are_cut_at_their_ends(text: str, n: int) -> None:
    assert len(split_sentences(text)) == n, [span.of(text) for span in split_sentences(text)]


PIECES = [
    "The crew ",
    "must stop. ",
    "No. 4",
    "\n",
    "\n\n",
    "\r\n",
    "- item",
    "| a | b |",
    "# Head",
    "😀",
    "水。",
    "(a) ",
    "...",
    '"',
    " ",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=200))
def test_only_white_space_lies_outside_the_sentences(text: str) -> None:
    spans = split_sentences(text)
    end = 0
    for span in spans:
        assert span.start >= end
        assert not text[end : span.start].strip()
        assert span.of(text) == span.of(text).strip() != ""
        end = span.end
    assert not text[end:].strip()


@given(st.lists(st.sampled_from(["| a. B | c |", "# The Head. Two", "- Do it. Now", "Plain. Text", ""])))
def test_rows_and_headings_are_one_unit_and_nothing_crosses_a_line_of_the_grammar(lines: list[str]) -> None:
    text = "\n".join(lines)
    sentences = [span.of(text) for span in split_sentences(text)]
    for line in lines:
        if line.startswith(("|", "#")):
            assert line in sentences
    assert not any("\n|" in sentence or "\n#" in sentence or "\n-" in sentence for sentence in sentences)


def test_a_long_text_takes_no_long_time() -> None:
    text = "The operator shall check the U.S. gauge No. 4 every 2.5 hours. Then log it.\n" * 14_000
    began = time.perf_counter()
    split_sentences(text)
    assert len(text) / (time.perf_counter() - began) > 1_000_000
