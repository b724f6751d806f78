"""Items that ask the same thing: near-duplicates in words and paraphrases in meaning. Pure."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from datasketch import MinHash, MinHashLSH

from orqa.text import jaccard, words
from orqa.vectors import embed

DUPLICATE_JACCARD = 0.6
PARAPHRASE_COSINE = 0.95
N_PERMUTATIONS, BANDS, ROWS = 126, 42, 3
BLOCK = 1024


def clashes(texts: Sequence[str]) -> list[frozenset[int]]:
    """Sets of places in `texts` of which a bank may hold one at most: every pair that clashes is in one of the sets.

    Two texts clash when the exact Jaccard index of their words is at least DUPLICATE_JACCARD (candidates by MinHash), or
    the cosine of their vectors at least PARAPHRASE_COSINE. Equal word sets are one node, so that many copies stay one set.
    """
    places: dict[frozenset[str], list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        places[frozenset(words(text))].append(place)
    nodes = list(places)
    neighbours: dict[int, set[int]] = defaultdict(set)
    for left, right in _near_duplicates(nodes) | _paraphrases([texts[places[node][0]] for node in nodes]):
        neighbours[left].add(right)
        neighbours[right].add(left)
    sets = [frozenset(found) for found in places.values() if len(found) > 1]
    for clique in _cover_by_cliques(neighbours):
        sets.append(frozenset(place for node in clique for place in places[nodes[node]]))
    return sets


def _near_duplicates(nodes: Sequence[frozenset[str]]) -> set[tuple[int, int]]:
    index = MinHashLSH(num_perm=N_PERMUTATIONS, params=(BANDS, ROWS))
    found: set[tuple[int, int]] = set()
    for number, node in enumerate(nodes):
        if not node:
            continue
        sketch = MinHash(num_perm=N_PERMUTATIONS, seed=1)
        sketch.update_batch([word.encode() for word in sorted(node)])
        near = [other for other in index.query(sketch) if jaccard(set(nodes[other]), set(node)) >= DUPLICATE_JACCARD]
        found.update((other, number) for other in near)
        index.insert(number, sketch)
    return found


def _paraphrases(texts: Sequence[str]) -> set[tuple[int, int]]:
    vectors = embed(texts)
    found: set[tuple[int, int]] = set()
    for start in range(0, len(texts), BLOCK):
        likeness = vectors[start : start + BLOCK] @ vectors.T
        for row, column in np.argwhere(likeness >= PARAPHRASE_COSINE):
            if start + row < column:
                found.add((int(start + row), int(column)))
    return found


def _cover_by_cliques(neighbours: dict[int, set[int]]) -> list[tuple[int, ...]]:
    """Cliques that together hold every edge: a clique is a far tighter constraint than its edges one by one."""
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
            cliques.append(tuple(clique))
    return cliques
