"""`coverage` in test-results.json."""

from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage
from testfix_pipeline.steps.reports import coverage_report
from testfix_pipeline.steps.reports.coverage_report import UNRECORDED, coverage_of
from testfix_pipeline_tests.cycle.projects import GOOD, TESTS, analyses, fix

FILES = {"calc.py": GOOD, "test_calc.py": TESTS, "unused.py": "def idle():\n    return 1\n"}


def test_coverage_is_what_was_recorded_and_else_says_that_it_was_not(measured, monkeypatch) -> None:
    session = measured(FILES, analyses(1), {"*": fix(GOOD)})
    wb = session.ref.open()
    assert coverage_of(wb) == {"source": "none", "reason": UNRECORDED}
    ensure_coverage(wb, wb.baseline)
    found = coverage_of(wb)
    assert (found["source"], found["of"], found["commit"]) == ("measured", "tip", wb.mirror.tip)
    assert found["files"]["calc.py"]["line_rate"] == 100.0
    assert found["files"]["unused.py"] == {"line_rate": 0.0, "branch_rate": None, "missing_lines": [1, 2]}
    assert set(found["files"]) == {"calc.py", "unused.py"}
    assert 0 < found["line_rate"] < 100
    with monkeypatch.context() as fewer:
        fewer.setattr(coverage_report, "MOST_FILES", 1)
        assert coverage_of(wb)["reason"].startswith("Its 2 source files are too many")
    assert session.finish()["outcome"] == "success"
    results = session.store.results()
    assert results is not None and results.coverage == found
    CoverageMap({}, {}).save(wb.coverage_file(wb.baseline))
    assert coverage_of(wb)["source"] == "none", "a run without tests measures nothing"
