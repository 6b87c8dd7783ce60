"""Runs tests in parallel, each run in its own tree."""

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
    """Whether two runs of the same content in separate trees, home and temporary folders may run at once.

    Cores have to suffice, and the project must not have asked for services or folders outside. Without the full sandbox
    two runs can still meet, at a port for instance. A pass counts all the same, since both have the same content;
    before a failure decides anything, the tests run again by themselves.
    """
    policy = project.sandbox
    return not policy.network and not policy.write and (os.cpu_count() or 1) > 1


def are_runs_isolated(project: TargetProject) -> bool:
    """Whether parallel runs can't meet at all: the full sandbox gives each its own network and temporary folder."""
    return can_run_in_parallel(project) and containment(project.sandbox) == FULL


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
