"""Keeps what compilers made for all projects from the tests where there is no full sandbox."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.cache_folder import builds_root
from testfix_pipeline.execution.processes import landlock

_LEAST_VERSION = 2


def can_protect_builds() -> bool:
    """Return whether the builds can be protected from writing with no effect on what tests do.

    The protection also forbids new files in the folders above the builds. Tests need those for temporary files.
    """
    temporary = Path(tempfile.gettempdir()).resolve()
    version = landlock.version() if sys.platform == "linux" else -1
    return version >= _LEAST_VERSION and not builds_root().resolve().is_relative_to(temporary)


def protected_builds(writable: Iterable[Path]) -> str | None:
    """Return the folder of the builds to protect from a process; None if that is not possible, or it may write there.

    The folder is created if it is absent: a running process could otherwise write to it once it exists.
    """
    root = builds_root().resolve()
    if not can_protect_builds() or any(path.is_relative_to(root) for path in writable):
        return None
    root.mkdir(parents=True, exist_ok=True)
    return str(root)
