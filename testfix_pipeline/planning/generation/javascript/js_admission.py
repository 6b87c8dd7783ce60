"""The filter that generated JavaScript and TypeScript tests must pass: stable in three runs, and noticing a change."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Status
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.planning.generation.admission import instead, written
from testfix_pipeline.planning.generation.javascript.js_rendering import JsDraft
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy

RUNS = 3
UNSTABLE = "fails, or passes only sometimes"
NOTICES_NOTHING = "notices no change of its subject"
NOT_TRIED = "there was no time to try whether it notices a change"
_MOST_OF_A_ROUTINE = 40
_MOST_COLD = 6
"""Mutations of a routine that are tried where each takes a process of the framework."""
_LIMITS, _LOOK_SECONDS = Limits(test=2.0, load=2.0), 10.0
_COLD_SECONDS = 30.0


def stable(target: TargetProject, tree: Path, files: Mapping[str, str], seconds: float) -> tuple[set[TestId], str]:
    """The tests of new files that pass in each of three runs; and why there was no run, "" where there was."""
    found: set[TestId] = set()
    with written(target.root(tree), files):
        for number in range(RUNS):
            run = run_suite(target, tree, tests=[TestId(file) for file in files], timeout=seconds / RUNS)
            if run.fault is not None and not run.outcomes:
                return set(), run.fault.message
            passed = {test for test in run.passed if test.file in files}
            found = passed if number == 0 else found & passed
    return found, ""


def notice(
    target: TargetProject, tree: Path, files: Mapping[str, str], drafts: Sequence[JsDraft], seconds: float
) -> list[JsDraft]:
    """The drafts that were tried. Each gets its `kills`: the mutations of its subject that it fails with.

    They are tried in the framework's warm process where that runs the tests as the framework does, else in processes of
    its own, fewer of them.
    """
    clock = Clock(seconds)
    with written(target.root(tree), files), tempfile.TemporaryDirectory(prefix="testfix-mutants-") as folder:
        private = private_copy(tree, Path(folder) / "tree", target.shared)
        tried: list[JsDraft] = []
        for draft in drafts:
            if clock.over() is not None:
                break
            suite = next((one for one in target.suites if one.owns(draft.test.file)), None)
            try:
                is_warm = isinstance(suite, WarmSuite) and _warm(target, suite, private, draft, clock)
                if is_warm or _cold(target, private, draft, clock):
                    tried.append(draft)
            except TimeIsUp:
                break
    return tried


def _mutations(root: Path, draft: JsDraft) -> tuple[str, list[JsMutation]]:
    content = (root / draft.routine.file).read_text("utf-8", "replace")
    found = mutations_of(read_source(draft.routine.file, content), draft.routine.lines)
    step = max(1, -(-len(found) // _MOST_OF_A_ROUTINE))
    return content, [one for one in found[::step] if one.parses(content)]


def _warm(target: TargetProject, suite: WarmSuite, private: Path, draft: JsDraft, clock: Clock) -> bool:
    """Try the mutations in a warm process; False where it does not run the test."""
    content, found = _mutations(target.root(private), draft)
    try:
        warm = FrameworkWarm(target, suite, private, clock)
    except ServerLost:
        return False
    try:
        [first] = warm.look([draft.test], [{}], _LIMITS, _LOOK_SECONDS)
        if first.lost or not first.outcomes or not all(one.passed for one in first.outcomes.values()):
            return False
        for one in found:
            look = warm.look([draft.test], [{draft.routine.file: one.of(content)}], _LIMITS, _LOOK_SECONDS)[-1]
            if look.lost or not all(outcome.passed for outcome in look.outcomes.values()):
                draft.kills.append(f"{draft.routine.file}:{one.line} {one.kind}")
    except ServerLost:
        return False
    finally:
        warm.close()
    return True


def _cold(target: TargetProject, private: Path, draft: JsDraft, clock: Clock) -> bool:
    """Try some mutations in processes of their own; False where the test does not pass without one."""
    root = target.root(private)
    if not _ends(target, private, draft, clock, "passed"):
        return False
    content, found = _mutations(root, draft)
    for one in found[:: max(1, len(found) // _MOST_COLD)]:
        with instead(root / draft.routine.file, one.of(content)):
            is_noticed = _ends(target, private, draft, clock, "failed", "error")
        if is_noticed:
            draft.kills.append(f"{draft.routine.file}:{one.line} {one.kind}")
            break
    return True


def _ends(target: TargetProject, private: Path, draft: JsDraft, clock: Clock, *statuses: Status) -> bool:
    """Whether a run that measures says one of these of the draft's test. Raises TimeIsUp where there is no time."""
    clock.check()
    run = run_suite(target, private, tests=[draft.test], timeout=max(1.0, min(_COLD_SECONDS, clock.left())))
    clock.check()
    return run.fault is None and draft.test in run.with_status(*statuses)
