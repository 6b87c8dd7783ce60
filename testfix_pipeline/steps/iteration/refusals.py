"""Refuses changes before they are tried: those that touch or deceive the tests, and those that do not compile."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.patch_policy.doctests import documented_files, test_files
from testfix_pipeline.core.patch_policy.language_registry import is_source, language_of
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, PatchRefusal, refuse_patch
from testfix_pipeline.core.patch_policy.project_rules import project_refusals
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.interpreter import installed_module
from testfix_pipeline.execution.patch_checks.test_literals import literals_of
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import MOST_BYTES, ChangedFile

_SHOWN_LINES = 8


def refusal_of(wb: Workbench, tree: Path, changes: Iterable[ChangedFile], target_tests: Collection[TestId]) -> str:
    """Return the objections to a change in a worktree as one text, "" if it may be tried; see `refusals_of`."""
    return "; ".join(map(describe, refusals_of(wb, tree, changes, target_tests)))


def refusals_of(
    wb: Workbench, tree: Path, changes: Iterable[ChangedFile], target_tests: Collection[TestId]
) -> list[PatchRefusal]:
    """Return the objections to a change in a worktree; empty if it may be tried.

    `target_tests` are the tests that the change means to fix.
    """
    literals = literals_of(wb.root(tree), test_files(target_tests))
    known = wb.store.results()
    documented = documented_files([*(known.outcomes if known else ()), *target_tests])
    changes = list(changes)
    judged = [_as_file_change(wb, change, documented) for change in changes if not change.oversize]
    own = project_refusals(wb.project_rules, {change.path: wb.in_project(change.path) for change in changes})
    return [*size_refusals(wb, changes), *own, *refuse_patch(judged, test_literals=literals)]


def size_refusals(wb: Workbench, changes: Iterable[ChangedFile]) -> list[PatchRefusal]:
    """The objections to files that are too large to be read, which no other rule judges."""
    reason = f"It has over {MOST_BYTES >> 20} MiB, which no fix has."
    return [PatchRefusal("size", wb.in_project(change.path), (), reason) for change in changes if change.oversize]


def describe(refusal: PatchRefusal) -> str:
    """A refusal in words: file and lines, the reason, the rule."""
    lines = ", ".join(map(str, refusal.lines[:_SHOWN_LINES])) + (", ..." if len(refusal.lines) > _SHOWN_LINES else "")
    place = f"{refusal.path}:{lines}" if lines else refusal.path
    return f"{place}: {refusal.reason} ({refusal.rule})"


def _as_file_change(wb: Workbench, change: ChangedFile, documented: Collection[str]) -> FileChange:
    path = wb.in_project(change.path)
    return FileChange(
        path=path,
        before=change.before,
        after=change.after,
        mode=change.mode,
        symlink=change.symlink,
        product=not is_test_side(wb, change.path),
        test_data=_is_test_data(wb, change),
        for_tests=_is_for_tests(wb, change),
        documented=path in documented,
        hides=_shadowed_module(wb, path) if change.before is None else "",
    )


def _is_test_data(wb: Workbench, change: ChangedFile) -> bool:
    """Whether an existing data file is named only in test files, so that it holds expected values."""
    name = PurePosixPath(change.path).name
    if change.before is None or is_source(name) or name.endswith((".toml", ".cfg", ".md", ".rst")):
        return False
    return _is_only_in_tests(wb, rb"(?<![\w.])" + re.escape(os.fsencode(name)) + rb"(?!\w)")


def _is_for_tests(wb: Workbench, change: ChangedFile) -> bool:
    """Whether an existing module with assertions is imported only by test files."""
    stem = re.escape(os.fsencode(PurePosixPath(change.path).stem))
    language = language_of(change.path)
    if change.before is None or language is None or not language.asserting(change.before):
        return False
    return _is_only_in_tests(wb, rb"(?m)(?:^[ \t]*(?:from|import|}.*from)\b|\brequire\()[^\n]*\b" + stem + rb"\b")


def _is_only_in_tests(wb: Workbench, pattern: bytes) -> bool:
    """Whether some source file contains the pattern, and all that do belong to the tests."""
    word = re.compile(pattern)
    sources = filter(is_source, wb.mirror.files(wb.frozen))
    naming = [path for path, text in wb.mirror.read_each(wb.frozen, sources) if word.search(text)]
    return bool(naming) and all(is_test_side(wb, path) for path in naming)


def _shadowed_module(wb: Workbench, path: str) -> str:
    """The installed top-level module that a new file would shadow, "" if there is none."""
    parts = PurePosixPath(path).parts
    parts = parts[1:] if parts[:1] in (("src",), ("lib",)) else parts
    top = parts[0].removesuffix(".py") if parts and path.endswith(".py") else ""
    if not top.isidentifier() or _is_own_module(wb, top) or not installed_module(wb.target.interpreter, top):
        return ""
    return top


def _is_own_module(wb: Workbench, top: str) -> bool:
    """Whether the project already had a module or folder of this name."""
    own = (f"{folder}{top}{end}" for folder in ("", "src/", "lib/") for end in ("/", ".py"))
    places = tuple(map(wb.in_repository, own))
    return any(known.startswith(places) for known in wb.mirror.files(wb.frozen))
