"""Signs that a plausible patch only pleases the tests, as its languages tell them.

"Is the cure worse than the disease?" (FSE 2015) and "Identifying patch correctness in test-based program repair" (ICSE
2018) describe what overfitted patches look like: deleted functionality, conditions made of the tests' own values.
"""

from __future__ import annotations

from testfix_pipeline.repair.language.overfitting_signs import Signs, together
from testfix_pipeline.repair.language.registry import by_language
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence


def signs(candidate: Candidate, failure_evidence: FailureEvidence) -> Signs:
    """The signs of a patch: those of its files in each language together."""
    found = [language.signs(part, failure_evidence) for language, part in by_language(candidate)]
    return found[0] if len(found) == 1 else together(found)


def refusal(candidate: Candidate, found: Signs) -> str:
    """Why a patch is not to be accepted, whatever the tests say; "" where nothing forbids it.

    An undo takes the project's own word for it that the code was once without what it deletes.
    """
    if found.deletion and found.dropped_exits and not candidate.kind.startswith("history"):
        return "it only deletes a return or a raise"
    if found.evades:
        return "it evades what the library no longer has, instead of an equal in its place"
    if found.special_case:
        return "it answers the tests' own values"
    if found.unequal:
        return "it bends what equal means"
    if found.constant:
        return "the function no longer depends on its arguments"
    if found.swallows_all:
        return "it passes over every exception"
    return ""
