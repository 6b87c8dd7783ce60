"""Exceptions in our own plugins: never pytest's, never a test's, and reported as ours with the line."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.processes import environment
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners import pytest_runner
from testfix_pipeline.execution.suite_runs import run_suite

REPORTER = "testfix_reporter.py"
SHARPNESS = {"files": [], "seconds": 1, "shares": 1, "first": [], "whole": True, "wanted": [], "alone": False}
SHARPNESS |= {"values": [], "errors": [], "members": [], "gone": []}
# What a run loads besides the reporter, by the options that ask for it.
PLUGINS: dict[str, dict[str, Any]] = {
    REPORTER: {},
    "testfix_conftests.py": {},
    "testfix_tracer.py": {"record_coverage": True},
    "testfix_witness.py": {"witness": True},
    "testfix_varied.py": {"witness": True, "varied": {"tests": {}, "sites": {}, "seconds": 1, "call_seconds": 1}},
    "testfix_sharpness.py": {"witness": True, "sharpness": SHARPNESS},
    "testfix_controls.py": {"witness": True, "controls": {"runs": [{}], "start": {}, "seconds": 5}},
    "testfix_deprecations.py": {"extra_args": ["-p", "testfix_deprecations"]},
}
FILES = {
    "test_a.py": "import warnings, pytest\n"
    "def test_passes(): pass\n"
    "def test_fails(): warnings.warn('old', DeprecationWarning); assert 1 == 2\n"
    "@pytest.mark.skip\ndef test_skipped(): pass\n",
    "test_broken.py": "import nothing_of_this_name\n",
}
# The hooks on which a verdict rests: what was collected, how each test ended, the end.
VITAL = {
    "pytest_load_initial_conftests", "pytest_configure", "pytest_collection_modifyitems", "pytest_make_collect_report",
    "pytest_collection_finish", "pytest_runtest_logreport", "pytest_internalerror", "pytest_sessionfinish",
}  # fmt: skip


def hooks() -> Iterator[tuple[str, int, str]]:
    """File, line of the first statement, and name of every hook of our plugins; of one that wraps, also behind it."""
    for path in sorted(environment.IN_TARGET.glob("testfix_*.py")):
        text = path.read_text()
        if path.name not in PLUGINS and not re.search(r"^def pytest_", text, re.M):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("pytest_"):
                yield path.name, node.body[0].lineno, node.name
                behind = [one.end_lineno for one in node.body if any(isinstance(x, ast.Yield) for x in ast.walk(one))]
                if behind:
                    yield path.name, (behind[-1] or 0) + 1, node.name


@pytest.fixture
def raising(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what runs in the target, which the runs of the test use, to be broken."""
    folder = tmp_path / "in_target"
    shutil.copytree(environment.IN_TARGET, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for module in (environment, pytest_runner):
        monkeypatch.setattr(module, "IN_TARGET", folder)
    return folder


def break_at(folder: Path, file: str, line: int, how: str) -> None:
    path = folder / file
    lines = path.read_text().splitlines()
    before = next(one for one in reversed(lines[: line - 1]) if one.strip())
    at = lines[line - 1] if line <= len(lines) and lines[line - 1].startswith("    ") else before
    indent = len(at) - len(at.lstrip())
    lines.insert(line - 1, " " * indent + how)
    path.write_text("\n".join(lines) + "\n")


def run_with(target: TargetProject, root: Path, folder: Path, file: str) -> tuple[SuiteRun, list[dict[str, Any]]]:
    options = dict(PLUGINS[file])
    witnessed: list[dict[str, Any]] = []
    if options.pop("witness", False):
        options["witness"] = witnessed
    if options.pop("record_coverage", False):
        options["record_coverage"] = folder.parent / "coverage.json"
    return run_suite(target, root, timeout=60, **options), witnessed


def test_every_plugin_with_hooks_is_tried() -> None:
    assert {file for file, _, _ in hooks()} == {*PLUGINS, *_PROGRAMS}


_PROGRAMS: set[str] = set()


@pytest.mark.parametrize(
    ("file", "line", "name"), [pytest.param(*one, id=f"{one[0]}-{one[2]}-{one[1]}") for one in hooks()]
)
def test_a_hook_that_raises_is_a_fault_of_ours(tree, target, raising, file, line, name) -> None:
    root = tree(FILES)
    break_at(raising, file, line, "raise RuntimeError('injected')")
    given: list[str] = []
    run, _ = run_with(pytest_target(target, given), root, raising, file)
    if name == "pytest_internalerror" or (name == "pytest_ignore_collect" and not given):
        return  # not called here
    said = run.fault.message if run.fault else " ".join(given)
    assert said.startswith("A bug of testfix, not of the project: "), run.fault
    assert f"{file}:{line}" in said and "RuntimeError: injected" in said and name in said
    assert re.search(r"\(testfix \S+, pytest \d\S*, Python \d\S*\)", said)
    if run.fault is not None:
        assert run.fault.kind == "own_fault" and file in (REPORTER, "testfix_conftests.py") and name in VITAL
        return
    assert not (file == REPORTER and name in VITAL)
    statuses = {test.partition("::")[2]: one.status for test, one in run.outcomes.items()}
    assert statuses == {"": "error", "test_passes": "passed", "test_fails": "failed", "test_skipped": "skipped"}
    assert run.outcomes[next(test for test in run.outcomes if test.endswith("test_fails"))].message


def pytest_target(target: TargetProject, given: list[str]) -> TargetProject:
    from dataclasses import replace

    return replace(target, notify=given.append)


@pytest.mark.parametrize("file", [file for file in PLUGINS if file not in ("testfix_deprecations.py")])
def test_a_plugin_that_fails_when_it_is_imported_is_a_fault_of_ours(tree, target, raising, file) -> None:
    text = (raising / file).read_text()
    (raising / file).write_text(f"{text}\nraise RuntimeError('injected')\n")
    given: list[str] = []
    run, _ = run_with(pytest_target(target, given), tree(FILES), raising, file)
    said = run.fault.message if run.fault else " ".join(given)
    assert said.startswith(f"A bug of testfix, not of the project: {file}:{len(text.splitlines()) + 2}"), said
    assert "RuntimeError: injected" in said
    assert (run.fault.kind if run.fault else "") == ("own_fault" if file in (REPORTER, "testfix_conftests.py") else "")
    assert run.fault or len(run.outcomes) == 4
