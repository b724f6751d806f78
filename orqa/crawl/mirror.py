"""Pages on disk in place of the web: a folder with a manifest, for work without a network and for exact reruns."""

import csv
import io
import re
import stat
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from orqa.crawl.fetch import MAX_BODY_BYTES, Fetched
from orqa.crawl.urls import canonical_url
from orqa.errors import BadInput, FetchFailed, FetchRefused
from orqa.text import sha256_hex

MANIFEST = "manifest.csv"
_REQUIRED = ("url", "file")
_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_INSTANT = re.compile(r"[0-9W-]+(?:[T ][0-9:.,]+(?:Z|[+-][0-9:]+)?)?")  # Python alone would take any letter for the T
_SHOWN_CHARS = 80


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

    @property
    def n_repeated(self) -> int:
        """How many captures are never served, since another one of their address comes first."""
        return len(self.captures) - len(self._first)

    def urls(self) -> tuple[str, ...]:
        """The canonical addresses that the mirror holds, sorted."""
        return tuple(self._first)

    def fetch(self, url: str) -> Fetched:
        """The page at an address, whatever its spelling.

        Raises:
            FetchRefused: the address is not in the mirror, its file is above 20 MB, or not the one the manifest names.
            FetchFailed: its file can no longer be read.
        """
        capture = self._first.get(canonical_url(url))
        if capture is None:
            raise FetchRefused(f"not in the mirror: {url}")
        path = self._folder / capture.file
        try:
            n_bytes = path.stat().st_size
            if n_bytes > MAX_BODY_BYTES:
                raise FetchRefused(f"{capture.file} has {n_bytes:,} bytes; the limit is {MAX_BODY_BYTES:,}")
            body = path.read_bytes()
        except OSError as error:
            raise FetchFailed(f"{capture.file} cannot be read ({error.strerror})") from error
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
        BadInput: no such folder or manifest, a column or a file is missing, a column or row stands twice, a path leaves
            the folder or names no regular file, a row holds no web address or no date where one belongs.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder; --mirror takes a folder with a {MANIFEST}")
    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise BadInput(f"{manifest}: no such file; a mirror needs a manifest with the columns {', '.join(_REQUIRED)}")
    try:
        content = manifest.read_bytes()
        captures = _read_rows(manifest, content)
        _check_files(manifest, captures)
        unnamed = [sha256_hex((folder / c.file).read_bytes()) for c in captures if not c.sha256]
    except OSError as error:
        raise BadInput(f"{error.filename}: cannot be read ({error.strerror}); let this user read it") from error
    return Mirror(folder, sha256_hex("".join([sha256_hex(content), *unnamed])), captures)


def _read_rows(manifest: Path, content: bytes) -> list[Capture]:
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        columns = Counter(reader.fieldnames or ())
        missing = [name for name in _REQUIRED if name not in columns]
        if missing:
            raise BadInput(f"{manifest}: no column {' and '.join(missing)}; the first line must name the columns")
        if twice := [name for name, count in columns.items() if name and count > 1]:
            raise BadInput(f"{manifest}:1: column {' and '.join(map(repr, twice))} stands twice; keep one")
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
    if (day := cell("published_on")) and not _is_day(day):
        what = f"published_on {day!r} is no date; write YYYY, YYYY-MM or YYYY-MM-DD, or leave it empty"
        raise BadInput(f"{manifest}:{line}: {what}")
    if (instant := cell("fetched_at")) and not _is_instant(instant):
        what = f"fetched_at {instant!r} is no time; write it as in 2026-11-30T23:59:00Z, or leave it empty"
        raise BadInput(f"{manifest}:{line}: {what}")
    rest = ("media_type", "sha256", "licence", "published_on", "fetched_at", "trouble")
    return Capture(canonical, file, *(cell(name) for name in rest))


def _is_day(text: str) -> bool:
    """Whether a text is a year, month or day that exists, in ISO 8601."""
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return _DAY.fullmatch(text) is not None


def _is_instant(text: str) -> bool:
    """Whether a text is a day or a time of a day that exists, in ISO 8601."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return _INSTANT.fullmatch(text) is not None


def _check_files(manifest: Path, captures: list[Capture]) -> None:
    """Every row names a regular file inside the folder, and no other row names it for the same address."""
    folder = manifest.parent.resolve()
    faults: dict[str, list[str]] = {}
    for capture in captures:
        if fault := _fault_of(folder, capture.file):
            faults.setdefault(fault, []).append(capture.file)
    for fault, files in faults.items():
        raise BadInput(f"{manifest}: {_some(files)} {fault}")
    counts = Counter((c.url, c.file) for c in captures)
    if twice := [file for (_, file), count in counts.items() if count > 1]:
        raise BadInput(f"{manifest}: {_some(twice)} listed twice with the same address; keep one row each")


def _fault_of(folder: Path, name: str) -> str | None:
    """What is wrong with a file that the manifest names and what to do, or None."""
    path = folder / name
    is_regular: bool | None = None
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        pass  # told below, after the place: a path that leaves the folder is not one to add
    except OSError as error:  # a loop of links, a name too long, a closed folder
        return f"cannot be reached ({error.strerror}); correct the name or drop the row"
    except ValueError as error:  # a NUL in the name
        return f"cannot be a file's name ({error}); correct the name or drop the row"
    if not path.resolve().is_relative_to(folder):
        return "outside the mirror's folder; name files inside it"
    if is_regular is None:
        return "named but absent; add the files or drop their rows"
    return None if is_regular else "no regular file (a folder or a device); name a file with the page's bytes"


def _some(names: list[str]) -> str:
    shown = ", ".join(map(_shown, names[:3])) + (", ..." if len(names) > 3 else "")
    return f"{len(names)} file{'s' if len(names) > 1 else ''} ({shown})"


def _shown(name: str) -> str:
    """A name that keeps the message on one short line."""
    short = name if len(name) <= _SHOWN_CHARS else f"{name[:_SHOWN_CHARS]}..."
    return short if short.isprintable() else repr(short)
