"""Items about a list: members of a sibling list, a neighbour of the same kind, are the wrong ones."""

import re
from collections.abc import Sequence

from orqa.engine import OptionDraft
from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.kinds import class_of
from orqa.engines.extractive.lists import BAD_MEMBER, FOLLOWING, NEGATIVE, FoundList, form_of
from orqa.engines.extractive.options import is_inside, right_option, wrong_options
from orqa.text import jaccard, seeded_int, words
from orqa.vectors import embed

LIKELY_SIBLING, MIN_INTRO_LIKENESS, MAX_INTRO_LIKENESS = 0.45, 0.2, 0.6
"""Cosine of two intros that speak of neighbouring things; below the second they speak of nothing in common, above the
third they may speak of the same."""
MAX_MEMBER_LIKENESS = 0.8
"""Cosine with a true member from which a wrong one may be the same thing in other words."""


def stem_of(found: FoundList, intro: str) -> str:
    """The intro as a question: `which of the following` in its place, or at the end."""
    intro = re.sub(r"\b(?:must|shall) (?:at a minimum|at least) ", "must ", intro)
    if re.search(r"\b(?:must|should|to)$", intro):
        return f"{intro} do which of the following?"
    match = FOLLOWING.search(intro)
    if match is not None:
        return f"{intro[: match.start()]}which of the following{intro[match.end() :]}?"
    return f"{intro} which of the following?"


def choose_options(
    found: FoundList, others: Sequence[FoundList], seed: int, card_id: str, wanted: str
) -> list[OptionDraft] | None:
    """Four members for the wanted key: `E` four true, `content` one true, `F` none true; None when infeasible."""
    members = sorted(found.members, key=lambda member: seeded_int(seed, card_id, member))
    if wanted == "E":
        chosen = _most_even(members)
        return [right_option(member) for member in chosen] if chosen else None
    for wrong in _wrong_members(found, others, seed, card_id):
        options = _without_true(wrong) if wanted == "F" else _with_one_true(members, wrong)
        if options is not None:
            return options
    return None


def _without_true(wrong: Sequence[str]) -> list[OptionDraft] | None:
    chosen = _most_even(wrong)
    return wrong_options(chosen) if chosen else None


def _with_one_true(members: Sequence[str], wrong: Sequence[str]) -> list[OptionDraft] | None:
    for right in members:
        near = _nearest_in_length(right, wrong)
        if len(near) == 3 and _is_even([right, *near]) and is_inside(right, near):
            return [right_option(right), *wrong_options(near)]
    return None


def _nearest_in_length(right: str, wrong: Sequence[str]) -> list[str]:
    return sorted(wrong, key=lambda member: abs(len(member) - len(right)))[:3]


def _wrong_members(found: FoundList, others: Sequence[FoundList], seed: int, card_id: str) -> list[list[str]]:
    """Usable members of each sibling list: the same kind of thing, but not so near that its members hold here too."""
    siblings = [other for other in others if other.span != found.span and is_sibling(found, other)]
    if not siblings:
        return []
    vectors = embed([found.intro, *(other.intro for other in siblings)])
    ranked = sorted(
        zip((vectors[1:] @ vectors[0]).tolist(), siblings, strict=True),
        key=lambda pair: (abs(pair[0] - LIKELY_SIBLING), pair[1].span),
    )
    pools = [
        _usable_members(found, other) for score, other in ranked if MIN_INTRO_LIKENESS <= score <= MAX_INTRO_LIKENESS
    ]
    return [sorted(pool, key=lambda member: seeded_int(seed, card_id, member)) for pool in pools if len(pool) >= 3]


def _usable_members(found: FoundList, other: FoundList) -> list[str]:
    true_words = [_content(member) for member in found.members]
    true_vectors = embed(found.members)
    usable: list[str] = []
    for member in other.members:
        own = _content(member)
        if _refers_back(member, found.intro):
            continue
        if len(member.split()) > 16 or BAD_MEMBER.search(member) or re.search(r"[.:;•]", member):
            continue
        if form_of(member) != form_of(found.members[0]):
            continue
        if any(jaccard(own, true) >= 0.3 or own <= true or true <= own for true in true_words):
            continue
        if float((true_vectors @ embed([member])[0]).max()) >= MAX_MEMBER_LIKENESS:
            continue
        usable.append(member)
    return usable


def _refers_back(member: str, intro: str) -> bool:
    """Whether a wrong member speaks of `the thing` that the intro asked about does not name."""
    nouns = re.findall(r"\bthe (?:[a-z-]+ )?([a-z-]{4,})\b(?! of| for| that| who| to| in| on)", member.lower())
    return any(noun.rstrip("s") not in intro.lower() for noun in nouns if noun not in lex.EVERYDAY | lex.ROLE_HEADS)


_INTRO_VERB = re.compile(
    r"\b(?:must|shall|should|requires?|includes?|contains?|consists?|states?|lists?|covers?|records?|shows?"
    r"|identify|identifies|names?|describes?|have|has|be|gives?|confirms?)\b"
)
_SUBJECT_END = re.compile(r" (?:of|for|that|which|who|on|in|with|from|to|by|at|about|under|before|after|when|if)\b")


def is_sibling(left: FoundList, right: FoundList) -> bool:
    """Two lists of one kind: both duties, or contents of things of one class; not the same intro, not a prohibition."""
    if left.is_duty != right.is_duty or right.is_nested or NEGATIVE.search(right.intro):
        return False
    if jaccard(_content(left.intro), _content(right.intro)) > 0.85:
        return False
    if left.is_duty:
        return _subject_head(left.intro) == _subject_head(right.intro)
    return _same_kind(_subject_head(left.intro), _subject_head(right.intro))


def _same_kind(left: str, right: str) -> bool:
    return bool(left) and (left == right or (class_of(left) == class_of(right) != ""))


def _subject_head(intro: str) -> str:
    """The head noun of the intro's subject, lower case; empty when no verb follows a subject."""
    main = re.sub(r"^(?:Before|After|When|If|While|During|To|In|On|At|For|Upon) [^,]+, ", "", intro)
    verb = _INTRO_VERB.search(main.lower())
    subject = main[: verb.start()].strip() if verb else ""
    subject = _SUBJECT_END.split(subject)[0]
    return subject.split()[-1].lower() if subject else ""


def _content(text: str) -> set[str]:
    return {word[:6] for word in words(text) if word not in lex.FUNCTION}


def _most_even(members: Sequence[str]) -> list[str] | None:
    """The first four members whose lengths are in proportion, else the four closest in length; None when uneven."""
    by_length = sorted(members, key=len)
    runs = [by_length[start : start + 4] for start in range(len(by_length) - 3)]
    even = [run for run in runs if _is_even(run)]
    if not even:
        return None
    picked = set(max(even, key=lambda run: sum(member in members[:4] for member in run)))
    return [member for member in members if member in picked][:4]


def _is_even(members: Sequence[str]) -> bool:
    lengths = [len(member) for member in members]
    return max(lengths) <= max(3.2 * min(lengths), min(lengths) + 18)
