"""Items that ask the same thing: near-duplicates in words and paraphrases in meaning. Pure."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from orqa.text import words
from orqa.vectors import embed

DUPLICATE_JACCARD = 0.6
PARAPHRASE_COSINE = 0.82
"""Looked up on 650 items of the sample, among pairs with the same key: all four above it ask the same, the first that
does not stands at 0.81. Without the same key no threshold helps: two limits of one rule reach 0.97."""


def clashes(questions: Sequence[tuple[str, str]]) -> list[frozenset[int]]:
    """Sets of places of which a bank may hold one at most: every pair of `questions` that clashes is in one of them.

    A question is (stem, key text). Two clash when the exact Jaccard index of the words of stem and key text is at least
    DUPLICATE_JACCARD, or when their key texts have the same words and the cosine of their
    vectors is at least PARAPHRASE_COSINE.
    """
    places: dict[frozenset[str], list[int]] = defaultdict(list)
    for place, question in enumerate(questions):
        places[frozenset(words(" ".join(question)))].append(place)
    nodes = list(places)
    neighbours: dict[int, set[int]] = defaultdict(set)
    for left, right in _near_duplicates(nodes) | _paraphrases([questions[places[node][0]] for node in nodes]):
        neighbours[left].add(right)
        neighbours[right].add(left)
    copies = [frozenset(found) for found in places.values() if len(found) > 1]
    cliques = [frozenset(place for node in clique for place in places[nodes[node]]) for clique in _cliques(neighbours)]
    return copies + cliques


def _near_duplicates(nodes: Sequence[frozenset[str]]) -> set[tuple[int, int]]:
    """Every pair of word sets with a Jaccard index of DUPLICATE_JACCARD or more, by prefix filtering.

    Two sets that share so much must share one of the rarest words of each (Chaudhuri et al. 2006, Bayardo et al. 2007).
    Unlike MinHash this misses no pair, and it does not drown in the words that every stem of one rule begins with.
    """
    frequency = Counter(word for node in nodes for word in node)
    holders: dict[str, list[int]] = defaultdict(list)
    found: set[tuple[int, int]] = set()
    for number, node in enumerate(nodes):
        rarest = sorted(node, key=lambda word: (frequency[word], word))
        prefix = rarest[: len(node) - math.ceil(DUPLICATE_JACCARD * len(node)) + 1]
        for other in {other for word in prefix for other in holders[word]}:
            shared = len(node & nodes[other])
            if shared >= DUPLICATE_JACCARD * (len(node) + len(nodes[other]) - shared):
                found.add((other, number))
        for word in prefix:
            holders[word].append(number)
    return found


def _paraphrases(questions: Sequence[tuple[str, str]]) -> set[tuple[int, int]]:
    vectors = embed([f"{stem} {key_text}" for stem, key_text in questions])
    same_key: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, (_, key_text) in enumerate(questions):
        same_key[frozenset(words(key_text))].append(number)
    found: set[tuple[int, int]] = set()
    for numbers in same_key.values():
        likeness = vectors[numbers] @ vectors[numbers].T
        alike = np.argwhere(np.triu(likeness, k=1) >= PARAPHRASE_COSINE)
        found.update((numbers[left], numbers[right]) for left, right in alike)
    return found


def _cliques(neighbours: dict[int, set[int]]) -> list[list[int]]:
    """Cliques that together hold every edge: one limit on a clique is far tighter than one on each of its edges."""
    covered: set[tuple[int, int]] = set()
    cliques = []
    for node in sorted(neighbours):
        for other in sorted(neighbours[node]):
            if other < node or (node, other) in covered:
                continue
            clique = [node, other]
            shared = neighbours[node] & neighbours[other]
            while shared:
                clique.append(min(shared))
                shared = shared & neighbours[clique[-1]]
            clique.sort()
            covered.update((left, right) for left in clique for right in clique if left < right)
            cliques.append(clique)
    return cliques
