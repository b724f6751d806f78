"""Places whose sentences are no rules by themselves: examples, quizzes, side matter and listed items."""

import pytest

from orqa.engines.extractive.places import QUIZ_CHARS, UnfitPlaces
from orqa.text import Span

RULE = "A diver must rest for at least 12 hours before a flight."


def reason_at(text: str, *lists: Span) -> str | None:
    start = text.index(RULE)
    return UnfitPlaces(text, lists).reason(Span(start, start + len(RULE)))


@pytest.mark.parametrize(
    "text",
    [
        RULE,
        f"# Diving\n\n{RULE}",
        f"# Diving\n\n## Rest\n\n{RULE}",
        f"# Examples of good rules\n\n{RULE}",
        f"# Diving\n\n## Examples\n\nAnn dives.\n\n## Rest\n\n{RULE}",
        f"{RULE} For example, Ann waits until dawn.",
        f"For example, Ann waits.\n\n{RULE}",
        f"True or false?\n\n{'Fish swim. ' * (QUIZ_CHARS // 10)}\n\n{RULE}",
    ],
)
def test_a_rule_in_plain_text_may_be_asked(text: str) -> None:
    assert reason_at(text) is None


@pytest.mark.parametrize(
    "text",
    [
        f"# Diving\n\n## Examples\n\n{RULE}",
        f"# Diving\n\n## Case study\n\nAnn dives. {RULE}",
        f"# Diving\n\n## References\n\n{RULE}",
        f"For example, Ann waits until dawn. {RULE}",
        f"Suppose that Ann dives. {RULE}",
        f"A customer buys a tank. {RULE}",
        f"{RULE}\n\nTrue or false: Ann may fly at noon.",
    ],
)
def test_a_rule_inside_an_example_a_quiz_or_side_matter_may_not(text: str) -> None:
    assert reason_at(text) == "unfit place"


def test_an_item_of_a_list_hangs_on_its_lead_in() -> None:
    text = f"On a Sunday:\n\n- {RULE}\n- Ann rests.\n\n{RULE.lower()}"
    assert reason_at(text, Span(0, text.index("rests."))) == "unfit place"
    assert reason_at(text) is None
