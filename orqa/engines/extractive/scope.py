"""The scope of a stem: under which authority, on which topic. `Under <authority> on <topic>, ...`"""

import re
from dataclasses import dataclass

from orqa.engine import DocumentView
from orqa.engines.extractive import lexicon as lex

_AUTHORITY = re.compile(r"^Authority: (?P<authority>.+?)\.(?: Jurisdiction: (?P<jurisdiction>[^.]+)\.)?$", re.MULTILINE)
_SECTION_TITLE = re.compile(
    r"^(?:§+ ?)?(?:(?i:chapter|section|sec\.|part|title|rule|article) ?)?(?:\d[\w.–:-]*[.:]?|[IVX]+[.:])\s+"
    r"|^§+ ?\S+\s+|^(?i:chapter|section|part|title|article) [A-Z\d]+[.:—–-]?\s*"
)
_BAD_TOPIC = re.compile(
    r"^(?:definitions?|general provisions?|general|guide|index|home|introduction|overview|withdrawn|untitled|appendix|contents"
    r"|table of contents|administration|short title|penalt(?:y|ies)|repealed|reserved|chapter|summary|frequently asked questions)\b"
    r"|withdrawn|\bbill\b|\bact of\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_CODE_HOST = re.compile(
    r"code\.|leg\.|legis|legislature|leginfo|uscode|govinfo|capitol\.|statutes|secure\.lni|ecfr", re.IGNORECASE
)
_REGULATION = re.compile(r"/cfr|regml|ecfr|federalregister|/rules?/|administrative", re.IGNORECASE)
_COURT = re.compile(r"court", re.IGNORECASE)
MAX_TOPIC_WORDS = 8


@dataclass(frozen=True)
class Scope:
    """What a stem says about where its rule holds: `prefix` reads `Under ...` without the comma."""

    prefix: str
    topic: str
    authority: str
    jurisdiction: str | None


def scope_of(document: DocumentView) -> Scope | None:
    """The scope of a document's rules, or None when no honest one can be stated (such a document gives no items)."""
    topic = topic_of(document.title)
    stated = _AUTHORITY.search(document.text[:1500])
    if stated is not None:
        authority = re.sub(r"\s*\([^)]*\)$", "", stated.group("authority"))
        authority = re.sub(r", ([^,]*\bedition)$", r" (\1)", authority)
        jurisdiction = stated.group("jurisdiction") or document.jurisdiction
    else:
        named = authority_of(document)
        if named is None or topic is None:
            return None
        authority, jurisdiction = named, document.jurisdiction
    if topic is None:
        return None
    return Scope(f"Under {authority} {_joint(authority)} {topic}", topic, authority, jurisdiction)


def _joint(authority: str) -> str:
    return "for" if re.search(r" on ", authority) else "on"


def authority_of(document: DocumentView) -> str | None:
    """The authority by publisher and address: law, rules or guidance, never `law` for guidance."""
    place = document.jurisdiction
    if document.publisher_type == "state":
        if not place:
            return None
        if _COURT.search(document.url) or _COURT.search(document.publisher_name):
            return f"{_the(place)} court rules"
        if _CODE_HOST.search(document.url):
            return f"{_the(place)} law"
        return f"{_the(place)} state guidance" if place != "District of Columbia" else "District of Columbia guidance"
    if document.publisher_type == "federal":
        if "uscode" in document.url:
            return "federal law"
        if _REGULATION.search(document.url) or "govinfo" in document.url:
            return "federal rules"
        return f"{_article(document.publisher_name)} guidance"
    if document.publisher_type == "standards_body":
        return f"{_article(document.publisher_name)} standards"
    return f"{_article(document.publisher_name)} guidance"


def _the(place: str) -> str:
    return "federal" if place == "United States" else place


def _article(name: str) -> str:
    name = re.sub(r"^(?:the|The) ", "", name.split(",")[0])
    name = re.sub(r"^U\.S\. |^United States ", "U.S. ", name)
    return name if re.match(r"^[A-Z0-9]{2,6}$", name) else f"{name}"


def topic_of(title: str) -> str | None:
    """The topic in a title: 1 to 8 words, lower-case first word unless a name; None when the title says nothing."""
    text = re.sub(r"\s+", " ", title).strip()
    text = re.split(r"\s+[|–—-]\s+|\s*\|\s*| :: ", text)[0]
    text = _SECTION_TITLE.sub("", text).strip(" .,:;–—-")
    text = re.sub(r"\s*\([^)]*\)$", "", text).strip(" .,:;")
    words = text.split()
    if (
        not 1 <= len(words) <= MAX_TOPIC_WORDS
        or _BAD_TOPIC.search(text)
        or re.search(r"[;§|]|\.(?:pdf|html?|rtf)$|\d{4}", text)
    ):
        return None
    if words[-1].lower() in lex.FUNCTION or (len(words) == 1 and len(text) < 5):
        return None
    if text.isupper():
        text = text.lower()
    elif _looks_like_title_case(words):
        text = " ".join(_lower_unless_name(word) for word in words)
    elif not re.match(r"[A-Z]{2,}|[A-Z]\.|[A-Z][a-z]+ [A-Z][a-z]", text):
        text = text[0].lower() + text[1:]
    return text


def _looks_like_title_case(words: list[str]) -> bool:
    content = [word for word in words if word.lower() not in lex.FUNCTION]
    return len(content) >= 2 and sum(word[:1].isupper() for word in content) >= 0.8 * len(content)


def _lower_unless_name(word: str) -> str:
    return word if re.match(r"^(?:[A-Z]{2,}|[A-Z]\.|[A-Z][a-z]+[A-Z])", word) else word.lower()


def topic_words(document: DocumentView, scope: Scope) -> frozenset[str]:
    """The content words of the topic and authority, without plural s: `the N` of these needs no antecedent."""
    found = re.findall(r"[a-z]{4,}", f"{scope.topic} {scope.authority} {document.title}".lower())
    return frozenset(word.rstrip("s") for word in found if word not in lex.FUNCTION)
