"""What a fetched page is, and who can fetch one."""

from dataclasses import dataclass
from typing import Protocol

MAX_BODY_BYTES = 20_000_000


@dataclass(frozen=True)
class Fetched:
    """A page as it came: `body` unchanged, `media_type` as declared, `fetched_at` in ISO UTC or None when unknown."""

    url: str
    final_url: str
    media_type: str | None
    body: bytes
    body_sha256: str
    fetched_at: str | None = None
    licence: str | None = None
    published_on: str | None = None


class Fetcher(Protocol):
    """Whoever has pages: a mirror on disk or the live web. `recipe` changes whenever the pages could."""

    recipe: str

    def fetch(self, url: str) -> Fetched:
        """The page at an address.

        Raises:
            FetchRefused: a rule forbids it; never tried again.
            FetchFailed: it could not be had now.
        """
        ...
