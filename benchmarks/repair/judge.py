"""Says of a patch whether it is right: the original text, or the same behaviour as far as held-out tests can tell."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from benchmarks.repair.packages import deselection
from benchmarks.repair.task import Task
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.private_tree import private_copy

Label = Literal["exact", "equivalent", "wrong"]
JUDGE_SECONDS = 300.0
HIDDEN = "hidden_tests"


def project(task: Task, *, judging: bool) -> TargetProject:
    """How the task's tests are run: without the hidden ones, or with them."""
    out = task.deselected if judging else (*task.deselected, *_functions(task))
    arguments = (*task.pytest_args, *deselection(out))
    return TargetProject(task.interpreter, "benchmark", pytest_args=arguments, env=task.env)


def _functions(task: Task) -> list[str]:
    """Hidden tests by function, which takes fewer arguments; a lone case of a visible function stays by its id."""
    hidden = set(task.hidden)
    whole: dict[str, bool] = {}
    for test in task.visible or task.hidden:
        function = test.partition("[")[0]
        whole[function] = whole.get(function, True) and test in hidden
    return sorted({test.partition("[")[0] if whole.get(test.partition("[")[0]) else test for test in hidden})


@dataclass
class Judge:
    """Labels patches of one task. `tree` is the buggy tree; verdicts on texts that mean the same are remembered."""

    task: Task
    tree: Path
    scratch: Path
    known: dict[str, Label] = field(default_factory=dict)

    def label(self, files: Mapping[str, bytes]) -> Label:
        """What a patch is, given the new contents of its files."""
        key = repr(sorted((name, meaning(content)) for name, content in files.items()))
        if key not in self.known:
            self.known[key] = "exact" if self._exact(files) else "equivalent" if self._agrees(files) else "wrong"
        return self.known[key]

    def _exact(self, files: Mapping[str, bytes]) -> bool:
        """Whether all files that the bug is in, and no others, mean what the right text means."""
        if not self.task.reference:
            return False
        for name in {*files, *self.task.reference}:
            now = files.get(name) or (self.tree / name).read_bytes()
            right = self.task.reference.get(name) or ((self.tree / name).read_text(),)
            if meaning(now) not in {meaning(text.encode()) for text in right}:
                return False
        return True

    def _agrees(self, files: Mapping[str, bytes]) -> bool:
        """Whether all that passed before the bug passes, hidden tests included."""
        copy = private_copy(self.tree, self.scratch / "judged", ())
        try:
            for name, content in files.items():
                (copy / name).write_bytes(content)
            return self._passes(copy)
        finally:
            shutil.rmtree(copy)

    def _passes(self, tree: Path) -> bool:
        for name, text in self.task.hidden_source.items():
            (tree / name).write_text(text)
        whole = project(self.task, judging=True)
        wanted = [*dict.fromkeys((*self.task.visible, *self.task.hidden))] or None
        if not _green(whole, tree, wanted):
            return False
        if self.task.hidden_folder is None:
            return True
        shutil.copytree(self.task.hidden_folder, tree / HIDDEN)
        return _green(replace(whole, pytest_args=(HIDDEN,)), tree, None)


def _green(target: TargetProject, tree: Path, tests: Sequence[str] | None) -> bool:
    run = run_suite(target, tree, tests=tests, timeout=JUDGE_SECONDS)
    return run.fault is None and bool(run.passed) and not run.failing


def meaning(content: bytes) -> str:
    """The syntax tree without positions, docstrings and comments."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return repr(content)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:]
    return ast.dump(tree)
