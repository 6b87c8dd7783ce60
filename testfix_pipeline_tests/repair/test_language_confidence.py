"""The confidence of patches in another language than Python adds what was learned from patches in it."""

from __future__ import annotations

import pytest

from benchmarks.javascript.calibrate import calibrate, stored
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel


def test_a_language_has_weights_and_steps_of_its_own() -> None:
    added = {"intercept": -1.0, "kinds": {"a.b": 0.5}, "features": {"size": 2.0}, "steps": [[0.0, 0.1], [1.0, 0.5]]}
    model = ConfidenceModel.of({"steps": [[0.0, 0.2], [1.0, 0.8]], "languages": {"javascript": added}})
    own = model.languages["javascript"]
    assert own.score("a.b", {"size": 0.25}) == pytest.approx(0.0)
    assert [model.confidence(0.5), own.confidence(0.5)] == pytest.approx([0.5, 0.3])


def test_of_a_few_patches_nothing_is_learned() -> None:
    before = WEIGHTS.read_bytes()
    features = [{"prior": -0.5}, {"prior": -1.0}]
    row = {"id": "x", "labels": ["exact", "wrong"], "kinds": ["a.b", "a.c"], "features": features, "unseen": False}
    assert calibrate([row]) == "too few to learn from, left as it was: 2 judged patches, 1 of them right"
    assert WEIGHTS.read_bytes() == before


@pytest.mark.slow
def test_the_shipped_weights_are_those_of_the_stored_rows() -> None:
    before = WEIGHTS.read_bytes()
    assert "calibrated by 80 unseen tasks" in calibrate(stored())
    assert WEIGHTS.read_bytes() == before
