"""Runs a change's own tests on its code, and before it if they have to prove the change; finds how it edits tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from testfix_pipeline.core.patch_policy.language_registry import is_same_program, is_source, unjudged_files
from testfix_pipeline.core.patch_policy.written_tests import TestChange, WrittenTest, WrittenTests
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import ChangedExpectation, TestEdit, Verification, statuses
from testfix_pipeline.execution.suite_runs import restrict_to_tests
from testfix_pipeline.steps.measurement.suite_measurement import flaky_tests_in, prove_flakes, run_tests
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.changed_test_side import TestSideChanges, changed_test_side, names_of
from testfix_pipeline.steps.verification.compared_commits import CommitPair
from testfix_pipeline.steps.verification.python_sharpness import replaced_names
from testfix_pipeline.steps.verification.test_sharpness import measured_sharpness, with_sharpness


def with_own_tests(wb: Workbench, compared: CommitPair, found: Verification) -> Verification:
    """Add the results of the changed tests: which fail, and which assert less than before.

    All tests run if helpers or settings (`found.helpers`) changed, which may affect any of them, or if tests in other
    files still fail, which the changed ones may turn green; else those of the changed files.
    """
    side = changed_test_side(wb, compared, found)
    side = replace(side, helpers=(*side.helpers, *found.helpers))
    wb.freeze(compared.after)
    found = _run_on_changed_code(wb, compared, found.model_copy(update={"helpers": list(side.helpers)}), side)
    if found.fault:
        return found
    expectations = list(_changed_expectations(found, side))
    found = found.model_copy(update={"test_edits": _edited_tests(found, side), "expectations": expectations})
    if not side.helpers and (replacing := _replacing_files(wb, compared, side)):
        side, found = replace(side, helpers=replacing), found.model_copy(update={"helpers": list(replacing)})
    found = with_sharpness(found, measured_sharpness(wb, compared, found, side))
    if found.test_edits:
        from testfix_pipeline.steps.verification.emptied_tests import with_emptied_tests  # takes a while to load

        found = with_emptied_tests(wb, compared, found)
    return _run_on_old_code(wb, compared, found, side)


def _replacing_files(wb: Workbench, compared: CommitPair, side: TestSideChanges) -> tuple[str, ...]:
    """Return the changed files of tests in Python, if they replace code of the program for all tests: what these notice
    then has to be measured."""
    files = tuple(path for path, tests in sorted(side.after.items()) if tests.tests and path.endswith(".py"))
    if not files:
        return ()
    with wb.worktree("importing", compared.after) as tree:
        return files if replaced_names(wb, compared, tree, list(map(TestId, files))) else ()


def _changed_expectations(found: Verification, side: TestSideChanges) -> Iterator[ChangedExpectation]:
    """Yield what differs in tests that failed before and pass only as edited."""
    nothing = WrittenTest(())
    for test in found.still_failing:
        sides = [files.get(test.file, WrittenTests()).tests for files in (side.before, side.after)]
        if found.own_tests.get(test) == "passed" and all(sides):
            old, new = ([one.text for one in tests.get(names_of(test), nothing).statements] for tests in sides)
            before, after = [one for one in old if one not in new], [one for one in new if one not in old]
            if before or after:
                yield ChangedExpectation(test=test, before=before, after=after)


def _run_on_changed_code(
    wb: Workbench, compared: CommitPair, found: Verification, side: TestSideChanges
) -> Verification:
    inheriting = {test.file_id for test in found.lost if test.file not in side.before}
    files = sorted({TestId(path) for path, tests in side.after.items() if tests.tests} | inheriting)
    others = {test.file_id for test in map(TestId, found.before) if test.file not in found.test_files}
    wanted = sorted(others.union(files) if any(test.file_id in others for test in found.still_failing) else files)
    if not wanted and not side.helpers:
        return found
    with wb.worktree("changed-tests", compared.after) as tree:
        run = run_tests(wb, tree, None if side.helpers else wanted)
        if run.fault is not None:
            return found.model_copy(update={"fault": f"with the change's own tests: {run.fault.message}"})
        seen = run.passed | {test.file_id for test in run.passed}
        green = [
            test for test in found.still_failing if test in seen and test.file_id not in files and not side.helpers
        ]
        alone = run_tests(wb, tree, green) if green else run
        beside = [test for test in green if alone.fault is not None or test in alone.failing]
        by_itself = {*green} - {*beside}
        shown = run if side.helpers else restrict_to_tests(run, [*files, *(test.file_id for test in by_itself)])
        own = statuses(shown.outcomes) | dict.fromkeys(by_itself, "passed")
        was = dict(_moved_failures(own, found, side))
        moved = sorted(test for test in was if own[test] != "passed")
        found = found.model_copy(update={"own_tests": own, "beside": beside, "moved": moved, "moved_from": was})
        unsteady = flaky_tests_in(prove_flakes(wb, tree, set(found.new_failing), run.outcomes))
    return found.model_copy(update={"flaky": sorted({*found.flaky, *unsteady})})


def _moved_failures(
    own: Mapping[str, str], found: Verification, side: TestSideChanges
) -> Iterator[tuple[TestId, TestId]]:
    """Yield tests, failing ones first, that failed before under a name that is gone, or in another file, with the same
    body, and that earlier test: it accounts for one test now."""
    failing = {TestId(test) for test in found.still_failing}
    for test in map(TestId, sorted(own.keys() - found.before.keys(), key=lambda one: (own[one] == "passed", one))):
        gone = {old for old in side.old_names(test) if not side.is_written(*old)}
        if was := min((one for one in failing if (one.file, names_of(one)) in gone), default=None):
            failing.remove(was)
            yield test, was


def _run_on_old_code(wb: Workbench, compared: CommitPair, found: Verification, side: TestSideChanges) -> Verification:
    """Add whether the newly passing tests, or else the new ones, fail on the code before the change."""
    wanted = _proving_tests(found, side)
    if not wanted or not _changes_code(wb, compared, found):
        return found
    with wb.worktree("changed-tests-before", compared.before) as tree:
        run = run_tests(wb, tree, wanted)
    return found if run.fault is not None else found.model_copy(update={"own_before": statuses(run.outcomes)})


def _proving_tests(found: Verification, side: TestSideChanges) -> list[TestId]:
    """Return the newly passing tests, or else the new ones, with all cases of their functions: their ids count them."""
    passing = [TestId(test) for test, status in found.own_tests.items() if status == "passed"]
    if found.newly_passing:
        return sorted({*found.newly_passing}.intersection(passing))
    new = {(test.file, names_of(test)) for test in passing if test not in found.before and side.is_new(test)}
    return sorted(test for test in passing if (test.file, names_of(test)) in new)


def _changes_code(wb: Workbench, compared: CommitPair, found: Verification) -> bool:
    """Whether anything but tests differs by more than layout, comments and docstrings."""
    changed = [path for path in found.files if path not in found.test_files]
    return bool(unjudged_files(changed)) or not all(
        is_same_program(
            path, *(wb.mirror.read(one, wb.in_repository(path)) for one in (compared.before, compared.after))
        )
        for path in changed
        if is_source(path)
    )


def _edited_tests(found: Verification, side: TestSideChanges) -> list[TestEdit]:
    """Return the edits of the tests of `found.before`, by their ids, without renamed tests.

    Includes tests of unchanged files if helpers changed: then all tests have run.
    """
    changes = side.changes
    seen = {TestId(test) for test in found.before}
    edits = [edit for test in sorted(seen) if (edit := _edit(test, found, side, changes.get(test.file, ())))]
    return [*edits, *_edits_of_shared_code(seen, changes)]


def _edit(
    test: TestId, found: Verification, side: TestSideChanges, changes: list[TestChange] | tuple[()]
) -> TestEdit | None:
    was, now = found.before[test], found.own_tests.get(test)
    touched = test.file in found.test_files and test.file not in side.same
    if was == "skipped" or test.is_file or not (side.helpers or touched):
        return None
    change = next((one for one in changes if _is_of(one, test)), None)
    if change is not None and change.kind != "edited":
        return TestEdit(test=test, kind=change.kind, why=change.why)
    if now is None and not side.is_renamed(test) and test.file not in found.own_tests:
        return TestEdit(test=test, kind="removed", why=f"It {was} before, and no such case is there any more.")
    if now == "skipped":
        return TestEdit(test=test, kind="skipped", why=f"It {was} before and is skipped now.")
    return TestEdit(test=test, kind="edited", why=change.why) if change is not None else None


def _is_of(change: TestChange, test: TestId) -> bool:
    """Whether a change concerns a test's function, of which subtests are parts."""
    return not change.shared and change.names == names_of(test)[: len(change.names)]


def _edits_of_shared_code(seen: set[TestId], changes: dict[str, list[TestChange]]) -> Iterator[TestEdit]:
    """Yield changes of shared test code, and of tests whose titles are only known when they run."""
    for path, found in changes.items():
        known = [test for test in seen if test.file == path]
        for one in found:
            if one.kind != "removed" and not any(_is_of(one, test) for test in known):
                yield TestEdit(test=TestId.of(path, one.names), kind=one.kind, why=one.why)
