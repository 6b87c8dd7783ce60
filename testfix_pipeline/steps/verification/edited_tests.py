"""Finds how a change edits existing tests: removed, skipped, asserting less or something else."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.written_tests import TestChange
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import TestEdit, Verification
from testfix_pipeline.steps.verification.changed_test_side import TestSideChanges, names_of


def edited_tests(found: Verification, side: TestSideChanges) -> list[TestEdit]:
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
