"""Selection: which sentences stand alone well enough to carry a question, and why the others are dropped."""

from dataclasses import replace

import pytest
from made_pages import BARE

from orqa.engines.extractive.select import (
    acronyms_spelled_out,
    is_governance,
    is_instruction,
    lower_first,
    modernise,
    reason_to_drop,
    unknown_acronym,
    unresolved_definite,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "A lifeguard must test the water of a pool every two hours.",
        "A welder must keep a hose at least 20 feet from an open flame.",
        "Before a shift starts, the driver must check the brakes of each truck.",
        "The school may not keep a dose of vaccine for more than 30 days.",
        "A baker should cool a custard to 41 °F within four hours.",
        "The right of way is limited to 40 feet.",
        "An employer must keep its payroll records for three years.",
        "A licence is valid for two years after issue.",
        "A crew operates for no more than nine hours without a break.",
        "The National Dial Test (NDT) must be passed within 90 days of hiring.",
        "Keep a hose at least 20 feet from an open flame.",
    ],
)
def test_a_whole_rule_that_names_its_things_is_kept(sentence: str) -> None:
    assert reason_to_drop(sentence, BARE) is None


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("length", "A diver must surface."),
        ("length", "A diver must rest " + "and rest " * 40 + "before a dive."),
        ("not a whole sentence", "a diver must rest for at least 12 hours before a flight."),
        ("not a whole sentence", "A diver must rest for at least 12 hours before a flight"),
        ("not a whole sentence", "A diver must rest: at least 12 hours before a flight."),
        ("not a whole sentence", "A diver must rest; a tender must wait for 12 hours."),
        ("not a whole sentence", "A diver must rest at least 12 hours (before a flight."),
        ("not a whole sentence", "A diver must rest at least 12 “hours before a flight."),
        ("not a whole sentence", "A diver in DECOMPRESSION must rest at least 12 hours."),
        ("stray enumerator", "A diver must rest at least 12 hours before a flight. h."),
        ("stray enumerator", "A diver must rest 12 hours (b) before a flight home."),
        ("scar", "A diver must restUntil at least 12 hours have gone by."),
        ("scar", "A diver must rest.Then at least 12 hours must go by."),
        ("scar", "A diver must mail log@dive.example within at least 12 hours."),
        ("scar", "A diver must find the fl oat within at least 12 hours."),
        ("scar", "A diver must rest \ue001 for at least 12 hours after a dive."),
        ("scar", "Change of Address To notify the office a diver must file a card within 30 days."),
        ("cross-reference", "A diver must rest at least 12 hours as stated in section 12."),
        ("cross-reference", "A diver must rest at least 12 hours under § 12 of a rule."),
        ("cross-reference", "A diver must rest at least 12 hours, see the guide."),
        ("cross-reference", "A diver must file line 18 within 30 days of a dive."),
        ("cross-reference", "A diver must read Publication 505 within 30 days of a dive."),
        ("cross-reference", "A diver must rest 12 hours as provided in a rule on rest."),
        ("negative or second-person subject", "No diver may surface within 12 hours of a climb."),
        ("history or statistic", "A diving act was amended to ask for at least 12 hours of rest."),
        ("history or statistic", "The legislature may ask a diver to rest for at least 12 hours."),
        ("history or statistic", "The average diver must rest for at least 12 hours after a dive."),
        ("history or statistic", "Surveys show that a diver must rest at least 12 hours."),
        ("history or statistic", "A vacancy must be filled by the council within 12 days."),
        ("date", "A diver must rest at least 12 hours after a dive until June 30."),
        ("date", "A diver must rest at least 12 hours from 2019 on."),
        ("opening pronoun or connective", "It must be kept for at least 12 hours after a dive."),
        ("opening pronoun or connective", "However, a diver must rest for at least 12 hours."),
        ("opening pronoun or connective", "These divers must rest for at least 12 hours after a dive."),
        ("opening pronoun or connective", "Its hull must be checked within 12 hours of a dive."),
        ("anaphora", "A diver must log such dives within 12 hours of a climb."),
        ("anaphora", "A diver must give that change to a clerk within 12 hours."),
        ("anaphora", "A diver must also rest for at least 12 hours after a climb."),
        ("anaphora", "A diver must rest for 12 hours before another dive."),
        ("anaphora", "A diver must rest for 12 hours once he has surfaced."),
        ("negative or second-person subject", "A diver must tell you within 12 hours of a dive."),
        ("anaphora", "For its hull a diver must rest at least 12 hours."),
        ("exception or hedge", "A diver must rest at least 12 hours unless a doctor is near."),
        ("exception or hedge", "A diver must rest at least 12 hours except after a shallow dive."),
        ("exception or hedge", "A diver must rest 12 hours or a day, whichever is longer."),
        ("exception or hedge", "A diver must usually rest for at least 12 hours after a dive."),
        ("unresolved definite", "The permit must be valid for no longer than 12 hours."),
        ("unresolved definite", "A diver must file the report within 12 hours of a dive."),
        ("unknown acronym", "A diver must wear an XQZ for at least 12 hours after a dive."),
        ("fragment", "An educational course of 12 hours, which must be offered each spring."),
        ("fragment", "A dive of more than 12 hours by one crew in cold water."),
    ],
)
def test_a_sentence_that_does_not_stand_alone_is_dropped_with_its_reason(reason: str, sentence: str) -> None:
    assert (reason_to_drop(sentence, BARE) or "").partition(":")[0] == reason


def test_the_reader_may_be_addressed_where_the_publisher_writes_for_workers() -> None:
    sentence = "A diver must tell you within 12 hours of a dive."
    assert reason_to_drop(sentence, replace(BARE, may_address_reader=True)) is None


def test_pages_that_teach_writing_give_nothing_as_their_sentences_are_examples() -> None:
    sentence = "A diver must rest for at least 12 hours before a flight."
    assert reason_to_drop(sentence, replace(BARE, url="https://plainlanguage.gov/examples")) == "page teaches writing"


@pytest.mark.parametrize(
    "sentence",
    [
        "A clerk who takes in a permit must date the permit.",
        "The owner must wash the floor.",
        "A baker must clean the oven of the shop.",
        "A roofer must finish within the first week.",
        "Each valve must close before the valve is oiled.",
    ],
)
def test_a_definite_noun_that_is_tied_down_needs_no_antecedent(sentence: str) -> None:
    assert unresolved_definite(sentence, BARE) is None


def test_a_definite_noun_of_the_topic_or_named_often_in_the_document_is_resolved() -> None:
    sentence = "A keeper must close the smoke hatch at night."
    assert unresolved_definite(sentence, BARE) == "the smoke hatch"
    assert unresolved_definite(sentence, replace(BARE, topic_words=frozenset({"hatch"}))) is None
    assert unresolved_definite(sentence, replace(BARE, text="the smoke hatch " * 3)) is None


def test_acronyms_are_known_when_the_document_spells_them_out() -> None:
    text = "A keeper must hold a Bee Yard Card (BYC). The ABC (ZZQ) is no expansion."
    assert acronyms_spelled_out(text) == {"BYC"}
    sentence = "A keeper must renew the BYC each year."
    assert unknown_acronym(sentence, BARE) == "BYC"
    assert unknown_acronym(sentence, replace(BARE, acronyms=frozenset({"BYC"}))) is None
    assert unknown_acronym(sentence, replace(BARE, text=" byc " * 10)) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "The board must answer within 30 days.",
        "When a file is complete, the state licensing commission shall answer within 30 days.",
        "Each council must meet at least four times a year.",
        "A member of the board must hold a licence for five years.",
        "The attorney general may ask for a report.",
    ],
)
def test_a_duty_of_the_regulator_is_no_workers_rule_but_for_those_who_regulate(sentence: str) -> None:
    assert is_governance(sentence, "39-5011")
    assert not is_governance(sentence, "33-3021")
    assert not is_governance(sentence, "13-1041")


def test_a_workers_duty_toward_a_board_is_not_governance() -> None:
    assert not is_governance("A barber must notify the board within 30 days.", "39-5011")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Keep a hose 20 feet away.", True),
        ("After rain, check the brakes.", True),
        ("A worker must keep a hose away.", False),
        ("Keeping a hose away is wise.", False),
    ],
)
def test_an_instruction_has_no_subject(sentence: str, expected: bool) -> None:
    assert is_instruction(sentence) is expected


def test_shall_becomes_must() -> None:
    assert modernise("A cook shall wash, and shall not taste.") == "A cook must wash, and must not taste."


def test_the_first_word_is_lowered_unless_the_document_shows_a_name() -> None:
    assert lower_first("Utensils must be clean.", "Keep Utensils and utensils.") == "utensils must be clean."
    assert lower_first("Medicaid must pay.", "A clerk bills Medicaid at once.") == "Medicaid must pay."
    assert lower_first("DNA must be cold.", "") == "DNA must be cold."
