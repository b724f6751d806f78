"""Troubles that others reported with other programs are none here."""

import base64
import json
from itertools import pairwise
from pathlib import Path

import pytest

from orqa.crawl.urls import canonical_url
from orqa.evidence.decode import decode
from orqa.evidence.extract import extract
from orqa.evidence.html import main_text, parse
from orqa.evidence.pdf import text_of as pdf_text
from orqa.evidence.rtf import text_of as rtf_text
from orqa.evidence.windows import split_windows
from orqa.sentences import split_sentences

FILE = Path(__file__).resolve().parents[3] / "shared" / "cases" / "reported_troubles.jsonl"
AREAS = {"urls", "encoding", "html", "pdf", "rtf", "sentences", "windows"}
CASES = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.is_file() else []


def _text(case: dict) -> str:  # type: ignore[type-arg]
    body = base64.b64decode(case["input_b64"]) if "input_b64" in case else case["input"].encode()
    if case["area"] == "pdf":
        return pdf_text(body)[0]
    if case["area"] == "rtf":
        return rtf_text(body)
    tree = parse(decode(body, case.get("params", {}).get("content_type")))
    assert tree is not None
    return main_text(tree, "https://rules.example.gov/")


@pytest.mark.skipif(not CASES, reason="needs the reported troubles in ../shared")
@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["area"] in AREAS])
def test_a_reported_trouble_is_none_here(case: dict) -> None:  # type: ignore[type-arg]
    expect = case["expect"]
    if case["area"] == "urls":
        assert canonical_url(case["input"]) == expect["canonical"] == canonical_url(expect["canonical"])
    elif case["area"] == "sentences":
        assert [span.of(case["input"]) for span in split_sentences(case["input"])] == expect["sentences"]
    elif case["area"] == "windows":
        recipe = json.loads(case["input"])
        windows = split_windows(recipe["repeat"] * recipe["times"])
        assert all(before.start < after.start < before.end for before, after in pairwise(windows))
    else:
        text = _text(case)
        assert all(part in text for part in expect.get("text_contains", ()))
        assert not any(part in text for part in expect.get("text_lacks", ()))
        assert all(text.count(part) == 1 for part in expect.get("text_once", ()))


def test_real_documents_of_every_kind_give_their_known_sentences(shared: Path) -> None:
    pages = shared / "web" / "pages"
    known = {
        "www.oregonlegislature.gov/bills_laws/ors/ors838.html": "(1) “District” means an airport district",
        "www.legis.iowa.gov/docs/code/2026/137F.rtf": "### 137F.1 Definitions.",
        "code.dccouncil.gov/us/dc/council/code/sections/46-216.html": "(a) Within 10 days after an employer receives",
        "code.dccouncil.gov/us/dc/council/code/sections/47-2839.01.html": "(d)(1) The Mayor, pursuant to subchapter I",
        "www.oregonlegislature.gov/bills_laws/ors/ors414.html": "(B) Implement the recommendation if the director",
        "code.dccouncil.gov/us/dc/council/code/sections/34-2704.xml": "at least 48 hours, but not more than 10 days",
        "www.cdc.gov/mmwr/pdf/rr/rr5703.pdf": "no such controlled studies exist",
        "epanet22.readthedocs.io/en/latest/B_error_messages.rst": "| 206 | An object refers to an undefined curve. |",
        "pages.nist.gov/800-63-3/sp800-63-3/sec6_xAL.md": "| Financial loss or agency liability | Low | Mod | High |",
    }
    for name, sentence in known.items():
        assert sentence in extract((pages / name).read_bytes(), None, f"https://{name}").text, name
