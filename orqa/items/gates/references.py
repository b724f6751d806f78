"""Words in a stem that point at something the stem does not name."""

import re

from orqa.items.gates.wording import FUNCTION_WORDS, ROLES, asks_for_term, singular, word_set

_POINTING = re.compile(
    r"\b(?:this|these|such(?! as\b)|said|aforementioned|aforesaid|foregoing|(?:the|of) (?:latter|former)|herein"
    r"|hereof"
    r"|hereunder|thereof|therein|thereto|thereunder|hereinafter|above-mentioned"
    r"|those (?!who\b|that\b|of\b|which\b|with\b|in\b|made\b|[a-z]+(?:ed|ing)\b)[a-z]+)\b",
    re.IGNORECASE,
)
_SECOND = re.compile(r"\b(?:(?<!one )(?<!from )another|also|the same)\b", re.IGNORECASE)
_CROSS_REFERENCE = re.compile(
    r"§|\bsee (?:the|also)\b|\b(?:sub)?section (?=\d|\()|\b(?:this|that|the) (?:sub)?(?:section|paragraph|subpart"
    r"|chapter|clause"
    r"|article|subdivision)\b"
    r"|\b(?:sub)?paragraph [(\d]|\bas (?:provided|described|specified|set forth|defined|noted) (?:in|above|below"
    r"|by|under)\b"
    r"|\b(?:listed|described|mentioned|specified|shown) (?:above|below)\b|\b(?:table|figure|appendix"
    r"|exhibit) [A-Z\d]\b",
    re.IGNORECASE,
)
_THAT_NOUN = re.compile(
    r"(?<=\b(?:of|in|on|to|by|at) )that ([a-z]+)\b|(?<=\bfor )that ([a-z]+)\b|(?<=\bwith )that ([a-z]+)\b"
)
_PRONOUN = re.compile(r"\b(it|its|he|she|him|his|her|they|them|their)\b", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b(?:an?|each|every|any|no|one)\b|\b[a-z]{3,}s\b|\b(?:the|The) [a-z]+\b|\b[A-Z][a-z]+\b")
_DEFINITE = re.compile(r"\b[Tt]he (?=[a-z])((?:[a-z][a-z'’-]*,? ?){1,6})")
_TIED = word_set(
    "of for that to in under on at from which who whose where when with between by against into during"
    " within behind above below before after upon among across beneath beside along over"
)
_COMMON = word_set(
    "time date day end beginning start case number amount total name address age use following first last"
    " only public law state year month week hour street body hand head eye skin face front back side top"
    " bottom inside outside middle ground floor air water weather sun sea road job work workplace site"
    " employment property area premises internet web minimum maximum rate rest right left entire actual"
    " opening closing greater lesser lower higher least most next previous past united federal government"
    " land house kitchen classroom ceiling roof wall"
)
_SUPERLATIVES = word_set("first last latest nearest next following minimum maximum entire actual opening closing whole")
_PAPERS_AND_EVENTS = word_set(
    "report permit application hearing notice request order plan form certificate agreement contract petition decision"
    " determination violation act event change project program procedure study action proceeding appeal complaint claim"
    " inspection review approval filing matter case transaction incident record statement list notification meeting"
)
_MAIN_VERB = re.compile(
    r"\b(?:must|shall|may|should|can|cannot|is|are|has|have|needs?|requires?|expires?|lasts?|applies)\b"
)
_VERBISH = re.compile(
    r"^(?:is|are|was|were|be|must|shall|may|should|can|will|has|have|does|do|needs?|requires?|expires?|lasts?"
    r"|contains?"
    r"|includes?|applies|begins?|ends?|takes?|exceeds?|remains?|keeps?|becomes?|means|receives?|opens?|closes?)$"
)


def open_reference(rule: str, known: str) -> str | None:
    """The first word or phrase of the rule that points outside the stem, or None.

    `known` is what the reader has been told already: the scope and the topic of the stem. A question for a term reads
    like a dictionary, where `the dies` and `another spot` need no antecedent.
    """
    is_definition = asks_for_term(rule)
    for pattern in (
        (_POINTING, _CROSS_REFERENCE) if is_definition else (_POINTING, _CROSS_REFERENCE, _SECOND, _THAT_NOUN)
    ):
        if match := pattern.search(rule):
            return match.group().strip()
    for match in _PRONOUN.finditer(rule):
        before = rule[: match.start()]
        if len(before.split()) < 2 or not _INDEFINITE.search(before):
            return match.group()
    return None if is_definition else _open_definite(rule, known)


def _open_definite(rule: str, known: str) -> str | None:
    """The first `the N` without `of ...` behind it, an earlier mention, or everyday uniqueness.

    In the subject every noun counts; behind the verb only papers and events do, for a thing there (`above the landing`)
    is mostly tied down by the sentence.
    """
    told = {singular(word) for word in re.findall(r"[a-z]{3,}", known.lower())}
    verb = _MAIN_VERB.search(rule)
    for match in _DEFINITE.finditer(rule):
        group, follower = _noun_group(match.group(1))
        if not group or follower in _TIED or (not follower and rule[match.end() :][:1].isupper()):
            continue
        head = singular(group[-1])
        if (
            group[0] in _SUPERLATIVES
            or {head, *group} & (ROLES | _COMMON)
            or any(singular(word) in told for word in group)
        ):
            continue
        if verb and match.start() > verb.start() and head not in _PAPERS_AND_EVENTS:
            continue
        earlier = {singular(word) for word in re.findall(r"[a-z]+", rule[: match.start()].lower())}
        if head not in earlier:
            return f"the {' '.join(group)}"
    return None


def _noun_group(phrase: str) -> tuple[list[str], str]:
    """The words of a noun group up to the first function word or verb, and the word that follows them."""
    group: list[str] = []
    for word in phrase.lower().replace(",", " ,").split():
        if group and word in {"and", "or"}:
            continue
        if word in FUNCTION_WORDS or _VERBISH.match(word) or not word[0].isalpha():
            return group, word
        group.append(word)
    return group, ""
