"""The second look at an acceptable attempt: does it repair the code, or only satisfy the tests?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.patch_policy.answer_pattern import objection_by_pattern
from testfix_pipeline.core.patch_policy.fitted_values import find_fitted_value
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.second_look import (
    Objection,
    ReturnValues,
    Sighting,
    added_classes,
    added_constants,
    adds_constants,
    keeps_functions,
    objection_by_behaviour,
    objections_by_assertions,
)
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt
from testfix_pipeline.core.plan_records import ANALYSIS, Analysis
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.patch_checks.moved_expectations import find_moved_expectation
from testfix_pipeline.execution.patch_checks.test_literals import literals_of, values_of_tests
from testfix_pipeline.execution.patch_checks.varied_tests import compare_varied_tests
from testfix_pipeline.execution.patch_checks.witness import SecondLook, compare_return_values, observe_tests
from testfix_pipeline.steps.iteration.framework_second_look import objection_in_framework
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, run_tests, suite_timeout
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile

Behaviour = tuple[Sighting, ReturnValues]


def find_objection(
    wb: Workbench,
    task: Task,
    tree: Path,
    commit: str,
    changes: Sequence[ChangedFile],
    fixed: Collection[TestId],
    begun: Callable[[Collection[TestId]], SecondLook | None],
) -> Objection | None:
    """Return the objection to the change in `tree`, made on `commit`, that makes the tests `fixed` pass; else None.

    `begun` gives the look at some tests that already ran in a copy of the tree. A test that can't be watched (its calls
    are no plain data, a run fails) is judged by what it says alone.
    """
    tests = {test for test in fixed if not is_collection_id(test)}
    if not tests:
        return None  # tests of a file that collects now count from the next iteration
    found = _watched_objection(wb, task, tree, commit, changes, tests, begun)
    return found if found is not None else _fitted_value(wb, tree, changes, tests)


def _fitted_value(
    wb: Workbench, tree: Path, changes: Sequence[ChangedFile], fixed: Collection[TestId]
) -> Objection | None:
    """The doubt about a value in the change in `tree` that only one of the tests `fixed` explains, or None.

    Behind an update the old release explains values, such as a default that has changed.
    """
    if any(one.update is not None for one in wb.results().failures if one.test in fixed):
        return None
    files = {test.file for test in fixed}
    passing = wb.results().passed_tests
    beside = {test for test in passing if test.file in files}.union(fixed)
    paths = {wb.in_project(one.path): tree / one.path for one in changes}

    def failing(path: str, text: str) -> set[TestId]:
        patched = paths[path].read_bytes()
        paths[path].write_text(text, encoding="utf-8")
        try:
            return run_tests(wb, tree, beside).failing & {*fixed, *passing}
        finally:
            paths[path].write_bytes(patched)

    return find_fitted_value(_texts(wb, changes), values_of_tests(wb.root(tree), fixed, _documents(wb)), failing)


def _documents(wb: Workbench) -> str:
    """What the session is to reach, as the user or the plan says it."""
    analysis = read_stored(wb, ANALYSIS, Analysis)
    required = [one.text for one in analysis.criteria] if analysis is not None else []
    return "\n".join([wb.store.session().description, *required])


def _watched_objection(
    wb: Workbench,
    task: Task,
    tree: Path,
    commit: str,
    changes: Sequence[ChangedFile],
    tests: set[TestId],
    begun: Callable[[Collection[TestId]], SecondLook | None],
) -> Objection | None:
    others = [TestId(test) for test in sorted(tests) if not wb.target.runs_in_interpreter(TestId(test).file)]
    if others and (found := _framework_objection(wb, task, commit, changes, others)) is not None:
        return found
    restore_test_side(wb, tree)
    look = begun(tests) or observe_tests(wb.target, tree, tests, suite_timeout(wb))
    if look.none_passed and not run_tests(wb, tree).passed & tests:
        return Objection("unsteady_gain", "What newly passes failed in the next runs on the same tree.")
    seen = look.seen
    changed = {wb.in_project(change.path) for change in changes}
    python = [change for change in changes if change.path.endswith(".py")]
    added = {(name, wb.in_project(one.path)) for one in python for name in added_classes(one.before, one.after)}
    found = next(objections_by_assertions(seen, changed, added), None)
    if found is not None or not seen:
        return found
    return _behaviour_objection(wb, task, tree, commit, changes, seen) or find_static_doubt(
        _texts(wb, changes), literals_of(wb.root(tree), {TestId(test).file for test in tests})
    )


def _texts(wb: Workbench, changes: Sequence[ChangedFile]) -> list[FileTexts]:
    return [FileTexts(wb.in_project(one.path), _text(one.before) or "", _text(one.after) or "") for one in changes]


def _behaviour_objection(
    wb: Workbench, task: Task, tree: Path, commit: str, changes: Sequence[ChangedFile], seen: Sequence[Sighting]
) -> Objection | None:
    """The objection to what the change returns for the tests' values and for others near them, or None."""
    learns = any(_brings_knowledge(change) for change in changes)
    python = [change for change in changes if change.path.endswith(".py")]
    brought = {text for change in python for text in added_constants(change.before, change.after)}
    source = "\n".join((change.before or b"").decode(errors="replace") for change in changes)
    with wb.worktree(f"before-{task.id}", commit) as before:
        moved = _moved_expectation(wb, before, tree, changes, seen)
        if moved is not None:
            return moved
        answered = _return_values(wb, before, tree, [one for one in seen if one.calls])
        found = _first_objection(answered, learns, source, brought)
        if found is None or found.is_doubt:
            unseen = [one for one in seen if learns or not one.calls]
            varied = _varied_values(wb, before, tree, unseen, source) if unseen else []
            found = _first_objection(varied, learns, source, brought) or found
    return found


def _moved_expectation(
    wb: Workbench, before: Path, tree: Path, changes: Sequence[ChangedFile], seen: Sequence[Sighting]
) -> Objection | None:
    """The objection to a change of data alone that moves what tests expect, or None."""
    if not all(keeps_functions(change.before, change.after) for change in changes):
        return None
    restore_test_side(wb, before)
    try:
        return find_moved_expectation(wb.target, before, tree, seen, suite_timeout(wb))
    finally:
        restore_test_side(wb, tree)  # what the runs left


def _framework_objection(
    wb: Workbench, task: Task, commit: str, changes: Sequence[ChangedFile], tests: Sequence[TestId]
) -> Objection | None:
    """The objection by tests of other frameworks to what changes inside of the project, or None."""
    prefix = f"{wb.project.subdir}/" if wb.project.subdir else ""
    inside = [one for one in changes if one.path.startswith(prefix)]
    mapped = [SourceChange(one.path.removeprefix(prefix), _text(one.before), _text(one.after)) for one in inside]
    with wb.worktree(f"varied-{task.id}", commit) as before:
        restore_test_side(wb, before)
        return objection_in_framework(wb.target, before, mapped, tests)


def _text(content: bytes | None) -> str | None:
    return content.decode(errors="replace") if content is not None else None


def _return_values(wb: Workbench, before: Path, tree: Path, seen: Sequence[Sighting]) -> list[Behaviour]:
    """What the calls of tests return outside of them, before and after the change."""
    if not seen:
        return []
    try:
        for one in (before, tree):
            _empty_tests(wb, one)
        return list(zip(seen, compare_return_values(wb.target, before, tree, seen), strict=True))
    finally:
        restore_test_side(wb, tree)


def _varied_values(wb: Workbench, before: Path, tree: Path, seen: Sequence[Sighting], source: str) -> list[Behaviour]:
    """What the assertions of tests compare if the tests have other values, before and after the change."""
    restore_test_side(wb, before)
    try:
        return compare_varied_tests(wb.target, before, tree, seen, source, suite_timeout(wb))
    finally:
        restore_test_side(wb, tree)  # what the runs left


def _first_objection(
    answered: Sequence[Behaviour], learns: bool, source: str, brought: Collection[str]
) -> Objection | None:
    """The objection to what the change returns; one that decides before one that is only a doubt."""
    found = [objection_by_behaviour(one, of, learns=learns, source=source, brought=brought) for one, of in answered]
    found += [objection_by_pattern(one, of, source, learns=learns, brought=brought) for one, of in answered]
    return min(filter(None, found), key=lambda one: one.is_doubt, default=None)


def _empty_tests(wb: Workbench, tree: Path) -> None:
    """Empty a worktree's own test-side files, so that code can't read expected values from them."""
    top = tree.resolve()
    for path in wb.mirror.files(wb.frozen):
        place = tree / path
        if is_test_side(wb, path) and place.is_file() and place.resolve() == top / path:
            place.unlink()  # not truncated: it may be a hard link
            place.touch()


def _brings_knowledge(change: ChangedFile) -> bool:
    if not change.path.endswith(".py"):
        return change.after is not None
    return adds_constants(change.before, change.after)
