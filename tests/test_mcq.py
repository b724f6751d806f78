"""The form of an item: key, order, rendering and parsing."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa import mcq


def test_every_pattern_of_truth_gives_the_key_that_follows_or_none() -> None:
    for truths in itertools.product([True, False, None], repeat=4):
        key = mcq.derive_key(truths)
        if None in truths:
            assert key is None
        elif sum(map(bool, truths)) == 1:
            assert key == "ABCD"[truths.index(True)]
        else:
            assert key == {4: "E", 0: "F"}.get(sum(map(bool, truths)))


def test_a_key_needs_exactly_four_truths() -> None:
    with pytest.raises(ValueError, match="four content options"):
        mcq.derive_key([True, False, False])


@given(st.permutations([0, 1, 2, 3]), st.sampled_from("ABCDEF"))
def test_a_choice_among_permuted_options_names_the_same_text(order: list[int], choice: str) -> None:
    options = mcq.six_options(("w", "x", "y", "z"))
    shown = mcq.permute(options, order)
    assert shown[4:] == (mcq.ALL_OF_THE_ABOVE, mcq.NONE_OF_THE_ABOVE)
    assert options[mcq.LETTERS.index(mcq.original_letter(choice, order))] == shown[mcq.LETTERS.index(choice)]


def test_an_order_that_is_no_permutation_is_refused() -> None:
    with pytest.raises(ValueError, match="not a permutation"):
        mcq.permute(mcq.six_options(("w", "x", "y", "z")), [0, 0, 1, 2])


def test_an_item_reads_as_stem_and_lettered_lines() -> None:
    assert mcq.render("Q?", ["a", "b"] + ["c"] * 4).splitlines()[:3] == ["Q?", "A. a", "B. b"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Answer: C", "C"),
        ("Antwort:\n\nAntwort: C", "C"),
        ("First I thought Answer: A, but\nANSWER: **D**", "D"),
        ("B", "B"),
        ("(e)", None),
        ("(E).", "E"),
        ("C. The crew leader", "C"),
        ("The answer is a matter of taste", None),
        ("A or B", None),
        ("A\nB", None),
        ("Answer: G", None),
        ("Answer: Avoid it", None),
        ("", None),
        ("I cannot say", None),
    ],
)
def test_a_letter_is_parsed_or_nothing(reply: str, letter: str | None) -> None:
    assert mcq.parse_choice(reply) == letter
