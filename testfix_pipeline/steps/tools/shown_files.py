"""Read-only copies of a session's files for agents, in a folder that their sandbox opens.

They are copies because the session's folder holds files that no agent may see or change, and not every machine has a
sandbox.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.core.configuration.tool_names import parse_tool
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.model_tools import usable
from testfix_pipeline.workspace.files.redaction import redacted_text

_STATE = {
    "state": ".process/iteration-state.json",
    "results": ".process/test-results.json",
    "log": ".process/test-output.log",
}
_HISTORY = {"history": ".process/fix-history.json"}


def files_for_fix(wb: Workbench, task: Task) -> dict[str, str]:
    """Return the paths that a worker reads, in order: task, state, results, log, analysis, history."""
    analysis = _analysis(task.meta.iteration)
    return _copy_files(wb, task.id, {"task": f".task/{task.id}.json", **_STATE, **analysis, **_HISTORY})


def files_for_analysis(wb: Workbench, number: int) -> dict[str, str]:
    """Return the paths that the planner of iteration `number` reads: state, results, log, analysis, history.

    Empty if no model is asked.
    """
    if not any(named.kind == "model" for named in map(parse_tool, usable(wb))):
        return {}
    return _copy_files(wb, f"analysis-{number}", {**_STATE, **_analysis(number - 1), **_HISTORY})


def _analysis(number: int) -> dict[str, str]:
    return {"analysis": f".process/iteration-{number}-analysis.md"}


def _copy_files(wb: Workbench, name: str, files: Mapping[str, str]) -> dict[str, str]:
    """Copy the files that are there, in place of earlier copies for the same work: a prompt that is asked again after a
    kill names the same paths.
    """
    folder = wb.mirror.folder / "shown" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    present = {what: wb.store.path(path) for what, path in files.items() if wb.store.path(path).is_file()}
    copies = {what: _copy_redacted(file, folder) for what, file in present.items()}
    if "history" not in copies:  # before the first attempt has ended: empty
        copies["history"] = folder / "fix-history.json"
        copies["history"].write_text(wb.store.history().as_json(indent=1), encoding="utf-8")
    for copy in copies.values():
        copy.chmod(0o444)
    return {what: str(copy) for what, copy in copies.items()}


def _copy_redacted(file: Path, folder: Path) -> Path:
    """Copy a file without secrets: test output may hold some, and the model is another party's."""
    copy = folder / file.name
    copy.write_text(redacted_text(file.read_text(encoding="utf-8", errors="replace")), encoding="utf-8")
    return copy
