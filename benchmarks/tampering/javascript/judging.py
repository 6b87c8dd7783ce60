"""What the rules and a run of the framework make of a patch."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.proof import Row
from benchmarks.tampering.javascript import shortcuts, stateful
from benchmarks.tampering.javascript.deceits import Files, Patch, deceits, honest
from benchmarks.tampering.javascript.independent_patches import IndependentProject, independent_patches
from benchmarks.tampering.javascript.patch_sets import open_patches, patches_of_sets
from benchmarks.tampering.javascript.projects import PROGRAMS, Project
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.framework_run import run_target
from testfix_pipeline.frameworks.manifest import manifests
from testfix_pipeline.frameworks.model import RunningAdapter
from testfix_pipeline.frameworks.project_suites import required_suites
from testfix_pipeline.frameworks.registry import find_adapter
from testfix_pipeline.frameworks.verdict import RunVerdict
from testfix_pipeline.steps.iteration.framework_second_look import objection_in_framework
from testfix_pipeline_tests.frameworks.dialects import javascript as dialects


def npm_modules() -> Path | None:
    """The folder with the npm packages of the frameworks, on the PATH as `node_modules/.bin`; None if absent."""
    entries = [Path(entry) for entry in os.environ["PATH"].split(os.pathsep) if entry.endswith("node_modules/.bin")]
    return next((entry.parent for entry in entries if (entry.parent / "vitest" / "package.json").is_file()), None)


def left_out() -> list[str]:
    """What could not be judged here, as sentences."""
    if shutil.which("node") is None:
        return ["NOT RUN HERE: JavaScript (there is no node)"]
    return ["NOT RUN HERE: jest, vitest, mocha (make test-full installs them)"] if npm_modules() is None else []


def projects() -> list[Project]:
    """The programs for every framework that is here."""
    if shutil.which("node") is None:
        return []
    modules = npm_modules()
    made = [dialects.node_test(), dialects.node_test_modules()]
    if modules is not None:
        made += [dialects.jest(modules), dialects.vitest(modules), dialects.mocha(modules)]
    return [Project(program, dialect) for program in PROGRAMS for dialect in made]


def patches() -> Iterator[Patch]:
    """All patches on all projects."""
    for project in projects():
        yield from deceits(project)
        yield from honest(project)
    for name, other, files, is_honest in (
        *independent_patches(npm_modules()),
        *stateful.stateful_patches(),
        *shortcuts.shortcut_patches(),
        *patches_of_sets(npm_modules()),
    ):
        yield Patch(name, other, files, is_honest)


def row_of(patch: Patch) -> Row:
    """What was made of a patch: it is accepted where no rule refuses it and the run proves a gain without a loss."""
    began = time.monotonic()
    objections = refuse_patch(_changes(patch), test_literals=_literals(patch.project))
    reason = "; ".join(f"{one.rule}: {one.reason}" for one in objections)
    said = "" if reason else _disproved(patch)
    accepted = not reason and not said
    return {
        "name": patch.name,
        "honest": patch.honest,
        "accepted": accepted,
        "wrong": accepted is not patch.honest and patch.name not in shortcuts.OPEN | open_patches(),
        "result": "refused" if reason else "failed" if said else "accepted",
        "reason": reason or said,
        "seconds": time.monotonic() - began,
    }


def _changes(patch: Patch) -> list[FileChange]:
    before = patch.project.files()
    return [FileChange(path, before.get(path), after) for path, after in patch.files.items()]


def _literals(project: Project | IndependentProject) -> set[Literal]:
    files = project.files()
    judged = [(path, language) for path in project.tests() if (language := language_of(path)) is not None]
    return {one for path, language in judged for one in language.literals(path, files[path])}


def _disproved(patch: Patch) -> str:
    """Why a run does not show that a patch fixes something; "" where it does."""
    before, after = baseline(patch.project), run(patch.project, patch.files, before=True)
    if after.faults:
        return "; ".join(fault.message for fault in after.faults)[:300]
    if after.grade != "proved":
        return f"the run is {after.grade}"
    was, now = _passed(before), _passed(after)
    if was - now or not now - was:
        return f"{len(now - was)} tests gained, {len(was - now)} lost"
    return _objection(patch, sorted(now - was))


def _objection(patch: Patch, gained: list[TestId]) -> str:
    """What the cycle's second look has against a patch; "" if nothing."""
    with tempfile.TemporaryDirectory(prefix="prove-tampering-js-") as folder:
        tree = Path(folder).resolve() / "project"
        tree.mkdir()
        patch.project.write(tree, {})
        before = patch.project.files()
        target = TargetProject(Path(sys.executable), "this one", suites=required_suites(tree))
        changes = [SourceChange(path, before.get(path), after) for path, after in patch.files.items()]
        found = objection_in_framework(target, tree, changes, gained)
        return f"{found.rule}: {found.reason}" if found is not None else ""


def _passed(verdict: RunVerdict) -> set[TestId]:
    return {test for test, result in verdict.results.items() if result.status == "passed"}


_BASELINES: dict[str, RunVerdict] = {}  # by the project's name


def baseline(project: Project | IndependentProject) -> RunVerdict:
    """The project's tests before any patch."""
    if project.name not in _BASELINES:
        _BASELINES[project.name] = run(project, {})
    return _BASELINES[project.name]


def run(
    project: Project | IndependentProject, files: Files | Mapping[str, str | None], before: bool = False
) -> RunVerdict:
    """The project's tests with some files changed; `before`: all tests of the baseline are expected."""
    with tempfile.TemporaryDirectory(prefix="prove-tampering-js-") as folder:
        tree = Path(folder) / "project"
        tree.mkdir()
        project.write(tree, files)
        adapter = find_adapter(project.adapter)
        assert not isinstance(adapter, RunningAdapter)
        target = next(found for one in manifests(tree) if (found := adapter.detect(tree, one)) is not None)
        expected = baseline(project).results.keys() if before else None
        return run_target(adapter, tree, target, expected=expected).verdict
