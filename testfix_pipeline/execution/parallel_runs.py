"""Runs tests in parallel, each run in its own tree, if the sandbox isolates them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.processes.containment_levels import FULL
from testfix_pipeline.execution.processes.supervisor import containment
from testfix_pipeline.execution.project import TargetProject

MOST_COPIED = 5000
"""Files and folders of a tree that is copied for a second run at once: half a second, as long as a short run takes."""


def can_run_in_parallel(project: TargetProject) -> bool:
    """Whether two runs in separate trees are isolated, such as in ports and temporary files, and cores suffice.

    Only the full sandbox gives each its own network and temporary folder, unless the project had it opened.
    """
    policy = project.sandbox
    apart = containment(policy) == FULL and not policy.network and not policy.write
    return apart and (os.cpu_count() or 1) > 1


@contextmanager
def second_tree(project: TargetProject, tree: Path, wanted: bool = True) -> Iterator[Path | None]:
    """A context manager for a copy of the tree for a parallel run; None unless it is wanted and possible."""
    if not (wanted and can_run_in_parallel(project) and _is_small(tree)):
        yield None
        return
    folder = scratch_folders.make_folder()
    try:
        yield _copy_tree(tree, folder / tree.name)
    finally:
        scratch_folders.drop(folder)


def _copy_tree(tree: Path, target: Path) -> Path | None:
    try:
        return shutil.copytree(tree, target, symlinks=True)
    except (OSError, shutil.Error):  # pipes, sockets, what can't be read
        return None


def _is_small(tree: Path) -> bool:
    """Whether a tree is small enough to copy."""
    entries = (len(folders) + len(files) for _, folders, files in os.walk(tree))
    return all(total <= MOST_COPIED for total in accumulate(entries))
