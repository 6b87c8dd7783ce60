"""Which session a run works on, and where its steps' values are kept: under the session, not under the asset alone."""

import functools
import json
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline.cycle import SessionRef
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.repository import session_key
from testfix_pipeline.workspace.sessions.run_session import note_session, noted_session, values_folder


class RunSettings(dg.ConfigurableResource[None]):
    """The project and session of a run. The session of a `fix` is known once its first step has opened it."""

    project: str = Field(default="", description="Path of the project.")
    session_id: str = Field(default="", description="The session, where the launch names one.")
    executor: str = Field(default="in_process", description="The executor of the run, by its name.")
    changes: dict[str, Any] = Field(default={}, description="New limits for a resumed session.")

    def ref(self, run: dg.DagsterRun) -> SessionRef:
        """The session of a run, owned by this very run: a retry takes over from a dead run, never from a live one."""
        worker = run_worker() if self.executor == "multiprocess" else None
        if self.session_id:
            return SessionRef(self.project, self.session_id, run.run_id, worker)
        noted = self._noted(run)
        return SessionRef(noted["project"], noted["session_id"], run.run_id, worker)

    def _noted(self, run: dg.DagsterRun) -> dict[str, str]:
        """What this run noted, or the one it repeats, which is then noted for this one too."""
        for run_id in (run.run_id, run.parent_run_id, run.root_run_id):
            noted = noted_session(run_id) if run_id else None
            if noted is not None:
                if run_id != run.run_id:
                    note_session(run.run_id, **noted)
                return noted
        raise dg.Failure("The run has no session: its first step never finished. Launch it again.", allow_retries=False)


@functools.cache
def run_worker() -> int | None:
    """The process that runs the run of which this process runs a step; None where there is no other.

    A step's process outlives a killed run worker by itself, and would go on changing the session. From this call on it
    ends with it.
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
    """Asset values under the session's key, op outputs under the root run's id: sessions and retries never mix."""

    settings: dg.ResourceDependency[RunSettings]

    def handle_output(self, context: dg.OutputContext, obj: Any) -> None:
        if obj is not None:
            write_atomic(self._path(context, obj), json.dumps(obj, indent=1).encode())

    def load_input(self, context: dg.InputContext) -> Any:
        output = context.upstream_output
        if output is None:
            raise dg.DagsterInvariantViolationError("a value without an origin can't be loaded")
        return json.loads(self._path(output, None, context).read_text(encoding="utf-8"))

    def _path(self, output: dg.OutputContext, obj: Any, reader: dg.InputContext | None = None) -> Path:
        step = (reader or output).step_context
        run = step.dagster_run
        if output.has_asset_key:
            ref = self.settings.ref(run)
            name = "__".join(output.asset_key.path)
            return values_folder() / "sessions" / session_folder(ref) / f"{name}.json"
        names = [part for part in output.get_identifier()[1:] if part]
        return values_folder() / "runs" / (run.root_run_id or run.run_id) / ("__".join(names) + ".json")


def session_folder(ref: SessionRef) -> str:
    """The session's key as a folder's name: unique over projects."""
    return session_key(Path(ref.project), ref.session_id)
