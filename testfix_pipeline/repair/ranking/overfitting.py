"""Signs that a plausible patch only satisfies the tests, collected from the languages.

"Is the cure worse than the disease?" (FSE 2015) and "Identifying patch correctness in test-based program repair" (ICSE
2018) describe what overfitting patches look like: deleted functionality, conditions made of the tests' own values.
"""

from __future__ import annotations

from testfix_pipeline.repair.language.overfitting_signs import Signs, combined_signs
from testfix_pipeline.repair.language.registry import by_language
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence


def signs(candidate: Candidate, failure_evidence: FailureEvidence) -> Signs:
    """The signs of a patch, combined over its files in each language."""
    found = [language.signs(part, failure_evidence) for language, part in by_language(candidate)]
    return found[0] if len(found) == 1 else combined_signs(found)


def refusal(candidate: Candidate, found: Signs) -> str:
    """The reason why a patch is refused although the tests pass; "" if it is acceptable.

    An undo may delete: the project's history shows that the code once worked without the deleted part.
    """
    if found.is_deletion and found.dropped_exits and not candidate.kind.startswith("history"):
        return "it only deletes a return or a raise"
    if found.evades:
        return "it avoids the name that the library removed instead of replacing it"
    if found.deletes_statement:
        return "it only deletes statements that the update may have made fail"
    if found.takes_element:
        return "it takes one element of what was used whole, and nothing says that the update made it a sequence"
    if found.leaves_unset:
        return "it drops what sets an attribute that is still read"
    if found.drops_import:
        return "it drops an import of what is still read, or users of the package may rely on"
    if found.bares_import:
        return "it takes a module, of which only attributes were used, for a value"
    if found.blanks_result:
        return "it returns what it has just set to a constant"
    if found.accepts_parts:
        return "it takes any part of a text for the text"
    if found.makes_objects:
        return "it gives a dtype that is none"
    if found.resets_reader:
        return "it resets what a function only read"
    if found.has_special_case:
        return "it returns the tests' own values"
    if found.weakens_equality:
        return "it weakens what equality means"
    if found.ignores_arguments:
        return "the function no longer depends on its arguments"
    if found.silences_all:
        return "it ignores every exception"
    return ""


def caution(found: Signs) -> str:
    """The reason, as a sentence, why a patch is a lead: an update may be behind the failure, and it reacts to none."""
    if found.changes_check:
        return "It changes what the program checks, and an update may be behind the failure."
    if found.swaps_attribute:
        return "It asks an object for something else, and no library says that this took the place."
    if found.ignores_parameter:
        return "It ignores what callers pass to a function, and an update may be behind the failure."
    if found.loses_argument:
        return "It passes less to what refuses the call, and an update may be behind the failure."
    if found.loses_use:
        return "It uses a library less that is newer than required, and an update may be behind the failure."
    if found.repeats_element:
        return "It repeats an element of a list in the place of one, and an update may be behind the failure."
    if found.changes_literal:
        return "It returns another literal, and an update may be behind the failure."
    return ""
