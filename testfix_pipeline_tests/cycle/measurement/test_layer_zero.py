"""Layer 0 in the cycle: files that do not parse come first, and a fix is held to the project's own static checks."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.cycle_rules.confidence import read_first_line
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.static_checks import static_checks
from testfix_pipeline.execution.static_checks.static_tools import Flake8
from testfix_pipeline.steps.measurement import suite_measurement
from testfix_pipeline.steps.planning.layer_zero import GateTools
from testfix_pipeline.steps.session import progress_listeners
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, calc_files, fix

Measured = Callable[..., Any]
BROKEN = {
    **calc_files("add"),
    "zoo.py": "def lion(n)\n    return n\n",
    "data/old.py": "print 'of another time'\n",
    "test_zoo.py": "from zoo import lion\n\n\ndef test_lion():\n    assert lion(1) == 1\n",
}
LINTED = {**calc_files("add"), "ruff.toml": "[lint]\nselect = ['F']\n"}
REPAIRED = {"zoo.py": "def lion(n):\n    return n\n"}


def test_what_does_not_parse_is_the_first_failure_and_the_first_target(measured: Measured) -> None:
    session = measured(BROKEN, analyses(1), {"IMPL-fix-1": {"files": REPAIRED, "confidence": 0.9}})
    results = session.store.results()
    assert [one.describe() for one in results.unparsed] == [
        "data/old.py:1 does not parse: Missing parentheses in call to 'print'. Did you mean print(...)?",
        "zoo.py:1 does not parse: expected ':'",
    ]
    first, *rest = results.failures
    assert (first.test, first.file, first.line) == ("test_zoo.py", "zoo.py", 1)
    assert (first.error, first.criticality, first.test_type) == (results.unparsed[1].describe(), "high", "L0")
    assert len(rest) == 3 and {one.test_type for one in rest} == {"L1"}
    assert session.iteration(1).failed_tests and session.attempts["IMPL-fix-1"].target_tests == ["test_zoo.py"]
    after = session.store.results()
    assert [one.file for one in after.unparsed] == ["data/old.py"], "no test runs it: reported, and in nobody's way"
    assert {one.test_type for one in after.failures} == {"L1"}


def test_it_is_said_before_the_suite_runs(calc, start, monkeypatch) -> None:
    progress: list[str] = []
    real = suite_measurement.run_suite
    monkeypatch.setattr(
        suite_measurement, "run_suite", lambda *args, **more: progress.append("the suite") or real(*args, **more)
    )
    repo = calc("add")
    repo.commit("more", **{"zoo.py": BROKEN["zoo.py"]})
    with progress_listeners.listening(lambda items, detail: progress.append(detail)):
        start(repo).measure()
    assert progress.index("note: zoo.py:1 does not parse: expected ':'") < progress.index("the suite")


def test_a_conftest_that_does_not_parse_is_named_in_the_error(calc, start) -> None:
    repo = calc("add")
    repo.commit("more", **{"conftest.py": "def broken(:\n"})
    with pytest.raises(MeasurementError, match=r"conftest\.py:1 does not parse"):
        start(repo).measure()


def test_a_fix_that_adds_to_the_projects_own_findings_is_for_review(measured: Measured) -> None:
    session = measured(LINTED, analyses(1), {"IMPL-fix-1": fix("import os\n\n\n" + GOOD)})
    assert session.iteration(1).result == "landed"
    (finding,) = session.attempts["IMPL-fix-1"].static_findings
    assert finding == "calc.py:1 ruff F401: `os` imported but unused"
    found = session.finish()
    assert session.store.session().review and found["outcome"] == "success"
    assert finding in read_first_line(found["read_first"][0])
    assert finding in (session.folder / ".summaries" / "IMPL-fix-1-summary.md").read_text()


@pytest.mark.parametrize(("confidence", "result"), [(0.5, "lead"), (0.9, "landed")])
def test_what_its_author_is_unsure_of_and_a_check_calls_wrong_is_a_lead(measured, confidence, result) -> None:
    undefined = GOOD + "\n\ndef late():\n    return absent\n"
    session = measured(LINTED, analyses(1), {"IMPL-fix-1": fix(undefined, confidence)})
    session.iteration(1)
    attempt = session.attempts["IMPL-fix-1"]
    assert (attempt.result, attempt.static_findings) == (result, ["calc.py:18 ruff F821: Undefined name `absent`"])
    assert any("checks call it wrong" in doubt for doubt in attempt.doubts) == (result == "lead")


def test_findings_that_were_there_before_are_nobodys_fault(measured: Measured) -> None:
    files = {**LINTED, "calc.py": "import os\n\n\n" + broken("add")}
    session = measured(files, analyses(1), {"IMPL-fix-1": fix("# repaired\nimport os\n\n\n" + GOOD)})
    assert session.iteration(1).result == "landed"
    assert session.attempts["IMPL-fix-1"].static_findings == []
    assert session.finish()["read_first"] == [] and not session.store.session().review


def test_a_tool_that_is_configured_and_missing_is_a_notice_at_the_start(calc, start, monkeypatch) -> None:
    monkeypatch.setattr(static_checks, "TOOLS", (Flake8(program="no-such-flake8"),))
    repo = calc("add")
    repo.commit("more", **{".flake8": "[flake8]\n"})
    progress: list[str] = []
    with progress_listeners.listening(lambda items, detail: progress.append(detail)):
        session = start(repo).measure()
    (notice,) = session.store.session().static_notices
    assert f"note: {notice}" in progress and "flake8 is configured in .flake8 and not installed" in notice


def test_generated_tests_are_held_to_the_rules_that_the_projects_own_tests_keep(calc, start) -> None:
    repo = calc("add")
    rules = "[lint]\nselect = ['E711', 'E712']\n"
    own = "from calc import half\n\n\ndef test_own():\n    assert (half(2) == True) == True\n"
    repo.commit("more", **{"ruff.toml": rules, "test_own.py": own})
    text = "from calc import half\n\n\ndef test_new():\n    assert half(2) == True\n    assert half(2) != None\n"
    wb = start(repo).measure().ref.open()
    with wb.worktree("gate", wb.baseline) as tree:
        tools = GateTools(wb, tree, {"calc.py": {3}})
        found = tools.of_generated({"test_new.py": text})
        assert [(one.pattern, one.severity, one.new) for one in found] == [
            ("ruff:E712", "warning", False),
            ("ruff:E711", "warning", True),
        ]
        (tree / "calc.py").write_text("a = b = 1\na == None\nb == None\n")
        assert [(one.line, one.new) for one in tools.of_sources(["calc.py"])] == [(2, False), (3, True)]


def test_nothing_is_written_for_a_project_without_such_tools(calc, start) -> None:
    wb = start(calc("add")).measure().ref.open()
    assert cycle.layer_zero.note_missing_tools(wb) == []
    with wb.worktree("gate", wb.baseline) as tree:
        assert GateTools(wb, tree, {}).of_generated({"test_new.py": "import os\n"}) == []
        assert not (tree / "test_new.py").exists()
