"""The generated tests of a session: they must pass, except where a fix contradicts them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId, last_title
from testfix_pipeline.planning.generation.withdrawal import withdraw, without_marks
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

GENERATION = ".process/generation.json"
GENERATING = frozenset({"test-gen", "code-validation", "test-quality-review"})
"""The types of the tasks that generate tests and judge them."""


def generation_of(wb: Workbench) -> Generation:
    """Return what IMPL-001 generated, without withdrawn tests; empty if nothing was generated."""
    return read_stored(wb, GENERATION, Generation) or Generation()


def may_generate(wb: Workbench) -> bool:
    """Whether the session generates tests: a `run` does, a `fix` where another tool planned that task or a gate."""
    return wb.session.kind != "fix" or any(task.meta.type in GENERATING for task in wb.store.tasks())


def keep_generation(wb: Workbench, generation: Generation) -> None:
    wb.store.write_sealed(GENERATION, generation)


def generation_summary(task: Task, made: Generation) -> str:
    """Return `.summaries/IMPL-001-summary.md`: admitted and dropped tests with reasons, the same for each task."""
    kept = [test for test in made.tests if test.kept]
    lines = [
        f"# {task.id}: {len(kept)} tests kept, {sum(made.dropped.values())} dropped",
        "",
        *([f"Written by {made.tool}."] if made.tool != "builtin" else []),
        *(f"Not by a model: {reason}" for reason in made.refusals),
        *(f"- refused and undone: {what}" for what in made.refused),
        *(f"- `{test.file}::{last_title(test.name)}` for {test.target}: {test.label}" for test in kept),
        *(f"- dropped, {reason}: {number}" for reason, number in sorted(made.dropped.items())),
        *(f"- no test for {target}: {reason}" for target, reason in made.left_out.items()),
        *([] if made.tests else ["Nothing was missing, or nothing could be generated."]),
    ]
    return "\n".join(lines) + "\n"


def write_files(wb: Workbench, tree: Path, files: Mapping[str, str]) -> None:
    """Put generated test files into a worktree."""
    for path, text in files.items():
        place = wb.root(tree) / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def generated_among(wb: Workbench, tests: Iterable[TestId]) -> set[TestId]:
    """Return the tests that were generated in this session."""
    files = generation_of(wb).files
    return {test for test in tests if TestId(test).file in files}


def contradicted_tests(wb: Workbench, before: Mapping[TestId, Outcome], run: SuiteRun) -> set[TestId]:
    """Return generated tests that a fix contradicts: they passed before and fail in the run that lands it."""
    passed = {test for test, outcome in before.items() if outcome.status == "passed"}
    return generated_among(wb, passed & run.failing)


def fulfilled_tests(wb: Workbench, before: Mapping[TestId, Outcome], run: SuiteRun) -> set[TestId]:
    """Return generated tests that were expected to fail before a fix, and pass in the run that lands it."""
    expected = {test for test, outcome in before.items() if outcome.status == "skipped"}
    return generated_among(wb, expected & run.passed)


def without(wb: Workbench, tests: Iterable[TestId]) -> Generation:
    """Return the generation without tests that a fix contradicts; parametrised tests are removed as a whole."""
    return withdraw(generation_of(wb), {test.partition("[")[0]: "contradicted by a fix" for test in tests})


def settle(wb: Workbench, tree: Path, contradicted: set[TestId], fulfilled: set[TestId]) -> Generation:
    """Remove contradicted tests from their files in a worktree, and the marks of fulfilled ones.

    Returns what is left, for `keep_generation`.
    """
    before = generation_of(wb)
    left = without_marks(without(wb, contradicted), {test.partition("[")[0] for test in fulfilled})
    for path in before.files.keys() - left.files.keys():
        (wb.root(tree) / path).unlink(missing_ok=True)
    write_files(wb, tree, left.files)
    return left
