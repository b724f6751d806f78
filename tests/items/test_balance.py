"""The balancer: hard limits hold on any pool, wishes are met in order, what is short is told with its reason."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orqa.items.balance import BankChoice, Candidate, Limits, Plan, choose_bank
from orqa.items.duplicates import DUPLICATE_JACCARD, clashes
from orqa.text import jaccard, sha256_hex, words

LIMITS = Limits()


def candidate(number: int, **changes: object) -> Candidate:
    """A candidate that clashes with no other: its words are its own."""
    own = [sha256_hex(f"{number} {place}")[:8] for place in range(12)]
    plain = Candidate(
        item_id=f"i{number:05d}",
        card_id=f"c{number}",
        soc_group="29",
        soc_code="29-1141",
        publisher=f"p{number % 40}",
        document_id=f"d{number}",
        quote_id=f"q{number}",
        quote=" ".join(own),
        key="ABCDABCDABCDEF"[number % 14],
        stem=" ".join(own),
        key_text=own[0],
        options=("1", "2", "3", "4"),
        is_numeric=False,
        family="limit",
        category="threshold",
        quality=0.5,
        difficulty=None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def plan(target: int, groups: dict[str, int] | None = None, occupations: dict[str, int] | None = None) -> Plan:
    return Plan(target, groups or {"29": target}, occupations or {})


def bank_of(pool: list[Candidate], choice: BankChoice) -> list[Candidate]:
    by_id = {member.item_id: member for member in pool}
    return [by_id[item_id] for item_id in choice.item_ids]


def faults(bank: list[Candidate], wanted: Plan) -> list[str]:  # noqa: C901
    """The hard limits that a bank breaks, checked anew and without the programme."""
    found = []
    n = len(bank)
    if n > wanted.target:
        found.append("larger than the target")
    if any(count > max(1, 0.10 * n) for count in Counter(member.publisher for member in bank).values()):
        found.append("publisher of the bank")
    for group, n_group in Counter(member.soc_group for member in bank).items():
        of_publishers = Counter(member.publisher for member in bank if member.soc_group == group)
        if n_group >= 10 and max(of_publishers.values()) > 0.3 * n_group + 1e-9:
            found.append("publisher of a group")
        if wanted.group_quotas.get(group, 0) >= 10 and max(of_publishers.values()) > max(3, 0.3 * n_group):
            found.append("publisher of a group with a large quota")
    if any(count > 6 for count in Counter(member.document_id for member in bank).values()):
        found.append("document")
    if any(count > 1 for count in Counter(member.quote_id for member in bank).values()):
        found.append("quote")
    letters = [sum(member.key == letter for member in bank) for letter in "ABCD"]
    if max(letters) - min(letters) > max(2, 0.05 * n):
        found.append("letters")
    openings = Counter(tuple(words(member.stem)[:6]) for member in bank)
    if any(count > max(1, 0.15 * n) for count in openings.values()):
        found.append("opening")
    sets = [set(words(f"{member.stem} {member.key_text}")) for member in bank]
    if any(jaccard(left, right) >= DUPLICATE_JACCARD for i, left in enumerate(sets) for right in sets[:i]):
        found.append("near-duplicates")
    return found


@st.composite
def pools(draw: st.DrawFn) -> tuple[list[Candidate], Plan]:
    numbers = range(draw(st.integers(0, 60)))
    few = st.integers(0, draw(st.integers(0, 12)))
    pool = [
        candidate(
            number,
            soc_group=draw(st.sampled_from(["11", "29"])),
            publisher=f"p{draw(few)}",
            document_id=f"d{draw(few)}",
            quote_id=f"q{draw(st.integers(0, 40))}",
            key=draw(st.sampled_from("ABCDEF")),
            stem=draw(st.sampled_from(["a b c d e f ", "g h i j k l ", ""])) + candidate(draw(st.integers(0, 30))).stem,
            family=draw(st.sampled_from(["list", "limit"])),
            quality=draw(st.floats(0, 1)),
        )
        for number in numbers
    ]
    return pool, plan(draw(st.integers(1, 40)), {"11": draw(st.integers(0, 20)), "29": draw(st.integers(0, 20))})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pools(), st.randoms())
def test_every_hard_limit_holds_on_any_pool_and_in_any_order(drawn, random) -> None:  # type: ignore[no-untyped-def]
    pool, wanted = drawn
    choice = choose_bank(pool, wanted, seed=1)
    assert faults(bank_of(pool, choice), wanted) == []
    assert {*choice.item_ids, *choice.dropped} == {member.item_id for member in pool}
    assert not set(choice.item_ids) & set(choice.dropped)
    assert set(choice.filled) == set(choice.item_ids)
    if len(choice.item_ids) < wanted.target:
        assert choice.shortfalls[0].what == "target"
        assert "not needed" not in choice.dropped.values()
    shuffled = list(pool)
    random.shuffle(shuffled)
    assert choose_bank(shuffled, wanted, seed=1) == choice


@pytest.mark.parametrize("target", [1, 2, 5, 10, 22, 120])
def test_the_target_is_met_where_the_pool_allows_it(target: int) -> None:
    pool = [candidate(number) for number in range(3 * target + 20)]
    choice = choose_bank(pool, plan(target), seed=0)
    assert len(choice.item_ids) == target
    assert choice.shortfalls == ()
    assert faults(bank_of(pool, choice), plan(target)) == []


def test_e_and_f_are_in_range_where_they_can_be() -> None:
    pool = [candidate(number, key="ABCD"[number % 4]) for number in range(400)]
    pool += [candidate(400 + number, key="EF"[number % 2], quality=0.0) for number in range(60)]
    bank = bank_of(pool, choose_bank(pool, plan(120), seed=0))
    for letter in "EF":
        assert 12 <= sum(member.key == letter for member in bank) <= 21


def test_too_many_e_are_left_out_rather_than_taken() -> None:
    pool = [candidate(number, key="ABCDEEEE"[number % 8]) for number in range(200)]
    bank = bank_of(pool, choose_bank(pool, plan(50), seed=0))
    assert len(bank) == 50
    assert 5 <= sum(member.key == "E" for member in bank) <= 9


def test_a_full_group_fills_the_seats_that_another_left_empty() -> None:
    pool = [candidate(number, soc_group="29") for number in range(60)]
    pool += [candidate(100 + number, soc_group="11", soc_code="11-1021") for number in range(2)]
    wanted = plan(20, {"29": 10, "11": 10}, {"29-1141": 4, "11-1021": 4})
    choice = choose_bank(pool, wanted, seed=0)
    assert Counter(choice.filled.values()) == {"own": 6, "group": 6, "other": 8}
    short = next(entry for entry in choice.shortfalls if entry.what == "group 11")
    assert (short.wanted, short.got) == (10, 2)
    assert "2 candidates" in short.why


def test_every_occupation_gets_an_item_before_any_gets_better_ones() -> None:
    pool = [candidate(number, soc_code=f"29-{number % 2}", quality=1.0) for number in range(80)]
    pool += [candidate(100 + number, soc_code="29-9", quality=0.0) for number in range(3)]
    wanted = plan(20, {"29": 20}, {"29-0": 8, "29-1": 8, "29-9": 4})
    bank = bank_of(pool, choose_bank(pool, wanted, seed=0))
    assert sum(member.soc_code == "29-9" for member in bank) == 3


def test_the_better_of_two_near_duplicates_is_taken_and_the_other_is_named() -> None:
    worse, better = (
        candidate(1, quality=0.1),
        candidate(2, stem=candidate(1).stem, key_text=candidate(1).key_text, quality=0.9),
    )
    choice = choose_bank([worse, better], plan(2), seed=0)
    assert choice.item_ids == (better.item_id,)
    assert choice.dropped == {worse.item_id: "near-duplicate of an item of the bank"}


def test_a_paraphrase_with_the_same_key_is_a_double_and_a_sister_limit_is_not() -> None:
    eggs = (
        "Raw shell eggs must be received in equipment with an air temperature of at most what temperature?",
        "45 °F",
    )
    again = (
        "A cooler that holds raw shell eggs must have an air temperature of no more than what temperature?",
        "45°F",
    )
    counter = ("A counter where produce is cut with a knife must be lit to at least how many foot-candles?", "45 foot")
    texts = [eggs, again, counter]
    pool = [candidate(number, stem=stem, key_text=key_text) for number, (stem, key_text) in enumerate(texts)]
    assert clashes([eggs, counter]) == []
    choice = choose_bank(pool, plan(3), seed=0)
    assert len(choice.item_ids) == 2
    assert "i00002" in choice.item_ids
    assert list(choice.dropped.values()) == ["near-duplicate of an item of the bank"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"publisher": "p"}, "publisher"),
        ({"document_id": "d"}, "document"),
        ({"quote_id": "q"}, "quote"),
        ({"key": "B"}, "letter B"),
    ],
)
def test_an_unfillable_bank_says_which_rule_stood_in_the_way(changes: dict[str, object], why: str) -> None:
    pool = [candidate(number, **changes) for number in range(60)]
    choice = choose_bank(pool, plan(40), seed=0)
    assert len(choice.item_ids) < 40
    assert choice.shortfalls[0].what == "target"
    assert why in choice.shortfalls[0].why


def test_a_group_without_a_candidate_is_told() -> None:
    choice = choose_bank([candidate(1)], plan(2, {"29": 1, "45": 1}), seed=0)
    assert ("group 45", "no candidate") in [(entry.what, entry.why) for entry in choice.shortfalls]


def test_no_candidate_at_all_is_an_empty_bank() -> None:
    choice = choose_bank([], plan(3), seed=0)
    assert choice.item_ids == ()
    assert choice.shortfalls[0].why == "no candidate"


def test_one_seed_gives_one_bank_and_another_may_give_another() -> None:
    pool = [candidate(number) for number in range(100)]
    banks = {choose_bank(pool, plan(20), seed).item_ids for seed in (0, 0, 1, 2)}
    assert 2 <= len(banks) <= 3


def test_the_order_is_by_group_occupation_and_item() -> None:
    pool = [
        candidate(number, soc_group=f"{11 + number % 3}", soc_code=f"{11 + number % 3}-{number % 2}")
        for number in range(40)
    ]
    bank = bank_of(pool, choose_bank(pool, plan(20), seed=0))
    places = [(member.soc_group, member.soc_code, member.item_id) for member in bank]
    assert places == sorted(places)


def test_a_small_pool_from_few_publishers_gives_what_the_caps_allow() -> None:
    pool = [candidate(number, publisher=f"p{number % 4}") for number in range(40)]
    assert len(choose_bank(pool, plan(30), seed=0).item_ids) == 4


def test_lists_do_not_all_key_e() -> None:
    pool = [candidate(number, key="ABCD"[number % 4]) for number in range(200)]
    pool += [candidate(300 + number, key="EEEFFABCD"[number % 9], family="list") for number in range(90)]
    bank = bank_of(pool, choose_bank(pool, plan(120), seed=0))
    lists = Counter(member.key for member in bank if member.family == "list")
    assert lists["E"] <= 0.4 * lists.total() + 1
    assert lists["F"] >= 0.3 * lists.total() - 1


def test_a_tell_that_the_pool_has_is_balanced_away() -> None:
    told = {"options": ("a long option", "a short", "a short", "a short"), "key": "A", "quality": 0.9}
    hidden = {"options": ("a long option", "a short", "b short", "c short"), "quality": 0.6}
    pool = [candidate(number, **told) for number in range(60)]
    pool += [candidate(100 + number, **hidden, key="ABCD"[number % 4]) for number in range(200)]
    bank = bank_of(pool, choose_bank(pool, plan(100), seed=0))
    n_found = sum(member.key == "A" for member in bank)
    assert n_found <= sum(member.key in "ABCD" for member in bank) / 4 + 4
