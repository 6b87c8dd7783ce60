"""Runs a package client (pip, uv, npm) in the sandbox with the network open: it finds the index as the machine says."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.sandbox import installation_folders
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy

_INDEX_VARIABLES = (
    *("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_CERT", "PIP_CONFIG_FILE"),
    *("UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX", "UV_NO_INDEX", "UV_FIND_LINKS"),
    *("PIP_TRUSTED_HOST", "UV_INSECURE_HOST", "UV_OFFLINE", "PIP_UPLOADED_PRIOR_TO", "UV_EXCLUDE_NEWER"),
    *("NPM_CONFIG_REGISTRY", "npm_config_registry", "NPM_CONFIG_OFFLINE", "npm_config_offline"),
    *("NPM_CONFIG_BEFORE", "npm_config_before", "NODE_EXTRA_CA_CERTS"),
    *("HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"),
)
"""Where a package client looks and what it may take, as it is set up on the machine."""


def uv_program() -> Path | None:
    """The uv beside our own interpreter, else the one on the PATH; None where there is none."""
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if beside.is_file() else shutil.which("uv")
    return Path(found) if found is not None else None


def run_package_client(
    project: TargetProject,
    command: Sequence[str],
    program: Path,
    folders: Sequence[Path],
    seconds: float,
    *,
    readable: Collection[Path] = (),
    variables: Mapping[str, str] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ProcessResult:
    """Run a command of a client for a project's interpreter to its end.

    program: the client's, or the interpreter that has it. folders: where it may write; it starts in the first.
    readable: what it must see besides. variables: set beside those of the project and of the index. cancel:
    asked often; true ends it. Raises MeasurementError where it can't be started.
    """
    policy = target_policy(project)
    places = {*installation_folders(program), *installation_folders(project.interpreter), *readable}
    return run(
        command,
        cwd=folders[0],
        env=clean_environment((*project.sandbox.env, *_INDEX_VARIABLES), extra=variables or {}),
        limits=ProcessLimits(seconds),
        policy=replace(policy, network=True, read=(*policy.read, *sorted(map(str, places)))),
        writable=list(folders),
        cancel=cancel,
    )
