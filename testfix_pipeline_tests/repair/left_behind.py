"""What a repair may not leave behind: other contents of the project's files, processes that run on."""

from pathlib import Path

import psutil


def contents(root: Path) -> dict[str, bytes]:
    """The files below a folder by their path from there, git's own left out."""
    files = [file for file in root.rglob("*") if file.is_file() and ".git" not in file.parts]
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


def children() -> set[int]:
    """The processes that this one has started, directly or not, and that are not over."""
    found = psutil.Process().children(recursive=True)
    return {child.pid for child in found if child.status() != psutil.STATUS_ZOMBIE}
