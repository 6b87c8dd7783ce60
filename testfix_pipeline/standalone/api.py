"""The repair engine without a session: `repair_project` measures a project, repairs bug after bug, and reports.

No session, no branch, no Dagster. The project's files are only read, until `apply_repair` is called.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.configuration.setting_sources import merge_config
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.execution.processes.scratch_folders import scratch_folder
from testfix_pipeline.standalone.apply_repair import apply_repair
from testfix_pipeline.standalone.present_environment import PresentEnvironment
from testfix_pipeline.standalone.project_repair import ProjectWork, RepairProgress, Wish
from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline.workspace.git.project_folder import find_place
from testfix_pipeline.workspace.own_settings import read_own_settings

__all__ = ["ProjectRepair", "RepairProgress", "apply_repair", "repair_project"]

DEFAULT_SECONDS = 120.0
"""Of searching, for all bugs together."""


def repair_project(
    path: str | Path,
    tests: Sequence[str] | None = None,
    seconds: float = DEFAULT_SECONDS,
    cores: int | None = None,
    *,
    history: bool = True,
    settings: Mapping[str, Any] | None = None,
    on_progress: Callable[[RepairProgress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    take: Callable[[], bool] | None = None,
    beside: PresentEnvironment | None = None,
) -> ProjectRepair:
    """Repair the failing tests of the project in a folder, in git or not, without changing the folder.

    tests: ids of the tests to fix (also of a file, a class or a parametrised function: all that fail in it); None for
    all. seconds: time for the search over all bugs together, without measuring the suite. cores: processes to use, None
    for all. history: whether changes in git may be undone. settings: as in a launch of `testfix fix`, such as `python`,
    `test_command`, `env`, `sandbox`, `accept_doubtful`. cancel: asked often; true ends the repair with the results so
    far. take: asked often; true ends the search with the best plausible patch, which is confirmed like any other;
    without one it acts as cancel. beside: the project's own environment if it is repaired in another one:
    failures there are not repaired, and patches that hold there are preferred. Finding no patch is not an error. Raises
    UsageError, ProjectError, MeasurementError.
    """
    if tests is not None and not tests:
        raise UsageError("`tests` is an empty list: no test is asked for.", "None asks for all that fail.")
    started = time.monotonic()
    place = find_place(path)
    launch = {**(settings or {}), "project": str(place.root)}
    config = merge_config(launch, {}, read_own_settings(place.root), trusted=launch.get("trusted") is True)
    with scratch_folder() as folder:
        wish = Wish(
            tests,
            seconds,
            cores or os.cpu_count() or 1,
            history,
            cancel or _never,
            on_progress or _silent,
            take or _never,
            beside,
        )
        return ProjectWork(place, config, folder, wish).run(started)


def _never() -> bool:
    return False


def _silent(progress: RepairProgress) -> None:
    return None
