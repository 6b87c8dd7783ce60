"""Writes the outputs of a GitHub Actions step, for later steps and the workflow."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def write(outputs: Mapping[str, str]) -> None:
    """Append the outputs to the job's file, if it names one. Each value is on one line."""
    name = os.environ.get("GITHUB_OUTPUT")
    if not name or os.environ.get("GITHUB_ACTIONS") != "true":
        return
    with Path(name).open("a", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{key}={' '.join(value.splitlines())}\n" for key, value in outputs.items())
