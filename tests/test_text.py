"""Hashes, spans and the location of quotes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from orqa.errors import QuoteNotFound
from orqa.text import Span, canonical_json, jaccard, locate_quote, normalise, row_id, seeded_int, words


def test_an_exact_quote_is_found_where_it_stands() -> None:
    assert locate_quote("Keep the log. Keep the key.", "Keep the key.") == Span(14, 27)


def test_a_quote_with_other_quotes_dashes_and_signs_is_located_in_the_source() -> None:
    text = "Rule: crews’ non‑slip soles ≥ 3 mm thick are “due”…"
    span = locate_quote(text, 'crews\' non-slip soles >= 3 mm thick are "due"...')
    assert span.of(text) == "crews’ non‑slip soles ≥ 3 mm thick are “due”…"


def test_white_space_and_ligatures_do_not_hide_a_quote() -> None:
    text = "The ﬁrst\n  crew\u00a0shall sign oﬀ."
    assert locate_quote(text, "first crew shall sign off.").of(text) == "ﬁrst\n  crew\u00a0shall sign oﬀ."


@pytest.mark.parametrize("quote", ["", "   ", "not there at all"])
def test_a_quote_that_stands_nowhere_is_refused(quote: str) -> None:
    with pytest.raises(QuoteNotFound):
        locate_quote("Some text of a document.", quote)


@given(st.text(min_size=1, max_size=200), st.data())
def test_every_slice_of_a_text_is_located_to_the_same_words(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = text[start:end]
    if quote.strip():
        assert locate_quote(text, quote).of(text) == quote


@given(st.text(max_size=80))
@example("0\r¨")  # one character becomes a space and a mark
@example("a ﹘ b")  # one character becomes another that is folded itself
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


def test_json_has_one_form_and_no_nan() -> None:
    assert canonical_json({"b": 1, "a": ["é"]}) == '{"a":["é"],"b":1}'
    with pytest.raises(ValueError, match="Out of range"):
        canonical_json(float("nan"))


def test_an_identity_depends_on_every_part() -> None:
    assert row_id("card", "a", "b") != row_id("card", "ab", "")
    assert seeded_int(1, "x") != seeded_int(2, "x")


def test_words_keep_decimals_together() -> None:
    assert words("At 2.5 Feet, not 25.") == ["at", "2.5", "feet", "not", "25"]


def test_likeness_of_nothing_is_nothing() -> None:
    assert jaccard(set(), set()) == 0.0
