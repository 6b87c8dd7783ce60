"""Outputs of a step of GitHub Actions: what later steps and the workflow can read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def write(outputs: Mapping[str, str]) -> None:
    """Append the outputs to the file that the job names; nothing where it names none. A value stays on one line."""
    name = os.environ.get("GITHUB_OUTPUT")
    if not name or os.environ.get("GITHUB_ACTIONS") != "true":
        return
    with Path(name).open("a", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{key}={' '.join(value.splitlines())}\n" for key, value in outputs.items())
