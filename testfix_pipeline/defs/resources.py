"""Which session a run works on, and where its steps' values are kept: under the session, not under the asset alone."""

import json
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline.cycle import SessionRef
from testfix_pipeline.workspace.atomic import write_atomic
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.repository import project_key


class RunSettings(dg.ConfigurableResource[None]):
    """The project and session of a run. The session of a `fix` is known once its first step has opened it."""

    project: str = Field(default="", description="Path of the project.")
    session_id: str = Field(default="", description="The session, where the launch names one.")
    executor: str = Field(default="in_process", description="in_process or multiprocess.")
    changes: dict[str, Any] = Field(default={}, description="Limits that a resume gives anew.")

    def values(self) -> Path:
        return home() / ".dagster" / "values"

    def remember(self, run: dg.DagsterRun, ref: SessionRef) -> None:
        """Note which session a run opened, so that its other steps, in whatever process, find it."""
        write_atomic(self._pointer(run), json.dumps({"project": ref.project, "session_id": ref.session_id}).encode())

    def ref(self, run: dg.DagsterRun) -> SessionRef:
        """The session of a run. A retry of a run is the same owner as the run itself."""
        owner = run.root_run_id or run.run_id
        if self.session_id:
            return SessionRef(self.project, self.session_id, owner)
        noted = json.loads(self._pointer(run).read_text(encoding="utf-8"))
        return SessionRef(noted["project"], noted["session_id"], owner)

    def _pointer(self, run: dg.DagsterRun) -> Path:
        return self.values() / "runs" / (run.root_run_id or run.run_id) / "session.json"


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
            return self.settings.values() / "sessions" / session_folder(ref) / f"{name}.json"
        names = [part for part in output.get_identifier()[1:] if part]
        return self.settings.values() / "runs" / (run.root_run_id or run.run_id) / ("__".join(names) + ".json")


def session_folder(ref: SessionRef) -> str:
    """The session's key as a folder's name: unique over projects (SPEC 1)."""
    return f"{project_key(Path(ref.project))}--{ref.session_id}"
