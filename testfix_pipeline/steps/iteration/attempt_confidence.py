"""The confidence of an attempt that passes its tests, and whether it is high enough to land."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.agent_protocol.protocol import FixAnswer
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.cycle_rules.confidence import (
    ACCEPT,
    READ_BELOW,
    against,
    confidence_beside,
    confidence_if_silenced,
    is_doubtful,
)
from testfix_pipeline.core.patch_policy.language_registry import unjudged_reasons
from testfix_pipeline.core.records import Attempt, SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.silencing_check import GainedTests, unchecked_silencings
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.steps.iteration.judgement import Judgement
from testfix_pipeline.steps.measurement.suite_measurement import run_tests
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile


@dataclass(frozen=True)
class AttemptConfidence:
    """The confidence from 0 to 1, after the rules. doubts: objections to the change, as sentences.

    held_back: the attempt is a lead although its tests pass. reason: the verdict and what limits the confidence; "" for
    a change that our runs don't accept.
    """

    confidence: float
    doubts: tuple[str, ...] = ()
    held_back: bool = False
    reason: str = ""


def assess_confidence(
    wb: Workbench,
    task: Task,
    tree: Path,
    changes: Sequence[ChangedFile],
    judged: Judgement,
    answer: FixAnswer,
    findings: Sequence[StaticFinding],
) -> AttemptConfidence:
    """Assess the change in `tree` after our runs have judged it. findings: those of the project's checks that it adds.

    A change that is not accepted keeps the confidence that its author stated.
    """
    stated = stated_confidence(task, answer)
    if not judged.verdict.accepted or judged.fault:
        return AttemptConfidence(stated)
    unseen = untested_silencing(wb, tree, changes, judged)
    rivals = _held_back_rivals(wb, task, answer, judged)
    confidence = confidence_beside(stated, [one.confidence for one in rivals])
    # what its author is not sure of and a type checker calls wrong
    wrong = [one.describe() for one in findings if one.is_error] if confidence < READ_BELOW else []
    unseen += [f"The project's own checks call it wrong: {wrong[0]}."] if wrong else []
    confidence = confidence_if_silenced(confidence) if unseen else confidence
    doubts = against(confidence, [*unseen, *map(_as_objection, rivals), *_objections(task, answer)])
    held_back = is_doubtful(confidence) and not wb.config.accept_doubtful
    lead = f" A lead: {' '.join(doubts[:2])} {ACCEPT} lands it." if held_back else ""
    unread = unjudged_reasons(wb.in_project(change.path) for change in changes)
    reason = " ".join([f"{judged.verdict.reason}{lead}", *unread])
    return AttemptConfidence(confidence, (*doubts, *unread), held_back, reason)


def _held_back_rivals(wb: Workbench, task: Task, answer: FixAnswer, judged: Judgement) -> list[Attempt]:
    """Return other changes for the same tests: the engine found them, and leaves them out now as they were doubtful.

    Without them, each search would be surer of the best one of those that are left.
    """
    mine = [one for one in wb.store.history().attempts if one.is_held_back and one.tool == task.meta.tool]
    found = {one.proposal: one for one in mine if one.proposal not in ("", answer.proposal)}
    gained = set(judged.verdict.newly_passing) if answer.proposal else set()
    return [one for one in found.values() if gained & set(one.newly_passing)]


def _as_objection(rival: Attempt) -> str:
    return f"{rival.task_id}, which passes the same tests, was found first and held back ({rival.confidence:.2f})."


def stated_confidence(task: Task, answer: FixAnswer) -> float:
    """Return the author's confidence in the change; if a model gave none for its fix, that of its analysis."""
    strategy = task.context.fix_strategy
    return answer.confidence or (0.0 if task.meta.tool == BUILTIN else strategy.confidence_score)


def _objections(task: Task, answer: FixAnswer) -> list[str]:
    """What the engine's evidence says against its own patch, and earlier objections to a lead that is accepted now."""
    known = [*task.context.fix_strategy.against, *answer.details.get("against", ())]
    return [str(one) for one in dict.fromkeys(known)]


def untested_silencing(wb: Workbench, tree: Path, changes: Sequence[ChangedFile], judged: Judgement) -> list[str]:
    """Return the doubts about errors that an accepted change silences without a test, and earlier doubts.

    Either holds a change back, whoever made it.
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
