"""The runs on one project: their names in Dagster, their session, and the work of a run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import dagster as dg

from testfix_pipeline import cycle
from testfix_pipeline.analytics.history.session_updates import look_and_publish
from testfix_pipeline.analytics.history.waiting_sessions import note_session
from testfix_pipeline.analytics.nightly import notification
from testfix_pipeline.analytics.nightly.nights import Night, fields_of_result
from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.session_pointer import pointer, pointer_tags
from testfix_pipeline.registry.launch_project import bring_up_to_date, check_branch
from testfix_pipeline.registry.project_entry import Entry
from testfix_pipeline.steps import completion
from testfix_pipeline.workspace.delivery.handover import Mode
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.home import home

TAG = "testfix/component"
CHECKOUT = "testfix/checkout"
"""Tells components of the same names in two code locations apart."""


@dataclass(frozen=True)
class ProjectRuns:
    """The runs on one project in one code location."""

    entry: Entry
    prefix: tuple[str, ...]

    @property
    def name(self) -> str:
        """The prefix of the names of jobs, schedules and sensors."""
        return "_".join(self.prefix)

    def key(self, name: str) -> dg.AssetKey:
        return dg.AssetKey([*self.prefix, name])

    @property
    def tags(self) -> dict[str, str]:
        return {TAG: self.name, "testfix/project": self.entry.name, CHECKOUT: str(self.own_entry().folder())}

    def own_entry(self) -> Entry:
        """Return the entry with its own folder, so that two components never share a clone."""
        if not self.entry.git:
            return self.entry
        return cast(Entry, _OfComponent(**{**vars(self.entry), "clone": self.name}))

    def launch(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the launch of a new session: the component's settings, overridden by the requested ones."""
        entry = self.own_entry()
        bring_up_to_date(entry)
        check_branch(entry)
        given = {name: value for name, value in asked.items() if value}
        about = str(given.get("input") or entry.input)
        kind = "run" if entry.input or given.get("input") else "fix"
        return {**entry.layer(), **given, "project": str(entry.folder()), "input": about, "kind": kind}

    def carry_out(self, run: dg.DagsterRun, instance: dg.DagsterInstance, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Open or resume the requested session, or that of a repeated run; return its result.

        Raises PipelineError.
        """
        changes = {
            name: value for name, value in asked.items() if value and name in ("max_iterations", "budget_seconds")
        }
        ref = self._session_to_resume(run, instance, str(asked.get("session_id") or ""))
        if ref is None:
            wanted = {name: value for name, value in asked.items() if name != "session_id"}
            ref, changes = cycle.start(self.launch(wanted), run.run_id), {}
        instance.add_run_tags(run.run_id, {**self.tags, **pointer_tags(ref, run.run_id)})
        found = _result(ref, changes)
        note_session(ref.store.project_root, ref.session_id)
        instance.add_run_tags(run.run_id, {"testfix/outcome": str(found["outcome"])})
        return {**found, **self._publish_and_notify(ref, found)}

    def _session_to_resume(
        self, run: dg.DagsterRun, instance: dg.DagsterInstance, asked: str
    ) -> cycle.SessionRef | None:
        """Return the session to resume; None if a new one is wanted."""
        if asked:
            return cycle.SessionRef(str(self.own_entry().folder()), check_session_id(asked), run.run_id)
        for run_id in filter(None, (run.run_id, run.parent_run_id, run.root_run_id)):
            earlier = instance.get_run_by_id(run_id)
            noted = pointer(earlier.tags) if earlier is not None else None
            ref = cycle.SessionRef(noted["project"], SessionId(noted["session_id"]), run.run_id) if noted else None
            is_own = run_id == run.run_id  # a retry of a step that was lost after completing the session
            if ref is not None and (is_own or ref.store.session().status != "completed"):
                return ref
        return None

    def _publish_and_notify(self, ref: cycle.SessionRef, found: Mapping[str, Any]) -> dict[str, str]:
        """Publish and notify people as the component says; return the results as sentences."""
        said: dict[str, str] = {}
        if self.entry.publish != "none":
            project = Project.open(ref.store.project_root)
            said["published"] = " ".join(look_and_publish(project, cast(Mode, self.entry.publish)))
        night = Night(
            self.entry.name,
            datetime.now(UTC).isoformat(timespec="minutes"),
            verdict=str(found["outcome"]),
            reason=str(found["reason"]),
            **fields_of_result(found),
            published=said.get("published", ""),
            next=next_command(dict(found)),
        )
        if notification.wanted(self.entry.notify, night, None):
            said["notified"] = notification.send(self.entry.notify.to, *notification.message(night))
        return said


def _result(ref: cycle.SessionRef, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out the rest of a session; return its result. Raises PipelineError."""
    session = ref.store.session()
    if session.status == "completed":
        return completion.stored_result(ref.store)
    try:
        if session.kind == "run":
            cycle.plan_tasks(ref)
            cycle.generate_tests(ref), cycle.validate_code(ref), cycle.review_tests(ref)
        cycle.measure(ref, changes)
        return cycle.finish(ref)
    except BudgetSpent:
        return completion.stored_result(ref.store)


@dataclass(frozen=True)
class _OfComponent(Entry):
    """An entry whose clone has its own name."""

    clone: str = ""

    def folder(self, clones: Any = None) -> Any:
        return (clones or home() / "clones") / f"component-{self.clone}"
