"""Which sentences are worth a question: one function, one reason a drop.

Selection does the work: on messy law nine sentences in ten are dropped here. Rules are ordered by cost.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.kinds import class_of

MIN_WORDS, MAX_WORDS = 7, 48
FAMILIAR = 10
"""An acronym that a document uses this often is known to its readers."""
_RANKS = lex.word_set("first last following minimum maximum same right left entire actual opening closing")
"""Adjectives that tie a noun down: `the first day`, `the minimum height`."""
OFTEN = 3
"""A noun group of two words or more that a document names this often is one of its own things."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_DEFINITE = re.compile(r"\b[Tt]he ((?:[a-z][a-z'’-]*[ -]){0,4}?[a-z][a-z'’-]*)\b(?: (\w+))?")
_ACRONYM = re.compile(r"\b[A-Z]{2,6}s?\b")
_FOLLOWERS = lex.word_set("of for that to in under on at from which who whose where when with between by against into")
_VERBISH = re.compile(
    r"^(?:is|are|was|were|be|must|shall|may|should|can|will|has|have|does|do|needs?|requires?|expires?"
    r"|lasts?|contains?|includes?|applies|begins?|ends?|takes?|exceeds?|remains?|keeps?|becomes?|means)$"
)


@dataclass(frozen=True)
class Surroundings:
    """What selection may know of a sentence's document: its topic words, acronyms spelled out there, its host."""

    topic_words: frozenset[str]
    acronyms: frozenset[str]
    url: str
    text: str = ""
    may_address_reader: bool = False


def reason_to_drop(sentence: str, around: Surroundings) -> str | None:
    """Why a sentence cannot carry a question, or None when it can."""
    return _reason_of_form(sentence, around) or _reason_of_meaning(sentence, around)


def _reason_of_form(sentence: str, around: Surroundings) -> str | None:
    n_words = len(sentence.split())
    if not MIN_WORDS <= n_words <= MAX_WORDS:
        return "length"
    if not re.match(r"[\"“]?[A-Z0-9$]", sentence) or not sentence.endswith((".", '."', ".”")):
        return "not a whole sentence"
    if re.search(r"[:;•·]", sentence) or not _is_balanced(sentence) or re.search(r"\b[A-Z]{7,}\b", sentence):
        return "not a whole sentence"
    if re.search(r"(?:^|\s)(?:\(?[a-z0-9]{1,3}\)|[a-z]\.|[ivx]{1,4}\.)(?:\s|$)", sentence):
        return "stray enumerator"
    if lex.SCAR.search(sentence) or lex.CAPITALISED_FUNCTION.search(sentence):
        return "scar"
    if lex.CROSS_REFERENCE.search(sentence):
        return "cross-reference"
    if re.match(r"No\b", sentence) or (not around.may_address_reader and re.search(r"\b[Yy]ou\b", sentence)):
        return "negative or second-person subject"
    if lex.TEACHES_WRITING.search(around.url):
        return "page teaches writing"
    return None


def _reason_of_meaning(sentence: str, around: Surroundings) -> str | None:
    if lex.HISTORY.search(sentence):
        return "history or statistic"
    if lex.DATE.search(sentence):
        return "date"
    if lex.OPENING_BAD.match(sentence):
        return "opening pronoun or connective"
    if lex.ANAPHORA.search(lex.ITS_OK.sub("", sentence)):
        return "anaphora"
    if lex.ITS_OK.search(sentence) and not _its_has_antecedent(sentence):
        return "anaphora"
    if lex.EXCEPTION.search(sentence):
        return "exception or hedge"
    if unresolved := unresolved_definite(sentence, around):
        return f"unresolved definite: {unresolved}"
    if unknown := unknown_acronym(sentence, around):
        return f"unknown acronym: {unknown}"
    if not has_subject_and_verb(sentence) and not lex.IMPERATIVE.match(sentence):
        return "fragment"
    return None


def _is_balanced(text: str) -> bool:
    return (
        text.count("(") == text.count(")")
        and text.count('"') % 2 == 0
        and text.count("“") == text.count("”")
        and text.count("[") == text.count("]")
    )


def _its_has_antecedent(sentence: str) -> bool:
    """`its` and `their` are fine when a noun phrase opens the sentence before them."""
    match = lex.ITS_OK.search(sentence)
    return match is not None and len(sentence[: match.start()].split()) >= 3


def unresolved_definite(sentence: str, around: Surroundings) -> str | None:
    """The first `the N` that nothing in the sentence, the topic or everyday knowledge ties down, else None."""
    for match in _DEFINITE.finditer(sentence):
        group, follower = _noun_group(match.group(1) + (f" {match.group(2)}" if match.group(2) else ""))
        if not group or follower in _FOLLOWERS or _is_known(group, around):
            continue
        if not _is_introduced(group[-1], sentence[: match.start()].lower()):
            return f"the {' '.join(group)}"
    return None


def _is_known(group: Sequence[str], around: Surroundings) -> bool:
    """Whether everyday knowledge, the topic or the document's habit tells which thing a noun group means."""
    head = group[-1]
    if head in lex.EVERYDAY or _is_person(head) or group[0] in _RANKS:
        return True
    if any(word.rstrip("s") in around.topic_words for word in group):
        return True
    if len(group) == 1:
        return False
    is_cut_short = bool(re.search(r"(?:ed|set|made|given|held|sent)$", head)) or (
        head.endswith("s") and _is_person(group[-2])
    )
    return is_cut_short or around.text.count(" ".join(group)) >= OFTEN


def _is_person(noun: str) -> bool:
    return class_of(noun) == "person" or noun in lex.ROLE_HEADS


def _is_introduced(head: str, before: str) -> bool:
    """Whether the noun stands earlier in the sentence (`before` is in lower case), as such or after `a`, `each`, ..."""
    stem = re.escape(head.rstrip("s"))
    after_article = rf"\b(?:a|an|each|any|every|no|one|[a-z]+'s) (?:[a-z'’-]+ ){{0,4}}{stem}"
    return re.search(rf"{after_article}|\b{stem}s?\b", before) is not None


def _noun_group(phrase: str) -> tuple[list[str], str | None]:
    """The words of a phrase up to the first function word or verb, and the word that follows them."""
    group: list[str] = []
    for word in phrase.split():
        lowered = word.lower()
        if lowered in lex.FUNCTION or _VERBISH.match(lowered) or not lowered[0].isalpha():
            return group, lowered
        group.append(lowered)
    return group, None


def unknown_acronym(sentence: str, around: Surroundings) -> str | None:
    """An acronym that is neither known to every worker nor spelled out in the document, else None."""
    for match in _ACRONYM.finditer(sentence):
        acronym = match.group().rstrip("s")
        if acronym in lex.UNITED_ACRONYMS or acronym in lex.SHOUTED_DUTIES or acronym in around.acronyms:
            continue
        if re.fullmatch(r"[IVX]+", acronym) or around.text.count(f" {acronym.lower()} ") >= FAMILIAR:
            continue
        if sentence.isupper() or f"({acronym})" in sentence:
            continue
        return acronym
    return None


def has_subject_and_verb(sentence: str) -> bool:
    """Whether a duty verb stands in the main clause: with words before it, and not only behind `which` or `that`."""
    for match in lex.DUTY.finditer(sentence):
        before = sentence[: match.start()].strip()
        if not before:
            continue
        last = before.split()[-1].lower().strip(",")
        if last in {"which", "that", "who", "whom", "as", "when", "if", "what"}:
            continue
        return True
    return False


def is_governance(sentence: str, soc_code: str) -> bool:
    """Whether the duty is a board's or an agency's; occupations that are the regulator are let through."""
    main = re.sub(
        r"^(?:if|when|upon|within|before|after|for|in|on|at) [^,]{3,120}, ", "", sentence, flags=re.IGNORECASE
    )
    subject = main.split(" must ")[0].split(" shall ")[0].split(" may ")[0]
    return bool(lex.GOVERNANCE_SUBJECT.match(subject)) and not lex.REGULATOR_OCCUPATIONS.match(soc_code)


def acronyms_spelled_out(text: str) -> frozenset[str]:
    """The acronyms that a document introduces as `Long Form (LF)`."""
    found = set()
    for match in re.finditer(r"\(([A-Z]{2,6})s?\)", text):
        before = text[max(0, match.start() - 90) : match.start()].split()[-7:]
        initials = "".join(part[0] for word in before for part in word.split("-") if part).upper()
        if _is_subsequence(match.group(1), initials):
            found.add(match.group(1))
    return frozenset(found)


def _is_subsequence(short: str, long: str) -> bool:
    remaining = iter(long)
    return all(letter in remaining for letter in short)


def is_instruction(sentence: str) -> bool:
    """Whether a sentence is an instruction without a subject: `Keep ...`, perhaps behind a condition."""
    match = lex.IMPERATIVE.match(sentence)
    return match is not None and not lex.DUTY.search(sentence[: match.end()])


def modernise(sentence: str) -> str:
    """The duty verbs in plain form: shall -> must."""
    sentence = re.sub(r"\bshall be (valid|effective)\b", r"is \1", sentence)
    sentence = re.sub(r"\bshall\b", "must", sentence)
    return re.sub(r"\bShall\b", "Must", sentence)


def lower_first(sentence: str, document_text: str) -> str:
    """The sentence with its first word in lower case, unless the document shows it to be a name.

    A word that stands capitalised inside another sentence of the document, and never in lower case, is a name.
    """
    match = re.match(r"([\"“]?)([A-Z][a-z'’]*(?:-[a-z]+)*)(?=[ ,])", sentence)
    if match is None:
        return sentence
    word = match.group(2)
    is_name = re.search(rf"(?<=[a-z,] ){re.escape(word)}\b", document_text) and not re.search(
        rf"(?<=[a-z,] ){re.escape(word.lower())}\b", document_text
    )
    if is_name and word.lower() not in lex.FUNCTION:
        return sentence
    return sentence[: match.start(2)] + word.lower() + sentence[match.end(2) :]
