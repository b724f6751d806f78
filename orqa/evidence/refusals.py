"""Which texts are no evidence: error pages, fragments, other languages. Pure."""

import re

from orqa.errors import ExtractFailed

MIN_TEXT_BYTES = 400
MAX_TEXT_CHARS = 2_000_000

_ERROR_TITLE = re.compile(
    r"\W*(?:error\W*)?(?:404|410|403)\b"
    r"|(?:(?:the|this|your|sorry|oops|we)\b.{0,40})?\b(?:page|file|document|resource|url)\b.{0,30}"
    r"(?:not (?:be )?found|no longer (?:available|exists)|does ?n[o'’]t exist|is missing|is unavailable)"
    r"|\W*(?:not found|access denied|forbidden|service unavailable|server error|page unavailable)\W*(?:$|[-|:(])",
    re.IGNORECASE,
)
_ERROR_PAGE_BYTES = 3_000  # a longer page that speaks of errors is about errors
_WORD = re.compile(r"[^\W\d_]{2,}")
_FUNCTION_WORDS = {
    "english": "the of and to in is that for are with as be this by or shall must not from on at an if any may",
    "spanish": "de la que el en los se del las por un para con una su al es lo como más pero sus le ya este",
    "french": "de la le et les des en un du une que est pour qui dans sur pas au par il ce sont aux ou avec",
    "german": "der und den von zu das mit sich des auf für ist im dem nicht ein eine als auch es aus bei",
    "portuguese": "de que da em um para é com não uma os na por mais dos como mas foi ao são pela pelo",
    "italian": "di il la che un è non una sono con del da si le dei nel alla della gli al ma questo",
    "vietnamese": "và của các có là được cho không trong một người những với để này quý vị",
    "tagalog": "ang ng sa na mga ay para kung hindi ito mo ka iyong",
}
LANGUAGE_CHARS = 50_000  # enough to know a language by
_ENOUGH_WORDS = 60


def check_text(text: str, title: str) -> None:
    """Refuse what cannot be evidence.

    Raises:
        ExtractFailed: soft-404, near-empty, too long or not english.
    """
    n_bytes = len(text.encode())
    opening = text[:200].splitlines()[0].lstrip("# ") if text else ""
    told = next((line for line in (title, opening) if _ERROR_TITLE.match(line)), None)
    if told and n_bytes < _ERROR_PAGE_BYTES:
        raise ExtractFailed(f"soft-404: the page says {told[:60]!r}")
    if n_bytes < MIN_TEXT_BYTES:
        raise ExtractFailed(f"near-empty: {n_bytes} bytes of text; {MIN_TEXT_BYTES} are needed")
    if len(text) > MAX_TEXT_CHARS:
        raise ExtractFailed(f"too long: {len(text):,} characters; the limit is {MAX_TEXT_CHARS:,}")
    if (language := foreign_language(text)) is not None:
        raise ExtractFailed(f"not english: the text reads as {language}")


def foreign_language(text: str) -> str | None:
    """The name of the language where it is clearly not English, else None: a table of numbers is no language at all."""
    words = [word.lower() for word in _WORD.findall(text[:LANGUAGE_CHARS])]
    if len(words) < _ENOUGH_WORDS:
        n_letters = sum(char.isalpha() for char in text)
        n_foreign = sum(char.isalpha() and char > "\u024f" for char in text)
        return "another script" if n_foreign > 0.5 * max(1, n_letters) else None
    if sum(word[0] > "\u024f" for word in words) > 0.5 * len(words):
        return "another script"
    hits = {name: sum(map(frozenset(known.split()).__contains__, words)) for name, known in _FUNCTION_WORDS.items()}
    english = hits.pop("english")
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 1.5 * english and hits[best] > 0.15 * len(words) else None
