"""Word vectors: unit rows, offline, likeness in the right order."""

import numpy as np

from orqa.vectors import embed


def test_rows_are_unit_vectors_of_float32() -> None:
    rows = embed(["a hard hat", "ten days"])
    assert rows.shape == (2, 256)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_no_text_and_an_empty_text_are_no_error() -> None:
    assert embed([]).shape == (0, 256)
    assert np.isfinite(embed(["", "a"])).all()


def test_like_texts_are_nearer_than_unlike_ones() -> None:
    ladder, stairs, tax = embed(
        ["inspect the ladder before use", "check a ladder before using it", "file the income tax form"]
    )
    assert ladder @ stairs > ladder @ tax + 0.2


def test_a_text_has_one_vector_whatever_stands_beside_it() -> None:
    texts = ["short", "a much longer sentence about the inspection of ladders and scaffolds on building sites"]
    together = embed(texts)
    alone = np.vstack([embed([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)
