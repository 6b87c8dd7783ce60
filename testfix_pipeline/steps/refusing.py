"""Why a change may not even be tried (SPEC 6.5, 11): it touches the judge, deceives it, or does not compile."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from testfix_pipeline.core.patch_rules import FileChange, refuse_patch
from testfix_pipeline.execution.literals import literals_of
from testfix_pipeline.steps.workbench import Workbench
from testfix_pipeline.workspace.changes import ChangedFile


def refusal_of(wb: Workbench, tree: Path, changes: Iterable[ChangedFile], target_tests: Collection[str]) -> str:
    """The objections to a change in a worktree, as sentences; "" where it may be tried.

    `target_tests` are those that the change means to mend.
    """
    literals = literals_of(wb.root(tree), {test.partition("::")[0] for test in target_tests})
    found = refuse_patch([_as_file_change(wb, change) for change in changes], test_literals=literals)
    return "; ".join(f"{refusal.path}: {refusal.reason} ({refusal.rule})" for refusal in found)


def _as_file_change(wb: Workbench, change: ChangedFile) -> FileChange:
    path = wb.in_project(change.path)
    return FileChange(path=path, before=change.before, after=change.after, mode=change.mode, symlink=change.symlink)
