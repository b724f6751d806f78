"""The extractive engine as the road sees it: cards by window and occupation, repairs, and its closed doors."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_pages import DIVER, INSPECTOR, POOL, card_of, cards, document, draft_cards

from orqa.engine import Engine, ItemView, OccupationView, WindowView
from orqa.engines.extractive import ExtractiveEngine
from orqa.engines.extractive.facts import read_document, sentence_spans
from orqa.text import Span

ENGINE = ExtractiveEngine(seed=0)
PAGE = document(POOL)
MANAGER = OccupationView("11-3121", "Human Resources Managers")
PILOT = OccupationView("53-2012", "Commercial Pilots")


def test_it_is_an_engine_with_a_name_and_a_recipe() -> None:
    engine: Engine = ENGINE
    assert engine.name == "extractive"
    assert engine.recipe == ExtractiveEngine(seed=9).recipe


def test_every_quote_stands_where_its_card_says() -> None:
    drafts = draft_cards(PAGE)
    assert len(drafts) > 20
    for draft in drafts:
        assert draft.start_char is not None
        assert POOL[draft.start_char :].startswith(draft.quote)
    places = [draft.start_char for draft in drafts if draft.start_char is not None]
    assert places == sorted(places)


@given(st.integers(100, len(POOL) - 1), st.integers(0, 400))
def test_overlapping_windows_give_each_fact_once(cut: int, overlap: int) -> None:
    first = WindowView("a", PAGE, Span(0, cut), 0)
    second = WindowView("b", PAGE, Span(max(0, cut - overlap), len(POOL)), cut)
    of_first, of_second = (ENGINE.extract_cards(window, DIVER) for window in (first, second))
    found = [draft.start_char for draft in of_first + of_second]
    assert len(found) == len(set(found))
    whole = {draft.start_char for draft in draft_cards(PAGE)}
    assert set(found) <= whole
    if overlap > 350:  # longer than any fact: nothing falls between two windows
        assert set(found) == whole


def test_a_document_without_scope_gives_no_cards() -> None:
    text = "A wading pool must be no deeper than 18 inches.\n"
    assert draft_cards(document(text, "Home")) == []
    assert draft_cards(document(text, "Wading pools")) != []
    assert read_document(document(text, "Home")).drops == {"no scope": 1}


def test_cards_carry_the_scope_the_topic_and_the_jurisdiction() -> None:
    for card in cards(PAGE):
        assert card.scope == "Under Iowa health rules (2021 edition) on care of public pools"
        assert (card.task, card.jurisdiction) == ("care of public pools", "Iowa")


STATED = "Authority: Iowa health rules. Jurisdiction: Iowa.\n\n"


def test_a_boards_duty_makes_a_card_for_an_inspector_alone() -> None:
    page = document(f"{STATED}Each agency must read a log within 30 days of a complaint.\n", "Bath logs")
    assert draft_cards(page, DIVER) == []
    assert len(draft_cards(page, INSPECTOR)) == 1


def test_an_employers_duty_makes_a_card_for_those_who_lead() -> None:
    page = document(f"{STATED}An employer must keep a roster for at least three years.\n", "Rosters")
    assert draft_cards(page, DIVER) == []
    assert len(draft_cards(page, MANAGER)) == 1


def test_in_law_at_large_a_role_of_another_trade_makes_no_card() -> None:
    page = document("A pilot must rest for at least 12 hours before a night trip.\n", "Night trips")
    assert draft_cards(page, DIVER) == []
    assert len(draft_cards(page, PILOT)) == 1


def test_a_sentence_inside_a_list_or_a_definition_is_no_second_fact() -> None:
    text = (
        "Before work, a crew must:\n\n- wait at least 20 minutes after a blast\n- clear the face\n- vent the drift\n"
        "- sound a horn twice\n\n"
        "“Blast” means an act by which a crew must stand at least 300 feet from a rock face.\n"
    )
    families = [card.family for card in cards(document(text, "Rock work"))]
    assert families == ["list", "definition"]


def test_a_rule_inside_an_example_is_no_fact() -> None:
    rule = "A wading pool must be no deeper than 18 inches."
    assert len(draft_cards(document(f"# Pools\n\n## Depth\n\n{rule}\n"))) == 1
    assert draft_cards(document(f"# Pools\n\n## Examples\n\n{rule}\n")) == []


def test_who_must_act_is_asked_only_where_the_page_names_its_authority() -> None:
    duty = "The operator must write each reading in a bath book.\n"
    assert [card.family for card in cards(document(STATED + duty))] == ["who"]
    assert cards(document(duty)) == []


def test_why_sentences_were_dropped_is_counted() -> None:
    text = "It must rest for at least 12 hours before a climb.\n\nA diver must rest for 12 hours, see the log.\n"
    reading = read_document(document(text, "Diving"))
    assert reading.facts == ()
    assert reading.drops == {"opening pronoun or connective": 1, "cross-reference": 1}


@pytest.mark.parametrize(
    "line",
    [
        "- A pool must",
        "(a) A pool must",
        "3. A pool must",
        "§ 4.2 A pool must",
        "4.2.1 A pool must",
        "• A pool must",
        "iv. A pool must",
    ],
)
def test_what_stands_before_a_sentence_is_no_part_of_it(line: str) -> None:
    text = f"{line} be no deeper than 18 inches."
    assert sentence_spans(text)[-1].of(text) == "A pool must be no deeper than 18 inches."


def test_siblings_lend_terms_and_lists_but_no_facts() -> None:
    text = "“Skimmer” means a device that draws leaves and oil off the top of the water.\n"
    alone = document(text)
    with_siblings = replace(alone, siblings=(POOL,))
    (card,) = cards(alone)
    assert cards(with_siblings) == [card]
    assert ENGINE.write_item(card, alone) is None
    assert ENGINE.write_item(card, with_siblings) is not None


def view(repair_round: int) -> ItemView:
    return ItemView("i", "Stem?", ("a", "b", "c", "d"), "A", "limit", "threshold", repair_round)


def test_a_repair_draws_anew_and_a_stem_cannot_be_mended() -> None:
    card = next(card for card in cards(PAGE) if card.family == "limit")
    first = ENGINE.write_item(card, PAGE)
    repaired = [ENGINE.repair(view(n), "distractors", card, PAGE) for n in range(6)]
    assert any(item != first for item in repaired)
    assert repaired == [ENGINE.repair(view(n), "distractors", card, PAGE) for n in range(6)]
    assert ENGINE.repair(view(0), "entailment", card, PAGE) is None


def test_a_document_is_read_by_its_own_text_and_not_by_its_id() -> None:
    other = document("A wading pool must be no deeper than 18 inches.\n")
    assert other.id == PAGE.id
    assert len(draft_cards(other)) == 1
    assert card_of(draft_cards(other)[0], other).quote == other.text.strip()
