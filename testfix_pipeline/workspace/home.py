"""Finds the home folder, which holds the registry, the index of sessions and the history."""

from __future__ import annotations

import os
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig


def home() -> Path:
    """Return `DAGSTER_HOME`, else the checkout that holds our `dagster.yaml`, else `~/.testfix`. It may not exist yet.

    Raises InvalidConfig if DAGSTER_HOME is not an absolute path.
    """
    named = os.environ.get("DAGSTER_HOME")
    if named:
        place = Path(named).expanduser()
        if not place.is_absolute():
            raise InvalidConfig(f"DAGSTER_HOME is {named!r}, which is no absolute path.", "Set it to an absolute path.")
        return place
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "dagster.yaml").is_file() and (checkout / "testfix_pipeline").is_dir():
        return checkout
    return Path.home() / ".testfix"
