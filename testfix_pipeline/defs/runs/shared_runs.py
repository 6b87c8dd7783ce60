"""Runs on sessions that workers share through a git remote: opened by the run's process, and fetched by it at the end.

Only that process needs the project's folder. It opens the session and pushes it to the remote before the first step,
stores its place in the run's tags, and fetches the result after the last step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import dagster as dg

from testfix_pipeline.analytics.history.waiting_sessions import note_session
from testfix_pipeline.core.configuration.launch_groups import places
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.dagster_internals import ResolvedRunConfig
from testfix_pipeline.defs.runs.session_pointer import pointer, pointer_tags, shared_place
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.steps.session.ownership import own, release
from testfix_pipeline.steps.session.session_ref import SessionRef
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_ids import ids_in_refs
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, find_session
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import usual_lease_s
from testfix_pipeline.workspace.shared.remote import Remote
from testfix_pipeline.workspace.shared.session_state import SharedPlace


class SharedRunExecutor(dg.Executor):
    """Wraps an executor: opens a shared session before the run's steps, and fetches it after them."""

    def __init__(self, inner: dg.Executor) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    @property
    def retries(self) -> Any:
        return self._inner.retries

    @property
    def step_dependency_config(self) -> Any:
        return self._inner.step_dependency_config

    def execute(self, plan_context: Any, execution_plan: Any) -> Iterator[Any]:
        try:
            with report_errors():
                place = _share_session(plan_context, execution_plan)
        except dg.Failure:
            release(plan_context.run_id)
            raise
        try:
            yield from self._inner.execute(plan_context, execution_plan)
        finally:
            if place is not None and Path(place.origin).is_dir():
                _fetch_result(place, plan_context.run_id)


def _fetch_result(place: SharedPlace, run_id: str) -> None:
    """Fetch a session's result, release the session in any case, and note an ended one for the history."""
    from testfix_pipeline.steps.session.sharing import bring_home

    root = Path(place.origin)
    try:
        with report_errors():
            bring_home(place, root, run_id)
            if SessionStore(root, place.session_id).session().status not in PLANNED:
                note_session(root, place.session_id)
    finally:
        release(run_id)


def _share_session(plan_context: Any, execution_plan: Any) -> SharedPlace | None:
    """Return where the run's session is shared, after opening and pushing it if necessary; None for a local one."""
    run, instance = plan_context.dagster_run, plan_context.instance
    opens = "session" in execution_plan.step_keys_to_execute
    known = pointer(run.tags, run.run_id if opens else "")  # a full repetition opens its own session
    if known is not None:
        return shared_place(known) if "remote" in known else None
    job = plan_context.job.get_definition()
    if "settings" not in job.resource_defs or (opens and not _names_remote(run.run_config)):
        return None
    resolved = ResolvedRunConfig.build(job, run.run_config)
    settings = resolved.resources["settings"].config
    if not opens:
        return _find_shared(instance, run.run_id, settings)
    config: Any = resolved.ops["session"].config
    return _open_shared(instance, run.run_id, config["settings"], settings)


def _names_remote(launch: Mapping[str, Any]) -> bool:
    """Whether a launch names a remote, before the launch is checked again."""
    group, _, name = places()["remote"].partition(".")
    grouped = launch.get(group)
    return bool(launch.get("remote") or (isinstance(grouped, Mapping) and grouped.get(name)))


def _open_shared(
    instance: dg.DagsterInstance, run_id: str, config: Mapping[str, Any], settings: Mapping[str, Any]
) -> SharedPlace:
    from testfix_pipeline import cycle
    from testfix_pipeline.steps.session.sharing import share

    remote = Remote(GitClient(Path.cwd()), settings["remote"])
    refs = remote.look("refs/testfix/*", "refs/heads/testfix/*")  # before anything is written
    ref = cycle.start(config, run_id, ids_in_refs(refs))
    place = share(ref.open(), settings["remote"], run_id, usual_lease_s())
    instance.add_run_tags(run_id, pointer_tags(ref, run_id, place))
    return place


def _find_shared(instance: dg.DagsterInstance, run_id: str, settings: Mapping[str, Any]) -> SharedPlace | None:
    """Return the place of a resumed session, if it is shared; its errors are left to the first step."""
    if not settings.get("session_id") and not settings.get("going_on"):
        return None
    folder, remote = settings.get("project", ""), ""
    with suppress(PipelineError):
        project = Project.open(folder)
        found = find_session(project.root, settings.get("session_id") or None, settings.get("going_on", ()))
        store = SessionStore(project.root, SessionId(found))
        remote = store.session().remote
    if not remote:
        return None
    own(store, run_id)
    place = SharedPlace(remote, store.session_id, str(project.root), usual_lease_s())
    instance.add_run_tags(run_id, pointer_tags(SessionRef(folder, store.session_id, run_id), run_id, place))
    return place
