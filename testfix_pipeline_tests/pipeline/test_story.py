"""A whole run on a sentence: every file of the session, what was generated and gated, and what came of it."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, CoverageStats, GateReport, Generation
from testfix_pipeline.planning.analysis.requirements import missing_sections
from testfix_pipeline_tests.execution.targets import PLAIN
from testfix_pipeline_tests.pipeline.conftest import SESSION, Story
from testfix_pipeline_tests.pipeline.projects import PRICES, TESTS
from testfix_pipeline_tests.planning.plan_faults import assert_sound_plan

FILES = [
    "workflow-session.json",
    "IMPL_PLAN.md",
    "TODO_LIST.md",
    "test-planning-notes.md",
    ".task/IMPL-001.json",
    ".task/IMPL-001.3-validation.json",
    ".task/IMPL-001.5-review.json",
    ".task/IMPL-002.json",
    ".task/IMPL-fix-1.json",
    ".process/context-package.json",
    ".process/exploration-manifest.json",
    ".process/TEST_ANALYSIS_RESULTS.md",
    ".process/iteration-state.json",
    ".process/test-results.json",
    ".process/test-output.log",
    ".process/fix-history.json",
    ".process/iteration-1-analysis.md",
    ".process/iteration-1-cli-output.txt",
    ".process/iteration-1-failures.json",
    ".process/iteration-1-strategy.md",
    ".process/coverage-report.json",
    ".process/traceability.json",
    ".process/code-validation-report.json",
    ".process/code-validation-report.md",
    ".process/test-quality-report.json",
    ".process/test-quality-report.md",
    ".summaries/IMPL-001-summary.md",
    ".summaries/IMPL-001.3-summary.md",
    ".summaries/IMPL-001.5-summary.md",
    ".summaries/IMPL-002-summary.md",
    ".summaries/IMPL-fix-1-summary.md",
    ".summaries/iteration-summaries/iteration-1.md",
]


def generation(story: Story) -> Generation:
    return Generation.model_validate_json(story.store.path(".process/generation.json").read_bytes())


def iterations(story: Story) -> list[IterationRecord]:
    state = story.store.state()
    assert state is not None
    return state.iterations


def report(story: Story, name: str) -> GateReport:
    return GateReport.model_validate_json(story.store.path(f".process/{name}.json").read_bytes())


def test_every_file_of_the_session_is_there_and_valid(story: Story) -> None:
    assert story.run.end.success, story.run.end.error
    folder = story.store.folder
    assert [name for name in FILES if not (folder / name).is_file() or not (folder / name).stat().st_size] == []
    assert_sound_plan(story.store)
    assert {task.id: task.status for task in story.store.tasks()} == dict.fromkeys(
        ["IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002", "IMPL-fix-1"], "completed"
    )
    package = ContextPackage.model_validate_json((folder / ".process/context-package.json").read_bytes())
    assert package.metadata["test_session_id"] == SESSION
    assert package.test_coverage.coverage_stats.source == "measured"
    analysis = Analysis.model_validate_json((folder / ".process/test-analysis.json").read_bytes())
    assert not analysis.no_gap
    assert missing_sections((folder / ".process/TEST_ANALYSIS_RESULTS.md").read_text()) == []
    results = story.store.results()
    assert results is not None and results.coverage is not None
    assert results.coverage["source"] == "measured" and 50 < results.coverage["line_rate"] <= 100
    assert set(results.coverage["files"]) == {"prices.py"}
    record = story.store.session()
    assert (record.status, record.type, record.workflow_type) == ("completed", "test", "test_session")
    assert story.store.recovered == []
    sync = (story.repo.root / ".workflow/sync.jsonl").read_text()
    assert "Test-fix cycle complete: 100% pass rate" in sync
    assert (story.repo.fingerprint(".workflow/")) == story.before, "the checkout is as it was"


def test_tests_were_added_with_their_labels_and_dropped_with_reasons(story: Story) -> None:
    made = generation(story)
    kept = [test for test in made.tests if test.kept]
    assert {test.target for test in kept} >= {"prices.py::discount"}
    assert all(test.new_lines or test.kills for test in kept)
    assert all("pins current behaviour" in test.label for test in kept)
    assert all(test.reason for test in made.tests if not test.kept)
    assert not any(test.target == "prices.py::gross" for test in made.tests), "a failing test executes it"
    for name in ("code-validation-report", "test-quality-report"):
        found = report(story, name)
        assert found.verdict == "PASS"
        assert found.reason in story.store.path(f".process/{name}.md").read_text()


def test_the_report_says_what_speaks_for_what_was_asked(story: Story) -> None:
    rows = json.loads(story.store.path(".process/traceability.json").read_bytes())["criteria"]
    assert [row["text"] for row in rows] == [story.store.session().description]
    assert rows[0]["requirements"] and rows[0]["verdict"] == "passed"
    how = {test["how"].partition(" ")[0] for test in rows[0]["tests"]}
    assert how == {"runs", "generated"}
    summary = story.store.path(".summaries/IMPL-002-summary.md").read_text()
    assert "| AC-01 |" in summary and "## Acceptance" in summary


def test_the_acceptance_commands_were_carried_out(story: Story) -> None:
    said = {task.id: [(one.passed, one.how) for one in task.acceptance_results] for task in story.store.tasks()}
    assert said["IMPL-001"] and all(passed for passed, _ in said["IMPL-001"])
    assert all(" passed" in how for _, how in said["IMPL-001"])
    assert said["IMPL-001.3"][0] == (True, "the gate's verdict is PASS") and said["IMPL-001.3"][1][0]
    assert said["IMPL-002"][0][0] is True and said["IMPL-002"][0][1].startswith("the last full run: ")


def test_covered_lines_rose(story: Story) -> None:
    quality = report(story, "test-quality-report")
    assert quality.coverage_before is not None and quality.coverage_after is not None
    assert quality.coverage_after > quality.coverage_before
    found = json.loads(story.store.path(".process/coverage-report.json").read_text())
    before, after = (CoverageStats.model_validate(found[name]) for name in ("before", "after"))
    assert (before.line_rate, after.line_rate) == (quality.coverage_before, quality.coverage_after)
    missing = [len(stats.files["prices.py"].missing_lines) for stats in (before, after)]
    assert missing[1] < missing[0]


def test_generated_tests_are_a_commit_and_frozen(story: Story) -> None:
    base = story.store.session().baseline_commit
    subjects = story.repo.subjects(f"{base}..{story.branch}")
    assert [line.partition(" (")[0] for line in subjects] == [
        subjects[0],
        "test-cycle: iteration 1 - conservative strategy",
        "test-cycle: complete - success",
    ]
    assert "generated tests in 1 files" in subjects[0]
    first, landed = story.repo.git("log", "--reverse", "--format=%H", f"{base}..{story.branch}").split()[:2]
    (path,) = generation(story).files
    assert "def test_tax" in story.text(path, first)
    assert story.store.session().model_dump()["frozen_commit"] == landed, (
        "the fix contradicted tests, so they were frozen again"
    )


def test_contradicted_test_yields_and_the_fix_lands(story: Story) -> None:
    assert story.text("prices.py") == PRICES
    assert story.text("test_prices.py") == TESTS
    made = generation(story)
    gone = [test for test in made.tests if test.reason == "contradicted by a fix"]
    assert {test.target for test in gone} == {"prices.py::tax"}
    assert made.dropped["contradicted by a fix"] == len(gone)
    (path,) = made.files
    assert story.text(path) == made.files[path]
    assert [test.name for test in gone if test.name.rpartition("::")[2] in story.text(path)] == []
    (iteration,) = iterations(story)
    withdrawn = iteration.model_dump()["withdrawn_tests"]
    assert {test.rpartition("::")[2].partition("[")[0] for test in withdrawn} == {
        test.name.rpartition("::")[2] for test in gone
    }


def test_rate_and_measured_set_stay_the_baselines(story: Story) -> None:
    results = story.store.results()
    assert results is not None
    assert (results.total, results.passed, results.pass_rate) == (2, 2, 100.0)
    (iteration,) = iterations(story)
    assert (iteration.pass_rate, iteration.pass_rate_after) == (50.0, 100.0)
    generated = set(results.outcomes) - {"test_prices.py::test_gross", "test_prices.py::test_label"}
    assert generated, "the generated tests ran beside them"


def test_branch_is_green_as_its_user_runs_it(story: Story, checked_out: Callable[..., Path]) -> None:
    place = checked_out(story.repo, story.branch)
    for arguments in ([], ["-p", "no:randomly", *generation(story).files]):
        done = subprocess.run(
            [Path(sys.executable).with_name("pytest"), "-q", "-p", "no:cacheprovider", *arguments],
            cwd=place,
            env={**os.environ, **PLAIN},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout
    kept = Counter(test.kept for test in generation(story).tests)[True]
    assert f"{kept} passed" in done.stdout
