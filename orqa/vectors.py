"""Word vectors that come inside a package: unit rows for ranking likeness, never for deciding truth. Bottom layer."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=1)
def _model() -> Any:
    """The bundled wordllama model; its own `load()` looks in the wrong folder and would download."""
    import wordllama
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer
    from wordllama.inference import WordLlamaInference

    folder = Path(wordllama.__file__).parent
    vectors = load_file(folder / "weights" / "l2_supercat_256.safetensors")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    return WordLlamaInference(next(iter(vectors.values())), tokenizer)


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors of texts: shape (len(texts), 256), float32; an empty text is a zero row."""
    if not texts:
        return np.zeros((0, 256), dtype=np.float32)
    rows = np.asarray(_model().embed(list(texts), norm=False), dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0), dtype=np.float32)
