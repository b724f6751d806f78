"""Pages on disk in place of the web: a folder with a manifest, for work without a network and for exact reruns."""

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from orqa.crawl.fetch import MAX_BODY_BYTES, Fetched
from orqa.crawl.urls import canonical_url
from orqa.errors import BadInput, FetchRefused
from orqa.text import sha256_hex

MANIFEST = "manifest.csv"
_REQUIRED = ("url", "file")


@dataclass(frozen=True)
class Capture:
    """One row of the manifest: an address and the file that holds its bytes; what the manifest leaves out is None."""

    url: str
    file: str
    media_type: str | None
    sha256: str | None
    licence: str | None
    published_on: str | None
    fetched_at: str | None
    trouble: str | None


class Mirror:
    """A `Fetcher` over a folder; of several captures of one address the first by file name is served."""

    def __init__(self, folder: Path, sha256: str, captures: list[Capture]) -> None:
        self._folder = folder
        self.sha256 = sha256
        self.recipe = f"mirror:{sha256}"
        self.captures = tuple(sorted(captures, key=lambda capture: (capture.url, capture.file)))
        self._first: dict[str, Capture] = {}
        for capture in self.captures:
            self._first.setdefault(capture.url, capture)

    def urls(self) -> tuple[str, ...]:
        """The canonical addresses that the mirror holds, sorted."""
        return tuple(self._first)

    def fetch(self, url: str) -> Fetched:
        """The page at an address, whatever its spelling.

        Raises:
            FetchRefused: the address is not in the mirror, its file is above 20 MB, or not the one the manifest names.
        """
        capture = self._first.get(canonical_url(url))
        if capture is None:
            raise FetchRefused(f"not in the mirror: {url}")
        path = self._folder / capture.file
        n_bytes = path.stat().st_size
        if n_bytes > MAX_BODY_BYTES:
            raise FetchRefused(f"{capture.file} has {n_bytes:,} bytes; the limit is {MAX_BODY_BYTES:,}")
        body = path.read_bytes()
        body_sha256 = sha256_hex(body)
        if capture.sha256 and capture.sha256.lower() != body_sha256:
            raise FetchRefused(f"{capture.file} is not the file the manifest names: its sha256 is {body_sha256}")
        return Fetched(
            url=url,
            final_url=capture.url,
            media_type=capture.media_type,
            body=body,
            body_sha256=body_sha256,
            fetched_at=capture.fetched_at,
            licence=capture.licence,
            published_on=capture.published_on,
        )


def open_mirror(folder: Path) -> Mirror:
    """The mirror in a folder: `manifest.csv` (UTF-8, columns url and file at least) and the files it names.

    Raises:
        BadInput: no such folder or manifest, a column or a file is missing, a path leaves the folder, a row stands
            twice or holds no web address.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder; --mirror takes a folder with a {MANIFEST}")
    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise BadInput(f"{manifest}: no such file; a mirror needs a manifest with the columns {', '.join(_REQUIRED)}")
    content = manifest.read_bytes()
    captures = _read_rows(manifest, content)
    _check_files(manifest, captures)
    unnamed = [sha256_hex((folder / c.file).read_bytes()) for c in captures if not c.sha256]
    return Mirror(folder, sha256_hex("".join([sha256_hex(content), *unnamed])), captures)


def _read_rows(manifest: Path, content: bytes) -> list[Capture]:
    try:
        reader = csv.DictReader(content.decode("utf-8-sig").splitlines(keepends=True), strict=True)
        missing = [name for name in _REQUIRED if name not in (reader.fieldnames or ())]
        if missing:
            raise BadInput(f"{manifest}: no column {' and '.join(missing)}; the first line must name the columns")
        return [_capture(manifest, reader.line_num, row) for row in reader]
    except UnicodeDecodeError as error:
        raise BadInput(f"{manifest}: not UTF-8 ({error.reason} at byte {error.start}); save it as UTF-8") from error
    except csv.Error as error:
        raise BadInput(f"{manifest}: not a CSV file: {error}") from error


def _capture(manifest: Path, line: int, row: dict[str, str]) -> Capture:
    def cell(name: str) -> str | None:
        return (row.get(name) or "").strip() or None

    url, file = cell("url"), cell("file")
    if url is None or file is None:
        raise BadInput(f"{manifest}:{line}: a row needs a url and a file")
    try:
        canonical = canonical_url(url)
    except FetchRefused as error:
        raise BadInput(f"{manifest}:{line}: {error}") from error
    rest = ("media_type", "sha256", "licence", "published_on", "fetched_at", "trouble")
    return Capture(canonical, file, *(cell(name) for name in rest))


def _check_files(manifest: Path, captures: list[Capture]) -> None:
    """Every row names a file of its own inside the folder."""
    folder = manifest.parent.resolve()
    outside = [c.file for c in captures if not (folder / c.file).resolve().is_relative_to(folder)]
    if outside:
        raise BadInput(f"{manifest}: {_some(outside)} outside the mirror's folder; name files inside it")
    absent = [c.file for c in captures if not (folder / c.file).is_file()]
    if absent:
        raise BadInput(f"{manifest}: {_some(absent)} named but absent; add the files or drop their rows")
    counts = Counter((c.url, c.file) for c in captures)
    if twice := [file for (_, file), count in counts.items() if count > 1]:
        raise BadInput(f"{manifest}: {_some(twice)} listed twice with the same address; keep one row each")


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
    return f"{len(names)} file{'s' if len(names) > 1 else ''} ({shown})"
