"""Trials of newer releases for registered projects: run, publish, store and report them.

The latest report of each project is `<home>/history/updates/<name>.json`. A trial never changes a night's verdict.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from testfix_pipeline.analytics.nightly import notification
from testfix_pipeline.analytics.nightly.nights import note
from testfix_pipeline.core.configuration.setting_sources import merge_config
from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.registry.launch_project import bring_up_to_date, check_branch
from testfix_pipeline.registry.project_entry import Entry
from testfix_pipeline.standalone.update_report import SECONDS, UpdateTrial
from testfix_pipeline.updates.tomorrow.environments import How
from testfix_pipeline.workspace.delivery.handover import REMOTE, push_branch
from testfix_pipeline.workspace.files.atomic import make_folder, write_atomic
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.trees import scratch_index
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.own_settings import read_own_settings

if TYPE_CHECKING:
    from testfix_pipeline.standalone.update_trial import OnProgress


def wanted_update(entry: Entry) -> How | None:
    """Return how far newer releases are tried, by the registry and the project's own file; None if not at all.

    Raises InvalidConfig if that file is invalid.
    """
    own = read_own_settings(entry.folder()) if entry.folder().is_dir() else {}
    found = merge_config({}, entry.settings, own, trusted=entry.trusted).update
    return None if found == "off" else found


def try_registered(
    entry: Entry, how: How, seconds: float = SECONDS, night: str = "", on_progress: OnProgress | None = None
) -> UpdateTrial:
    """Try newer releases of a registered project; publish, store and report the result.

    night: the night that it is noted with, "" for none. Raises PipelineError, which is noted as well, if the project is
    unusable.
    """
    from testfix_pipeline.standalone.update_trial import ignore_progress, try_newer_releases

    try:
        bring_up_to_date(entry)
        check_branch(entry)
        trial = try_newer_releases(
            entry.folder(), how, seconds, settings=entry.layer(), on_progress=on_progress or ignore_progress
        )
    except PipelineError as error:
        _note(entry, night, f"Newer releases ({how}) were not tried: {error.what}")
        raise
    trial = trial.model_copy(update={"published": published(trial, entry)})
    before = latest(entry.name)
    write_atomic(_place(entry.name), trial.model_dump_json(indent=1).encode())
    _note(entry, night, " ".join(filter(None, (trial.summary(), trial.published and f"Patch: {trial.published}."))))
    _notify_people(entry, trial, before)
    return trial


def latest(name: str) -> UpdateTrial | None:
    """Return the last trial of a registered project; None if there is none or it is unreadable."""
    with contextlib.suppress(OSError, ValidationError):
        return UpdateTrial.model_validate_json(_place(name).read_bytes())
    return None


def published(trial: UpdateTrial, entry: Entry) -> str:
    """Publish a trial's patch as the registry says; return its place, or why it has none; "" without a patch."""
    if entry.publish == "none" or trial.outcome != "repaired" or trial.repair is None or not trial.repair.patch:
        return ""
    if entry.publish == "patch":
        file = _place(entry.name).with_suffix(".patch")
        write_atomic(file, trial.repair.patch)
        return str(file)
    try:
        return _push_patch(trial, trial.repair.patch)
    except PipelineError as error:
        return f"not published: {error}"


def update_branch(trial: UpdateTrial) -> str:
    """Return the branch for a trial's patch, which is named by the tried commit and the environments."""
    environments = "\n".join(Path(one).name for one in trial.environment.split(os.pathsep))
    return f"testfix/update-{trial.commit[:8]}-{hashlib.sha256(environments.encode()).hexdigest()[:8]}"


def _push_patch(trial: UpdateTrial, patch: bytes) -> str:
    """Push one commit on the tried commit, on the branch of the trial.

    Raises UsageError if what was tried is not that commit, or as `push_branch`.
    """
    project = Project.open(trial.project)
    if project.git.line("status", "--porcelain", "--untracked-files=no"):
        raise UsageError("The patch was tried with changes that are not committed.", "Commit them or take them back.")
    branch = update_branch(trial)
    with (
        tempfile.TemporaryDirectory(prefix="testfix-publish-") as place,
        scratch_index(project.git, Path(place), trial.commit) as client,
    ):
        client.run("apply", "--cached", "--whitespace=nowarn", "-", stdin=patch)
        tree = client.line("write-tree")
    releases = "\n".join(f"- {one.describe()}" for one in trial.releases)
    message = f"Keep the tests green with newer releases\n\n{trial.summary()}\n\n{releases}\n"
    push_branch(project, branch, tree, trial.commit, message)
    return f"{REMOTE}/{branch}"


def _place(name: str) -> Path:
    folder = home() / "history" / "updates"
    make_folder(folder)
    return folder / f"{name}.json"


def _note(entry: Entry, night: str, said: str) -> None:
    if night:
        note(entry.name, night, update=said)


def _notify_people(entry: Entry, trial: UpdateTrial, before: UpdateTrial | None) -> None:
    """Notify those who want every report, or changed ones. A trial is never a red night."""
    known = before.summary() if before is not None else ""
    is_news = trial.summary() != known and (known or trial.outcome not in ("holds", "nothing newer"))
    if entry.notify.to and (entry.notify.when == "always" or (entry.notify.when == "changed" and is_news)):
        title = visible(f"testfix: newer releases of {entry.name}")
        notification.send(entry.notify.to, title, visible("\n".join(trial.lines())))
