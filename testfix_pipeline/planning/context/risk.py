"""Ranks files by risk: complex, often changed in the recent commits, much used, little tested."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from testfix_pipeline.core.plan_records import CoverageStats, FileRisk
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.workspace.git.git_client import text
from testfix_pipeline.workspace.git.repository import Project

LAST_COMMITS = 300
_SWEEPING = 100  # files: a commit that touches more is a move or a reformatting, and tells nothing about one of them


class Commit(NamedTuple):
    """A commit: its id, first line, number of parents, and the files that it changed."""

    commit: str
    subject: str
    parents: int
    files: tuple[str, ...]

    @property
    def kind(self) -> str:
        """`revert`, `merge`, or "" for any other commit."""
        if self.subject.lower().startswith("revert"):
            return "revert"
        return "merge" if self.parents > 1 else ""


def commit_history(project: Project) -> Iterator[Commit]:
    """Yield the last 300 commits that changed the project, newest first, with files relative to the project."""
    answer = project.git.attempt(
        "log", f"-{LAST_COMMITS}", "--format=%x1e%H%x1f%P%x1f%s", "--name-only", "--no-renames", "-m",
        "--first-parent", project.head, "--", project.subdir or ".", settings=("core.quotePath=false",),
    )  # fmt: skip
    start = f"{project.subdir}/" if project.subdir else ""
    for entry in answer.out.split(b"\x1e")[1:]:
        head, _, names = entry.partition(b"\n")
        commit, parents, subject = head.split(b"\x1f", 2)
        files = (text(name) for name in names.split(b"\n") if name)
        inside = tuple(name.removeprefix(start) for name in files if name.startswith(start))
        yield Commit(commit.decode(), subject.decode("utf-8", "replace"), len(parents.split()), inside)


def count_changes(commits: Iterable[Commit]) -> Counter[str]:
    """The number of commits that changed each file, without the first commit and those of over 100 files."""
    return Counter(
        path for each in commits if each.parents and len(each.files) <= _SWEEPING for path in each.files
    )  # fmt: skip


MOST_SHOWN = 200
_WEIGHTS = {"complexity": 0.5, "churn": 0.25, "dependents": 0.25}
_TESTED = 0.25  # what is left of a file's risk where tests run all of it


def rank_risks(
    outlines: Mapping[str, Outline],
    stats: CoverageStats,
    touched: Mapping[str, int],
    imports: Mapping[str, Iterable[str]],
) -> list[FileRisk]:
    """Every file of `outlines` that has functions, riskiest first.

    The score weighs complexity (.5), churn (.25) and direct dependents (.25), each on a logarithmic scale against the
    project's highest, and what is left of that after tests: all of it where no line runs, a quarter where all do. The
    weights are ours: the score ranks files of one project and is no probability. That complexity and change predict
    defects better than size alone is a repeated finding (Nagappan and Ball 2005; Moser, Pedrycz and Succi 2008).
    """
    dependents = Counter(target for targets in imports.values() for target in targets)
    complexity = {path: sum(each.complexity.values()) for path, each in outlines.items()}
    measures = {"complexity": complexity, "churn": touched, "dependents": dependents}
    most = {
        name: math.log1p(max((values.get(path, 0) for path in outlines), default=0))
        for name, values in measures.items()
    }
    found = []
    for path, each in outlines.items():
        if not each.functions:
            continue
        worst, number = max(each.complexity.items(), key=lambda item: item[1], default=("", 0))
        untested = _untested_share(path, stats)
        shares = (
            _WEIGHTS[name] * math.log1p(values.get(path, 0)) / (most[name] or 1) for name, values in measures.items()
        )
        risk = FileRisk(
            file=path,
            score=round(100 * sum(shares) * (_TESTED + (1 - _TESTED) * untested), 1),
            complexity=complexity[path],
            worst=f"{worst} ({number})" if worst else "",
            churn=touched.get(path, 0),
            dependents=dependents[path],
            untested=round(untested, 3),
        )
        found.append(risk.model_copy(update={"why": _risk_text(risk, stats)}))
    return sorted(found, key=lambda risk: (-risk.score, risk.file))


def _untested_share(path: str, stats: CoverageStats) -> float:
    """The share of a file's lines that no test runs; where that is not measured, of functions that no test names."""
    file = stats.files.get(path)
    if file is None or stats.source == "none":
        return 1.0
    if stats.source == "measured":
        return 1 - file.line_rate / 100
    called = list(file.functions.values())
    return 1 - sum(called) / len(called) if called else 0.0


def _risk_text(risk: FileRisk, stats: CoverageStats) -> str:
    tested = {"measured": "of its lines never run", "name_matching": "of its functions are named by no test"}
    part = "under 1%" if risk.untested < 0.01 else f"{risk.untested:.0%}"
    share = f"{part} {tested[stats.source]}" if stats.source in tested else "no tests at all"
    parts = [
        share if risk.untested else "",
        f"complexity {risk.complexity}, most in {risk.worst}" if not risk.worst.endswith("(1)") else "",
        f"changed by {risk.churn} of the last commits" if risk.churn else "",
        f"imported by {risk.dependents} file{'s' if risk.dependents > 1 else ''}" if risk.dependents else "",
    ]
    return "; ".join(part for part in parts if part)
