"""Hashes, spans and quotes: the smallest things that every layer shares. Pure."""

import hashlib
import json
import re
import unicodedata
from typing import Any, NamedTuple

from orqa.errors import QuoteNotFound


class Span(NamedTuple):
    """A half-open range of code points in a text: `text[start:end]`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of `text` that the span covers."""
        return text[self.start : self.end]

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


def canonical_json(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no spaces, UTF-8 kept; NaN and infinities raise ValueError."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sha256_hex(value: str | bytes) -> str:
    """The lower-case hexadecimal SHA-256 (64 characters) of a text (as UTF-8) or of bytes."""
    return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()


def row_id(kind: str, *parts: Any) -> str:
    """The identity of a row: sha256 over its kind, its parents' ids, the recipe and its place among siblings."""
    return sha256_hex(canonical_json([kind, *parts]))


def seeded_int(seed: int, *parts: Any) -> int:
    """A 64-bit integer drawn from a seed and names: the only source of chance in a build."""
    return int(sha256_hex(canonical_json([seed, *parts]))[:16], 16)


_FOLD = {
    "‘": "'", "’": "'", "‚": "'", "′": "'", "“": '"', "”": '"', "„": '"', "″": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    "≥": ">=", "≤": "<=", "…": "...", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl",
    "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "", "\u2060": "",
}  # fmt: skip


def normalise(text: str) -> str:
    """Fold what copies of one sentence differ in: Unicode form, quotes, dashes, ligatures, white space, case kept."""
    return _fold_with_map(text)[0].strip()


def _fold_with_map(text: str) -> tuple[str, list[int]]:
    """The folded text and, for each of its characters, the index of the source character it came from."""
    folded: list[str] = []
    index: list[int] = []
    for position, char in enumerate(text):
        plain = unicodedata.normalize("NFKC", char) if unicodedata.combining(char) == 0 else char
        for part in _FOLD.get(char) or "".join(_FOLD.get(piece, piece) for piece in plain):
            if not part.isspace():
                folded.append(part)
                index.append(position)
            elif not folded or folded[-1] != " ":
                folded.append(" ")
                index.append(position)
    return "".join(folded), index


def locate_quote(text: str, quote: str) -> Span:
    """Where `quote` stands in `text`, in code points of `text`.

    An exact match wins; else both are folded (`normalise`) and the match is mapped back. The first match is taken.

    Raises:
        QuoteNotFound: the quote is empty or stands nowhere.
    """
    if quote.strip():
        start = text.find(quote)
        if start >= 0:
            return Span(start, start + len(quote))
        folded_text, index = _fold_with_map(text)
        folded_quote = _fold_with_map(quote)[0].strip()
        start = folded_text.find(folded_quote)
        if folded_quote and start >= 0:
            last = index[start + len(folded_quote) - 1]
            return Span(index[start], last + 1)
    raise QuoteNotFound(f"the quote does not stand in the document: {quote[:80]!r}")


_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)?")


def words(text: str) -> list[str]:
    """The lower-cased words of a text in order: `[a-z0-9]+(\\.[0-9]+)?` (METHOD's definition for near-duplicates)."""
    return _WORD.findall(text.lower())


def jaccard(left: set[str], right: set[str]) -> float:
    """Shared members over all members, 0 to 1; two empty sets share nothing (0.0)."""
    union = left | right
    return len(left & right) / len(union) if union else 0.0
