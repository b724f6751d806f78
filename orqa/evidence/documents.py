"""The steps from bytes to windows: a body becomes a frozen document, a document becomes windows."""

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from orqa.errors import ExtractFailed
from orqa.evidence.extract import extract_in_worker
from orqa.evidence.windows import split_windows
from orqa.models import Body, Document, Window
from orqa.settings import code_sha256
from orqa.stage import StepResult
from orqa.text import canonical_json, row_id, sha256_hex

PARSE_TIMEOUT_S = 120.0


@dataclass(frozen=True)
class ExtractTask:
    """A body and where its bytes are; `id` is the body's."""

    id: str
    body: Body
    path: Path


def extract_step(task: ExtractTask, recipe: str) -> StepResult:
    """The document of a body, or a rejection with the reason why its bytes give no usable text."""
    body = task.body
    extracted = extract_in_worker(task.path.read_bytes(), body.media_type, body.final_url)
    if isinstance(extracted, ExtractFailed):
        reason, _, detail = str(extracted).partition(": ")
        return StepResult(status="rejected", reason=reason, detail=detail)
    published_on, published_by = extracted.published_on, extracted.published_by
    if body.published_on:
        published_on, published_by = body.published_on, "manifest"
    document = Document(
        id=row_id("document", body.id, recipe),
        body_id=body.id,
        publisher_id=body.publisher_id,
        canonical_url=body.canonical_url,
        body_sha256=body.body_sha256,
        title=extracted.title,
        text=extracted.text,
        text_sha256=sha256_hex(extracted.text),
        extractor=extracted.extractor,
        jurisdiction=body.jurisdiction,
        published_on=published_on,
        published_by=published_by,
        recipe=recipe,
    )
    return StepResult(rows=[document])


def window_step(document: Document, recipe: str) -> StepResult:
    """The overlapping windows of a document."""
    rows: list[Window] = []
    before_end = 0
    for ordinal, span in enumerate(split_windows(document.text)):
        rows.append(
            Window(
                id=row_id("window", document.id, recipe, ordinal),
                document_id=document.id,
                ordinal=ordinal,
                start_char=span.start,
                end_char=span.end,
                fresh_start=max(before_end, span.start),
                recipe=recipe,
            )
        )
        before_end = span.end
    return StepResult(rows, "passed" if rows else "rejected", "" if rows else "no window")


def extract_recipe() -> str:
    """The recipe of extraction: its code and the versions of the parsers."""
    parsers = [
        f"{name} {version(name)}" for name in ("trafilatura", "pypdfium2", "striprtf", "lxml", "charset-normalizer")
    ]
    return sha256_hex(canonical_json([code_sha256("evidence", "text.py"), parsers]))


def window_recipe() -> str:
    """The recipe of the windows: their code and that of the sentences they never cut."""
    return code_sha256("evidence/windows.py", "evidence/documents.py", "sentences.py")
