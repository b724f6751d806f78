"""Definitions: which ones can be asked for their term, and which other terms stand beside it."""

import pytest
from made_pages import BARE, POOL

from orqa.engines.extractive.definitions import Definition, find_definitions, right_term, shares_stem, wrong_terms
from orqa.engines.extractive.facts import sentence_spans

TERMS = find_definitions(POOL, sentence_spans(POOL))


def found_in(text: str) -> list[Definition]:
    return find_definitions(text, sentence_spans(text))


@pytest.mark.parametrize(
    ("sentence", "term", "genus"),
    [
        ("“Branding” means the process of pressing a hot iron on skin so that a scar forms.", "Branding", "process"),
        ('"Commissary" means a kitchen in which a cart driver stores goods and cleans tools.', "Commissary", "kitchen"),
        ("“Step therapy” means a plan under which a dear drug is paid only after a cheap one.", "Step therapy", "plan"),
        ("The term “bill of lading” means a paper that a carrier signs for goods.", "bill of lading", "paper"),
        ("“Layover” shall mean a stretch of hours that a crew spends away from home.", "Layover", "stretch"),
        ("“Mortise” or “slot” means a hole that is cut in one board to hold another.", "Mortise", "hole"),
        ("“Easement” is defined as a right that lets one person cross the land of another.", "Easement", "right"),
    ],
)
def test_a_quoted_term_with_what_it_means_is_asked(sentence: str, term: str, genus: str) -> None:
    (definition,) = found_in(sentence)
    assert (definition.term, definition.genus) == (term, genus)
    assert definition.reason_to_drop(BARE) is None


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("gives its term away", "“Manicurist” means a person who practices manicuring for pay in a salon."),
        ("length", "“Escrow” means a fund held by others."),
        ("length", "“Escrow” means a fund " + "that one holds and another owns " * 7 + "for years."),
        ("list or scar", "“Bond” means a paper that: lists a sum and a surety who pays it."),
        ("list or scar", "“Bond” means a paper, (1) which a party signs and by which a surety pays."),
        ("list or scar", "“Bond” means a paper by which a suretyPays a sum when a broker fails."),
        ("cross-reference or date", "“Bond” means a paper under section 12 by which a surety pays a sum."),
        ("cross-reference or date", "“Bond” means a paper of 2019 by which a surety pays a sum."),
        ("unresolved or with exceptions", "“Bond” means a paper by which such surety pays a sum of money."),
        ("unresolved or with exceptions", "“Bond” means a paper by which a surety pays a sum but not a fee."),
        ("term", "“Board” means a group of nine members who hand out cards to barbers."),
        ("term", "“Licensed person” means an adult who may cut hair for pay in a shop."),
        ("term", "“XR-9” means a paper by which a surety pays a sum when a broker fails."),
        ("unknown acronym", "“Bond” means a paper by which a QZR surety pays a sum of money."),
    ],
)
def test_a_definition_that_cannot_be_asked_is_dropped_with_its_reason(reason: str, sentence: str) -> None:
    (definition,) = found_in(sentence)
    assert definition.reason_to_drop(BARE) == f"definition: {reason}"


def test_words_about_meaning_without_quotation_marks_are_no_definition_unless_they_make_a_glossary() -> None:
    line = "{} means a tool that a smith lays on the anvil.\n\n"
    names = ["Swage", "Fuller", "Hardy", "Tongs", "Flatter"]
    assert found_in(line.format("Swage")) == []
    assert [found.term for found in found_in("".join(map(line.format, names)))] == names


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("Skimmer", "a device to skim leaves", True),
        ("Skimmer", "a net for leaves", False),
        ("With it", "with care", False),
    ],
)
def test_a_term_and_a_text_share_a_stem_by_four_letters(term: str, text: str, expected: bool) -> None:
    assert shares_stem(term, text) is expected


def wrong_for(fact: Definition, *, is_withheld: bool = False, scope: str = "Under a rule", seed: int = 0) -> set[str]:
    others = wrong_terms(fact, TERMS, scope, is_withheld, (seed, "card"))
    assert others is not None
    assert all(not option.is_true and option.origin == "document" for option in others)
    return {option.text for option in others}


def named(term: str) -> Definition:
    return next(found for found in TERMS if found.term == term)


def test_wrong_terms_are_other_terms_of_one_kind_and_never_the_right_one() -> None:
    for seed in range(20):
        for is_withheld in (False, True):
            wrong = wrong_for(named("Strainer"), seed=seed, is_withheld=is_withheld)
            assert len(wrong) == (4 if is_withheld else 3)
            assert "Strainer" not in wrong
    assert right_term(named("Strainer")).is_true


def test_the_same_draw_gives_the_same_terms_and_draws_differ() -> None:
    drawn = [frozenset(wrong_for(named("Strainer"), seed=seed, is_withheld=True)) for seed in range(20)]
    assert drawn == [frozenset(wrong_for(named("Strainer"), seed=seed, is_withheld=True)) for seed in range(20)]
    assert len(set(drawn)) > 1


def test_a_term_that_stands_in_the_stem_is_no_wrong_option() -> None:
    for seed in range(20):
        assert "Vacuum" not in wrong_for(named("Strainer"), scope="Under a vacuum rule", seed=seed, is_withheld=True)


def test_a_term_that_its_definition_all_but_names_is_asked_only_withheld() -> None:
    fact, *others = found_in(
        "“Umbrella” means a device that one opens overhead when it rains.\n"
        "“Hammer” means a device that a smith swings at a hot bar.\n“Ladle” means a device that a cook dips in soup.\n"
        "“Chisel” means a device that a mason holds on stone.\n“Bobbin” means a device that a weaver fills with yarn."
    )
    assert wrong_terms(fact, others, "Under a rule", False, (0, "card")) is None
    assert wrong_terms(fact, others, "Under a rule", True, (0, "card")) is not None


GLOSSARY = """“Puller” means a person who draws silk from a frame by hand.
“Winders” means a group that turns silk onto a reel at night.
“Oil bath” means a room in which silk is left to soak.
“Wire puller” means a person who sorts thread by its colour and weight.
“Reeler” means a person who draws silk from a drum by hand."""


@pytest.mark.parametrize(
    "other",
    ["Winders", "Oil bath", "Wire puller", "Reeler"],
    ids=["plural beside singular", "another kind of thing", "holds the right term", "all but the same meaning"],
)
def test_an_unfit_term_never_stands_beside_the_right_one(other: str) -> None:
    terms = found_in(GLOSSARY)
    fact = next(term for term in terms if term.term == "Puller")
    unfit = next(term for term in terms if term.term == other)
    fit = found_in(
        "“Dyer” means an adult who colours cloth in a vat.\n“Carder” means a person who combs raw wool.\n"
        "“Fuller” means a person who shrinks cloth in hot water.\n“Presser” means a person who irons cloth flat."
    )
    drawn = [wrong_terms(fact, [fact, unfit, *fit], "Under a rule", True, (seed, "card")) for seed in range(30)]
    chosen = {option.text for options in drawn if options for option in options}
    assert chosen == {"Dyer", "Carder", "Fuller", "Presser"}


def test_too_few_terms_give_none() -> None:
    assert wrong_terms(TERMS[0], TERMS[:3], "Under a rule", False, (0, "card")) is None
