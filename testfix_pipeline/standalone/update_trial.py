"""Tries newer releases: runs the suite under them, finds what would break, and searches patches that keep it green."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.core.configuration.setting_sources import CycleConfig, merge_config
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.scratch_folders import scratch_folder
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import releases_folder
from testfix_pipeline.standalone.api import RepairProgress, repair_project
from testfix_pipeline.standalone.bench import Bench
from testfix_pipeline.standalone.bug_report import updates_of
from testfix_pipeline.standalone.present_environment import PresentEnvironment, belongs
from testfix_pipeline.standalone.update_report import SECONDS, Breakage, UpdateTrial
from testfix_pipeline.updates.tomorrow.environments import How, NewerEnvironment, NotBuilt
from testfix_pipeline.updates.tomorrow.npm_environments import newer_packages
from testfix_pipeline.updates.tomorrow.python_environments import newer_python, python_in
from testfix_pipeline.updates.tomorrow.site_packages import SitePackages
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git.project_folder import ProjectFolder, find_place
from testfix_pipeline.workspace.git.repository import project_key
from testfix_pipeline.workspace.own_settings import read_own_settings

_NEITHER = NotBuilt(
    "No test of the project runs in Python or with npm packages, which alone are tried.", "Leave `update` off for it."
)
_ALL_RED = NotBuilt(
    "No test passes with the present releases, so newer ones could break none.",
    "Repair the tests first: `testfix repair`.",
)
OnProgress = Callable[[RepairProgress], None]


def ignore_progress(said: RepairProgress) -> None:
    """Ignore progress."""


def try_newer_releases(
    path: str | Path,
    how: How,
    seconds: float = SECONDS,
    cores: int | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    on_progress: OnProgress = ignore_progress,
) -> UpdateTrial:
    """Run a project's suite with newer releases of its libraries in a separate environment; repair it there.

    how: "minor" for releases of the same major version, "all" for the newest. seconds: for the search of patches.
    cores, settings, on_progress: as of `repair_project`. The project's files and its environment are only read. If a
    trial is not possible, such as without an index, the report says why. Raises UsageError, ProjectError,
    MeasurementError if the project itself can't be worked on.
    """
    started, place = time.monotonic(), find_place(path)
    launch = {**(settings or {}), "project": str(place.root)}
    config = merge_config(launch, {}, read_own_settings(place.root), trusted=launch.get("trusted") is True)
    folder = releases_folder().with_name("environments") / f"{project_key(place.root)}-{how}"
    with exclusive(folder.with_suffix(".lock"), "a trial of newer releases"), scratch_folder() as scratch:

        def ran(done: int, total: int) -> None:
            on_progress(RepairProgress("measuring", done, total))

        bench = Bench.open(place, config, scratch, _never, ran)
        trial = _Trial(place, config, how, bench, on_progress)
        found = trial.run(folder, seconds, cores or os.cpu_count() or 1)
    return found.model_copy(update={"seconds": round(time.monotonic() - started, 2)})


def _never() -> bool:
    return False


@dataclass
class _Trial:
    """A copy of a project with an environment of its own."""

    place: ProjectFolder
    config: CycleConfig
    how: How
    bench: Bench
    on_progress: OnProgress

    def run(self, folder: Path, seconds: float, cores: int) -> UpdateTrial:
        report, answers = self._report(), self._environments(folder)
        found = {place: one for place, one in answers.items() if isinstance(one, NewerEnvironment)}
        without = {place: one for place, one in answers.items() if isinstance(one, NotBuilt)}
        if not found:
            first = next(iter(without.values()), _NEITHER)
            return report.model_copy(update={"problem": first.what, "next_step": first.next_step})
        newer = {place: one for place, one in found.items() if one.releases}
        held = reasons_by_library(found) | {_titled(place): one.what for place, one in without.items()}
        report = report.model_copy(
            update={
                "environment": os.pathsep.join(str(one.folder) for one in (newer or found).values()),
                "client": ", ".join(dict.fromkeys(one.client for one in found.values())),
                "releases": [release for one in found.values() for release in one.releases],
                "held": held,
                "outcome": "nothing newer",
            }
        )
        return self._try_releases(report, newer, seconds, cores) if newer else report

    def _environments(self, folder: Path) -> dict[str | None, NewerEnvironment | NotBuilt]:
        """Environments of newer releases, or why there is none, for what the project's tests run with.

        That of Python is at None, those of npm at the folder of their `package.json`.
        """
        target, root = self.bench.target, self.place.root
        suites = [suite for suite in target.suites if isinstance(suite, FrameworkSuite)]
        found: dict[str | None, NewerEnvironment | NotBuilt] = {}
        if target.uses_interpreter:
            found[None] = newer_python(target, root, self.how, folder, self._say)
        for place in sorted({suite.manifest.workspace for suite in suites if suite.language == "javascript"}):
            own = folder.with_name(f"{folder.name}-npm") / project_key(root / place)
            found[place] = newer_packages(target, root / place, self.how, own, self._say)
        return found

    def _say(self, what: str) -> None:
        self.on_progress(RepairProgress("preparing", title=what))

    def _report(self) -> UpdateTrial:
        return UpdateTrial(
            project=str(self.place.root),
            repository=str(self.place.repo_root),
            commit=self.place.head,
            update=self.how,
            outcome="not tried",
        )

    def _try_releases(
        self, report: UpdateTrial, newer: Mapping[str | None, NewerEnvironment], seconds: float, cores: int
    ) -> UpdateTrial:
        """Return the report with the suite's results there, and the repair."""
        self._say("running the tests with the present releases")
        first, broken = self.bench.measure(), list[Breakage]()
        require_measurement(first.run)
        report = report.model_copy(update={"red_before": len(first.failing)})
        if not first.passing:
            why = {"problem": _ALL_RED.what, "next_step": _ALL_RED.next_step}
            return report.model_copy(update={"outcome": "not tried", **why})

        def met(failures: Sequence[Failure]) -> None:
            broken.extend(_breakages(failures, first.passing))
            # store the present releases of Python where the engine looks for old ones to compare with
            site = SitePackages.beside(self.bench.target.interpreter) if versions else None
            for library, version in versions.items():
                place = releases_folder() / f"{library}-{version}"
                if site is not None and not place.exists():
                    site.copy_release(library, place)

        changed = newer[None].releases if None in newer else []
        versions = {one.library: one.before for one in changed if one.before}
        settings = self.config.model_dump(exclude_unset=True)
        if None in newer:
            settings["python"] = str(python_in(newer[None].folder))
        packages = {place: one.folder for place, one in newer.items() if place is not None}
        self._say(f"running the tests with {counted(len(report.releases), 'newer release')}")
        try:
            repair = repair_project(
                self.place.root,
                seconds=seconds,
                cores=cores,
                history=False,
                settings=settings,
                on_progress=self.on_progress,
                beside=PresentEnvironment(self.bench, first, versions, met, packages),
            )
        except MeasurementError as error:
            said = f"With the newer releases the suite can't be run: {error.what}"
            return report.model_copy(update={"outcome": "breaks", "problem": said, "next_step": error.next_step})
        outcome = ("repaired" if broken else "holds") if repair.is_repaired else "breaks"
        return report.model_copy(update={"outcome": outcome, "broken": broken, "repair": repair})


def reasons_by_library(environments: Mapping[str | None, NewerEnvironment]) -> dict[str, str]:
    """Return why libraries stay as they are; of several with one name the later ones are named with their place."""
    found = dict[str, str]()
    for place, one in environments.items():
        found |= {f"{name} ({_titled(place)})" if name in found else name: why for name, why in one.held.items()}
    return found


def _titled(place: str | None) -> str:
    return "Python" if place is None else f"npm in {place or '.'}"


def _breakages(failures: Sequence[Failure], passing: Sequence[TestId]) -> list[Breakage]:
    """The clusters of failures; of a file that can't be collected all its tests that pass now."""

    def tests_of(failing: TestId) -> list[TestId]:
        return [one for one in passing if is_collection_id(failing) and belongs(one, [failing])] or [failing]

    return [
        Breakage(
            title=group.title,
            tests=sorted(one for failing in group.tests for one in tests_of(failing)),
            updates=updates_of(group, failures),
        )
        for group in clusters(failures)
    ]
