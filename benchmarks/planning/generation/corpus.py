"""Real packages whose own tests are hidden: their trees, environments, and the functions that tests are made for."""

from __future__ import annotations

import ast
import fnmatch
import itertools
import json
import os
import random
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.planning.section import Scale
from benchmarks.repair import cache
from benchmarks.repair.packages import NotReady, environment, sdist, unpack
from benchmarks.repair.subjects import SUBJECTS, Subject
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.planning.generation.subjects.subject import Subject as Routine
from testfix_pipeline.planning.generation.subjects.subject import functions_of
from testfix_pipeline.planning.python_code.module_source import ModuleSource, read_module
from testfix_pipeline.workspace.git.new_repository import make_repository

SEED = "modules-1"
TOOLS = ("pytest==8.4.2", "coverage==7.17.3", "hypothesis[ghostwriter]>=6.170", "pynguin==0.48.0",
         "crosshair-tool==0.0.112")  # fmt: skip
MORE = (
    Subject("markdown-it-py", "4.0.0", "training", ("markdown_it",)),
    Subject("python-slugify", "8.0.4", "measuring", ("slugify",)),
    Subject("textdistance", "4.6.3", "measuring", ("textdistance",)),
)
"""Packages that bring no tests, or none that are steady: here that does not matter."""

QUICK = {"training": ("schema", "wcwidth", "glom"), "measuring": ("inflection", "itsdangerous", "textdistance")}
FEWEST, MOST, ENOUGH = 3, 45, 10
"""How many functions a module may have, and how many of a package are enough. All of a module's are taken, so that
every tool has the same task."""

_HIDDEN_FOLDERS = {"tests", "test", "testing"}


@dataclass(frozen=True)
class Task:
    """A package and the module of it that tests are made for. `functions`: the public ones, methods among them."""

    package: Subject
    folder: Path
    interpreter: Path
    module: ModuleSource
    functions: tuple[Routine, ...]

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    @property
    def file(self) -> Path:
        return self.tree / self.module.file

    @property
    def tests(self) -> str:
        """The folder that test files go to: the project's own where it is known by its name, now empty."""
        named = [name for name in ("tests", "test", "testing") if (self.tree / name).is_dir()]
        return named[0] if named else "tests"

    def target(self) -> TargetProject:
        """Its tests run without the plugins that the tools bring: to load those takes longer than most of the tests."""
        return TargetProject(
            self.interpreter, "benchmark", env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, suites=(pytest_suite(),)
        )


def tasks(scale: Scale) -> list[Task]:
    """The modules of all packages, the first of each package before the second of any; what can't be used is said."""
    chosen = []
    for package in (*SUBJECTS, *MORE):
        wanted = package.set == scale.set and fnmatch.fnmatch(package.name, scale.only)
        if not wanted or (scale.quick and package.name not in QUICK[scale.set]):
            continue
        try:
            chosen.append(_tasks(package)[: 1 if scale.quick else None])
        except NotReady as why:
            print(f"{package.key}: left out, {why}", flush=True)
    turns = itertools.zip_longest(*chosen)
    return [task for turn in turns for task in turn if task is not None]


def _tasks(package: Subject) -> list[Task]:
    folder, interpreter = cache.folder("planning", "trees", package.key), environment_of_all()
    record = folder / "modules.json"
    if not record.is_file():
        if (folder / "tree").exists():
            shutil.rmtree(folder / "tree")
        unpack(sdist(package.name, package.version), folder / "tree")
        _hide_tests(folder / "tree")
        make_repository(folder / "tree", f"{package.name} {package.version} without its tests")
        record.write_text(json.dumps([one.file for one in _chosen_modules(folder / "tree", interpreter, package)]))
    modules = [read_module(folder / "tree", file) for file in json.loads(record.read_text())]
    return [Task(package, folder, interpreter, one, tuple(public_functions(one))) for one in modules if one is not None]


def environment_of_all() -> Path:
    """The interpreter of the one environment that all tools and tests run in, made once. Raises NotReady.

    It has what the packages need; they themselves come from their trees, which lie first on the path.
    """
    place = cache.folder("planning") / "environment"
    names = sorted({package.name for package in (*SUBJECTS, *MORE)})
    if not (place / "ready").is_file():
        environment(place, [*TOOLS, *names])
        (place / "ready").touch()
    return place / "bin" / "python"


def _hide_tests(tree: Path) -> None:
    """Without test files. The folders stay, empty: the project's configuration names them."""
    for path in sorted(tree.rglob("*"), key=lambda one: len(one.parts)):
        if path.is_dir() and path.name in _HIDDEN_FOLDERS:
            shutil.rmtree(path)
            path.mkdir()
        elif path.is_file() and (path.match("test_*.py") or path.match("*_test.py") or path.name == "conftest.py"):
            path.unlink()


def _chosen_modules(tree: Path, interpreter: Path, package: Subject) -> list[ModuleSource]:
    """The first one or two modules, in an order drawn by a seed, that import and have a fair number of functions."""
    files = [file for file in sorted(python_files(tree)) if any(_lies_in(file, place) for place in package.code)]
    random.Random(f"{SEED}:{package.name}").shuffle(files)
    found: list[ModuleSource] = []
    for file in files:
        module = read_module(tree, file)
        if (
            module is not None
            and FEWEST <= len(public_functions(module)) <= MOST
            and _imports(tree, interpreter, module.name)
        ):
            found.append(module)
        if len(found) == 2 or sum(len(public_functions(one)) for one in found) >= ENOUGH:
            return found
    if not found:
        raise NotReady("no module with enough functions that can be imported")
    return found


def _imports(tree: Path, interpreter: Path, name: str) -> bool:
    path = f"{tree}{os.pathsep}{tree / 'src'}"
    try:
        done = subprocess.run(
            [interpreter, "-c", f"import {name}"], env={"PYTHONPATH": path}, capture_output=True, timeout=120
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _lies_in(file: str, place: str) -> bool:
    return file.startswith(f"{place}/") or file == f"{place}.py"


def public_functions(module: ModuleSource) -> list[Routine]:
    """Public functions and methods of public classes with a body that could be wrong."""
    return [one for one in functions_of(module) if _is_public(one) and _has_code(one.node)]


def _is_public(one: Routine) -> bool:
    owner = one.owner.name if one.owner else "x"
    name = one.node.name
    return not owner.startswith("_") and (name == "__init__" or not name.startswith("_"))


def _has_code(node: ast.AST) -> bool:
    body = [one for one in getattr(node, "body", []) if not isinstance(one, ast.Pass)]
    return any(not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)) for one in body)
