"""Runs tests at the same time, each run in a tree of its own, where the sandbox keeps them apart."""

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


def runs_side_by_side(project: TargetProject) -> bool:
    """Whether two runs in trees of their own can't meet, as by a port or a temporary file, and each has a core.

    Only the full sandbox gives each its own network and temporary folder, unless the project had it opened.
    """
    policy = project.sandbox
    apart = containment(policy) == FULL and not policy.network and not policy.write
    return apart and (os.cpu_count() or 1) > 1


@contextmanager
def tree_beside(project: TargetProject, tree: Path, wanted: bool = True) -> Iterator[Path | None]:
    """A copy of the tree for a run at the same time as one in it; None unless it is wanted and they can't meet."""
    if not (wanted and runs_side_by_side(project) and _is_small(tree)):
        yield None
        return
    folder = scratch_folders.make()
    try:
        yield _copied(tree, folder / tree.name)
    finally:
        scratch_folders.drop(folder)


def _copied(tree: Path, target: Path) -> Path | None:
    try:
        return shutil.copytree(tree, target, symlinks=True)
    except (OSError, shutil.Error):  # pipes, sockets, what can't be read
        return None


def _is_small(tree: Path) -> bool:
    entries = (len(folders) + len(files) for _, folders, files in os.walk(tree))
    return all(total <= MOST_COPIED for total in accumulate(entries))
