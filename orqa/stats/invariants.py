"""What must hold of every frozen bank, whoever made it. Pure."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from orqa.mcq import ALL_OF_THE_ABOVE, CONTENT_LETTERS, LETTERS, NONE_OF_THE_ABOVE, derive_key
from orqa.text import normalise

Row = Mapping[str, Any]
NEEDED = (
    "stem",
    "rationale",
    "soc_group",
    "soc_code",
    "occupation",
    "publisher",
    "url",
    "body_sha256",
    "document_id",
    "licence",
)


def check_bank(rows: Sequence[Row]) -> list[str]:
    """Every fault of a bank, one clear line each; an empty list is a sound bank.

    `rows` are rows of the view `item_trace`, each with its item's `truths` (JSON) and its `document_text`.
    """
    faults = [f"item {_name(row)}: {fault}" for row in rows for fault in check_item(row)]
    for column in ("item_id", "position"):
        counts = Counter(row[column] for row in rows)
        faults += [f"{column} {value} stands {n} times" for value, n in sorted(counts.items()) if n > 1]
    places = Counter((row["document_id"], row["start_char"], row["end_char"]) for row in rows)
    faults += [
        f"the quote at {start}-{end} of document {document[:12]} carries {n} items"
        for (document, start, end), n in sorted(places.items())
        if n > 1
    ]
    return faults


def check_item(row: Row) -> list[str]:
    """The faults of one row, without its name."""
    return [*_quote_faults(row), *_option_faults(row), *_key_faults(row), *_provenance_faults(row)]


def _name(row: Row) -> str:
    return str(row["item_id"])[:12]


def _quote_faults(row: Row) -> list[str]:
    start, end, text = row["start_char"], row["end_char"], row["document_text"]
    if not 0 <= start < end <= len(text):
        return [f"the offsets {start}-{end} lie outside its document of {len(text)} characters"]
    faults = []
    if text[start:end] != row["quote"]:
        faults.append(f"the quote is not what stands at {start}-{end} of its document")
    if not row["window_start_char"] <= start < end <= row["window_end_char"]:
        faults.append("the quote lies outside its window")
    return faults


def _option_faults(row: Row) -> list[str]:
    options = [row[f"option_{letter.lower()}"] for letter in LETTERS]
    faults = [f"option {letter} is empty" for letter, text in zip(LETTERS, options, strict=True) if not text.strip()]
    folded = [normalise(text).casefold() for text in options]
    if len(set(folded)) < len(folded):
        faults.append("two options are equal")
    if (options[4], options[5]) != (ALL_OF_THE_ABOVE, NONE_OF_THE_ABOVE):
        faults.append("E and F are not the two fixed options")
    return faults


def _key_faults(row: Row) -> list[str]:
    truths = json.loads(row["truths"])
    if len(truths) != len(CONTENT_LETTERS):
        return [f"{len(truths)} truth values for four content options"]
    derived = derive_key(truths)
    return [] if derived == row["key"] else [f"its key is {row['key']}, but the truth of its options gives {derived}"]


def _provenance_faults(row: Row) -> list[str]:
    return [f"{column} is missing" for column in NEEDED if not str(row[column] or "").strip()]
