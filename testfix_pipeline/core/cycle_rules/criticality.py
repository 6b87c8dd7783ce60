"""The criticality of a failure by rule: high, medium or low. An agent may raise it, never lower it."""

from __future__ import annotations

import re

from testfix_pipeline.core.cycle_rules.triage import ProjectFacts as ProjectFacts
from testfix_pipeline.core.cycle_rules.triage import classify as classify
from testfix_pipeline.core.records import Criticality, FailureClass, Outcome
from testfix_pipeline.core.test_ids import TestId, file_of

_ORDER: tuple[Criticality, ...] = ("low", "medium", "high")
_HIGH_PLACES = re.compile(
    "core|smoke|secur(e|ity)|auth|authenticat(e|ion|or)|authori[sz](e|ation)|log(in|out)|passwords?|credentials?|"
    "permissions?|crypto|(en|de)crypt(ion)?|pay|payments?|billing|invoices?|refunds?|integrity|transactions?|"
    "migrations?|backups?|restore"
)
_HIGH_ERRORS = frozenset({"IntegrityError", "SyntaxError", "IndentationError", "TabError"})
_HIGH_SAID = re.compile(
    r"data loss|lost data|corrupt(ed|ion)?\b|integrity|unauthori[sz]ed|permission escalation", re.IGNORECASE
)
_LOW_PLACES = re.compile("docs?|docstrings?|documentation|readme|changelog")


def rule_criticality(
    outcome: Outcome, *, was_passing: bool = False, flaky: bool = False, failure_class: FailureClass = "code_defect"
) -> Criticality:
    """Return the criticality of one failing outcome, medium if no rule applies.

    Low: proved flaky, or caused by the environment; checked first. High: a collection or compile error, a test that
    used to pass, or a name, place or message on core behaviour, security, auth, payment, data loss or integrity. Low
    again: documentation, by the test's file: a title such as "as the docs say" is that of any test.
    """
    if flaky or failure_class == "env_issue":
        return "low"
    # the words of the test's id and of the files and functions in its traceback
    places = [outcome.id, *(f"{frame.file} {frame.function}" for frame in outcome.frames)]
    words = _words_of(" ".join(places))
    error = outcome.error_type.rpartition(".")[2]
    broken = outcome.phase == "collect" or error in _HIGH_ERRORS
    if broken or was_passing or any(map(_HIGH_PLACES.fullmatch, words)) or _HIGH_SAID.search(outcome.message):
        return "high"
    return "low" if any(map(_LOW_PLACES.fullmatch, _words_of(file_of(TestId(outcome.id))))) else "medium"


def _words_of(text: str) -> set[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return set(re.findall(r"[a-z]+", spaced.lower()))


def higher_criticality(rule: Criticality, agent: Criticality | None) -> Criticality:
    """Return the higher of the rule's and the agent's criticality."""
    return max(rule, agent or "low", key=_ORDER.index)
