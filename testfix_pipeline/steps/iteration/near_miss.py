"""Searches with the built-in engine around a model's change that was not accepted.

No model is called. What the engine finds is an attempt of its own, which the whole suite judges like any other; the
model's stays as it was.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer, FixRequest
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.configuration.tool_names import expanded, parse_tool
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.repair.patches import patch_application
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.steps.iteration import session_agents
from testfix_pipeline.steps.iteration.attempt_journal import derived_id
from testfix_pipeline.steps.session.workbench import Workbench

SECONDS = 60.0
"""The time limit of the search around one change."""
WORTH_IT = frozenset({"no_gain", "lead", "regression", "nothing_found", "refused"})
"""Outcomes of an attempt whose change may be close to a correct one."""
KEPT = {"note", "confidence", "proposal", "details"}
"""The parts of a worker's answer that an unjudged patch is judged by after a resume."""


def apply_patch(wb: Workbench, tree: Path, patch: str) -> bool:
    """Apply the patch of an analysis to a worktree, by git or by its hunks. Returns False if nothing was applied."""
    if wb.mirror.apply_patch(tree, patch) is None:
        return True
    root = wb.root(tree)
    with contextlib.suppress(UnreadablePatch):
        contents = patch_application.apply_at_likeliest_places(patch_application.targets_of(patch, root)).contents
        if not patch_application.refusals_of(root, contents):
            patch_application.write_files(root, contents)
            return True
    return False


def is_near_miss(wb: Workbench, task: Task, failed: Attempt) -> bool:
    """Whether an attempt is a model's, was not accepted, and has a change to search around."""
    return not failed.acceptable and bool(_start_patches(task, failed)) and _is_model(wb, failed.tool)


def derived_task(task: Task) -> Task:
    """Return the engine's task to search around the attempt at a task; it has no file."""
    meta = task.meta.model_copy(update={"tool": BUILTIN, "derived_from": task.id})
    return task.model_copy(update={"id": derived_id(task.id), "meta": meta})


def change_around(wb: Workbench, task: Task, failed: Attempt, tree: Path, commit: str) -> tuple[FixAnswer, str]:
    """Make the change in the worktree that the engine finds around the failed one of a task.

    A patch that an earlier run left unjudged is taken instead. Returns the answer and the engine's name.
    """
    left = task.context.unjudged_patch
    if left and left.derived and apply_patch(wb, tree, left.patch):
        return FixAnswer("complete", **left.model_dump(include=KEPT)), BUILTIN
    agent, where = session_agents.built_in_engine(wb, commit), session_agents.fix_purpose(task)
    recorded = session_agents.recorded_work(wb, agent, where)
    answer = (
        agent.fix(_request(wb, task, tree, failed)) if recorded is None else session_agents.repeat_work(recorded, tree)
    )
    session_agents.record_work(wb, agent, where, tree, answer)
    # the space around a change is not that of the tests
    return replace(answer, note=f"around the change of {failed.tool}: {answer.note}", exhausted=""), BUILTIN


def _request(wb: Workbench, task: Task, tree: Path, failed: Attempt) -> FixRequest:
    seconds, patches = min(SECONDS, task.context.search.seconds), _start_patches(task, failed)
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
