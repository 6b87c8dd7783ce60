"""Searches with the built-in engine around a model's change that was not accepted.

No model is called. The whole suite judges what the engine finds, like any other change.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.agents.gate import CallPurpose
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer, FixRequest
from testfix_pipeline.core.configuration.tool_names import BUILTIN, expanded, parse_tool
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.repair.patches.patch_application import (
    apply_at_likeliest_places,
    refusals_of,
    targets_of,
    write_files,
)
from testfix_pipeline.steps.iteration.session_agents import built_in_engine, record_work, recorded_work, repeat_work
from testfix_pipeline.steps.session.workbench import Workbench

SECONDS = 60.0
"""The time limit of the search around one change."""
WORTH_IT = frozenset({"no_gain", "lead", "regression", "nothing_found", "refused"})
"""Outcomes of an attempt whose change may be close to a correct one."""
Judge = Callable[[FixAnswer], Attempt]


def apply_patch(wb: Workbench, tree: Path, patch: str) -> bool:
    """Apply the patch of an analysis to a worktree, by git or by its hunks. Returns False if nothing was applied."""
    if wb.mirror.apply_patch(tree, patch) is None:
        return True
    root = wb.root(tree)
    with contextlib.suppress(UnreadablePatch):
        contents = apply_at_likeliest_places(targets_of(patch, root)).contents
        if not refusals_of(root, contents):
            write_files(root, contents)
            return True
    return False


def improve_attempt(wb: Workbench, task: Task, tree: Path, commit: str, failed: Attempt, judge: Judge) -> Attempt:
    """Return a better attempt found around the change of a model's failed one, else the failed one.

    The worktree is reset to `commit`; `judge` returns the verdict of our runs on the worktree's content.
    """
    patches = _start_patches(task, failed)
    if not patches or failed.result not in WORTH_IT or failed.acceptable or not _is_model(wb, failed.tool):
        return failed
    wb.mirror.reset(tree, commit)
    wb.prepare(tree)
    answer = _search_around(wb, task, tree, commit, patches)
    if answer.status != "complete":
        return _with_note(failed, f"a search around it found nothing ({answer.candidates_tried} candidates)")
    found = judge(replace(answer, note=f"found around the change of {failed.tool}: {answer.note}"))
    return found if _is_better(found, failed) else _with_note(failed, "what a search around it found is no better")


def _search_around(wb: Workbench, task: Task, tree: Path, commit: str, patches: list[str]) -> FixAnswer:
    """Return the engine's answer for the patches; its recorded work in a replay."""
    agent, where = built_in_engine(wb, commit), CallPurpose("fix", task.meta.iteration, task.id)
    recorded = recorded_work(wb, agent, where)
    answer = agent.fix(_request(wb, task, tree, patches)) if recorded is None else repeat_work(recorded, tree)
    record_work(wb, agent, where, tree, answer)
    return answer


def _request(wb: Workbench, task: Task, tree: Path, patches: list[str]) -> FixRequest:
    seconds = min(SECONDS, task.context.search.seconds)
    return FixRequest(task, tree, wb.results(), wb.store.history(), seconds=seconds, patches=patches)


def _is_model(wb: Workbench, name: str) -> bool:
    """Whether a tool is a model's; a script counts as one if it says so."""
    parsed = map(parse_tool, expanded(wb.config.agents))
    scripts = [RecordedAgent(Path(one.rest)) for one in parsed if one.kind == "recorded"]
    named = [script for script in scripts if script.name == name]
    return named[0].search_around if named else name != BUILTIN


def _start_patches(task: Task, failed: Attempt) -> list[str]:
    """The patch of the attempt, then that of the analysis."""
    strategy = task.context.fix_strategy
    return [patch for patch in dict.fromkeys([failed.patch, strategy.patch or ""]) if patch.strip()]


def _is_better(found: Attempt, failed: Attempt) -> bool:
    if found.acceptable != failed.acceptable:
        return found.acceptable
    return len(found.newly_passing) - len(found.newly_failing) > len(failed.newly_passing) - len(failed.newly_failing)


def _with_note(attempt: Attempt, said: str) -> Attempt:
    return attempt.model_copy(update={"reason": f"{attempt.reason}; {said}"})
