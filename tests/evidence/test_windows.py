"""Windows cover a text in order, overlap, keep their size, and cut nowhere inside a sentence or a row."""

import random
import time
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from orqa.evidence.windows import split_windows
from orqa.sentences import split_sentences
from orqa.text import Span


def sizes(text: str, windows: list[Span]) -> list[int]:
    return [len(window.of(text).encode()) for window in windows]


def overlaps(text: str, windows: list[Span]) -> list[int]:
    return [len(text[after.start : before.end].encode()) for before, after in pairwise(windows)]


def check_always(text: str, windows: list[Span]) -> None:
    """What holds for every text, whatever its sentences."""
    assert windows[0].start == 0
    assert windows[-1].end == len(text)
    starts = {span.start for span in split_sentences(text)} | {0}
    inner = [(span.start, span.end) for span in split_sentences(text)]
    for before, after in pairwise(windows):
        assert before.start < after.start <= before.end < after.end
        assert after.start in starts
        assert not any(start < before.end < end for start, end in inner)


PIECES = [
    "The driver shall stop the truck and warn the control room. ",
    "Keep the log for 3 years. ",
    "Workers at 6 ft. or more above a lower level must use a harness, a net or a guardrail, as the plan says. ",
    "水位は毎日確認する。",
    "The clerk 🧾 signs it — twice. ",
    "\n\n# Part B\n\n",
    "\n\n",
    "\n- an item of the list\n",
    "\n| a cell | another cell with more words in it |\n",
    "\r\n\r\nA block behind CRLF. ",
]


def made(seed: int, pieces: list[str]) -> str:
    """A text of some hundred pieces, some kinds frequent; drawing each piece would be slow."""
    chance = random.Random(seed)
    weights = [chance.random() ** 3 for _ in pieces]
    return "".join(chance.choices(pieces, weights, k=chance.randint(30, 500)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_short_sentences_give_windows_of_the_right_size_and_overlap(seed: int) -> None:
    text = made(seed, PIECES)
    n_bytes = len(text.encode())
    assume(n_bytes >= 400 and max(len(span.of(text).encode()) for span in split_sentences(text)) <= 300)
    windows = split_windows(text)
    check_always(text, windows)
    if n_bytes > 4_000:
        assert all(size <= 4_000 for size in sizes(text, windows))
        assert all(size >= 2_500 for size in sizes(text, windows)[:-1])
        assert all(250 <= overlap <= 600 for overlap in overlaps(text, windows))
    if n_bytes >= 5_000:
        assert sizes(text, windows)[-1] >= 2_500


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(300, 9_000), min_size=1, max_size=6))
def test_long_sentences_are_kept_whole_and_nothing_is_lost(seed: int, lengths: list[int]) -> None:
    text = made(seed, [*PIECES, *("x" * length + ". " for length in lengths)])
    assume(len(text.encode()) >= 400)
    windows = split_windows(text)
    check_always(text, windows)
    sentences = split_sentences(text)
    for window, size in zip(windows, sizes(text, windows), strict=True):
        inside = [len(span.of(text).encode()) for span in sentences if window.contains(span)]
        assert size <= 4_000 or max(inside) > 3_000


@pytest.mark.parametrize(("n_bytes", "n_windows"), [(0, 0), (399, 0), (400, 1), (4_000, 1), (4_001, 2), (4_800, 2)])
def test_a_short_document_is_one_window_and_a_fragment_is_none(n_bytes: int, n_windows: int) -> None:
    text = ("The log is kept. " * 300)[:n_bytes]
    assert len(split_windows(text)) == n_windows


def test_repeated_sentences_do_not_lead_a_window_back_to_the_first() -> None:
    text = "Check the belt before each shift. " * 200
    windows = split_windows(text)
    check_always(text, windows)
    assert len(windows) == 2
    assert 250 <= overlaps(text, windows)[0] <= 600


def test_one_line_of_fifty_kilobytes_is_one_window_and_its_neighbours_are_not_lost() -> None:
    text = "The log is kept. " * 100 + "\n\n" + "word " * 10_000 + "\n\n" + "The key is kept. " * 100
    windows = split_windows(text)
    check_always(text, windows)
    assert sum(size > 4_000 for size in sizes(text, windows)) == 1


def test_a_cut_is_made_at_a_heading_where_one_is_near() -> None:
    paragraph = "The guard must stand at the gate while the train is in the yard. " * 45
    text = f"# One\n\n{paragraph}\n\n# Two\n\n{paragraph}\n\n# Three\n\n{paragraph}"
    first = split_windows(text)[0]
    assert text[first.end :].startswith("# Two")


def test_rows_of_a_long_table_are_never_cut() -> None:
    text = "\n".join(f"| item {n} | the limit of item {n} is {n} feet | note |" for n in range(500))
    windows = split_windows(text)
    check_always(text, windows)
    assert all(text[window.start] == "|" for window in windows)
    assert all(250 <= overlap <= 600 for overlap in overlaps(text, windows))


def test_a_long_text_takes_no_long_time() -> None:
    text = "The operator shall check the gauge every 2 hours. Then log it.\n\n" * 16_000
    began = time.perf_counter()
    split_windows(text)
    assert len(text) / (time.perf_counter() - began) > 1_000_000
