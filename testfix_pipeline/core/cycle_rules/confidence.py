"""Confidence decides what lands: below LAND_FROM a patch is a lead, below READ_BELOW it lands marked *read first*.

So does a fix that was not fully checked, or that adds to what the project's own linters and type checkers say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from testfix_pipeline.core.records import Attempt, RunOutcome
from testfix_pipeline.core.test_ids import TestId

# In an earlier calibration, 11 of 29 first choices of the engine that said less were right.
LAND_FROM = 0.4
# Of the engine's first choices from here on 151 of 186 were right, between .4 and this 26 of 40, held out by project;
# in programs of unrelated writers with a mistake of their own 24 of 35, and 3 of 9
# (`python -m benchmarks.repair.learning.first_choices`).
READ_BELOW = 0.65
# The limit for a patch that silences an error without a test of the effect: a lead, whoever made it.
SILENCED_AT_MOST = 0.35
ACCEPT = "--accept-doubtful"
_LONGEST = 200


def is_doubtful(confidence: float) -> bool:
    """Whether a patch of this confidence (0 to 1) is a lead, which lands only on request."""
    return confidence < LAND_FROM


def two_places(confidence: float) -> str:
    """A confidence (0 to 1) with two decimal places, never rounded up to a limit that it is below."""
    return f"{math.floor(100 * confidence + 1e-6) / 100:.2f}"


def confidence_if_silenced(confidence: float) -> float:
    """Return the confidence (0 to 1) of a patch that only suppresses an error, limited whatever its author says."""
    return min(confidence, SILENCED_AT_MOST)


def confidence_beside(confidence: float, others: Iterable[float]) -> float:
    """Return the confidence (0 to 1) of a patch whose author left aside other patches for the same tests.

    At most one of them all is right. others: their confidences, 0 to 1 without 1.
    """
    if confidence >= 1:
        return confidence
    return _odds(confidence) / (1 + _odds(confidence) + sum(map(_odds, others)))


def _odds(confidence: float) -> float:
    return confidence / (1 - confidence)


def against(confidence: float, objections: Sequence[str]) -> list[str]:
    """The objections to a patch as sentences: its low confidence, then `objections`; [] if it may land."""
    if not is_doubtful(confidence):
        return []
    stated = (
        f"Its confidence is {two_places(confidence)}, below {LAND_FROM}."
        if confidence
        else "Nobody vouches for it (0.00)."
    )
    return [stated, *objections]


def outcome_with_unsure_fixes(outcome: RunOutcome, reason: str, attempts: Iterable[Attempt]) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason: landed fixes below READ_BELOW turn a success into a partial one.

    The reason then begins with them.
    """
    landed = [one for one in attempts if one.stands]
    unsure = [one.confidence for one in landed if _is_unsure(one.confidence)]
    if outcome != "success" or not unsure:
        return outcome, reason
    return "partial", f"{unsure_sentence(unsure, len(landed))} {reason}"


def unsure_sentence(confidences: Sequence[float], fixes: int) -> str:
    """Return the sentence that asks for a look at fixes of low confidence, some of `fixes`."""
    which = "the fix" if fixes == 1 else f"{len(confidences)} of {fixes} fixes"
    least = two_places(min(confidences))
    return f"Read the change first: {which} may be wrong (confidence {least}, below {READ_BELOW})."


def read_first(attempts: Iterable[Attempt]) -> list[dict[str, Any]]:
    """Landed fixes below READ_BELOW, not fully checked, or with new static findings; the least sure first.

    Each as `task_id, confidence, change, commit, doubts`, and `findings` where it adds any. A fix without confidence
    (0, as of some tools) is among them only where something else speaks against it.
    """
    doubtful = (
        one for one in attempts if one.stands and (_is_unsure(one.confidence) or one.doubts or static_findings(one))
    )
    unsure = sorted(doubtful, key=lambda one: one.confidence)
    return [
        {
            "task_id": one.task_id,
            "confidence": round(one.confidence, 3),
            "change": change_of(one),
            "commit": one.commit or "",
            "doubts": list(one.doubts),
            **({"findings": found} if (found := static_findings(one)) else {}),
        }
        for one in unsure
    ]


def change_of(one: Attempt) -> str:
    """The change of an attempt, in a line."""
    said = one.note or next(iter(one.root_causes), one.reason)
    return " ".join(said.split())[:_LONGEST]


def read_first_line(fix: dict[str, Any]) -> str:
    """A fix to be read first, as a sentence."""
    said = [f"may be wrong (confidence {two_places(fix['confidence'])})"] if _is_unsure(fix["confidence"]) else []
    if fix.get("findings"):
        more = f" and {len(fix['findings']) - 1} more" if len(fix["findings"]) > 1 else ""
        said.append(f"adds a finding of the project's own checks ({fix['findings'][0]}{more})")
    doubts = " ".join(doubt for doubt in fix.get("doubts", ()) if not doubt.startswith("Its confidence"))
    sentence = f"{fix['task_id']} {' and '.join(said) or 'was not fully checked'}: {fix['change']}"
    return f"{sentence} [{doubts}]" if doubts else sentence


def static_findings(attempt: Attempt) -> list[str]:
    """Return new findings of the project's linters and type checkers in an attempt's change."""
    return attempt.static_findings


def _is_unsure(confidence: float) -> bool:
    return 0 < confidence < READ_BELOW


def leads(attempts: Iterable[Attempt]) -> list[dict[str, Any]]:
    """Return the leads, most confident first: they passed the tests and were held back for low confidence.

    Each as `task_id, iteration, tool, confidence, change, against (sentences), tests, diff`.
    """
    found = sorted((one for one in attempts if one.is_held_back), key=lambda one: -one.confidence)
    return [
        {
            "task_id": one.task_id,
            "iteration": one.iteration,
            "tool": one.tool,
            "confidence": round(one.confidence, 3),
            "change": change_of(one),
            "against": list(one.doubts),
            "tests": list(one.newly_passing),
            "diff": one.patch,
        }
        for one in found
    ]


def open_leads(attempts: Iterable[Attempt], failing: Iterable[TestId]) -> list[dict[str, Any]]:
    """Return the leads that make a test pass that is still among the `failing` ones."""
    still = set(failing)
    return [lead for lead in leads(attempts) if still.intersection(lead["tests"])]


def lead_line(lead: dict[str, Any]) -> str:
    """Return a lead as a sentence, without its diff and the objections to it."""
    tests = len(lead["tests"])
    return f"{lead['task_id']} makes {tests} failing test{'s' * (tests != 1)} pass and did not land: {lead['change']}"
