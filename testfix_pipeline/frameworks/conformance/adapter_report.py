"""What an adapter tells of a run, in the form that the rows are compared with."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.records import Grade, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.frameworks.framework_run import Surroundings, run_target
from testfix_pipeline.frameworks.model import FrameworkAdapter, RunningAdapter, Status, SuiteRequest, Target
from testfix_pipeline.frameworks.verdict import RunVerdict


@dataclass(frozen=True)
class AdapterReport:
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


def adapter_report(
    adapter: FrameworkAdapter, folder: Path, target: Target, request: SuiteRequest, surroundings: Surroundings | None
) -> AdapterReport:
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


def _of_verdict(found: RunVerdict) -> AdapterReport:
    return AdapterReport(
        statuses={test: result.status for test, result in found.results.items()},
        errors={test: result.error.type for test, result in found.results.items() if result.error is not None},
        broken=set(found.file_errors),
        faults=[f"{fault.kind}: {fault.message}" for fault in found.faults],
        grade=found.grade,
        green=found.green,
        focused=set(found.focused),
        hooks=bool(found.hooks),
    )


def _of_record(run: SuiteRun, grade: Grade) -> AdapterReport:
    tests = {test: outcome for test, outcome in run.outcomes.items() if not test.is_file}
    return AdapterReport(
        statuses={test: outcome.status for test, outcome in tests.items()},
        errors={test: outcome.error_type for test, outcome in tests.items()},
        broken={test.file for test in run.outcomes if test.is_file},
        faults=[] if run.fault is None else [f"{run.fault.kind}: {run.fault.message}"],
        grade="reported" if run.fault is not None else grade,
        green=run.fault is None and bool(run.passed) and not run.failing,
        hooks=any(outcome.phase == "teardown" for outcome in tests.values()),
        blames_last=True,
    )
