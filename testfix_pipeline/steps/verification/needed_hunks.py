"""Finds out which test needs which hunk of a change: each is undone alone, and the tests run without it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.code_view import lines_with_ends
from testfix_pipeline.core.patch_policy.language_registry import is_same_program
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import HunkNeed, Verification
from testfix_pipeline.repair.model.line_diff import hunks
from testfix_pipeline.steps.measurement.suite_measurement import run_tests
from testfix_pipeline.steps.session.progress_list import report_detail
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair, changed_files

MOST_HUNKS = 40
_PROSE = (".md", ".rst")
_NO_FILE, _PLAIN, _EXECUTABLE = "000000", "100644", "100755"
"""Git's modes of what is not there, and of files; others are links and submodules."""


@dataclass(frozen=True)
class _Hunk:
    """A hunk, with the content of its file without it and with it; None where the file is not there.

    path: relative to the repository. lines: the first and the last one, after the change. is_file: False for links and
    submodules, which are not undone. is_executable: what the file is on the side where it is there.
    """

    path: str
    lines: tuple[int, int]
    text: str
    without: bytes | None = None
    content: bytes | None = None
    is_file: bool = True
    is_executable: bool = False


def with_hunks(wb: Workbench, compared: CommitPair, found: Verification) -> Verification:
    """Add which tests need each hunk of the change outside of tests: they pass after it, and not without the hunk.

    The tests that newly pass or are new run first; where none of them needs it, all do.
    """
    own = {*found.test_files, *found.helpers}
    changed = list(_changed_hunks(wb, compared, [path for path in found.files if path not in own]))
    statuses = found.final_statuses
    passing = {TestId(test) for test, status in statuses.items() if status == "passed"} - {*found.flaky}
    claimed = {*found.newly_passing, *(test for test in passing if test not in found.before)} & passing
    if not changed or not passing:
        return found
    wb.freeze(compared.after)
    needs = []
    with wb.worktree("hunks", compared.after) as tree:
        for number, hunk in enumerate(changed[:MOST_HUNKS], 1):
            report_detail(wb, f"the tests run without hunk {number} of {len(changed)}")
            needs.append(_need(wb, hunk, _needing(wb, tree, hunk, claimed, passing)))
    needs += [_need(wb, hunk, None) for hunk in changed[MOST_HUNKS:]]
    return found.model_copy(update={"hunks": needs})


def _needing(
    wb: Workbench, tree: Path, hunk: _Hunk, claimed: Collection[TestId], passing: Collection[TestId]
) -> list[TestId] | None:
    """The tests that fail twice without a hunk, and not with it; None where it can't be undone alone."""
    file = tree / hunk.path
    is_beside = file.parent.resolve() != tree.resolve() / PurePosixPath(hunk.path).parent  # a link is in its path
    if not hunk.is_file or file.is_symlink() or file.is_dir() or is_beside:
        return None
    try:
        _put(file, hunk.without, hunk.is_executable)
    except (FileExistsError, NotADirectoryError):  # a file is now where its folder was
        return None
    try:
        failing = _failing(wb, tree, claimed) or _failing(wb, tree, passing)
        failing = _failing(wb, tree, failing)
    finally:
        _put(file, hunk.content, hunk.is_executable)
    return sorted({*failing} - {*_failing(wb, tree, failing)})


def _need(wb: Workbench, hunk: _Hunk, failing: Iterable[TestId] | None) -> HunkNeed:
    """failing: the tests that fail without it; None if it was not tried."""
    first, last = hunk.lines
    path, tests = wb.in_project(hunk.path), sorted(failing or ())
    return HunkNeed(path=path, first=first, last=last, text=hunk.text, tests=tests, tried=failing is not None)


def _failing(wb: Workbench, tree: Path, tests: Collection[TestId]) -> list[TestId]:
    """The tests that do not pass in `tree`: all of them if they can't be run any more."""
    if not tests:
        return []
    run = run_tests(wb, tree, tests)
    if run.fault is not None:
        return sorted(tests)
    passed = {test for test, outcome in run.outcomes.items() if outcome.status == "passed"}
    return sorted({*tests} - passed)


def _put(file: Path, content: bytes | None, is_executable: bool) -> None:
    """Write a file, or remove it."""
    if content is None:
        file.unlink(missing_ok=True)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(0o755 if is_executable else 0o644)


def _changed_hunks(wb: Workbench, compared: CommitPair, files: Iterable[str]) -> Iterator[_Hunk]:
    """Yield the hunks of files that change the program; layout, comments and documents do not."""
    _, modes = changed_files(wb.mirror, compared)
    for path in map(wb.in_repository, files):
        old, new = modes.get(path, ("", ""))
        if not {old, new} <= {_NO_FILE, _PLAIN, _EXECUTABLE}:
            yield _Hunk(path, (1, 1), "a link or a submodule", is_file=False)
            continue
        before, after = (wb.mirror.read(commit, path) for commit in (compared.before, compared.after))
        is_executable = _EXECUTABLE in (new, old if new == _NO_FILE else "")
        if PurePosixPath(path).suffix.lower() in _PROSE or is_same_program(path, before, after):
            continue
        if before is None or after is None:
            lines = (after or b"").decode(errors="replace").splitlines()
            text = "the whole file" if after is not None else "the file is removed"
            yield _Hunk(path, (1, len(lines)), text, before, after, is_executable=is_executable)
        else:
            yield from (replace(one, is_executable=is_executable) for one in _hunks_of(path, before, after))


def _hunks_of(path: str, before: bytes, after: bytes) -> Iterator[_Hunk]:
    old, new = (lines_with_ends(side.decode(errors="surrogateescape")) for side in (before, after))
    for one in hunks(old, new):
        undone = [*new[: one.other_start], *old[one.start : one.end], *new[one.other_end :]]
        without = "".join(undone).encode(errors="surrogateescape")
        if is_same_program(path, without, after):
            continue
        written = "".join(new[one.other_start : one.other_end] or ["without ", *old[one.start : one.end]])
        text = next((line.strip() for line in written.splitlines() if line.strip()), "")
        lines = one.other_start + 1, max(one.other_end, one.other_start + 1)
        yield _Hunk(path, lines, text, without, after)
