"""Wilson's interval against published values and its own edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.stats.intervals import wilson


def test_it_agrees_with_newcombes_published_example() -> None:
    low, high = wilson(81, 263)  # Newcombe 1998, table I: 0.2553 to 0.3662
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


@given(st.integers(0, 500), st.integers(0, 500))
def test_it_holds_the_share_and_stays_between_0_and_1(k: int, more: int) -> None:
    n = k + more
    low, high = wilson(k, n)
    assert 0.0 <= low <= high <= 1.0
    if n:
        assert low <= k / n + 1e-12
        assert k / n <= high + 1e-12


def test_nothing_seen_is_nothing_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3)])
def test_an_impossible_count_is_an_error(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(k, n)
