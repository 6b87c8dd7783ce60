"""Continuing a partial patch: what it leaves is measured, localised and repaired, and both are one patch."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.engine import Progress, RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.search import search_run
from testfix_pipeline.repair.search.partial_patches import PartialPatches
from testfix_pipeline.repair.search.schedule import DOUBTFUL
from testfix_pipeline.repair.search.search_options import SearchOptions
from testfix_pipeline.repair.search.search_run import SearchRun
from testfix_pipeline.repair.search.space import Space
from testfix_pipeline_tests.repair.sources import parsed

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

CODE = """\
def price(weight, fee, rate):
    return weight * rate + weight


def label(code, town):
    return town + " " + town
"""
TESTS = """\
from post import label, price

def test_price():
    assert (price(3, 5, 2), price(2, 9, 7)) == (11, 23)

def test_label():
    assert (label("1010", "Wien"), label("8010", "Graz")) == ("1010 Wien", "8010 Graz")

def test_weightless():
    assert price(0, 0, 4) == 0
"""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partial patches are not joined with other edits, and continued at once."""
    monkeypatch.setattr(PartialPatches, "base", lambda *_: None)
    monkeypatch.setattr(search_run, "CONTINUATION_AFTER", 0.0)
    monkeypatch.setattr(search_run, "unions_of_partial_patches", lambda found: iter(()))


@pytest.mark.usefixtures("alone")
def test_the_rest_is_searched_for_on_the_files_of_a_partial_patch(fix, write, monkeypatch) -> None:
    root = write({"post.py": CODE, "test_post.py": TESTS})
    states: list[Progress] = []
    monkeypatch.setattr("testfix_pipeline.repair.search.search_progress.PROGRESS_SECONDS", 0.0)
    result = fix(root, on_progress=states.append)
    best = result.patches[0]
    assert best.complete and best.confirmed and result.exhausted == "found"
    assert best.fixes == {"test_post.py::test_price", "test_post.py::test_label"}
    assert best.contents["post.py"].decode() == best.files["post.py"]
    assert "rate + fee" in best.files["post.py"] and 'code + " " + town' in best.files["post.py"]
    assert any("the search went on to what it leaves" in note for note in result.notes)
    counts = [said.tried for said in states if "the suite as it is" not in said.place]
    assert counts == sorted(counts) and len(counts) > 4, "one count for both searches"
    subprocess.run(["git", "apply", "-"], cwd=root, input=best.diff.encode(), check=True)
    assert (root / "post.py").read_text() == best.files["post.py"]


@pytest.mark.usefixtures("alone")
def test_no_edit_leaves_the_lines_that_may_be_touched(fix: Fixer, write: Writer) -> None:
    result = fix(write({"post.py": CODE, "test_post.py": TESTS}), seconds=8, allowed_lines={"post.py": [2]})
    assert result.patches and not any(patch.complete for patch in result.patches)


SOURCE = parsed("rate = 1")[0]
PATCH = Candidate.single(SOURCE, Edit(SOURCE.path, 7, 8, "2", "constant", 0.5, 1), 0.5, "test")


@pytest.mark.parametrize(
    ("found", "confidence", "goes_on"),
    [
        (["partial"], 0.0, True),
        (["partial", "plausible"], DOUBTFUL - 0.01, True),
        (["partial", "plausible"], DOUBTFUL, False),
        (["plausible"], 0.0, False),
        ([], 0.0, False),
    ],
)
def test_a_doubtful_patch_does_not_keep_a_partial_one_from_being_continued(found, confidence, goes_on, write) -> None:
    options = SearchOptions(
        Clock(60.0), budget=0.0, best=lambda findings, space: ("a", confidence), continuation=lambda findings, space: []
    )
    search = SearchRun(Space(Sources(write({})), [], FailureEvidence()), [], options)
    for one in found:
        search._record(PATCH, Verdict(one))
    assert search._is_stuck() is goes_on
