"""Builds the report of one bug from the search's result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.confidence import ACCEPT, against
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.engine import RankedPatch, RepairResult
from testfix_pipeline.repair.ranking.objections import objections
from testfix_pipeline.standalone.report import PARTLY, Bug, BugOutcome, Check, Patch, SuspiciousLine, meaning
from testfix_pipeline.updates.diagnosis import updates_in

SHOWN_LINES, SHOWN_RIVALS, SHOWN_DOUBTFUL = 8, 5, 2


def not_tried(group: Cluster, updates: list[Update]) -> Bug:
    """Return the report of a bug for which no time was left."""
    step = f"Give it more time with --seconds, or its own run: --test {group.tests[0]}"
    return Bug(title=group.title, tests=group.tests, outcome="not tried", next_steps=[step], updates=updates)


def updates_of(group: Cluster, failures: Sequence[Failure]) -> list[Update]:
    """Return the library updates that may cause a group's failures."""
    return updates_in([one for one in failures if one.test in group.tests])


def bug_report(
    group: Cluster,
    result: RepairResult,
    shown: RankedPatch | None,
    check: Check | None,
    suspicious: list[SuspiciousLine],
    in_git: bool,
    held_back: bool = False,
) -> Bug:
    """Return the report of a bug. `shown`: the patch to show; `check`: its confirming run, if there was one.

    held_back: the run confirmed the patch, but its confidence is too low to keep it.
    """
    outcome: BugOutcome = "lead" if held_back else _outcome(group, shown, check)
    rivals = [patch for patch in result.patches if shown is None or patch.fingerprint != shown.fingerprint]
    others = [*rivals[:SHOWN_RIVALS], *result.doubtful[:SHOWN_DOUBTFUL]]
    return Bug(
        title=group.title,
        tests=group.tests,
        outcome=outcome,
        patch=as_patch(shown) if shown else None,
        check=check,
        others=[as_patch(patch, _differs(patch, shown, result)) for patch in others],
        suspicious=suspicious,
        regression=result.regression.text if result.regression else "",
        candidates=result.candidates_tried,
        seconds=round(result.seconds, 2),
        first_seconds=None if result.first_seconds is None else round(result.first_seconds, 2),
        ended=result.exhausted,
        next_steps=_next_steps_of(outcome, group, result, check, in_git),
        notes=[note for note in result.notes if result.regression is None or note != result.regression.text],
    )


def _next_steps_of(
    outcome: BugOutcome, group: Cluster, result: RepairResult, check: Check | None, in_git: bool
) -> list[str]:
    if outcome == "lead":
        return [f"Read the patch. If it is right: run again with {ACCEPT} (and --apply), or `git apply` its diff."]
    return [] if outcome == "fixed" else _next_steps(group, result, check, in_git)


def _outcome(group: Cluster, shown: RankedPatch | None, check: Check | None) -> BugOutcome:
    if check is not None and check.confirmed and shown is not None:
        return "fixed" if shown.complete or any(map(is_collection_id, group.tests)) else "partial"
    return "partial" if shown is not None and (check is None or check.cancelled) else "open"


def _differs(patch: RankedPatch, shown: RankedPatch | None, result: RepairResult) -> str:
    """Return an input on which a patch and the shown one differ, with both results; "" if none is known."""
    if shown is None:
        return ""
    for one in getattr(result, "differences", ()):
        here, there = one.under.get(patch.fingerprint), one.under.get(shown.fingerprint)
        if here is not None and there is not None and here != there:
            return f"{one.call} gives {here} here, {there} with the first patch, {one.before} without any"
    return ""


def as_patch(patch: RankedPatch, differs: str = "") -> Patch:
    """Return a ranked patch in the report's form."""
    return Patch(
        location=patch.location,
        description=patch.description,
        diff=patch.diff,
        flips=sorted(patch.fixes),
        complete=patch.complete,
        confidence=patch.confidence,
        meaning=meaning(patch.confidence) if patch.complete else PARTLY,
        differs=differs,
        doubt=patch.doubt,
        against=against(patch.confidence, [*patch.against, *objections(patch.features)]),
        kind=patch.kind,
    )


def suspicious_lines(result: RepairResult, root: Path) -> list[SuspiciousLine]:
    """Return the most suspicious lines with their texts, from the files as they were searched."""
    texts: dict[str, list[str]] = {}
    found = []
    for file, line, score in result.suspicious[:SHOWN_LINES]:
        if file not in texts:
            texts[file] = read_text(root / file).splitlines()
        code = texts[file][line - 1].strip() if line <= len(texts[file]) else ""
        found.append(SuspiciousLine(file=file, line=line, score=round(score, 3), code=code))
    return found


def _next_steps(group: Cluster, result: RepairResult, check: Check | None, in_git: bool) -> list[str]:
    """Return what a user could do about an open bug."""
    steps = []
    if check is not None and check.cancelled:
        steps.append(
            "The run of the whole suite with the patch was cancelled before it ended: try --seconds with more."
        )
    elif check is not None:
        steps.append(f"The best patch did not hold in a clean run of the whole suite: {check.reason}")
    if result.exhausted == "budget":
        steps.append(f"The time ended the search: try --seconds with more, and --test {group.tests[0]} alone.")
    elif result.exhausted == "space":
        steps.append("Every edit that the engine knows was tried: the fix is larger, or of a kind it does not make.")
    if result.suspicious:
        file, line, _score = result.suspicious[0]
        steps.append(f"Start reading at {file}:{line}.")
    if not in_git:
        steps.append("Without git there were no earlier texts to go back to.")
    return steps
