"""The confidence of patches in another language than Python adds what was learned from patches in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.javascript import calibrate
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches


def test_a_language_has_weights_and_steps_of_its_own() -> None:
    added = {"intercept": -1.0, "kinds": {"a.b": 0.5}, "features": {"size": 2.0}, "steps": [[0.0, 0.1], [1.0, 0.5]]}
    model = ConfidenceModel.of({"steps": [[0.0, 0.2], [1.0, 0.8]], "languages": {"javascript": added}})
    own = model.languages["javascript"]
    assert own.score("a.b", {"size": 0.25}) == pytest.approx(0.0)
    assert [model.confidence(0.5), own.confidence(0.5)] == pytest.approx([0.5, 0.3])


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


def test_what_a_language_adds_says_how_sure_a_patch_is_and_not_which_comes_first() -> None:
    source = JsSource("m.js", b"module.exports = (a) => a + 1;\n")
    start = source.text.index("+")
    edits = [Edit("m.js", start, start + 1, new, kind, 0.5, 1) for new, kind in (("-", "a.b"), ("*", "a.c"))]
    found = [PlausiblePatch(Candidate.single(source, one, 1.0, "test"), Verdict("plausible")) for one in edits]

    def ranked(odds: float) -> list[tuple[str, float]]:
        steps = [[-3.0, 0.1], [3.0, 0.9]]
        added = {"intercept": -1.0, "kinds": {"a.c": odds}, "features": {}, "steps": steps}
        model = ConfidenceModel.of({"kinds": {"a.b": 0.5}, "languages": {"javascript": added}})
        return [(one.kind, one.confidence) for one in rank_patches(found, Evidence(), model=model)]

    (first, sure), (second, less) = ranked(-1.0)
    assert (first, second) == ("a.b", "a.c") and sure > less
    assert ranked(2.0) == [("a.b", sure), ("a.c", sure)], "nor is a later one more likely"
