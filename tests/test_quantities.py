"""Numbers in sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.quantities import find_quantities, format_number, number_to_words, words_to_number


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Humidity in the store shall stay at 18 to 25 percent.", [18, 25]),
        ("within thirty (30) days after", [30]),
        ("at least one hundred and twenty-five feet", [125]),
        ("a fee of $1,500 and no more", [1500]),
        ("must not exceed 41°F", [41]),
        ("2.5 hours of rest", [2.5]),
        ("3 1/2 inches of cover", []),
        ("form 27-2011 and the 5th day", []),
        ("1.5 million dollars", [1_500_000]),
        ("keep it", []),
    ],
)
def test_numbers_are_found_with_their_values(text: str, values: list[float]) -> None:
    assert [quantity.value for quantity in find_quantities(text)] == values


def test_the_styles_of_writing_are_told_apart() -> None:
    found = find_quantities("three days, thirty (30) days, 7 days and $5 or 10 percent")
    assert [quantity.style for quantity in found] == ["words", "both", "digits", "digits", "digits"]
    assert [quantity.prefix for quantity in found] == ["", "", "", "$", ""]
    assert found[-1].suffix == " percent"


@given(st.integers(0, 9_999))
def test_words_of_a_number_mean_the_number(value: int) -> None:
    assert words_to_number(number_to_words(value)) == value


@given(st.integers(0, 10**9))
def test_a_written_number_is_found_again(value: int) -> None:
    assert [quantity.value for quantity in find_quantities(f"at least {format_number(value, 'digits')} feet")] == [
        value
    ]


def test_words_that_make_no_number_are_none() -> None:
    assert words_to_number("five twenty") is None
    with pytest.raises(ValueError, match="no words"):
        number_to_words(10_000)
