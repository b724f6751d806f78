"""The three small solvers: what each looks at, and what an open book adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.engines.extractive.solvers import NAMES, answer, open_book

TAIL = ("All of the above", "None of the above")


@pytest.mark.parametrize(
    ("sample", "stem", "options", "choice"),
    [
        (0, "Who must oil the winch of a ship?", ("The cook", "The winch hand", "A guest", "A child"), "B"),
        (1, "Which dog herds sheep?", ("Mortgage", "Invoice", "Border collie", "Sulphur"), "C"),
        (2, "How long must it rest?", ("A while", "A bit", "Soon", "At least 12 hours under a Sealed Hood"), "D"),
        (3, "Who must oil the winch of a ship?", ("The cook", "The winch hand", "A guest", "A child"), "B"),
    ],
)
def test_each_sample_is_a_solver_with_its_own_eye(
    sample: int, stem: str, options: tuple[str, ...], choice: str
) -> None:
    given_answer = answer(stem, (*options, *TAIL), None, sample)
    assert (given_answer.choice, given_answer.solver) == (choice, NAMES[sample % 3])


@pytest.mark.parametrize(
    ("evidence", "letter"),
    [
        ("A roll rests for 20 minutes.", "B"),
        ("A roll rests 10 minutes, 20 minutes, 30 minutes or 40 minutes.", "E"),
        ("A roll rests for 120 minutes.", "F"),
        ("A roll rests for 10 minutes or 20 minutes.", None),
    ],
)
def test_with_the_source_open_the_options_that_stand_in_it_decide(evidence: str, letter: str | None) -> None:
    options = ("10 minutes", "20 minutes", "30 minutes", "40 minutes")
    assert open_book(options, evidence) == letter
    assert answer("How long?", (*options, *TAIL), evidence, 0).choice == letter


WORDS = st.text("abcdef ", min_size=1, max_size=20)


@given(WORDS, st.tuples(WORDS, WORDS, WORDS, WORDS), st.integers(0, 2))
def test_a_closed_book_gives_one_content_letter_and_the_same_one_again(
    stem: str, options: tuple[str, ...], sample: int
) -> None:
    first = answer(stem, (*options, *TAIL), None, sample)
    assert first.choice in {"A", "B", "C", "D"}
    assert first == answer(stem, (*options, *TAIL), None, sample)
