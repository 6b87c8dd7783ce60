"""Signs that a patch only pleases the tests, in the words that it adds and removes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.languages.tree_sitter.lexer import lex
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence


def signs_of(candidate: Candidate, evidence: FailureEvidence, exits: Sequence[str], equalities: Sequence[str]) -> Signs:
    """What the words that come and go say. exits: those that end a function; equalities: operators that compare."""
    is_deletion, dropped, literals, constant_conditions = True, 0, 0, 0
    for part in candidate.parts:
        old, new = Counter(lex(part.source.text).words), Counter(lex(part.text).words)
        come, gone = new - old, old - new
        is_deletion = is_deletion and not any(word.strip() and word.isalnum() for word in come)
        dropped += max(0, sum(gone[word] - come[word] for word in exits))
        literals += sum(times for word, times in come.items() if word in evidence.test_literals)
        constant_conditions += sum(come[sign] for sign in equalities) if literals else 0
    answers = literals >= 2 and constant_conditions > 0 and not is_deletion
    return Signs(
        is_deletion=is_deletion,
        dropped_exits=dropped,
        literals=literals,
        constant_conditions=constant_conditions,
        has_special_case=answers,
    )
