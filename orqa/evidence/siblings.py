"""Sections of one title published a page each: they count as one document when wrong options are looked for."""

import re
from collections import defaultdict
from collections.abc import Iterable

from orqa.models import Document

MAX_SIBLINGS = 10
_SECTION = re.compile(r"^§+ ?(?P<title>\d+[A-Z]?)[–:-](?P<section>\d+(?:\.\d+)?)")


def siblings_of(documents: Iterable[Document]) -> dict[str, tuple[str, ...]]:
    """The texts of the nearest sections of the same title by the same publisher, by document id; at most ten.

    Only documents titled by a section (`§ 47-2853.49. ...`) have siblings; nearest is by section number, then id.
    """
    titles: dict[tuple[str, str], list[tuple[float, Document]]] = defaultdict(list)
    for document in documents:
        match = _SECTION.match(document.title)
        if match is not None:
            key = (document.publisher_id, match.group("title"))
            titles[key].append((float(match.group("section")), document))
    found: dict[str, tuple[str, ...]] = {}
    for members in titles.values():
        for number, document in members:
            others = [(abs(number - other), row.id, row.text) for other, row in members if row.id != document.id]
            found[document.id] = tuple(text for _, _, text in sorted(others)[:MAX_SIBLINGS])
    return found
