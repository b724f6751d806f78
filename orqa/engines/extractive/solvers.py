"""Three small solvers for the pretest: what test-wiseness alone can find. None reads the source unless it is given."""

import re

from orqa.engine import Answer
from orqa.mcq import LETTERS
from orqa.quantities import find_quantities
from orqa.text import normalise, words
from orqa.vectors import embed

NAMES = ("stem-overlap", "vector-likeness", "most-specific")


def answer(stem: str, options: tuple[str, ...], evidence: str | None, sample: int) -> Answer:
    """The choice of solver number `sample` (0, 1 or 2) among six options; open book, all three read the evidence."""
    name = NAMES[sample % len(NAMES)]
    if evidence is not None:
        return Answer(open_book(options[:4], evidence), "containment")
    content = options[:4]
    scores = (_overlap_scores, _vector_scores, _specific_scores)[sample % len(NAMES)](stem, content)
    best = max(range(4), key=lambda place: (scores[place], -place))
    return Answer(LETTERS[best], name, raw=" ".join(f"{score:.4f}" for score in scores))


def open_book(content: tuple[str, ...], evidence: str) -> str | None:
    """The letter that follows from which options stand in the evidence: one -> it, four -> E, none -> F, else None."""
    folded = f" {_spaced(evidence)} "
    found = [place for place, option in enumerate(content) if f" {_spaced(option)} " in folded]
    if len(found) == 1:
        return LETTERS[found[0]]
    return {0: "F", 4: "E"}.get(len(found))


def _spaced(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+(?:[.,][0-9]+)*|[$%°]", normalise(text).lower()))


def _overlap_scores(stem: str, content: tuple[str, ...]) -> list[float]:
    asked = set(words(stem))
    return [len(set(words(option)) & asked) / max(1, len(set(words(option)))) for option in content]


def _vector_scores(stem: str, content: tuple[str, ...]) -> list[float]:
    vectors = embed([stem, *content])
    return [float(score) for score in vectors[1:] @ vectors[0]]


def _specific_scores(stem: str, content: tuple[str, ...]) -> list[float]:
    return [
        len(option) + 10.0 * len(find_quantities(option)) + 3.0 * len(re.findall(r"[A-Z][a-z]+", option))
        for option in content
    ]
