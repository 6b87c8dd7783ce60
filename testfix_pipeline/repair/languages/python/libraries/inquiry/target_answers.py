"""Runs the programs that inquire of libraries, contained, on a copy of the project, and reads their answers."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion

MEMORY = 4 * 1024**3
OUTPUT_BYTES = 64 * 1024 * 1024
_ARGUMENTS = ("-p", "no:cacheprovider", "--tb=no", "-q", "-p", "no:rerunfailures", "-p", "no:flaky")


def whereabouts(question: LibraryQuestion, *arguments: str) -> dict[str, Any]:
    """What such a program needs to know to run a question's tests. arguments: more ones of pytest."""
    root = question.root.resolve()
    return {
        "root": str(root),
        "shared": [str((question.tree / name).resolve()) for name in question.project.shared],
        "arguments": [f"--rootdir={root}", *question.project.pytest_args, *_ARGUMENTS, *arguments],
    }


def ask_target(
    question: LibraryQuestion,
    program: str,
    order: Mapping[str, Any],
    seconds: float,
    before: Sequence[str] = (),
    read: Sequence[str] = (),
) -> dict[str, Any]:
    """The answer of a program of `in_target`; empty where there is none that can be read.

    before: folders that come before what is installed on the module search path. read: more folders that it reads.
    """
    project, environment = question.project, target_environment(question.project, question.tree)
    first, _, others = environment["PYTHONPATH"].partition(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [first, *before, others]))
    policy, run_process = target_policy(project), run if before else question.run_process
    try:
        done = run_process(
            [str(project.interpreter), str(IN_TARGET / program)],
            cwd=question.root,
            env=environment,
            limits=ProcessLimits(seconds, memory_bytes=MEMORY, output_bytes=OUTPUT_BYTES),
            policy=replace(policy, read=(*policy.read, *before, *read)),
            writable=[question.tree],
            stdin=json.dumps(order).encode(),
            cancel=question.cancel,
        )
        found = json.loads(done.stdout)
    except (MeasurementError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
