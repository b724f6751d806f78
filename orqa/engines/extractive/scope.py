"""The scope of a stem: under which authority, on which topic. `Under <authority> on <topic>, ...`"""

import re
from dataclasses import dataclass

from orqa.engine import DocumentView
from orqa.engines.extractive import lexicon as lex

_AUTHORITY = re.compile(r"^Authority: (?P<authority>.+?)\.(?: Jurisdiction: (?P<jurisdiction>[^.]+)\.)?$", re.MULTILINE)
_SECTION_TITLE = re.compile(
    r"^(?:§+ ?)?(?:(?i:chapter|section|sec\.|part|title|rule|article) ?)?(?:\d[\w.–:-]*[.:]?|[IVX]+[.:]"
    r"|[A-Z]\.\d[\d.]*)\s+|^§+ ?\S+\s+|^(?i:chapter|section|part|title|article) [A-Z\d]+[.:—–-]?\s*"
)
_BAD_TOPIC = re.compile(
    r"^(?:general|guide|index|home|introduction|overview|untitled|appendix|contents|administration|authority|diseases?"
    r"|manual|revision|inside|welcome|notice|penalt(?:y|ies)|chapter|summary|digest|download)$"
    r"|^(?:definitions?|general provisions?|home page|table of contents|authority, purpose|basic authorities|morbidity"
    r"|warning notice|digest key|download|publication \d|fact sheet|form \d|legislative counsel|this page|click"
    r"|appendix|guide to|introduction to|overview of"
    r"|short title|repealed|reserved|chapter|frequently asked questions)\b|withdrawn|\bbill\b|\bact of\b|\b(?:19"
    r"|20)\d\d\b",
    re.IGNORECASE,
)
_CODE_HOST = re.compile(
    r"code\.|leg\.|legis|legislature|leginfo|uscode|govinfo|capitol\.|statutes|secure\.lni|ecfr", re.IGNORECASE
)
_REGULATION = re.compile(
    r"/cfr|regml|ecfr|federalregister|/rules?/|/regulations?/|/policy-compliance/rulemaking|administrative",
    re.IGNORECASE,
)
_BILL = re.compile(r"billtext|billnav|/bills?/", re.IGNORECASE)
_COURT = re.compile(r"court", re.IGNORECASE)
_NO_TOPIC = re.compile(
    r"[;§|/_@#?]|\.(?:pdf|html?|rtf|aspx?|php|xml|md|txt|csv)\b|\d{4}|\bpage\b|^(?:[a-z0-9]+-)+[a-z0-9]+$"
)
_CHAPTER_NAME = re.compile(
    r"^#* *(?:[A-Z]{2,5}: )?(?:CHAPTER|Chapter|TITLE|PART|Part) [\dA-Z.]+(?: *[-–—:] *"
    r"|\W*\n+#* *)(?P<name>[A-Z][^\n]{4,90})$",
    re.MULTILINE,
)
MAX_TOPIC_WORDS = 12
OPENING_CHARS = 4000
MAX_HEADINGS = 5
_PLACES = lex.word_set(
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho"
    " Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota"
    " Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah"
    " Vermont Virginia Washington Wisconsin Wyoming Columbia"
    " American America English Spanish Medicare Medicaid Internet"
)


@dataclass(frozen=True)
class Scope:
    """What a stem says about where its rule holds: `prefix` reads `Under ...` without the comma.

    `is_stated` when the page names its authority itself, as pages written for workers do.
    """

    prefix: str
    topic: str
    authority: str
    jurisdiction: str | None
    is_stated: bool = False


def scope_of(document: DocumentView) -> Scope | None:
    """The scope of a document's rules, or None when no honest one can be stated (such a document gives no items)."""
    topic = topic_of(document)
    stated = _AUTHORITY.search(document.text[:1500])
    if stated is not None:
        authority = re.sub(r"\s*\([^)]*\)$", "", stated.group("authority"))
        authority = re.sub(r", ([^,]*\bedition)$", r" (\1)", authority)
        jurisdiction = stated.group("jurisdiction") or document.jurisdiction
    else:
        named = authority_of(document)
        if named is None or topic is None or _BILL.search(document.url):
            return None
        years = re.findall(r"\b(?:19|20)\d\d\b", document.title)
        authority = f"{named} of {max(years)}" if years else named
        jurisdiction = document.jurisdiction
    if topic is None:
        return None
    prefix = f"Under {authority}"
    if not _says_topic(authority, topic):
        prefix += f" {_joint(authority)} {topic}"
    return Scope(prefix, topic, authority, jurisdiction, is_stated=stated is not None)


def _says_topic(authority: str, topic: str) -> bool:
    """Whether half of the topic's content words stand in the authority already: `noise standard`, `workplace noise`."""
    own = {word[:5] for word in re.findall(r"[a-z]{4,}", authority.lower())}
    asked = [word[:5] for word in re.findall(r"[a-z]{4,}", topic.lower()) if word not in lex.FUNCTION]
    return bool(asked) and 2 * sum(word in own for word in asked) >= len(asked)


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
        return f"{_article(document.publisher_name)} guidance"
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
    return re.sub(r"^U\.S\. |^United States |^US ", "U.S. ", name)


def topic_of(document: DocumentView) -> str | None:
    """The document's topic: its title, else the name under `CHAPTER 12`, else the first heading that says something."""
    opening = document.text[:OPENING_CHARS]
    chapter = _CHAPTER_NAME.search(opening)
    headings = re.findall(r"^#+ (.+)$", opening, re.MULTILINE)
    candidates = [document.title, *([chapter.group("name")] if chapter else []), *headings[:MAX_HEADINGS]]
    return next((topic for title in candidates if (topic := topic_in(title, document))), None)


def topic_in(title: str, document: DocumentView) -> str | None:
    """The topic in a title: 1 to 12 words, lower case but for names; None when the title says nothing."""
    parts = re.split(r"\s+[|–—-]+\s+|\s*\|\s*| :: |: ", re.sub(r"\s+", " ", title.replace("¶", "")).strip(" #*|"))
    named = (_SECTION_TITLE.sub("", f"{part} ").strip(" .,:;–—-") for part in parts)
    text = next((part for part in named if len(part) > 3), "")
    text = re.sub(
        r"\s*\([^)]*\)$|,? parts? \d+ (?:to|through|and) \w+$|, (?:PMS|No\.|FM|CIO|SP|NIST)\b.*$",
        "",
        text,
        flags=re.IGNORECASE,
    ).strip(" .,:;")
    place = document.jurisdiction or ""
    if place and text.lower().startswith(place.lower() + " "):
        text = text[len(place) + 1 :]
    words = text.split()
    if not 1 <= len(words) <= MAX_TOPIC_WORDS or _BAD_TOPIC.search(text) or _NO_TOPIC.search(text):
        return None
    if words[-1].lower() in lex.FUNCTION or (len(words) == 1 and (len(text) < 6 or not text.isalpha())):
        return None
    if text.isupper() and (len(words) > 1 or len(text) > 6):
        return " ".join(word.capitalize() if word.capitalize() in _PLACES else word.lower() for word in words)
    if _looks_like_title_case(words):
        is_name = any(_is_name(word, document.text) for word in words[1:] if word.lower() not in lex.FUNCTION)
        return text if is_name else " ".join(word if _keeps_capitals(word) else word.lower() for word in words)
    is_part_of_name = len(words) > 1 and words[1][:1].isupper()
    keeps_first = _keeps_capitals(words[0]) or is_part_of_name or _is_name(words[0], document.text)
    return text if keeps_first else text[0].lower() + text[1:]


def _looks_like_title_case(words: list[str]) -> bool:
    content = [word for word in words if word.lower() not in lex.FUNCTION]
    return len(content) >= 2 and sum(word[:1].isupper() for word in content) >= 0.8 * len(content)


def _keeps_capitals(word: str) -> bool:
    """Acronyms, mixed case, words with digits and places stay as they are."""
    return bool(re.search(r"^[A-Z]{2,}|[a-z][A-Z]|\d|^[A-Z]\.", word)) or word in _PLACES


def _is_name(word: str, text: str) -> bool:
    """Whether the document writes the word with a capital inside sentences, more often than without."""
    plain = re.sub(r"[^A-Za-z'’-]", "", word)
    if not plain[:1].isupper():
        return False
    inside = rf"(?<=[a-z,] ){re.escape(plain)}\b"
    n_names = len(re.findall(inside, text))
    return n_names > 1 and n_names > len(re.findall(inside.replace(plain, plain.lower()), text))


def topic_words(document: DocumentView, scope: Scope) -> frozenset[str]:
    """The content words of the topic and authority, without plural s: `the N` of these needs no antecedent."""
    found = re.findall(r"[a-z]{4,}", f"{scope.topic} {scope.authority} {document.title}".lower())
    return frozenset(word.rstrip("s") for word in found if word not in lex.FUNCTION)
