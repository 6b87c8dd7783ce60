"""The confidence of patches in another language than Python adds what was learned from patches in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.javascript import calibrate
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped weights that is written in their place: a failure must not write what other tests read."""
    copy = Path(shutil.copy(WEIGHTS, tmp_path))
    monkeypatch.setattr(calibrate, "WEIGHTS", copy)
    return copy


def test_of_a_few_patches_nothing_is_learned(written: Path) -> None:
    features = [{"prior": -0.5}, {"prior": -1.0}]
    row = {"id": "x", "labels": ["exact", "wrong"], "kinds": ["a.b", "a.c"], "features": features, "unseen": False}
    assert calibrate.calibrate([row]) == "too few to learn from, left as it was: 2 judged patches, 1 of them right"
    assert written.read_bytes() == WEIGHTS.read_bytes()


@pytest.mark.slow
def test_the_shipped_weights_are_those_of_the_stored_rows(written: Path) -> None:
    assert " unseen tasks: " in calibrate.calibrate(calibrate.stored())
    assert written.read_bytes() == WEIGHTS.read_bytes()
