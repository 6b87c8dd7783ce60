"""A session is proved only if its measurement is, and a language judges every file that its fixes change."""

import pytest

from testfix_pipeline.core.cycle_rules.decisions import decide
from testfix_pipeline.core.cycle_rules.session_grade import grade_of_change, session_grade
from testfix_pipeline.core.records import Attempt, Outcome, SuiteResults
from testfix_pipeline.core.test_ids import TestId

GREEN = SuiteResults(total=2, passed=2, failed=0, skipped=0, errors=0, pass_rate=100.0)


def attempt(*files: str, result: str = "landed", rolled_back: bool = False) -> Attempt:
    return Attempt.model_validate(
        {"iteration": 1, "task_id": "IMPL-fix-1", "strategy": "conservative", "result": result}
    ).model_copy(update={"changed_files": list(files), "rolled_back": rolled_back})


@pytest.mark.parametrize(
    ("grade", "attempts", "expected"),
    [
        (None, [], "proved"),  # of pytest, also in older sessions
        ("proved", [attempt("a.py")], "proved"),
        ("reported", [], "reported"),
        ("proved", [attempt("a.py", "a.rb")], "reported"),
        ("proved", [attempt("a.rb", rolled_back=True)], "proved"),
        ("proved", [attempt("a.rb", result="lead")], "proved"),
    ],
)
def test_the_grade_follows_from_the_measurement_and_the_fixes(grade, attempts, expected):
    found = session_grade(GREEN.model_copy(update={"grade": grade}), attempts)
    assert (found.run, found.grade) == ({"proved": "authentic"}.get(expected, expected), expected)
    assert bool(found.grade_reasons) == (expected == "reported")


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        (None, "All 2 tests pass on a full run."),
        ("reported", "All 2 tests pass on a full run, as their command reports."),
    ],
)
def test_a_reported_green_is_called_one(grade, said):
    results = GREEN.model_copy(update={"grade": grade})
    assert decide(results, iterations_done=1, max_iterations=9, budget_spent="", nothing_left=False).reason == said


def test_tests_of_the_session_are_counted_in_what_is_said() -> None:
    names = [TestId(f"test_a.py::test_{number}") for number in range(5)]
    outcomes = {name: Outcome(id=name, status="passed") for name in names}
    found = decide(
        GREEN.model_copy(update={"outcomes": outcomes}),
        iterations_done=0, max_iterations=9, budget_spent="", nothing_left=False,
    )  # fmt: skip
    assert found.reason == "All 5 tests pass on a full run, 3 of them added by this session."


@pytest.mark.parametrize("path", ["a.py", "src/a.js", "src/a.mts", "src/a.tsx", "pkg/a.go", "README.md"])
def test_a_change_that_a_language_judges_is_proved(path: str) -> None:
    assert grade_of_change(None, [path]) == grade_of_change("proved", [path]) == "proved"
    assert grade_of_change("reported", [path]) == "reported"


@pytest.mark.parametrize("path", ["src/App.vue", "lib/a.rb", "bin/run", "db/schema.sql"])
def test_a_change_that_nobody_judges_is_reported(path: str) -> None:
    assert grade_of_change("proved", ["a.py", path]) == "reported"
