"""Which versions are installed beside a project's interpreter, asked of it once and in the sandbox."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.execution.processes.environment import IN_TARGET, clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy

_SECONDS = 60.0
_OUTPUT_BYTES = 16 * 1024 * 1024


def installed_versions(interpreter: Path, root: Path) -> InstalledVersions:
    """The distributions beside an interpreter; those that are installed from `root`, the project, are left out.

    `problem` says why there is no answer; nothing is raised.
    """
    try:
        completed = run(
            [str(interpreter), "-I", "-B", str(IN_TARGET / "testfix_installed.py"), str(root)],
            cwd=Path("/"),
            env=clean_environment(),
            limits=ProcessLimits(_SECONDS, output_bytes=_OUTPUT_BYTES),
            policy=SandboxPolicy(read=(str(IN_TARGET),)),
            writable=[],
        )
        return InstalledVersions.model_validate(json.loads(completed.stdout))
    except MeasurementError as error:
        return InstalledVersions(problem=f"What is installed is not known: {error.what}")
    except (ValueError, ValidationError):
        said = completed.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it gave no answer"]
        return InstalledVersions(problem=f"What is installed beside {interpreter} is not known: {said[0][:200]}.")
