"""Whether an adapter says of a row, or of an attack, what it must: the answer is a list of complaints."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.records import Grade, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.frameworks.conformance import rows
from testfix_pipeline.frameworks.conformance.dialect import Dialect
from testfix_pipeline.frameworks.conformance.rows import Row
from testfix_pipeline.frameworks.framework_run import Surroundings, run_target
from testfix_pipeline.frameworks.model import FrameworkAdapter, RunningAdapter, Status, SuiteRequest, Target
from testfix_pipeline.frameworks.registry import find_adapter, targets
from testfix_pipeline.frameworks.verdict import RunVerdict

_SECONDS = 900.0
_TOP = 2
"""Parts of the path of a test that is in no group."""


def write_project(dialect: Dialect, files: Mapping[str, str], folder: Path) -> None:
    """Write a project's files below `folder`, which is made."""
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    dialect.prepare(folder)


def find_target(dialect: Dialect, folder: Path) -> tuple[FrameworkAdapter, Target]:
    """The target that the dialect's adapter detects, without any configuration."""
    adapter = find_adapter(dialect.adapter)
    found = [target for one, target in targets(folder) if one is adapter]
    assert len(found) == 1, f"{dialect.adapter} detects {len(found)} targets in its own project"
    return adapter, found[0]


def check_row(dialect: Dialect, row: Row, folder: Path, surroundings: Surroundings | None = None) -> list[str]:
    """Run a row's suite in `folder` (empty), and say what is wrong with what the adapter tells; [] = it conforms."""
    write_project(dialect, dialect.project(row.files), folder)
    adapter, target = find_target(dialect, folder)
    before = _contents(folder)
    request = SuiteRequest(test_seconds=rows.TEST_SECONDS, seconds=_SECONDS)
    run = _adapter_report(adapter, folder, target, request, surroundings)
    return [*_wrong_results(dialect, row, run), *_wrong_marks(dialect, row, run), *_changes(before, _contents(folder))]


def check_subset(
    dialect: Dialect, row: Row, folder: Path, wanted: Collection[rows.Path], surroundings: Surroundings | None = None
) -> list[str]:
    """Run exactly `wanted` of a row's tests, and say what is wrong; [] = these, and no others, have their results."""
    write_project(dialect, dialect.project(row.files), folder)
    adapter, target = find_target(dialect, folder)
    expected = {identity(dialect, row, path): row.results[path] for path in wanted}
    request = SuiteRequest(ids=frozenset(expected), test_seconds=rows.TEST_SECONDS, seconds=_SECONDS)
    run = _adapter_report(adapter, folder, target, request, surroundings)
    return [*_differences(expected, run), *run.faults]


def check_attack(dialect: Dialect, attack: str, folder: Path, surroundings: Surroundings | None = None) -> list[str]:
    """Run an attack, and say where it deceives: "bad" reported as passed with nothing noticed. Those
    whose name starts with "none" or "honest" must not be flagged."""
    write_project(dialect, dialect.attacks()[attack], folder)
    adapter, target = find_target(dialect, folder)
    request = SuiteRequest(test_seconds=rows.TEST_SECONDS, seconds=_SECONDS)
    found = _adapter_report(adapter, folder, target, request, surroundings)
    statuses = {re.sub("^[Tt]est_?", "", test.titles[-1]): status for test, status in found.statuses.items()}
    if attack.rpartition("/")[2].startswith(("none", "honest")):
        complaints = [f"honest code is flagged: {fault}" for fault in found.faults]
        right = (
            statuses.get("ok") == "passed"
            and statuses.get("bad") == "failed"
            and found.grade == adapter.capabilities(target).grade
        )
        return complaints or ([] if right else [f"honest code is reported as {statuses} ({found.grade})"])
    deceived = statuses.get("bad") in ("passed", "skipped", "todo", None) and not found.faults and not found.broken
    return [f"{attack} deceives: {statuses} ({found.grade})"] if deceived or found.green else []


def identity(dialect: Dialect, row: Row, path: rows.Path) -> TestId:
    """The identity that the test of a row must have."""
    file = next(file for file in row.files if file.name == path[0])
    titles = tuple(part for part in path[1:] if isinstance(part, str))
    occurrence = next((part for part in path if isinstance(part, int)), 0)
    return dialect.identity(file, titles, occurrence + 1)


def _wrong_results(dialect: Dialect, row: Row, run: _AdapterReport) -> Iterator[str]:
    expected = {identity(dialect, row, path): _status_of_row(dialect, row, path) for path in row.results}
    if row.hooks and run.blames_last:
        expected[identity(dialect, row, [path for path in row.results if len(path) > _TOP][-1])] = "error"
    yield from _differences(expected, run, dialect.groups_are_tests)
    for path, error_type in row.named.items():
        test = identity(dialect, row, path)
        if test in run.statuses and error_type and run.errors.get(test) != error_type:
            yield f"{path}: the error is {run.errors.get(test)}, not {error_type}"


def _status_of_row(dialect: Dialect, row: Row, path: rows.Path) -> Status:
    """The status that the framework gives to a test of a row."""
    status = row.results[path]
    if status == "todo":
        return dialect.todo
    if row.focused and dialect.focus == "ignored" and status == "skipped":
        return "failed"
    return "skipped" if row.focused and dialect.focus == "run" and path[0] not in row.focused else status


def _differences(expected: Mapping[TestId, Status], run: _AdapterReport, with_groups: bool = False) -> Iterator[str]:
    reported = run.statuses
    if with_groups:  # what holds others passes, and goes unexpected otherwise
        groups = {(test.file, test.titles[:n]) for test in expected for n in range(1, len(test.titles))}
        expected = {**{test: "passed" for test in reported if (test.file, test.titles) in groups}, **expected}
    for test in sorted(expected.keys() | reported.keys()):
        if expected.get(test) != reported.get(test):
            yield f"{str(test)[:200]}: expected {expected.get(test)}, reported {reported.get(test)}"


def _wrong_marks(dialect: Dialect, row: Row, found: _AdapterReport) -> Iterator[str]:
    paths = {file.name: dialect.path_of(file) for file in row.files}
    if found.broken != {paths[name] for name in row.broken}:
        yield f"files with errors: {sorted(found.broken)}, expected {list(row.broken)}"
    if row.hooks and not found.hooks:
        yield "the failing hook is not reported"
    if set(found.focused) != {paths[name] for name in row.focused}:
        yield f"focused files: {found.focused}, expected {list(row.focused)}"
    for fault in found.faults:
        yield f"fault: {fault[:1000]}"


def _contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and "node_modules" not in path.relative_to(folder).parts
    }


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> Sequence[str]:
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    return [f"the run changed the project: {', '.join(changed)}"] if changed else []


@dataclass(frozen=True)
class _AdapterReport:
    """The status of each test, and the type of its error; which files can't be loaded, which keep tests from running.

    hooks: whether a hook is said to have failed; blames_last: by an error of the last test that it is for.
    """

    statuses: Mapping[TestId, Status]
    errors: Mapping[TestId, str]
    broken: Collection[str]
    faults: Collection[str]
    grade: Grade
    green: bool
    focused: Collection[str] = ()
    hooks: bool = False
    blames_last: bool = False


def _adapter_report(
    adapter: FrameworkAdapter, folder: Path, target: Target, request: SuiteRequest, surroundings: Surroundings | None
) -> _AdapterReport:
    """Run what is asked of a project in `folder`, by processes that the adapter names or by the runner that it has."""
    if not isinstance(adapter, RunningAdapter):
        return _of_verdict(run_target(adapter, folder, target, request, surroundings=surroundings).verdict)
    around = surroundings or Surroundings()
    project = TargetProject(
        Path(sys.executable),
        "the kit's own",
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **around.env},
        sandbox=around.policy,
        test_seconds=request.test_seconds,
    )
    tests = None if request.ids is None else sorted(request.ids)
    run = adapter.run(project, folder, tests, RunOptions(timeout=request.seconds, memory_bytes=around.memory_bytes))
    return _of_record(run, adapter.capabilities(target).grade)


def _of_verdict(found: RunVerdict) -> _AdapterReport:
    return _AdapterReport(
        statuses={test: result.status for test, result in found.results.items()},
        errors={test: result.error.type for test, result in found.results.items() if result.error is not None},
        broken=set(found.file_errors),
        faults=[f"{fault.kind}: {fault.message}" for fault in found.faults],
        grade=found.grade,
        green=found.green,
        focused=set(found.focused),
        hooks=bool(found.hooks),
    )


def _of_record(run: SuiteRun, grade: Grade) -> _AdapterReport:
    tests = {test: outcome for test, outcome in run.outcomes.items() if not test.is_file}
    return _AdapterReport(
        statuses={test: outcome.status for test, outcome in tests.items()},
        errors={test: outcome.error_type for test, outcome in tests.items()},
        broken={test.file for test in run.outcomes if test.is_file},
        faults=[] if run.fault is None else [f"{run.fault.kind}: {run.fault.message}"],
        grade="reported" if run.fault is not None else grade,
        green=run.fault is None and bool(run.passed) and not run.failing,
        hooks=any(outcome.phase == "teardown" for outcome in tests.values()),
        blames_last=True,
    )
