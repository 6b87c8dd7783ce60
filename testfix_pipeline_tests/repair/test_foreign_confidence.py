"""The confidence of patches in a language that the weights were not learned from has a calibration of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.javascript.calibrate import calibrate
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel


def test_it_is_a_share_of_what_python_has() -> None:
    model = ConfidenceModel(steps=[(0.0, 0.2), (1.0, 0.8)], foreign=[(0.2, 0.1), (0.8, 0.5)])
    assert [model.confidence(score) for score in (-1, 0.5, 2)] == pytest.approx([0.2, 0.5, 0.8])
    assert [model.foreign_confidence(score) for score in (-1, 0.5, 2)] == pytest.approx([0.1, 0.3, 0.5])


def test_without_one_it_is_that_of_python() -> None:
    model = ConfidenceModel(steps=[(0.0, 0.2), (1.0, 0.8)])
    assert model.foreign_confidence(0.5) == model.confidence(0.5)


def test_of_a_few_patches_nothing_is_learned(tmp_path: Path) -> None:
    before = WEIGHTS.read_bytes()
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"labels": ["exact", "wrong"], "confidence": [0.8, 0.7]}\n')
    assert calibrate([rows]) == "too few to learn from, left as it was: 2 judged patches, 1 of them right"
    assert WEIGHTS.read_bytes() == before
