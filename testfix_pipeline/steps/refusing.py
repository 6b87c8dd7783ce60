"""Why a change may not even be tried (SPEC 6.5, 11): it touches the judge, deceives it, or does not compile."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from pathlib import Path

from testfix_pipeline.core.patch_rules import FileChange, parsed, refuse_patch
from testfix_pipeline.core.tampering import Literal
from testfix_pipeline.steps.workbench import Workbench
from testfix_pipeline.workspace.changes import ChangedFile


def refusal_of(wb: Workbench, tree: Path, changes: Iterable[ChangedFile], target_tests: Collection[str]) -> str:
    """The objections to a change in a worktree, as sentences; "" where it may be tried.

    `target_tests` are those that the change means to mend.
    """
    literals = literals_of(wb.root(tree), {test.partition("::")[0] for test in target_tests})
    found = refuse_patch([_as_file_change(wb, change) for change in changes], test_literals=literals)
    return "; ".join(f"{refusal.path}: {refusal.reason} ({refusal.rule})" for refusal in found)


def literals_of(root: Path, files: Collection[str]) -> set[Literal]:
    """The constants in the test files a change aims at: source that answers one with another has learnt the test."""
    found: set[Literal] = set()
    for file in sorted(files):
        tree = parsed((root / file).read_bytes()) if (root / file).is_file() else None
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes | int | float | complex):
                found.add(node.value)
    return found


def _as_file_change(wb: Workbench, change: ChangedFile) -> FileChange:
    path = wb.in_project(change.path)
    return FileChange(path=path, before=change.before, after=change.after, mode=change.mode, symlink=change.symlink)
