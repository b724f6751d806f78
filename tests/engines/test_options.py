"""Four options stand together when length betrays none and none stands inside another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.engines.extractive.options import are_apart, is_held, is_inside, right_option, wrong_options


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("four", ("five", "nine", "six"), True),
        ("a much longer text", ("short", "brief", "small"), False),
        ("a", ("longer", "texts are", "around"), False),
        ("longest", ("longer", "long", "longish"), True),
        ("lon", ("longer", "long", "lo"), True),
    ],
)
def test_the_right_option_may_not_stand_out_by_length(right: str, wrong: tuple[str, ...], expected: bool) -> None:
    assert is_inside(right, wrong) is expected


def test_a_text_inside_another_is_held_whatever_the_case() -> None:
    assert is_held("Dealer", "car dealer")
    assert is_held("Car dealer", "DEALER")
    assert not is_held("Dealer", "Broker")
    assert not are_apart(["Broker", "Lender", "lend"])
    assert are_apart(["Broker", "Lender", "Driver"])


@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_holding_is_mutual(left: str, right: str) -> None:
    assert is_held(left, right) == is_held(right, left)


def test_options_begin_with_a_capital_and_say_where_they_come_from() -> None:
    right, (wrong,) = right_option("car dealer"), wrong_options(["broker"])
    assert (right.text, right.is_true, right.origin) == ("Car dealer", True, "quote")
    assert (wrong.text, wrong.is_true, wrong.origin) == ("Broker", False, "document")
