"""Where this program stores what it can make again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """Return `$TESTFIX_CACHE`, else `$XDG_CACHE_HOME/testfix`, else `~/.cache/testfix`."""
    named, shared = os.environ.get("TESTFIX_CACHE"), os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named).absolute()
    return (Path(shared).absolute() if shared else Path.home() / ".cache") / "testfix"


def builds_root() -> Path:
    """Return `$TESTFIX_BUILDS`, else the folder `builds` of the cache: what compilers made, for all projects."""
    named = os.environ.get("TESTFIX_BUILDS")
    return Path(named).absolute() if named else cache_root() / "builds"
