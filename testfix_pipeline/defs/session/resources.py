"""The session of a run, and the storage of its steps' values: by session, not by asset alone."""

import functools
import json
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field, PrivateAttr

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.session_pointer import pointer, pointer_tags, shared_place
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.steps.session.session_ref import SessionRef
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.repository import Project, session_key
from testfix_pipeline.workspace.sessions.run_session import noted_session, values_folder
from testfix_pipeline.workspace.sessions.session_lookup import find_session

_VALUE = "testfix/value"
# The session of each run of this process; it never changes.
_pointers: dict[str, dict[str, str]] = {}


class RunSettings(dg.ConfigurableResource[None]):
    """The project and session of a run. The session of a `fix` is known once its first step has opened it."""

    project: str = Field(default="", description="Path of the project.")
    session_id: str = Field(default="", description="The session, where the launch names one.")
    executor: str = Field(default="in_process", description="The executor of the run, by its name.")
    changes: dict[str, Any] = Field(default={}, description="New limits for a resumed session.")
    going_on: list[str] = Field(default=[], description="Statuses of sessions that a launch without a session means.")
    notice: str = Field(default="", description="What is to be said of the launch, once.")
    remote: str = Field(default="", description="The git address through which workers share the session.")
    workers: int = Field(default=1, description="Most workers that carry out the attempts of a shared iteration.")
    _instance: dg.DagsterInstance | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: dg.InitResourceContext) -> None:
        self._instance = context.instance
        if self.notice and context.log is not None:
            context.log.warning(self.notice)

    def has_opened(self, run_id: str) -> bool:
        """Whether this run has opened its session, instead of repeating another run's."""
        return pointer(self._tags(run_id), run_id) is not None or noted_session(run_id) is not None

    def ref(self, run: dg.DagsterRun) -> SessionRef:
        """Return the session of a run, owned by this run: a retry replaces a dead run, never a live one."""
        worker = run_worker() if self.executor == "multiprocess" else None
        noted = self._read_pointer(run)
        if "remote" in noted:
            return SessionRef.of_shared(shared_place(noted), run.run_id)
        return SessionRef(noted["project"], SessionId(noted["session_id"]), run.run_id, worker)

    def is_shared(self, run: dg.DagsterRun) -> bool:
        """Whether the run's steps share the session through a git remote instead of a folder."""
        return "remote" in self._read_pointer(run)

    def _read_pointer(self, run: dg.DagsterRun) -> dict[str, str]:
        """Return this run's pointer, or that of the run it repeats, which is then copied to its tags."""
        if run.run_id in _pointers:
            return _pointers[run.run_id]
        if self.session_id:
            here = {"project": self.project, "session_id": self.session_id}
            return _pointers.setdefault(run.run_id, pointer(self._tags(run.run_id), run.run_id) or here)
        for run_id in filter(None, (run.run_id, run.parent_run_id, run.root_run_id)):
            found = pointer(self._tags(run_id)) or noted_session(run_id)
            if found is not None:
                if run_id != run.run_id and self._instance is not None:
                    ref = SessionRef(found["project"], SessionId(found["session_id"]), run.run_id)
                    place = shared_place(found) if "remote" in found else None
                    self._instance.add_run_tags(run.run_id, pointer_tags(ref, run.run_id, place))
                return _pointers.setdefault(run.run_id, found)
        if self.going_on:
            return self._find_only_session(run)
        raise dg.Failure("The run has no session: its first step never finished. Launch it again.", allow_retries=False)

    def _find_only_session(self, run: dg.DagsterRun) -> dict[str, str]:
        """Return the only session that can be resumed, and store it as this run's."""
        with report_errors():
            found = find_session(Project.open(self.project).root, None, self.going_on)
        ref = SessionRef(self.project, found, run.run_id)
        if self._instance is not None:
            self._instance.add_run_tags(run.run_id, pointer_tags(ref, run.run_id))
        return _pointers.setdefault(run.run_id, {"project": self.project, "session_id": found})

    def _tags(self, run_id: str) -> Mapping[str, str]:
        """Return the current tags of a run; empty if the instance has no such run."""
        run = self._instance.get_run_by_id(run_id) if self._instance is not None else None
        return run.tags if run is not None else {}


@functools.cache
def run_worker() -> int | None:
    """Return the process id of the run worker if this process runs a step for it; else None.

    A step's process would outlive a killed run worker and go on changing the session. After this call it ends with it.
    """
    parent = multiprocessing.parent_process()
    if parent is None or parent.pid is None:
        return None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True, name="end with the run worker").start()
    return parent.pid


def _end_with(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGKILL)


class SessionValues(dg.ConfigurableIOManager):
    """Asset values under the session's key, op outputs under the root run's id: sessions and retries never mix.

    Where a session is shared, values are in the run's own events: its steps share nothing else.
    """

    settings: dg.ResourceDependency[RunSettings]

    def handle_output(self, context: dg.OutputContext, obj: Any) -> None:
        if obj is not None and self.settings.is_shared(context.step_context.dagster_run):
            context.add_output_metadata({_VALUE: json.dumps([_name(context), obj])})
        elif obj is not None:
            write_atomic(self._path(context, obj), json.dumps(obj, indent=1).encode())

    def load_input(self, context: dg.InputContext) -> Any:
        output = context.upstream_output
        if output is None:
            raise dg.DagsterInvariantViolationError("a value without an origin can't be loaded")
        if self.settings.is_shared(context.step_context.dagster_run):
            return self._in_events(context, _name(output))
        return json.loads(self._path(output, None, context).read_text(encoding="utf-8"))

    def _in_events(self, context: dg.InputContext, name: str) -> Any:
        run, instance = context.step_context.dagster_run, context.step_context.instance
        for run_id in dict.fromkeys(filter(None, (run.run_id, run.parent_run_id, run.root_run_id))):
            for entry in reversed(instance.all_logs(run_id, of_type=dg.DagsterEventType.HANDLED_OUTPUT)):
                event = entry.dagster_event
                kept = event.event_specific_data.metadata.get(_VALUE) if event else None  # type: ignore[union-attr]
                if kept is not None and (found := json.loads(str(kept.value)))[0] == name:
                    return found[1]
        raise dg.DagsterInvariantViolationError(f"no step of the run has made {name}")

    def _path(self, output: dg.OutputContext, obj: Any, reader: dg.InputContext | None = None) -> Path:
        step = (reader or output).step_context
        run = step.dagster_run
        if output.has_asset_key:
            ref = self.settings.ref(run)
            return values_folder() / "sessions" / session_folder(ref) / f"{_name(output)}.json"
        return values_folder() / "runs" / (run.root_run_id or run.run_id) / f"{_name(output)}.json"


def _name(output: dg.OutputContext) -> str:
    """Return an output's name, unique within its run."""
    if output.has_asset_key:
        return "__".join(output.asset_key.path)
    return "__".join(part for part in output.get_identifier()[1:] if part)


def session_folder(ref: SessionRef) -> str:
    """Return the session's key as a folder's name, unique over projects."""
    return session_key(Path(ref.shared.origin if ref.shared else ref.project), ref.session_id)
