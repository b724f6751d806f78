"""Shares of items: exact sums, the quota rule, ties by key, and who is served."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.errors import BadInput
from orqa.occupations.allocate import Served, group_quotas, largest_remainder, served_occupations
from orqa.occupations.oews import OewsRow

WEIGHTS = st.dictionaries(st.text(max_size=3), st.integers(0, 10**13), min_size=1, max_size=30).filter(
    lambda weights: any(weights.values())
)
SIZES = st.sampled_from([0, 1, 22, 480, 1016, 10_000]) | st.integers(0, 20_000)


@given(WEIGHTS, SIZES)
def test_shares_sum_to_n_and_keep_the_quota_rule(weights: dict[str, int], n: int) -> None:
    shares = largest_remainder(weights, n)
    total = sum(weights.values())
    assert sum(shares.values()) == n
    assert list(shares) == sorted(weights)
    for key, share in shares.items():
        assert weights[key] * n // total <= share <= -(-weights[key] * n // total)


@given(WEIGHTS, SIZES)
def test_seats_left_go_to_the_largest_remainders(weights: dict[str, int], n: int) -> None:
    shares = largest_remainder(weights, n)
    total = sum(weights.values())
    order = sorted(weights, key=lambda key: (-(weights[key] * n % total), key))
    is_rounded_up = [shares[key] > weights[key] * n // total for key in order]
    assert is_rounded_up == sorted(is_rounded_up, reverse=True)


@given(WEIGHTS, SIZES, st.randoms(use_true_random=False))
def test_the_order_of_the_weights_does_not_matter(weights: dict[str, int], n: int, random: Random) -> None:
    keys = list(weights)
    random.shuffle(keys)
    assert largest_remainder({key: weights[key] for key in keys}, n) == largest_remainder(weights, n)


@given(WEIGHTS, SIZES, st.integers(2, 1000))
def test_only_the_proportions_matter(weights: dict[str, int], n: int, factor: int) -> None:
    scaled = {key: weight * factor for key, weight in weights.items()}
    assert largest_remainder(scaled, n) == largest_remainder(weights, n)


def test_ties_go_to_the_lower_key() -> None:
    assert largest_remainder({"c": 1, "a": 1, "b": 1}, 4) == {"a": 2, "b": 1, "c": 1}
    assert largest_remainder({"b": 5, "a": 5}, 1) == {"a": 1, "b": 0}


def test_remainders_too_close_for_floats_are_told_apart() -> None:
    weights = {"a": 10**17, "b": 10**17 + 1}
    assert largest_remainder(weights, 1) == {"a": 0, "b": 1}


@pytest.mark.parametrize(("weights", "n"), [({"a": 1}, -1), ({"a": -1, "b": 2}, 1), ({"a": 0}, 1), ({}, 1)])
def test_what_cannot_be_shared_is_bad_input(weights: dict[str, int], n: int) -> None:
    with pytest.raises(BadInput):
        largest_remainder(weights, n)


def row(code: str, wage_bill: int | None) -> OewsRow:
    return OewsRow(code, code, code[:2], 1, wage_bill, () if wage_bill is not None else ("*",))


def test_an_unknown_wage_bill_weighs_nothing_and_its_group_is_still_named() -> None:
    rows = [row("11-0001", 30), row("11-0002", None), row("13-0001", 10), row("27-0001", None)]
    assert group_quotas(rows, 4) == {"11": 3, "13": 1, "27": 0}


@pytest.mark.parametrize(
    ("quota", "shares"), [(0, []), (1, [1]), (4, [4]), (5, [3, 2]), (8, [4, 4]), (9, [3, 3, 3]), (10, [4, 3, 3])]
)
def test_a_quota_serves_one_occupation_for_every_four_items_begun(quota: int, shares: list[int]) -> None:
    rows = [row(f"11-000{number}", 100 - number) for number in range(1, 9)]
    served = served_occupations(rows, {"11": quota}, {row.soc_code for row in rows})
    assert served == [Served(f"11-000{number}", "11", share) for number, share in enumerate(shares, start=1)]


def test_the_highest_wage_bills_with_a_publisher_are_served() -> None:
    rows = [row("11-0001", 1), row("11-0002", 9), row("11-0004", 5), row("11-0003", 5), row("11-0005", None)]
    with_publisher = {"11-0001", "11-0003", "11-0004", "11-0005"}
    assert [one.soc_code for one in served_occupations(rows, {"11": 8}, with_publisher)] == ["11-0003", "11-0004"]
    assert [one.soc_code for one in served_occupations(rows, {"11": 16}, with_publisher)] == [
        "11-0003",
        "11-0004",
        "11-0001",
        "11-0005",
    ]


def test_a_group_without_a_publisher_gives_none() -> None:
    rows = [row("11-0001", 1), row("13-0001", 1)]
    assert served_occupations(rows, {"11": 3, "13": 3}, {"13-0001"}) == [Served("13-0001", "13", 3)]


CODES = st.builds("{}-{:04d}".format, st.sampled_from(["11", "13", "27"]), st.integers(0, 40))


@given(
    st.dictionaries(CODES, st.none() | st.integers(0, 1000), max_size=40),
    st.fixed_dictionaries({group: st.integers(0, 60) for group in ("11", "13", "27")}),
    st.sets(CODES),
)
def test_a_served_group_gets_its_quota_evenly_and_in_order(
    wage_bills: dict[str, int | None], quotas: dict[str, int], with_publisher: set[str]
) -> None:
    served = served_occupations([row(*pair) for pair in wage_bills.items()], quotas, with_publisher)
    assert [one.soc_group for one in served] == sorted(one.soc_group for one in served)
    for group, quota in quotas.items():
        shares = [one.n_items for one in served if one.soc_group == group]
        able = [code for code in wage_bills if code[:2] == group and code in with_publisher]
        assert len(shares) == min(len(able), -(-quota // 4))
        assert sum(shares) == (quota if able else 0)
        assert shares == sorted(shares, reverse=True)
        assert not shares or (min(shares) >= 1 and max(shares) - min(shares) <= 1)
