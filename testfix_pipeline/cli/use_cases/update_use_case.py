"""`testfix nightly try` without parsing and printing."""

from __future__ import annotations

from testfix_pipeline.analytics.nightly.update_trials import try_registered, wanted_update
from testfix_pipeline.cli.views.repair_view import progress
from testfix_pipeline.registry.launch_project import locate_project
from testfix_pipeline.standalone.update_report import UpdateTrial
from testfix_pipeline.standalone.update_trial import try_newer_releases
from testfix_pipeline.updates.tomorrow.environments import How


def try_releases(project: str, how: How | None, seconds: float, *, quiet: bool = False) -> UpdateTrial:
    """Try newer releases of a project in the registry or in a folder; progress on stderr. Raises PipelineError."""
    entry, place = locate_project(project)
    with progress(quiet) as on_progress:
        if entry is None:
            return try_newer_releases(place, how or "minor", seconds, on_progress=on_progress)
        return try_registered(entry, how or wanted_update(entry) or "minor", seconds, on_progress=on_progress)


def text(trial: UpdateTrial) -> str:
    """Return the report with its patch, and with the one that the tests need, for people."""
    found = trial.repair
    heads = {"": found.diff, "What the tests need, for a person to apply:": found.tests_need_patch} if found else {}
    return "\n".join([*trial.lines(), *(f"{head}\n{diff}" for head, diff in heads.items() if diff)])
