"""Prepares a fresh worktree with the project's `setup_command`, which only a launch or the registry may name."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.workspace.git.mirror import Mirror

SETUP_SECONDS = 1800.0
SHOWN = 800


def prepare(mirror: Mirror, target: TargetProject, tree: Path, command: str) -> None:
    """Run the command in the project's folder of a worktree; files that it makes are never part of a fix.

    Raises MeasurementError if it fails or changes files that git tracks, BudgetSpent at the session's deadline.
    """
    if not command:
        return
    done = run(
        ["/bin/sh", "-c", command],
        cwd=target.root(tree),
        env=target_environment(target, tree),
        limits=ProcessLimits(target.deadline.bound(SETUP_SECONDS)),
        policy=target_policy(target),
        writable=[tree],
        merge_output=True,
    )
    if done.timed_out:
        target.deadline.check()
    if done.returncode != 0 or done.timed_out:
        said = done.stdout.decode(errors="replace").strip()[-SHOWN:]
        why = "took too long" if done.timed_out else f"ended with status {done.returncode}"
        raise MeasurementError(f"The setup command {command!r} {why}: {said}", "Run it by hand in a fresh clone.")
    made = mirror.changes(tree)
    altered = [change.path for change in made if change.before is not None]
    if altered:
        raise MeasurementError(
            f"The setup command {command!r} changes files that git tracks: {', '.join(altered[:5])}.",
            "Have it write only files that git ignores or does not know.",
        )
    mirror.hide([change.path for change in made])
