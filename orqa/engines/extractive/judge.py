"""The deterministic judge: answers a gate's question from the stem, the options, the quote and the document alone.

It never sees which option is keyed and shares no reading with the writer. What it cannot decide it says so: `unscored`
for a gate, None for a truth.
"""

import re
from collections.abc import Callable

from orqa.engine import Judgement, JudgeQuestion
from orqa.engines.extractive import select
from orqa.engines.extractive.judge_reading import bare, pages_of, plain, tokens, word_of
from orqa.engines.extractive.judge_stem import ReadStem, read_stem
from orqa.engines.extractive.judge_truth import truths_of
from orqa.engines.extractive.lexicon import FUNCTION
from orqa.quantities import find_quantities

_PASS = Judgement("pass")
MIN_COVERAGE = 0.7
_LEANS_BACK = re.compile(
    r"^(?:it|its|they|their|he|she|his|this|these|those|such|said|also|however|therefore|thus|otherwise|accordingly"
    r"|in addition|for example|for instance|and|but|nor|so)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_EXCEPTION = re.compile(r"\b(?:except|unless|other than|notwithstanding|provided that)\b", re.IGNORECASE)
_DUTY = re.compile(r"\b(?:must|shall|required|requires?|needs? to|ha(?:s|ve) to)\b")
_POWER = re.compile(r"\b(?:may|can)\b(?! not\b)")
_NOT = re.compile(r"\b(?:not|no|never|cannot|neither|nor)\b", re.IGNORECASE)
_STATISTIC = re.compile(
    r"\bsurvey|\bestimated\b|\bon average\b|\baccounted for\b|\bpercent of (?:all |the )?(?:workers|employers"
    r"|americans|adults|people)\b"
    r"|\bin (?:19|20)\d\d\b|\bsample (?:sentence|letter|form)\b|\bfictitious\b",
    re.IGNORECASE,
)


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GENERIC = _set(
    "person people document record thing item form place device activity information requirement material"
    " product action procedure equipment object process area rule work other detail data"
)
_GENUS = re.compile(
    r"(?:an?|the|any) ((?:[a-z'’-]+ ){0,5}?[a-z'’-]+)(?=,| (?:of|that|which|who|whom|for|in|on|to|with|used|by"
    r"|from|at|under"
    r"|where|when|whose|made|given|held|issued|between|designed|and|or|as|into|onto|over|above|containing|kept|set"
    r"|having)\b|$)"
)
_KINDS = {
    "person": _set(
        "person individual employee worker employer operator owner driver student child parent provider"
        " practitioner officer agent dealer buyer seller licensee patient resident consumer professional"
        " physician nurse company firm organization entity corporation association party director board"
        " council department commissioner agency authority secretary mayor subdivision human member"
        " holder official someone one"
    ),
    "document": _set(
        "document record form report notice order writ warrant receipt invoice agreement contract permit"
        " certificate license statement log file letter application disclosure"
    ),
    "act": _set(
        "act process procedure method practice activity service transfer sale removal test examination"
        " inspection review treatment"
    ),
    "thing": _set(
        "device equipment machine tool material substance product article container vehicle structure"
        " mechanism place area space room building facility site surface land"
    ),
    "money": _set("money fee charge payment price cost sum tax wage compensation"),
    "time": _set("time period day date hour interval"),
}


def judge(question: JudgeQuestion) -> Judgement:
    """The judgement of one gate, deterministic; `unscored` for a gate that it has no rule for."""
    rule = _RULES.get(question.gate)
    return rule(question) if rule else Judgement("unscored", f"no judge for the gate {question.gate}")


def _question(question: JudgeQuestion) -> Judgement:
    """The stem must not need the sentence before its quote, nor an edition that only the title tells."""
    if match := _LEANS_BACK.match(question.quote.lstrip('"“(')):
        return Judgement("fail", f"the quote leans on the sentence before: {match.group()}")
    years = set(_YEAR.findall(question.document.title))
    if years and not years & set(_YEAR.findall(question.stem)):
        return Judgement("fail", f"edition not stated: {min(years)}")
    return _PASS


def _entailment(question: JudgeQuestion) -> Judgement:
    """Truths by the quote alone, once the stem is seen to say what the quote says."""
    if reason := _departure(read_stem(question), question):
        return Judgement("fail", reason)
    return Judgement("pass", truths=truths_of(question, is_document_read=False))


def _departure(stem: ReadStem, question: JudgeQuestion) -> str | None:
    """How the stem departs from its quote: other words, numbers, polarity or force; a dropped exception."""
    quote = plain(question.quote)
    quote_words = set(tokens(quote))
    asked = [word for word in tokens(stem.rule) if word not in FUNCTION and word not in _ASKING]
    quote_words |= set(tokens(question.document.title))
    if asked and not quote.startswith("|") and sum(word in quote_words for word in asked) < MIN_COVERAGE * len(asked):
        return "the stem says more than the quote"
    numbers = {quantity.value for quantity in find_quantities(quote)}
    if any(quantity.value not in numbers for quantity in find_quantities(stem.rule)):
        return "the stem has a number that the quote has not"
    if not stem.is_negated and len(_NOT.findall(stem.rule)) != len(_NOT.findall(_intro_of(quote))):
        return "the stem turns the quote's negation"
    if _EXCEPTION.search(quote) and not _EXCEPTION.search(stem.rule):
        return "the stem drops an exception"
    if _DUTY.search(stem.rule) and not _DUTY.search(quote) and _POWER.search(quote):
        return "the stem makes a duty of a power"
    return None


_ASKING = _set(
    "how many much what which who whom term name mean following percentage percent amount temperature number do define"
)


def _intro_of(quote: str) -> str:
    """The quote without the members of its list, whose words are options and not the rule."""
    head, mark, _ = quote.partition(":")
    return head if mark else quote


def _uniqueness(question: JudgeQuestion) -> Judgement:
    return Judgement("pass", truths=truths_of(question, is_document_read=True))


def _distractors(question: JudgeQuestion) -> Judgement:
    """Terms must be defined in the document, and none may be another kind of thing than the stem's or the others."""
    stem = read_stem(question)
    if stem.kind != "term":
        return _PASS
    known = {definition.term: definition.text for definition in pages_of(question.document).definitions}
    kinds = [_kind_of(stem.meaning)]
    for option in question.options:
        if bare(option) not in known:
            return Judgement("fail", f"not a term of the document: {option}")
        kinds.append(_kind_of(known[bare(option)]) or ("person" if bare(option)[-1] in _KINDS["person"] else ""))
    if len(set(kinds) - {""}) > 1 or ("person" in kinds and set(kinds) != {"person"}):
        return Judgement("fail", f"terms of different kinds: {', '.join(kind or 'other' for kind in kinds)}")
    return _PASS


def _kind_of(meaning: str) -> str:
    """The class of the genus of a definition (person, document, act, ...), empty when its genus is in no class."""
    genus = _GENUS.match(meaning.strip().lower())
    head = word_of(genus.group(1).split()[-1]) if genus else ""
    return next((kind for kind, heads in _KINDS.items() if head in heads), "")


def _alignment(question: JudgeQuestion) -> Judgement:
    """The quote must not speak to a rule-maker, nor be a statistic or an example."""
    if select.is_governance(question.quote, question.occupation.soc_code):
        return Judgement("fail", "the quote is addressed to the rule-maker")
    if match := _STATISTIC.search(question.quote):
        return Judgement("fail", f"a statistic or an example: {match.group()}")
    return _PASS


def _eliminability(question: JudgeQuestion) -> Judgement:
    """No option may be the only one with digits, brackets or quotes."""
    for name, mark in (("digits", r"\d"), ("brackets", r"[(\[]"), ("quotes", r"[\"“]")):
        odd = [option for option in question.options if re.search(mark, option)]
        if len(odd) in {1, 3}:
            return Judgement("fail", f"one option is told apart by {name}")
    return _PASS


def _concreteness(question: JudgeQuestion) -> Judgement:
    """No option may be a bare genus beside narrower ones."""
    generic = [option for option in question.options if len(bare(option)) == 1 and bare(option)[0] in _GENERIC]
    return Judgement("fail", f"a bare genus as an option: {generic[0]}") if generic else _PASS


_RULES: dict[str, Callable[[JudgeQuestion], Judgement]] = {
    "question": _question,
    "entailment": _entailment,
    "uniqueness": _uniqueness,
    "distractors": _distractors,
    "alignment": _alignment,
    "eliminability": _eliminability,
    "concreteness": _concreteness,
}
