"""The filter for generated JavaScript and TypeScript tests: they pass three times and notice a change."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Status
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.planning.generation.admission import replaced_text, temporary_files
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


def stable_tests(
    target: TargetProject, tree: Path, files: Mapping[str, str], seconds: float
) -> tuple[set[TestId], str]:
    """The tests of new files that pass in each of three runs, and why there was no run, "" if there was."""
    found: set[TestId] = set()
    with temporary_files(target.root(tree), files):
        for number in range(RUNS):
            run = run_suite(target, tree, tests=[TestId(file) for file in files], timeout=seconds / RUNS)
            if run.fault is not None and not run.outcomes:
                return set(), run.fault.message
            passed = {test for test in run.passed if test.file in files}
            found = passed if number == 0 else found & passed
    return found, ""


def drafts_tried(
    target: TargetProject, tree: Path, files: Mapping[str, str], drafts: Sequence[JsDraft], seconds: float
) -> list[JsDraft]:
    """The drafts that there was time to try, with `kills` set to the mutations of the subject that each notices.

    They are tried in the framework's warm process where that runs the tests as the framework does, else in processes of
    its own, fewer of them.
    """
    clock = Clock(seconds)
    with temporary_files(target.root(tree), files), tempfile.TemporaryDirectory(prefix="testfix-mutants-") as folder:
        private = private_copy(tree, Path(folder) / "tree", target.shared)
        tried: list[JsDraft] = []
        for draft in drafts:
            if clock.over() is not None:
                break
            suite = next((one for one in target.suites if one.owns(draft.test.file)), None)
            try:
                is_warm = isinstance(suite, WarmSuite) and _try_in_warm_process(target, suite, private, draft, clock)
                if is_warm or _try_in_new_processes(target, private, draft, clock):
                    tried.append(draft)
            except TimeIsUp:
                break
    return tried


def _mutations(root: Path, draft: JsDraft) -> tuple[str, list[JsMutation]]:
    content = (root / draft.routine.file).read_text("utf-8", "replace")
    found = mutations_of(read_source(draft.routine.file, content), draft.routine.lines)
    step = max(1, -(-len(found) // _MOST_OF_A_ROUTINE))
    return content, [one for one in found[::step] if one.parses(content)]


def _try_in_warm_process(target: TargetProject, suite: WarmSuite, private: Path, draft: JsDraft, clock: Clock) -> bool:
    """Try the mutations in a warm process; False if the test does not pass there."""
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
            look = warm.look([draft.test], [{draft.routine.file: one.applied_to(content)}], _LIMITS, _LOOK_SECONDS)[-1]
            if look.lost or not all(outcome.passed for outcome in look.outcomes.values()):
                draft.kills.append(f"{draft.routine.file}:{one.line} {one.kind}")
    except ServerLost:
        return False
    finally:
        warm.close()
    return True


def _try_in_new_processes(target: TargetProject, private: Path, draft: JsDraft, clock: Clock) -> bool:
    """Try some mutations, each in a new process; False if the test does not pass without one."""
    root = target.root(private)
    if not _has_status(target, private, draft, clock, "passed"):
        return False
    content, found = _mutations(root, draft)
    for one in found[:: max(1, len(found) // _MOST_COLD)]:
        with replaced_text(root / draft.routine.file, one.applied_to(content)):
            is_noticed = _has_status(target, private, draft, clock, "failed", "error")
        if is_noticed:
            draft.kills.append(f"{draft.routine.file}:{one.line} {one.kind}")
            break
    return True


def _has_status(target: TargetProject, private: Path, draft: JsDraft, clock: Clock, *statuses: Status) -> bool:
    """Whether the draft's test ends with one of the statuses in a run. Raises TimeIsUp if there is no time."""
    clock.check()
    run = run_suite(target, private, tests=[draft.test], timeout=max(1.0, min(_COLD_SECONDS, clock.left())))
    clock.check()
    return run.fault is None and draft.test in run.with_status(*statuses)
