"""The packages of these measurements as the index has them: source archive and an environment with what they need.

Kept in the cache (`benchmarks.repair.cache`), made by script, not in the repository. The checks were tuned on training
packages; the measuring ones are all others.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.repair import cache
from benchmarks.repair.packages import PYTEST, NotReady, environment, sdist, unpack
from benchmarks.repair.subjects import SUBJECTS
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.execution.affected_tests.import_graph import python_files

Role = Literal["training", "measuring"]
Row = dict[str, Any]
SCANNER = "testfix_pipeline/planning/scanner"


@dataclass(frozen=True)
class Project:
    """A package on disk: its tree, the folders of its code, and an interpreter that has its dependencies."""

    name: str
    version: str
    role: Role
    code: tuple[str, ...]
    requires: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return cache.folder("planning", f"{self.name}-{self.version}")

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    @property
    def interpreter(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def sources(self) -> list[str]:
        """Its production files, relative to the tree."""
        files = [file for file in python_files(self.tree) if not is_test_side(file)]
        return sorted(file for file in files if file.startswith(self.code))

    def tests(self) -> list[str]:
        return sorted(file for file in python_files(self.tree) if is_test_side(file))


MORE = (
    Project("markdown-it-py", "4.0.0", "training", ("markdown_it",)),
    Project("python-slugify", "8.0.4", "measuring", ("slugify",)),
    Project("textdistance", "4.6.3", "measuring", ("textdistance",)),
)
PROJECTS = tuple(
    sorted(
        [*MORE, *(Project(each.name, each.version, each.set, each.code, each.requires) for each in SUBJECTS)],
        key=lambda project: (project.role, project.name),
    )
)  # fmt: skip


def prepared(project: Project) -> Project:
    """The project with tree and environment on disk, made first if need be. Raises NotReady."""
    done = project.folder / "ready"
    if not done.is_file():
        for part in (project.tree, project.folder / "venv"):
            shutil.rmtree(part, ignore_errors=True)
        unpack(sdist(project.name, project.version), project.tree)
        wanted = [PYTEST, f"{project.name}=={project.version}", *project.requires]
        environment(project.folder / "venv", wanted)
        done.touch()
    return project


def projects(role: Role, names: Sequence[str] = ()) -> Iterator[Project]:
    """Those of a role, or the named ones of it; one that can't be had is said and left out."""
    for project in PROJECTS:
        if project.role == role and (not names or project.name in names):
            try:
                yield prepared(project)
            except NotReady as why:
                print(f"{project.name} {project.version}: left out, {why}", flush=True)


def rows_of(
    name: str, wanted: Iterable[Project], sources: Sequence[str], measure: Callable[[Project], Iterable[Row]]
) -> list[Row]:
    """The rows of all projects, those of unchanged code from the cache. sources: files and folders of that code."""
    file = cache.folder("rows") / f"planning-{name}-{cache.code_version(*sources)}.jsonl"
    known: dict[str, list[Row]] = {}
    for row in cache.rows(file):
        known.setdefault(row["project"], []).append(row)
    found = []
    for project in wanted:
        if project.name not in known:
            known[project.name] = list(measure(project))
            for row in known[project.name]:
                cache.append(file, row)
        found += known[project.name]
    return found
