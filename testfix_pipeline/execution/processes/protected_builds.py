"""Keeps what compilers made for all projects from the tests where there is no full sandbox."""

from __future__ import annotations

import functools
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.cache_folder import builds_root
from testfix_pipeline.execution.processes import landlock

_LEAST_VERSION = 2


def can_protect_builds() -> bool:
    """Whether tests can be kept from changing the builds without noticing.

    Nothing can be made in the folders above the builds: where these are for temporary files, tests would notice.
    """
    temporary = Path(tempfile.gettempdir()).resolve()
    return _version() >= _LEAST_VERSION and not builds_root().resolve().is_relative_to(temporary)


def protected_builds(writable: Iterable[Path]) -> str | None:
    """The folder of the builds, to be protected from a process; None where that can't be, or it may write to it.

    A process that lives long could otherwise write to one that is made later.
    """
    root = builds_root().resolve()
    if not can_protect_builds() or any(path.is_relative_to(root) for path in writable):
        return None
    root.mkdir(parents=True, exist_ok=True)
    return str(root)


@functools.cache
def _version() -> int:
    return landlock.version() if sys.platform == "linux" else -1
