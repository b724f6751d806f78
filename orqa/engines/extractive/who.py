"""Who must: a role with one duty; the wrong ones are other roles of the document whose own duties are different."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from orqa.engine import OptionDraft
from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.kinds import class_of
from orqa.engines.extractive.options import is_inside, right_option, wrong_options
from orqa.text import jaccard, seeded_int, words

_DUTY = re.compile(
    r"^(?P<article>The|A|An|Each|Every) (?P<role>(?:[a-z][a-z'’-]+ ){0,3}[a-z][a-z'’-]+) (?:must|shall"
    r"|is required to) (?P<act>(?!not\b|be\b|have\b|include\b|contain\b|also\b|either\b|mean\b|consist\b"
    r"|apply\b|take effect\b)[a-z]+ .+)\.$"
)
_NOT_A_ROLE = lex.word_set(
    "state property rate area party group unit company firm business bank school hospital department agency board"
)
_NO_KIND = lex.word_set(
    "other same another such first second third new person individual entity party member association organization"
)
_NAMED = re.compile(r"\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very) (?P<role>(?:[a-z][a-z-]+ )?[a-z][a-z-]+)\b")
MAX_OVERLAP = 0.4
MOST_TO_COMBINE = 14


@dataclass(frozen=True)
class Duty:
    """A role (without its article) and what it must do."""

    role: str
    act: str

    def data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)


def parse(sentence: str) -> Duty | None:
    """The duty in a sentence, or None when its subject is no single role."""
    match = _DUTY.match(sentence)
    if match is None:
        return None
    role = match.group("role")
    return Duty(role, match.group("act")) if _is_role(role) else None


def _is_role(phrase: str) -> bool:
    head = phrase.split()[-1]
    if class_of(head) != "person" or head in _NOT_A_ROLE or head.endswith("s"):
        return False
    return not any(word in lex.FUNCTION or word.endswith("ed") or word in _NO_KIND for word in phrase.split())


def reason_to_drop(duty: Duty) -> str | None:
    """Why a duty cannot be asked for its role, or None."""
    n_words = len(duty.act.split())
    if not 5 <= n_words <= 32:
        return "who: length"
    head = duty.role.split()[-1]
    if re.search(rf"\b{re.escape(head[:5])}", duty.act, re.IGNORECASE):
        return "who: gives its role away"
    if re.match(
        r"(?:comply|obtain|apply|submit an application|pay|ensure|cooperate|adhere|follow|consider|seek)\b", duty.act
    ):
        return "who: anyone's duty"
    return None


@dataclass(frozen=True)
class Cast:
    """Who appears in a document: how often each role is named, and what the duties of each are."""

    counts: Mapping[str, int] = field(hash=False)
    acts: Mapping[str, tuple[str, ...]] = field(hash=False)


def cast_of(text: str, sentences: Iterable[str]) -> Cast:
    """The roles that a text names at least twice with an article, and those that have a duty."""
    acts: dict[str, list[str]] = {}
    for sentence in sentences:
        duty = parse(sentence)
        if duty is not None:
            acts.setdefault(duty.role, []).append(duty.act)
    named = Counter(role for match in _NAMED.finditer(text) if _is_role(role := match.group("role")))
    counts = {role: n for role, n in named.items() if n >= 2} | {role: named[role] + 1 for role in acts}
    return Cast(counts, {role: tuple(own) for role, own in acts.items()})


def wrong_roles(
    duty: Duty, cast: Cast, shown: str, is_withheld: bool, draw: tuple[int, str]
) -> list[OptionDraft] | None:
    """Three other roles (four when withheld) of the document, the commonest first; None when there are too few.

    A role is left out when one of its duties is like the one asked, when it stands in `shown` (scope and duty), or when
    it holds or is held by the right one. `draw` is the seed and the card's id.
    """
    act = set(words(duty.act))
    usable = [
        role
        for role in cast.counts
        if role.split()[-1] != duty.role.split()[-1]
        and role not in duty.role
        and duty.role not in role
        and not re.search(rf"\b{re.escape(role)}", shown, re.IGNORECASE)
        and all(jaccard(act, set(words(text))) <= MAX_OVERLAP for text in cast.acts.get(role, ()))
    ]
    ranked = sorted(usable, key=lambda role: (-cast.counts[role], seeded_int(*draw, role)))[:MOST_TO_COMBINE]
    for chosen in combinations(ranked, 4 if is_withheld else 3):
        heads = {role.split()[-1] for role in chosen}
        if len(heads) == len(chosen) and (is_withheld or is_inside(duty.role, chosen)):
            return wrong_options(chosen)
    return None


def right_role(duty: Duty) -> OptionDraft:
    """The role itself as an option."""
    return right_option(duty.role)
