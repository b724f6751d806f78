"""What lets four options stand together: like length, none inside another, one way to write them."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from orqa.engine import OptionDraft

MAX_SHARE_OF_MEAN = 1.3
"""The right option may not be the longest, nor the shortest, by more than this share of the mean length."""


def is_inside(right: str, wrong: Sequence[str]) -> bool:
    """Whether length does not betray the right option among the wrong ones (lengths in characters)."""
    mean = (len(right) + sum(map(len, wrong))) / (len(wrong) + 1)
    if len(right) > max(map(len, wrong)):
        return len(right) <= MAX_SHARE_OF_MEAN * mean
    return len(right) >= min(map(len, wrong)) or mean <= MAX_SHARE_OF_MEAN * len(right)


def is_held(left: str, right: str) -> bool:
    """Whether one text stands inside the other, whatever the case: both could then be right, or neither."""
    left, right = left.lower(), right.lower()
    return left in right or right in left


def are_apart(texts: Iterable[str]) -> bool:
    """Whether no text stands inside another."""
    return not any(is_held(left, right) for left, right in combinations(texts, 2))


def right_option(text: str) -> OptionDraft:
    """A true option, cut from the quote, with a capital."""
    return OptionDraft(text=_capital(text), is_true=True, origin="quote")


def wrong_options(texts: Iterable[str]) -> list[OptionDraft]:
    """False options that the document names elsewhere, with a capital."""
    return [OptionDraft(text=_capital(text), is_true=False, origin="document") for text in texts]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
