"""The deprecations that a project's suite triggers, recorded in one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import suite_timeout
from testfix_pipeline.steps.verification.tree_measurement import temporary_workbench
from testfix_pipeline.updates.deprecations import Deprecation, deprecations
from testfix_pipeline.updates.installed_versions import installed_versions

_RECORDING = ("-p", "testfix_deprecations")
_SHOWN = ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")


def deprecations_met(
    launch: Mapping[str, Any], on_test: Callable[[int, int], None] = lambda done, total: None
) -> list[Deprecation]:
    """Return the warnings of installed libraries while the project's pytest suite runs on the working tree.

    The project's settings for such warnings are overridden: they are neither errors nor ignored. A test that seems to
    hang is ended as in a first run, which costs its warnings alone. Raises what `verify` raises, and MeasurementError
    if the suite or the packages can't be measured.
    """
    always = [word for name in _SHOWN for word in ("-W", f"always::{name}")]
    with temporary_workbench(launch, None) as (wb, _):
        if not wb.target.uses_interpreter:
            return []
        installed = installed_versions(wb.target.interpreter, Path(wb.session.project))
        if installed.problem:
            raise MeasurementError(installed.problem, "Make the environment again, or name another with `python`.")
        with wb.worktree("baseline", wb.baseline) as tree:
            timeout, arguments = suite_timeout(wb), [*_RECORDING, *always]
            run = run_suite(wb.target, tree, timeout=timeout, extra_args=arguments, stage="learned", on_test=on_test)
    require_measurement(run)
    if run.failing and not run.passed and all(map(is_collection_id, run.failing)):
        raise MeasurementError("no test file can be imported", "Repair the tests first: `testfix fix`.")
    return deprecations(run.warned, installed)
