"""Names the Node.js that ran tests which could not be measured, where its version may be the cause."""

from __future__ import annotations

import re
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.frameworks.manifest import Manifest

_OLDEST = (20, 14)  # the first with --test-force-exit, by which node:test is run
_SECONDS = 20.0


def explain_version(program: str, manifest: Manifest) -> str:
    """A sentence on a `node` that is too old, or that a package asks another version of; else ""."""
    return version_sentence(_version(program), manifest)


def version_sentence(version: str, manifest: Manifest) -> str:
    """The same for a known version, such as "v22.1.0"; "" where it is not known."""
    found = re.fullmatch(r"v(\d+)\.(\d+)\.\S+", version)
    engines = manifest.data.get("engines")
    asked = engines.get("node") if isinstance(engines, dict) else None
    if found is None:
        return ""
    if (int(found[1]), int(found[2])) < _OLDEST:
        return f"Node.js {version[1:]} is too old: install 20.14 or newer."
    return f"It ran with Node.js {version[1:]}; package.json asks for {asked}." if isinstance(asked, str) else ""


def _version(program: str) -> str:
    limits, policy = ProcessLimits(_SECONDS), SandboxPolicy(mode="off")
    try:
        asked = run(
            [program, "--version"], cwd=Path("/"), env=clean_environment(), limits=limits, policy=policy, writable=[]
        )
    except MeasurementError:
        return ""
    return asked.stdout.decode(errors="replace").strip()
