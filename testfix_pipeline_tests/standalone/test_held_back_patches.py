"""Whether a patch lands in the place of a likelier one that is held back when the suite was confirmed with it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.request import RepairResult
from testfix_pipeline.standalone import project_repair
from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline.standalone.bench import Bench

CALC = "def most(rows):\n    return min(rows)\n"
TEST = "import calc\n\n\ndef test_most():\n    assert calc.most([1, 2]) == 2\n"


def patch(new: str, confidence: float) -> RankedPatch:
    text = CALC.replace("min(rows)", new)
    contents, fixed = {"calc.py": text.encode()}, frozenset([TestId("test_calc.py::test_most")])
    return RankedPatch({"calc.py": text}, contents, "", "k", "", "", fixed, frozenset(), True, confidence, "")


@pytest.mark.parametrize(("is_update", "outcome"), [(True, "lead"), (False, "fixed")])
def test_a_less_likely_patch_lands_only_where_no_update_may_be_the_cause(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, is_update: bool, outcome: str
) -> None:
    updates = (Update(library="lib", version="2", symbol="lib.f"),) if is_update else ()
    likely, other = patch("max(rows)", 0.9), patch("sorted(rows)[-1]", 0.8)
    found = RepairResult((likely, other), 2, "found", [], 1.0, [], {}, updates=updates)
    monkeypatch.setattr(project_repair, "repair", lambda request: found)

    def unseen(self: Bench, contents: dict[str, bytes], *_: Any) -> list[str]:
        return ["It silences an error."] if contents == likely.contents else []

    monkeypatch.setattr(Bench, "unseen", unseen)
    report = repair_project(write({"calc.py": CALC, "test_calc.py": TEST}), seconds=30, cores=1)
    assert (report.bugs[0].outcome, report.failing_after) == (outcome, 1 if is_update else 0)
