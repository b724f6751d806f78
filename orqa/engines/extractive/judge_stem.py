"""What the judge reads in a stem: the rule behind its scope, the slot of the answer, the kind of question."""

import re
from dataclasses import dataclass

from orqa.engine import JudgeQuestion
from orqa.engines.extractive.judge_reading import plain, tokens

BLANK = "______"
_TERM = re.compile(
    r"\b(?:(?:which|what) term (?:means|is defined as|refers to|describes|names)|what is the (?:term"
    r"|name) for)\s+(.+?)\??$",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:which|what) (?:of the following )?(?:step )?(?:comes|is done|happens|must be done|is taken) (?:first"
    r"|last|next|before|after)\b"
)
_NEGATED = re.compile(r"\b(?:NOT|EXCEPT)\b")
_SLOT = re.compile(
    rf"{BLANK}|\bhow (?:many|much)\b|\bwhat (?:amount|percentage|percent|temperature|number)\b"
    rf"|\bwhich of the following\b(?: [a-z]+(?=\?))?"
    r"|\bwho(?:m)?\b(?= (?:must|shall|may|should|is|are|has|have|can))|\bwhich (?:form|code|class|type|document"
    r"|person)\b|\bwhat\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReadStem:
    """A stem taken apart: `kind`, the rule's words before and behind the slot, and a definition where one is asked for.

    `kind` is term, list, order, slot (the option stands in the sentence) or free. `is_negated` when the stem asks what
    is NOT so.
    """

    kind: str
    rule: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    meaning: str = ""
    is_negated: bool = False

    @property
    def words(self) -> frozenset[str]:
        """The rule's words without the slot."""
        return frozenset((*self.left, *self.right))


def read_stem(question: JudgeQuestion) -> ReadStem:
    """The stem of a question taken apart."""
    rule = rule_of(plain(question.stem), question.document.title)
    is_negated = bool(_NEGATED.search(rule))
    if term := _TERM.search(rule):
        return ReadStem("term", rule, (), (), meaning=term.group(1), is_negated=is_negated)
    slot = _SLOT.search(rule)
    if slot is None:
        return ReadStem("free", rule, tokens(rule), (), is_negated=is_negated)
    left, right = tokens(rule[: slot.start()]), tokens(rule[slot.end() :])
    kind = "slot"
    if _ORDER.search(rule):
        kind = "order"
    elif slot.group().lower().startswith("which of the following"):
        kind = "list"
    elif slot.group().lower() == "what":
        kind = "free"
    return ReadStem(kind, rule, left, right, is_negated=is_negated)


def rule_of(stem: str, title: str) -> str:
    """The stem without its opening scope: it ends where the document's topic ends, else at the first comma."""
    if not re.match(r"(?:Under|In|For|At|Within|On) ", stem) or ", " not in stem:
        return stem
    topic = tokens(re.split(r"\s+[|–—]\s+|\s+- ", title)[0])
    commas = [match.start() for match in re.finditer(r", ", stem)]
    if topic:
        for comma in commas:
            if tokens(stem[:comma])[-min(3, len(topic)) :] == topic[-min(3, len(topic)) :]:
                return stem[comma + 2 :]
    return stem[commas[0] + 2 :]
