"""Where the registry, the index of sessions and the history lie."""

from __future__ import annotations

import os
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig


def home() -> Path:
    """`DAGSTER_HOME`, else the checkout that holds our `dagster.yaml`, else `~/.testfix`. It need not exist yet.

    Raises InvalidConfig where DAGSTER_HOME is no absolute path.
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
