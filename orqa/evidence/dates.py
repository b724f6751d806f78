"""Dates of publication: found, never invented. Pure."""

import re
from datetime import date

_ISO = re.compile(r"((?:19|20)\d{2})-(\d{2})-(\d{2})(?!\d)")
_COMPACT = re.compile(r"(?:D:)?((?:19|20)\d{2})(\d{2})(\d{2})")
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/((?:19|20)\d{2})")
_IN_PATH = re.compile(r"/((?:19|20)\d{2})[/-](\d{2})[/-](\d{2})(?=[/_.-]|$)")


def iso_date(text: str) -> str | None:
    """The date at the start of a metadata value as `YYYY-MM-DD`; None for a value that names no whole, real day."""
    text = text.strip()
    if found := _ISO.match(text) or _COMPACT.match(text):
        return _real(*found.groups())
    if found := _AMERICAN.match(text):
        month, day, year = found.groups()
        return _real(year, month, day)
    return None


def date_in_url(url: str) -> str | None:
    """The date that an address holds as `/2024/05/31/` or `/2024-05-31`, as `YYYY-MM-DD`."""
    found = _IN_PATH.search(url)
    return _real(*found.groups()) if found else None


def _real(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
