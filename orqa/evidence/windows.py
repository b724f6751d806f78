"""Overlapping windows of a document, cut where its reader would pause. Pure.

Sizes are UTF-8 bytes. A window is a run of whole sentences, headings, list items and table rows; the windows are in
order, leave nothing out, and each begins where one of those begins. Two things can force a size outside the limits,
and only these: a sentence or row so long that no whole sentences fill a window beside it (one above `MAX_BYTES` is a
window of its own, with what is too short to stand alone beside it), and a document under 5,000 bytes that is too long
for one window (two, the last one smaller).
"""

from dataclasses import dataclass
from itertools import pairwise

from orqa.sentences import split_sentences
from orqa.text import Span

MIN_DOCUMENT_BYTES = 400
MIN_BYTES = 2_500
MAX_BYTES = 4_000
MIN_OVERLAP_BYTES = 250
MAX_OVERLAP_BYTES = 600

_HEADING, _BLOCK, _LINE, _SENTENCE = 3, 2, 1, 0


@dataclass(frozen=True)
class _Atoms:
    """The pieces a window is made of: they tile the text, white space behind a piece belongs to it.

    `starts[i]` is in code points and `offsets[i]` in bytes, both with the end of the text last; `kinds[i]` says what
    kind of boundary lies before piece i.
    """

    starts: list[int]
    offsets: list[int]
    kinds: list[int]

    def n_bytes(self, first: int, stop: int) -> int:
        return self.offsets[stop] - self.offsets[first]


def split_windows(text: str) -> list[Span]:
    """The windows of a text, in order, as spans in code points; none for a text under 400 bytes.

    2,500 to 4,000 bytes each with 250 to 600 bytes of overlap, save as the module says; a text of at most 4,000 bytes
    is one window.
    """
    atoms = _atoms(text)
    last = len(atoms.starts) - 1
    if atoms.offsets[last] < MIN_DOCUMENT_BYTES or not text.strip():
        return []
    windows: list[Span] = []
    first = 0
    while True:
        stop, following = _cut(atoms, first, last)
        windows.append(Span(atoms.starts[first], atoms.starts[stop]))
        if stop == last:
            return windows
        first = following


def _atoms(text: str) -> _Atoms:
    starts = [span.start for span in split_sentences(text)]
    starts = [0, *starts[1:], len(text)] if starts else [0, len(text)]
    offsets = [0]
    kinds = [_HEADING]
    for begin, end in pairwise(starts):
        piece = text[begin:end]
        offsets.append(offsets[-1] + (len(piece) if piece.isascii() else len(piece.encode())))
        kinds.append(_boundary(text, piece, end))
    return _Atoms(starts, offsets, kinds)


def _boundary(text: str, piece: str, position: int) -> int:
    """The kind of boundary between `piece` and what begins at `position`."""
    n_line_ends = piece[len(piece.rstrip()) :].count("\n")
    if text.startswith("#", position) and n_line_ends:
        return _HEADING
    return _BLOCK if n_line_ends > 1 else _LINE if n_line_ends else _SENTENCE


def _cut(atoms: _Atoms, first: int, last: int) -> tuple[int, int]:
    """Where the window from piece `first` stops, and the piece at which the next window begins."""
    if atoms.n_bytes(first, last) <= MAX_BYTES:
        return last, last
    best: tuple[tuple[int, ...], int, int] | None = None
    stop = first + 1
    while stop < last and atoms.n_bytes(first, stop) <= MAX_BYTES:
        if atoms.n_bytes(first, stop) >= MIN_BYTES:
            following, has_overlap = _overlap(atoms, first, stop)
            room = _room(atoms.n_bytes(following, last))
            rank = (has_overlap + (room >= MIN_BYTES), room, atoms.kinds[stop], stop)
            if best is None or rank > best[0]:
                best = rank, stop, following
        stop += 1
    if best:
        return best[1], best[2]
    return _cut_at_long_piece(atoms, first, last)


def _room(n_bytes: int) -> int:
    """How well the rest can be cut into windows of the right size: the size of its smallest one, at most `MIN_BYTES`.

    A rest a little above one window makes two small ones, unless its sentences happen to allow the one good cut.
    """
    if n_bytes <= MAX_BYTES:
        return min(n_bytes, MIN_BYTES)
    return min(n_bytes // 2, MIN_BYTES)


def _overlap(atoms: _Atoms, first: int, stop: int) -> tuple[int, bool]:
    """The piece at which the next window begins, and whether the overlap has the right size.

    The next window must get beyond this one: before a piece that would not fit behind the overlap there is less of it,
    or none.
    """
    best = (False, -1, 0), stop
    begin = stop - 1
    while (
        begin > first
        and atoms.n_bytes(begin, stop) <= MAX_OVERLAP_BYTES
        and atoms.n_bytes(begin, stop + 1) <= MAX_BYTES
    ):
        is_long_enough = atoms.n_bytes(begin, stop) >= MIN_OVERLAP_BYTES
        rank = (is_long_enough, atoms.kinds[begin], begin) if is_long_enough else (False, 0, -begin)
        best = max(best, (rank, begin))
        begin -= 1
    return best[1], best[0][0]


def _cut_at_long_piece(atoms: _Atoms, first: int, last: int) -> tuple[int, int]:
    """A cut beside a piece so long that no window of the right size ends before or behind it."""
    stop = first + 1
    while stop < last and atoms.n_bytes(first, stop + 1) <= MAX_BYTES:
        stop += 1
    if atoms.n_bytes(first, stop) < MIN_DOCUMENT_BYTES:
        stop += 1
    if stop == last or atoms.n_bytes(stop, last) < MIN_DOCUMENT_BYTES:
        return last, last
    return stop, _overlap(atoms, first, stop)[0]
