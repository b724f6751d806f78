"""Limits and periods: what is asked of a number, which are left alone, and the wrong values beside the right one."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from orqa.engine import OptionDraft
from orqa.engines.extractive.number_items import choose_options, render_value, stem_of
from orqa.engines.extractive.numbers import NumberFact, index_of, parse, reason_to_drop, singular
from orqa.engines.extractive.select import lower_first
from orqa.quantities import find_quantities

NOTHING = index_of([])


def fact_of(sentence: str) -> NumberFact:
    found = parse(sentence)
    assert found is not None
    return found


def reason_of(sentence: str, *others: str) -> str | None:
    found = parse(sentence)
    return "no number" if found is None else reason_to_drop(sentence, found, index_of([sentence, *others]))


@pytest.mark.parametrize(
    ("sentence", "family", "question"),
    [
        (
            "A welder must keep an oxygen bottle at least 20 feet from a fuel bottle.",
            "limit",
            "a welder must keep an oxygen bottle at least how many feet from a fuel bottle?",
        ),
        (
            "A tenant must get a deposit back within thirty (30) calendar days after moving out.",
            "period",
            "a tenant must get a deposit back within how many calendar days after moving out?",
        ),
        (
            "A baker must cool a custard to no more than 41°F before sale.",
            "limit",
            "a baker must cool a custard to no more than what temperature before sale?",
        ),
        (
            "A roofer may take a deposit of no more than 10 percent of a price.",
            "limit",
            "a roofer may take a deposit of no more than what percentage of a price?",
        ),
        (
            "A broker must hold a bond of at least $50,000.",
            "limit",
            "a broker must hold a bond of at least what amount?",
        ),
        ("A hoist must carry no more than six people.", "limit", "a hoist must carry no more than how many people?"),
        (
            "A bus must have at least four fire exits, all marked.",
            "limit",
            "a bus must have at least how many fire exits, all marked?",
        ),
        (
            "A crane may stand no closer than 10 feet to a line of 50 kilovolts.",
            "limit",
            "a crane may stand no closer than how many feet to a line of 50 kilovolts?",
        ),
        (
            "A puppy must stay with its mother until at least 8 weeks old.",
            "period",
            "a puppy must stay with its mother until at least how many weeks old?",
        ),
        ("A lifeguard must test a pool every two hours.", "period", "a lifeguard must test a pool every ______."),
    ],
)
def test_a_number_is_asked_in_its_place(sentence: str, family: str, question: str) -> None:
    fact = fact_of(sentence)
    assert reason_of(sentence) is None
    assert fact.family == family
    assert stem_of(fact, lower_first(fact.before, "")) == question


def test_a_number_that_much_text_follows_is_asked_with_a_blank() -> None:
    fact = fact_of(
        "A judge must rule within 10 days after a clerk has sent each side a copy of every plea that was filed late."
    )
    assert "within ______ after a clerk" in stem_of(fact, fact.before)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("two numbers", "A diver must climb within 12 hours and rest for 24 hours."),
        ("two numbers", "A bale must be at least 3 feet high, 4 feet long and 5 pounds heavy."),
        ("value of one or less", "A pupil must have at least one year of practice before a test."),
        ("no strong operator", "A diver must hold a pass of 12 hours in a log."),
        ("no strong operator", "A diver must sink to 12 feet before a test."),
        ("no strong operator", "A rope must hold for 12 feet of drop."),
        ("the sentence gives the number away", "An annual renewal is due every two years after a test."),
        ("the sentence gives the number away", "A quarterly check is due every 3 months at a mill."),
        ("number is an adjective", "A cook must serve within 12 hours shifts at a school."),
        ("odd text after the number", "A diver must wait for at least 12 hours (half a day) in a tent."),
        ("a deadline from nowhere", "A diver must file a log within 30 days."),
        ("a time phrase before the number", "A diver must wait after a dive for at least 12 hours in a tent."),
        ("more said after the number", "A diver must wait for at least 12 hours, and a tender must stay."),
        ("no number", "A roofer must keep records for the how many years period before a sale."),
        ("no number", "A pupil must sit a 12-hour course of diving each spring."),
        ("no number", "A guard must file form 12 at a gate."),
        ("no number", "A guard must walk 12 rounds."),
    ],
)
def test_a_number_that_cannot_be_asked_is_dropped_with_its_reason(reason: str, sentence: str) -> None:
    assert reason_of(sentence) == reason


def test_a_condition_in_another_unit_is_no_second_number() -> None:
    assert reason_of("A crane may stand within 10 feet of a wall with a load of 2 tons.") is None


def test_a_twin_sentence_with_another_value_leaves_two_answers() -> None:
    asked = "A clerk must answer a letter of complaint within 20 days of its arrival."
    twin = "A clerk must answer a letter of complaint within 30 days of its arrival."
    assert reason_of(asked) is None
    assert reason_of(asked, twin) == "twin sentence with another value"


@pytest.mark.parametrize(
    ("plural", "one"),
    [("Feet", "foot"), ("inches", "inch"), ("batteries", "battery"), ("days", "day"), ("people", "people")],
)
def test_units_have_a_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_one_of_a_unit_is_written_in_the_singular() -> None:
    assert render_value(1, fact_of("A guard must wait within 20 feet of a gate.")) == "1 foot"
    assert render_value(1, fact_of("A guard must wait at least two hours at a gate.")) == "One hour"
    assert render_value(1, fact_of("A probe must read within 2 degrees Fahrenheit of a bath.")) == "1 degree Fahrenheit"


TEMPLATES = [
    "A guard must wait at least 20 minutes at a gate.",
    "A guard must wait at least twenty minutes at a gate.",
    "A guard must hold a bond of at least $2,000.",
    "A roofer may take no more than 15 percent of a price.",
    "A roofer may take no more than 15% of a price.",
    "A baker must cool a custard to no more than 41°F before sale.",
    "A tenant must pay within thirty (30) business days after a move.",
    "A vat may hold up to 500 gallons per day of brine.",
]


@given(st.integers(1, 9_999), st.sampled_from(TEMPLATES))
def test_a_rendered_value_reads_back_as_itself(value: int, template: str) -> None:
    quantities = find_quantities(render_value(value, fact_of(template)))
    assert [quantity.value for quantity in quantities] == [value]


DRAWN = st.tuples(
    st.sampled_from(["days", "hours", "feet", "inches", "years", "percent", "gallons", "guests"]),
    st.integers(2, 400),
    st.integers(0, 10_000),
    st.booleans(),
)


@given(DRAWN)
def test_wrong_values_ascend_stand_apart_and_stay_near_the_right_one(drawn: tuple[str, int, int, bool]) -> None:
    unit, value, seed, is_withheld = drawn
    fact = fact_of(f"A guard must ask for no more than {value} {unit} of work.")
    options = choose_options(fact, NOTHING, seed, "card", 0, is_withheld)
    assume(options is not None)
    assert options is not None
    values = [value for value, _ in options]
    assert len(values) == 4
    assert values == sorted(values)
    assert all(upper / lower >= 1.12 for lower, upper in pairwise(values))
    assert all(1 / 3 <= other / value <= 3 for other in values)
    assert [option.is_true for _, option in options] == [not is_withheld and other == value for other in values]
    if unit == "percent":
        assert max(values) <= 100 or max(values) == value


@given(st.integers(0, 10_000))
def test_the_same_seed_draws_the_same_values(seed: int) -> None:
    fact = fact_of("A guard must wait at least 30 minutes at a gate.")
    assert choose_options(fact, NOTHING, seed, "a", 0, False) == choose_options(fact, NOTHING, seed, "a", 0, False)


@given(st.integers(0, 10_000))
def test_when_the_right_value_is_withheld_wrong_ones_lie_on_either_side(seed: int) -> None:
    fact = fact_of("A guard must stand within 20 feet of a gate.")
    values = [value for value, _ in choose_options(fact, NOTHING, seed, "card", 0, True) or []]
    assert min(values) < 20 < max(values)


def ranks(sentence: str, n: int) -> Counter[int]:
    fact = fact_of(sentence)
    drawn = [choose_options(fact, NOTHING, seed, "card", 0, is_withheld=False) for seed in range(n)]
    return Counter([option.is_true for _, option in options].index(True) for options in drawn if options)


@pytest.mark.parametrize(
    "sentence",
    ["A guard must wait at least 30 minutes at a gate.", "A guard must stand within 20 feet of a gate."],
)
def test_the_right_value_takes_every_rank_about_equally_often(sentence: str) -> None:
    n = 600
    seen = ranks(sentence, n)
    chi_square = sum((seen[rank] - n / 4) ** 2 / (n / 4) for rank in range(4))
    assert sum(seen.values()) == n
    assert chi_square < 16.3  # 3 degrees of freedom, p = 0.001


def test_a_repair_draws_anew() -> None:
    fact = fact_of("A guard must wait at least 30 minutes at a gate.")
    drawn = {str(choose_options(fact, NOTHING, 0, "card", attempt, is_withheld=False)) for attempt in range(8)}
    assert len(drawn) > 2


def test_values_of_the_document_are_taken_and_derived_ones_are_marked() -> None:
    rules = [f"A guard must wait at least {n} minutes at gate." for n in (25, 40, 50)]
    fact = fact_of("A guard must wait at least 30 minutes at a gate.")
    seen: list[OptionDraft] = []
    for seed in range(40):
        seen += [option for _, option in choose_options(fact, index_of(rules), seed, "card", 0, False) or []]
    origins = {option.text: option.origin for option in seen}
    assert origins["30 minutes"] == "quote"
    assert {origins[f"{n} minutes"] for n in (25, 40, 50)} == {"document"}
    assert origins["20 minutes"] == "derived"


@pytest.mark.parametrize(
    ("sentence", "head"),
    [
        ("A kiln must not exceed 90 degrees Fahrenheit before the door opens.", "degree Fahrenheit"),
        ("A kiln must not exceed 90 degrees F before the door opens.", "degree Fahrenheit"),
        ("A kiln must not exceed 32°C before the door opens.", "degree Celsius"),
        ("A saw guard must not leave open more than 90 degrees of the blade.", "degree"),
    ],
)
def test_degrees_of_a_scale_are_no_degrees_of_an_angle(sentence: str, head: str) -> None:
    parsed = parse(sentence)
    assert parsed is not None
    assert parsed.unit_head == head
