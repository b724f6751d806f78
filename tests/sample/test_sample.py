"""The bundled sample corpus is well formed, broad enough, checked fact by fact, and in nobody else's words."""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import pytest

from orqa.crawl.urls import host_of
from orqa.crawl.whitelist import Publisher, Scope, load_whitelist
from orqa.evidence.extract import Extracted, extract, extract_in_worker
from orqa.occupations.allocate import group_quotas
from orqa.occupations.oews import load_occupations
from orqa.sentences import split_sentences
from orqa.settings import load_settings
from orqa.text import words

SETTINGS = load_settings()
SAMPLE = SETTINGS.sample_dir
OCCUPATIONS = load_occupations(SETTINGS.onet_dir / "occupations.csv")
WHITELIST = load_whitelist(SETTINGS.whitelists_dir / "sample", {row.soc_code for row in OCCUPATIONS})

Row = dict[str, str]


def rows_of(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MANIFEST = rows_of(SAMPLE / "manifest.csv")
VERIFICATION = rows_of(SAMPLE / "verification.csv")
each_page = pytest.mark.parametrize("row", [pytest.param(row, id=row["file"]) for row in MANIFEST])


@cache
def page_text(file: str) -> str:
    (row,) = [row for row in MANIFEST if row["file"] == file]
    return extract((SAMPLE / file).read_bytes(), row["media_type"], row["url"]).text


def scopes_of(url: str) -> list[tuple[Publisher, Scope]]:
    return [
        (publisher, scope) for publisher in WHITELIST.publishers for scope in publisher.scopes if url in scope.start
    ]


@each_page
def test_a_page_is_as_long_as_a_digest_and_names_its_authority_and_its_sources(row: Row) -> None:
    text = page_text(row["file"])
    assert 2_400 <= len(text.encode()) <= 6_100
    title, authority = text.split("\n\n")[:2]
    assert re.fullmatch(r"# \S.{8,80}", title)
    assert re.fullmatch(r"Authority: [^\n]{8,120}\. Jurisdiction: [^\n]{4,40}\.", authority)
    body, sources = text.split("\n## Sources\n")
    assert "https://" not in body
    cited = re.findall(r"^- .+", sources, flags=re.MULTILINE)
    assert cited
    assert [line for line in cited if not re.search(r"https://[a-z0-9.-]+\.[a-z]{3}\b", line)] == []


@each_page
def test_a_page_stands_in_one_publishers_scope_which_says_what_the_manifest_says(row: Row) -> None:
    ((publisher, scope),) = scopes_of(row["url"])
    host = host_of(row["url"])
    assert re.fullmatch(r"[a-z0-9-]+\.sample\.invalid", host)
    assert row["host"] == host
    assert publisher.domains == (host,)
    assert publisher.id.startswith("sample-")
    assert row["publisher"] == publisher.id
    assert row["publisher_type"] == publisher.type
    assert row["occupations"].split(";") == list(scope.occupations)
    assert row["licence"] == publisher.licence == "CC0-1.0"
    assert row["file"] == f"pages/{row['url'].removeprefix('https://')}.html"


def test_the_manifest_lists_every_page_once_and_every_start_page_is_in_it() -> None:
    on_disk = sorted(path.relative_to(SAMPLE).as_posix() for path in (SAMPLE / "pages").rglob("*") if path.is_file())
    assert sorted(row["file"] for row in MANIFEST) == on_disk
    starts = [url for publisher in WHITELIST.publishers for scope in publisher.scopes for url in scope.start]
    assert sorted(starts) == sorted(row["url"] for row in MANIFEST)
    assert len(MANIFEST) >= 60


def test_every_group_is_served_and_each_large_quota_by_four_publishers() -> None:
    publishers = defaultdict(set)
    for row in MANIFEST:
        for code in row["occupations"].split(";"):
            publishers[code[:2]].add(row["publisher"])
    quotas = group_quotas(OCCUPATIONS, 480)
    assert len(quotas) == 22
    assert set(publishers) == set(quotas)
    assert {
        group: len(publishers[group]) for group, n in quotas.items() if n >= 10 and len(publishers[group]) < 4
    } == {}


def test_facts_are_checked_page_by_page_and_few_rest_on_memory() -> None:
    pages = Counter(row["page"] for row in VERIFICATION)
    assert set(pages) == {row["file"] for row in MANIFEST}
    assert {page: n for page, n in pages.items() if n < 12} == {}
    how = Counter(row["verified"] for row in VERIFICATION)
    assert set(how) <= {"yes", "looked up", "no"}
    assert how["no"] <= len(VERIFICATION) / 10
    assert [row for row in VERIFICATION if row["verified"] != "no" and not row["source"]] == []
    assert [row["source"] for row in VERIFICATION if re.search(r"(?:^|\s)/\w", row["source"])] == []  # no local path
    assert [row for row in VERIFICATION if not row["fact"].strip() or not row["citation"].strip()] == []


def test_the_readme_counts_what_is_there() -> None:
    readme = " ".join((SAMPLE / "README.md").read_text(encoding="utf-8").split())
    how = Counter(row["verified"] for row in VERIFICATION)
    assert f"There are {len(MANIFEST)} pages of {len({row['publisher'] for row in MANIFEST})} publishers" in readme
    assert f"Of {len(VERIFICATION):,} checked facts, {how['yes']:,} (`yes`)" in readme
    assert f"For {how['looked up']:,} (`looked up`)" in readme
    assert f"{how['no']:,} (`no`)" in readme


def test_a_checked_sentence_stands_on_its_page_as_written() -> None:
    sentences = [row for row in VERIFICATION if re.match(r'["A-Z][^:]+\.$', row["fact"])]
    assert len(sentences) > 300
    absent = [row["fact"] for row in sentences if row["fact"] not in page_text(row["page"])]
    assert absent == []


_AS_IT_IS = "offsets in the file decoded as UTF-8"
_COLLAPSED = "offsets in the file with tags replaced by a space and white space collapsed"
_NUMBERS = {"2": "two", "3": "three", "4": "four", "5": "five", "10": "ten"}


def _reading(source: bytes, note: str) -> str:
    text = source.decode("utf-8")
    return text if note == _AS_IT_IS else " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_fact_read_in_a_stored_document_points_at_its_number_there(shared: Path) -> None:
    sha256 = {row["file"]: row["sha256"] for row in rows_of(shared / "web" / "manifest.csv")}
    read = [row for row in VERIFICATION if row["verified"] == "yes"]
    assert [row for row in read if sha256.get(row["source"]) != row["sha256"]] == []
    for row in read:
        if not row["start"]:
            continue
        assert row["note"] in (_AS_IT_IS, _COLLAPSED)
        text = _reading((shared / "web" / row["source"]).read_bytes(), row["note"])
        start, end = int(row["start"]), int(row["end"])
        assert 0 <= start < end <= len(text)
        stated = re.findall(r"\d[\d.:,]*\d|\d", row["fact"])
        passage = text[start:end].lower()
        assert not stated or any(n in passage or _NUMBERS.get(n, n) in passage for n in stated), row["fact"]


def _runs_of_eight(text: str) -> Iterator[tuple[str, ...]]:
    found = words(text.casefold())
    return zip(*(found[start:] for start in range(8)), strict=False)


def _runs_in_document(task: tuple[Path, str, str]) -> set[tuple[str, ...]]:
    path, media_type, url = task
    found = extract_in_worker(path.read_bytes(), media_type, url)
    return set(_runs_of_eight(found.text)) & _sample_runs().keys() if isinstance(found, Extracted) else set()


@cache
def _sample_runs() -> dict[tuple[str, ...], str]:
    """Every run of eight words in one sentence, row or list item of a page, and where it stands; no citations."""
    runs = {}
    for row in MANIFEST:
        text = page_text(row["file"]).split("\n## Sources\n")[0]
        for sentence in split_sentences(text):
            for run in _runs_of_eight(sentence.of(text)):
                runs[run] = f"{row['file']}: {sentence.of(text)}"
    return runs


@pytest.mark.slow
def test_no_page_shares_eight_words_in_a_row_with_a_stored_document(shared: Path) -> None:
    tasks = [
        (shared / "web" / row["file"], row["media_type"], row["url"])
        for row in rows_of(shared / "web" / "manifest.csv")
    ]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        shared_runs = set().union(*pool.map(_runs_in_document, tasks, chunksize=4))
    assert {" ".join(run): _sample_runs()[run] for run in shared_runs} == {}
