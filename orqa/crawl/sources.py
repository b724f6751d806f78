"""From the whitelist to bodies: which addresses to fetch for whom, and the fetch step."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from orqa.crawl.fetch import Fetcher
from orqa.crawl.urls import canonical_url, host_of
from orqa.crawl.whitelist import Publisher, Whitelist
from orqa.errors import FetchRefused
from orqa.models import Body
from orqa.models import Publisher as PublisherRow
from orqa.stage import StepResult
from orqa.text import canonical_json, row_id


@dataclass(frozen=True)
class Source:
    """An address that a publisher's scope names, and the occupations it speaks to; `id` names publisher and address."""

    id: str
    publisher_id: str
    url: str
    occupations: tuple[str, ...]
    jurisdiction: str | None
    licence: str


def publisher_row(publisher: Publisher) -> PublisherRow:
    """The row of a whitelist entry; its identity is what the entry says, its scopes left out."""
    facts = {
        "whitelist_id": publisher.id,
        "name": publisher.name,
        "type": publisher.type,
        "domains": canonical_json(list(publisher.domains)),
        "why": publisher.why,
        "licence": publisher.licence,
    }
    return PublisherRow(id=row_id("publisher", facts), **facts)


def list_sources(whitelist: Whitelist, occupations: Collection[str]) -> list[Source]:
    """Every start page that speaks to one of these occupations, each once, in order of id.

    A page named by several scopes of a publisher speaks to all their occupations; the first scope's jurisdiction holds.
    """
    found: dict[str, Source] = {}
    for publisher in whitelist.publishers:
        row = publisher_row(publisher)
        for scope in publisher.scopes:
            wanted = tuple(code for code in scope.occupations if code in occupations)
            for url in scope.start if wanted else ():
                key = row_id("source", row.id, canonical_url(url))
                earlier = found.get(key)
                found[key] = Source(
                    id=key,
                    publisher_id=row.id,
                    url=canonical_url(url),
                    occupations=tuple(sorted({*wanted, *(earlier.occupations if earlier else ())})),
                    jurisdiction=earlier.jurisdiction if earlier else scope.jurisdiction,
                    licence=publisher.licence,
                )
    return [found[key] for key in sorted(found)]


def fetch_step(source: Source, fetcher: Fetcher, whitelist: Whitelist, bodies: Path) -> StepResult:
    """Fetch one source and keep its bytes; the address after redirects must be the same publisher's.

    Raises:
        FetchRefused, FetchFailed: as the fetcher says, or `off the whitelist` after redirects.
    """
    fetched = fetcher.fetch(source.url)
    publisher = whitelist.publisher_of(host_of(fetched.final_url))
    if publisher is None or publisher_row(publisher).id != source.publisher_id:
        raise FetchRefused(f"off the whitelist: redirected to {fetched.final_url}")
    keep_body(bodies, fetched.body_sha256, fetched.body)
    body = Body(
        id=row_id("body", source.id, fetched.body_sha256, fetcher.recipe),
        url=source.url,
        final_url=fetched.final_url,
        canonical_url=canonical_url(fetched.final_url),
        publisher_id=source.publisher_id,
        jurisdiction=source.jurisdiction,
        media_type=fetched.media_type,
        body_sha256=fetched.body_sha256,
        n_bytes=len(fetched.body),
        fetched_at=fetched.fetched_at,
        published_on=fetched.published_on,
        licence=fetched.licence or source.licence,
        recipe=fetcher.recipe,
    )
    return StepResult(rows=[body])


def body_path(bodies: Path, body_sha256: str) -> Path:
    """Where the bytes of a body are kept."""
    return bodies / body_sha256[:2] / body_sha256


def keep_body(bodies: Path, body_sha256: str, body: bytes) -> None:
    """Write the bytes once, whole or not at all."""
    path = body_path(bodies, body_sha256)
    if path.is_file():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.part")
    partial.write_bytes(body)
    partial.replace(path)
