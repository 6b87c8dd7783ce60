"""Session mode: what a finished session did, by the summaries of its tasks and by git."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.planning.criteria.expectations import expectations
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.project.files import ProjectFiles, changed_since
from testfix_pipeline.workspace.git.git_client import text
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_ids import inside

_PATH = re.compile(r"(?<![\w.\-/])[\w.\-/]{0,250}\w\.[A-Za-z]\w{0,5}\b")
_TYPES = {
    "bugfix": r"\b(fix|bug|mend|repair|correct)|修复",
    "refactor": r"refactor|restructur|clean|重构",
    "test": r"\btests?\b|coverage|测试",
    "docs": r"\bdoc(s|ument)|readme|文档",
}


@dataclass(frozen=True)
class SourceWork:
    """The work of a source session.

    `summaries`: an entry for each completed task. `changed`: the project's files that the session changed, sorted.
    `stated`: what its tasks had to achieve, and what their summaries say of calls.
    """

    summaries: list[dict[str, Any]]
    changed: list[str]
    git_source: str
    stated: list[str]


def source_work(project: Project, intake: Intake, files: ProjectFiles) -> SourceWork:
    """Return the work of a source session.

    A file counts as changed if a task or its summary names it and it exists, or if git says so: by the changes between
    the session's base commit and the tip of its branch (or HEAD), or without a base commit by the commits whose message
    names the session.
    """
    folder = project.root / str(intake.source.get("folder", ""))
    summaries = [_task_summary(folder, task, files) for task in intake.source.get("completed_tasks", [])]
    by_git, how = _git_changes(project, intake)
    named = {path for summary in summaries for path in summary["changed_files"]}
    changed = named | {path for path in by_git if path in set(files.paths)}
    return SourceWork(summaries, sorted(changed), how, list(_stated(folder, intake)))


def _stated(folder: Path, intake: Intake) -> Iterator[str]:
    for task in intake.source.get("completed_tasks", []):
        yield from task["stated"]
        lines = (line.strip("-*# \t") for line in _summary_text(folder, task["summary_path"]).splitlines())
        yield from (line for line in lines if expectations(line))


def _task_summary(folder: Path, task: dict[str, Any], files: ProjectFiles) -> dict[str, Any]:
    body = _summary_text(folder, task["summary_path"])
    said = [*task["focus_paths"], *task["target_files"], *_PATH.findall(body.replace("\\", "/"))]
    return {
        "task_id": task["id"],
        "title": task["title"],
        "summary_path": task["summary_path"],
        "changed_files": sorted(set(_existing_files(said, files))),
        "implementation_type": task["type"] or _implementation_type(f"{task['title']} {body[:500]}"),
    }


def _summary_text(folder: Path, relative: str) -> str:
    """The text of a summary; "" for a symlink that leads out of the session's folder."""
    try:
        return read_text(inside(folder, folder / relative)) if relative else ""
    except ProjectError:
        return ""


def _existing_files(said: Iterable[str], files: ProjectFiles) -> Iterable[str]:
    """Yield the project's files that the names mean: by their path, the end of it, or a name that only one file has."""
    by_name: dict[str, list[str]] = {}
    for path in files.paths:
        by_name.setdefault(PurePosixPath(path).name, []).append(path)
    for name in said:
        bare = re.sub(r"^(\./|/)+", "", name)
        fitting = by_name.get(PurePosixPath(bare).name, [])
        exact = [path for path in fitting if path == bare or bare.endswith(f"/{path}")]
        ends = [path for path in fitting if path.endswith(f"/{bare}")]
        yield from exact or (ends if len(ends) == 1 else [])


def _implementation_type(said: str) -> str:
    return next((name for name, words in _TYPES.items() if re.search(words, said, re.IGNORECASE)), "feature")


def _git_changes(project: Project, intake: Intake) -> tuple[list[str], str]:
    base, branch = str(intake.source.get("base_commit", "")), str(intake.source.get("branch", ""))
    tip = (project.git.resolve(f"refs/heads/{branch}") if branch else None) or project.head
    if base:
        changed = changed_since(project.git, base, tip, project.subdir)
        if changed:
            return changed, f"git: {base[:12]}..{tip[:12]}"
    answer = project.git.attempt(
        "log", "-200", "--format=", "--name-only", "-z", "--no-renames", "--fixed-strings",
        f"--grep={intake.source_session_id}", project.head, "--", project.subdir or ".",
    )  # fmt: skip
    start = f"{project.subdir}/" if project.subdir else ""
    names = {text(part.strip(b"\n")) for part in answer.out.split(b"\0")}
    found = sorted(name.removeprefix(start) for name in names if name and name.startswith(start))
    return found, "git: commits that name the session" if found else "git tells nothing about this session"
