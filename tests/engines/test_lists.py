"""Lists: where an intro's members begin and end, which lists can be asked, and what is set beside their members."""

import pytest
from made_pages import BARE, POOL

from orqa.engine import OptionDraft
from orqa.engines.extractive.list_items import choose_options, is_sibling, stem_of
from orqa.engines.extractive.lists import FoundList, find_lists, form_of
from orqa.engines.extractive.select import lower_first
from orqa.text import Span

BATH, DAMAGE = find_lists(POOL)


def dashed(intro: str, *members: str) -> str:
    return f"{intro}:\n\n" + "\n".join(f"- {member}" for member in members)


def deed(intro: str, *more: str) -> FoundList:
    (found,) = find_lists(dashed(intro, "the seller", "the buyer", "the price", *(more or ("the plot",))))
    return found


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            dashed(
                "A transport slip must show", "the plate of the van", "the hour", "the weight", "the name of the driver"
            ),
            "a transport slip must show which of the following?",
        ),
        (
            "Before a climb, a rigger must:\n\n(a) check a rope\n(b) test a brake\n(c) clear a deck\n(d) call a mate",
            "before a climb, a rigger must do which of the following?",
        ),
        (
            "A recipe card must contain each of the following items:\n\n1. dish\n2. weight\n3. allergens\n4. life",
            "a recipe card must contain which of the following?",
        ),
        (
            "A mason should do the following:\n\na. wet the brick\nb. mix the lime\nc. snap a line\nd. lay a bed",
            "a mason should do which of the following?",
        ),
        (
            dashed("A death notice covers all of the following", "the name", "the hour", "the place", "the cause"),
            "a death notice covers which of the following?",
        ),
        (
            dashed(
                "A pilot is required to", "walk round the plane", "drain the sump", "free the rudder", "call the tower"
            ),
            "a pilot is required to do which of the following?",
        ),
    ],
)
def test_a_full_clause_with_four_like_members_is_asked(text: str, question: str) -> None:
    (found,) = find_lists(text)
    assert len(found.members) == 4
    assert found.reason_to_drop(BARE) is None
    assert stem_of(found, lower_first(found.intro, "")) == question


@pytest.mark.parametrize(
    ("reason", "found"),
    [
        ("fewer than four members", find_lists(dashed("A deed must show", "the seller", "the buyer", "the price"))[0]),
        ("intro is no clause", deed("Kinds of deeds in a county")),
        ("intro is no clause", deed("Must show when it is sold all of the following".lower())),
        ("intro scar", deed("A deed mustShow must show all of the following")),
        ("intro scar", deed("Sale of Land The deed must show all of the following")),
        ("negative or open-ended intro", deed("A password must not contain all of the following")),
        ("negative or open-ended intro", deed("A lunch box may include the following")),
        ("negative or open-ended intro", deed("A deed must show at least one of the following")),
        ("negative or open-ended intro", deed("A deed must show things such as the following")),
        ("cross-reference or history", deed("A deed under section 5 must show all of the following")),
        ("cross-reference or history", deed("A deed of 2019 must show all of the following")),
        ("cross-reference or history", deed("A deed to be amended must show all of the following")),
        ("intro speaks to the reader", deed("When you sell, a deed must show all of the following")),
        ("intro does not stand alone", deed("It must show all of the following")),
        ("intro does not stand alone", deed("Each such deed must show all of the following")),
        ("intro does not stand alone", deed("The permit must show all of the following")),
        ("intro does not stand alone", deed("A deed must show, unless lost, all of the following")),
        ("intro does not stand alone", deed("A deed must show a QZR and all of the following")),
        ("a member does not stand alone", deed("A deed must show", "this plot")),
        ("a member does not stand alone", deed("A deed must show", "any other information")),
        ("a member does not stand alone", deed("A deed must show", "the plot under section 5")),
        ("a member does not stand alone", deed("A deed must show", "the plot; the map")),
        ("a member does not stand alone", deed("A deed must show", "the plot " * 9)),
    ],
)
def test_a_list_that_cannot_be_asked_is_dropped_with_its_reason(reason: str, found: FoundList) -> None:
    assert found.reason_to_drop(BARE) == f"list: {reason}"


def test_members_keep_one_style_in_unbroken_sequence_and_a_child_spoils_the_list() -> None:
    intro = "A deed must show:\n\n"
    four = "(a) the seller\n(b) the buyer\n(c) the price\n(d) the plot\n"
    (child,) = find_lists(intro + four + "(1) the map\n(2) the road\n")
    assert child.is_nested
    assert child.reason_to_drop(BARE) == "list: nested"
    (parent,) = find_lists(intro + four + "(e) the heirs:\n(1) sons\n(2) girls\n")
    assert parent.is_nested
    (restarted,) = find_lists(intro + four + "(a) the next list\n(b) is not swallowed\n")
    assert restarted.members == ("the seller", "the buyer", "the price", "the plot")
    assert not restarted.is_nested
    assert find_lists(intro + "(c) the price\n(d) the plot\n") == []


def test_an_intro_that_is_an_item_itself_makes_a_nested_list() -> None:
    (found,) = find_lists("(b) A deed must show:\n\n(1) the seller\n(2) the buyer\n(3) the price\n(4) the plot")
    assert found.is_nested


def test_the_span_covers_the_last_sentence_of_the_intro_to_the_last_member() -> None:
    text = (
        "Land is dear. "
        + dashed("A deed must show", "the seller;", "the buyer; and", "the door", "the plot.")
        + "\n\nEnd."
    )
    (found,) = find_lists(text)
    assert found.span.of(text).startswith("A deed must show:")
    assert found.span.of(text).endswith("the plot.")
    assert found.members == ("the seller", "the buyer", "the door", "the plot")


def test_members_have_a_form() -> None:
    assert [form_of(member) for member in ("checking the rope", "check the rope", "king of kin")] == [
        "ing",
        "phrase",
        "phrase",
    ]


def chosen(wanted: str, seed: int = 0) -> list[OptionDraft] | None:
    return choose_options(BATH, [BATH, DAMAGE], seed, "card", wanted)


@pytest.mark.parametrize(("wanted", "n"), [("E", 4), ("content", 1), ("F", 0)])
def test_the_wanted_key_decides_how_many_members_are_true(wanted: str, n: int) -> None:
    own = {member.capitalize() for member in BATH.members}
    others = {member.capitalize() for member in DAMAGE.members}
    for seed in range(20):
        options = chosen(wanted, seed)
        assert options is not None
        assert len({option.text for option in options}) == 4
        assert [option.text in own for option in options] == [option.is_true for option in options]
        assert [option.text in others for option in options] == [not option.is_true for option in options]
        assert sum(option.is_true for option in options) == n
        assert options == chosen(wanted, seed)


def test_without_a_sibling_only_all_of_the_above_can_be_made() -> None:
    assert choose_options(BATH, [BATH], 0, "card", "content") is None
    assert choose_options(BATH, [BATH], 0, "card", "F") is None
    assert choose_options(BATH, [BATH], 0, "card", "E") is not None


def listed(intro: str, *, is_nested: bool = False) -> FoundList:
    return FoundList(intro, ("a", "b", "c", "d"), Span(0, 9), is_nested)


@pytest.mark.parametrize(
    ("intro", "expected"),
    [
        ("A damage report must show all of the following", True),
        ("A label on each drum must name all of the following", True),
        ("A bath book must not show all of the following", False),
        ("A bath book must show all of the following", False),
        ("After a storm, a worker must", False),
        ("A driver must have all of the following", False),
    ],
    ids=["document", "document too", "prohibition", "same intro", "acts beside contents", "another kind of thing"],
)
def test_a_sibling_speaks_of_a_neighbouring_thing_of_the_same_kind(intro: str, expected: bool) -> None:
    assert is_sibling(BATH, listed(intro)) is expected


def test_a_nested_list_is_no_sibling_and_two_duties_of_one_actor_are() -> None:
    assert not is_sibling(BATH, listed("A damage report must show all of the following", is_nested=True))
    assert is_sibling(listed("Before a dive, a tender must"), listed("After heavy rain, a tender must"))
    assert not is_sibling(listed("Before a dive, a tender must"), listed("After heavy rain, a roofer must"))


@pytest.mark.parametrize("near", ["the count of birds", "the depths of waters", "the cost of the tents"])
def test_a_member_near_a_true_one_or_one_that_refers_back_is_never_a_wrong_option(near: str) -> None:
    other = FoundList(DAMAGE.intro, (near, *DAMAGE.members), DAMAGE.span, is_nested=False)
    for seed in range(20):
        options = choose_options(BATH, [BATH, other], seed, "card", "F")
        assert options is not None
        assert {option.text for option in options} <= {member.capitalize() for member in DAMAGE.members}
