"""What becomes of a model's change that does not fit, or does not do: no second call, the engine works on it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.steps.iteration import near_miss
from testfix_pipeline_tests.cycle.projects import GOOD, analysis, calc_files

NO_FIX = {"status": "blocked", "note": "no idea"}
PATCH = """\
--- a/calc.py
+++ b/calc.py
@@ -1,2 +1,2 @@
 def add(a, b):
-    return a - b
+    return a {operator} b
"""
MISPLACED = PATCH.format(operator="+").replace("-1,2 +1,2", "-40,7 +40,9").replace(" def add(a, b)", " def add(x, y)")


def searching(agent: str) -> list[str]:
    """The scripted agent, with changes that the engine may start from."""
    path = Path(agent.removeprefix("recorded:"))
    path.write_text(json.dumps({**json.loads(path.read_text()), "search_around": True}))
    return [agent]


def test_a_patch_that_git_can_not_apply_is_put_where_it_fits_and_no_worker_is_asked(
    measured: Callable[..., Any],
) -> None:
    session = measured(calc_files("add"), {"1": analysis("minus", patch=MISPLACED)}, {"*": NO_FIX})
    assert session.iteration(1).result == "landed"
    assert session.source() == GOOD and session.attempts["IMPL-fix-1"].note == "the patch of the analysis"


def test_a_near_miss_is_repaired_without_another_call_and_its_story_is_reported(
    measured: Callable[..., Any], scripted: Callable[..., str]
) -> None:
    patch = PATCH.format(operator="*")
    agents = searching(scripted({"1": analysis("minus", patch=patch)}, {"*": NO_FIX}))
    session = measured(calc_files("add"), {}, {}, agents=agents)
    record = session.iteration(1)
    attempt = session.attempts["IMPL-fix-1"]
    assert (record.result, attempt.result, attempt.tool) == ("landed", "landed", "script")
    assert session.source() == GOOD
    assert attempt.note.startswith("found around the change of script: ")


def test_of_a_change_that_touches_tests_the_rest_may_be_the_start_of_a_good_one(
    measured: Callable[..., Any], scripted: Callable[..., str]
) -> None:
    fixed = {"status": "complete", "files": {"calc.py": GOOD, "test_calc.py": "def test_add():\n    pass\n"}}
    agents = searching(scripted({"1": analysis("minus")}, {"*": fixed}))
    session = measured(calc_files("add"), {}, {}, agents=agents)
    assert session.iteration(1).result == "landed"
    assert session.source() == GOOD and "parametrize" in session.source("test_calc.py")


def test_where_nothing_better_is_found_the_models_own_attempt_stands(
    measured: Callable[..., Any], scripted: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_miss, "SECONDS", 2.0)
    files = {
        "calc.py": "def secret(n):\n    return 0\n",
        "test_calc.py": "from calc import secret\n\n\ndef test_secret():\n"
        "    assert [secret(n) for n in range(4)] == [17, 3, 91, 20]\n",
    }
    patch = "--- a/calc.py\n+++ b/calc.py\n@@ -2 +2 @@\n-    return 0\n+    return n\n"
    agents = searching(scripted({"*": analysis("zero", patch=patch)}, {"*": NO_FIX}))
    session = measured(files, {}, {}, agents=agents)
    session.iteration(1)
    attempt = session.attempts["IMPL-fix-1"]
    assert attempt.result == "no_gain" and "+    return n" in attempt.patch
    assert "a search around it found nothing" in attempt.reason
