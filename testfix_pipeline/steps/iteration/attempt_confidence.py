"""The confidence of an attempt that passes its tests, and whether it is enough to land it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.agent_protocol.protocol import FixAnswer
from testfix_pipeline.core.configuration.tool_names import BUILTIN
from testfix_pipeline.core.cycle_rules.confidence import ACCEPT, against, is_doubtful, silenced
from testfix_pipeline.core.patch_policy.language_registry import unjudged_reasons
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.silencing_check import GainedTests, unchecked_silencings
from testfix_pipeline.steps.iteration.judgement import Judgement
from testfix_pipeline.steps.measurement.suite_measurement import run_tests
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile


@dataclass(frozen=True)
class Weighed:
    """confidence: 0 to 1, as the rules leave it. doubts: what speaks against the change, as sentences.

    held_back: it is a lead although the tests agree. reason: the verdict with what limits it; "" for a change that our
    runs don't accept.
    """

    confidence: float
    doubts: tuple[str, ...] = ()
    held_back: bool = False
    reason: str = ""


def weigh(
    wb: Workbench, task: Task, tree: Path, changes: Sequence[ChangedFile], judged: Judgement, answer: FixAnswer
) -> Weighed:
    """Weigh the change in `tree` after our runs have judged it; one that they don't accept is as sure as its author."""
    stated = stated_confidence(task, answer)
    if not judged.verdict.accepted or judged.fault:
        return Weighed(stated)
    unseen = silences_unseen(wb, tree, changes, judged)
    confidence = silenced(stated) if unseen else stated
    doubts = against(confidence, [*unseen, *_objections(task, answer)])
    held_back = is_doubtful(confidence) and not wb.config.accept_doubtful
    lead = f" A lead: {' '.join(doubts[:2])} {ACCEPT} lands it." if held_back else ""
    unread = unjudged_reasons(wb.in_project(change.path) for change in changes)
    reason = " ".join([f"{judged.verdict.reason}{lead}", *unread])
    return Weighed(confidence, (*doubts, *unread), held_back, reason)


def stated_confidence(task: Task, answer: FixAnswer) -> float:
    """What the author says of the change; a model's fix without a number of its own has that of its analysis."""
    strategy = task.context.fix_strategy
    return answer.confidence or (0.0 if task.meta.tool == BUILTIN else strategy.confidence_score)


def _objections(task: Task, answer: FixAnswer) -> list[str]:
    """What the engine's own evidence says against the patch that it put in, or was said of a lead that is accepted."""
    known = [*task.context.fix_strategy.against, *answer.details.get("against", ())]
    return [str(one) for one in dict.fromkeys(known)]


def silences_unseen(wb: Workbench, tree: Path, changes: Sequence[ChangedFile], judged: Judgement) -> list[str]:
    """What an accepted change silences without a test that asserts what comes of it, after the second look's doubts.

    Whoever made the change is held back for either.
    """
    before = wb.results().outcomes
    after = judged.run.outcomes if judged.run is not None else before
    gain = GainedTests(judged.verdict.newly_passing, before, after)

    def run(path: str, text: str, tests: Collection[TestId]) -> SuiteRun:
        file = tree / path
        patched = file.read_bytes()
        file.write_text(text, encoding="utf-8")
        try:
            return run_tests(wb, tree, tests)
        finally:
            file.write_bytes(patched)

    texts = {change.path: (change.before, change.after) for change in changes}
    return [*judged.doubts, *unchecked_silencings(texts, gain, run)]
