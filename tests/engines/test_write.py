"""From a card to an item: what holds for every family, how often the right answer is withheld, and repairs."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from made_pages import POOL, card_of, cards, document, draft_cards, n_true, texts

from orqa.engine import CardView, ItemDraft
from orqa.engines.extractive.write import (
    WITHHELD_PERCENT,
    card_quality,
    category_of,
    claim_of,
    numeric_values,
    write_item,
)

PAGE = document(POOL)
CARDS = cards(PAGE)
FAMILIES = ("definition", "limit", "list", "period", "table", "who")


def items_of(card: CardView, n_seeds: int) -> list[ItemDraft]:
    drawn = (write_item(card, PAGE, seed, attempt=0) for seed in range(n_seeds))
    return [item for item in drawn if item is not None]


DRAWN = [(card, item) for card in CARDS for item in items_of(card, 12)]


def test_the_page_gives_cards_and_items_of_every_family() -> None:
    assert {card.family for card in CARDS} == set(FAMILIES)
    assert {card.family for card, _ in DRAWN} == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_four_different_options_stand_outside_the_stem(family: str) -> None:
    for card, item in DRAWN:
        if card.family == family:
            assert len({text.lower() for text in texts(item)}) == 4
            assert not any(text.lower() in item.stem.lower() for text in texts(item))
            assert item.stem.startswith(f"{card.scope}, ")
            assert item.stem.endswith(("?", "."))


@pytest.mark.parametrize("family", FAMILIES)
def test_one_four_or_no_options_are_true_and_only_lists_have_four(family: str) -> None:
    allowed = {0, 1, 4} if family == "list" else {0, 1}
    assert {n_true(item) for card, item in DRAWN if card.family == family} <= allowed


def test_a_true_option_stands_in_the_quote_and_a_false_one_does_not() -> None:
    for card, item in DRAWN:
        quote = card.quote.lower()
        for option in item.options:
            if option.is_true:
                assert option.text.lower() in quote
            elif card.family in ("period", "limit", "table"):
                assert not re.search(rf"\b{re.escape(option.text.lower())}", quote)


@pytest.mark.parametrize(("start", "right"), [("A wading pool", "18 inches"), ("A pump must", "Six hours")])
def test_when_none_is_true_the_right_value_is_not_among_the_options(start: str, right: str) -> None:
    card = next(card for card in CARDS if card.quote.startswith(start))
    items = items_of(card, 60)
    withheld = [item for item in items if n_true(item) == 0]
    assert withheld
    for item in items:
        assert (right in texts(item)) is (item not in withheld)


@pytest.mark.parametrize("family", sorted(WITHHELD_PERCENT))
def test_about_a_fifth_of_the_items_withhold_their_answer(family: str) -> None:
    asked = (card for card, item in DRAWN if card.family == family and n_true(item) == 1)
    n = 300
    n_withheld = sum(n_true(item) == 0 for item in items_of(next(asked), n))
    assert abs(n_withheld / n - WITHHELD_PERCENT[family] / 100) < 0.08  # 3.3 standard errors


def test_lists_end_in_every_kind_of_key() -> None:
    card = next(card for card in CARDS if card.family == "list")
    seen = Counter(n_true(item) for item in items_of(card, 120))
    assert set(seen) == {0, 1, 4}
    assert min(seen.values()) > 15


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.family} {card.span.start}")
def test_the_same_seed_writes_the_same_item(card: CardView) -> None:
    assert write_item(card, PAGE, 5, attempt=0) == write_item(card, PAGE, 5, attempt=0)


@pytest.mark.parametrize("family", ["limit", "period", "list", "definition"])
def test_another_seed_and_a_repair_draw_anew(family: str) -> None:
    card = next(card for card in CARDS if card.family == family)
    by_seed = {tuple(texts(item)) for item in items_of(card, 20)}
    by_attempt = {tuple(texts(item)) for attempt in range(20) if (item := write_item(card, PAGE, 0, attempt))}
    assert len(by_seed) > 2
    assert len(by_attempt) > 2


def test_number_items_carry_ascending_values_and_words_carry_none() -> None:
    for card, item in DRAWN:
        if card.family in ("limit", "period"):
            assert item.sort_values is not None
            assert list(item.sort_values) == sorted(item.sort_values)
        elif card.family != "table":
            assert item.sort_values is None


def test_the_quote_is_the_rationale() -> None:
    assert all(card.quote in item.rationale for card, item in DRAWN)


def test_derived_values_cost_quality() -> None:
    for card, item in DRAWN:
        if card.family in ("limit", "period"):
            n_derived = sum(option.origin == "derived" for option in item.options)
            assert item.quality <= 1 - 0.12 * n_derived + 1e-9


def test_a_number_that_the_page_gives_no_honest_company_is_not_asked() -> None:
    page = document("“Skimmer” means a device that draws leaves and oil off the top of the water.\n")
    (draft,) = draft_cards(page)
    assert write_item(card_of(draft, page), page, 0, attempt=0) is None


def test_an_unknown_family_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="no such family: riddle"):
        write_item(replace(CARDS[0], family="riddle"), PAGE, 0, attempt=0)


@pytest.mark.parametrize(
    ("family", "quote", "category"),
    [
        ("definition", "“Heater” means an appliance.", "definition"),
        ("period", "A clerk must file a form within 30 days.", "documentation"),
        ("limit", "A rope must be at least 9 feet long.", "threshold"),
        ("who", "The driver must rescue a child first.", "safety action"),
        ("who", "The driver must wash a bus twice.", "applied rule"),
    ],
)
def test_the_category_follows_from_family_and_verb(family: str, quote: str, category: str) -> None:
    assert category_of(family, quote) == category


def test_a_claim_is_the_quote_but_for_lists_one_sentence() -> None:
    assert claim_of("limit", {}, "A rope is long.") == "A rope is long."
    assert claim_of("list", {"intro": "A deed must show", "members": ["a", "b"]}, "") == "A deed must show: a; b."


def test_short_quotes_make_better_cards() -> None:
    assert [card_quality("limit", "word " * n) for n in (10, 35, 45)] == [5, 4, 3]


def test_values_are_numbers_only_when_each_text_has_one_and_all_differ() -> None:
    assert numeric_values(["4 inches", "2 inches"]) == [4.0, 2.0]
    assert numeric_values(["4 inches", "4 feet"]) is None
    assert numeric_values(["4 inches", "wide"]) is None
