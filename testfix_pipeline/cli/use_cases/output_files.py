"""Files that a command writes in the end: whether they can be written is known before the work begins."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from testfix_pipeline.core.errors import UsageError


def create_file(path: Path) -> Path:
    """Create a file, if need be with its folder; return its absolute path. Raises UsageError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror}.", "Name another file.") from error
    return path.absolute()


def output_folder(output: Path, files: Iterable[str]) -> Path:
    """Create a folder for `files`, without those of an earlier call. Raises UsageError if it can't be written."""
    folder = output.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in files:
            (folder / name).unlink(missing_ok=True)
        (folder / ".gitignore").write_text("*\n")  # excludes the folder from later snapshots
    except OSError as error:
        raise UsageError(f"{folder} can't be written: {error.strerror}.", "Name another --output.") from error
    return folder


def write_step_outputs(outputs: Mapping[str, str]) -> None:
    """Append the outputs to the job's file, if it names one. Each value is on one line."""
    name = os.environ.get("GITHUB_OUTPUT")
    if not name or os.environ.get("GITHUB_ACTIONS") != "true":
        return
    with Path(name).open("a", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{key}={' '.join(value.splitlines())}\n" for key, value in outputs.items())
