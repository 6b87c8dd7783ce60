"""The lines that each test executes, recorded once for a content of the project and shared between sessions.

The name of a record covers all that it depends on: the tree without the session's files, the interpreter and its
packages, how the tests are run. For a suite that is too large to be traced for a search there is a separate record of
the search's tests.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from testfix_pipeline.execution.project import TargetProject

KEPT = 40
"""The number of records of a project to keep, the most recently used."""


def record_name(target: TargetProject, tree_hash: str, setup_command: str) -> str:
    """Return the file name of the record of a tree that a command prepares ("" for none)."""
    depends = [
        tree_hash,
        setup_command,
        target.subdir,
        str(target.interpreter),
        _installed_packages(target.interpreter),
        list(target.pytest_args),
        dict(target.env),
    ]
    return f"{hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest()[:32]}.json"


def _installed_packages(interpreter: Path) -> list[str]:
    """Return names and versions of the packages of an interpreter, and when they were changed."""
    found: list[str] = []
    for folder in sorted(interpreter.parent.parent.glob("lib*/python3*/*-packages")):
        with contextlib.suppress(OSError):
            found += sorted(path.name for path in folder.iterdir() if path.name.endswith((".dist-info", ".egg-info")))
            found.append(str(folder.stat().st_mtime_ns))
    return found


def drop_oldest(folder: Path) -> None:
    """Remove the least recently used records."""
    with contextlib.suppress(OSError):
        records = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in records[:-KEPT]:
            path.unlink(missing_ok=True)
