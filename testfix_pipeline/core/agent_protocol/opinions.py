"""Opinions of models on single failures: which side has the defect, how much it matters. Hints, never decisions.

The class of a failure is decided by our own rule (`triage`): a model's opinion neither stops nor starts a fix. It is
added to the evidence for people, and failures that a model calls no defect of the code are tried last. A criticality
may be raised, never lowered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

from testfix_pipeline.core.cycle_rules.criticality import higher_criticality
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Cluster, Criticality, Failure, FailureClass
from testfix_pipeline.core.test_ids import FailureSignature, TestId

_LONGEST = 400


class Opinion(Record):
    """The opinion of one tool on one failure with this signature. Without a class it only rates it."""

    test: TestId
    tool: str
    signature: FailureSignature = FailureSignature("")
    failure_class: FailureClass | None = None
    criticality: Criticality | None = None
    evidence: str = ""


def opinions_in(payload: Mapping[str, Any], failures: Sequence[Failure], tool: str) -> list[Opinion]:
    """Return the opinions in a result on known failures; a class without evidence is ignored."""
    signatures: dict[str, FailureSignature] = {failure.test: failure.signature for failure in failures}
    said = payload.get("failures")
    found = []
    for one in said if isinstance(said, list) else []:
        test = one.get("test") if isinstance(one, dict) else None
        if not isinstance(test, str) or test not in signatures:
            continue
        evidence = str(one.get("evidence") or "").strip()[:_LONGEST]
        kind = _known(one.get("class"), get_args(FailureClass)) if evidence else None
        weight = _known(one.get("criticality"), get_args(Criticality))
        if kind or weight:
            fields = {"failure_class": kind, "criticality": weight, "evidence": evidence}
            found.append(Opinion.model_validate({"test": test, "tool": tool, "signature": signatures[test], **fields}))
    return found


def _known(value: object, known: Collection[str]) -> str | None:
    return value if isinstance(value, str) and value in known else None


def with_opinions(failures: Sequence[Failure], opinions: Sequence[Opinion]) -> list[Failure]:
    """Return the failures with opinions, unless their signature has changed."""
    return [_with(failure, [one for one in opinions if _speaks_of(one, failure)]) for failure in failures]


def _speaks_of(opinion: Opinion, failure: Failure) -> bool:
    return (opinion.test, opinion.signature) == (failure.test, failure.signature)


def _with(failure: Failure, opinions: Sequence[Opinion]) -> Failure:
    weight, evidence = failure.criticality, failure.evidence
    for one in opinions:
        weight = higher_criticality(weight, one.criticality)
        opinion = f"{one.tool} takes it for {one.failure_class}: {one.evidence}".strip() if one.failure_class else ""
        if opinion and opinion not in evidence:
            evidence = f"{evidence} {opinion}".strip()
    return failure.model_copy(update={"criticality": weight, "evidence": evidence})


def doubted_last(groups: Sequence[Cluster], opinions: Sequence[Opinion], failures: Sequence[Failure]) -> list[Cluster]:
    """Return the clusters in order, with those last in which a model doubts every failure."""
    doubted = {
        failure.test
        for failure in failures
        for one in opinions
        if _speaks_of(one, failure) and one.failure_class not in (None, "code_defect", "update")
    }
    return sorted(groups, key=lambda group: set(group.tests) <= doubted)
