"""Numbers with their units in English sentences. Pure; bottom layer."""

import re
from dataclasses import dataclass

from orqa.text import Span

_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_WORD_VALUES = {word: value for value, word in enumerate(_ONES)} | _TENS
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}

_NUMBER_WORD = r"(?:" + "|".join([*sorted(_WORD_VALUES, key=len, reverse=True), *_SCALES]) + r")"
_WORD_NUMBER = rf"\b{_NUMBER_WORD}(?:[ -](?:and )?{_NUMBER_WORD})*\b"
_DIGITS = r"(?<![\w.,/-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|(?<![\w.,/-])\d+(?:\.\d+)?(?![\d])"
_QUANTITY = re.compile(
    rf"(?P<money>\$ ?)?(?:(?P<digits>{_DIGITS})|(?P<words>{_WORD_NUMBER})(?P<paren> \((?P<in_paren>\d[\d,.]*)\))?)"
    r"(?P<scale> (?:hundred|thousand|million|billion))?(?P<percent> ?%| ?percent\b| per ?cent\b)?(?P<degree> ?°[FC]?)?",
    re.IGNORECASE,
)
_HINT = re.compile(rf"\d|\b{_NUMBER_WORD}\b", re.IGNORECASE)
"""Most sentences have no number: a cheap look spares them the long pattern."""


@dataclass(frozen=True)
class Quantity:
    """A number as it stands in a text: its span without the unit, its value, and how it is written.

    `style` is `digits`, `words` or `both` (`thirty (30)`); `prefix` is `$` or empty; `suffix` is `%`, ` percent`, `°F`.
    """

    span: Span
    value: float
    style: str
    prefix: str = ""
    suffix: str = ""


def find_quantities(text: str) -> list[Quantity]:
    """Every number of a text in order; parts of codes (`29-1141`, `A4`, `3.2.1`) and ordinals are none.

    Both ends of a range (`18 to 25 percent`) are found, each with its own value; no number is made of two.
    """
    found: list[Quantity] = []
    if not _HINT.search(text):
        return found
    for match in _QUANTITY.finditer(text):
        quantity = _quantity(text, match)
        if quantity is not None:
            found.append(quantity)
    return found


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    end_of_number = (
        match.end("digits")
        if match.group("digits")
        else match.end("in_paren")
        if match.group("paren")
        else match.end("words")
    )
    after = text[end_of_number : end_of_number + 6]
    if match.group("digits") and re.match(r"-\d|/\d| \d+/|(?:st|nd|rd|th)\b|\.\d|[A-Za-z]\w", after):
        return None
    digits = match.group("digits") or match.group("in_paren")
    value = float(digits.replace(",", "").rstrip(".")) if digits else words_to_number(match.group("words"))
    if value is None:
        return None
    if match.group("scale"):
        value *= {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}[match.group("scale").strip().lower()]
    style = "digits" if match.group("digits") else "both" if match.group("paren") else "words"
    suffix = match.group("percent") or match.group("degree") or ""
    return Quantity(Span(match.start(), match.end()), value, style, "$" if match.group("money") else "", suffix)


def words_to_number(phrase: str) -> float | None:
    """The value of `one hundred and twenty-five`, or None when the words make no number."""
    total, current = 0, 0
    tokens = [part for part in re.split(r"[ -]", phrase.lower()) if part != "and"]
    for word in tokens:
        if word in _WORD_VALUES:
            value = _WORD_VALUES[word]
            if current % 100 and not (current % 100 >= 20 and current % 10 == 0 and value < 10):
                return None
            current += value
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total += max(current, 1) * _SCALES[word]
            current = 0
        else:
            return None
    return float(total + current)


def number_to_words(value: int) -> str:
    """`42` as `forty-two`; 0 to 9,999. Raises ValueError outside."""
    if not 0 <= value < 10_000:
        raise ValueError(f"no words for {value}")
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens = next(word for word, amount in _TENS.items() if amount == value // 10 * 10)
        return tens + (f"-{_ONES[value % 10]}" if value % 10 else "")
    scale, name = (1_000, "thousand") if value >= 1_000 else (100, "hundred")
    head, rest = divmod(value, scale)
    return f"{number_to_words(head)} {name}" + (f" {number_to_words(rest)}" if rest else "")


def format_number(value: float, style: str, has_commas: bool = True) -> str:
    """A number in the style of the source: digits with thousands separators, or words where that is possible."""
    if style == "words" and value == int(value) and value < 10_000:
        return number_to_words(int(value))
    if value == int(value):
        return f"{int(value):,}" if has_commas else str(int(value))
    return f"{value:g}" if value < 1000 else f"{value:,}"
