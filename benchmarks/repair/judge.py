"""Says of a patch whether it is right: the original text, or the same behaviour as far as is known.

The same behaviour: all tests pass, those that the engine did not see as well, and where functions can be called with
made inputs (see `differential.py`), they do what the original does.
"""

from __future__ import annotations

import ast
import difflib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from benchmarks.repair.differential import Difference, Reference
from benchmarks.repair.packages import deselection
from benchmarks.repair.task import Task
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.validation.private_tree import private_copy

Label = Literal["exact", "equivalent", "wrong"]
JUDGE_SECONDS = 300.0
"""For the tests of a task. Where a right text is known: what they take there, so many times, and so much more."""
TIMES_SLOWER, STARTING_SECONDS = 20, 20.0
HIDDEN = "hidden_tests"


def project(task: Task, *, judging: bool) -> TargetProject:
    """How the task's tests are run: without the hidden ones, or with them."""
    out = task.deselected if judging else (*task.deselected, *_functions(task))
    arguments = (*task.pytest_args, *deselection(out))
    return TargetProject(task.interpreter, "benchmark", pytest_args=arguments, env=task.env, suites=(pytest_suite(),))


def _functions(task: Task) -> list[str]:
    """Hidden tests by function, which takes fewer arguments; a lone case of a visible function stays by its id."""
    hidden = set(task.hidden)
    whole: dict[str, bool] = {}
    for test in task.visible or task.hidden:
        function = test.partition("[")[0]
        whole[function] = whole.get(function, True) and test in hidden
    return sorted({test.partition("[")[0] if whole.get(test.partition("[")[0]) else test for test in hidden})


@dataclass(frozen=True)
class Verdict:
    """inputs: how many calls were compared with the reference's. why: of a wrong patch, what gave it away."""

    label: Label
    inputs: int = 0
    why: str = ""


@dataclass
class Judge:
    """Labels patches of one task. `tree` is the buggy tree; verdicts on texts that mean the same are remembered."""

    task: Task
    tree: Path
    scratch: Path
    known: dict[str, Verdict] = field(default_factory=dict)
    _right: Reference | None = None
    _patience: float | None = None

    def label(self, files: Mapping[str, bytes]) -> Verdict:
        """What a patch is, given the new contents of its files."""
        key = repr(sorted((name, meaning(content)) for name, content in files.items()))
        if key not in self.known:
            self.known[key] = Verdict("exact") if self._exact(files) else self._behaviour(files)
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

    def _behaviour(self, files: Mapping[str, bytes]) -> Verdict:
        copy = private_copy(self.tree, self.scratch / "judged", ())
        try:
            for name, content in files.items():
                (copy / name).write_bytes(content)
            difference = self._reference().compare(copy, self._lines(files)) if self.task.reference else Difference(0)
            if difference.witness:
                return Verdict("wrong", difference.inputs, difference.witness)
            why = self._complaint(copy)
            return Verdict("wrong" if why else "equivalent", difference.inputs, why)
        finally:
            shutil.rmtree(copy)

    def _reference(self) -> Reference:
        if self._right is None:
            tree = private_copy(self.tree, self.scratch / "right", ())
            for name, texts in self.task.reference.items():
                (tree / name).write_bytes(texts[0].encode())
            self._right = Reference(project(self.task, judging=True), tree)
        return self._right

    def patience(self) -> float:
        """Seconds after which tests that still run under a patch won't end any more."""
        if self._patience is None:
            self._patience = JUDGE_SECONDS
            if self.task.reference:
                right = self._run(
                    project(self.task, judging=True), self._reference().tree, self._tests(), JUDGE_SECONDS
                )
                self._patience = min(JUDGE_SECONDS, STARTING_SECONDS + TIMES_SLOWER * right.duration)
        return self._patience

    def _tests(self) -> list[str] | None:
        """Those that passed before the bug; None for all."""
        return [*dict.fromkeys((*self.task.visible, *self.task.hidden))] or None

    def _lines(self, files: Mapping[str, bytes]) -> dict[str, set[int]]:
        """By file, the lines of the right text that the bug or the patch changes."""
        found = {}
        for name in {*files, *self.task.reference}:
            right = (self._reference().tree / name).read_text(errors="replace")
            others = [(self.tree / name).read_text(errors="replace"), files.get(name, b"").decode(errors="replace")]
            found[name] = {line for other in others if other for line in changed_lines(right, other)}
        return found

    def _complaint(self, tree: Path) -> str:
        """Which tests, hidden ones included, fail that passed before the bug; "" where none does."""
        for name, text in self.task.hidden_source.items():
            (tree / name).write_text(text)
        whole = project(self.task, judging=True)
        failing = self._failing(whole, tree, self._tests())
        if failing or not self.task.hidden_files:
            return failing
        for name, text in self.task.hidden_files.items():
            (tree / HIDDEN).mkdir(exist_ok=True)
            (tree / HIDDEN / name).write_text(text, encoding="utf-8")
        return self._failing(replace(whole, pytest_args=(HIDDEN,)), tree, None)

    def _run(self, target: TargetProject, tree: Path, tests: Sequence[str] | None, seconds: float) -> SuiteRun:
        return run_suite(target, tree, tests=None if tests is None else list(map(TestId, tests)), timeout=seconds)

    def _failing(self, target: TargetProject, tree: Path, tests: Sequence[str] | None) -> str:
        run = self._run(target, tree, tests, self.patience())
        if run.fault is not None:
            return run.fault.message
        return ", ".join(sorted(run.failing)[:3]) or ("" if run.passed else "no test passes")


def changed_lines(right: str, other: str) -> set[int]:
    """The lines of `right` that `other` lacks, or beside which it has more."""
    matcher = difflib.SequenceMatcher(None, right.splitlines(), other.splitlines(), autojunk=False)
    return {
        line
        for tag, start, end, _, _ in matcher.get_opcodes()
        if tag != "equal"
        for line in range(start + 1, max(end, start + 1) + 1)
    }


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
