"""What becomes of a model's change that does not fit, or does not do: no second call, the engine works on it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.analytics.derived.strategies import strategy_effectiveness
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer
from testfix_pipeline.steps.iteration import attempt as attempts
from testfix_pipeline.steps.iteration import near_miss
from testfix_pipeline_tests.cycle.projects import GOOD, analysis, broken, calc_files, fix

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


def test_a_patch_that_git_can_not_apply_is_put_where_it_fits_and_no_worker_is_asked(measured) -> None:
    session = measured(calc_files("add"), {"1": analysis("minus", patch=MISPLACED)}, {"*": NO_FIX})
    assert session.iteration(1).result == "landed"
    assert session.source() == GOOD and session.attempts["IMPL-fix-1"].note == "the patch of the analysis"


def test_a_near_miss_is_repaired_without_another_call_and_its_story_is_reported(measured, scripted) -> None:
    patch = PATCH.format(operator="*")
    agents = searching(scripted({"1": analysis("minus", patch=patch)}, {"*": NO_FIX}))
    session = measured(calc_files("add"), {}, {}, agents=agents)
    record = session.iteration(1)
    own, found = session.attempts["IMPL-fix-1"], session.attempts["IMPL-fix-1-derived"]
    assert (own.tool, own.result, own.derived_from, own.patch) == ("script", "no_gain", "", own_patch(session))
    assert "return a * b" in own.patch and own.commit != found.commit
    assert (found.tool, found.result, found.derived_from) == ("builtin", "landed", "IMPL-fix-1")
    assert found.note.startswith("around the change of script: ")
    assert (record.result, record.winners, record.regression_detected) == ("landed", ["IMPL-fix-1-derived"], False)
    assert session.source() == GOOD and session.store.task("IMPL-fix-1").status == "completed"
    assert "IMPL-fix-1: Fix" not in (todo := (session.folder / "TODO_LIST.md").read_text())
    assert "no gain; around it: landed" in todo
    said = (session.folder / ".summaries/iteration-summaries/iteration-1.md").read_text()
    assert "## IMPL-fix-1: no gain" in said and "- by: script" in said
    assert "## IMPL-fix-1-derived: landed" in said and "- derived from: IMPL-fix-1" in said
    frames = session_frames(session.repo.root, session.ref.session_id)
    effect = strategy_effectiveness(frames["attempts"], frames["tool_calls"]).query("level == 'tool'")
    credited = effect.set_index("tool")[["n", "landed", "tests_fixed"]].T.to_dict("list")
    assert credited == {"builtin": [1, 1, 3], "script": [1, 0, 0]}


def own_patch(session: Any) -> str:
    """The diff of the commit that is kept under the name of the model's attempt."""
    return str(
        session.repo.git(
            "diff", "--full-index", session.store.session().baseline_commit, session.attempts["IMPL-fix-1"].commit
        )
    )


def test_of_a_change_that_touches_tests_the_rest_may_be_the_start_of_a_good_one(measured, scripted) -> None:
    fixed = {"status": "complete", "files": {"calc.py": GOOD, "test_calc.py": "def test_add():\n    pass\n"}}
    agents = searching(scripted({"1": analysis("minus")}, {"*": fixed}))
    session = measured(calc_files("add"), {}, {}, agents=agents)
    assert session.iteration(1).result == "landed"
    assert session.source() == GOOD and "parametrize" in session.source("test_calc.py")


def test_where_nothing_better_is_found_the_models_own_attempt_stands(measured, scripted, monkeypatch) -> None:
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
    attempt, around = session.attempts["IMPL-fix-1"], session.attempts["IMPL-fix-1-derived"]
    assert attempt.result == "no_gain" and "+    return n" in attempt.patch
    assert (around.result, around.tool, around.exhausted) == ("nothing_found", "builtin", "")
    assert "around the change of script: nothing plausible found" in around.reason


def test_a_models_fall_counts_though_what_is_found_around_it_lands(measured, scripted) -> None:
    worse = broken("shout").replace("n // 2", "n * 3").replace("[-1]", "[9]")
    again = {"1": analysis("minus"), "*": analysis("case")}
    agents = searching(scripted(again, {"IMPL-fix-1": fix(worse), "*": fix(GOOD)}))
    session = measured(calc_files("add", "shout"), {}, {}, agents=agents)
    record = session.iteration(1)
    own = session.attempts["IMPL-fix-1"]
    assert (record.result, record.winners) == ("landed", ["IMPL-fix-1-derived"])
    assert (record.regression_detected, record.regressed) == (True, ["IMPL-fix-1"])
    assert (own.result, own.rolled_back, own.tool) == ("regression", True, "script") and own.newly_failing
    assert record.pass_rate < record.pass_rate_after and record.best_attempt_rate < record.pass_rate - 10
    assert session.source() == broken("shout")
    said = (session.folder / ".summaries/iteration-summaries/iteration-1.md").read_text()
    assert "- taken back: IMPL-fix-1, which fell to " in said
    after = session.iteration(2)
    shown = session.store.task("IMPL-fix-2").context.failure_context
    assert (after.strategy, after.result) == ("surgical", "landed")
    assert shown.regression == f"IMPL-fix-1: {own.reason}"


def test_a_models_fall_is_rolled_back_where_the_search_around_it_finds_nothing(measured, scripted, monkeypatch) -> None:
    nothing = FixAnswer("blocked", note="nothing plausible found")  # on a quiet machine, a second finds what lands
    monkeypatch.setattr(attempts, "change_around", lambda *_: (nothing, "builtin"))
    worse = broken("add", "half", "last").replace("a - b", "secret(a, b)")
    agents = searching(scripted({"1": analysis("minus")}, {"*": fix(worse)}))
    session = measured(calc_files("add", "shout"), {}, {}, agents=agents)
    record = session.iteration(1)
    assert (record.result, record.winners, record.regression_detected) == ("regression", ["IMPL-fix-1"], True)
    assert session.attempts["IMPL-fix-1"].rolled_back and session.source() == broken("add", "shout")
    assert "rollback iteration 1 - regression detected" in session.subjects()[-1]


def test_a_kill_between_the_attempt_and_the_search_around_it_repeats_only_the_search(
    measured: Callable[..., Any], scripted: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = PATCH.format(operator="*")
    agents = searching(scripted({"1": analysis("minus", patch=patch)}, {"*": NO_FIX}))
    session = measured(calc_files("add"), {}, {}, agents=agents)
    with monkeypatch.context() as patched:
        patched.setattr(attempts, "change_around", _killed)
        with pytest.raises(KeyboardInterrupt):
            session.iteration(1)
    stored = (session.folder / ".process/attempts/IMPL-fix-1.json").read_bytes()
    record = session.taken_over("owner-2").measure().iteration(1)
    assert (record.result, record.winners) == ("landed", ["IMPL-fix-1-derived"])
    assert (session.folder / ".process/attempts/IMPL-fix-1.json").read_bytes() == stored


def _killed(*_anything: Any) -> Any:
    raise KeyboardInterrupt
