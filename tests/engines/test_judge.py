"""The deterministic judge: the truth of options by the words of a quote and its document."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.engine import DocumentView, JudgeQuestion, OccupationView
from orqa.engines.extractive.judge import judge
from orqa.engines.extractive.judge_reading import plain
from orqa.text import normalise

TEXT = """# Trenches and shoring

A trench deeper than the shoulders must have an exit within 25 feet of each worker. Loose rock must lie at least 2 feet
from the edge. The competent person must check the trench at the start of each shift. The supervisor and the spotter
must clear the ramp before a truck backs up. A permit stays valid for thirty (30) calendar days.

"Wale" means a horizontal member that rests against the uprights. "Upright" means a vertical member that touches earth.

A dig record must show:

- the depth of the trench
- the type of soil
- the weather since dawn
- the name of the checker

A dump record must show:

- the plate of the truck
- the weight of the load
- the hour of departure
- the gate in use

| Soil | Steepest slope |
| Type A | 53 degrees |
| Type B | 45 degrees |
"""
DOCUMENT = DocumentView(
    id="d",
    text=TEXT,
    title="Trenches and shoring",
    url="https://trenches.example/",
    publisher="p",
    publisher_name="P",
    publisher_type="federal",
)
RECORD = TEXT[TEXT.index("A dig record") : TEXT.index("checker") + 7]
SCOPE = "Under the federal rules on trenches and shoring, "


def ask(gate: str, quote: str, stem: str, options: str, document: DocumentView = DOCUMENT) -> JudgeQuestion:
    """A judge's question with options parted by a bar."""
    first, second, third, fourth = options.split(" | ")
    labourer = OccupationView("47-2061", "Construction Laborers")
    return JudgeQuestion(gate, SCOPE + stem, (first, second, third, fourth), quote, document, labourer)


EXIT = ask(
    "uniqueness",
    "A trench deeper than the shoulders must have an exit within 25 feet of each worker.",
    "a trench deeper than the shoulders must have an exit within how many feet of each worker?",
    "15 feet | 20 feet | 25 feet | 30 feet",
)
SHIFT = ask(
    "uniqueness",
    "The competent person must check the trench at the start of each shift.",
    "who must check the trench at the start of each shift?",
    "The spotter | The supervisor | The competent person | The worker",
)
WALE = ask(
    "uniqueness",
    '"Wale" means a horizontal member that rests against the uprights.',
    "which term means a horizontal member that rests against the uprights?",
    "Upright | Wale | Ramp | Trench",
)
DIG = ask(
    "uniqueness",
    RECORD,
    "a dig record must show which of the following?",
    "The depth of the trench | The plate of the truck | The gate in use | The weight of the load",
)
SLOPE = ask(
    "uniqueness", "| Type B | 45 degrees |", "what is the steepest slope for Type B?",
    "34 degrees | 45 degrees | 53 degrees | 63 degrees",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "truths"),
    [
        (EXIT, (False, False, True, False)),
        (SHIFT, (False, False, True, False)),
        (WALE, (False, True, False, False)),
        (DIG, (True, False, False, False)),
        (SLOPE, (False, True, False, False)),
    ],
    ids=["number", "who", "term", "list", "row"],
)
@pytest.mark.parametrize("gate", ["entailment", "uniqueness"])
def test_truths_by_family(question: JudgeQuestion, truths: tuple[bool, ...], gate: str) -> None:
    judgement = judge(replace(question, gate=gate))
    assert (judgement.outcome, judgement.truths) == ("pass", truths)


@given(order=st.permutations(range(4)), question=st.sampled_from([EXIT, SHIFT, WALE, DIG, SLOPE]))
def test_each_option_is_judged_alone(order: list[int], question: JudgeQuestion) -> None:
    truths = judge(question).truths or ()
    first, second, third, fourth = (question.options[place] for place in order)
    moved = judge(replace(question, options=(first, second, third, fourth))).truths
    assert moved == tuple(truths[place] for place in order)


def test_judging_twice_gives_the_same() -> None:
    assert judge(DIG) == judge(DIG)


def test_question_has_no_place_for_the_key() -> None:
    assert {field.name for field in fields(JudgeQuestion)} == {
        "gate", "stem", "options", "quote", "document", "occupation", "jurisdiction",
    }  # fmt: skip


def test_calendar_days_and_words_with_digits_are_the_same_number() -> None:
    quote = "A permit stays valid for thirty (30) calendar days."
    stem = "a permit stays valid for how many days?"
    assert judge(ask("uniqueness", quote, stem, "10 days | 20 days | 30 days | 60 days")).truths == (
        False,
        False,
        True,
        False,
    )
    spelled = "Ten days | Twenty days | Thirty days | Sixty days"
    assert judge(ask("uniqueness", quote, stem, spelled)).truths == (False, False, True, False)


def test_business_days_are_not_days() -> None:
    quote = "A lender must answer within 30 business days."
    question = ask(
        "entailment", quote, "a lender must answer within how many days?", "10 days | 20 days | 30 days | 60 days"
    )
    assert judge(question).truths == (None, None, None, None)


def test_option_that_stands_elsewhere_in_the_quote_is_not_the_answer() -> None:
    quote = "A carrier with at least 15 trucks must keep records for at least 6 years."
    stem = "a carrier with at least 15 trucks must keep records for at least how many years?"
    assert judge(ask("entailment", quote, stem, "3 years | 5 years | 6 years | 15 years")).truths == (
        False, False, True, False,
    )  # fmt: skip


def test_slot_decides_between_two_values_of_one_unit() -> None:
    quote = "A pit is deep above 5 feet and must have a rail at least 4 feet from its edge."
    stem = "a pit is deep above 5 feet and must have a rail at least how many feet from its edge?"
    assert judge(ask("entailment", quote, stem, "3 feet | 4 feet | 5 feet | 6 feet")).truths == (
        False,
        True,
        False,
        False,
    )


def test_dollars_are_not_percent() -> None:
    quote = "A late fee must not exceed $5 or 8 percent of the payment."
    stem = "a late fee must not exceed what percentage of the payment?"
    shown = "3 percent | 5 percent | 8 percent | 10 percent"
    assert judge(ask("entailment", quote, stem, shown)).truths == (False, False, True, False)


def test_two_values_in_like_places_are_undecided() -> None:
    quote = "A notice must be posted within 5 days indoors, and a notice must be posted within 10 days outdoors."
    stem = "a notice must be posted within how many days?"
    truths = judge(ask("entailment", quote, stem, "3 days | 5 days | 10 days | 15 days")).truths
    assert truths == (False, None, None, False)


def test_same_rule_with_another_value_elsewhere_is_true_too() -> None:
    text = TEXT + "\nA trench deeper than the shoulders must have an exit within 20 feet of each worker.\n"
    assert judge(replace(EXIT, document=replace(DOCUMENT, text=text))).truths == (False, True, True, False)


def test_sibling_texts_count_as_the_document() -> None:
    siblings = ("A trench deeper than the shoulders must have an exit within 30 feet of each worker.",)
    assert judge(replace(EXIT, document=replace(DOCUMENT, siblings=siblings))).truths == (False, False, True, True)


def test_documents_of_one_id_are_not_mixed_up() -> None:
    other = replace(
        DOCUMENT, text="A trench deeper than the shoulders must have an exit within 15 feet of each worker."
    )
    assert judge(replace(EXIT, document=other)).truths == (True, False, True, False)


def test_list_about_another_object_is_another_rule() -> None:
    shown = "The plate of the truck | The weight of the load | The hour of departure | The gate in use"
    question = ask("uniqueness", RECORD, "a dig record must show which of the following?", shown)
    assert judge(question).truths == (False,) * 4


def test_four_members_are_four_truths() -> None:
    shown = "The depth of the trench | The type of soil | The weather since dawn | The name of the checker"
    assert (
        judge(ask("uniqueness", RECORD, "a dig record must show which of the following?", shown)).truths == (True,) * 4
    )


def test_negated_question_turns_the_truths() -> None:
    shown = "The depth of the trench | The type of soil | The plate of the truck | The name of the checker"
    question = ask("uniqueness", RECORD, "a dig record must show all of the following EXCEPT which?", shown)
    assert judge(question).truths == (False, False, True, False)


def test_most_of_the_words_but_not_the_whole_is_undecided() -> None:
    shown = "The trench depth | The type of soil | The gate in use | The name of the checker"
    truths = judge(ask("uniqueness", RECORD, "a dig record must show which of the following?", shown)).truths
    assert truths == (None, True, False, True)


def test_shared_duty_is_undecided() -> None:
    quote = "The supervisor and the spotter must clear the ramp before a truck backs up."
    stem = "who must clear the ramp before a truck backs up?"
    truths = judge(
        ask("uniqueness", quote, stem, "The supervisor | The spotter | The worker | The competent person")
    ).truths
    assert truths == (None, None, False, False)


def test_order_questions_are_undecided() -> None:
    shown = "The depth of the trench | The type of soil | The weather since dawn | The name of the checker"
    question = ask("uniqueness", RECORD, "which of the following comes first in a dig record?", shown)
    assert judge(question).truths == (None,) * 4


@pytest.mark.parametrize(
    ("quote", "stem"),
    [
        ("A worker may enter within 8 hours.", "a worker must enter within how many hours?"),
        ("A worker must enter within 8 hours unless it rains.", "a worker must enter within how many hours?"),
        ("A worker must not enter within 8 hours.", "a worker must enter within how many hours?"),
        ("A worker must enter within 8 hours.", "a worker with 3 helpers must enter within how many hours?"),
        ("A worker must enter within 8 hours.", "a certified welder on night duty must enter within how many hours?"),
    ],
    ids=["power made a duty", "exception dropped", "negation dropped", "number added", "condition added"],
)
def test_stem_that_departs_from_its_quote_is_not_entailed(quote: str, stem: str) -> None:
    judgement = judge(ask("entailment", quote, stem, "4 hours | 6 hours | 8 hours | 12 hours"))
    assert judgement.outcome == "fail"


def test_gate_without_a_rule_is_unscored() -> None:
    assert judge(replace(EXIT, gate="taste")).outcome == "unscored"


@given(text=st.text(st.characters(max_codepoint=127)))
def test_fast_way_of_plain_text_gives_the_normalised_text(text: str) -> None:
    assert plain(text) == normalise(text)
