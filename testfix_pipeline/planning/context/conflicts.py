"""Risks of conflict for the session's work: uncommitted changes, unfinished git operations, often changed files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.planning.context.commit_history import Commit
from testfix_pipeline.planning.project.relevance import RankedFile
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.workspace.git.repository import Project

_HOT = 5  # commits of those
_MOST_LISTED = 10
# `diff`, not `diff-index`: that one names every file whose time stamp the index does not know, as in a copied checkout.
_CHANGED = ("diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=all")
_UNFINISHED = {
    "MERGE_HEAD": "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
}


def conflicts(project: Project, kept: Sequence[RankedFile], found: Survey, history: Sequence[Commit]) -> dict[str, Any]:
    """`conflict_detection` of the context package.

    high: an unfinished operation of git, or relevant files with uncommitted changes that were reverted before; medium:
    any other factor; low: none.
    """
    wanted = {each.path for each in kept}
    uncommitted = sorted(set(_uncommitted(project)) & wanted)
    unfinished = next((name for file, name in _UNFINISHED.items() if (project.git_dir / file).exists()), "")
    past = [_past_conflict(commit, wanted) for commit in history if commit.kind and wanted.intersection(commit.files)]
    hot = Counter(path for commit in history for path in commit.files if path in wanted)
    busy = [path for path, number in hot.most_common(_MOST_LISTED) if number >= _HOT]
    broken = [path for path in sorted(wanted) if path in found.outlines and found.outlines[path].error]
    factors = [
        *([f"{unfinished} is unfinished in the checkout"] if unfinished else []),
        *([f"uncommitted changes in {_first_names(uncommitted)}"] if uncommitted else []),
        *([f"changed in {_HOT} or more of the last {len(history)} commits: {_first_names(busy)}"] if busy else []),
        *([f"reverts or merges touched relevant files {len(past)} times"] if past else []),
        *([f"not valid Python: {_first_names(broken)}"] if broken else []),
    ]
    high = bool(unfinished) or (bool(uncommitted) and bool(past))
    return {
        "risk_level": "high" if high else "medium" if factors else "low",
        "risk_factors": factors,
        "affected_modules": _source_folders(kept, found),
        "mitigation_strategy": _mitigation(uncommitted, busy, broken),
        "historical_conflicts": past[:_MOST_LISTED],
    }


def _uncommitted(project: Project) -> Iterator[str]:
    """Yield the tracked files that differ from HEAD, and the untracked ones, relative to the project."""
    start = f"{project.subdir}/" if project.subdir else ""
    changed = project.git.names(*_CHANGED, "HEAD")
    new = project.git.names("ls-files", "-z", "--others", "--exclude-standard", "--", project.subdir or ".")
    for name in changed + new:
        if name.startswith(start):
            yield name.removeprefix(start)


def _past_conflict(commit: Commit, wanted: Collection[str]) -> dict[str, Any]:
    files = [path for path in commit.files if path in wanted]
    return {"commit": commit.commit[:12], "kind": commit.kind, "subject": commit.subject, "files": files}


def _source_folders(kept: Sequence[RankedFile], found: Survey) -> list[str]:
    """The folders of relevant source files, most relevant first."""
    sources = [each.path for each in kept if found.files.kind(each.path) == "source"]
    return list(dict.fromkeys(str(PurePosixPath(path).parent) for path in sources))


def _mitigation(uncommitted: Sequence[str], busy: Sequence[str], broken: Sequence[str]) -> str:
    parts = ["All work happens on the session's own branch; the checkout, its index and its branch stay as they are."]
    if uncommitted:
        parts.append("Uncommitted changes are snapshotted first; where they touch a fixed file a patch is handed over.")
    if busy:
        parts.append("Deliver soon: files that change often drift away from the session's branch.")
    if broken:
        parts.append("Files that can't be parsed are fixed before tests are written for them.")
    return " ".join(parts)


def _first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more
