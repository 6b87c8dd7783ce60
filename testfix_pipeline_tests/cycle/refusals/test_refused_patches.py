"""What is no repair is refused with its reason, or judged by our own runs."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer, FixRequest
from testfix_pipeline.execution.affected_tests import test_selection
from testfix_pipeline.repair.ranking import patch_ranking
from testfix_pipeline_tests.cycle.projects import GOOD, TESTS, analyses, broken, calc_files, fix

Measured = Callable[..., Any]
SPECIAL = broken("add").replace("return a - b", "if a == 1234:\n        return 5678\n    return a - b")
REFUSED = {
    "edited test": (fix(GOOD, files={"test_calc.py": TESTS.replace("== 4", "== 4 or True")}), "test_side"),
    "new conftest": (fix(GOOD, files={"conftest.py": "collect_ignore = ['test_calc.py']\n"}), "test_side"),
    "deleted test": (fix(GOOD, files={"test_calc.py": None}), "test_side"),
    "new pytest.ini": (fix(GOOD, files={"pytest.ini": "[pytest]\naddopts = -k half\n"}), "test_side"),
    "pyproject's test table": (
        fix(
            GOOD, files={"pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--deselect test_calc.py::test_add'\n"}
        ),
        "test_settings",
    ),
    "skip from the source": (fix("import unittest\n\n" + GOOD), "test_framework"),
    "call stack": (fix("import sys\n\nsys._getframe(0)\n" + GOOD), "call_stack"),
    "syntax error": (fix(GOOD + "def broken(:\n"), "syntax"),
    "shadowed module": (fix(GOOD, files={"pytest.py": "raise SystemExit(0)\n"}), "shadow_module"),
    "CI": (fix(GOOD, files={".github/workflows/ci.yml": "on: push\n"}), "ci_files"),
    "session file": (fix(GOOD, files={".workflow/testfix.yaml": "strict: false\n"}), ""),
}


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "session file"])
def test_a_fix_that_touches_the_judge_is_refused_and_never_run(measured: Measured, name: str) -> None:
    answer, rule = REFUSED[name]
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": answer})
    record = session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert (record.result, one.result) == ("no_gain", "refused")
    assert rule in one.reason
    assert one.patch and one.pass_rate_after is None and one.commit is None
    assert not (session.folder / ".process" / "attempts" / "IMPL-fix-1-run.json").exists()
    assert session.subjects() == []


def test_files_of_sessions_are_no_part_of_a_fix(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": REFUSED["session file"][0]})
    assert session.iteration(1).result == "landed"
    names = session.repo.git("diff", "--name-only", "main", session.branch, "--", ".", ":!.workflow").split()
    assert names == ["calc.py"]
    assert not (session.repo.root / ".workflow" / "testfix.yaml").exists()


LITERALS = {
    "calc.py": broken("add"),
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1234, 4444) == 5678\n",
}


def test_giving_a_tests_expected_value_for_its_input_is_refused(measured: Measured) -> None:
    session = measured(LITERALS, analyses(1), {"IMPL-fix-1": fix(SPECIAL)})
    session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert one.result == "refused" and "special_case" in one.reason


def test_a_fix_that_breaks_another_test_is_a_lead_and_not_landed(measured: Measured) -> None:
    patch = broken("shout")
    session = measured(calc_files("add"), analyses(2), {"IMPL-fix-1": fix(patch), "IMPL-fix-2": fix(GOOD)})
    assert session.iteration(1).result == "no_gain"
    one = session.attempts["IMPL-fix-1"]
    assert one.result == "lead"
    assert one.newly_failing == ["test_calc.py::test_shout"] and len(one.newly_passing) == 3
    assert session.subjects() == []
    cycle.plan(session.ref, 2)
    context = session.store.task("IMPL-fix-2").context.failure_context
    [before] = context.previous_attempts
    assert (before.task, before.result) == ("IMPL-fix-1", "lead")
    assert "+    return text.lower()" in before.lead and "test_shout" in before.reason
    assert session.finish()["outcome"] == "success"


SKIPPED = {
    "calc.py": "SLOW = False\n" + broken("add", "shout"),
    "test_calc.py": "import pytest\n\nimport calc\n\n\n"
    "@pytest.mark.skipif(calc.SLOW, reason='slow')\ndef test_add():\n    assert calc.add(1, 2) == 3\n\n\n"
    "def test_shout():\n    assert calc.shout('a') == 'A'\n\n\n"
    "@pytest.mark.skipif(calc.SLOW, reason='slow')\ndef test_half():\n    assert calc.half(4) == 2\n",
}


def test_skipping_neither_repairs_a_test_nor_keeps_one(measured: Measured) -> None:
    skips = "SLOW = True\n" + broken("add")
    session = measured(SKIPPED, analyses(1), {"IMPL-fix-1": fix(skips)})
    session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert one.result == "lead"
    assert one.newly_passing == ["test_calc.py::test_shout"]  # not the skipped one
    assert one.newly_failing == ["test_calc.py::test_half"]
    assert session.store.results().pass_rate == pytest.approx(100 / 3)


def test_a_module_that_ends_the_run_is_an_error_and_not_a_success(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD + "\nraise SystemExit(0)\n")})
    assert session.iteration(1).result != "landed"
    assert session.attempts["IMPL-fix-1"].result in ("error", "no_gain", "regression")
    assert session.source() == broken("add")


def test_a_claim_without_a_change_is_nothing_found(measured: Measured) -> None:
    claim = {"status": "complete", "note": "All tests pass now.", "confidence": 1.0}
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": claim})
    assert session.iteration(1).result == "no_gain"
    assert session.attempts["IMPL-fix-1"].result == "nothing_found"
    assert session.store.results().pass_rate == 70.0


def test_a_fix_that_makes_the_suite_hang_is_an_error_and_the_cycle_goes_on(measured: Measured) -> None:
    hangs = GOOD.replace("return a + b", "while True:\n        pass")
    session = measured(calc_files("add"), analyses(2), {"IMPL-fix-1": fix(hangs), "IMPL-fix-2": fix(GOOD)})
    record = session.store.session()
    limited = {**record.config, "suite_timeout_seconds": 3}
    session.store.save_session(record.model_copy(update={"config": limited}))
    assert session.iteration(1).result == "no_gain"
    one = session.attempts["IMPL-fix-1"]
    assert one.result == "error" and "did not end within" in one.reason and "test_add" in one.reason
    assert session.iteration(2).result == "landed"


def test_a_worker_that_breaks_is_asked_once_more_and_does_not_end_the_cycle(measured, monkeypatch) -> None:
    asked: list[set[str]] = []
    work = RecordedAgent.fix

    def breaks_first(self: RecordedAgent, request: FixRequest) -> FixAnswer:
        asked.append(set(request.task.context.model_fields_set))
        if request.task.id == "IMPL-fix-1":
            (request.tree / "calc.py").write_text("half done")
            raise RuntimeError("out of memory")
        return work(self, request)

    monkeypatch.setattr(RecordedAgent, "fix", breaks_first)
    session = measured(calc_files("add"), analyses(2), {"IMPL-fix-2": fix(GOOD)})
    assert session.iteration(1).result == "no_gain"
    one = session.attempts["IMPL-fix-1"]
    assert (one.result, one.commit) == ("error", None) and "out of memory" in one.reason
    assert len(asked) == 2 and asked[1] < asked[0]
    assert session.iteration(2).result == "landed"


UNCOLLECTED = {
    "calc.py": broken("add"),
    "extra.py": "def twice(n):\n    return n * 3\n\n\ndef odd(:\n",
    "test_calc.py": "from calc import half\n\n\ndef test_half():\n    assert half(4) == 2\n",
    "test_extra.py": "from extra import twice\n\n\ndef test_twice():\n    assert twice(2) == 4\n\n\n"
    "def test_nothing():\n    assert twice(0) == 0\n",
}


def test_a_repaired_collection_error_is_a_gain_whatever_its_tests_say(measured: Measured) -> None:
    readable = "def twice(n):\n    return n * 3\n"
    fixes = {
        "IMPL-fix-1": {"files": {"extra.py": readable}},
        "IMPL-fix-2": {"files": {"extra.py": readable.replace("3", "2")}},
    }
    session = measured(UNCOLLECTED, analyses(2), fixes)
    assert (session.store.results().errors, session.store.results().pass_rate) == (1, 50)
    assert session.iteration(1).result == "landed"
    assert [one.test for one in session.store.results().failures] == ["test_extra.py::test_twice"]
    result = session.finish()
    assert (result["outcome"], result["pass_rate"], result["iterations"]) == ("success", 100, 2)
    assert set(result["fixed_tests"]) == {"test_extra.py::test_twice", "test_extra.py::test_nothing"}


LOCAL = {
    ".gitignore": "calc_local.py\n",
    "calc.py": "try:\n    from calc_local import add\nexcept ImportError:\n    def add(a, b):\n        return a - b\n",
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
}


def test_what_a_worker_leaves_beside_its_change_does_not_count(measured: Measured) -> None:
    """A file that git ignores is no part of the change, so it must not be there when the change is judged."""
    planted = {"calc.py": LOCAL["calc.py"] + "# repaired\n", "calc_local.py": GOOD}
    session = measured(LOCAL, analyses(1), {"IMPL-fix-1": {"files": planted}})
    assert session.iteration(1).result == "no_gain"
    assert (session.attempts["IMPL-fix-1"].result, session.attempts["IMPL-fix-1"].pass_rate_after) == ("no_gain", 0)


HOLDS_WHERE_IT_WAS_FORKED = {
    "subject.py": """
import os

UNITS = ["mm", "cm"]
STARTED = f"process {os.getpid()}"


def unit():
    return UNITS[1] if STARTED == f"process {os.getpid()}" else UNITS[1]


def length(n):
    return f"{n} {unit()}"


def unit_names():
    return list(UNITS)
""",
    "test_subject.py": """
from subject import length, unit_names


def test_length():
    assert [length(5), length(7)] == ["5 mm", "7 mm"]


def test_number():
    assert length(3).startswith("3")
    assert unit_names() == ["mm", "cm"]
""",
}


def test_what_passes_in_the_search_alone_does_not_land_and_the_next_candidate_does(measured, monkeypatch) -> None:
    """In a forked process, as the search has them, another index is used than in a clean one.

    A shorter patch that behaves alike there and is right would be shown in its place.
    """
    monkeypatch.setattr(test_selection, "SHORT_SUITE_S", 1000.0)
    monkeypatch.setattr(patch_ranking, "_shortest_first", lambda ranked, evidence: ranked)
    session = measured(HOLDS_WHERE_IT_WAS_FORKED, {}, {}, agents=["builtin"])
    first = session.iteration(1)
    if first.result != "landed":  # on a busy machine the search has the time to confirm it in a clean process itself
        assert (first.result, session.iteration(2).result) == ("no_gain", "landed")
        assert "+    return UNITS[1] if STARTED" in session.attempts["IMPL-fix-1"].patch
    assert "return UNITS[1] if" not in session.source("subject.py")
