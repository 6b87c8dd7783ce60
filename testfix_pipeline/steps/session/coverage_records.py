"""Which lines each test executes, recorded once for a content of the project and shared between sessions.

A record is found again by everything that it depends on: the tree without the session's files, the interpreter and what
is installed with it, how the tests are called. A suite that is too large to be traced for the sake of a search has a
record of the tests that a search works with, which stands beside the one of all: nobody takes it for that.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from testfix_pipeline.execution.project import TargetProject

KEPT = 40
"""How many records of a project stay, those that were used last."""


def record_name(target: TargetProject, tree_hash: str, setup_command: str) -> str:
    """The file name of the record of a tree that is prepared by a command ("" for none)."""
    depends = [
        tree_hash,
        setup_command,
        target.subdir,
        str(target.interpreter),
        _installed(target.interpreter),
        list(target.pytest_args),
        dict(target.env),
    ]
    return f"{hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest()[:32]}.json"


def _installed(interpreter: Path) -> list[str]:
    """Names and versions of what is installed beside an interpreter, and when it was changed."""
    found: list[str] = []
    for folder in sorted(interpreter.parent.parent.glob("lib*/python3*/*-packages")):
        with contextlib.suppress(OSError):
            found += sorted(path.name for path in folder.iterdir() if path.name.endswith((".dist-info", ".egg-info")))
            found.append(str(folder.stat().st_mtime_ns))
    return found


def drop_oldest(folder: Path) -> None:
    """Remove the records that were not used for the longest time."""
    with contextlib.suppress(OSError):
        records = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in records[:-KEPT]:
            path.unlink(missing_ok=True)
