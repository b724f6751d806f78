"""Scope: the authority by publisher and address, the topic by title and heading, and pages that have neither."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_pages import document

from orqa.engines.extractive.scope import scope_of, topic_in, topic_words


def prefix_of(title: str, text: str = "A page.", **changes: Any) -> str | None:
    scope = scope_of(document(text, title, **changes))
    return scope.prefix if scope else None


@pytest.mark.parametrize(
    ("changes", "authority"),
    [
        ({}, "Pool Office guidance"),
        ({"url": "https://www.example/cfr/29"}, "federal rules"),
        ({"url": "https://uscode.example/29"}, "federal law"),
        ({"publisher_name": "United States Dive Bureau, Office 4"}, "U.S. Dive Bureau guidance"),
        ({"publisher_type": "standards_body", "publisher_name": "The Rope Institute"}, "Rope Institute standards"),
        ({"publisher_type": "university", "publisher_name": "Hill College"}, "Hill College guidance"),
        ({"publisher_type": "state", "jurisdiction": "Iowa", "url": "https://legis.iowa.example/"}, "Iowa law"),
        (
            {"publisher_type": "state", "jurisdiction": "Ohio", "url": "https://courts.ohio.example/"},
            "Ohio court rules",
        ),
        (
            {"publisher_type": "state", "jurisdiction": "Ohio", "url": "https://health.ohio.example/"},
            "Pool Office guidance",
        ),
    ],
)
def test_the_authority_is_law_rules_or_guidance_by_publisher_and_address(
    changes: dict[str, Any], authority: str
) -> None:
    assert prefix_of("Grain handling", **changes) == f"Under {authority} on grain handling"


def test_a_state_page_without_its_state_has_no_scope() -> None:
    assert prefix_of("Grain handling", publisher_type="state", jurisdiction=None) is None


def test_a_bill_has_no_scope_as_it_may_never_become_law() -> None:
    assert prefix_of("Grain handling", url="https://legis.example/billtext/12") is None


@pytest.mark.parametrize(
    ("title", "topic"),
    [
        ("Noise at Work", "noise at work"),
        ("CHAPTER 12. BARBER SHOPS", "barber shops"),
        ("§ 3.4 Care of bees | The Bee Office", "care of bees"),
        ("TANK WELDING", "tank welding"),
        ("HTML forms for clerks", "HTML forms for clerks"),
        ("Care of Vaccines (Part 2)", "care of vaccines"),
        ("Road Rules of Texas", "road rules of Texas"),
        ("Plumbing", "plumbing"),
    ],
)
def test_a_title_gives_a_topic_in_lower_case_but_for_names(title: str, topic: str) -> None:
    assert topic_in(title, document("A page.")) == topic


def test_a_word_that_the_page_writes_as_a_name_keeps_its_capital() -> None:
    assert (
        topic_in("Care for Longhorns", document("Feed the Longhorns, then rest the Longhorns.")) == "Care for Longhorns"
    )
    assert topic_in("Care for Longhorns", document("Feed the longhorns, then rest.")) == "care for longhorns"


def test_the_state_before_its_topic_is_not_said_twice() -> None:
    title, place = "Iowa bees and hives", "Iowa"
    assert topic_in(title, document("A page.", jurisdiction=place)) == "bees and hives"


@pytest.mark.parametrize(
    "title",
    ["Definitions", "General provisions", "Index", "Home", "Guide to grain", "withdrawn: noise", "report_12.pdf",
     "Acts on the", "A bill on grain", "Grain of 2013", "x", "A " + "very " * 12 + "long title", "care-of-bees-2"],
)  # fmt: skip
def test_a_title_that_says_nothing_gives_no_topic(title: str) -> None:
    assert topic_in(title, document("A page.")) is None


def test_a_heading_steps_in_for_a_title_that_says_nothing() -> None:
    assert prefix_of("Home", "# Dust in Mills\n\nText.") == "Under Pool Office guidance on dust in mills"
    assert prefix_of("Home", "CHAPTER 7\n\nDUST IN MILLS\n\nText.") == "Under Pool Office guidance on dust in mills"
    assert prefix_of("Home", "# Index\n\nText.") is None


def test_a_year_in_the_title_goes_into_the_scope() -> None:
    text = "# Dust in Mills\n\nText."
    assert prefix_of("Dust guide 2013", text) == "Under Pool Office guidance of 2013 on dust in mills"


def test_a_stated_authority_wins_and_keeps_its_edition_and_place() -> None:
    scope = scope_of(document("Authority: Hive Code, 2020 edition. Jurisdiction: Texas.\n\nText.", "Care of stings"))
    assert scope is not None
    assert scope.prefix == "Under Hive Code (2020 edition) on care of stings"
    assert scope.jurisdiction == "Texas"
    assert scope.is_stated


def test_a_topic_that_the_authority_says_already_is_not_repeated() -> None:
    assert prefix_of("Noise at work", "Authority: Code on work noise.\n\nText.") == "Under Code on work noise"
    assert (
        prefix_of("Care of ears", "Authority: Code on work noise.\n\nText.")
        == "Under Code on work noise for care of ears"
    )


def test_the_words_of_scope_need_no_antecedent() -> None:
    page = document("A page.", "Grain dryers")
    scope = scope_of(page)
    assert scope is not None
    assert {"grain", "dryer", "pool", "office", "guidance"} <= topic_words(page, scope)


@given(st.text(max_size=80))
def test_whatever_the_title_a_topic_is_short_and_trimmed(title: str) -> None:
    topic = topic_in(title, document("A page."))
    assert topic is None or (1 <= len(topic.split()) <= 12 and topic == topic.strip())


@pytest.mark.parametrize("title", ["Home health aides", "General industry ladders", "Notice boards at dock gates"])
def test_a_title_that_only_begins_like_an_empty_one_is_a_topic(title: str) -> None:
    assert topic_in(title, document("A page.")) == title[0].lower() + title[1:]
